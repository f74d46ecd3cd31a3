/* The driver function that the CUDA runtime calls first: it returns the version of CUDA 9.1. */
int cuInit(unsigned flags);
int cuDriverGetVersion(int *version);

int cuInit(unsigned flags) {
  (void)flags;
  return 0;
}

int cuDriverGetVersion(int *version) {
  *version = 9010;
  return 0;
}
