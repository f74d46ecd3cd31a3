/* The solver poisson: what its files share. */
#ifndef RIA_POISSON_H
#define RIA_POISSON_H

#include "ria/solver.h"
#include "keys.h"

/* Fields of the state; u alone lasts. Conjugate gradients use those up to Q. f is static. */
enum {
  U,
  R, /* residual */
  P, /* search direction */
  Q, /* the matrix times it */
  CG_STATE,
  V = P,     /* multigrid: the next guess on the grid, */
  B = Q,     /* [2]: residual of coarse cells over the diagonal of their matrix, by levels, */
  E = B + 2, /* and corrections of coarse cells, by turns */
  G,
  MULTIGRID_STATE
};

/* Scalars of the program. */
enum { RR, LIMIT, TOLERANCE, GOING, PQ, ALPHA, NEXT, BETA, ZERO, SCALARS };

enum { OPS = RIA_PROGRAM_OPS };

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
  ria_op op[OPS];
  ria_program_scalar scalar[SCALARS];
  ria_program program;
  int nstate;
  int segments;
  ria_segment *segment; /* owned */
  int levels;           /* of multigrid; level 0 is the grid */
  int matrices;
  level_matrix matrix[OPS];
} poisson;

/* ---- poisson.c: operations of the program; errors are RIA_ERROR_INTERNAL ---- */
ria_op *poisson_add(poisson *s, ria_op_kind kind);
/* An operation of a kernel on `count` fields. */
ria_status poisson_add_kernel(poisson *s, ria_op_kind kind, const char *name, int count,
                              const int *field, ria_op **added);
/* A POINT kernel that has the spacings, on fields of which the first one is exchanged before. */
ria_status poisson_add_stencil(poisson *s, const char *name, int count, const int *field,
                               ria_op **added);
/* result = sum of a times b. */
ria_status poisson_add_product(poisson *s, int a, int b, int result);
/* result = a OPERATION b. */
void poisson_add_scalar(poisson *s, int result, ria_scalar_operation operation, int a, int b);
/* A loop while GOING is not 0. */
void poisson_add_loop(poisson *s);

/* ---- multigrid.c ---- */
/* V-cycles until the residual is small. Errors: RIA_ERROR_CASE (the grid cannot be made coarse
 * enough). */
ria_status poisson_make_multigrid(poisson *s);

#endif
