/* A blast wave in a periodic box, by implicit steps: docs/bwaves.md. */
#ifndef RIA_BWAVES_H
#define RIA_BWAVES_H

#include "../program_builder.h"
#include "../recipe.h"
#include "keys.h"
#include "ria/registry.h"

enum { COMPONENTS = 5 }; /* components of the state and of vectors */

typedef struct {
  const ria_case *the_case;
  const bwaves_case *own;
  const ria_terrain *terrain;
  bool second; /* bdf2 */
  bwaves_matrix matrix;
  program_builder program;
} bwaves;

/* Makes s->program. Errors: RIA_ERROR_INTERNAL. program.c. */
ria_status bwaves_make_program(bwaves *s);

/* ria_solver.fill_state: start.c. */
ria_status bwaves_fill(void *context, int field, int block, const ria_range *cells, double *values);

/* The kernel that computes the blocks of a matrix, for a matrix that stores them; else NULL.
 * bwaves.c. */
const char *bwaves_blocks_kernel(bwaves_matrix matrix);

/* Add operations on vectors to the program: program.c. */
void bwaves_dot(bwaves *s, const char *a, const char *b, const char *result);
void bwaves_multiply(bwaves *s, const char *x, const char *y);

/* Solve the system from 0 with the case's method. methods.c. */
void bwaves_add_solution(bwaves *s);

/* ria_solver.judge: judge.c. */
ria_status bwaves_judge(const void *instance, ria_simulation *simulation, ria_tell tell,
                        void *context);

/* ria_solver.show: show.c. */
void bwaves_show(const ria_case *the_case, const ria_terrain *terrain, ria_shown *shown);

#endif
