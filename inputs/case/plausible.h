/* Usual and possible ranges of a case's physical values on Earth. */
#ifndef RIA_CASE_PLAUSIBLE_H
#define RIA_CASE_PLAUSIBLE_H

#include "schema/reader.h"

typedef struct {
  const char *path; /* of the key, without item numbers: "rivers.discharge". "*" matches any name.
                       NULL ends the table */
  ria_dimension dimension; /* of the numbers, in its base unit; g/m3 and g/s for a tracer */
  double low, high;        /* usual: other values but 0 deserve a warning */
  double least, most;      /* possible: other values are errors */
  const char *hint;        /* what to do; ends the sentence */
} ria_plausible;

/* All rows. To judge another key, add a row. */
extern const ria_plausible ria_plausible_rows[];

/* The row of a reader's path ("rivers.0.discharge"), or NULL. */
const ria_plausible *ria_plausible_find(const char *path);

typedef enum { RIA_USUAL, RIA_UNUSUAL, RIA_IMPOSSIBLE } ria_judgement;

/* Judge a value. Unless it is usual, append a sentence with the value, the range and the hint. */
ria_judgement ria_plausible_judge(const ria_plausible *row, double value, ria_text *sentence);

/* Judge a value of the current key, and add an error or a warning at `place`; false if it did. Keys
 * without a row, and solvers other than of water in nature, have no usual range. */
bool ria_case_judge(ria_reader *reader, const ria_key *key, ria_yaml *place, double value);

#endif
