/* What a stepper is made of. */
#ifndef STEPPER_STEPPER_H
#define STEPPER_STEPPER_H

#include "ria/solver.h"
#include "ria/stepper.h"

enum { STEPPER_VARIABLES = RIA_SHOWN_VARIABLES + RIA_SHOWN_STATICS };

struct ria_stepper {
  ria_case the_case;
  ria_terrain terrain;
  const ria_solver *solver;
  void *instance;
  ria_model model;
  ria_runtime *runtime; /* of all steppers, see session.h */
  ria_simulation *simulation;
  bool *intake; /* [rivers of the case] */
  ria_shown shown;
  int variables;
  ria_stepper_variable variable[STEPPER_VARIABLES];
  int shown_as[STEPPER_VARIABLES]; /* position in shown.variable, or -1 - position in shown.fixed */
  double parameter[RIA_SHOWN_PARAMETERS];
  double *field[RIA_MAX_FIELDS]; /* fields of the state that were read: [z][y][x]; NULL: not yet */
  bool fresh[RIA_MAX_FIELDS];    /* they are those of the present state */
};

/* The variables that the case shows, of fields that patches can read. */
void stepper_list_variables(ria_stepper *stepper);
void stepper_forget_fields(ria_stepper *stepper);
void stepper_free_fields(ria_stepper *stepper);

#endif
