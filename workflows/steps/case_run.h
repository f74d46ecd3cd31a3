/** \file
 * A run of a case as a task: the step's keys for it, its command line, and its results. Shared by
 * the kinds case, campaign and compare.
 */
#ifndef CASE_RUN_H
#define CASE_RUN_H

#include <stddef.h>
#include "tasks/task.h"

/** The keys that choose how to run a case. Texts are NULL and numbers 0 if not given. */
typedef struct {
  char *target, *strategy, *precision, *tiles, *cells, *resolution;
  int depth, steps;
  ria_yaml *set; /**< a mapping of the case's keys, nested or dotted */
  int ranks, workers, gpus, nodes;
} case_run;

#define CASE_RUN_ROW(type, member, key, sort, text)                                                \
  {                                                                                                \
    .name = #key, .kind = sort, .flags = RIA_KEY_SHARED, .offset = offsetof(type, member.key),     \
    .size = sizeof(((type *)0)->member.key), .what = text                                          \
  }
#define CASE_RUN_COUNT(type, member, key, shared, text)                                            \
  {                                                                                                \
    .name = #key, .kind = RIA_KEY_INTEGER, .flags = RIA_KEY_LEAST | RIA_KEY_MOST | (shared),       \
    .least = 1, .most = 1e9, .offset = offsetof(type, member.key),                                 \
    .size = sizeof(((type *)0)->member.key), .what = text                                          \
  }

/** Rows of a schema for a case_run that is a `member` of `type`. */
#define CASE_RUN_KEYS(type, member)                                                                \
  CASE_RUN_ROW(type, member, target, RIA_KEY_TEXT, "Where kernels run."),                          \
      CASE_RUN_ROW(type, member, strategy, RIA_KEY_TEXT, "How the target loops over cells."),      \
      CASE_RUN_ROW(type, member, precision, RIA_KEY_TEXT, "`single` or `double`."),                \
      CASE_RUN_ROW(type, member, tiles, RIA_KEY_TEXT, "Tiles along x and y: `NXxNY`."),            \
      CASE_RUN_ROW(type, member, cells, RIA_KEY_TEXT,                                              \
                   "Cells along x and y, `NXxNY`, instead of the case's resolution."),             \
      CASE_RUN_ROW(type, member, resolution, RIA_KEY_TEXT, "Size of a cell."),                     \
      CASE_RUN_COUNT(type, member, depth, RIA_KEY_SHARED,                                          \
                     "Steps between exchanges (rows of ghost cells): 1 is the classic scheme."),   \
      CASE_RUN_COUNT(type, member, steps, RIA_KEY_SHARED,                                          \
                     "Time steps, instead of the case's end."),                                    \
      CASE_RUN_ROW(                                                                                \
          type, member, set, RIA_KEY_NODE,                                                         \
          "Further keys of the case: `{time.end: 2 h, output: {every: 10 min}}`; an empty text "   \
          "takes one out.")

/** CASE_RUN_KEYS, with the resources that each side of a comparison may set. */
#define CASE_RUN_SIDE_KEYS(type, member)                                                           \
  CASE_RUN_KEYS(type, member), CASE_RUN_COUNT(type, member, ranks, 0, "MPI ranks."),               \
      CASE_RUN_COUNT(type, member, workers, 0, "Cores of a rank."),                                \
      CASE_RUN_COUNT(type, member, gpus, 0, "GPUs of a rank."),                                    \
      CASE_RUN_COUNT(type, member, nodes, 0, "Nodes.")

/** Settings in order of application: "key.path=value". All zero is an empty list. */
typedef struct {
  int count;
  char **set; /**< [count], owned */
} case_settings;

void case_settings_destroy(case_settings *settings);
/** Add the settings of a run's keys, with those of `set` last. */
ria_status case_settings_add_run(case_settings *settings, const case_run *run);
/** Add the settings of a sweep's parameters with known names: `target` ... `steps` as the keys
 * above, and `tiling`: classic, auto, expansion-DEPTH or swept-STEPS. */
ria_status case_settings_add_sweep(case_settings *settings, const workflow_point *point);

/** Check the case with its settings; reports findings at the point's keys `case` and `what` ("" for
 * the step). True if it is valid. `end` (may be NULL): its end in s, INFINITY if it ends by steps.
 */
bool case_run_check(const workflow_point *point, const char *path, const case_settings *settings,
                    const char *what, ria_case_errors *errors, double *end);

/** The end of the case with its settings, in s; INFINITY if it ends by steps. */
ria_status case_run_end(const char *path, const case_settings *settings, double *end);

/** The solver of the case with its settings; owned by the caller. */
ria_status case_run_solver(const char *path, const case_settings *settings, char **solver);

/** Switch off output files, for runs that only measure the computation. */
ria_status case_settings_add_quiet(case_settings *settings);
/** Start a task after the task of that point and suffix has ended in any way. */
ria_status case_run_add_after(workflow_task *task, const workflow_point *point, const char *suffix);

/** Whether a run needs a GPU: its target, or the sweep's, is `cuda`. */
bool case_run_needs_gpu(const workflow_point *point, const case_run *run);

/** Whether a sweep's parameter sets resources (ranks, nodes, workers, gpus, ranks_per_node) or the
 * latency of messages between ranks (latency). */
bool case_run_is_machine(const char *parameter);
/** workflow_step_kind.takes: whether runs take a sweep's parameter of that name, as a short form of
 * keys of a case, or as resources. */
bool case_run_takes(const char *parameter);
/** Give the task the resources of the sweep's parameters, then those of `run` (may be NULL), and
 * pass the numbers of workers and GPUs to its runtime. */
ria_status case_run_add_resources(workflow_task *task, const case_run *run);
/** Add `--set KEY=VALUE` for each setting. */
ria_status case_run_add_settings(workflow_task *task, const case_settings *settings);
/** Add the command `ria run PATH -o . --set ...`, and include the case in the task's hash. */
ria_status case_run_add_command(workflow_task *task, const char *path,
                                const case_settings *settings);

/** Collect the numbers and texts of FOLDER/summary.json: keys of nested ones have dots, list items
 * are named by their `name`, and characters that no word has become '_'. From arrivals.csv, if it
 * exists: `arrival.PLACE` in s ("never" if the tracer did not come) and `peak.PLACE`. Errors:
 * RIA_ERROR_IO, RIA_ERROR_FORMAT, RIA_ERROR_MEMORY. */
ria_status case_run_collect(const workflow_task *task, const char *folder,
                            workflow_results *results);
/** Collect the numbers and texts of one JSON file in the folder. */
ria_status case_run_collect_json(const char *folder, const char *name, workflow_results *results);

#endif
