/* y = a x + y by chunks: the next one is fetched while one is computed, with two buffers and a
 * tag for each. The fence of mfc_getf delays a fetch until the buffer has been written back. */
#include <spu_intrinsics.h>
#include <spu_mfcio.h>
#include <malloc_align.h>
#include "axpy.h"
#include "real.h"

static void fetch(vec_real *x, vec_real *y, const axpy_work *work, unsigned long long chunk,
                  unsigned tag) {
  const unsigned long long at = chunk * work->chunk;
  mfc_getf(x, work->x + at, work->chunk, tag, 0, 0);
  mfc_getf(y, work->y + at, work->chunk, tag, 0, 0);
}

static void wait_for(unsigned tag) {
  mfc_write_tag_mask(1u << tag);
  mfc_read_tag_status_all();
}

int main(unsigned long long spe, unsigned long long argp, unsigned long long envp) {
  (void)spe;
  (void)envp;
  axpy_work *work = (axpy_work *)_malloc_align(sizeof *work, 7);
  mfc_get(work, argp, sizeof *work, 0, 0, 0);
  wait_for(0);
  vec_real *x[2], *y[2];
  for (int b = 0; b < 2; b++) {
    x[b] = (vec_real *)_malloc_align(work->chunk, 7);
    y[b] = (vec_real *)_malloc_align(work->chunk, 7);
  }
  const vec_real a = spu_splats((real)work->a);
  const int vectors = (int)(work->chunk / sizeof(vec_real));
  fetch(x[0], y[0], work, 0, 0);
  for (unsigned long long chunk = 0; chunk < work->chunks; chunk++) {
    const unsigned now = chunk & 1, then = now ^ 1;
    if (chunk + 1 < work->chunks)
      fetch(x[then], y[then], work, chunk + 1, then);
    wait_for(now);
    for (int n = 0; __builtin_expect(n < vectors, 1); n++)
      y[now][n] = spu_madd(a, x[now][n], y[now][n]);
    mfc_put(y[now], work->y + chunk * work->chunk, work->chunk, now, 0, 0);
  }
  mfc_write_tag_mask(3);
  mfc_read_tag_status_all();
  return 0;
}
