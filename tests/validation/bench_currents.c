/* Accuracy for time: the currents of the M2 tide in the Ría de Arousa against an independent model
 * on cells of 100 m, both averaged to 200 m, and how long ria took.
 *
 *   bench_currents WORKERS RESOLUTION KEY=VALUE... [, RESOLUTION KEY=VALUE...]...
 *
 * for example: bench_currents 2 100 numerics.order=2 , 25 numerics.order=1
 */
#include "arousa.h"
#include <stdio.h>
#include <time.h>

static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static void measure(ria_runtime *runtime, const arousa_run *reference, int resolution, int sets,
                    char **set) {
  const double start = now();
  arousa_run run = arousa_by_ria(runtime, resolution, sets, (const char *const *)set);
  const double seconds = now() - start;
  printf("%d m", resolution);
  for (int i = 0; i < sets; i++)
    printf(" %s", set[i]);
  printf(": %.1f s\n", seconds);
  for (int i = 0; i < AROUSA_TIMES; i++) {
    const currents_error e = arousa_compare(&run, 200 / resolution, reference, 2, 200, i);
    printf("  at %.3f of a period: velocity %.1f %%, direction %.2f degrees, banding %.2f\n",
           arousa_times[i] / arousa_period, 100 * e.velocity, e.direction, e.banding);
  }
  fflush(stdout);
  arousa_free(&run);
}

int main(int argc, char **argv) {
  ria_runtime *runtime;
  if (argc < 3 || ria_runtime_create(&(ria_runtime_options){.workers = atoi(argv[1])}, &runtime)) {
    fprintf(stderr,
            "usage: bench_currents WORKERS RESOLUTION KEY=VALUE... [, RESOLUTION ...]...\n");
    return 2;
  }
  arousa_run like = arousa_at_rest(runtime, 100), reference = arousa_by_cgrid(&like, 100);
  for (int i = 2, end; i < argc; i = end + 1) {
    for (end = i + 1; end < argc && strcmp(argv[end], ","); end++)
      ;
    measure(runtime, &reference, atoi(argv[i]), end - i - 1, argv + i + 1);
  }
  arousa_free(&like);
  arousa_free(&reference);
  ria_runtime_destroy(runtime);
  return 0;
}
