/* A blast wave in a periodic box, by implicit steps: docs/bwaves.md. */
#ifndef RIA_BWAVES_H
#define RIA_BWAVES_H

#include "../recipe.h"
#include "keys.h"
#include "ria/registry.h"

/* Fields of five components each, behind the state Q. What is only needed before the linear system
 * is solved shares its fields with vectors of the method. */
enum { COMPONENTS = 5, PREPARED = 6, BLOCKS = 175, PACKED_BLOCKS = 120, VECTORS = 8 };
enum {
  Q = 0,
  O = COMPONENTS, /* the state a step earlier: lasts with bdf2, elsewhere there is none */
};

enum { BWAVES_OPS = 128, BWAVES_SCALARS = 64 };

/* Numbers of the first of each group of work fields. */
typedef struct {
  int k, w, b, x, r, s, p, v, t;
  int q, y, z; /* of methods that need them */
  int blocks;
  int fields;  /* of the state */
  int singles; /* the blocks, where they are in single precision: behind the fields */
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

/* Operations of the program, added one after the other: program.c. Fields are numbers of the first
 * of five; scalars are named. Errors: RIA_ERROR_INTERNAL. */
int bwaves_scalar(const char *name);
ria_status bwaves_add_kernel(bwaves *s, ria_op_kind kind, const char *name, ria_op **added);
void bwaves_set_fields(ria_op *op, const int *group);
ria_status bwaves_dot(bwaves *s, int a, int b, const char *result);
ria_status bwaves_compute(bwaves *s, const char *kernel);
void bwaves_operate(bwaves *s, ria_scalar_operation operation, const char *result, const char *a,
                    const char *b);
ria_status bwaves_multiply(bwaves *s, int x, int y);
void bwaves_loop(bwaves *s, const char *condition, int64_t most);
void bwaves_end(bwaves *s);

/* Fields of a kernel, in groups that lie side by side: the first of each and how many. */
#define FIVE(first) (first), COMPONENTS
#define APPLY(name, ...)                                                                           \
  do {                                                                                             \
    ria_op *op_ = NULL;                                                                            \
    RIA_TRY(bwaves_add_kernel(s, RIA_OP_APPLY, name, &op_));                                       \
    bwaves_set_fields(op_, (int[]){__VA_ARGS__, -1});                                              \
  } while (0)

/* The solution of the system, from 0, by the case's method. Errors: RIA_ERROR_INTERNAL. methods.c.
 */
ria_status bwaves_add_solution(bwaves *s);

/* ria_solver.judge: judge.c. */
ria_status bwaves_judge(const void *instance, ria_simulation *simulation, ria_tell tell,
                        void *context);

/* ria_solver.show: show.c. */
void bwaves_show(const ria_case *the_case, const ria_terrain *terrain, ria_shown *shown);

#endif
