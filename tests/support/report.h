/** \file
 * A Markdown table of the validation tests' measurements, written to the current folder. */
#ifndef RIA_TESTS_REPORT_H
#define RIA_TESTS_REPORT_H

#include <stdbool.h>

typedef struct report report;

/** A new file in the current folder, with `title` and a paragraph above the table. */
report *report_create(const char *path, const char *title, const char *words);
void report_destroy(report *r);

/** Writes a row. `reference` (0: none) is a published value. Returns whether `measured` <=
 * `accepted`.
 */
bool report_row(report *r, const char *what, const char *quantity, int n, double measured,
                double reference, double accepted);
/** Writes a row of an order of convergence, which must be at least `accepted`. */
bool report_order(report *r, const char *what, const char *quantity, double measured,
                  double reference, double accepted);

#endif
