/* Accuracy for time: the currents of the M2 tide in the Ría de Arousa against an independent model,
 * both averaged to 200 m, and the time of the runs.
 *
 *   bench_currents WORKERS ITEM [, ITEM]...
 *
 * An item is one of
 *   RESOLUTION [KEY=VALUE]...           ria, with settings of the case
 *   cgrid RESOLUTION [advection [VISCOSITY]]        the independent model, viscosity in m2/s
 *   reference RESOLUTION [advection [VISCOSITY]]    the same, and later items are compared with it,
 * too; the first reference is 100 m without advection
 *
 * for example: bench_currents 2 reference 100 advection , 100 numerics.order=2 , 25
 * numerics.order=1
 */
#include "arousa.h"
#include <stdio.h>
#include <time.h>

static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* A run, and its resolution, m. */
typedef struct {
  arousa_run run;
  int resolution;
} result;

static result by_cgrid(ria_runtime *runtime, int words, char **word) {
  const int resolution = words > 1 ? atoi(word[1]) : 100;
  arousa_run like = arousa_at_rest(runtime, resolution);
  const bool advection = words > 2 && !strcmp(word[2], "advection");
  const double viscosity = words > 3 ? atof(word[3]) : 0;
  const result r = {arousa_by_cgrid(&like, resolution, advection, viscosity), resolution};
  arousa_free(&like);
  return r;
}

static result by_ria(ria_runtime *runtime, int words, char **word) {
  const int resolution = atoi(word[0]);
  const char *const *set = (const char *const *)word + 1;
  return (result){arousa_by_ria(runtime, resolution, words - 1, set), resolution};
}

/* The reference runs: every other item is compared with each of them. */
typedef struct {
  int count;
  result result[8];
  const char *name[8];
} references;

static void add_reference(references *all, result r, const char *name) {
  assert_in_range(all->count, 0, 7);
  all->name[all->count] = name;
  all->result[all->count++] = r;
}

static void print(const result *r, const references *all) {
  for (int j = 0; j < all->count; j++)
    for (int i = 0; i < AROUSA_TIMES; i++) {
      const result *like = &all->result[j];
      const currents_error e =
          arousa_compare(&r->run, 200 / r->resolution, &like->run, 200 / like->resolution, 200, i);
      printf("  from %s, at %.3f of a period: velocity %.1f %%, direction %.2f degrees, banding "
             "%.2f, worst 3 %% of the cells %.0f %%\n",
             all->name[j], arousa_times[i] / arousa_period, 100 * e.velocity, e.direction,
             e.banding, 100 * e.worst);
    }
}

/* Runs an item and compares it with the references, or makes it one. */
static void measure(ria_runtime *runtime, references *all, int words, char **word) {
  const bool refer = !strcmp(word[0], "reference");
  const double start = now();
  result r = refer || !strcmp(word[0], "cgrid") ? by_cgrid(runtime, words, word)
                                                : by_ria(runtime, words, word);
  for (int i = 0; i < words; i++)
    printf("%s ", word[i]);
  printf("(%.1f s)\n", now() - start);
  if (refer) {
    add_reference(all, r, words > 2 ? "advection" : "no advection");
  } else {
    print(&r, all);
    arousa_free(&r.run);
  }
  fflush(stdout);
}

int main(int argc, char **argv) {
  ria_runtime *runtime;
  if (argc < 3 || ria_runtime_create(&(ria_runtime_options){.workers = atoi(argv[1])}, &runtime)) {
    fprintf(stderr, "usage: bench_currents WORKERS ITEM [, ITEM]...\n");
    return 2;
  }
  references all = {0};
  add_reference(&all, by_cgrid(runtime, 0, NULL), "no advection");
  for (int i = 2, end; i < argc; i = end + 1) {
    for (end = i + 1; end < argc && strcmp(argv[end], ","); end++)
      ;
    measure(runtime, &all, end - i, argv + i);
  }
  for (int i = 0; i < all.count; i++)
    arousa_free(&all.result[i].run);
  ria_runtime_destroy(runtime);
  return 0;
}
