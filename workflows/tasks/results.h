/** \file
 * Results: the numbers and texts of a task or step that `${step.key}` refers to.
 */
#ifndef RIA_TASKS_RESULTS_H
#define RIA_TASKS_RESULTS_H

#include "language/value.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct ria_results ria_results;
struct ria_results {
  int count, room;
  ria_named *result;
};

/** Set a result, replacing an earlier one with the same key. Keys are words of expressions, with
 * dots between. NaN and infinity are stored as texts. */
ria_status ria_results_put_number(ria_results *results, const char *key, double number);
ria_status ria_results_put_text(ria_results *results, const char *key, const char *text);
/** The value of a key, borrowed, or NULL. */
const ria_value *ria_results_find(const ria_results *results, const char *key);
void ria_results_destroy(ria_results *results);

#ifdef __cplusplus
}
#endif
#endif
