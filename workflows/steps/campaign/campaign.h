/** \file
 * kind: campaign. Its parts: what a step says (campaign.c), what was measured at each point
 * (points.c), also against peaks (roofline.c) and along lines
 * (lines.c), what is published beside it (published.c), the tables
 * (table.c, figure.c) and the charts (chart.c, over.c).
 */
#ifndef RIA_CAMPAIGN_H
#define RIA_CAMPAIGN_H

#include "steps/case_run.h"
#include "ria/csv_table.h"
#include "ria/statistics.h"
#include "ria/table.h"
#include "steps/samples.h"

/** What kind of table, and what speed-up and efficiency mean in it. */
typedef enum {
  CAMPAIGN_STRONG, /**< the same problem on more of the machine */
  CAMPAIGN_WEAK,   /**< a problem that grows with the machine */
  CAMPAIGN_SIZE,   /**< problems of several sizes */
  CAMPAIGN_PLAIN,
  CAMPAIGN_ROOFLINE, /**< speed against what the machine can do at most */
  CAMPAIGN_PEAKS     /**< what the machine can do at most, against what a cell asks for */
} campaign_sort;

typedef struct {
  char *points, *variant, *node; /**< as `ria bench --line` has them; NULL: it is of no lines */
  double seconds;                /**< to measure each node for */
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
} campaign;

/** What a cell update takes, and what the machine has. NAN: not known. */
typedef struct {
  double flops, bytes;             /**< of a cell and step, divisions and square roots among them */
  double gflops, gbytes;           /**< 1e9 of them a second */
  double peak_gflops, peak_gbytes; /**< the same, at most; of all workers or GPUs together */
  double roofline;                 /**< share of the kernels' own roofline */
  bool on_gpu;                     /**< computed there, and peaks are a GPU's */
} campaign_work;

/** What a point of the sweep came to. What could not be measured is NAN. */
typedef struct {
  const ria_point *point;
  double *sample;            /**< [repeat] what is measured, s */
  int measured;              /**< runs that gave it */
  int runs, failed;          /**< all, and those that gave nothing; of each value of `best_of` */
  bool skipped;              /**< not run, by the step's `when`; told if something is published */
  bool modelled;             /**< the time is a model's, not this machine's */
  const char *why;           /**< the first other one did not; borrowed */
  ria_spread spread;         /**< of what was measured */
  double exchange, work;     /**< medians, s: of as many steps as `sample` is */
  double steps, cells, rate; /**< medians; NAN where not known */
  double along;              /**< NAN if the axis has no number here */
  int group;                 /**< points that differ only in what is varied together */
  int base;                  /**< the row of its group that speed-ups refer to; -1: none */
  ria_ratio speedup;         /**< time at the base over time here */
  double second_speedup;     /**< the same of the second base */
  campaign_work cost;        /**< CAMPAIGN_ROOFLINE and CAMPAIGN_PEAKS only */
  int published;             /**< row of the reference; -1: none */
} campaign_row;

/** Points that a line's runs told of, beside those of the sweep. All zero is none. */
typedef struct {
  int count;
  ria_point *point; /**< [count]; each with a label, and parameters behind those of the sweep's
                         point of that index, of its own */
} campaign_lines;

typedef struct {
  const ria_step *step;
  const campaign *keys;
  const char *along; /**< name of the axis of speed-ups; NULL: there are none */
  const char *measure;
  int rows, groups;
  campaign_row *row; /**< [rows], of the sweep's points that are told, in their order */
  int missing;       /**< runs of them that gave nothing */
  samples samples;
  campaign_lines lines; /**< with `line`: what the rows are of */
  bool has_reference;
  ria_csv_table reference;
} campaign_points;

/** Read all measurements and find groups, bases and published rows. Errors: RIA_ERROR_MISMATCH (a
 * published row is not unique), RIA_ERROR_MEMORY and others. Runs that failed are no error. */
ria_status campaign_points_read(const ria_step *step, ria_study *study, campaign_points *points);
void campaign_points_destroy(campaign_points *points);

/** Read the published table, if the step names one, and find the row of each point. Errors: those
 * of ria_csv_table_read(), RIA_ERROR_MISMATCH (two rows fit). */
ria_status campaign_find_published(campaign_points *points);
/** A table that ria carries, or a CSV file of that form. Errors: those of ria_csv_table_read() and
 * ria_reference_read(). */
ria_status campaign_read_reference(const ria_workflow *workflow, const char *name,
                                   ria_csv_table *table);
/** The text of a published cell of a row; NULL if there is none. */
const char *campaign_published_text(const campaign_points *points, const campaign_row *row,
                                    const char *key);

/** The work of a row, from what `ria bench` told of its runs, by the names in `number`, which gives
 * NAN for what is not known. */
campaign_work campaign_work_of(double (*number)(void *context, const char *key), void *context,
                               bool modelled);
/** Whether the table is of CAMPAIGN_ROOFLINE or CAMPAIGN_PEAKS. */
bool campaign_is_roofline(const campaign_points *points);
/** Whether a row's time is a model's in any row. */
bool campaign_has_models(const campaign_points *points);

/** The value of a parameter at a point, borrowed; NULL if it has none of that name. */
const ria_value *campaign_parameter(const ria_point *point, const char *name);
/** The cells of a row: those of its runs, or of what was not run by its name, "200x100". */
double campaign_cells(const campaign_row *row);
/** Whether a parameter does not tell points apart, for some purpose. */
typedef bool (*campaign_apart)(const campaign_points *points, const char *parameter);
/** Whether two points have the same value of each parameter but those that are `apart`. */
bool campaign_same(const campaign_points *points, const ria_point *a, const ria_point *b,
                   campaign_apart apart);
/** A curve's name: `whose`, and the values of a point's parameters but those that are `apart`; the
 * step's name where that is nothing. Owned; NULL: no memory. */
char *campaign_name(const campaign_points *points, const ria_point *point, const char *whose,
                    campaign_apart apart);
/** Whether the number of steps is given, by a key or the sweep. */
bool campaign_counts_steps(const ria_point *point);
/** Whether a parameter is varied together with the axis of speed-ups. */
bool campaign_is_tied(const campaign_points *points, const char *parameter);
/** Share of the ideal speed, 1 at the base. */
double campaign_efficiency(const campaign_points *points, const campaign_row *row);
/** A published number of a row; NAN if there is none. `rate` follows from the published cells,
 * steps and time where it is not told itself; `microseconds` from its `step_seconds`. */
double campaign_published(const campaign_points *points, const campaign_row *row, const char *key);

/** Whether `ria bench --line` is what is run, so that a task gives many measurements. */
bool campaign_is_of_lines(const campaign *keys);
/** Whether it is, and such a line has a parameter of that name: points, variant, node. */
bool campaign_line_has(const campaign *keys, const char *parameter);
/** What `line` asks for, and what it leaves to be asked for. */
void campaign_line_check(const ria_point *point, ria_case_errors *errors);
/** `--line` and what belongs to it. */
ria_status campaign_line_add_options(ria_task *task);
/** All rows of FOLDER/bench.json, each by a key of its own. Errors: as case_run_collect_json(). */
ria_status campaign_line_collect(const char *folder, ria_results *results);
/** Add a point for each measurement that any of the tasks "PREFIXn" gave; where none gave any, one
 * without numbers. Points that were added before may move. */
ria_status campaign_lines_of(const samples *samples, const char *task_prefix,
                             const ria_point *point, campaign_lines *lines);
void campaign_lines_destroy(campaign_lines *lines);
/** Of such a point: how many points its line has (NAN: it has no numbers), and the key of its
 * measurement, which is `key`. */
double campaign_line_points(const ria_point *made);
enum { CAMPAIGN_LINE_KEY = 128 };
const char *campaign_line_key(const ria_point *made, char key[CAMPAIGN_LINE_KEY]);

/** What a time is multiplied by where it is shown: times of one step are told in microseconds. */
double campaign_time_scale(const campaign_points *points);
/** With `over` and `along`: FOLDER/figure, the charts' numbers as a table; with `ranges` also
 * FOLDER/ranges. Nothing without these. */
ria_status campaign_write_figure(const campaign_points *points, const char *folder);
void campaign_fill_table(const campaign_points *points, ria_table *table);
/** Draw FOLDER/scaling.png and .svg. *drawn is false where there is no axis of numbers. */
ria_status campaign_draw(const campaign_points *points, const char *folder, bool *drawn);
/** With `over`: draw FOLDER/times.png and .svg, and scaling.png and .svg where there are speed-ups,
 * over that parameter. *drawn is false where it has no numbers. */
ria_status campaign_draw_over(const campaign_points *points, const char *folder, bool *drawn);

#endif
