/* `ria bench`: how fast a kernel or a solver runs here. */
#include <jansson.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "ria/bench.h"
#include "ria/command.h"
#include "ria/registry.h"

typedef struct {
  const char *name;
  ria_bench_options options;
  const char *switches; /* as given, NULL if not */
  bool json;
} arguments;

static ria_status read_size(const char *text, int *nx, int *ny) {
  char rest;
  if (sscanf(text, "%dx%d%c", nx, ny, &rest) != 2 || *nx < 1 || *ny < 1)
    return ria_fail(RIA_ERROR_ARGUMENT, "--size %s; give it as 1000x1000", text);
  return RIA_SUCCESS;
}

static ria_status read_precision(const char *text, ria_precision *precision) {
  if (!strcmp(text, "single"))
    *precision = RIA_SINGLE;
  else if (!strcmp(text, "double"))
    *precision = RIA_DOUBLE;
  else
    return ria_fail(RIA_ERROR_ARGUMENT, "--precision %s; give single or double", text);
  return RIA_SUCCESS;
}

static ria_status read_option(arguments *a, const char *option, const char *value) {
  if (!strcmp(option, "--size"))
    return read_size(value, &a->options.nx, &a->options.ny);
  if (!strcmp(option, "--precision"))
    return read_precision(value, &a->options.precision);
  if (!strcmp(option, "--target"))
    a->options.target = value;
  else if (!strcmp(option, "--strategy"))
    a->options.strategy = value;
  else if (!strcmp(option, "--switches"))
    a->switches = value;
  else
    return ria_fail(RIA_ERROR_ARGUMENT, "unknown option %s; `ria bench --help` lists them", option);
  return RIA_SUCCESS;
}

static ria_status read_arguments(arguments *a, int argc, char **argv) {
  *a = (arguments){.options = {.nx = 1000, .ny = 1000, .target = "cpu", .seconds = 0.5}};
  for (int i = 1; i < argc; i++) {
    if (!strcmp(argv[i], "--json")) {
      a->json = true;
    } else if (argv[i][0] == '-') {
      if (i + 1 == argc)
        return ria_fail(RIA_ERROR_ARGUMENT, "%s has no value; `ria bench --help` lists the options",
                        argv[i]);
      RIA_TRY(read_option(a, argv[i], argv[i + 1]));
      i++;
    } else if (!a->name) {
      a->name = argv[i];
    } else {
      return ria_fail(RIA_ERROR_ARGUMENT, "more than one name: %s and %s; run ria bench for each",
                      a->name, argv[i]);
    }
  }
  if (!a->name)
    return ria_fail(RIA_ERROR_ARGUMENT, "no kernel or solver; `ria kernels` lists the kernels");
  return RIA_SUCCESS;
}

/* Turns "friction,forcing" into bits. */
static ria_status read_switches(const char *text, const ria_kernel *kernel, unsigned *bits) {
  *bits = 0;
  while (text && *text) {
    const size_t length = strcspn(text, ",");
    int found = -1;
    for (int s = 0; s < kernel->nswitch; s++)
      if (strlen(kernel->switches[s].name) == length &&
          !strncmp(kernel->switches[s].name, text, length))
        found = s;
    if (found < 0)
      return ria_fail(RIA_ERROR_ARGUMENT, "%s has no switch %.*s; `ria kernels` lists them",
                      kernel->name, (int)length, text);
    *bits |= 1u << found;
    text += length + (text[length] == ',');
  }
  return RIA_SUCCESS;
}

static void print_text(const arguments *a, const ria_bench_result *r) {
  const ria_bench_options *o = &a->options;
  const ria_cost *c = &r->cost;
  printf("%s, %s %s, %s precision, %d x %d cells%s%s\n", r->name, o->target, r->strategy,
         o->precision == RIA_SINGLE ? "single" : "double", o->nx, o->ny,
         a->switches ? ", with " : "", a->switches ? a->switches : "");
  printf("  %.1f million cell updates a second: %.4g ms a step, the median of %d\n",
         r->million_cell_updates_per_second, 1e3 * r->seconds, r->repeats);
  if (r->bytes_per_second > 0)
    printf("  %.2f GB/s and %.1f Gflop/s: %d reals, %d flops, %d divisions, %d square roots and %d "
           "comparisons a cell\n",
           1e-9 * r->bytes_per_second, 1e-9 * r->flops_per_second, c->reads + c->writes, c->flops,
           c->divisions, c->square_roots, c->comparisons);
  if (r->roofline_fraction > 0)
    printf("  %.0f%% of the roofline of this core: %.1f GB/s for data of this size, %.1f Gflop/s, "
           "%.2f G divisions/s, %.2f G square roots/s\n",
           100 * r->roofline_fraction, 1e-9 * r->peaks.bandwidth, 1e-9 * r->peaks.flops,
           1e-9 * r->peaks.divisions, 1e-9 * r->peaks.square_roots);
}

static int print_json(const arguments *a, const ria_bench_result *r) {
  const ria_bench_options *o = &a->options;
  const ria_cost *c = &r->cost;
  json_t *object = json_pack(
      "{s:s, s:s, s:s, s:s, s:[i,i], s:s, s:i, s:f, s:f, s:f, s:f, s:f, s:{s:i, s:i, s:i, s:i, "
      "s:i, "
      "s:i}, s:{s:f, s:f, s:f, s:f}}",
      "name", r->name, "target", o->target, "strategy", r->strategy, "precision",
      o->precision == RIA_SINGLE ? "single" : "double", "size", o->nx, o->ny, "switches",
      a->switches ? a->switches : "", "repeats", r->repeats, "seconds", r->seconds,
      "million_cell_updates_per_second", r->million_cell_updates_per_second, "bytes_per_second",
      r->bytes_per_second, "flops_per_second", r->flops_per_second, "roofline_fraction",
      r->roofline_fraction, "cost", "flops", c->flops, "divisions", c->divisions, "square_roots",
      c->square_roots, "comparisons", c->comparisons, "reads", c->reads, "writes", c->writes,
      "peaks", "bytes_per_second", r->peaks.bandwidth, "flops_per_second", r->peaks.flops,
      "divisions_per_second", r->peaks.divisions, "square_roots_per_second", r->peaks.square_roots);
  char *text = object ? json_dumps(object, JSON_INDENT(2)) : NULL;
  json_decref(object);
  if (!text) {
    fputs("ria bench: out of memory\n", stderr);
    return RIA_EXIT_ERROR;
  }
  puts(text);
  free(text);
  return RIA_EXIT_SUCCESS;
}

static ria_status measure(arguments *a, ria_bench_result *result) {
  const ria_kernel *kernel = ria_kernel_find(a->name);
  if (!kernel)
    return ria_bench_solver(a->name, &a->options, result);
  RIA_TRY(read_switches(a->switches, kernel, &a->options.switches));
  return ria_bench_kernel(kernel, &a->options, result);
}

static int run(int argc, char **argv) {
  arguments a;
  ria_bench_result result;
  ria_status status = read_arguments(&a, argc, argv);
  if (status == RIA_SUCCESS)
    status = measure(&a, &result);
  if (status != RIA_SUCCESS) {
    fprintf(stderr, "ria bench: %s\n", ria_status_detail());
    return RIA_EXIT_ERROR;
  }
  if (a.json)
    return print_json(&a, &result);
  print_text(&a, &result);
  return RIA_EXIT_SUCCESS;
}

const ria_command ria_command_bench = {
    .name = "bench",
    .summary = "measure a kernel or a solver on this machine",
    .help =
        "usage: ria bench KERNEL|SOLVER [OPTION]...\n"
        "\n"
        "Measures how many cells a second a kernel updates on one core, without the runtime\n"
        "around it, or a solver with it. All cells are wet. The roofline is the least time that\n"
        "the kernel's bytes and operations take at the peaks of this core, which are measured "
        "too;\n"
        "time is processor time.\n"
        "\n"
        "  --size NXxNY          cells (1000x1000)\n"
        "  --target NAME         cpu\n"
        "  --strategy NAME       one of `ria kernels`; the target's default if not given\n"
        "  --precision NAME      single (default) or double\n"
        "  --switches NAME,...   switches of the kernel that are on (none)\n"
        "  --json                print JSON\n",
    .run = run,
};
