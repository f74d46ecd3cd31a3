/* Kernels of the test of the executor. */
#ifndef RIA_CUDA_EXECUTOR_TEST_H
#define RIA_CUDA_EXECUTOR_TEST_H

#ifdef __cplusplus
extern "C" {
#endif

typedef enum {
  REVERSE,
  EXCHANGE,
  NO_BARRIER,
  OVERWRITTEN,
  ONE_PLACE,
  NEVER_WRITTEN,
  OUT_OF_RANGE,
  DIVERGENT_BARRIER,
  DIVERGENT_SHUFFLE,
  BARRIER_FOR_SHUFFLE,
  WRONG_MASK,
  WRONG_LANE,
  LANE_LEFT_OUT,
  PARTNERS,
  NO_WAIT,
  DONE_TOO_EARLY,
  NEVER_DONE,
  NEVER_BEGUN,
  IN_TURN,
  NO_TURN
} kernel_name;

/* Runs a kernel in two blocks of 64 threads; 0 or the error code. */
int run_kernel(kernel_name name, int *out);

int run_no_threads(void);

typedef enum { ROUND, NEVER_TOLD, LEFT_WAITING } cooperative_name;

/* Runs a kernel in three blocks of 64 threads that are under way together. */
int run_cooperative(cooperative_name name, int *out);

#ifdef __cplusplus
}
#endif
#endif
