/* Sums of scalar numbers, which an SPU can only hold in vectors. argp: address of 16 bytes for the
 * result. */
#include <spu_intrinsics.h>
#include <spu_mfcio.h>
#include <malloc_align.h>

int main(unsigned long long spe, unsigned long long argp, unsigned long long envp) {
  (void)envp;
  float *x = (float *)_malloc_align(16, 7);
  for (int n = 0; n < 4; n++)
    x[n] = (float)((int)spe + n);
  float sum = x[0] + x[1];
  sum = sum + x[2];
  x[3] = sum;
  mfc_put(x, argp, 16, 0, 0, 0);
  mfc_write_tag_mask(1);
  mfc_read_tag_status_all();
  return 0;
}
