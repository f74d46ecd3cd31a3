/* `ria diff A B`: compares two files field by field. */
#include <getopt.h>
#include <jansson.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "cli/command.h"
#include "cli/errors.h"
#include "cli/output.h"
#include "ria/compare.h"
#include "ria/number.h"

static const char help[] =
    "usage: ria diff A.h5 B.h5 [--tolerance [FIELD=]X] [--relative [FIELD=]R] [--json]\n"
    "\n"
    "Compare two checkpoints, histories or grid files field by field. Prints `identical` and exits "
    "with\n"
    "0 only if both files have the same fields, equal in every bit (also the sign of zero and the "
    "bits of\n"
    "a NaN), written by the same solver for the same case at the same time and step. Otherwise "
    "prints for\n"
    "each field the largest absolute difference and its place, the largest relative difference, "
    "the mean\n"
    "absolute difference (L1), the number of different cells and the first of them. Tracked "
    "fields\n"
    "(`tracked/...`: maxima, arrivals) are compared where both files have them.\n"
    "\n"
    "  --tolerance X  accept differences of at most X\n"
    "  --relative R   accept differences of at most R times the larger number\n"
    "  --json         print the comparison as JSON\n"
    "\n"
    "If both are given, meeting either one is enough. FIELD=X applies to one field (`--tolerance "
    "h=1e-6`); both\n"
    "options may be repeated. With a tolerance, precisions may differ and attributes are ignored; "
    "fields\n"
    "and their shapes must be equal.\n"
    "\n"
    "Exit codes: 0 identical (or within the tolerance), 1 different, 2 an error.\n";

enum { MOST_TOLERANCES = 64 };

/* The tolerances of the options, in order. The texts belong to the command line. */
typedef struct {
  int count;
  ria_tolerance tolerance[MOST_TOLERANCES];
} tolerances;

static const char *const verdict[] = {
    [RIA_FIELD_IDENTICAL] = "identical",           [RIA_FIELD_DIFFERENT] = "different",
    [RIA_FIELD_TYPE] = "different precision",      [RIA_FIELD_SHAPE] = "different shape",
    [RIA_FIELD_ONLY_A] = "only in the first file", [RIA_FIELD_ONLY_B] = "only in the second file"};

static bool has_figures(const ria_field_difference *f) {
  return f->verdict == RIA_FIELD_DIFFERENT || f->verdict == RIA_FIELD_TYPE;
}

/* JSON has no infinity or NAN: they become null. */
static json_t *number(double value) {
  return isfinite(value) ? json_real(value) : json_null();
}

static json_t *place(const ria_field_difference *f, const int64_t *at) {
  json_t *indices = json_array();
  for (int k = 0; k < f->rank && f->count; k++)
    json_array_append_new(indices, json_integer(at[k]));
  return indices;
}

static json_t *field_json(const ria_field_difference *f, bool tolerant) {
  json_t *object = json_pack("{s:s, s:s}", "name", f->name, "verdict", verdict[f->verdict]);
  if (!has_figures(f))
    return object;
  json_object_set_new(object, "max_abs", number(f->max_abs));
  json_object_set_new(object, "max_rel", number(f->max_rel));
  json_object_set_new(object, "l1", number(f->l1));
  json_object_set_new(object, "differing_cells", json_integer(f->count));
  json_object_set_new(object, "cells", json_integer(f->cells));
  json_object_set_new(object, "first", place(f, f->first));
  json_object_set_new(object, "largest", place(f, f->worst));
  json_object_set_new(object, "a", number(f->a));
  json_object_set_new(object, "b", number(f->b));
  if (tolerant)
    json_object_set_new(object, "cells_beyond_tolerance", json_integer(f->beyond));
  return object;
}

static int print_json(const ria_difference *d, bool tolerant, bool same) {
  json_t *fields = json_array(), *attributes = json_array();
  for (int f = 0; f < d->fields; f++)
    json_array_append_new(fields, field_json(&d->field[f], tolerant));
  for (int a = 0; a < d->attributes; a++)
    json_array_append_new(attributes, json_pack("{s:s, s:s?, s:s?}", "name", d->attribute[a].name,
                                                "a", d->attribute[a].a, "b", d->attribute[a].b));
  json_t *root = json_pack("{s:b, s:b, s:o, s:o}", "identical", (int)d->identical, "equal",
                           (int)same, "attributes", attributes, "fields", fields);
  return command_print_json(root);
}

static void print_place(const ria_field_difference *f, const int64_t *at) {
  for (int k = 0; k < f->rank; k++)
    printf("%s%lld", k ? "," : " at [", (long long)at[k]);
  if (f->rank)
    putchar(']');
}

static void print_field(const ria_field_difference *f, bool tolerant) {
  printf("%s: %s", f->name, verdict[f->verdict]);
  if (has_figures(f)) {
    ria_printf("; max abs %.9g", f->max_abs);
    if (f->count) {
      print_place(f, f->worst);
      ria_printf(" (%.9g and %.9g)", f->a, f->b);
    }
    ria_printf(", max rel %.9g, L1 %.9g; %lld of %lld cells differ", f->max_rel, f->l1,
               (long long)f->count, (long long)f->cells);
    if (f->rank && f->count) {
      fputs(", the first", stdout);
      print_place(f, f->first);
    }
    if (tolerant)
      printf("; %lld beyond the tolerance", (long long)f->beyond);
  }
  putchar('\n');
}

static void print_text(const ria_difference *d, bool tolerant, bool same) {
  if (d->identical) {
    puts("identical");
    return;
  }
  for (int a = 0; a < d->attributes; a++)
    printf("attribute %s: %s and %s\n", d->attribute[a].name,
           d->attribute[a].a ? d->attribute[a].a : "missing",
           d->attribute[a].b ? d->attribute[a].b : "missing");
  for (int f = 0; f < d->fields; f++)
    print_field(&d->field[f], tolerant);
  puts(same ? "within the tolerance" : "different");
}

/* The entry of a field, or that for all other fields (NULL), which starts as exact. */
static ria_tolerance *entry_of(tolerances *t, const char *field) {
  for (int i = 0; i < t->count; i++) {
    const char *name = t->tolerance[i].field;
    if (field ? name && !strcmp(name, field) : !name)
      return &t->tolerance[i];
  }
  if (t->count == MOST_TOLERANCES)
    return NULL;
  t->tolerance[t->count] = (ria_tolerance){.field = field};
  return &t->tolerance[t->count++];
}

/* Reads "X" or "FIELD=X"; cuts the text at its `=`. */
static bool read_tolerance(tolerances *t, const char *option, char *text) {
  char *equals = strrchr(text, '='), *number = equals ? equals + 1 : text, *end;
  const double value = ria_strtod(number, &end);
  if (equals == text || end == number || *end || !(value >= 0) || !isfinite(value)) {
    command_error("diff", "--%s takes a number that is not negative, or FIELD=NUMBER, not '%s'",
                  option, text);
    return false;
  }
  if (equals)
    *equals = '\0';
  ria_tolerance *entry = entry_of(t, equals ? text : NULL);
  if (!entry) {
    command_error("diff", "tolerances of more than %d fields", MOST_TOLERANCES);
    return false;
  }
  *(strcmp(option, "relative") ? &entry->absolute : &entry->relative) = value;
  return true;
}

static int run(int argc, char **argv) {
  static const struct option options[] = {{"json", no_argument, NULL, 'j'},
                                          {"tolerance", required_argument, NULL, 't'},
                                          {"relative", required_argument, NULL, 'r'},
                                          {0}};
  bool json = false;
  tolerances t = {0};
  int option;
  optind = 0;
  opterr = 0;
  while ((option = getopt_long(argc, argv, "", options, NULL)) != -1) {
    if (option == 'j')
      json = true;
    else if (option == '?')
      return command_error_option("diff", argv[optind - 1]);
    else if (!read_tolerance(&t, option == 'r' ? "relative" : "tolerance", optarg))
      return CLI_EXIT_ERROR;
  }
  if (optind != argc - 2) {
    command_error("diff", "give two files; `ria diff --help` tells more");
    return CLI_EXIT_ERROR;
  }
  ria_difference difference;
  if (ria_compare_files_within(argv[optind], argv[optind + 1], t.count, t.tolerance, &difference) !=
      RIA_SUCCESS) {
    command_error("diff", "%s", ria_status_detail());
    return CLI_EXIT_ERROR;
  }
  const bool tolerant = t.count > 0;
  bool same = difference.identical || (tolerant && ria_difference_is_tolerated(&difference));
  int failed = 0;
  if (json)
    failed = print_json(&difference, tolerant, same);
  else
    print_text(&difference, tolerant, same);
  ria_difference_destroy(&difference);
  return failed ? CLI_EXIT_ERROR : same ? CLI_EXIT_SUCCESS : CLI_EXIT_DIFFERENT;
}

const cli_command command_diff = {
    .name = "diff", .summary = "compare two files field by field", .help = help, .run = run};
