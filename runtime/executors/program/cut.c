/* Cutting a program into phases: a phase ends where tiles need what others have made. */
#include "program.h"

/* A new phase begins. */
static ria_phase *begin(ria_program_memory *m, int op, int loop) {
  ria_phase *phase = &m->phase[m->phases++];
  *phase = (ria_phase){
      .first = op, .unpack = -1, .pack = -1, .scalar = -1, .loop = loop, .enters = -1, .ends = -1};
  return phase;
}

/* The phases of a loop begin; its number. */
static int begin_loop(ria_program_memory *m, const ria_op *op, int outer) {
  m->loop[m->loops] =
      (ria_program_loop){.op = op, .outer = outer, .first = m->phases, .expected = -1};
  if (outer >= 0)
    m->loop[outer].holds = true;
  return m->loops++;
}

static bool is_empty(const ria_phase *phase) {
  return !phase->ops && phase->unpack < 0 && phase->pack < 0 && phase->scalar < 0;
}

ria_status ria_program_cut(const ria_program *p, ria_program_memory *m) {
  int loop = -1;
  m->phases = m->loops = 0;
  ria_phase *phase = begin(m, 0, loop);
  for (int i = 0; i < p->ops; i++) {
    const ria_op *op = &p->op[i];
    /* Tiles have been left for scalars: the next of their operations begins anew. */
    if (phase->scalar >= 0 && op->kind != RIA_OP_SCALAR && op->kind != RIA_OP_COMPUTE &&
        op->kind != RIA_OP_LOOP && op->kind != RIA_OP_END)
      phase = begin(m, i, loop);
    switch (op->kind) {
    case RIA_OP_APPLY:
    case RIA_OP_REDUCE:
      phase->ops++;
      phase->reductions += op->kind == RIA_OP_REDUCE;
      break;
    case RIA_OP_EXCHANGE:
      if (m->groups == 1) { /* nobody else: the task goes on */
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
                      "operation %d of the program: more than %d reductions of which none waits "
                      "for another; compute a scalar between them",
                      i, RIA_PHASE_REDUCTIONS);
  }
  if (is_empty(phase))
    m->phases--;
  return RIA_SUCCESS;
}
