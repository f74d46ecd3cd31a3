#include "figures.h"
#include "ria/machine_facts.h"
#include "ria/number.h"
#include <stdio.h>

const char *bench_precision(ria_precision precision) {
  return precision == RIA_SINGLE ? "single" : "double";
}

const char *bench_product(const int number[RIA_AXES], char *text, size_t room) {
  if (number[2] > 1)
    snprintf(text, room, "%d x %d x %d", number[0], number[1], number[2]);
  else
    snprintf(text, room, "%d x %d", number[0], number[1]);
  return text;
}

static void print_limits(const bench_result *r) {
  const ria_peaks *p = &r->peaks;
  const ria_limits *l = &r->limits;
  ria_printf(
      "  %.0f%% of the %s limit of %d core%s, %.1f million. Nanoseconds a cell on one core: memory "
      "%.3g,\n  arithmetic %.3g, divisions and square roots in parallel %.3g; measured %.3g\n",
      100 * r->roofline_fraction, r->limited_by, r->workers, r->workers == 1 ? "" : "s", r->limit,
      1e9 * l->memory, 1e9 * l->arithmetic, 1e9 * l->division,
      1e3 * r->workers / r->million_cell_updates_per_second);
  const double apart = l->arithmetic + l->choices;
  if (apart > l->memory && apart > l->division)
    ria_printf("  %.0f%% of %.1f million if %d selections and absolute values a cell count as "
               "operations\n",
               1e8 * r->million_cell_updates_per_second * apart / r->workers,
               1e-6 * r->workers / apart, r->cost.choices);
  ria_printf("  by %.1f GB/s for data of this size (%.1f beyond the caches), %.1f G additions and "
             "multiplications/s,\n"
             "  %.1f Gflop/s of multiply-adds, %.1f G minima/s, %.2f G divisions/s, %.2f G square "
             "roots/s%s\n",
             1e-9 * p->bandwidth, 1e-9 * p->memory, 1e-9 * p->operations, 1e-9 * p->flops,
             1e-9 * p->comparisons, 1e-9 * p->divisions, 1e-9 * p->square_roots,
             r->workers > 1 ? ":\n  per core, with all cores busy" : "");
}

static void print_limits_of_gpu(const bench_result *r) {
  const ria_peaks *p = &r->peaks;
  const ria_limits *l = &r->limits;
  const double rate = 1e6 * r->million_cell_updates_per_second / r->gpus;
  ria_printf(
      "  %.0f%% of the memory limit of %s, %.1f million: %.2f GB/s read and written, from a copy\n",
      100 * rate * l->memory, r->device, 1e-6 * r->gpus / l->memory, 1e-9 * p->bandwidth);
  ria_printf("  %.0f%% of the arithmetic limit, %.1f million, with %.0f%% of that time for IEEE "
             "divisions and square roots:\n",
             100 * rate * l->arithmetic, 1e-6 * r->gpus / l->arithmetic,
             100 * l->division / l->arithmetic);
  ria_printf("  %.2f T additions and multiplications/s, %.2f Tflop/s of multiply-adds, %.2f T "
             "divisions/s,\n  %.2f T square roots/s\n",
             1e-12 * p->operations, 1e-12 * p->flops, 1e-12 * p->divisions,
             1e-12 * p->square_roots);
}

static void print_share(const bench_result *r) {
  if (r->device[0] && r->roofline_fraction > 0)
    print_limits_of_gpu(r);
  else if (r->roofline_fraction > 0)
    print_limits(r);
}

void bench_print_rows(const bench_result *r) {
  ria_printf("  %.3f G rows a second: %.4g ms a product, the median over %lld\n",
             1e-3 * r->million_cell_updates_per_second, 1e3 * r->seconds, (long long)r->steps);
  ria_printf("  %.2f GB/s: %.0f bytes a row, with 8 entries\n", 1e-9 * r->bytes_per_second,
             r->bytes);
  print_share(r);
}

void bench_print_figures(const bench_result *r) {
  char pass[48] = "", typed[48] = "", singles[32] = "";
  if (r->pass > 1)
    snprintf(pass, sizeof pass, " in a pass of %d steps", r->pass);
  const ria_cost *c = &r->cost;
  if (c->masks || c->indices)
    snprintf(typed, sizeof typed, ", %d masks, %d indices", c->masks, c->indices);
  if (c->singles)
    snprintf(singles, sizeof singles, ", %d floats", c->singles);
  ria_printf("  %.1f million cell updates a second: %.4g ms a step, the median over %lld\n",
             r->million_cell_updates_per_second, 1e3 * r->seconds, (long long)r->steps);
  if (r->bytes_per_second > 0)
    ria_printf(
        "  %.2f GB/s and %.1f Gflop/s: %d reals%s%s%s, %d flops, %d divisions, %d square roots "
        "and %d "
        "comparisons a cell\n",
        1e-9 * r->bytes_per_second, 1e-9 * r->flops_per_second, c->reads + c->writes, typed,
        singles, pass, c->flops, c->divisions, c->square_roots, c->comparisons);
  print_share(r);
}

json_t *bench_numbers(const int number[RIA_AXES]) {
  return number[2] > 1 ? json_pack("[i,i,i]", number[0], number[1], number[2])
                       : json_pack("[i,i]", number[0], number[1]);
}

json_t *bench_figures(const bench_result *r, const char *target) {
  const ria_cost *c = &r->cost;
  const ria_peaks *p = &r->peaks;
  json_t *object = json_pack(
      "{s:s, s:s, s:s, s:s, s:i, s:I, s:f, s:f, s:f, s:f, s:f,"
      " s:{s:i, s:i, s:i, s:i, s:i, s:i, s:i, s:i, s:i, s:i, s:i}, s:{s:f, s:f, s:f, s:f, s:f, "
      "s:f, s:f}}",
      "name", r->name, "target", target, "strategy", r->strategy, "precision",
      bench_precision(r->precision), "workers", r->workers, "steps", (json_int_t)r->steps,
      "seconds", r->seconds, "million_cell_updates_per_second", r->million_cell_updates_per_second,
      "bytes_per_second", r->bytes_per_second, "flops_per_second", r->flops_per_second,
      "roofline_fraction", r->roofline_fraction, "cost", "flops", c->flops, "divisions",
      c->divisions, "square_roots", c->square_roots, "comparisons", c->comparisons, "reads",
      c->reads, "writes", c->writes, "masks", c->masks, "indices", c->indices, "singles",
      c->singles, "multiply_adds", c->multiply_adds, "choices", c->choices, "peaks",
      "bytes_per_second", p->memory, "bytes_per_second_of_this_size", p->bandwidth,
      "flops_per_second", p->flops, "operations_per_second", p->operations,
      "comparisons_per_second", p->comparisons, "divisions_per_second", p->divisions,
      "square_roots_per_second", p->square_roots);
  /* There are no limits if the GPU was not measured. */
  json_t *limits = r->limit > 0
                       ? json_pack("{s:{s:f, s:f, s:f, s:f}, s:s, s:f}", "limits", "memory_seconds",
                                   r->limits.memory, "arithmetic_seconds", r->limits.arithmetic,
                                   "choices_seconds", r->limits.choices, "division_seconds",
                                   r->limits.division, "limited_by", r->limited_by,
                                   "limit_million_cell_updates_per_second", r->limit)
                       : NULL;
  if (object && limits)
    json_object_update(object, limits);
  json_decref(limits);
  if (object)
    json_object_set_new(object, "size", bench_numbers(r->size));
  ria_cpu_facts facts;
  ria_cpu_facts_find(&facts);
  if (object && !r->gpus)
    json_object_set_new(object, "threads_per_core", json_real((double)r->workers / facts.usable));
  if (object)
    json_object_set_new(object, "flops_per_byte", json_real(r->flops_per_byte));
  if (object)
    json_object_set_new(object, "total_flops_per_second", json_real(r->total_flops_per_second));
  if (object)
    json_object_set_new(object, "steps_in_a_pass", json_integer(r->pass > 1 ? r->pass : 1));
  if (object && r->gpus)
    json_object_set_new(object, "gpus", json_integer(r->gpus));
  if (object && r->device[0])
    json_object_set_new(object, "device", json_string(r->device));
  return object;
}
