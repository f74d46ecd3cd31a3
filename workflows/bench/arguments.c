/* The command line of `ria bench`. */
#include "bench/arguments.h"
#include "ria/number.h"
#include <errno.h>
#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static ria_status add_set(bench_arguments *a, const char *key, const char *value) {
  if (a->sets == BENCH_MOST_SETS)
    return ria_fail(RIA_ERROR_ARGUMENT, "more than %d settings", BENCH_MOST_SETS);
  if (asprintf(&a->set[a->sets], "%s%s", key, value) < 0)
    return ria_fail(RIA_ERROR_MEMORY, "no memory for the settings");
  a->sets++;
  return RIA_SUCCESS;
}

static ria_status read_size(bench_arguments *a, const char *text) {
  int *n = a->kernel.size;
  char rest;
  const bool plane = sscanf(text, "%dx%d%c", &n[0], &n[1], &rest) == 2;
  if (plane)
    n[2] = 1;
  if ((!plane && sscanf(text, "%dx%dx%d%c", &n[0], &n[1], &n[2], &rest) != 3) || n[0] < 1 ||
      n[1] < 1 || n[2] < 1)
    return ria_fail(RIA_ERROR_ARGUMENT, "--size %s; give it as 1000x1000 or 100x100x100", text);
  return add_set(a, "grid.cells=", text);
}

static ria_status read_precision(bench_arguments *a, const char *text) {
  if (!strcmp(text, "single"))
    a->kernel.precision = RIA_SINGLE;
  else if (!strcmp(text, "double"))
    a->kernel.precision = RIA_DOUBLE;
  else
    return ria_fail(RIA_ERROR_ARGUMENT, "--precision %s; give single or double", text);
  return add_set(a, "precision=", text);
}

static ria_status read_bed(bench_arguments *a, const char *text) {
  static const char *const beds[] = {
      [BENCH_WET] = "wet", [BENCH_WETDRY] = "wetdry", [BENCH_LAND] = "land", [BENCH_CASE] = "case"};
  for (size_t i = 0; i < sizeof beds / sizeof *beds; i++)
    if (!strcmp(text, beds[i])) {
      a->solver.bed = (bench_bed)i;
      return RIA_SUCCESS;
    }
  return ria_fail(RIA_ERROR_ARGUMENT, "--bed %s; give wet, wetdry, land or case", text);
}

static ria_status read_positive(const char *option, const char *text, double *value) {
  char *end;
  *value = ria_strtod(text, &end);
  if (end == text || *end || !(*value > 0) || *value > 1e9)
    return ria_fail(RIA_ERROR_ARGUMENT, "--%s %s; give a number above 0", option, text);
  return RIA_SUCCESS;
}

static ria_status read_count(const char *option, const char *text, int64_t *value) {
  double number;
  RIA_TRY(read_positive(option, text, &number));
  *value = (int64_t)number;
  if ((double)*value != number)
    return ria_fail(RIA_ERROR_ARGUMENT, "--%s %s; give a whole number above 0", option, text);
  return RIA_SUCCESS;
}

static ria_status read_shape(bench_arguments *a, const char *text) {
  ria_shape *s = &a->kernel.shape;
  char rest;
  if (sscanf(text, "%dx%dx%d%c", &s->columns, &s->rows, &s->warps, &rest) != 3 || s->columns < 1 ||
      s->rows < 1 || s->warps < 1)
    return ria_fail(RIA_ERROR_ARGUMENT,
                    "--shape %s; give columns, rows and warps as 2x16x4; `ria bench KERNEL "
                    "--target cuda --tune` tries all shapes",
                    text);
  return RIA_SUCCESS;
}

static ria_status read_depth(bench_arguments *a, const char *text) {
  RIA_TRY(add_set(a, "time_tiling.scheme=", "expansion"));
  return add_set(a, "time_tiling.depth=", text);
}

enum {
  SIZE = 256,
  TARGET,
  STRATEGY,
  PRECISION,
  SWITCHES,
  SECONDS,
  JSON,
  PASS,
  SHAPE,
  TUNE,
  SOLVER_ONLY,
  BED = SOLVER_ONLY,
  TILES,
  WORKERS,
  DEPTH,
  STEPS,
  MODEL,
  LINE,
  POINTS,
  VARIANT,
  NODE,
  EACH,
  SET
};

static const struct option options[] = {{"size", 1, NULL, SIZE},
                                        {"target", 1, NULL, TARGET},
                                        {"strategy", 1, NULL, STRATEGY},
                                        {"precision", 1, NULL, PRECISION},
                                        {"switches", 1, NULL, SWITCHES},
                                        {"seconds", 1, NULL, SECONDS},
                                        {"json", 0, NULL, JSON},
                                        {"pass", 1, NULL, PASS},
                                        {"shape", 1, NULL, SHAPE},
                                        {"tune", 0, NULL, TUNE},
                                        {"bed", 1, NULL, BED},
                                        {"tiles", 1, NULL, TILES},
                                        {"workers", 1, NULL, WORKERS},
                                        {"depth", 1, NULL, DEPTH},
                                        {"steps", 1, NULL, STEPS},
                                        {"model", 0, NULL, MODEL},
                                        {"line", 0, NULL, LINE},
                                        {"points", 1, NULL, POINTS},
                                        {"variant", 1, NULL, VARIANT},
                                        {"node", 1, NULL, NODE},
                                        {"each", 0, NULL, EACH},
                                        {"set", 1, NULL, SET},
                                        {NULL, 0, NULL, 0}};

static ria_status read_option(bench_arguments *a, int option, const char *name, const char *value) {
  int64_t count = 0;
  if (option >= SOLVER_ONLY && option != WORKERS && option != MODEL)
    a->only = name;
  switch (option) {
  case 'o':
    a->output = value;
    return RIA_SUCCESS;
  case SIZE:
    return read_size(a, value);
  case TARGET:
    if (!strcmp(value, "auto"))
      return ria_fail(RIA_ERROR_ARGUMENT,
                      "--target auto; name the target to measure: cpu, cuda or cell");
    a->kernel.target = value;
    return add_set(a, "target=", value);
  case STRATEGY:
    a->kernel.strategy = value;
    return add_set(a, "strategy=", value);
  case PRECISION:
    return read_precision(a, value);
  case SWITCHES:
    a->switches = value;
    return RIA_SUCCESS;
  case SECONDS:
    RIA_TRY(read_positive(name, value, &a->kernel.seconds));
    a->solver.seconds = a->kernel.seconds;
    a->seconds_given = true;
    return RIA_SUCCESS;
  case JSON:
    a->json = true;
    return RIA_SUCCESS;
  case PASS:
    a->of_kernel = name;
    RIA_TRY(read_count(name, value, &count));
    a->kernel.pass = count < 65536 ? (int)count : 65536;
    return RIA_SUCCESS;
  case SHAPE:
    a->of_kernel = name;
    return read_shape(a, value);
  case TUNE:
    a->of_kernel = name;
    a->kernel.tune = true;
    return RIA_SUCCESS;
  case BED:
    return read_bed(a, value);
  case TILES:
    return add_set(a, "tiles=", value);
  case WORKERS:
    RIA_TRY(read_count(name, value, &count));
    a->solver.workers = a->kernel.workers = count < 65536 ? (int)count : 65536;
    a->workers_given = true;
    return RIA_SUCCESS;
  case DEPTH:
    return read_depth(a, value);
  case STEPS:
    return read_count(name, value, &a->solver.steps);
  case MODEL:
    a->solver.model = true;
    return RIA_SUCCESS;
  case LINE:
    a->line.wanted = true;
    return RIA_SUCCESS;
  case POINTS:
    a->line.points = value;
    return RIA_SUCCESS;
  case VARIANT:
    a->line.variant = value;
    return RIA_SUCCESS;
  case NODE:
    a->line.node = value;
    return RIA_SUCCESS;
  case EACH:
    a->line.each = true;
    return RIA_SUCCESS;
  default:
    return add_set(a, "", value);
  }
}

ria_status bench_read_arguments(bench_arguments *a, int argc, char **argv) {
  *a = (bench_arguments){.kernel = {.size = {1000, 1000, 1}, .target = "cpu", .seconds = 0.5},
                         .solver = {.seconds = 3}};
  int option, which;
  optind = 1;
  while ((option = getopt_long(argc, argv, ":o:", options, &which)) != -1) {
    if (option == ':')
      return ria_fail(RIA_ERROR_ARGUMENT, "%s has no value; `ria bench --help` lists the options",
                      argv[optind - 1]);
    if (option == '?')
      return ria_fail(RIA_ERROR_ARGUMENT, "unknown option %s; `ria bench --help` lists them",
                      argv[optind - 1]);
    RIA_TRY(read_option(a, option, option == 'o' ? "o" : options[which].name, optarg));
  }
  if (optind == argc)
    return ria_fail(RIA_ERROR_ARGUMENT, "no kernel or solver; `ria kernels` lists the kernels");
  if (optind + 1 < argc)
    return ria_fail(RIA_ERROR_ARGUMENT, "more than one name: %s and %s; run ria bench for each",
                    argv[optind], argv[optind + 1]);
  a->name = argv[optind];
  a->solver.sets = a->sets;
  a->solver.set = (const char *const *)a->set;
  return RIA_SUCCESS;
}

void bench_free_arguments(bench_arguments *a) {
  for (int i = 0; i < a->sets; i++)
    free(a->set[i]);
}
