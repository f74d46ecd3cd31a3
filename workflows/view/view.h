/** \file
 * A study as people look at it: a tree of steps and tasks in a given width, or JSON. */
#ifndef RIA_VIEW_H
#define RIA_VIEW_H

#include <jansson.h>
#include <stdbool.h>
#include "study/study.h"
#include "ria/text.h"

/** Everything that status and watch show, read in one go. */
typedef struct {
  char *folder, *name, *state, *began, *ended; /**< facts; "" if not known */
  bool held;                                   /**< an engine has the study */
  ria_study_owner owner;
  ria_owner_life life;
  ria_study_steps steps;
  ria_study_tasks tasks;
  ria_study_attempts attempts;
  int *first;  /**< [steps.count + 1] tasks of step i: first[i] .. first[i + 1] - 1 */
  int *newest; /**< [tasks.count] newest attempt, -1: none */
  double now;
  double *step_ends;     /**< [steps.count] when each is expected to end; 0: done or not known */
  double ends;           /**< the whole; 0: done or not known */
  const char *submitted; /**< what is known of the job that is to run it; NULL: none. Borrowed */
} ria_view;

ria_status ria_view_read(ria_study *study, ria_view *view);
void ria_view_destroy(ria_view *view);

typedef struct {
  int width;   /**< columns; 0: as wide as it gets */
  int most;    /**< tasks shown of a step; those that need attention come first. 0: all */
  int steps;   /**< steps shown where there are more, likewise; 0: all */
  bool colour; /**< with the terminal's escape sequences */
  bool utf8;   /**< may use characters beyond ASCII */
} ria_view_style;

/** Append the tree, a line for each thing. */
void ria_view_draw(const ria_view *view, const ria_view_style *style, ria_text *text);

/** The same for programs; owned by the caller; NULL without memory. */
json_t *ria_view_json(const ria_view *view);

/** What the study's state means for whoever waits for it: RIA_EXIT_..., by `state`. */
int ria_view_exit_code(const ria_view *view);

/** The newest attempt of a task, or NULL. */
const ria_study_attempt *ria_view_newest(const ria_view *view, int task);

/** Core seconds that attempts have held so far: of a step, or of all (-1). */
double ria_view_cost(const ria_view *view, int step);

/** Expected ends from how long tasks of the same step took; fills step_ends and ends. */
ria_status ria_view_estimate(ria_view *view);

#endif
