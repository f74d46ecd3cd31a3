/* With `line`: a campaign of `ria bench SOLVER --line`. One process measures many numbers of points
 * in all variants and nodes, so a task gives many measurements. Each is treated as a point of a
 * sweep over `points`, `variant` and `node`. */
#include <jansson.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "bench/line.h"
#include "campaign.h"
#include "ria/number.h"

enum { PATH = 4352, KEY = 128, NAME = 32, OWN = 3 };

static const char *const own[OWN] = {"points", "variant", "node"};

bool campaign_is_of_lines(const campaign *c) {
  return c->line.points != NULL;
}

bool campaign_line_has(const campaign *c, const char *parameter) {
  for (int i = 0; i < OWN; i++)
    if (campaign_is_of_lines(c) && !strcmp(parameter, own[i]))
      return true;
  return false;
}

/* ---- keys ---- */

static void check_list(const workflow_point *point, const char *key, const char *text,
                       ria_status (*read)(const char *, bench_line_options *),
                       bench_line_options *options, ria_case_errors *errors) {
  if (text && read(text, options) != RIA_SUCCESS)
    point_complain(point, errors, key, "%s", ria_status_detail());
}

/* A word of `along: variant` must be a measured variant. */
static void check_variant(const workflow_point *point, const char *key, const char *name,
                          const bench_line_options *asked, ria_case_errors *errors) {
  bench_line_options one = {0};
  if (!name)
    return;
  if (bench_line_variants(name, &one) != RIA_SUCCESS || (one.variants & (one.variants - 1)))
    point_complain(point, errors, key, "expected one of the variants, such as launch, not '%s'",
                   name);
  else if (!(one.variants & asked->variants))
    point_complain(point, errors, key, "line.variant leaves out '%s'", name);
}

void campaign_line_check(const workflow_point *point, ria_case_errors *errors) {
  const campaign *c = point->object;
  bench_line_options options = {0};
  check_list(point, "line.points", c->line.points, bench_line_points, &options, errors);
  check_list(point, "line.node", c->line.node, bench_line_nodes, &options, errors);
  check_list(point, "line.variant", c->line.variant, bench_line_variants, &options, errors);
  if (!c->bench)
    point_complain(point, errors, "line", "`line` needs `bench` instead of a case");
  if (c->model)
    point_complain(point, errors, "line", "lines cannot be modelled; leave out `model`");
  if (c->sort != CAMPAIGN_PLAIN)
    point_complain(point, errors, "table", "`line` needs `table: plain`");
  if (c->measure)
    point_complain(point, errors, "measure",
                   "`line` always measures the time of one step; leave it out");
  for (int i = 0; i < OWN; i++)
    if (campaign_parameter(point, own[i]))
      point_complain(point, errors, "line", "the sweep has `%s` too; give it only here", own[i]);
  if (c->along && !strcmp(c->along, "variant")) {
    check_variant(point, "base", c->base, &options, errors);
    check_variant(point, "second_base", c->second_base, &options, errors);
  }
}

ria_status campaign_line_add_options(workflow_task *task) {
  const campaign_line *l = &((const campaign *)task->point->object)->line;
  const char *const given[] = {"--line",    "--each",   "--points", l->points,
                               "--variant", l->variant, "--node",   l->node};
  for (size_t i = 0; i < sizeof given / sizeof *given; i++)
    RIA_TRY(task_add_argument(task, given[i]));
  RIA_TRY(task_add_argument(task, "--seconds"));
  return task_format_argument(task, "%g", l->seconds);
}

/* ---- results of a task ---- */

static const char prefix[] = "step_seconds.";

static void key_of(const char *variant, int points, int node, char key[KEY]) {
  snprintf(key, KEY, "%s%s.p%d.n%d", prefix, variant, points, node);
}

static ria_status put_row(const json_t *row, const char *path, workflow_results *results) {
  const json_t *seconds = json_object_get(row, "step_seconds");
  const char *variant = json_string_value(json_object_get(row, "variant"));
  const int points = (int)json_integer_value(json_object_get(row, "points"));
  const int node = (int)json_integer_value(json_object_get(row, "node"));
  char key[KEY];
  if (!seconds) /* the variant refuses this node */
    return RIA_SUCCESS;
  if (!variant || points < 1 || node < 1)
    return ria_fail(RIA_ERROR_FORMAT, "%s: a row lacks its variant, points or node", path);
  key_of(variant, points, node, key);
  return results_put_number(results, key, json_number_value(seconds));
}

ria_status campaign_line_collect(const char *folder, workflow_results *results) {
  char path[PATH];
  json_error_t error;
  size_t i;
  json_t *row;
  RIA_TRY(case_run_collect_json(folder, "bench.json", results));
  snprintf(path, sizeof path, "%s/bench.json", folder);
  json_t *bench = json_load_file(path, 0, &error);
  ria_status status = bench ? RIA_SUCCESS : ria_fail(RIA_ERROR_FORMAT, "%s: %s", path, error.text);
  json_array_foreach(json_object_get(bench, "rows"), i, row) if (status == RIA_SUCCESS) status =
      put_row(row, path, results);
  json_decref(bench);
  return status;
}

/* ---- points ---- */

/* A measurement's key. */
typedef struct {
  int points, variant, node;
} place;

static bool read_key(const char *key, place *p) {
  char name[NAME];
  if (strncmp(key, prefix, sizeof prefix - 1) ||
      sscanf(key + sizeof prefix - 1, "%31[^.].p%d.n%d", name, &p->points, &p->node) != 3)
    return false;
  p->variant = (int)ria_line_variant_named(name, strlen(name));
  return p->variant < RIA_LINE_VARIANTS;
}

static int by_place(const void *a, const void *b) {
  const place *x = a, *y = b;
  if (x->points != y->points)
    return x->points < y->points ? -1 : 1;
  if (x->variant != y->variant)
    return x->variant < y->variant ? -1 : 1;
  return (x->node > y->node) - (x->node < y->node);
}

/* Collects the places that any of a point's runs measured, each once and sorted, into `found`,
 * which has room for all. Returns how many. */
static int find_places(const samples *s, const char *task_prefix, place *found) {
  const size_t length = strlen(task_prefix);
  int count = 0, kept = 0;
  for (int i = 0; i < s->results.count; i++) {
    const study_result *r = &s->results.item[i];
    if (!strncmp(r->task, task_prefix, length) && !strchr(r->task + length, '/') &&
        read_key(r->key, &found[count]))
      count++;
  }
  qsort(found, (size_t)count, sizeof *found, by_place);
  for (int i = 0; i < count; i++)
    if (!kept || by_place(&found[kept - 1], &found[i]))
      found[kept++] = found[i];
  return kept;
}

static ria_status put_parameter(workflow_named *to, const char *name, const char *text,
                                bool is_number) {
  *to = (workflow_named){.name = strdup(name),
                         .value = {.is_number = is_number,
                                   .number = is_number ? ria_strtod(text, NULL) : 0,
                                   .text = strdup(text)}};
  return to->name && to->value.text
             ? RIA_SUCCESS
             : ria_fail(RIA_ERROR_MEMORY, "no memory for the points of a line");
}

/* Copies the point `from` and appends a line's parameters: those of `at`, or placeholders if
 * nothing was measured. */
static ria_status make_point(const workflow_point *from, const place *at, workflow_point *made) {
  char points[16] = "-", node[16] = "-";
  const char *variant = "-";
  if (at) {
    snprintf(points, sizeof points, "%d", at->points);
    snprintf(node, sizeof node, "%d", at->node);
    variant = ria_line_variant_name((ria_line_variant)at->variant);
  }
  *made = *from;
  made->parameters += OWN;
  made->swept += OWN;
  made->parameter = calloc((size_t)made->parameters, sizeof *made->parameter);
  if (made->parameter && from->parameters)
    memcpy(made->parameter, from->parameter, (size_t)from->parameters * sizeof *made->parameter);
  if (asprintf(&made->label, "%s%spoints=%s,variant=%s,node=%s", from->label,
               *from->label ? "," : "", points, variant, node) < 0)
    made->label = NULL;
  if (!made->parameter || !made->label)
    return ria_fail(RIA_ERROR_MEMORY, "no memory for the points of a line");
  workflow_named *more = made->parameter + from->parameters;
  RIA_TRY(put_parameter(&more[0], own[0], points, at != NULL));
  RIA_TRY(put_parameter(&more[1], own[1], variant, false));
  return put_parameter(&more[2], own[2], node, at != NULL);
}

void campaign_lines_destroy(campaign_lines *lines) {
  for (int i = 0; i < lines->count; i++) {
    workflow_point *point = &lines->point[i];
    for (int k = point->parameters - OWN; k < point->parameters && point->parameter; k++) {
      free(point->parameter[k].name);
      free(point->parameter[k].value.text);
    }
    free(point->parameter);
    free(point->label);
  }
  free(lines->point);
  *lines = (campaign_lines){0};
}

ria_status campaign_lines_of(const samples *s, const char *task_prefix, const workflow_point *point,
                             campaign_lines *lines) {
  place *found = calloc((size_t)s->results.count + 1, sizeof *found);
  const int count = found ? find_places(s, task_prefix, found) : 0, points = count ? count : 1;
  workflow_point *grown =
      found ? realloc(lines->point, (size_t)(lines->count + points) * sizeof *grown) : NULL;
  ria_status status =
      grown ? RIA_SUCCESS : ria_fail(RIA_ERROR_MEMORY, "no memory for the points of a line");
  if (grown)
    lines->point = grown;
  for (int i = 0; i < points && status == RIA_SUCCESS; i++)
    status = make_point(point, count ? &found[i] : NULL, &lines->point[lines->count++]);
  free(found);
  return status;
}

double campaign_line_points(const workflow_point *made) {
  const workflow_value *value = campaign_parameter(made, own[0]);
  return value && value->is_number ? value->number : NAN;
}

const char *campaign_line_key(const workflow_point *made, char key[CAMPAIGN_LINE_KEY]) {
  snprintf(key, CAMPAIGN_LINE_KEY, "%s%s.p%s.n%s", prefix, campaign_parameter(made, own[1])->text,
           campaign_parameter(made, own[0])->text, campaign_parameter(made, own[2])->text);
  return key;
}
