#include "csv.h"
#include <ctype.h>
#include <errno.h>
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

ria_status ria_csv_open(const char *path, ria_csv *csv) {
  struct stat info;
  *csv = (ria_csv){.path = path, .file = fopen(path, "r")};
  if (!csv->file)
    return ria_fail(RIA_ERROR_IO,
                    "cannot read %s: %s; check the name (relative to the case) and the "
                    "permissions",
                    path, strerror(errno));
  if (!fstat(fileno(csv->file), &info) && S_ISREG(info.st_mode))
    return RIA_SUCCESS;
  ria_csv_close(csv);
  return ria_fail(RIA_ERROR_IO, "%s is not a file: give a CSV file", path);
}

void ria_csv_close(ria_csv *csv) {
  if (csv->file)
    fclose(csv->file);
  free(csv->text);
  *csv = (ria_csv){0};
}

static char *trim(char *text) {
  while (isspace((unsigned char)*text))
    text++;
  char *end = text + strlen(text);
  while (end > text && isspace((unsigned char)end[-1]))
    *--end = '\0';
  return text;
}

static void cut(ria_csv *csv) {
  char *rest = csv->text;
  csv->cells = 0;
  while (rest && csv->cells < RIA_CSV_CELLS) {
    char *cell = strsep(&rest, ",");
    csv->cell[csv->cells++] = trim(cell);
  }
}

ria_status ria_csv_next(ria_csv *csv, bool *found) {
  static const char byte_order_mark[] = "\xEF\xBB\xBF";
  for (;;) {
    ssize_t length = getline(&csv->text, &csv->size, csv->file);
    *found = length >= 0;
    if (length < 0 && ferror(csv->file))
      return ria_fail(RIA_ERROR_IO, "cannot read %s after line %d: %s", csv->path, csv->line,
                      strerror(errno));
    if (length < 0)
      return RIA_SUCCESS;
    if (!csv->line++ && !strncmp(csv->text, byte_order_mark, 3))
      memmove(csv->text, csv->text + 3, (size_t)length - 2);
    const char *start = csv->text + strspn(csv->text, " \t\r\n");
    if (*start && *start != '#')
      break;
  }
  cut(csv);
  return RIA_SUCCESS;
}

bool ria_csv_number(const ria_csv *csv, int column, double *number) {
  if (column >= csv->cells || !csv->cell[column][0])
    return false;
  char *end;
  *number = strtod(csv->cell[column], &end);
  return !*end && isfinite(*number);
}

ria_status ria_csv_fail(const ria_csv *csv, int column, const char *expected) {
  if (column >= csv->cells)
    return ria_fail(RIA_ERROR_FORMAT, "%s:%d: column %d is missing: expected %s", csv->path,
                    csv->line, column + 1, expected);
  return ria_fail(RIA_ERROR_FORMAT, "%s:%d: column %d is '%.80s': expected %s", csv->path,
                  csv->line, column + 1, csv->cell[column], expected);
}
