/* Readers of open tables: a file, or a part of one. */
#ifndef TIDE_TABLES_H
#define TIDE_TABLES_H

#include "ria/csv.h"
#include "ria/tide.h"

/* As ria_series_read_csv() and ria_tide_read_csv(), for a table that the caller opens and closes.
 */
ria_status tide_read_series(ria_csv *csv, const ria_series_form *form, ria_series *series,
                            ria_told *told);
ria_status tide_read_constituents(ria_csv *csv, int *count, ria_constituent **constituent,
                                  ria_told *told);

#endif
