/* Declarations that the files of the solver poisson share. */
#ifndef RIA_POISSON_H
#define RIA_POISSON_H

#include "ria/solver.h"
#include "../program_builder.h"
#include "keys.h"

struct poisson;

/* A matrix of multigrid, and the fields that define its rows. */
typedef struct {
  const struct poisson *s;
  int level;
  double weight; /* of a sweep */
  ria_sparse matrix;
} level_matrix;

typedef struct poisson {
  const ria_case *the_case;
  const ria_terrain *terrain;
  double low[RIA_AXES], high[RIA_AXES]; /* corners of the box that holds all blocks, m */
  program_builder program;
  int segments;
  ria_segment *segment; /* owned */
  int levels;           /* of multigrid; level 0 is the grid */
  int matrices;
  level_matrix matrix[RIA_PROGRAM_OPS];
} poisson;

/* ---- poisson.c: operations of the program ---- */
/* Adds a POINT kernel, after an exchange of one of its fields. */
void poisson_add_stencil(poisson *s, const char *kernel, const builder_pair *renamed,
                         const char *exchanged);
/* Adds: result = sum of a times b. */
void poisson_add_product(poisson *s, const char *a, const char *b, const char *result);
/* Adds a loop that runs while the residual exceeds the tolerance. */
void poisson_add_loop(poisson *s);
/* Whether the residual exceeds the tolerance. */
void poisson_add_test(poisson *s);

/* ---- multigrid.c ---- */
/* Adds V-cycles until the residual is small. Errors: RIA_ERROR_CASE (the grid cannot be coarsened
 * enough). */
ria_status poisson_make_multigrid(poisson *s);

#endif
