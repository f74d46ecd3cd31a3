/* ria diff A B: compare two files field by field. */
#include <getopt.h>
#include <jansson.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include "ria/command.h"
#include "ria/compare.h"

static const char help[] =
    "usage: ria diff A.h5 B.h5 [--tolerance X] [--json]\n"
    "\n"
    "Compare two checkpoints, histories or grid files field by field. Prints `identical` and exits "
    "0 only\n"
    "if both have the same fields, equal in every bit (the sign of zero and the bits of a NaN "
    "included), and\n"
    "were written by the same solver for the same case at the same time and step. Otherwise says "
    "for each\n"
    "field the largest absolute and relative difference, the mean absolute difference (L1), how "
    "many cells\n"
    "differ and which is the first.\n"
    "\n"
    "  --tolerance X  fields of the same shape count as equal if no cell differs by more than X\n"
    "  --json         print the comparison as JSON\n"
    "\n"
    "Exit codes: 0 identical (or within the tolerance), 1 different, 2 an error.\n";

static const char *const verdict[] = {
    [RIA_FIELD_IDENTICAL] = "identical",           [RIA_FIELD_DIFFERENT] = "different",
    [RIA_FIELD_TYPE] = "different precision",      [RIA_FIELD_SHAPE] = "different shape",
    [RIA_FIELD_ONLY_A] = "only in the first file", [RIA_FIELD_ONLY_B] = "only in the second file"};

static bool has_figures(const ria_field_difference *f) {
  return f->verdict == RIA_FIELD_DIFFERENT || f->verdict == RIA_FIELD_TYPE;
}

static bool within(const ria_difference *d, double tolerance) {
  for (int f = 0; f < d->fields; f++)
    if (d->field[f].verdict >= RIA_FIELD_SHAPE || !(d->field[f].max_abs <= tolerance))
      return false;
  return true;
}

/* JSON has no infinity: one number against a NAN is a null. */
static json_t *number(double value) {
  return isfinite(value) ? json_real(value) : json_null();
}

static json_t *field_json(const ria_field_difference *f) {
  json_t *object = json_pack("{s:s, s:s}", "name", f->name, "verdict", verdict[f->verdict]);
  if (!has_figures(f))
    return object;
  json_object_set_new(object, "max_abs", number(f->max_abs));
  json_object_set_new(object, "max_rel", number(f->max_rel));
  json_object_set_new(object, "l1", number(f->l1));
  json_object_set_new(object, "differing_cells", json_integer(f->count));
  json_object_set_new(object, "cells", json_integer(f->cells));
  json_t *first = json_array();
  for (int k = 0; k < f->rank && f->count; k++)
    json_array_append_new(first, json_integer(f->first[k]));
  json_object_set_new(object, "first", first);
  return object;
}

static int print_json(const ria_difference *d, bool same) {
  json_t *fields = json_array(), *attributes = json_array();
  for (int f = 0; f < d->fields; f++)
    json_array_append_new(fields, field_json(&d->field[f]));
  for (int a = 0; a < d->attributes; a++)
    json_array_append_new(attributes, json_pack("{s:s, s:s?, s:s?}", "name", d->attribute[a].name,
                                                "a", d->attribute[a].a, "b", d->attribute[a].b));
  json_t *root = json_pack("{s:b, s:b, s:o, s:o}", "identical", (int)d->identical, "equal",
                           (int)same, "attributes", attributes, "fields", fields);
  int failed = !root || json_dumpf(root, stdout, JSON_INDENT(2)) || putchar('\n') < 0;
  json_decref(root);
  return failed;
}

static void print_field(const ria_field_difference *f) {
  printf("%s: %s", f->name, verdict[f->verdict]);
  if (has_figures(f)) {
    printf("; max abs %.9g, max rel %.9g, L1 %.9g; %lld of %lld cells differ", f->max_abs,
           f->max_rel, f->l1, (long long)f->count, (long long)f->cells);
    for (int k = 0; k < f->rank && f->count; k++)
      printf("%s%lld", k ? "," : ", the first at [", (long long)f->first[k]);
    if (f->rank && f->count)
      putchar(']');
  }
  putchar('\n');
}

static void print_text(const ria_difference *d, bool same) {
  if (d->identical) {
    puts("identical");
    return;
  }
  for (int a = 0; a < d->attributes; a++)
    printf("attribute %s: %s and %s\n", d->attribute[a].name,
           d->attribute[a].a ? d->attribute[a].a : "missing",
           d->attribute[a].b ? d->attribute[a].b : "missing");
  for (int f = 0; f < d->fields; f++)
    print_field(&d->field[f]);
  puts(same ? "within the tolerance" : "different");
}

static int run(int argc, char **argv) {
  static const struct option options[] = {
      {"json", no_argument, NULL, 'j'}, {"tolerance", required_argument, NULL, 't'}, {0}};
  bool json = false;
  double tolerance = -1;
  int option;
  optind = 0;
  argv[0] = "ria diff"; /* getopt_long names it where it complains */
  while ((option = getopt_long(argc, argv, "", options, NULL)) != -1) {
    char *end;
    switch (option) {
    case 'j':
      json = true;
      break;
    case 't':
      tolerance = strtod(optarg, &end);
      if (end == optarg || *end || !(tolerance >= 0)) {
        fprintf(stderr, "ria diff: --tolerance takes a number that is not negative, not '%s'\n",
                optarg);
        return RIA_EXIT_ERROR;
      }
      break;
    default:
      return RIA_EXIT_ERROR;
    }
  }
  if (optind != argc - 2) {
    fputs("ria diff: give two files; `ria diff --help` tells more\n", stderr);
    return RIA_EXIT_ERROR;
  }
  ria_difference difference;
  if (ria_compare_files(argv[optind], argv[optind + 1], &difference) != RIA_SUCCESS) {
    fprintf(stderr, "ria diff: %s\n", ria_status_detail());
    return RIA_EXIT_ERROR;
  }
  bool same = difference.identical || (tolerance >= 0 && within(&difference, tolerance));
  int failed = 0;
  if (json)
    failed = print_json(&difference, same);
  else
    print_text(&difference, same);
  ria_difference_destroy(&difference);
  return failed ? RIA_EXIT_ERROR : same ? RIA_EXIT_SUCCESS : RIA_EXIT_DIFFERENT;
}

const ria_command ria_command_diff = {
    .name = "diff", .summary = "compare two files field by field", .help = help, .run = run};
