/* Tables in Markdown, read back. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include "report.h"

enum { COLUMNS = 64, ROWS = 2000, LARGEST = 1000000 };

typedef struct {
  char *data;
  char *caption;
  int columns;
  ria_report_column column[COLUMNS];
  bool open;
} table;

static ria_status read_file(const char *path, char **data) {
  struct stat info;
  FILE *file = fopen(path, "re");
  if (!file || fstat(fileno(file), &info)) {
    int reason = errno;
    if (file)
      fclose(file);
    return ria_fail(RIA_ERROR_IO, "%s: cannot be read: %s", path, strerror(reason));
  }
  bool fits = S_ISREG(info.st_mode) && info.st_size <= LARGEST;
  *data = fits ? calloc(1, (size_t)info.st_size + 1) : NULL;
  size_t got = *data ? fread(*data, 1, (size_t)info.st_size, file) : 0;
  fclose(file);
  if (!fits)
    return ria_fail(RIA_ERROR_FORMAT, "%s: is no table for people", path);
  if (!*data)
    return ria_fail(RIA_ERROR_MEMORY, "%s: no memory to read it", path);
  (*data)[got] = '\0';
  return RIA_SUCCESS;
}

/* Split a line at its unescaped bars, in place, and remove escapes and surrounding blanks. Returns
 * the number of cells. */
static int split(char *line, char *cell[COLUMNS]) {
  int count = 0;
  char *from = line + 1, *to = from, *start = from;
  for (; *from; from++) {
    if (*from == '\\' && from[1]) {
      *to++ = *++from;
    } else if (*from == '|') {
      *to = '\0';
      for (char *end = to; end > start && end[-1] == ' ';)
        *--end = '\0';
      if (count < COLUMNS)
        cell[count++] = start + strspn(start, " ");
      start = to = from + 1;
    } else {
      *to++ = *from;
    }
  }
  return count;
}

static char *next_line(char **rest) {
  char *line = *rest;
  if (!line || !*line)
    return NULL;
  char *end = strchr(line, '\n');
  *rest = end ? end + 1 : NULL;
  if (end)
    *end = '\0';
  line[strcspn(line, "\r")] = '\0';
  return line;
}

static bool is_rule(const char *line) {
  return line[0] == '|' && line[strspn(line, "|-: ")] == '\0';
}

static void start_table(ria_report *r, table *t, char *head, const char *rule) {
  char *title[COLUMNS];
  t->columns = split(head, title);
  for (int c = 0; c < t->columns; c++) {
    /* "---:" marks a column of numbers. */
    const char *end = rule ? strchr(rule + 1, '|') : NULL;
    const char *last = end;
    while (last && last > rule + 1 && last[-1] == ' ')
      last--;
    t->column[c] = (ria_report_column){title[c], last && last[-1] == ':'};
    rule = end;
  }
  ria_report_table_begin(r, t->caption, t->columns, t->column);
  t->open = true;
}

static void put_line(ria_report *r, char *line) {
  size_t length = strlen(line);
  if (length > 4 && !strncmp(line, "**", 2) && !strcmp(line + length - 2, "**"))
    ria_report_paragraph(r, "%.*s", (int)length - 4, line + 2);
  else if (*line)
    ria_report_paragraph(r, "%s", line);
}

static void put_row(ria_report *r, const table *t, char *line) {
  char *text[COLUMNS];
  ria_report_cell cell[COLUMNS] = {0};
  int count = split(line, text);
  for (int c = 0; c < count && c < t->columns; c++)
    cell[c].text = text[c];
  ria_report_row(r, cell);
}

/* A bold first line before a table is its caption. */
static bool take_caption(table *t, char *line) {
  size_t length = strlen(line);
  if (t->caption || t->open || length <= 4 || strncmp(line, "**", 2) ||
      strcmp(line + length - 2, "**"))
    return false;
  line[length - 2] = '\0';
  t->caption = line + 2;
  return true;
}

static void put_all(ria_report *r, table *t) {
  char *rest = t->data, *line;
  int rows = 0;
  while ((line = next_line(&rest))) {
    if (line[0] != '|') {
      if (t->open)
        ria_report_table_end(r);
      t->open = false;
      if (!take_caption(t, line))
        put_line(r, line);
    } else if (!t->open) {
      const char *rule = next_line(&rest);
      start_table(r, t, line, rule && is_rule(rule) ? rule : NULL);
      t->caption = NULL;
    } else if (rows++ < ROWS) {
      put_row(r, t, line);
    }
  }
  if (t->open)
    ria_report_table_end(r);
  if (rows > ROWS)
    ria_report_paragraph(r, "%d further rows are in the file.", rows - ROWS);
}

ria_status ria_report_markdown_table(ria_report *r, const char *path) {
  table t = {0};
  RIA_TRY(read_file(path, &t.data));
  bool holds_table = t.data[0] == '|' || strstr(t.data, "\n|");
  if (holds_table)
    put_all(r, &t);
  free(t.data);
  return holds_table ? RIA_SUCCESS : ria_fail(RIA_ERROR_FORMAT, "%s: holds no table", path);
}
