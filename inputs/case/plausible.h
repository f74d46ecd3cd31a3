/* Usual and possible ranges of a case's physical values on Earth. */
#ifndef CASE_PLAUSIBLE_H
#define CASE_PLAUSIBLE_H

#include "schema/reader.h"

/* Ranges of the shared keys. To check another key, add a row. */
extern const ria_plausible case_plausible_rows[];

/* The row of a reader's path ("rivers.0.discharge") in a table, or NULL. */
const ria_plausible *case_plausible_find(const ria_plausible *rows, const char *path);

typedef enum { CASE_USUAL, CASE_UNUSUAL, CASE_IMPOSSIBLE } case_judgement;

/* Compare a value with its ranges. If it is unusual, append a sentence with the value, the range
 * and the hint. */
case_judgement case_plausible_judge(const ria_plausible *row, double value, ria_text *sentence);

/* Check a value of the current key. Returns false after adding an error or a warning at `place`.
 * Keys without a row and solvers that are not `natural` have no usual range. */
bool case_judge(ria_reader *reader, const ria_key *key, ria_yaml *place, double value);

#endif
