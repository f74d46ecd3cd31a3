/* Operations of a step of rows: declarations that the files of its program share. */
#ifndef ROWS_OPS_H
#define ROWS_OPS_H

#include "rows.h"

/* Names of the conserved quantities. */
#define rows_conserved NAMES("rho", "mx", "mr", "mt", "e")

/* ---- program_boundaries.c ---- */
/* Add a wall with slip: removes the momentum normal to it, from the state or from the defect. */
void rows_add_slip(rows *s, int boundary, bool of_defect);
/* Add the input of sliding planes, at this number of ticks after the start of the step. */
void rows_add_slides(rows *s, const ria_sparse *matrix, int tick);
/* Add all boundaries and planes, at this number of ticks after the start of the step. */
void rows_add_boundaries(rows *s, int tick);

#endif
