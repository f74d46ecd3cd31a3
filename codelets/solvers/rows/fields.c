/* Assigns memory to the fields that live within a step only. */
#include "rows.h"
#include <string.h>

/* The operations that a field lives from and to: the first and the last that have it. */
typedef struct {
  int first, last;
} life;

static int fields_of(const ria_op *op) {
  switch (op->kind) {
  case RIA_OP_APPLY:
  case RIA_OP_REDUCE:
    return op->kernel->nstate;
  case RIA_OP_EXCHANGE:
    return op->fields;
  case RIA_OP_SPMV:
  case RIA_OP_DOT:
    return 2 * op->fields;
  default:
    return 0;
  }
}

static void find_lives(const rows *s, life lives[ROWS_STATE]) {
  for (int f = 0; f < ROWS_STATE; f++)
    lives[f] = (life){s->program.ops, -1};
  for (int n = 0; n < s->program.ops; n++)
    for (int i = 0; i < fields_of(&s->op[n]); i++) {
      const int f = s->op[n].field[i];
      if (f >= ROWS_STATE)
        continue; /* a static */
      lives[f].first = lives[f].first < n ? lives[f].first : n;
      lives[f].last = n;
    }
}

/* The place whose last field has been dead the shortest: it is likely to be in a cache. */
static int free_place(const int last[ROWS_STATE], int places, int first) {
  int best = -1;
  for (int p = LASTING; p < places; p++)
    if (last[p] < first && (best < 0 || last[p] > last[best]))
      best = p;
  return best;
}

void rows_pack_fields(rows *s) {
  life lives[ROWS_STATE];
  ria_quantity state[ROWS_STATE];
  int place[ROWS_STATE], last[ROWS_STATE], places = LASTING;
  memcpy(state, s->state, sizeof state);
  find_lives(s, lives);
  for (int f = 0; f < LASTING; f++)
    place[f] = f;
  for (int n = 0; n < s->program.ops; n++)
    for (int f = LASTING; f < ROWS_STATE; f++) {
      if (lives[f].first != n)
        continue;
      const int free = free_place(last, places, n);
      place[f] = free < 0 ? places++ : free;
      last[place[f]] = lives[f].last;
      if (free < 0)
        s->state[place[f]] = state[f];
    }
  for (int n = 0; n < s->program.ops; n++)
    for (int i = 0; i < fields_of(&s->op[n]); i++) {
      int *field = &s->op[n].field[i];
      *field = *field < ROWS_STATE ? place[*field] : *field - ROWS_STATE + places;
    }
  s->nstate = places;
}
