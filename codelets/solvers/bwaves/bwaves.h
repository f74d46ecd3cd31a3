/* A blast wave in a periodic box, by implicit steps: docs/bwaves.md. */
#ifndef RIA_BWAVES_H
#define RIA_BWAVES_H

#include "../recipe.h"
#include "keys.h"
#include "ria/registry.h"

/* Fields of five components each, behind the state Q. What is only needed before the linear system
 * is solved shares its fields with vectors of the method. */
enum { COMPONENTS = 5, PREPARED = 6, BLOCKS = 175, PACKED_BLOCKS = 120 };
enum {
  Q = 0,
  O = COMPONENTS, /* the state a step earlier: lasts with bdf2, elsewhere there is none */
};

enum { BWAVES_OPS = 96, BWAVES_SCALARS = 64 };

/* Numbers of the first of each group of work fields. */
typedef struct {
  int k, w, b, x, r, s, p, v, t, blocks;
  int fields; /* of all */
} bwaves_fields;

typedef struct {
  const ria_case *the_case;
  const bwaves_case *own;
  const ria_terrain *terrain;
  bool second; /* bdf2 */
  bwaves_matrix matrix;
  bwaves_fields field;
  int part; /* of a step: what is added to the program now */
  ria_quantity state[256];
  ria_op op[BWAVES_OPS];
  ria_program_scalar scalar[BWAVES_SCALARS];
  ria_program program;
} bwaves;

/* Makes s->program. Errors: RIA_ERROR_INTERNAL. program.c. */
ria_status bwaves_make_program(bwaves *s);

/* ria_solver.fill_state: start.c. */
ria_status bwaves_fill(void *context, int field, int block, const ria_range *cells, double *values);

/* ria_solver.show: show.c. */
void bwaves_show(const ria_case *the_case, const ria_terrain *terrain, ria_shown *shown);

#endif
