/* An SPE program that breaks a rule as soon as it runs. */
#include <spu_intrinsics.h>
#include <spu_mfcio.h>
#include <malloc_align.h>

int main(unsigned long long spe, unsigned long long argp, unsigned long long envp) {
  (void)spe;
  (void)envp;
  mfc_get(_malloc_align(64, 7), argp, 24, 0, 0, 0);
  return 0;
}
