/** \file
 * The equation-independent part of a generated SPE program: transfers blocks by DMA, one while
 * another is computed. It is SPE code like the rest, and is included once, after
 *
 *   enum { FIELDS, STATE, RADIUS, LANES, ALONG_X };   of which the first STATE fields are written
 *   real, vec_real, word                           an unsigned integer as wide as a real
 *   struct constants, constants_of()               scalars
 *   struct sweep                                   results of the reduction, and other lasting
 * state
 */
#ifndef SPE_SWEEP_H
#define SPE_SWEEP_H

enum { LARGEST = 16384, VECTOR = 16 }; /* bytes of a transfer; of a vector */
enum { BUFFERS = 2, TAG_NEXT = BUFFERS, TAG_OUT };
/* Transfers of a block's list: at most half of the local store. */
enum { ELEMENTS = 131072 / LARGEST + 2 * SPE_SIDES };

/* A block in the local store, contiguous: low ghosts, cells, high ghosts. */
typedef struct {
  spe_block what;
  vec_real *cells;                     /* [FIELDS][rows][pitch] */
  vec_real *ghost[SPE_SIDES];          /* as in spe_block */
  vec_real *edge[SPE_AXES][SPE_SIDES]; /* [STATE][rows], and [STATE][RADIUS][pitch] */
  unsigned bytes[SPE_AXES];            /* of an edge */
  mfc_list_element_t *arriving, *leaving;
} resident;

static void wait_for(unsigned tags) {
  mfc_write_tag_mask(tags);
  mfc_read_tag_status_all();
}

/* Adds bytes of main memory to a list; returns the next element. */
static int add(mfc_list_element_t *list, int n, unsigned long long ea, unsigned bytes) {
  for (unsigned at = 0; at < bytes; at += LARGEST, n++) {
    list[n].notify = 0;
    list[n].reserved = 0;
    list[n].size = (bytes - at < (unsigned)LARGEST ? bytes - at : (unsigned)LARGEST) & 0x7fff;
    list[n].eal = mfc_ea2l(ea + at);
  }
  return n;
}

/* Places in the buffer, and the transfers to there: queued after those that still read it. */
static void fetch(resident *r, const spe_block *block, void *buffer, unsigned tag) {
  const unsigned layer = ALONG_X ? block->rows : RADIUS * block->pitch;
  const unsigned side = FIELDS * layer, cells = FIELDS * block->rows * block->pitch;
  r->what = *block;
  r->ghost[SPE_LOW] = (vec_real *)buffer;
  r->cells = r->ghost[SPE_LOW] + side;
  r->ghost[SPE_HIGH] = r->cells + cells;
  vec_real *at = r->ghost[SPE_HIGH] + side;
  for (int axis = 0; axis < SPE_AXES; axis++) {
    const unsigned edge = STATE * (axis == SPE_X ? block->rows : RADIUS * block->pitch);
    r->bytes[axis] = edge * VECTOR;
    for (int s = 0; s < SPE_SIDES; s++, at += edge)
      r->edge[axis][s] = at;
  }
  int n = add(r->arriving, 0, block->ghosts[SPE_LOW], side * VECTOR);
  n = add(r->arriving, n, block->block, cells * VECTOR);
  n = add(r->arriving, n, block->ghosts[SPE_HIGH], side * VECTOR);
  mfc_getlf(buffer, block->block, r->arriving, (unsigned)n * sizeof *r->arriving, tag, 0, 0);
}

/* The cells at the block's edges, in the order in which the neighbours' buffers hold them. */
static void gather(resident *r, int axis) {
  const int rows = (int)r->what.rows, pitch = (int)r->what.pitch;
  const int columns = (int)r->what.columns, field = rows * pitch;
  for (int f = 0; f < STATE; f++) {
    const vec_real *cells = r->cells + f * field;
    if (axis == SPE_X) {
      vec_real *low = r->edge[SPE_X][SPE_LOW] + f * rows;
      vec_real *high = r->edge[SPE_X][SPE_HIGH] + f * rows;
      for (int j = 0; __builtin_expect(j < rows, 1); j++) {
        low[j] = cells[j * pitch];
        high[j] = cells[j * pitch + columns - 1];
      }
    } else {
      vec_real *low = r->edge[SPE_Y][SPE_LOW] + f * RADIUS * pitch;
      vec_real *high = r->edge[SPE_Y][SPE_HIGH] + f * RADIUS * pitch;
      for (int i = 0; __builtin_expect(i < RADIUS * pitch, 1); i++) {
        low[i] = cells[i];
        high[i] = cells[field - RADIUS * pitch + i];
      }
    }
  }
}

static void send(resident *r, unsigned tag) {
  const unsigned bytes = STATE * r->what.rows * r->what.pitch * VECTOR;
  const int n = add(r->leaving, 0, r->what.block, bytes);
  mfc_putl(r->cells, r->what.block, r->leaving, (unsigned)n * sizeof *r->leaving, tag, 0, 0);
  for (int axis = 0; axis < SPE_AXES; axis++) {
    if (!r->what.edges[axis][SPE_LOW] && !r->what.edges[axis][SPE_HIGH])
      continue;
    gather(r, axis);
    for (int s = 0; s < SPE_SIDES; s++)
      if (r->what.edges[axis][s])
        mfc_put(r->edge[axis][s], r->what.edges[axis][s], r->bytes[axis], tag, 0, 0);
  }
}

/* Functions of the equation-dependent part of the program. */
static void begin(struct sweep *s, const spe_work *work);
static void compute(const resident *r, const spe_work *work, const struct constants *k,
                    struct sweep *s);
static void end(const struct sweep *s, spe_result *result);

int main(unsigned long long spe, unsigned long long argp, unsigned long long envp) {
  (void)spe;
  (void)envp;
  spe_work *work = (spe_work *)_malloc_align(sizeof *work, 7);
  spe_result *result = (spe_result *)_malloc_align(sizeof *result, 7);
  /* Two descriptions of blocks: of the block that is fetched next, and of the one after it, in
   * flight. */
  spe_block *next = (spe_block *)_malloc_align(BUFFERS * sizeof *next, 7);
  mfc_get(work, argp, sizeof *work, TAG_NEXT, 0, 0);
  wait_for(1 << TAG_NEXT);
  const struct constants k = constants_of(work->scalars);
  struct sweep s;
  begin(&s, work);
  void *buffer[BUFFERS];
  resident in[BUFFERS];
  for (int b = 0; b < BUFFERS; b++) {
    buffer[b] = _malloc_align(work->most, 7);
    in[b].arriving = (mfc_list_element_t *)_malloc_align(ELEMENTS * sizeof *in[b].arriving, 4);
    in[b].leaving = (mfc_list_element_t *)_malloc_align(ELEMENTS * sizeof *in[b].leaving, 4);
  }
  const unsigned count = work->count;
  const unsigned long long list = work->list;
  for (unsigned n = 0; n < BUFFERS && n < count; n++)
    mfc_get(&next[n], list + n * sizeof *next, sizeof *next, TAG_NEXT, 0, 0);
  wait_for(1 << TAG_NEXT);
  if (count)
    fetch(&in[0], &next[0], buffer[0], 0);
  for (unsigned n = 0; n < count; n++) {
    const unsigned now = n & 1, then = now ^ 1;
    wait_for(1 << TAG_NEXT);
    if (n + 1 < count)
      fetch(&in[then], &next[then], buffer[then], then);
    if (n + 2 < count)
      mfc_get(&next[now], list + (n + 2) * sizeof *next, sizeof *next, TAG_NEXT, 0, 0);
    wait_for(1u << now);
    compute(&in[now], work, &k, &s);
    if (!work->rate_only)
      send(&in[now], now);
  }
  end(&s, result);
  if (work->result)
    mfc_put(result, work->result, sizeof *result, TAG_OUT, 0, 0);
  wait_for((1 << BUFFERS) - 1 + (1 << TAG_OUT));
  return 0;
}

#endif
