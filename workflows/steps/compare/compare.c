/* kind: compare. A against B: two ways to run a case, or one way today and in an earlier study.
 *
 * Runs are made in pairs, alternating A first and B first, so that a machine that slows down or a
 * warm cache favours neither. Tasks only wait for each other's end: a failed run removes its pair
 * from the statistics. */
#include "compare.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "ria/yaml.h"

#define STEP(member) .offset = offsetof(compare, member), .size = sizeof(((compare *)0)->member)

static const char *const expectations[] = {[COMPARE_ANYTHING] = "anything",
                                           [COMPARE_FASTER] = "faster",
                                           [COMPARE_NOT_SLOWER] = "not slower",
                                           [COMPARE_NO_DIFFERENCE] = "no difference",
                                           [COMPARE_NOT_FASTER] = "not faster",
                                           [COMPARE_SLOWER] = "slower",
                                           NULL};

static const ria_key keys_a[] = {
    {.name = "name", .kind = RIA_KEY_TEXT, STEP(name_a), .what = "Its name in the table."},
    CASE_RUN_SIDE_KEYS(compare, a),
    {0}};

static const ria_key keys_b[] = {
    {.name = "name", .kind = RIA_KEY_TEXT, STEP(name_b), .what = "Its name in the table."},
    CASE_RUN_SIDE_KEYS(compare, b),
    {0}};

static const ria_key previous_keys[] = {
    {.name = "study",
     .kind = RIA_KEY_TEXT,
     .flags = RIA_KEY_REQUIRED,
     STEP(previous),
     .example = "../last-month",
     .what = "Folder of the earlier study."},
    {.name = "step",
     .kind = RIA_KEY_TEXT,
     STEP(previous_step),
     .what = "Its step. Default: the step with this step's name. Of a comparison, side A is used."},
    {0}};

static const ria_key keys[] = {
    {.name = "case",
     .kind = RIA_KEY_FILE,
     .flags = RIA_KEY_REQUIRED,
     STEP(path),
     .example = "arousa.yaml",
     .what = "The case file of both sides."},
    CASE_RUN_KEYS(compare, run),
    {.name = "a",
     .kind = RIA_KEY_MAP,
     .flags = RIA_KEY_OPTIONAL,
     .keys = keys_a,
     .what = "Keys of side A."},
    {.name = "b",
     .kind = RIA_KEY_MAP,
     .flags = RIA_KEY_OPTIONAL,
     .keys = keys_b,
     .what = "Keys of side B."},
    {.name = "previous",
     .kind = RIA_KEY_MAP,
     .flags = RIA_KEY_OPTIONAL,
     .keys = previous_keys,
     .instead = "b",
     .shorthand = "study",
     .what = "An earlier study whose measurements are B."},
    {.name = "repeat",
     .kind = RIA_KEY_INTEGER,
     .flags = RIA_KEY_LEAST | RIA_KEY_MOST,
     .least = 2,
     .most = 1000,
     .fallback = "7",
     STEP(repeat),
     .what = "Pairs of runs. Pairs with a failed run are omitted, and the step fails; a verdict "
             "needs half of them, and two."},
    {.name = "measure",
     .kind = RIA_KEY_TEXT,
     .fallback = "step_seconds",
     STEP(measure),
     .what = "The result used as time."},
    {.name = "expect",
     .kind = RIA_KEY_CHOICE,
     .choices = expectations,
     .fallback = "anything",
     STEP(expect),
     .example = "not slower",
     .what = "Expected verdict of A compared with B; the step fails on another verdict."},
    {.name = "margin",
     .kind = RIA_KEY_QUANTITY,
     .flags = RIA_KEY_LEAST | RIA_KEY_MOST,
     .most = 0.9,
     .fallback = "0",
     STEP(margin),
     .example = "0.02",
     .what = "Relative difference up to which the verdict is `no difference`."},
    {.name = "confidence",
     .kind = RIA_KEY_QUANTITY,
     .flags = RIA_KEY_LEAST | RIA_KEY_MOST,
     .least = 0.5,
     .most = 0.999,
     .fallback = "0.95",
     STEP(confidence),
     .what = "Confidence of the interval of the ratio."},
    {0}};

static ria_status settings_of(const workflow_point *point, const case_run *side,
                              case_settings *settings) {
  const compare *c = point->object;
  RIA_TRY(case_settings_add_quiet(settings));
  RIA_TRY(case_settings_add_sweep(settings, point));
  RIA_TRY(case_settings_add_run(settings, &c->run));
  return case_settings_add_run(settings, side);
}

static void check_side(const workflow_point *point, const char *name, const case_run *side,
                       ria_case_errors *errors) {
  const compare *c = point->object;
  case_settings settings = {0};
  if (settings_of(point, side, &settings) != RIA_SUCCESS)
    point_complain(point, errors, "", "%s", ria_status_detail());
  else
    case_run_check(point, c->path, &settings, name, errors, NULL);
  case_settings_destroy(&settings);
}

static void check(const workflow_point *point, ria_case_errors *errors) {
  const compare *c = point->object;
  bool has_a = !ria_yaml_is_null(ria_yaml_get(point->body, "a"));
  bool has_b = !ria_yaml_is_null(ria_yaml_get(point->body, "b"));
  check_side(point, has_a ? "a" : "", &c->a, errors);
  if (!c->previous && has_b)
    check_side(point, "b", &c->b, errors);
  if (!c->previous && !has_a && !has_b)
    point_complain(point, errors, "",
                   "both sides are the same: give `a`, `b` or `previous` something to differ "
                   "in");
}

static ria_status add_run(const workflow_point *point, task_list *list, char side, int pair) {
  const compare *c = point->object;
  const case_run *run = side == 'a' ? &c->a : &c->b;
  char suffix[24], *before = NULL;
  case_settings settings = {0};
  workflow_task *task;
  if (list->count > 0 && list->task[list->count - 1].point == point)
    before = strdup(list->task[list->count - 1].id);
  snprintf(suffix, sizeof suffix, "/%c-%d", side, pair);
  ria_status status = task_list_add(list, point, suffix, &task);
  if (status == RIA_SUCCESS && before)
    status = task_add_after(task, before);
  free(before);
  RIA_TRY(status);
  task->repeat = pair;
  RIA_TRY(case_run_add_resources(task, run));
  status = settings_of(point, run, &settings);
  if (status == RIA_SUCCESS)
    status = case_run_add_command(task, c->path, &settings);
  case_settings_destroy(&settings);
  RIA_TRY(status);
  return task_add_argument(task, "--overwrite");
}

/* Points run one after another: the first run of this one waits for the last of the previous one.
 */
static ria_status follow(task_list *list, int first, const workflow_point *point) {
  const workflow_step *step = point->step;
  const compare *c = point->object;
  if (point->index == 0)
    return RIA_SUCCESS;
  char suffix[24], side = c->previous || c->repeat % 2 == 0 ? 'a' : 'b';
  snprintf(suffix, sizeof suffix, "/%c-%d", side, c->repeat);
  return case_run_add_after(&list->task[first], &step->point[point->index - 1], suffix);
}

static ria_status expand(const workflow_point *point, task_list *list) {
  const compare *c = point->object;
  int first = list->count;
  for (int pair = 1; pair <= c->repeat; pair++) {
    char early = pair % 2 ? 'a' : 'b', late = pair % 2 ? 'b' : 'a';
    RIA_TRY(add_run(point, list, c->previous ? 'a' : early, pair));
    if (!c->previous)
      RIA_TRY(add_run(point, list, late, pair));
  }
  return follow(list, first, point);
}

/* A side without a target uses the step's. */
static bool needs_gpu(const workflow_point *point) {
  const compare *c = point->object;
  return (!c->a.target && !c->b.target && case_run_needs_gpu(point, &c->run)) ||
         case_run_needs_gpu(point, &c->a) || case_run_needs_gpu(point, &c->b);
}

const workflow_step_kind step_kind_compare = {
    .name = "compare",
    .what = "A against B in paired runs, with a verdict",
    .keys = keys,
    .bytes = sizeof(compare),
    .takes = case_run_takes,
    .check = check,
    .expand = expand,
    .needs_gpu = needs_gpu,
    .collect = case_run_collect,
    .finish = compare_finish,
};
