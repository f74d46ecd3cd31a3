/* A column of steps.csv as a file of its own. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "file/textfile.h"
#include "ria/steps.h"

/* The text of a column of a line, which is split in place; NULL: there is no such column. */
static char *cell_of(char *line, int column) {
  char *cell = NULL;
  line[strcspn(line, "\n")] = '\0';
  for (int c = 0; c <= column; c++)
    if (!(cell = strsep(&line, ",")))
      return NULL;
  return cell;
}

/* -1: there is no column of that name. */
static int find_column(char *header, const char *name) {
  char *cell;
  header[strcspn(header, "\n")] = '\0';
  for (int c = 0; (cell = strsep(&header, ",")); c++)
    if (!strcmp(cell, name))
      return c;
  return -1;
}

static ria_status copy_column(FILE *in, const char *path, const ria_step_file *file, FILE *out) {
  char *line = NULL, last[64] = "";
  size_t room = 0;
  const int column = getline(&line, &room, in) > 0 ? find_column(line, file->column) : -1;
  while (column >= 0 && getline(&line, &room, in) > 0) {
    const char *cell = cell_of(line, column);
    if (cell && file->last)
      snprintf(last, sizeof last, "%s\n", cell);
    else if (cell)
      fprintf(out, "%s\n", cell);
  }
  const bool failed = ferror(in);
  fputs(last, out);
  free(line);
  if (failed)
    return ria_fail(RIA_ERROR_IO, "%s: cannot be read", path);
  if (column < 0)
    return ria_fail(RIA_ERROR_CORRUPT, "%s: has no column '%s' for '%s'", path, file->column,
                    file->file);
  return RIA_SUCCESS;
}

ria_status ria_steps_column(const char *path, const ria_step_file *file, const char *into) {
  file_textfile text;
  FILE *in = fopen(path, "re");
  if (!in)
    return ria_fail(RIA_ERROR_IO, "%s: cannot be opened: %s", path, strerror(errno));
  ria_status status = file_textfile_begin(into, &text);
  if (status == RIA_SUCCESS) {
    const ria_status copied = copy_column(in, path, file, text.stream);
    char detail[1024];
    snprintf(detail, sizeof detail, "%s", ria_status_detail());
    status = file_textfile_finish_soon(&text);
    if (copied != RIA_SUCCESS)
      status = ria_fail(copied, "%s", detail);
  }
  fclose(in);
  return status;
}
