/* List scheduling of a region: each cycle issues, for each pipe, the ready instruction with the
 * longest path to the end. A longer look-ahead in the source needs more registers: the longest one
 * that 128 registers allow is used. */
#include "schedule.h"
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

typedef enum {
  SINGLE,
  DOUBLE,
  DOUBLE_COMPARE,
  INTEGER,
  FIXED,
  ROTATE,
  BYTE,
  SHUFFLE,
  LOAD,
  STORE,
  BRANCH,
  MISSED,
  CHANNEL
} class;

static const struct {
  class class;
  int flops;
} instruction[] = {
#define INSTRUCTION(name, class, flops) {class, flops},
    RIA_SPE_INSTRUCTIONS(INSTRUCTION)
#undef INSTRUCTION
};

enum {
  REGISTERS = 128 - 24, /* the rest hold constants, addresses and counters */
  LONGEST_BODY = 4096,  /* instructions of an unrolled loop: 16 KiB of code */
  MISSED_BRANCH = 18,
  SOFT_COMPARE = 12, /* instructions of a double-precision comparison without a special
                        instruction */
};

typedef struct {
  class class;
  int from[3];       /* earlier instructions that it needs, or -1 */
  int after[3];      /* cycles from their issue to its issue */
  int latency, busy; /* busy: cycles of its pipe */
  int stall;         /* cycles in which both pipes are blocked after it */
  bool odd, makes;   /* makes a value, in a register */
} op;

typedef struct {
  op *ops;
  int count;
  int *issue;
  int *height;                 /* cycles from its issue to the end of all dependent instructions */
  int *needs;                  /* number of operands that are not ready */
  int *ready;                  /* the cycle in which its operands are ready */
  int *first_user, *next_user; /* lists of 3 * count */
  int *heap[3], heap_count[3]; /* not yet ready, by cycle; ready, by height: even, odd */
} work;

static void describe(op *o, ria_spe_instruction what, const ria_cell_chip *chip) {
  static const int latency[] = {
      [SINGLE] = 6, [INTEGER] = 7, [FIXED] = 2,  [ROTATE] = 4, [BYTE] = 4,   [SHUFFLE] = 4,
      [LOAD] = 6,   [STORE] = 1,   [BRANCH] = 4, [MISSED] = 4, [CHANNEL] = 6};
  o->class = instruction[what].class;
  o->odd = o->class >= SHUFFLE;
  o->busy = 1;
  o->stall = 0;
  o->makes = o->class != STORE && o->class != BRANCH && o->class != MISSED && what != RIA_SPE_WRCH;
  if (o->class == DOUBLE || (o->class == DOUBLE_COMPARE && chip->double_compare)) {
    o->latency = chip->double_latency;
    o->stall = chip->double_stall;
  } else if (o->class == DOUBLE_COMPARE) {
    o->busy = SOFT_COMPARE;
    o->latency = 2 * SOFT_COMPARE;
  } else {
    o->latency = latency[o->class];
  }
}

/* A product used only in one sum is computed in the sum: its place in `gone`, and the sum's new
 * operands. */
static void contract(const ria_record *sample, int count, ria_record *copy, bool *gone) {
  int *users = calloc((size_t)count + 1, sizeof *users);
  if (!users)
    return;
  for (int n = 0; n < count; n++)
    for (int k = 0; k < 3; k++)
      users[sample[n].from[k]]++;
  for (int n = 0; n < count; n++) {
    const ria_spe_instruction what = sample[n].what;
    const bool sum = what == RIA_SPE_FA || what == RIA_SPE_DFA;
    if (!sum && what != RIA_SPE_FS && what != RIA_SPE_DFS)
      continue;
    const bool single = what == RIA_SPE_FA || what == RIA_SPE_FS;
    for (int k = 0; k < 2; k++) {
      const int product = (int)sample[n].from[k] - 1;
      if (product < 0 || users[product + 1] != 1 || gone[product] ||
          sample[product].what != (single ? RIA_SPE_FM : RIA_SPE_DFM))
        continue;
      gone[product] = true;
      copy[n].what = (uint16_t)(sum      ? (single ? RIA_SPE_FMA : RIA_SPE_DFMA)
                                : k == 0 ? (single ? RIA_SPE_FMS : RIA_SPE_DFMS)
                                         : (single ? RIA_SPE_FNMS : RIA_SPE_DFNMS));
      copy[n].from[2] = sample[n].from[1 - k];
      copy[n].from[0] = copy[product].from[0];
      copy[n].from[1] = copy[product].from[1];
      break;
    }
  }
  free(users);
}

/* Unrolling removes the counter, comparison and branch of all turns but the last. */
static void merge_turns(const ria_region *region, int turns, bool *gone) {
  for (int t = 0; t + 1 < turns; t++)
    for (int n = region->length - 3; n < region->length; n++)
      gone[t * region->length + n] = true;
}

static ria_status prepare(work *w, const ria_region *region, int turns,
                          const ria_cell_machine *machine, bool merged) {
  const int count = turns * region->length;
  const size_t size = (size_t)count;
  memset(w, 0, sizeof *w);
  bool *gone = calloc(size, sizeof *gone);
  int *place = malloc((size + 1) * sizeof *place);
  ria_record *copy = malloc(size * sizeof *copy);
  w->ops = malloc(size * sizeof *w->ops);
  w->issue = malloc(11 * size * sizeof *w->issue);
  if (!gone || !place || !copy || !w->ops || !w->issue) {
    free(gone);
    free(place);
    free(copy);
    return ria_fail(RIA_ERROR_MEMORY, "no memory to schedule %d instructions", count);
  }
  w->height = w->issue + size;
  w->needs = w->height + size;
  w->ready = w->needs + size;
  w->first_user = w->ready + size;
  w->next_user = w->first_user + size;
  for (int k = 0; k < 3; k++)
    w->heap[k] = w->next_user + (3 + (size_t)k) * size;
  memcpy(copy, region->sample, size * sizeof *copy);
  if (merged && region->loops)
    merge_turns(region, turns, gone);
  if (machine->contract)
    contract(region->sample, count, copy, gone);
  place[0] = -1;
  for (int n = 0; n < count; n++) {
    place[n + 1] = gone[n] ? -1 : w->count;
    if (gone[n])
      continue;
    op *o = &w->ops[w->count++];
    describe(o, copy[n].what, machine->chip);
    for (int k = 0; k < 3; k++) {
      o->from[k] = place[copy[n].from[k]];
      if (o->from[k] < 0)
        continue;
      const op *before = &w->ops[o->from[k]];
      o->after[k] = o->class == STORE && k == 1 ? 0 : before->latency;
    }
  }
  free(gone);
  free(place);
  free(copy);
  return RIA_SUCCESS;
}

static void release(work *w) {
  free(w->ops);
  free(w->issue);
}

/* --- In the order of the source ----------------------------------------------------------------
 */

static int max(int a, int b) {
  return a > b ? a : b;
}

static int operands_ready(const work *w, const op *o) {
  int ready = 0;
  for (int k = 0; k < 3; k++)
    if (o->from[k] >= 0)
      ready = max(ready, w->issue[o->from[k]] + o->after[k]);
  return ready;
}

static int in_order(const work *w) {
  int cycle = 0;       /* the first cycle in which it may issue */
  bool beside = false; /* an even instruction of the cycle before may be paired with an odd one */
  for (int n = 0; n < w->count; n++) {
    const op *o = &w->ops[n];
    const int ready = operands_ready(w, o);
    if (beside && o->odd && ready < cycle) {
      w->issue[n] = cycle - 1;
      beside = false;
    } else {
      w->issue[n] = max(cycle, ready);
      cycle = w->issue[n] + o->busy + o->stall;
      beside = !o->odd && o->busy == 1 && !o->stall;
    }
    if (o->class == MISSED)
      cycle = max(cycle, w->issue[n] + 1 + MISSED_BRANCH);
  }
  return cycle;
}

/* --- Rescheduled -------------------------------------------------------------------------------
 */

static bool before(const work *w, int kind, int a, int b) {
  if (kind == 0)
    return w->ready[a] != w->ready[b] ? w->ready[a] < w->ready[b] : a < b;
  return w->height[a] != w->height[b] ? w->height[a] > w->height[b] : a < b;
}

static void push(work *w, int kind, int n) {
  int *heap = w->heap[kind], at = w->heap_count[kind]++;
  for (; at && before(w, kind, n, heap[(at - 1) / 2]); at = (at - 1) / 2)
    heap[at] = heap[(at - 1) / 2];
  heap[at] = n;
}

static int pop(work *w, int kind) {
  int *heap = w->heap[kind];
  const int top = heap[0], last = heap[--w->heap_count[kind]], count = w->heap_count[kind];
  int at = 0;
  for (int child; (child = 2 * at + 1) < count; at = child) {
    child += child + 1 < count && before(w, kind, heap[child + 1], heap[child]);
    if (!before(w, kind, heap[child], last))
      break;
    heap[at] = heap[child];
  }
  heap[at] = last;
  return top;
}

/* The final instruction of a region that branches stays the last one. */
static bool is_end(const work *w, int n) {
  return n == w->count - 1 && (w->ops[n].class == BRANCH || w->ops[n].class == MISSED);
}

static void link_users(work *w) {
  for (int n = 0; n < w->count; n++) {
    w->first_user[n] = -1;
    w->height[n] = w->ops[n].latency;
  }
  for (int n = w->count; n-- > 0;)
    for (int k = 0; k < 3; k++) {
      const int from = w->ops[n].from[k];
      if (from < 0)
        continue;
      w->next_user[3 * n + k] = w->first_user[from];
      w->first_user[from] = 3 * n + k;
      w->height[from] = max(w->height[from], w->height[n] + w->ops[n].after[k]);
    }
}

static int reschedule(work *w, int look) {
  const int count = w->count;
  int done = 0, head = 0, seen = 0, cycle = 0, free_at[2] = {0, 0}, last = -1;
  for (int n = 0; n < count; n++) {
    w->ready[n] = w->needs[n] = 0;
    w->issue[n] = -1;
    for (int k = 0; k < 3; k++)
      w->needs[n] += w->ops[n].from[k] >= 0;
  }
  memset(w->heap_count, 0, sizeof w->heap_count);
  const int inner = count && is_end(w, count - 1) ? count - 1 : count;
  while (done < inner) {
    for (; seen < inner && seen < head + look; seen++)
      if (!w->needs[seen])
        push(w, 0, seen);
    while (w->heap_count[0] && w->ready[w->heap[0][0]] <= cycle) {
      const int n = pop(w, 0);
      push(w, w->ops[n].odd ? 2 : 1, n);
    }
    bool stalled = false;
    for (int pipe = 0; pipe < 2 && !stalled; pipe++) {
      if (!w->heap_count[1 + pipe] || free_at[pipe] > cycle)
        continue;
      const int n = pop(w, 1 + pipe);
      const op *o = &w->ops[n];
      w->issue[n] = last = cycle;
      free_at[pipe] = cycle + o->busy;
      done++;
      for (int user = w->first_user[n]; user >= 0; user = w->next_user[user]) {
        const int to = user / 3;
        w->ready[to] = max(w->ready[to], cycle + w->ops[to].after[user % 3]);
        if (!--w->needs[to] && to < seen && to < inner)
          push(w, 0, to);
      }
      if (o->stall) { /* it issues alone and blocks both pipes */
        stalled = true;
        cycle += o->stall;
      }
    }
    while (head < inner && w->issue[head] >= 0)
      head++;
    cycle++;
  }
  int end = max(last + 1, cycle);
  if (inner < count) {
    const op *o = &w->ops[inner];
    /* Paired with the last even one, or after it. */
    w->issue[inner] = max(operands_ready(w, o), free_at[1] > last ? last + 1 : max(last, 0));
    end = max(end, w->issue[inner] + 1);
    if (o->class == MISSED)
      end = max(end, w->issue[inner] + 1 + MISSED_BRANCH);
  }
  return end;
}

/* The largest number of live values. */
static int pressure(const work *w, int cycles) {
  int *change = calloc((size_t)cycles + 2, sizeof *change), most = 0;
  if (!change)
    return 0;
  for (int n = 0; n < w->count; n++) {
    if (!w->ops[n].makes)
      continue;
    int end = w->issue[n] + 1;
    for (int user = w->first_user[n]; user >= 0; user = w->next_user[user])
      end = max(end, w->issue[user / 3]);
    change[w->issue[n]]++;
    change[end < cycles ? end : cycles]--;
  }
  for (int cycle = 0, kept = 0; cycle < cycles; cycle++) {
    kept += change[cycle];
    most = max(most, kept);
  }
  free(change);
  return most;
}

/* The fewest cycles that the registers allow; values that do not fit are stored and loaded
 * again. */
static int best_look(work *w, int *registers) {
  static const int look[] = {1 << 30, 512, 256, 128, 64, 32, 16};
  int best = 0, fewest = 0;
  link_users(w);
  for (size_t n = 0; n < sizeof look / sizeof *look; n++) {
    int cycles = reschedule(w, look[n]);
    const int held = pressure(w, cycles);
    if (held > REGISTERS)
      cycles += 2 * (held - REGISTERS);
    if (!n || cycles < best) {
      best = cycles;
      fewest = held < REGISTERS ? held : REGISTERS;
    }
    if (held <= REGISTERS)
      break; /* a shorter look-ahead does not help */
  }
  *registers = fewest;
  return best;
}

ria_status ria_cell_schedule(const ria_region *region, const ria_cell_machine *machine,
                             ria_schedule *result) {
  *result = (ria_schedule){.unrolled = 1};
  work w;
  const bool written = machine->compiler == RIA_CELL_AS_WRITTEN;
  RIA_TRY(prepare(&w, region, written ? region->sampled : 1, machine, false));
  for (int n = 0; n < (written ? w.count / region->sampled : w.count); n++)
    *(w.ops[n].odd ? &result->odd : &result->even) += 1;
  for (int n = 0; n < region->length; n++) {
    const ria_record *r = &region->sample[n];
    const int lanes = instruction[r->what].class == SINGLE ? 4 : 2;
    result->flops += instruction[r->what].flops / (r->scalar ? lanes : 1);
  }
  if (written) {
    result->first = result->again = (double)in_order(&w) / region->sampled;
    link_users(&w);
    result->registers = pressure(&w, (int)(result->first * region->sampled) + 1);
    release(&w);
    return RIA_SUCCESS;
  }
  result->first = result->again = best_look(&w, &result->registers);
  release(&w);
  for (int turns = 2; machine->compiler == RIA_CELL_UNROLLED && region->loops &&
                      turns <= region->sampled && turns * region->length <= LONGEST_BODY;
       turns *= 2) {
    int registers;
    RIA_TRY(prepare(&w, region, turns, machine, true));
    const double again = (double)best_look(&w, &registers) / turns;
    release(&w);
    if (again < result->again) {
      result->again = again;
      result->unrolled = turns;
      result->registers = registers;
    }
  }
  return RIA_SUCCESS;
}
