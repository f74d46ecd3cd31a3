/* What the CUDA runtime asks of a driver first: its version, which is that of CUDA 9.1. */
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
