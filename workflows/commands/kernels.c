/* `ria kernels`: lists the generated kernels. */
#include <jansson.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "cli/command.h"
#include "cli/errors.h"
#include "cli/output.h"
#include "ria/registry.h"

static const char *kind_name(ria_kernel_kind kind) {
  static const char *const name[] = {
      [RIA_KERNEL_FACE] = "face",         [RIA_KERNEL_POINT] = "point",
      [RIA_KERNEL_BOUNDARY] = "boundary", [RIA_KERNEL_CELLS] = "cells",
      [RIA_KERNEL_REDUCE] = "reduce",     [RIA_KERNEL_SCALAR] = "scalar"};
  return name[kind];
}

static void print_cost(const ria_cost *cost) {
  printf("%6d %5d %5d %5d %7zu %7zu", cost->flops, cost->divisions, cost->square_roots,
         cost->comparisons, ria_cost_bytes(cost, RIA_SINGLE), ria_cost_bytes(cost, RIA_DOUBLE));
}

/* Prints the implementations as "cpu: reference naive simd". */
static void print_strategies(const ria_kernel *kernel) {
  const ria_target *target = NULL;
  for (int i = 0; i < kernel->implementations; i++) {
    const ria_implementation *one = &kernel->implementation[i];
    if (target != one->target)
      printf("%s%s:", i ? "; " : "", one->target->name);
    target = one->target;
    printf(" %s", one->strategy);
  }
}

static void print_table(void) {
  puts("kernel              kind     radius  flops   div  sqrt   cmp  bytes4  bytes8  target: "
       "strategies");
  for (const ria_kernel *const *k = ria_kernels; *k; k++) {
    const ria_kernel *kernel = *k;
    if (kernel->kind == RIA_KERNEL_SCALAR) { /* it has no cells, so no cost per cell */
      printf("%-19s %-8s\n", kernel->name, kind_name(kernel->kind));
      continue;
    }
    printf("%-19s %-8s %6d ", kernel->name, kind_name(kernel->kind), kernel->radius);
    print_cost(&kernel->costs[0]);
    printf("  ");
    print_strategies(kernel);
    putchar('\n');
    for (int s = 0; s < kernel->nswitch; s++) {
      printf("  with %-28s ", kernel->switches[s].name);
      print_cost(&kernel->costs[1u << s]);
      putchar('\n');
    }
  }
  puts("\nOperations and bytes are for one cell and step, each face computed once: flops are "
       "additions,\n"
       "subtractions and multiplications (fma counts 2); cmp is comparisons, minima and maxima; "
       "bytes4\n"
       "and bytes8 are what an ideal cache moves in single and double precision. The last strategy "
       "of\n"
       "a target is its default.");
}

static json_t *json_of_cost(const ria_kernel *kernel, unsigned switches) {
  const ria_cost *cost = &kernel->costs[switches];
  json_t *on = json_array();
  for (int s = 0; s < kernel->nswitch; s++)
    if (switches >> s & 1)
      json_array_append_new(on, json_string(kernel->switches[s].name));
  const int flops = cost->flops + cost->divisions + cost->square_roots;
  const double single = (double)ria_cost_bytes(cost, RIA_SINGLE);
  const double twice = (double)ria_cost_bytes(cost, RIA_DOUBLE);
  return json_pack(
      "{s:o, s:i, s:i, s:i, s:i, s:i, s:i, s:i, s:i, s:i, s:i, s:I, s:I, s:f, s:f}", "switches", on,
      "flops", cost->flops, "divisions", cost->divisions, "square_roots", cost->square_roots,
      "comparisons", cost->comparisons, "multiply_adds", cost->multiply_adds, "reads", cost->reads,
      "writes", cost->writes, "masks", cost->masks, "indices", cost->indices, "singles",
      cost->singles, "bytes_single", (json_int_t)ria_cost_bytes(cost, RIA_SINGLE), "bytes_double",
      (json_int_t)ria_cost_bytes(cost, RIA_DOUBLE), "flops_per_byte_single",
      single > 0 ? flops / single : 0, "flops_per_byte_double", twice > 0 ? flops / twice : 0);
}

static json_t *json_of_quantities(const ria_quantity *quantity, int count) {
  json_t *list = json_array();
  for (int i = 0; i < count; i++)
    json_array_append_new(list, json_pack("{s:s, s:s, s:s}", "name", quantity[i].name, "unit",
                                          quantity[i].unit, "what", quantity[i].what));
  return list;
}

/* Fields and their storage; `first` is the number of the first field. */
static json_t *json_of_fields(const ria_kernel *kernel, const ria_quantity *field, int first,
                              int count) {
  static const char *const name[] = {[RIA_STORED_REAL] = "real",
                                     [RIA_STORED_MASK] = "mask",
                                     [RIA_STORED_INDEX] = "index",
                                     [RIA_STORED_SINGLE] = "single"};
  json_t *list = json_of_quantities(field, count);
  for (int i = 0; i < count; i++)
    json_object_set_new(json_array_get(list, (size_t)i), "stored",
                        json_string(name[ria_kernel_storage(kernel, first + i)]));
  return list;
}

static json_t *json_of_kernel(const ria_kernel *kernel) {
  json_t *implementations = json_array(), *costs = json_array();
  for (int i = 0; i < kernel->implementations; i++) {
    const ria_implementation *one = &kernel->implementation[i];
    json_array_append_new(implementations, json_pack("{s:s, s:s, s:s}", "target", one->target->name,
                                                     "strategy", one->strategy, "what", one->what));
  }
  for (unsigned s = 0; kernel->costs && s < 1u << kernel->nswitch; s++)
    json_array_append_new(costs, json_of_cost(kernel, s));
  return json_pack("{s:s, s:s, s:s, s:s, s:i, s:i, s:o, s:o, s:o, s:o, s:o, s:o, s:o}", "name",
                   kernel->name, "what", kernel->what, "source", kernel->source, "kind",
                   kind_name(kernel->kind), "axes", kernel->axes, "radius", kernel->radius, "state",
                   json_of_fields(kernel, kernel->state, 0, kernel->nstate), "statics",
                   json_of_fields(kernel, kernel->statics, kernel->nstate, kernel->nstatic),
                   "scalars", json_of_quantities(kernel->scalar, kernel->nscalar), "results",
                   json_of_quantities(kernel->result, kernel->nresult), "switches",
                   json_of_quantities(kernel->switches, kernel->nswitch), "implementations",
                   implementations, "costs", costs);
}

static int print_json(void) {
  json_t *list = json_array();
  for (const ria_kernel *const *k = ria_kernels; *k; k++)
    json_array_append_new(list, json_of_kernel(*k));
  if (command_print_json(list) == CLI_EXIT_SUCCESS)
    return CLI_EXIT_SUCCESS;
  command_error("kernels", "out of memory");
  return CLI_EXIT_ERROR;
}

static int run(int argc, char **argv) {
  bool json = false;
  for (int i = 1; i < argc; i++) {
    if (strcmp(argv[i], "--json")) {
      command_error("kernels", "unknown argument '%s'; `ria kernels --help` lists them", argv[i]);
      return CLI_EXIT_ERROR;
    }
    json = true;
  }
  if (json)
    return print_json();
  print_table();
  return CLI_EXIT_SUCCESS;
}

const cli_command command_kernels = {
    .name = "kernels",
    .summary = "list the kernels, their strategies and costs",
    .help =
        "usage: ria kernels [--json]\n"
        "\n"
        "List every kernel: its kind, its ghost cells, its targets and strategies, and its "
        "operations and\n"
        "bytes per cell and step, as counted by the generator.\n"
        "\n"
        "  --json    print JSON, with fields, scalars, switches and each combination of switches\n",
    .run = run,
};
