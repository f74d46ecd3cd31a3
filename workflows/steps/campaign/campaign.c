/* kind: campaign. Runs a case several times at every point of the step's sweep, and makes the
 * table.
 *
 * Repeats are interleaved: all points once, then all points again, so that a machine that slows
 * down affects all points. Runs follow one another unless the step allows otherwise, because runs
 * on one machine would slow each other down. A failed run is missing in the table; the others
 * continue. */
#include "campaign.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "ria/registry.h"
#include "ria/yaml.h"
#include "study/study.h"

#define STEP(member) .offset = offsetof(campaign, member), .size = sizeof(((campaign *)0)->member)

static const char *const sorts[] = {[CAMPAIGN_STRONG] = "strong",
                                    [CAMPAIGN_WEAK] = "weak",
                                    [CAMPAIGN_SIZE] = "size",
                                    [CAMPAIGN_PLAIN] = "plain",
                                    [CAMPAIGN_ROOFLINE] = "roofline",
                                    [CAMPAIGN_PEAKS] = "peaks",
                                    NULL};

static const ria_key reference_keys[] = {
    {.name = "table",
     .kind = RIA_KEY_TEXT,
     STEP(reference),
     .example = "contaminants-table-3",
     .what =
         "A table that is part of ria (papers/NAME/published.csv), or a CSV file of that format."},
    {.name = "where",
     .kind = RIA_KEY_NODE,
     STEP(where),
     .example = "{version: multi-GPU optimized}",
     .what = "Values of its other columns, to choose rows."},
    {.name = "axes",
     .kind = RIA_KEY_NODE,
     STEP(axes),
     .example = "{nodes: ranks, cells: ~}",
     .what = "Maps its columns to parameters of other names, or (`~`) to none."},
    {.name = "ranges",
     .kind = RIA_KEY_TEXT,
     STEP(ranges),
     .example = "swept-ranges",
     .what = "A table of speed-ups of `what` over `base` (values of `along`, or of another "
             "parameter), from `least` to `most`, compared with the measured ones in a separate "
             "table. With a column `where`, a row counts only points with that value."},
    {0}};

static const ria_key line_keys[] = {
    {.name = "points",
     .kind = RIA_KEY_TEXT,
     .fallback = "2^11..2^20",
     STEP(line.points),
     .what = "Numbers of points: `4096`, `2^11..2^20` (doubling), or several with commas."},
    {.name = "variant",
     .kind = RIA_KEY_TEXT,
     .fallback = "all",
     STEP(line.variant),
     .what = "Variants (`time_tiling.variant` of a case), several with commas, or `all`."},
    {.name = "node",
     .kind = RIA_KEY_TEXT,
     .fallback = "2^5..2^10",
     STEP(line.node),
     .what = "Points of a node, written like `points`; with `best_of: node` the fastest counts."},
    {.name = "seconds",
     .kind = RIA_KEY_QUANTITY,
     .flags = RIA_KEY_ABOVE,
     .dimension = RIA_TIME,
     .fallback = "0.004 s",
     STEP(line.seconds),
     .what = "Least time of a measurement."},
    {0}};

static const ria_key keys[] = {
    {.name = "case",
     .kind = RIA_KEY_FILE,
     .flags = RIA_KEY_REQUIRED,
     STEP(path),
     .instead = "bench",
     .example = "arousa.yaml",
     .what = "The case file of every point."},
    {.name = "bench",
     .kind = RIA_KEY_TEXT,
     .flags = RIA_KEY_REQUIRED,
     STEP(bench),
     .instead = "case",
     .example = "estuary",
     .what = "A solver or kernel that `ria bench` measures, instead of a case."},
    {.name = "line",
     .kind = RIA_KEY_MAP,
     .flags = RIA_KEY_OPTIONAL,
     .keys = line_keys,
     .what = "With `bench`: lines on a GPU in one process (`ria bench SOLVER --line`), as if "
             "`points`, `variant` and `node` were swept. `steps` are per call."},
    CASE_RUN_KEYS(campaign, run),
    {.name = "repeat",
     .kind = RIA_KEY_INTEGER,
     .flags = RIA_KEY_LEAST | RIA_KEY_MOST,
     .least = 1,
     .most = 1000,
     .fallback = "5",
     STEP(repeat),
     .what = "Runs of each point, interleaved; the table has medians and quartiles."},
    {.name = "table",
     .kind = RIA_KEY_CHOICE,
     .choices = sorts,
     .fallback = "plain",
     STEP(sort),
     .what = "`strong`: speed-up of one problem; `weak`: efficiency of a growing problem; `size`: "
             "speed by size; `plain`: times; `roofline` and `peaks`, of `bench`: operations and "
             "bytes a second with the machine's peaks; the peaks alone."},
    {.name = "model",
     .kind = RIA_KEY_BOOL,
     .fallback = "false",
     STEP(model),
     .what = "Model the time on a Cell instead of a run (`ria bench --model`). Table and chart say "
             "so."},
    {.name = "along",
     .kind = RIA_KEY_TEXT,
     STEP(along),
     .example = "depth",
     .what = "Parameter of the speed-ups, from its smallest value. Default for `strong` and "
             "`weak`: nodes, ranks, gpus or workers, whichever is swept."},
    {.name = "base",
     .kind = RIA_KEY_TEXT,
     STEP(base),
     .example = "one core",
     .what = "Value of `along` that speed-ups refer to. Default: the smallest or the first."},
    {.name = "second_base",
     .kind = RIA_KEY_TEXT,
     STEP(second_base),
     .example = "all cores",
     .what = "Another value of `along`, for a second column of speed-ups."},
    {.name = "best_of",
     .kind = RIA_KEY_TEXT,
     STEP(best_of),
     .example = "node",
     .what = "Parameter of which each row shows only the fastest value, with its name."},
    {.name = "over",
     .kind = RIA_KEY_TEXT,
     STEP(over),
     .example = "cells",
     .what = "Parameter along the charts: `times`, and with `along` `scaling`, the speed-up."},
    {.name = "measure",
     .kind = RIA_KEY_TEXT,
     STEP(measure),
     .example = "wall_seconds",
     .what = "Result used as time. Default: `step_seconds`, the time of the steps alone (for "
             "`bench` without `steps`: `seconds`, the time of one step)."},
    {.name = "results",
     .kind = RIA_KEY_TEXTS,
     STEP(result),
     .count = offsetof(campaign, results),
     .example = "[program.total]",
     .what = "Further numbers of `summary.json` for the table, next to published columns of these "
             "names."},
    {.name = "side_by_side",
     .kind = RIA_KEY_BOOL,
     .fallback = "false",
     STEP(side_by_side),
     .what = "Runs points at the same time; each needs its own machine for valid times."},
    {.name = "reference",
     .kind = RIA_KEY_MAP,
     .flags = RIA_KEY_OPTIONAL,
     .keys = reference_keys,
     .what = "Published values to compare with."},
    {.name = "note",
     .kind = RIA_KEY_TEXT,
     STEP(note),
     .example = "Without a GPU its rows are left out: --set machine=gpu",
     .what = "A line below the table."},
    {0}};

static ria_status settings_of(const workflow_point *point, case_settings *settings) {
  const campaign *c = point->object;
  /* Only the computation is measured; a step that wants output files sets them in `set`. */
  if (c->path)
    RIA_TRY(case_settings_add_quiet(settings));
  RIA_TRY(case_settings_add_sweep(settings, point));
  return case_settings_add_run(settings, &c->run);
}

/* A mapping whose keys are columns of the published table. */
static void check_columns(const workflow_point *point, const ria_csv_table *table, const char *key,
                          const ria_yaml *map, ria_case_errors *errors) {
  if (ria_yaml_is_null(map))
    return;
  if (map->kind != RIA_YAML_MAP)
    point_complain(point, errors, key, "expected a mapping by the table's columns");
  for (int i = 0; map->kind == RIA_YAML_MAP && i < map->count; i++)
    if (ria_csv_table_column(table, map->key[i]->text) < 0)
      point_complain(point, errors, key, "the table has no column '%s'", map->key[i]->text);
    else if (map->value[i]->kind != RIA_YAML_SCALAR)
      point_complain(point, errors, key, "expected one value for '%s'", map->key[i]->text);
}

static void check_reference(const workflow_point *point, ria_case_errors *errors) {
  const campaign *c = point->object;
  ria_csv_table table;
  const workflow_file *workflow = point->step->workflow;
  if (campaign_read_reference(workflow, c->reference, &table) != RIA_SUCCESS) {
    point_complain(point, errors, "reference.table", "%s", ria_status_detail());
    return;
  }
  check_columns(point, &table, "reference.where", c->where, errors);
  check_columns(point, &table, "reference.axes", c->axes, errors);
  ria_csv_table_destroy(&table);
}

static void check_ranges(const workflow_point *point, ria_case_errors *errors) {
  static const char *const needed[] = {"what", "base", "least", "most"};
  const campaign *c = point->object;
  ria_csv_table table;
  if (campaign_read_reference(point->step->workflow, c->ranges, &table) != RIA_SUCCESS) {
    point_complain(point, errors, "reference.ranges", "%s", ria_status_detail());
    return;
  }
  for (size_t i = 0; i < sizeof needed / sizeof *needed; i++)
    if (ria_csv_table_column(&table, needed[i]) < 0)
      point_complain(point, errors, "reference.ranges", "the table has no column '%s'", needed[i]);
  ria_csv_table_destroy(&table);
}

static bool is_swept_value(const workflow_point *point, const char *name, const char *wanted) {
  for (int i = 0; i < point->step->points; i++) {
    const workflow_value *value = campaign_parameter(&point->step->point[i], name);
    if (value && !strcmp(value->text, wanted))
      return true;
  }
  return false;
}

static void check_base(const workflow_point *point, const char *key, const char *base,
                       ria_case_errors *errors) {
  const campaign *c = point->object;
  if (base && !c->along)
    point_complain(point, errors, key, "it is a value of `along`, but `along` is not given");
  else if (base && !campaign_line_has(c, c->along) && !is_swept_value(point, c->along, base))
    point_complain(point, errors, key, "no point of the sweep has %s '%s'", c->along, base);
}

static void check_parameter(const workflow_point *point, const char *key, const char *name,
                            ria_case_errors *errors) {
  if (name && !campaign_parameter(point, name) && !campaign_line_has(point->object, name))
    point_complain(point, errors, key, "the sweep has no parameter '%s'", name);
}

/* `best_of` and `along` must be different parameters. */
static void check_apart(const workflow_point *point, const campaign *c, ria_case_errors *errors) {
  if (c->best_of && c->along && !strcmp(c->best_of, c->along))
    point_complain(point, errors, "best_of", "'%s' is the parameter of the speed-ups (`along`)",
                   c->best_of);
  if (c->over && c->best_of && !strcmp(c->over, c->best_of))
    point_complain(point, errors, "over",
                   "'%s' is in `best_of`, so the table has only its best value", c->over);
  else if (c->over && c->along && !strcmp(c->over, c->along))
    point_complain(point, errors, "over",
                   "'%s' is already the parameter of the speed-ups (`along`); leave out `over`",
                   c->over);
}

static void check(const workflow_point *point, ria_case_errors *errors) {
  const campaign *c = point->object;
  case_settings settings = {0};
  if (settings_of(point, &settings) != RIA_SUCCESS)
    point_complain(point, errors, "", "%s", ria_status_detail());
  else if (c->path)
    case_run_check(point, c->path, &settings, "", errors, NULL);
  if (c->results > CAMPAIGN_RESULTS)
    point_complain(point, errors, "results", "%d results; expected %d at most", c->results,
                   CAMPAIGN_RESULTS);
  check_parameter(point, "along", c->along, errors);
  check_parameter(point, "best_of", c->best_of, errors);
  check_parameter(point, "over", c->over, errors);
  check_apart(point, c, errors);
  if (campaign_is_of_lines(c))
    campaign_line_check(point, errors);
  if (campaign_is_of_kernel(c))
    campaign_kernel_check(point, &settings, errors);
  check_base(point, "base", c->base, errors);
  check_base(point, "second_base", c->second_base, errors);
  const workflow_value *swept = campaign_parameter(point, "target");
  const char *target = c->run.target ? c->run.target : swept ? swept->text : "cpu";
  if (c->model && !ria_target_is(target, RIA_TARGET_CELL))
    point_complain(point, errors, "model", "only target cell can be modelled, not '%s'", target);
  if (!c->bench && (c->sort == CAMPAIGN_ROOFLINE || c->sort == CAMPAIGN_PEAKS))
    point_complain(point, errors, "table", "the machine's peaks need `bench`");
  if (c->reference)
    check_reference(point, errors);
  else if (!c->ranges && (!ria_yaml_is_null(c->where) || !ria_yaml_is_null(c->axes)))
    point_complain(point, errors, "reference", "give `table` or `ranges`");
  if (c->ranges)
    check_ranges(point, errors);
  case_settings_destroy(&settings);
}

/* Starts a run after the previous one in the interleaved order has ended, whether it succeeded or
 * not. */
static ria_status add_after(workflow_task *task, int repeat) {
  const workflow_step *step = task->point->step;
  int before = task->point->index - 1;
  if (before < 0) {
    before = step->points - 1;
    repeat--;
  }
  if (repeat < 1)
    return RIA_SUCCESS;
  char suffix[16];
  snprintf(suffix, sizeof suffix, "/%d", repeat);
  return case_run_add_after(task, &step->point[before], suffix);
}

/* Adds options of `ria bench`, which takes the settings of a case. */
static ria_status add_bench(workflow_task *task, const char *solver,
                            const case_settings *settings) {
  const campaign *c = task->point->object;
  const char *const start[] = {"ria", "bench", solver, "-o", "bench.json"};
  const workflow_value *swept = campaign_parameter(task->point, "steps");
  for (size_t i = 0; i < sizeof start / sizeof *start; i++)
    RIA_TRY(task_add_argument(task, start[i]));
  if (c->model)
    RIA_TRY(task_add_argument(task, "--model"));
  if (campaign_is_of_lines(c))
    RIA_TRY(campaign_line_add_options(task));
  if (campaign_is_of_kernel(c))
    return campaign_kernel_add_options(task, settings);
  RIA_TRY(case_run_add_settings(task, settings));
  if (c->model || !campaign_counts_steps(task->point))
    return RIA_SUCCESS;
  RIA_TRY(task_add_argument(task, "--steps"));
  return swept ? task_add_argument(task, swept->text)
               : task_format_argument(task, "%d", c->run.steps);
}

static ria_status add_command(workflow_task *task, const case_settings *settings) {
  const campaign *c = task->point->object;
  if (c->bench)
    return add_bench(task, c->bench, settings);
  if (c->model) {
    char *solver;
    RIA_TRY(case_run_solver(c->path, settings, &solver));
    ria_status status = add_bench(task, solver, settings);
    free(solver);
    return status;
  }
  RIA_TRY(case_run_add_command(task, c->path, settings));
  return task_add_argument(task, "--overwrite");
}

static ria_status add_repeat(const workflow_point *point, task_list *list,
                             const case_settings *settings, int repeat) {
  const campaign *c = point->object;
  char suffix[16];
  workflow_task *task;
  snprintf(suffix, sizeof suffix, "/%d", repeat);
  RIA_TRY(task_list_add(list, point, suffix, &task));
  task->repeat = repeat;
  RIA_TRY(case_run_add_resources(task, NULL));
  RIA_TRY(add_command(task, settings));
  return c->side_by_side ? RIA_SUCCESS : add_after(task, repeat);
}

static ria_status expand(const workflow_point *point, task_list *list) {
  const campaign *c = point->object;
  case_settings settings = {0};
  ria_status status = settings_of(point, &settings);
  for (int r = 1; r <= c->repeat && status == RIA_SUCCESS; r++)
    status = add_repeat(point, list, &settings, r);
  case_settings_destroy(&settings);
  return status;
}

static ria_status collect(const workflow_task *task, const char *folder,
                          workflow_results *results) {
  const campaign *c = task->point->object;
  if (campaign_is_of_lines(c))
    return campaign_line_collect(folder, results);
  return c->path && !c->model ? case_run_collect(task, folder, results)
                              : case_run_collect_json(folder, "bench.json", results);
}

/* Results over all points, for `${step.key}`: the best, and the worst spread. */
static ria_status put_results(const campaign_points *p, workflow_results *results) {
  double best = 0, spread = 0, efficiency = 1, rate = 0;
  int points = 0;
  const bool speedups = p->along && !campaign_is_roofline(p);
  for (int i = 0; i < p->rows; i++) {
    const campaign_row *r = &p->row[i];
    double share = speedups ? campaign_efficiency(p, r) : 1;
    best = speedups && r->speedup.ratio > best ? r->speedup.ratio : best;
    efficiency = share < efficiency ? share : efficiency;
    spread = ria_spread_relative(&r->spread) > spread ? ria_spread_relative(&r->spread) : spread;
    rate = r->rate > rate ? r->rate : rate;
    points += !r->skipped;
  }
  RIA_TRY(results_put_number(results, "points", points));
  RIA_TRY(results_put_number(results, "repeats", p->keys->repeat));
  RIA_TRY(results_put_number(results, "failed_runs", p->missing));
  RIA_TRY(results_put_number(results, "spread", spread));
  RIA_TRY(results_put_number(results, "best_rate", rate));
  if (!speedups)
    return RIA_SUCCESS;
  RIA_TRY(results_put_number(results, "best_speedup", best));
  return results_put_number(results, "least_efficiency", efficiency);
}

/* Without a GPU, the rows of a campaign of lines are unknown, so the table is empty. */
static ria_status write_none(const campaign_points *p, const char *folder) {
  ria_table table = {0};
  ria_table_caption(&table, "%s: lines on a GPU", p->step->name);
  ria_table_add_column(&table, "line", "line", 0);
  ria_table_put_text(&table, ria_table_add_row(&table), 0, "all");
  ria_table_note(&table, "Not measured: this machine has no GPU that ria can use.");
  ria_status status = ria_table_write_all(&table, folder, "table");
  ria_table_destroy(&table);
  return status;
}

static ria_status write_all(const campaign_points *p, const char *folder,
                            workflow_results *results) {
  ria_table table = {0};
  bool drawn = false;
  if (!p->rows && campaign_is_of_lines(p->keys))
    return write_none(p, folder);
  campaign_fill_table(p, &table);
  ria_status status = ria_table_write_all(&table, folder, "table");
  if (status == RIA_SUCCESS)
    status = campaign_write_figure(p, folder);
  if (status == RIA_SUCCESS)
    status =
        p->keys->over ? campaign_draw_over(p, folder, &drawn) : campaign_draw(p, folder, &drawn);
  /* Without gnuplot the tables are still written. */
  if (status == RIA_ERROR_UNSUPPORTED)
    status = results_put_text(results, "chart", ria_status_detail());
  else if (status == RIA_SUCCESS && drawn)
    status = results_put_text(results, "chart", p->keys->over ? "times.svg" : "scaling.svg");
  ria_table_destroy(&table);
  return status;
}

/* A table with missing runs is written, but the step fails. */
static ria_status judge(const campaign_points *p) {
  const campaign_row *row = p->row;
  int runs = 0;
  if (!p->missing)
    return RIA_SUCCESS;
  for (int i = 0; i < p->rows; i++)
    runs += p->row[i].runs;
  while (!row->failed)
    row++;
  return ria_fail(RIA_ERROR_MISMATCH,
                  "%s: %d of %d measurements of '%s' are missing (%s%s%s), and the table has only "
                  "the others; `ria retry %s` repeats the failed runs",
                  p->step->name, p->missing, runs, p->measure, row->point->label,
                  *row->point->label ? ": " : "", row->why, p->step->name);
}

static ria_status finish(const workflow_step *step, study_store *study, workflow_results *results) {
  campaign_points points;
  RIA_TRY(campaign_points_read(step, study, &points));
  char *folder = samples_folder(step, study);
  ria_status status =
      folder ? write_all(&points, folder, results)
             : ria_fail(RIA_ERROR_MEMORY, "no memory for the folder of %s", step->name);
  if (status == RIA_SUCCESS)
    status = put_results(&points, results);
  if (status == RIA_SUCCESS)
    status = judge(&points);
  free(folder);
  campaign_points_destroy(&points);
  return status;
}

/* Whether a point needs a GPU: lines do, whatever the target. */
static bool needs_gpu(const workflow_point *point) {
  return campaign_is_of_lines(point->object) ||
         case_run_needs_gpu(point, &((const campaign *)point->object)->run);
}

const workflow_step_kind step_kind_campaign = {
    .name = "campaign",
    .what = "repeated runs over a sweep, and their table",
    .keys = keys,
    .bytes = sizeof(campaign),
    .takes = case_run_takes,
    .check = check,
    .expand = expand,
    .needs_gpu = needs_gpu,
    .collect = collect,
    .finish = finish,
    .reports_left_out = true,
};
