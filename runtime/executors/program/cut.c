/* Cutting a program into phases: a phase ends where tiles need what others have made. */
#include "program.h"

/* A new phase begins. */
static ria_phase *begin(ria_program_memory *m, int op, bool in_loop) {
  ria_phase *phase = &m->phase[m->phases++];
  *phase = (ria_phase){.first = op, .unpack = -1, .pack = -1, .scalar = -1, .in_loop = in_loop};
  return phase;
}

static bool is_empty(const ria_phase *phase) {
  return !phase->ops && phase->unpack < 0 && phase->pack < 0 && phase->scalar < 0;
}

ria_status ria_program_cut(const ria_program *p, ria_program_memory *m) {
  bool in_loop = false;
  m->phases = 0;
  m->loop = m->loop_end = -1;
  ria_phase *phase = begin(m, 0, false);
  for (int i = 0; i < p->ops; i++) {
    const ria_op *op = &p->op[i];
    /* Tiles have been left for scalars: the next of their operations begins anew. */
    if (phase->scalar >= 0 && op->kind != RIA_OP_SCALAR && op->kind != RIA_OP_LOOP &&
        op->kind != RIA_OP_END)
      phase = begin(m, i, in_loop);
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
      phase = begin(m, i + 1, in_loop);
      phase->unpack = i;
      break;
    case RIA_OP_SPMV:
      if (m->matrix[m->matrix_of[i]].travels) {
        phase->pack = i;
        phase = begin(m, i, in_loop);
        phase->unpack = i;
      }
      phase->ops++;
      break;
    case RIA_OP_SCALAR:
      if (phase->scalar < 0)
        phase->scalar = i;
      phase->scalar_ops++;
      break;
    case RIA_OP_LOOP:
      m->loop_op = op;
      phase->before_loop = true;
      in_loop = true;
      m->loop = m->phases;
      phase = begin(m, i + 1, true);
      break;
    default:
      phase->last_of_loop = true;
      in_loop = false;
      m->loop_end = m->phases;
      phase = begin(m, i + 1, false);
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
