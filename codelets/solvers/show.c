/* The variables that solvers show of their state. */
#include <string.h>
#include "ria/solver.h"

/* Declare the field of that name conserved, as amount `a`. */
static void show_conserved(const char *field, const char *key, int a, ria_shown *shown) {
  for (int f = 0; field && f < shown->fields; f++) {
    const ria_variable *v = &shown->variable[f];
    if (!strcmp(v->name, field))
      shown->conserved[a] =
          (ria_conserved){.key = key, .kind = v->what, .name = v->name, .field = f};
  }
}

void ria_solver_show(const ria_solver *solver, const ria_case *c, const ria_terrain *terrain,
                     const ria_model *model, ria_shown *shown) {
  if (solver->show) {
    solver->show(c, terrain, shown);
  } else {
    ria_show_fields(ria_model_lasting(model), model->state, shown);
    for (int a = 0; a < RIA_AMOUNTS; a++)
      show_conserved(solver->conserved[a].field, solver->conserved[a].key, a, shown);
  }
  if (!model->stages)
    return; /* fields of a program are never shown as part of a vector */
  shown->vectors = model->stage[0].kernel->vectors;
  shown->vector = model->stage[0].kernel->vector;
}

/* Variables of tracers after the first: "age", and names that end in a tracer's name. */
static bool is_of_tracer(const char *name, size_t length) {
  static const char *const begins[] = {"hc_", "concentration_", "settled_"};
  bool is = length == 3 && !strncmp(name, "age", 3);
  for (size_t i = 0; i < sizeof begins / sizeof *begins; i++)
    is |= length > strlen(begins[i]) && !strncmp(name, begins[i], strlen(begins[i]));
  return is;
}

/* `own`: the name of a variable or of its picture; NULL: none. */
static bool is_name(const char *own, const char *name, size_t length) {
  return own && strlen(own) == length && !strncmp(own, name, length);
}

bool ria_solvers_show(const char *name, size_t length) {
  if (is_of_tracer(name, length))
    return true;
  /* A case with the most variables. */
  const ria_case all = {.tracer = {.on = true, .threshold = 1},
                        .output = {.window = 1, .history = true}};
  for (const ria_solver *const *solver = ria_solvers; *solver; solver++) {
    ria_shown shown;
    if ((*solver)->show)
      (*solver)->show(&all, NULL, &shown);
    else
      ria_show_fields((*solver)->nstate, (*solver)->state, &shown);
    for (int v = 0; v < shown.variables; v++)
      if (is_name(shown.variable[v].name, name, length) ||
          is_name(shown.variable[v].picture.name, name, length))
        return true;
  }
  return false;
}
