/* Data of a stepper. */
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
  ria_runtime *runtime; /* shared by all steppers, see session.h */
  ria_simulation *simulation;
  bool *intake; /* [rivers of the case] */
  ria_shown shown;
  int variables;
  ria_stepper_variable variable[STEPPER_VARIABLES];
  int shown_as[STEPPER_VARIABLES]; /* position in shown.variable, or -1 - position in shown.fixed */
  double parameter[RIA_SHOWN_PARAMETERS];
  double *field[RIA_MAX_FIELDS]; /* state fields that were read: [z][y][x]; NULL: not read yet */
  bool fresh[RIA_MAX_FIELDS];    /* they belong to the present state */
};

/* The variables that the case shows and whose fields patches can read. */
void stepper_list_variables(ria_stepper *stepper);
void stepper_forget_fields(ria_stepper *stepper);
void stepper_free_fields(ria_stepper *stepper);

#endif
