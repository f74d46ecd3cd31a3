#include "ria/table.h"
#include "ria/number.h"
#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include "ria/text.h"
#include "file/textfile.h"

/* ---- filling ---- */

static char *formatted(const char *format, va_list args) {
  char *text = NULL;
  return ria_vasprintf(&text, format, args) < 0 ? NULL : text;
}

void ria_table_caption(ria_table *t, const char *format, ...) {
  va_list args;
  va_start(args, format);
  char *text = formatted(format, args);
  va_end(args);
  t->failed |= !text;
  free(t->caption);
  t->caption = text;
}

void ria_table_note(ria_table *t, const char *format, ...) {
  va_list args;
  va_start(args, format);
  char *line = formatted(format, args), *all = NULL;
  va_end(args);
  if (!line || asprintf(&all, "%s%s%s", t->note ? t->note : "", t->note ? "\n" : "", line) < 0)
    all = NULL;
  free(line);
  t->failed |= !all;
  free(t->note);
  t->note = all;
}

int ria_table_add_column(ria_table *t, const char *key, const char *title, int digits) {
  ria_table_column *grown = realloc(t->column, (size_t)(t->columns + 1) * sizeof *grown);
  if (!grown) {
    t->failed = 1;
    return 0;
  }
  t->column = grown;
  t->column[t->columns] = (ria_table_column){
      .key = strdup(key), .title = strdup(title), .digits = digits, .is_numeric = digits > 0};
  t->failed |= !t->column[t->columns].key || !t->column[t->columns].title;
  return t->columns++;
}

void ria_table_keep_for_csv(ria_table *t, int column) {
  if (!t->failed)
    t->column[column].csv_only = 1;
}

int ria_table_add_row(ria_table *t) {
  size_t cells = (size_t)t->columns * (size_t)(t->rows + 1);
  ria_table_cell *grown = t->failed ? NULL : realloc(t->cell, cells * sizeof *grown);
  if (!grown) {
    t->failed = 1;
    return 0;
  }
  t->cell = grown;
  for (int c = 0; c < t->columns; c++)
    t->cell[t->rows * t->columns + c] = (ria_table_cell){.number = NAN};
  return t->rows++;
}

static ria_table_cell *cell_of(const ria_table *t, int row, int column) {
  return t->failed || row >= t->rows || column >= t->columns ? NULL
                                                             : &t->cell[row * t->columns + column];
}

void ria_table_put_number(ria_table *t, int row, int column, double number, const char *mark) {
  ria_table_cell *cell = cell_of(t, row, column);
  if (!cell)
    return;
  free(cell->text);
  *cell = (ria_table_cell){.number = number, .mark = mark};
}

void ria_table_put_text(ria_table *t, int row, int column, const char *text) {
  ria_table_cell *cell = cell_of(t, row, column);
  if (!cell)
    return;
  free(cell->text);
  *cell = (ria_table_cell){.text = strdup(text), .number = NAN};
  t->failed |= !cell->text;
}

void ria_table_destroy(ria_table *t) {
  for (int i = 0; i < t->rows * t->columns; i++)
    free(t->cell[i].text);
  for (int c = 0; c < t->columns; c++) {
    free(t->column[c].key);
    free(t->column[c].title);
  }
  free(t->column);
  free(t->cell);
  free(t->caption);
  free(t->note);
  *t = (ria_table){0};
}

/* ---- writing ---- */

enum { CELL = 64 };

/* In characters, not bytes: names of places have accents. */
static int width_of(const char *text) {
  int width = 0;
  for (; *text; text++)
    width += ((unsigned char)*text & 0xc0) != 0x80;
  return width;
}

/* Write `digits` significant digits, but whole numbers in full, and no exponent for ordinary
 * numbers. */
static void put_digits(double number, int digits, char text[CELL]) {
  double size = fabs(number);
  if (size >= 1e9 || (size > 0 && size < 1e-4)) {
    ria_snprintf(text, CELL, "%.*e", digits - 1, number);
    return;
  }
  int before = size >= 1 ? (int)floor(log10(size)) + 1 : size > 0 ? (int)floor(log10(size)) + 1 : 1;
  int after = number == floor(number) ? 0 : digits - before;
  ria_snprintf(text, CELL, "%.*f", after > 0 ? after : 0, number);
}

static const char *for_people(const ria_table *t, int row, int column, char room[CELL]) {
  const ria_table_cell *cell = &t->cell[row * t->columns + column];
  if (cell->text)
    return cell->text;
  if (isnan(cell->number))
    return "";
  int digits = t->column[column].digits > 0 ? t->column[column].digits : 6;
  put_digits(cell->number, digits, room);
  if (cell->mark)
    strncat(room, cell->mark, CELL - strlen(room) - 1);
  return room;
}

static void pad(FILE *out, int count, char with) {
  while (count-- > 0)
    fputc(with, out);
}

/* Find the columns' widths. A column without content gets none and is not printed. */
static void find_widths(const ria_table *t, int least, int *width) {
  char room[CELL];
  for (int c = 0; c < t->columns; c++) {
    width[c] = 0;
    for (int r = 0; r < t->rows && !t->column[c].csv_only; r++) {
      int w = width_of(for_people(t, r, c, room));
      width[c] = w > width[c] ? w : width[c];
    }
    int title = width_of(t->column[c].title);
    title = title < least ? least : title;
    if (width[c] > 0 || (!t->rows && !t->column[c].csv_only))
      width[c] = width[c] < title ? title : width[c];
  }
}

/* The first column that does not fit, by the widths of the text. */
static int first_left_out(const ria_table *t, const int *width) {
  int total = -2, c = 0;
  for (; t->most && c < t->columns; c++) {
    total += width[c] ? width[c] + 2 : 0;
    if (total > t->most)
      return c;
  }
  return t->columns;
}

/* Lists the columns with numbers that are left out. */
static void add_left_out(const ria_table *t, const int *width, ria_text *text) {
  int told = 0;
  for (int c = 0; c < t->columns; c++)
    if (width[c] < 0)
      ria_text_add(text, "%s%s", told++ ? ", " : "Further columns, in the CSV: ", t->column[c].key);
  if (told)
    ria_text_add(text, ".\n");
}

/* The notes, wrapped to the maximal width of the table. */
static void put_notes(const ria_table *t, const int *width, bool fold, FILE *out) {
  ria_text all = {0};
  if (t->note)
    ria_text_add(&all, "%s\n", t->note);
  add_left_out(t, width, &all);
  if (fold && all.data)
    fputc('\n', out);
  for (const char *line = all.data; line && *line;) {
    int length = (int)strcspn(line, "\n");
    if (fold && t->most && length > t->most)
      for (length = t->most; length > t->most / 2 && line[length] != ' ';)
        length--;
    fprintf(out, "%s%.*s\n", fold ? "" : "\n", length, line);
    line += length + (line[length] == '\n' || line[length] == ' ');
  }
  ria_text_destroy(&all);
}

/* Blanks are written only before text, so that lines have no trailing blanks. */
static void put_text_line(const ria_table *t, const int *width, int row, FILE *out) {
  char room[CELL];
  int owed = 0;
  for (int c = 0; c < t->columns; c++) {
    const char *text = row < 0 ? t->column[c].title : for_people(t, row, c, room);
    int blanks = width[c] - width_of(text), right = t->column[c].is_numeric;
    if (width[c] <= 0)
      continue;
    pad(out, *text ? owed + (right ? blanks : 0) : 0, ' ');
    fputs(text, out);
    owed = 2 + (*text ? (right ? 0 : blanks) : owed + blanks);
  }
  fputc('\n', out);
}

static void print_text(const ria_table *t, const int *width, FILE *out) {
  int total = -2;
  for (int c = 0; c < t->columns; c++)
    total += width[c] > 0 ? width[c] + 2 : 0;
  if (t->caption)
    fprintf(out, "%s\n\n", t->caption);
  put_text_line(t, width, -1, out);
  pad(out, total, '-');
  fputc('\n', out);
  for (int r = 0; r < t->rows; r++)
    put_text_line(t, width, r, out);
  put_notes(t, width, true, out);
}

static void put_markdown(FILE *out, const char *text, int width, int right) {
  int blanks = width - width_of(text);
  pad(out, right ? blanks : 0, ' ');
  for (; *text; text++) {
    if (strchr("|\\`*_<>[]", *text))
      fputc('\\', out);
    fputc(*text == '\n' ? ' ' : *text, out);
  }
  pad(out, right ? 0 : blanks, ' ');
}

static void print_markdown(const ria_table *t, const int *width, FILE *out) {
  char room[CELL];
  if (t->caption)
    fprintf(out, "**%s**\n\n", t->caption);
  for (int r = -2; r < t->rows; r++) {
    fputc('|', out);
    for (int c = 0; c < t->columns; c++) {
      int right = t->column[c].is_numeric;
      if (width[c] <= 0)
        continue;
      fputc(' ', out);
      if (r == -1) {
        pad(out, width[c] - right, '-');
        fputs(right ? ":" : "", out);
      } else {
        put_markdown(out, r < 0 ? t->column[c].title : for_people(t, r, c, room), width[c], right);
      }
      fputs(" |", out);
    }
    fputc('\n', out);
  }
  put_notes(t, width, false, out);
}

static void put_csv_text(FILE *out, const char *text) {
  if (!strpbrk(text, ",\"\r\n")) {
    fputs(text, out);
    return;
  }
  fputc('"', out);
  for (; *text; text++) {
    if (*text == '"')
      fputc('"', out);
    fputc(*text, out);
  }
  fputc('"', out);
}

static void print_csv(const ria_table *t, FILE *out) {
  char digits[RIA_NUMBER_SIZE];
  for (int r = -1; r < t->rows; r++) {
    for (int c = 0; c < t->columns; c++) {
      const ria_table_cell *cell = r < 0 ? NULL : &t->cell[r * t->columns + c];
      fputs(c ? "," : "", out);
      if (!cell)
        put_csv_text(out, t->column[c].key);
      else if (cell->text)
        put_csv_text(out, cell->text);
      else if (!isnan(cell->number))
        fputs(ria_number_exact(cell->number, digits), out);
    }
    fputc('\n', out);
  }
}

ria_status ria_table_print(const ria_table *t, ria_table_format format, FILE *out) {
  int *width = calloc((size_t)t->columns + 1, sizeof *width);
  if (t->failed || !width) {
    free(width);
    return ria_fail(RIA_ERROR_MEMORY, "no memory for a table of %d rows", t->rows);
  }
  find_widths(t, 1, width);
  const int first = first_left_out(t, width);
  if (format == RIA_TABLE_MARKDOWN)
    find_widths(t, 3, width);
  for (int c = first; c < t->columns; c++)
    width[c] = -width[c];
  if (format == RIA_TABLE_CSV)
    print_csv(t, out);
  else if (format == RIA_TABLE_MARKDOWN)
    print_markdown(t, width, out);
  else
    print_text(t, width, out);
  free(width);
  return RIA_SUCCESS;
}

/* Write a file as a whole or not at all. */
static ria_status write_file(const ria_table *t, ria_table_format format, const char *path) {
  file_textfile file;
  if (t->failed)
    return ria_fail(RIA_ERROR_MEMORY, "%s: no memory for the table", path);
  RIA_TRY(file_textfile_begin(path, &file));
  ria_status status = ria_table_print(t, format, file.stream);
  ria_status written = file_textfile_finish(&file);
  return status != RIA_SUCCESS ? status : written;
}

ria_status ria_table_write_all(const ria_table *t, const char *folder, const char *name) {
  static const struct {
    ria_table_format format;
    const char *ending;
  } file[] = {{RIA_TABLE_TEXT, "txt"}, {RIA_TABLE_CSV, "csv"}, {RIA_TABLE_MARKDOWN, "md"}};
  for (size_t i = 0; i < sizeof file / sizeof *file; i++) {
    char *path = NULL;
    if (asprintf(&path, "%s/%s.%s", folder, name, file[i].ending) < 0)
      return ria_fail(RIA_ERROR_MEMORY, "%s: no memory for a name", folder);
    ria_status status = write_file(t, file[i].format, path);
    free(path);
    RIA_TRY(status);
  }
  return RIA_SUCCESS;
}
