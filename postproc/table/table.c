/* Filling a table; table_write.c writes it. */
#include "ria/table.h"
#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

static char *formatted(const char *format, va_list args) {
  char *text = NULL;
  return vasprintf(&text, format, args) < 0 ? NULL : text;
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
