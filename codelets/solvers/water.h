/* What solvers of shallow water show of their state. */
#ifndef RIA_WATER_H
#define RIA_WATER_H

#include "ria/solver.h"

/* ria_solver.show, of a state h, qx, qy and perhaps hc, and the static field depth. */
void water_show(const ria_case *the_case, ria_shown *shown);
/* ria_solver.note_place: a place on land, whose series is empty. */
bool water_note_place(const ria_case *the_case, const ria_case_gauge *gauge, double depth,
                      char note[RIA_SOLVER_NOTE]);

#endif
