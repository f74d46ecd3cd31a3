/* How large the physical values of a case usually are on Earth, and how large they can be. */
#ifndef RIA_CASE_PLAUSIBLE_H
#define RIA_CASE_PLAUSIBLE_H

#include "schema/reader.h"

typedef struct {
  const char *path; /* of the key, without the numbers of items: "rivers.discharge"; a "*" stands
                       for any one name; NULL ends the table */
  ria_dimension dimension; /* of the numbers, in its base unit; g/m3 and g/s of a tracer */
  double low, high;        /* usual: outside it, and other than 0, a value is worth a warning */
  double least, most;      /* possible: a value outside it is an error */
  const char *hint;        /* what to do: "; HINT" ends the sentence */
} ria_plausible;

/* All of them. To judge one more key, add a row. */
extern const ria_plausible ria_plausible_rows[];

/* The row of a path as ria_reader has it ("rivers.0.discharge"), or NULL. */
const ria_plausible *ria_plausible_find(const char *path);

typedef enum { RIA_USUAL, RIA_UNUSUAL, RIA_IMPOSSIBLE } ria_judgement;

/* Judge a value; unless it is usual, append a sentence that names the value, the range and the
 * hint. */
ria_judgement ria_plausible_judge(const ria_plausible *row, double value, ria_text *sentence);

/* Judge a value of the key that is being read, and note an error or a warning at `place`. Does
 * nothing for keys without a row, and for cases of solvers that are not about water in nature.
 * False if there was something to note. */
bool ria_case_judge(ria_reader *reader, const ria_key *key, ria_yaml *place, double value);

#endif
