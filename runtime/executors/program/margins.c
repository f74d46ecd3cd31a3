/* Margins: how far beyond its own cells a tile applies the kernels of a program. That is as far as
 * later operations read the results before an exchange. */
#include "program.h"
#include <stdlib.h>
#include <string.h>

enum { MOST_PASSES = 64 };

typedef struct {
  const ria_program *program;
  int nstate;
  program_margins *margins;
  bool changed;
  ria_reach need[RIA_MAX_OPERANDS]; /* for each field, at a point of the program: how far later
                                       operations read it */
  /* The same at the start of a loop's iteration, and after the loop. */
  ria_reach start[RIA_PROGRAM_LOOPS][RIA_MAX_OPERANDS], after[RIA_PROGRAM_LOOPS][RIA_MAX_OPERANDS];
} walk;

static bool is_none(const ria_reach *reach) {
  bool none = true;
  for (int a = 0; a < RIA_AXES; a++)
    none &= reach->low[a] == 0 && reach->high[a] == 0;
  return none;
}

static bool extend(ria_reach *reach, const ria_reach *by, const ria_reach *from) {
  static const ria_reach nowhere;
  bool longer = false;
  from = from ? from : &nowhere;
  for (int a = 0; a < RIA_AXES; a++) {
    const int low = from->low[a] + by->low[a], high = from->high[a] + by->high[a];
    longer |= low > reach->low[a] || high > reach->high[a];
    reach->low[a] = low > reach->low[a] ? low : reach->low[a];
    reach->high[a] = high > reach->high[a] ? high : reach->high[a];
  }
  return longer;
}

/* Raises numbers of ghost cells to those that are read. */
static void take_ghosts(int ghost[RIA_AXES], const ria_reach *reach) {
  for (int a = 0; a < RIA_AXES; a++) {
    const int most = reach->low[a] > reach->high[a] ? reach->low[a] : reach->high[a];
    ghost[a] = most > ghost[a] ? most : ghost[a];
  }
}

static ria_status apply(walk *w, int number) {
  const ria_op *op = &w->program->op[number];
  const ria_kernel *k = op->kernel;
  ria_reach *margin = &w->margins->margin[number];
  for (int f = 0; f < k->nstate; f++) {
    ria_reach *need = &w->need[op->field[f]];
    if (!ria_kernel_writes(k, f))
      continue;
    if (op->patches && !is_none(need))
      return ria_fail(RIA_ERROR_ARGUMENT,
                      "operation %d of the program writes a field in some cells, which later "
                      "operations read in ghost cells; put an exchange of it in between",
                      number);
    w->changed |= extend(margin, need, NULL);
  }
  for (int f = 0; f < k->nstate; f++) /* its result was not needed before */
    if (ria_kernel_writes(k, f) && !ria_kernel_reads(k, f) && !op->patches)
      w->need[op->field[f]] = (ria_reach){{0}, {0}};
  for (int f = 0; f < k->nstate; f++)
    if (ria_kernel_reads(k, f))
      extend(&w->need[op->field[f]], &k->sees[f], margin);
  return RIA_SUCCESS;
}

static void extend_all(ria_reach *need, const ria_reach *by) {
  for (int f = 0; f < RIA_MAX_OPERANDS; f++)
    extend(&need[f], &by[f], NULL);
}

/* Another iteration may follow the end of one. */
static void enter_loop(walk *w, int loop) {
  memcpy(w->after[loop], w->need, sizeof w->need);
  extend_all(w->need, w->start[loop]);
}

/* The loop may be skipped. */
static void leave_loop(walk *w, int loop) {
  w->changed |= memcmp(w->start[loop], w->need, sizeof w->need) != 0;
  memcpy(w->start[loop], w->need, sizeof w->need);
  extend_all(w->need, w->after[loop]);
}

/* From the last operation to the first; loops are numbered in this order too. */
static ria_status go_back(walk *w) {
  int loops = 0, depth = 0, inside[RIA_PROGRAM_DEPTH];
  memset(w->need, 0, sizeof w->need);
  for (int i = w->program->ops - 1; i >= 0; i--) {
    const ria_op *op = &w->program->op[i];
    if (op->kind == RIA_OP_APPLY)
      RIA_TRY(apply(w, i));
    for (int f = 0; op->kind == RIA_OP_SPMV && !op->matrix->sides && f < op->fields; f++)
      if (!is_none(&w->need[op->field[op->fields + f]]))
        return ria_fail(RIA_ERROR_ARGUMENT,
                        "operation %d of the program makes products that later operations read in "
                        "ghost cells; put an exchange of them in between",
                        i);
    for (int f = 0; op->kind == RIA_OP_EXCHANGE && f < op->fields; f++) {
      take_ghosts(w->margins->ghost, &w->need[op->field[f]]);
      take_ghosts(w->margins->depth[i], &w->need[op->field[f]]);
      w->need[op->field[f]] = (ria_reach){{0}, {0}};
    }
    if (op->kind == RIA_OP_END)
      enter_loop(w, inside[depth++] = loops++);
    if (op->kind == RIA_OP_LOOP)
      leave_loop(w, inside[--depth]);
  }
  return RIA_SUCCESS;
}

static ria_status find(walk *w, int nstatic) {
  int passes = 0;
  do {
    if (passes++ == MOST_PASSES)
      return ria_fail(RIA_ERROR_ARGUMENT,
                      "a loop of the program reads ghost cells that it has computed itself, one "
                      "more in each iteration; put an exchange into it");
    w->changed = false;
    RIA_TRY(go_back(w));
  } while (w->changed);
  for (int f = 0; f < RIA_MAX_OPERANDS; f++) {
    if (f >= w->nstate && f < w->nstate + nstatic)
      take_ghosts(w->margins->ghost, &w->need[f]);
    else if (!is_none(&w->need[f]))
      return ria_fail(RIA_ERROR_ARGUMENT,
                      "the program reads field %d in ghost cells that no exchange has "
                      "filled since the step began; put an exchange of it before",
                      f);
  }
  return RIA_SUCCESS;
}

ria_status program_find_margins(const ria_program *program, int nstate, int nstatic,
                                program_margins *margins) {
  walk *w = calloc(1, sizeof *w);
  if (!w)
    return ria_fail(RIA_ERROR_MEMORY, "no memory for a program");
  memset(margins, 0, sizeof *margins);
  w->program = program;
  w->nstate = nstate;
  w->margins = margins;
  const ria_status status = find(w, nstatic);
  free(w);
  return status;
}
