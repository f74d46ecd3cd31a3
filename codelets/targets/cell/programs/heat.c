/* A step of the heat equation along x, u + c (low_x - 2 u + high_x), on a list of blocks: the
 * shortest program with all parts of a solver's. A wall's ghost cell has its neighbour's value. */
#include <spu_intrinsics.h>
#include <spu_mfcio.h>
#include <malloc_align.h>
#include <ria_cell/blocks.h>
#include "real.h"

enum { LARGEST = 16384 }; /* bytes of a transfer */

typedef struct {
  spe_block what;
  vec_real *cells, *ghost[SPE_SIDES], *edge[SPE_SIDES];
} resident;

static unsigned smaller(unsigned a, unsigned b) {
  return a < b ? a : b;
}

static void get_fenced(volatile void *ls, unsigned long long ea, unsigned bytes, unsigned tag) {
  for (unsigned at = 0; at < bytes; at += LARGEST)
    mfc_getf((volatile char *)ls + at, ea + at, smaller(bytes - at, LARGEST), tag, 0, 0);
}

static void put(volatile void *ls, unsigned long long ea, unsigned bytes, unsigned tag) {
  for (unsigned at = 0; at < bytes; at += LARGEST)
    mfc_put((volatile char *)ls + at, ea + at, smaller(bytes - at, LARGEST), tag, 0, 0);
}

static void wait_for(unsigned tags) {
  mfc_write_tag_mask(tags);
  mfc_read_tag_status_all();
}

/* Places in the buffer, and the transfers to there. */
static void fetch(resident *r, const spe_block *block, void *buffer, unsigned tag) {
  const unsigned side = block->rows * 16, bytes = block->rows * block->pitch * 16;
  char *at = (char *)buffer;
  r->what = *block;
  r->cells = (vec_real *)at;
  at += bytes;
  for (int s = 0; s < SPE_SIDES; s++, at += 2 * side) {
    r->ghost[s] = (vec_real *)at;
    r->edge[s] = (vec_real *)(at + side);
  }
  get_fenced(r->cells, block->block, bytes, tag);
  for (int s = 0; s < SPE_SIDES; s++)
    if (block->ghosts[s])
      get_fenced(r->ghost[s], block->ghosts[s], side, tag);
}

#ifdef HEAT_NAIVE
static void compute(resident *r, real c) {
  const int cells = (int)((r->what.columns - 1) * LANES + r->what.last);
  for (int j = 0; j < (int)r->what.rows; j++) {
    real *row = (real *)(r->cells + j * (int)r->what.pitch);
    real low_x = r->what.ghosts[SPE_LOW] ? ((real *)(r->ghost[SPE_LOW] + j))[LANES - 1] : row[0];
    for (int i = 0; __builtin_expect(i < cells, 1); i++) {
      real high_x = row[i];
      if (i + 1 < cells)
        high_x = row[i + 1];
      else if (r->what.ghosts[SPE_HIGH])
        high_x = ((real *)(r->ghost[SPE_HIGH] + j))[0];
      const real here = row[i];
      row[i] = here + c * ((low_x - (real)2 * here) + high_x);
      low_x = here;
    }
  }
}
#else
static void compute(resident *r, real rate) {
  const vec_uchar16 before = PATTERN_BEFORE, after = PATTERN_AFTER;
  const vec_real c = spu_splats(rate), two = spu_splats((real)2);
  const int columns = (int)r->what.columns;
  for (int j = 0; j < (int)r->what.rows; j++) {
    vec_real *row = r->cells + j * (int)r->what.pitch;
    vec_real low_x =
        r->what.ghosts[SPE_LOW] ? r->ghost[SPE_LOW][j] : spu_splats(spu_extract(row[0], 0));
    vec_real here = row[0];
    /* The cell after the last one may be in the last vector's padding. */
    const int last = (int)r->what.last;
    const real edge = spu_extract(row[columns - 1], last - 1);
    vec_real beyond = spu_splats(edge);
    if (r->what.ghosts[SPE_HIGH])
      beyond = r->ghost[SPE_HIGH][j];
    if (last < LANES)
      row[columns - 1] = spu_insert(spu_extract(beyond, 0), row[columns - 1], last);
    if (columns == 1)
      here = row[0];
    for (int i = 0; __builtin_expect(i < columns - 1, 1); i++) {
      const vec_real next = row[i + 1];
      const vec_real w = spu_shuffle(low_x, here, before), e = spu_shuffle(here, next, after);
      row[i] = spu_add(here, spu_mul(c, spu_add(spu_sub(w, spu_mul(two, here)), e)));
      low_x = here;
      here = next;
    }
    const vec_real w = spu_shuffle(low_x, here, before), e = spu_shuffle(here, beyond, after);
    row[columns - 1] = spu_add(here, spu_mul(c, spu_add(spu_sub(w, spu_mul(two, here)), e)));
  }
}
#endif

/* The first and the last cells of the rows, for the neighbours. A row's last cells are at the end
 * of a vector. */
static void send(resident *r, unsigned tag) {
  const unsigned rows = r->what.rows, columns = r->what.columns;
  put(r->cells, r->what.block, rows * r->what.pitch * 16, tag);
  for (unsigned j = 0; j < rows; j++) {
    const vec_real *row = r->cells + j * r->what.pitch;
    r->edge[SPE_LOW][j] = row[0];
    r->edge[SPE_HIGH][j] = spu_splats(spu_extract(row[columns - 1], (int)r->what.last - 1));
  }
  for (int s = 0; s < SPE_SIDES; s++)
    if (r->what.edges[SPE_X][s])
      put(r->edge[s], r->what.edges[SPE_X][s], rows * 16, tag);
}

int main(unsigned long long spe, unsigned long long argp, unsigned long long envp) {
  enum { BUFFERS = 2, START = BUFFERS };
  (void)spe;
  (void)envp;
  spe_work *work = (spe_work *)_malloc_align(sizeof *work, 7);
  mfc_get(work, argp, sizeof *work, START, 0, 0);
  wait_for(1 << START);
  if (!work->count)
    return 0;
  spe_block *list = (spe_block *)_malloc_align(work->count * sizeof *list, 7);
  get_fenced(list, work->list, work->count * (unsigned)sizeof *list, START);
  wait_for(1 << START);
  void *buffer[BUFFERS];
  resident in[BUFFERS];
  for (int b = 0; b < BUFFERS; b++)
    buffer[b] = _malloc_align(work->most, 7);
  const real c = (real)work->scalars[0];
  fetch(&in[0], &list[0], buffer[0], 0);
  for (unsigned n = 0; n < work->count; n++) {
    const unsigned now = n & 1, then = now ^ 1;
    if (n + 1 < work->count)
      fetch(&in[then], &list[n + 1], buffer[then], then);
    wait_for(1u << now);
    compute(&in[now], c);
    send(&in[now], now);
  }
  wait_for((1 << BUFFERS) - 1);
  return 0;
}
