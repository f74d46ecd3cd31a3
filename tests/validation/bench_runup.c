/* Runup by one scheme, to try settings quickly: the edge of the water against exact solutions.
 *
 *   bench_runup bowl|beach [order=1|2] [limiter=mc|minmod] [low_froude=true|false]
 * [precision=single|double] [cells=N] [cfl=X] [dry=X] [periods=X] [trace=1]
 *
 * cells: of the bowl (200), or a depth of the beach (10). trace: one line a sample, `time exact
 * computed`, the position of the edge in metres.
 */
#include "runup.h"
#include <stdio.h>
#include <string.h>

static void print_sample(double t, double exact, double computed) {
  printf("%.4f %.5f %.5f\n", t, exact, computed);
}

static bool set(runup_options *o, const char *key, const char *value) {
  if (!strcmp(key, "order"))
    o->order = atoi(value);
  else if (!strcmp(key, "limiter"))
    o->minmod = !strcmp(value, "minmod");
  else if (!strcmp(key, "low_froude"))
    o->full_viscosity = !strcmp(value, "false");
  else if (!strcmp(key, "precision"))
    o->single = !strcmp(value, "single");
  else if (!strcmp(key, "cells"))
    o->cells = atoi(value);
  else if (!strcmp(key, "cfl"))
    o->cfl = atof(value);
  else if (!strcmp(key, "dry"))
    o->dry = atof(value);
  else if (!strcmp(key, "periods"))
    o->periods = atof(value);
  else if (!strcmp(key, "trace"))
    o->trace = atoi(value) ? print_sample : NULL;
  else
    return false;
  return true;
}

int main(int argc, char **argv) {
  runup_options o = {.order = 2};
  bool good = argc > 1 && (!strcmp(argv[1], "bowl") || !strcmp(argv[1], "beach"));
  for (int i = 2; i < argc && good; i++) {
    char *value = strchr(argv[i], '=');
    good = value != NULL;
    if (good)
      *value = '\0';
    good = good && set(&o, argv[i], value + 1);
  }
  if (!good) {
    fprintf(stderr, "usage: bench_runup bowl|beach [KEY=VALUE]...\n");
    return 2;
  }
  basin_session_open(NULL);
  const bool beach = !strcmp(argv[1], "beach");
  const runup_result r = beach ? runup_beach(&o) : runup_bowl(&o);
  printf("%s, order %d: edge off by %.2f %% of its range at most, %.2f %% RMS; highest %.5f m, "
         "exact %.5f (%+.2f %%); lowest %.5f m, exact %.5f (%+.2f %%); volume %+.1e\n",
         argv[1], o.order, 100 * r.worst, 100 * r.rms, r.highest, r.exact_highest,
         100 * (r.highest / r.exact_highest - 1), r.lowest, r.exact_lowest,
         100 * (r.lowest / r.exact_lowest - 1), r.mass);
  if (beach)
    printf("highest over Synolakis' law, %.5f m: %+.2f %%\n", runup_law(),
           100 * (r.highest / runup_law() - 1));
  basin_session_close(NULL);
  return 0;
}
