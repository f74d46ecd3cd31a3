/* The lists of numbers and names that a measurement of lines is asked for with. */
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "line.h"

/* "4096" or "2^12"; 0: neither. `rest` is what follows. */
static int read_number(const char *text, char **rest) {
  long value = strtol(text, rest, 10);
  if (*rest != text && value == 2 && **rest == '^') {
    const char *power = *rest + 1;
    const long exponent = strtol(power, rest, 10);
    value = *rest != power && exponent >= 0 && exponent <= 29 ? 1L << exponent : 0;
  }
  return *rest != text && value > 0 && value <= 1L << 29 ? (int)value : 0;
}

static bool read_numbers(const char *text, int *number, int *count) {
  *count = 0;
  for (;;) {
    char *rest;
    const int from = read_number(text, &rest);
    int to = from;
    if (from && !strncmp(rest, "..", 2))
      to = read_number(rest + 2, &rest);
    if (!from || to < from || (*rest && *rest != ','))
      return false;
    for (int64_t n = from; n <= to; n *= 2) {
      if (*count == RIA_BENCH_LINE_LIST)
        return false;
      number[(*count)++] = (int)n;
    }
    if (!*rest)
      return true;
    text = rest + 1;
  }
}

ria_status ria_bench_line_points(const char *text, ria_bench_line_options *o) {
  if (read_numbers(text, o->point, &o->points))
    return RIA_SUCCESS;
  return ria_fail(RIA_ERROR_ARGUMENT,
                  "--points %s; give numbers up to 2^29, powers of two or ranges that double, as "
                  "4096,6000 or 2^11..2^20, at most %d",
                  text, RIA_BENCH_LINE_LIST);
}

ria_status ria_bench_line_nodes(const char *text, ria_bench_line_options *o) {
  if (read_numbers(strcmp(text, "all") ? text : "2^5..2^12", o->node, &o->nodes))
    return RIA_SUCCESS;
  return ria_fail(RIA_ERROR_ARGUMENT,
                  "--node %s; give points of a node as 256, 32,64,128 or 2^5..2^10, or all", text);
}

static ria_status refuse_variants(const char *text) {
  char names[256] = "";
  for (int v = 0; v < RIA_LINE_VARIANTS; v++) {
    const ria_line_variant variant = (ria_line_variant)v;
    const size_t at = strlen(names);
    snprintf(names + at, sizeof names - at, "%s%s (%s)", v ? ", " : "",
             ria_line_variant_name(variant), ria_line_is_swept(variant) ? "swept" : "classic");
  }
  return ria_fail(RIA_ERROR_ARGUMENT, "--variant %s; give all, or some of %s", text, names);
}

ria_status ria_bench_line_variants(const char *text, ria_bench_line_options *o) {
  o->variants = (1U << RIA_LINE_VARIANTS) - 1;
  if (!strcmp(text, "all"))
    return RIA_SUCCESS;
  o->variants = 0;
  for (const char *name = text;; name++) {
    const size_t length = strcspn(name, ",");
    const ria_line_variant found = ria_line_variant_named(name, length);
    if (found == RIA_LINE_VARIANTS)
      return refuse_variants(text);
    o->variants |= 1U << found;
    name += length;
    if (!*name)
      return RIA_SUCCESS;
  }
}
