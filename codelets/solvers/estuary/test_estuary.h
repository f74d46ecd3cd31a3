/* The estuary's program of a case, for its tests. A test defines HEAD, the text at the start of
 * all its cases, before it includes this. */
#ifndef TEST_ESTUARY_H
#define TEST_ESTUARY_H

#include "case_fixture.h"
#include "ria/solver.h"

typedef struct {
  case_fixture *f;
  ria_terrain *terrain; /* owned: the solver keeps a pointer to it */
  const ria_solver *solver;
  void *instance;
  ria_model model;
  ria_status status;
} estuary_case;

/* The model of the case `head`, then `keys`; status: the solver's result. */
static inline estuary_case estuary_of(case_fixture *f, const char *head, const char *keys) {
  char text[2048];
  snprintf(text, sizeof text, "%s%s", head, keys);
  read_text(f, text);
  assert_valid(f);
  estuary_case c = {.f = f, .solver = ria_solver_find("estuary")};
  assert_non_null(c.solver);
  c.terrain = calloc(1, sizeof *c.terrain);
  assert_non_null(c.terrain);
  assert_int_equal(ria_terrain_load(&f->the_case, c.terrain), RIA_SUCCESS);
  c.status = c.solver->create(&f->the_case, c.terrain, &c.instance, &c.model);
  return c;
}

static inline void forget(estuary_case *c) {
  c->solver->destroy(c->instance);
  ria_terrain_destroy(c->terrain);
  free(c->terrain);
}

#endif
