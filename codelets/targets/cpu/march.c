/* Compiled with each set of kernels, for the compiler's own instruction set, so that every
 * processor can call it. */
#include <ria/registry.h>

const char *ria_cpu_march(void) {
  return RIA_MARCH;
}
