/** \file
 * kind: campaign. Its files: the step's keys (campaign.c); the measurements at each point
 * (points.c), also against peaks (roofline.c), along lines (lines.c) and of kernels alone
 * (kernels.c); published tables (published.c); the tables (table.c, notes.c, figure.c); the charts
 * (chart.c, over.c).
 */
#ifndef CAMPAIGN_H
#define CAMPAIGN_H

#include "ria/csv_table.h"
#include "ria/statistics.h"
#include "ria/table.h"
#include "steps/case_run.h"
#include "steps/samples.h"

/** The kind of table, which defines speed-up and efficiency. */
typedef enum {
  CAMPAIGN_STRONG, /**< one problem on more of the machine */
  CAMPAIGN_WEAK,   /**< a problem that grows with the machine */
  CAMPAIGN_SIZE,   /**< problems of several sizes */
  CAMPAIGN_PLAIN,
  CAMPAIGN_ROOFLINE, /**< speed against the machine's peaks */
  CAMPAIGN_PEAKS     /**< the machine's peaks against the work of a cell */
} campaign_sort;

typedef struct {
  char *points, *variant, *node; /**< as in `ria bench --line`; NULL: no lines */
  double seconds;                /**< s to measure each node */
} campaign_line;

typedef struct {
  char *path, *bench, *along, *measure, *reference, *ranges, *base, *second_base, *note, *best_of,
      *over;
  case_run run;
  campaign_line line;
  int repeat;
  int sort; /**< campaign_sort */
  bool side_by_side, model;
  ria_yaml *where, *axes;
  char **result; /**< [results] further numbers of the runs' summary.json in the table */
  int results;
} campaign;

enum { CAMPAIGN_RESULTS = 8 }; /**< most of them */
enum { CAMPAIGN_WIDTH = 100 }; /**< characters of a table's lines, for people */

/** The work of a cell update, and the speed of the machine. NAN: not known. */
typedef struct {
  double flops, bytes;             /**< per cell and step, with divisions and square roots */
  double gflops, gbytes;           /**< achieved, in 1e9 a second */
  double peak_gflops, peak_gbytes; /**< peaks, in 1e9 a second; of all workers or GPUs together */
  double roofline;                 /**< share of the kernels' roofline */
  double parts;                    /**< workers or GPUs that have the peaks */
  bool on_gpu;                     /**< computed on a GPU, with the GPU's peaks */
} campaign_work;

/** The measurements at a point of the sweep. NAN: not measured. */
typedef struct {
  const workflow_point *point;
  double *sample;   /**< [repeat] measured times, s */
  int measured;     /**< runs that gave a time */
  int runs, failed; /**< all runs, and those without a time; over all values of `best_of` */
  bool skipped;     /**< not run because of the step's `when`; shown if something is published */
  bool modelled;    /**< the time comes from a model, not from this machine */
  const char *target, *strategy, *device; /**< of the first run that gave a time; "": not known;
                                             borrowed */
  const char *why;                        /**< why the first failed run gave no time; borrowed */
  ria_spread spread;                      /**< of the measured times */
  double exchange, work;                  /**< medians, s, over as many steps as `sample` */
  double steps, cells, rate;              /**< medians; NAN: not known */
  double threads_per_core;                /**< above 1: oversubscribed; NAN: not known */
  double result[CAMPAIGN_RESULTS]; /**< medians of the results that the keys name; NAN: not known */
  double along;                    /**< value on the axis; NAN if it is not a number */
  int group; /**< number of its group: points that differ only in the parameters that vary together
              */
  int base;  /**< the group's row that speed-ups refer to; -1: none */
  ria_ratio speedup;     /**< time at the base over time here */
  double second_speedup; /**< the same with the second base */
  campaign_work cost;    /**< with campaign_tells_work() only */
  int published;         /**< row of the published table; -1: none */
} campaign_row;

/** Points made from a line's measurements, in addition to the sweep's. All zero is empty. */
typedef struct {
  int count;
  workflow_point *point; /**< [count]; each owns a label and parameters that follow those of the
                       sweep's point of that index */
} campaign_lines;

typedef struct {
  const workflow_step *step;
  const campaign *keys;
  const char *along; /**< name of the axis of speed-ups; NULL: no speed-ups */
  const char *measure;
  int rows, groups;
  campaign_row *row; /**< [rows] the points of the table, in order */
  int missing;       /**< runs without a result */
  samples samples;
  campaign_lines lines; /**< with `line`: the points of the rows */
  bool has_reference;
  ria_csv_table reference;
} campaign_points;

/** Read all measurements and find groups, bases and published rows. Failed runs are no error.
 * Errors: RIA_ERROR_MISMATCH (a published row is not unique), RIA_ERROR_MEMORY and others. */
ria_status campaign_points_read(const workflow_step *step, study_store *study,
                                campaign_points *points);
void campaign_points_destroy(campaign_points *points);

/** Read the published table, if the step names one, and find the row of each point. Errors: those
 * of ria_csv_table_read(), RIA_ERROR_MISMATCH (two rows fit). */
ria_status campaign_find_published(campaign_points *points);
/** Read a table that is part of ria, or a CSV file in the same format. Errors: those of
 * ria_csv_table_read() and ria_reference_read(). */
ria_status campaign_read_reference(const workflow_file *workflow, const char *name,
                                   ria_csv_table *table);
/** Text of a published cell of a row; NULL if there is none. */
const char *campaign_published_text(const campaign_points *points, const campaign_row *row,
                                    const char *key);

/** The work of a row, from the results of `ria bench`. `number` looks them up by name and gives NAN
 * for unknown ones. */
campaign_work campaign_work_of(double (*number)(void *context, const char *key), void *context,
                               bool modelled);
/** Whether the table is CAMPAIGN_ROOFLINE or CAMPAIGN_PEAKS. */
bool campaign_is_roofline(const campaign_points *points);
/** Whether the table has operations and bytes: a roofline or peaks table, or that of a kernel. */
bool campaign_tells_work(const campaign_points *points);
/** Whether any point was oversubscribed. */
bool campaign_is_crowded(const campaign_points *points);
/** Whether any row's time comes from a model. */
bool campaign_has_models(const campaign_points *points);

/** The value of a parameter at a point, borrowed; NULL if there is none of that name. */
const workflow_value *campaign_parameter(const workflow_point *point, const char *name);
/** The cells of a row: from its runs, or if it was not run, from its parameter "200x100". */
double campaign_cells(const campaign_row *row);
/** Whether a parameter is ignored when points are compared. */
typedef bool (*campaign_apart)(const campaign_points *points, const char *parameter);
/** Whether two points have equal parameters, except for those that `apart` ignores. */
bool campaign_same(const campaign_points *points, const workflow_point *a, const workflow_point *b,
                   campaign_apart apart);
/** Whether both rows were computed for one target, by one strategy and on one kind of device, so
 * that a line may join their points. */
bool campaign_one_thing(const campaign_row *a, const campaign_row *b);
/** A curve's name: `whose` and the values of the row's parameters that `apart` does not ignore;
 * also target and strategy if rows of the same parameters differ in these. The step's name if that
 * is empty. Owned; NULL: no memory. */
char *campaign_name(const campaign_points *points, const campaign_row *row, const char *whose,
                    campaign_apart apart);
/** Whether the row has neither a measurement nor a published number. */
bool campaign_is_empty(const campaign_row *row);
/** Whether any row is not empty; empty rows are left out of the table. */
bool campaign_has_rows(const campaign_points *points);
/** Whether the number of steps is given by a key or by the sweep. */
bool campaign_counts_steps(const workflow_point *point);
/** Whether a parameter varies together with the axis of speed-ups. */
bool campaign_is_tied(const campaign_points *points, const char *parameter);
/** Share of the ideal speed, 1 at the base. */
double campaign_efficiency(const campaign_points *points, const campaign_row *row);
/** A published number of a row; NAN if there is none. `rate` is derived from the published cells,
 * steps and time if it is not published itself, `microseconds` from `step_seconds`. */
double campaign_published(const campaign_points *points, const campaign_row *row, const char *key);

/** Whether the campaign runs `ria bench --line`, so that a task gives many measurements. */
bool campaign_is_of_lines(const campaign *keys);
/** Whether the campaign measures lines, and these have a parameter of that name: points, variant,
 * node. */
bool campaign_line_has(const campaign *keys, const char *parameter);
/** Check `line` together with the other keys. */
void campaign_line_check(const workflow_point *point, ria_case_errors *errors);
/** Add `--line` and its options. */
ria_status campaign_line_add_options(workflow_task *task);
/** Collect all rows of FOLDER/bench.json, each under its own key. Errors: as
 * case_run_collect_json(). */
ria_status campaign_line_collect(const char *folder, workflow_results *results);
/** Add a point for each measurement of the tasks "PREFIXn"; without measurements, one point without
 * numbers. Earlier points may move in memory. */
ria_status campaign_lines_of(const samples *samples, const char *task_prefix,
                             const workflow_point *point, campaign_lines *lines);
void campaign_lines_destroy(campaign_lines *lines);
/** Points of the line of a measured point (NAN: no numbers), and the key of its measurement.
 */
double campaign_line_points(const workflow_point *made);
enum { CAMPAIGN_LINE_KEY = 128 };
const char *campaign_line_key(const workflow_point *made, char key[CAMPAIGN_LINE_KEY]);

/** Whether the campaign measures a kernel alone. */
bool campaign_is_of_kernel(const campaign *keys);
/** Check the settings of a kernel's point. */
void campaign_kernel_check(const workflow_point *point, const case_settings *settings,
                           ria_case_errors *errors);
/** Add the options of `ria bench KERNEL` that the settings and resources ask for. */
ria_status campaign_kernel_add_options(workflow_task *task, const case_settings *settings);

/** The factor for displayed times: times of one step are shown in microseconds. */
double campaign_time_scale(const campaign_points *points);
/** With `over` and `along`: write FOLDER/figure, a table of the charts' numbers. With `ranges`:
 * write FOLDER/ranges. */
ria_status campaign_write_figure(const campaign_points *points, const char *folder);
void campaign_fill_table(const campaign_points *points, ria_table *table);
void campaign_add_notes(const campaign_points *points, ria_table *table);
/** Draw FOLDER/scaling.png and .svg. *drawn is false if there is no axis of numbers. */
ria_status campaign_draw(const campaign_points *points, const char *folder, bool *drawn);
/** With `over`: draw FOLDER/times.png and .svg over that parameter, and scaling.png and .svg if
 * there are speed-ups. *drawn is false if the parameter has no numbers. */
ria_status campaign_draw_over(const campaign_points *points, const char *folder, bool *drawn);

#endif
