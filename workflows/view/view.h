/** \file
 * The display of a study: a tree of steps and tasks, or JSON.
 */
#ifndef RIA_VIEW_H
#define RIA_VIEW_H

#include <jansson.h>
#include <stdbool.h>
#include "ria/text.h"
#include "study/study.h"

/** Everything that status and watch show, read in one transaction. */
typedef struct {
  char *folder, *name, *state, *began, *ended; /**< facts of the study; "" if not known */
  bool held;                                   /**< an engine holds the lock */
  ria_study_owner owner;
  ria_owner_life life;
  ria_study_steps steps;
  ria_study_tasks tasks;
  ria_study_attempts attempts;
  int *first;  /**< [steps.count + 1] step i has the tasks first[i] ... first[i + 1] - 1 */
  int *newest; /**< [tasks.count] the newest attempt; -1: none */
  double now;
  double *step_ends; /**< [steps.count] expected end of each step; 0: done or not known */
  double ends;       /**< expected end of the study; 0: done or not known */
  const char
      *submitted; /**< description of the submitted job that will run it; NULL: none. Borrowed */
} ria_view;

ria_status ria_view_read(ria_study *study, ria_view *view);
void ria_view_destroy(ria_view *view);

typedef struct {
  int width;   /**< columns; 0: unlimited */
  int most;    /**< most tasks to show per step; those that need attention come first. 0: all */
  int steps;   /**< most steps to show, likewise; 0: all */
  bool colour; /**< use the terminal's escape sequences */
  bool utf8;   /**< use characters beyond ASCII */
} ria_view_style;

/** Append the tree as lines. */
void ria_view_draw(const ria_view *view, const ria_view_style *style, ria_text *text);

/** The same as JSON; owned by the caller; NULL without memory. */
json_t *ria_view_json(const ria_view *view);

/** The exit code for the study's state: RIA_EXIT_... */
int ria_view_exit_code(const ria_view *view);

/** The newest attempt of a task, or NULL. */
const ria_study_attempt *ria_view_newest(const ria_view *view, int task);

/** Core seconds that attempts have used so far: of a step, or of all (-1). */
double ria_view_cost(const ria_view *view, int step);

/** Estimate step_ends and ends from the durations of tasks of the same step. */
ria_status ria_view_estimate(ria_view *view);

#endif
