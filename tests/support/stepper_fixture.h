/* A small estuary with a river and a tracer, as a file that a stepper opens. */
#ifndef STEPPER_FIXTURE_H
#define STEPPER_FIXTURE_H

#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "tests.h"
#include "ria/status.h"

enum { NX = 24, NY = 10, CELLS = NX * NY, RIVER_X = 20, RIVER_Y = 4 };

static const char pond[] =
    "solver: estuary\ntitle: A pond with two rivers\n"
    "grid: {extent: [1000 m, 2000 m, 1480 m, 2250 m], cells: [24, 10]}\n"
    "bathymetry: {shape: {kind: flat, elevation: -4 m}}\n"
    "initial: {level: 0.5 m}\n"
    "rivers:\n"
    "  - {name: Rio Ulla, at: [1410 m, 2110 m], discharge: 30 m3/s, concentration: 2}\n"
    "  - {name: Umia, at: [1050 m, 2060 m], discharge: [[0 s, 0], [600 s, 60]]}\n"
    "tracers: [{name: dye, unit: \"1\"}]\n"
    "friction: {manning: 0.03}\n";

typedef struct {
  char *folder; /* first: test_folder_tear_down() */
  char path[256];
} case_file;

/* Writes the pond, and `more` keys. */
static void case_file_write(case_file *f, const char *more) {
  FILE *file = fopen(f->path, "w");
  assert_non_null(file);
  fprintf(file, "%s%s", pond, more);
  fclose(file);
}

static int case_file_begin(void **state) {
  case_file *f = calloc(1, sizeof *f);
  assert_non_null(f);
  f->folder = test_folder_create();
  snprintf(f->path, sizeof f->path, "%s/pond.yaml", f->folder);
  *state = f;
  return 0;
}

static inline void must(ria_status status) {
  if (status != RIA_SUCCESS)
    fail_msg("%s: %s", ria_status_text(status), ria_status_detail());
}

static inline double sum_of(const double *values) {
  long double sum = 0;
  for (int c = 0; c < CELLS; c++)
    sum += values[c];
  return (double)sum;
}

#endif
