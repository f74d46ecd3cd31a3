#include "ria/csv_table.h"
#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The next field, unquoted in place; NULL after the last one. */
static char *next_field(char **rest) {
  char *from = *rest, *to = from, *start = from;
  if (!from)
    return NULL;
  if (*from != '"') {
    char *comma = strchr(from, ',');
    *rest = comma ? comma + 1 : NULL;
    if (comma)
      *comma = 0;
    return start;
  }
  for (from++; *from && !(*from == '"' && from[1] != '"'); from++) {
    from += *from == '"';
    *to++ = *from;
  }
  from += *from == '"';
  *rest = *from == ',' ? from + 1 : NULL;
  *to = 0;
  return start;
}

static ria_status fail_memory(void) {
  return ria_fail(RIA_ERROR_MEMORY, "no memory for a table");
}

static ria_status add_header(ria_csv_table *t, char *line) {
  for (char *rest = line, *field; (field = next_field(&rest));) {
    char **grown = realloc(t->column, (size_t)(t->columns + 1) * sizeof *grown);
    if (!grown)
      return fail_memory();
    t->column = grown;
    if (!(grown[t->columns] = strdup(field)))
      return fail_memory();
    t->columns++;
  }
  return RIA_SUCCESS;
}

static ria_status add_row(ria_csv_table *t, const char *where, char *line) {
  size_t cells = (size_t)t->columns * (size_t)(t->rows + 1);
  char **grown = realloc(t->cell, cells * sizeof *grown);
  if (!grown)
    return fail_memory();
  t->cell = grown;
  char **row = t->cell + t->rows++ * t->columns, *rest = line;
  memset(row, 0, (size_t)t->columns * sizeof *row);
  for (int c = 0; c < t->columns; c++) {
    const char *field = next_field(&rest);
    if (!(row[c] = strdup(field ? field : "")))
      return fail_memory();
  }
  if (rest)
    return ria_fail(RIA_ERROR_FORMAT, "%s: row %d has more fields than the header's %d columns",
                    where, t->rows, t->columns);
  return RIA_SUCCESS;
}

static ria_status add_line(ria_csv_table *t, const char *where, char *line) {
  line[strcspn(line, "\r\n")] = 0;
  if (*line == '#' && !t->columns && !t->about)
    return (t->about = strdup(line + strspn(line, "# "))) ? RIA_SUCCESS : fail_memory();
  if (!*line || *line == '#')
    return RIA_SUCCESS;
  return t->columns ? add_row(t, where, line) : add_header(t, line);
}

static ria_status finish(ria_csv_table *t, const char *where, ria_status status) {
  if (status == RIA_SUCCESS && !t->columns)
    status = ria_fail(RIA_ERROR_FORMAT, "%s: no header, which names the columns", where);
  if (status == RIA_SUCCESS && !t->about && !(t->about = strdup("")))
    status = fail_memory();
  if (status != RIA_SUCCESS)
    ria_csv_table_destroy(t);
  return status;
}

ria_status ria_csv_table_read(const char *path, ria_csv_table *t) {
  *t = (ria_csv_table){0};
  FILE *file = fopen(path, "re");
  if (!file)
    return ria_fail(RIA_ERROR_IO, "%s: cannot be read: %s", path, strerror(errno));
  char *line = NULL;
  size_t room = 0;
  ria_status status = RIA_SUCCESS;
  for (bool first = true; status == RIA_SUCCESS && getline(&line, &room, file) >= 0; first = false)
    status = add_line(t, path, line + (first && !strncmp(line, "\xEF\xBB\xBF", 3) ? 3 : 0));
  if (status == RIA_SUCCESS && ferror(file))
    status = ria_fail(RIA_ERROR_IO, "%s: cannot be read: %s", path, strerror(errno));
  free(line);
  fclose(file);
  return finish(t, path, status);
}

ria_status ria_reference_read(const char *name, ria_csv_table *t) {
  *t = (ria_csv_table){0};
  const ria_reference *r = ria_references;
  while (r->name && strcmp(r->name, name))
    r++;
  if (!r->name)
    return ria_fail(RIA_ERROR_ARGUMENT, "there is no published table '%s'", name);
  ria_status status = RIA_SUCCESS;
  for (const char *const *line = r->line; *line && status == RIA_SUCCESS; line++) {
    char *copy = strdup(*line);
    status = copy ? add_line(t, name, copy) : fail_memory();
    free(copy);
  }
  return finish(t, name, status);
}

int ria_csv_table_column(const ria_csv_table *t, const char *name) {
  for (int c = 0; c < t->columns; c++)
    if (!strcmp(t->column[c], name))
      return c;
  return -1;
}

const char *ria_csv_table_cell(const ria_csv_table *t, int row, int column) {
  return column < 0 ? "" : t->cell[row * t->columns + column];
}

void ria_csv_table_destroy(ria_csv_table *t) {
  for (int c = 0; c < t->columns; c++)
    free(t->column[c]);
  for (int i = 0; i < t->rows * t->columns; i++)
    free(t->cell[i]);
  free(t->column);
  free(t->cell);
  free(t->about);
  *t = (ria_csv_table){0};
}
