/** \file
 * The display of a study: a tree of steps and tasks, or JSON.
 */
#ifndef VIEW_H
#define VIEW_H

#include <jansson.h>
#include <stdbool.h>
#include "ria/text.h"
#include "study/study.h"

/** The data of status and watch, read in one transaction. */
typedef struct {
  char *folder, *name, *state, *began, *ended; /**< facts of the study; "" if not known */
  bool held;                                   /**< an engine holds the lock */
  study_owner owner;
  owner_life life;
  study_steps steps;
  study_tasks tasks;
  study_attempts attempts;
  int *first;  /**< [steps.count + 1] step i has the tasks first[i] ... first[i + 1] - 1 */
  int *newest; /**< [tasks.count] the newest attempt; -1: none */
  double now;
  double *step_ends; /**< [steps.count] expected end of each step; 0: done or not known */
  double ends;       /**< expected end of the study; 0: done or not known */
  const char
      *submitted; /**< description of the submitted job that will run it; NULL: none. Borrowed */
} view_tree;

ria_status view_read(study_store *study, view_tree *view);
void view_destroy(view_tree *view);

typedef struct {
  int width;   /**< columns; 0: unlimited */
  int most;    /**< most tasks to show per step; those that need attention come first. 0: all */
  int steps;   /**< most steps to show; those that need attention come first. 0: all */
  bool colour; /**< use the terminal's escape sequences */
  bool utf8;   /**< use characters beyond ASCII */
} view_style;

/** Append the tree as lines. */
void view_draw(const view_tree *view, const view_style *style, ria_text *text);

/** The study as JSON; owned by the caller; NULL without memory. */
json_t *view_json(const view_tree *view);

/** The exit code for the study's state: CLI_EXIT_... */
int view_exit_code(const view_tree *view);

/** The newest attempt of a task, or NULL. */
const study_attempt *view_newest(const view_tree *view, int task);

/** Core seconds that attempts have used so far: of a step, or of all (-1). */
double view_cost(const view_tree *view, int step);

/** Estimate step_ends and ends from the durations of tasks of the same step. */
ria_status view_estimate(view_tree *view);

#endif
