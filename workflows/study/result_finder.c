#include "result_finder.h"
#include <stdio.h>
#include <string.h>

static const ria_study_result *choose(result_finder *f, const ria_step *step, const char *key) {
  const ria_study_result *best = NULL;
  for (int i = 0; i < f->results.count; i++) {
    const ria_study_result *r = &f->results.item[i];
    if (strcmp(r->key, key))
      continue;
    if (!*r->task)
      return r;
    best = r;
  }
  if (best && step->points > 1) {
    snprintf(f->hint, sizeof f->hint, "; each of the %d points of %s has its own", step->points,
             step->name);
    return NULL;
  }
  return best;
}

/* The study cannot be read. */
static ria_name_state unreadable(result_finder *f, ria_status status, const char **hint) {
  f->status = status;
  snprintf(f->hint, sizeof f->hint, " to be found: %s", ria_status_detail());
  if (hint)
    *hint = f->hint;
  return RIA_NAME_UNKNOWN;
}

/* A result that does not exist. */
static ria_name_state missing(result_finder *f, const char *step, const char **hint) {
  if (!*f->hint)
    snprintf(f->hint, sizeof f->hint, f->skipped ? "; %s was skipped" : "; %s did not give it",
             step);
  if (hint)
    *hint = f->hint;
  return RIA_NAME_UNKNOWN;
}

ria_name_state result_look_up(void *finder, const char *name, ria_value *value, const char **hint) {
  result_finder *f = finder;
  const char *dot = strchr(name, '.');
  char word[256];
  if (!dot || (size_t)(dot - name) >= sizeof word)
    return RIA_NAME_UNKNOWN;
  snprintf(word, sizeof word, "%.*s", (int)(dot - name), name);
  const ria_step *step = ria_workflow_find(f->workflow, word);
  if (!step)
    return RIA_NAME_UNKNOWN;
  ria_task_state state = f->state(f->context, step->index);
  if (state == RIA_TASK_SKIPPED)
    f->skipped = true;
  else if (state != RIA_TASK_DONE)
    return RIA_NAME_LATER;
  result_finder_clear(f);
  const ria_status status = ria_study_list_results(f->study, word, NULL, &f->results);
  if (status != RIA_SUCCESS)
    return unreadable(f, status, hint);
  const ria_study_result *r = choose(f, step, dot + 1);
  if (!r)
    return missing(f, word, hint);
  *value = (ria_value){.is_number = r->is_number, .number = r->number, .text = r->text};
  return RIA_NAME_KNOWN;
}

void result_finder_clear(result_finder *f) {
  ria_study_results_destroy(&f->results);
  *f->hint = 0;
}
