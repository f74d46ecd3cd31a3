/** \file
 * Results: the numbers and texts of a task or step that `${step.key}` refers to.
 */
#ifndef TASKS_RESULTS_H
#define TASKS_RESULTS_H

#include "language/value.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct workflow_results workflow_results;
struct workflow_results {
  int count, room;
  workflow_named *result;
};

/** Set a result, replacing an earlier one with the same key. Keys are words of expressions, with
 * dots between. NaN and infinity are stored as texts. */
ria_status results_put_number(workflow_results *results, const char *key, double number);
ria_status results_put_text(workflow_results *results, const char *key, const char *text);
/** The value of a key, borrowed, or NULL. */
const workflow_value *results_find(const workflow_results *results, const char *key);
void results_destroy(workflow_results *results);

#ifdef __cplusplus
}
#endif
#endif
