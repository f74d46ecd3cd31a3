#include "fold.h"
#include <stdbool.h>
#include <string.h>

/* Bytes and columns of the first word of a quoted line. */
static size_t first_word(const char *line, int *columns) {
  char quote = 0; /* ', or $ inside $'...' */
  size_t n = 0;
  *columns = 0;
  for (; line[n] && (quote || line[n] != ' '); n++) {
    *columns += ((unsigned char)line[n] & 0xc0) != 0x80;
    if (!quote && line[n] == '\'') {
      quote = n && line[n - 1] == '$' ? '$' : '\'';
    } else if (quote && line[n] == '\'') {
      quote = 0;
    } else if (line[n] == '\\' && quote != '\'' && line[n + 1]) {
      n++;
      *columns += 1;
    }
  }
  return n;
}

/* Words that stay on one line: a word, or an option with its value. */
static size_t first_unit(const char *line, int *columns) {
  size_t length = first_word(line, columns);
  const char *next = line + length + strspn(line + length, " ");
  if (*line != '-' || !line[1] || memchr(line, '=', length) || !*next || *next == '-')
    return length;
  int more;
  size_t second = first_word(next, &more);
  *columns += 1 + more;
  return (size_t)(next - line) + second;
}

void fold_command(FILE *stream, const char *line, int indent, int width, int most) {
  enum { DEEPER = 4, MARK = 2 /* " \" */ };
  int at = indent, lines = 1;
  fprintf(stream, "%*s", indent, "");
  for (bool first = true; *line; first = false) {
    int columns;
    size_t length = first_unit(line, &columns);
    const char *next = line + length + strspn(line + length, " ");
    if (!first && width > 0 && at + 1 + columns + (*next ? MARK : 0) > width) {
      if (most > 0 && lines == most) {
        fputs(" ...", stream);
        break;
      }
      fprintf(stream, " \\\n%*s", indent + DEEPER, "");
      at = indent + DEEPER;
      lines++;
    } else if (!first) {
      fputc(' ', stream);
      at++;
    }
    fwrite(line, 1, length, stream);
    at += columns;
    line = next;
  }
  fputc('\n', stream);
}
