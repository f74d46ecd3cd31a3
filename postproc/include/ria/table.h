/** \file
 * Tables: filled once, written as aligned text, CSV or Markdown.
 */
#ifndef RIA_TABLE_H
#define RIA_TABLE_H

#include <stdio.h>
#include "ria/status.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef enum { RIA_TABLE_TEXT, RIA_TABLE_CSV, RIA_TABLE_MARKDOWN } ria_table_format;

/** A column. Owned by the table. */
typedef struct {
  char *key;      /**< column name in CSV: "step_seconds" */
  char *title;    /**< column title in text and Markdown: "steps (s)" */
  int digits;     /**< significant digits in text and Markdown; CSV has all digits of a double */
  int is_numeric; /**< aligned to the right */
  int csv_only;   /**< in the CSV only */
} ria_table_column;

typedef struct {
  char *text;       /**< NULL: a number, or an empty cell */
  double number;    /**< NAN without a text: an empty cell */
  const char *mark; /**< suffix of the number in text and Markdown ("x", "%"); NULL: none; static */
} ria_table_cell;

/** All zero is an empty table. When memory runs out, `failed` is set, additions do nothing, and
 * writing fails. */
typedef struct {
  char *caption; /**< NULL: none */
  char *note;    /**< lines below the table, in text and Markdown; NULL: none */
  int most; /**< most characters of a line of text; 0: unlimited. The columns from the first that
               does not fit are in the CSV only, and a line below the table names them */
  int columns, rows;
  ria_table_column *column; /**< [columns] */
  ria_table_cell *cell;     /**< [rows][columns] */
  int failed;
} ria_table;

/** printf-like: replace the caption; add a line to the notes. */
void ria_table_caption(ria_table *table, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
void ria_table_note(ria_table *table, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/** Add a column and return its number. All columns come before the first row. Texts are copied. */
int ria_table_add_column(ria_table *table, const char *key, const char *title, int digits);
/** Write the column to the CSV only. */
void ria_table_keep_for_csv(ria_table *table, int column);
/** Add an empty row and return its number. */
int ria_table_add_row(ria_table *table);
void ria_table_put_number(ria_table *table, int row, int column, double number, const char *mark);
void ria_table_put_text(ria_table *table, int row, int column, const char *text);

/** Print the table; columns without content are left out, except in CSV. Errors: RIA_ERROR_MEMORY
 * (now or while filling). The caller checks the stream. */
ria_status ria_table_print(const ria_table *table, ria_table_format format, FILE *stream);
/** Write FOLDER/NAME.txt, NAME.csv and NAME.md, each as a whole or not at all. Errors: as
 * ria_table_print(), RIA_ERROR_IO. */
ria_status ria_table_write_all(const ria_table *table, const char *folder, const char *name);
void ria_table_destroy(ria_table *table);

#ifdef __cplusplus
}
#endif
#endif
