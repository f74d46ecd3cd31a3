/* Checks the lines that Slurm reads: those before the first that is not a comment. Each mistake
 * here makes sbatch ignore options silently, or refuse the file. */
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include "reader.h"
#include "ria/number.h"

typedef struct {
  workflow_file *workflow;
  int number;     /* of the line */
  int content;    /* the first line that is not a comment; 0: none yet */
  char start[24]; /* its start */
  int options;    /* #SBATCH lines that take effect */
  bool dos;
} scan;

static void complain(scan *s, int column, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

static void complain(scan *s, int column, const char *format, ...) {
  struct workflow_memory *m = s->workflow->memory;
  char sentence[300];
  va_list arguments;
  va_start(arguments, format);
  ria_vsnprintf(sentence, sizeof sentence, format, arguments);
  va_end(arguments);
  m->failed = true;
  ria_case_complain_at(m->errors, &m->source[0], s->number, column, "%s", sentence);
}

static bool starts_with(const char *line, size_t length, const char *word) {
  return length >= strlen(word) && !memcmp(line, word, strlen(word));
}

static void check_first_line(scan *s, const char *line, size_t length) {
  static const char mark[] = "\xef\xbb\xbf";
  if (starts_with(line, length, mark) && starts_with(line + 3, length - 3, "#!"))
    complain(s, 1,
             "there is a byte-order mark before '#!', so Slurm and the shell do not accept the "
             "file as a script; save it without the mark");
  if (!starts_with(line, length, "#!"))
    return;
  char shebang[256] = "";
  if (length >= sizeof shebang) {
    complain(s, 1, "this line is longer than 255 bytes, the most that systems read");
    return;
  }
  memcpy(shebang, line, length);
  if (strstr(shebang, "/env ria ") && !strstr(shebang, " -S"))
    complain(
        s, 1,
        "env reads the rest of the line as one program name; write '#!/usr/bin/env -S ria run'");
}

static void note_content(scan *s, const char *line, size_t length) {
  s->content = s->number;
  if (length >= sizeof s->start)
    for (length = sizeof s->start - 1; length && ((unsigned char)line[length] & 0xc0) == 0x80;)
      length--; /* do not cut a character in two */
  memcpy(s->start, line, length);
  s->start[length] = '\0';
}

static void check_line(scan *s, const char *line, size_t length) {
  if (length && line[length - 1] == '\r') {
    if (!s->dos)
      complain(s, (int)length,
               "this line ends in CR LF, as in DOS, and sbatch refuses the file; "
               "convert it with dos2unix");
    s->dos = true;
    length--;
  }
  size_t indent = 0;
  while (indent < length && (line[indent] == ' ' || line[indent] == '\t'))
    indent++;
  bool option = starts_with(line + indent, length - indent, "#SBATCH");
  if (s->number == 1)
    check_first_line(s, line, length);
  if (option && !indent && s->content)
    complain(s, 1,
             "sbatch ignores this: it stops reading at line %d, '%s', the first line that is not a "
             "comment; move this line above it",
             s->content, s->start);
  else if (option && indent && !s->content)
    complain(s, (int)indent + 1,
             "sbatch ignores this: #SBATCH must stand at the start of its line");
  else if (option && !indent)
    s->options = s->options ? s->options : s->number;
  else if (!s->content && indent < length && line[indent] != '#')
    note_content(s, line, length);
}

static void check_shebang(scan *s, const char *data, size_t length) {
  if (!s->options || starts_with(data, length, "#!") || starts_with(data, length, "\xef\xbb\xbf#!"))
    return;
  s->number = 1;
  complain(s, 1,
           "sbatch refuses a file whose first line does not start with '#!'; write "
           "'#!/usr/bin/env -S ria run'");
}

void workflow_check_lines(workflow_file *workflow, const char *data, size_t length) {
  scan s = {.workflow = workflow};
  for (size_t at = 0; at < length;) {
    const char *line = data + at, *end = memchr(line, '\n', length - at);
    size_t bytes = end ? (size_t)(end - line) : length - at;
    s.number++;
    check_line(&s, line, bytes);
    at += bytes + 1;
  }
  check_shebang(&s, data, length);
}
