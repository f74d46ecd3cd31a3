/* Usual and possible ranges of a case's physical values on Earth. */
#ifndef CASE_PLAUSIBLE_H
#define CASE_PLAUSIBLE_H

#include "schema/reader.h"

/* Rows of the shared keys. To judge another key, add a row. */
extern const ria_plausible case_plausible_rows[];

/* The row of a reader's path ("rivers.0.discharge") in a table, or NULL. */
const ria_plausible *case_plausible_find(const ria_plausible *rows, const char *path);

typedef enum { CASE_USUAL, CASE_UNUSUAL, CASE_IMPOSSIBLE } case_judgement;

/* Judge a value. Unless it is usual, append a sentence with the value, the range and the hint. */
case_judgement case_plausible_judge(const ria_plausible *row, double value, ria_text *sentence);

/* Judge a value of the current key, and add an error or a warning at `place`; false if it did. Keys
 * without a row, and solvers other than of water in nature, have no usual range. */
bool case_judge(ria_reader *reader, const ria_key *key, ria_yaml *place, double value);

#endif
