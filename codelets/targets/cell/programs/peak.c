/* Measures an SPE's peak: independent multiply-adds, 16 chains to cover the latency. */
#include <spu_intrinsics.h>
#include <spu_mfcio.h>
#include <malloc_align.h>
#include "real.h"

/* argp: number of turns of 64 multiply-adds; envp: address for 16 vectors of results. */
int main(unsigned long long spe, unsigned long long argp, unsigned long long envp) {
  enum { CHAINS = 16, TAG = 3 };
  (void)spe;
  vec_real sum[CHAINS];
  const vec_real half = spu_splats((real)0.5), one = spu_splats((real)1);
  for (int k = 0; k < CHAINS; k++)
    sum[k] = one;
  for (unsigned long long turn = 0; __builtin_expect(turn < argp, 1); turn++)
    for (int m = 0; m < 4; m++)
      for (int k = 0; k < CHAINS; k++)
        sum[k] = spu_madd(sum[k], half, one);
  vec_real *out = (vec_real *)_malloc_align(sizeof sum, 7);
  for (int k = 0; k < CHAINS; k++)
    out[k] = sum[k];
  mfc_put(out, envp, sizeof sum, TAG, 0, 0);
  mfc_write_tag_mask(1 << TAG);
  mfc_read_tag_status_all();
  return 0;
}
