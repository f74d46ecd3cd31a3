/* Operations of a step of rows: what the files share that make its program. */
#ifndef ROWS_OPS_H
#define ROWS_OPS_H

#include "rows.h"

/* Names of the conserved quantities. */
#define rows_conserved NAMES("rho", "mx", "mr", "mt", "e")

/* ---- program_boundaries.c ---- */
/* A wall with slip takes the momentum across it away: of the state, or of the defect. */
void rows_add_slip(rows *s, int boundary, bool of_defect);
/* What sliding planes bring, so many ticks after the step began. */
void rows_add_slides(rows *s, const ria_sparse *matrix, int tick);
/* All boundaries and planes, so many ticks after the step began. */
void rows_add_boundaries(rows *s, int tick);

#endif
