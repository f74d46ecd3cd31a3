/** \file
 * The part of a generated stencil program that does not depend on the equations: transfers planes
 * by DMA while others are computed. It is SPE code like the rest; include it once, before
 * compute(), and after vec_real, struct constants and constants_of().
 */
#ifndef SPE_QUEUE_H
#define SPE_QUEUE_H

enum { LEAVING = 2, TAG_OUT = SPE_QUEUE, TAG_WORK = TAG_OUT + LEAVING };

/* Planes in the local store, each with the list of its transfers. */
typedef struct {
  vec_real *in[SPE_QUEUE], *out[LEAVING];
  mfc_list_element_t *arriving[SPE_QUEUE], *leaving[LEAVING];
} queue;

static void compute(const spe_piece *piece, const vec_real *below, const vec_real *plane,
                    const vec_real *above, vec_real *out, const struct constants *scalars);

static void wait_for(unsigned tags) {
  mfc_write_tag_mask(tags);
  mfc_read_tag_status_all();
}

/* A transfer for each row. */
static unsigned list_rows(mfc_list_element_t *list, unsigned long long ea, unsigned pitch,
                          unsigned rows, unsigned bytes) {
  for (unsigned j = 0; __builtin_expect(j < rows, 1); j++) {
    list[j].notify = 0;
    list[j].reserved = 0;
    list[j].size = bytes & 0x7fff;
    list[j].eal = mfc_ea2l(ea + j * pitch);
  }
  return rows * (unsigned)sizeof *list;
}

/* Fetches plane number `plane` of a piece to its place; 0 is the plane before the piece's first
 * one. */
static void fetch(const queue *q, const spe_piece *piece, unsigned plane) {
  const unsigned slot = plane % SPE_QUEUE;
  const unsigned long long ea = piece->from + plane * piece->plane;
  const unsigned bytes =
      list_rows(q->arriving[slot], ea, piece->pitch, piece->rows + 2, (piece->vectors + 2) * 16);
  mfc_getl(q->in[slot], ea, q->arriving[slot], bytes, slot, 0, 0);
}

static void send(const queue *q, const spe_piece *piece, unsigned plane) {
  const unsigned slot = plane % LEAVING;
  const unsigned long long ea = piece->to + plane * piece->plane;
  const unsigned bytes =
      list_rows(q->leaving[slot], ea, piece->pitch, piece->rows, piece->vectors * 16);
  mfc_putl(q->out[slot], ea, q->leaving[slot], bytes, TAG_OUT + slot, 0, 0);
}

static void march(const queue *q, const spe_piece *piece, const struct constants *k) {
  for (unsigned p = 0; p < 2; p++)
    fetch(q, piece, p);
  fetch(q, piece, 2);
  wait_for(1 << 0 | 1 << 1);
  for (unsigned z = 0; z < piece->planes; z++) {
    if (z + 1 < piece->planes)
      fetch(q, piece, z + 3);
    wait_for(1u << (z + 2) % SPE_QUEUE | 1u << (TAG_OUT + z % LEAVING));
    compute(piece, q->in[z % SPE_QUEUE], q->in[(z + 1) % SPE_QUEUE], q->in[(z + 2) % SPE_QUEUE],
            q->out[z % LEAVING], k);
    send(q, piece, z);
  }
  wait_for(((1 << LEAVING) - 1) << TAG_OUT);
}

int main(unsigned long long spe, unsigned long long argp, unsigned long long envp) {
  (void)spe;
  (void)envp;
  spe_march *work = (spe_march *)_malloc_align(sizeof *work, 7);
  spe_piece *piece = (spe_piece *)_malloc_align(sizeof *piece, 7);
  mfc_get(work, argp, sizeof *work, TAG_WORK, 0, 0);
  wait_for(1 << TAG_WORK);
  const struct constants k = constants_of(work->scalars);
  const unsigned plane = (work->rows + 2) * (work->vectors + 2) * 16;
  queue q;
  for (int n = 0; n < SPE_QUEUE; n++) {
    q.in[n] = (vec_real *)_malloc_align(plane, 7);
    q.arriving[n] =
        (mfc_list_element_t *)_malloc_align((work->rows + 2) * (unsigned)sizeof *q.arriving[n], 4);
  }
  for (int n = 0; n < LEAVING; n++) {
    q.out[n] = (vec_real *)_malloc_align(work->rows * work->vectors * 16, 7);
    q.leaving[n] =
        (mfc_list_element_t *)_malloc_align(work->rows * (unsigned)sizeof *q.leaving[n], 4);
  }
  for (unsigned n = 0; n < work->count; n++) {
    mfc_get(piece, work->list + n * sizeof *piece, sizeof *piece, TAG_WORK, 0, 0);
    wait_for(1 << TAG_WORK);
    march(&q, piece, &k);
  }
  return 0;
}

#endif
