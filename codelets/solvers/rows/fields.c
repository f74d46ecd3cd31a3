/* Which fields of the state a program needs. */
#include "rows.h"

static int fields_of(const ria_op *op) {
  switch (op->kind) {
  case RIA_OP_APPLY:
  case RIA_OP_REDUCE:
    return op->kernel->nstate;
  case RIA_OP_EXCHANGE:
    return op->fields;
  case RIA_OP_SPMV:
    return 2 * op->fields;
  default:
    return 0;
  }
}

void rows_pack_fields(rows *s) {
  const int before = s->nstate;
  bool used[ROWS_STATE] = {false};
  int place[ROWS_STATE];
  for (int n = 0; n < s->program.ops; n++)
    for (int i = 0; i < fields_of(&s->op[n]); i++)
      if (s->op[n].field[i] < before)
        used[s->op[n].field[i]] = true;
  s->nstate = 0;
  for (int f = 0; f < before; f++)
    if (f < LASTING || used[f]) {
      s->state[s->nstate] = s->state[f];
      place[f] = s->nstate++;
    }
  for (int n = 0; n < s->program.ops; n++)
    for (int i = 0; i < fields_of(&s->op[n]); i++) {
      int *field = &s->op[n].field[i];
      *field = *field < before ? place[*field] : *field - before + s->nstate;
    }
}
