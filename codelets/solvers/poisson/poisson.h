/* The solver poisson: what its files share. */
#ifndef RIA_POISSON_H
#define RIA_POISSON_H

#include "ria/solver.h"
#include "../program_builder.h"
#include "keys.h"

struct poisson;

/* A matrix of multigrid, and what its rows are made of. */
typedef struct {
  const struct poisson *s;
  int level;
  double weight; /* of a sweep */
  ria_sparse matrix;
} level_matrix;

typedef struct poisson {
  const ria_case *the_case;
  const ria_terrain *terrain;
  double low[RIA_AXES], high[RIA_AXES]; /* of all blocks, m */
  program_builder program;
  int segments;
  ria_segment *segment; /* owned */
  int levels;           /* of multigrid; level 0 is the grid */
  int matrices;
  level_matrix matrix[RIA_PROGRAM_OPS];
} poisson;

/* ---- poisson.c: operations of the program ---- */
/* A POINT kernel, on fields of which one is exchanged before. */
void poisson_add_stencil(poisson *s, const char *kernel, const builder_pair *renamed,
                         const char *exchanged);
/* result = sum of a times b. */
void poisson_add_product(poisson *s, const char *a, const char *b, const char *result);
/* A loop while the residual is larger than the tolerance allows. */
void poisson_add_loop(poisson *s);
/* Whether it is. */
void poisson_add_test(poisson *s);

/* ---- multigrid.c ---- */
/* V-cycles until the residual is small. Errors: RIA_ERROR_CASE (the grid cannot be made coarse
 * enough). */
ria_status poisson_make_multigrid(poisson *s);

#endif
