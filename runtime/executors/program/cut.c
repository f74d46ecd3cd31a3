/* Cuts a program into phases: a phase ends where tiles need results of other tiles. */
#include "program.h"

/* Begin a new phase. */
static program_phase *begin(program_memory *m, int op, int loop) {
  program_phase *phase = &m->phase[m->phases++];
  *phase = (program_phase){.first = op,
                           .unpack = -1,
                           .pack = -1,
                           .scalar = -1,
                           .loop = loop,
                           .enters = -1,
                           .ends = -1,
                           .aside = -1,
                           .takes = -1,
                           .results_of = -1};
  return phase;
}

/* Begin the phases of a loop; returns its number. */
static int begin_loop(program_memory *m, const ria_op *op, int outer) {
  m->loop[m->loops] = (program_loop){.op = op, .outer = outer, .first = m->phases, .expected = -1};
  if (outer >= 0)
    m->loop[outer].holds = true;
  return m->loops++;
}

static bool is_empty(const program_phase *phase) {
  return !phase->ops && phase->unpack < 0 && phase->pack < 0 && phase->scalar < 0 &&
         phase->takes < 0;
}

/* Whether an operation must wait for the results of operations aside, or belongs to another loop of
 * the program. */
static bool ends_aside(const ria_program *p, const program_phase *aside, const ria_op *op) {
  bool ends = op->kind == RIA_OP_LOOP || op->kind == RIA_OP_END || op->aside;
  for (int n = aside->first; n < aside->first + aside->ops; n++)
    for (int i = 0; i < p->op[n].kernel->nstate; i++)
      ends |= program_gives_back(&p->op[n], p->op[n].field[i]) &&
              program_touches(op, p->op[n].field[i]);
  return ends;
}

/* The phase that operation `i` begins or continues, if operations are computed aside. `open`: the
 * phase aside whose results have not come back yet; -1: none. */
static program_phase *split(const ria_program *p, program_memory *m, int i, int loop, int *open) {
  const ria_op *op = &p->op[i];
  program_phase *phase = &m->phase[m->phases - 1];
  if (op->aside && phase->aside >= 0)
    return phase;
  if (phase->aside >= 0)
    phase = begin(m, i, loop);
  if (*open >= 0 && ends_aside(p, &m->phase[*open], op)) {
    if (!is_empty(phase))
      phase = begin(m, i, loop);
    phase->takes = m->phase[*open].aside;
    *open = -1;
  }
  if (op->aside) {
    *open = m->phases;
    phase = begin(m, i, loop);
    phase->aside = m->asides++;
  }
  return phase;
}

static bool uses_results(const ria_program *p, const program_phase *phase,
                         const program_phase *of) {
  bool uses = false;
  for (int n = phase->first; n < phase->first + phase->ops; n++)
    for (int r = of->first; r < of->first + of->ops; r++)
      for (int i = 0; p->op[n].kind == RIA_OP_APPLY && program_op_reduces(&p->op[r]) &&
                      i < p->op[n].kernel->nscalar;
           i++)
        uses |= p->op[n].bound[i] == 1 + p->op[r].result;
  return uses;
}

/* A phase that ends with an exchange leaves its results to the end of the next phase: they are sent
 * while its tiles work. Only one set of results is in transfer at a time. */
static void find_takers(const ria_program *p, program_memory *m) {
  for (int n = 0; n < m->phases; n++) {
    program_phase *phase = &m->phase[n], *next = phase + 1;
    const bool leaves = phase->reductions && phase->pack >= 0 && n + 1 < m->phases &&
                        !next->reductions && next->aside < 0 && !uses_results(p, next, phase);
    if (phase->reductions)
      (leaves ? next : phase)->results_of = n;
  }
}

ria_status program_cut(const ria_program *p, program_memory *m) {
  int loop = -1, open = -1;
  m->phases = m->loops = m->asides = 0;
  program_phase *phase = begin(m, 0, loop);
  for (int i = 0; i < p->ops; i++) {
    const ria_op *op = &p->op[i];
    if (m->beside)
      phase = split(p, m, i, loop, &open);
    if (m->asides > RIA_PROGRAM_ASIDES)
      return ria_fail(
          RIA_ERROR_UNSUPPORTED,
          "operation %d of the program: more than %d runs of operations are computed aside", i,
          RIA_PROGRAM_ASIDES);
    /* The scalars need results of all tiles: the next operation begins a new phase. */
    if (phase->scalar >= 0 && op->kind != RIA_OP_SCALAR && op->kind != RIA_OP_COMPUTE &&
        op->kind != RIA_OP_LOOP && op->kind != RIA_OP_END)
      phase = begin(m, i, loop);
    switch (op->kind) {
    case RIA_OP_APPLY:
    case RIA_OP_REDUCE:
    case RIA_OP_DOT:
      phase->ops++;
      phase->reductions += program_op_reduces(op);
      break;
    case RIA_OP_EXCHANGE:
      if (m->groups == 1) { /* no other tile is involved: the task goes on */
        phase->ops++;
        break;
      }
      phase->pack = i;
      phase = begin(m, i + 1, loop);
      phase->unpack = i;
      break;
    case RIA_OP_SPMV:
      if (m->matrix[m->matrix_of[i]].travels) {
        phase->pack = i;
        phase = begin(m, i, loop);
        phase->unpack = i;
      }
      phase->ops++;
      break;
    case RIA_OP_SCALAR:
    case RIA_OP_COMPUTE:
      if (phase->scalar < 0)
        phase->scalar = i;
      phase->scalar_ops++;
      break;
    case RIA_OP_LOOP:
      phase->enters = loop = begin_loop(m, op, loop);
      phase = begin(m, i + 1, loop);
      break;
    default:
      phase->ends = loop;
      m->loop[loop].end = m->phases;
      loop = m->loop[loop].outer;
      phase = begin(m, i + 1, loop);
    }
    if (phase->reductions > RIA_PHASE_REDUCTIONS)
      return ria_fail(RIA_ERROR_UNSUPPORTED,
                      "operation %d of the program: more than %d independent reductions; compute a "
                      "scalar between them",
                      i, RIA_PHASE_REDUCTIONS);
  }
  if (open >= 0) {
    phase = is_empty(phase) ? phase : begin(m, p->ops, loop);
    phase->takes = m->phase[open].aside;
  }
  if (is_empty(phase))
    m->phases--;
  find_takers(p, m);
  return RIA_SUCCESS;
}
