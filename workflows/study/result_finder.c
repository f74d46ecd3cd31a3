#include "result_finder.h"
#include <stdio.h>
#include <string.h>

static const study_result *choose(result_finder *f, const workflow_step *step, const char *key) {
  const study_result *best = NULL;
  for (int i = 0; i < f->results.count; i++) {
    const study_result *r = &f->results.item[i];
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
static name_state unreadable(result_finder *f, ria_status status, const char **hint) {
  f->status = status;
  snprintf(f->hint, sizeof f->hint, " to be found: %s", ria_status_detail());
  if (hint)
    *hint = f->hint;
  return NAME_UNKNOWN;
}

/* A result that does not exist. */
static name_state missing(result_finder *f, const char *step, const char **hint) {
  if (!*f->hint)
    snprintf(f->hint, sizeof f->hint, f->skipped ? "; %s was skipped" : "; %s did not give it",
             step);
  if (hint)
    *hint = f->hint;
  return NAME_UNKNOWN;
}

name_state result_look_up(void *finder, const char *name, workflow_value *value,
                          const char **hint) {
  result_finder *f = finder;
  const char *dot = strchr(name, '.');
  char word[256];
  if (!dot || (size_t)(dot - name) >= sizeof word)
    return NAME_UNKNOWN;
  snprintf(word, sizeof word, "%.*s", (int)(dot - name), name);
  const workflow_step *step = workflow_find(f->workflow, word);
  if (!step)
    return NAME_UNKNOWN;
  task_state state = f->state(f->context, step->index);
  if (state == TASK_SKIPPED)
    f->skipped = true;
  else if (state != TASK_DONE)
    return NAME_LATER;
  result_finder_clear(f);
  const ria_status status = study_list_results(f->study, word, NULL, &f->results);
  if (status != RIA_SUCCESS)
    return unreadable(f, status, hint);
  const study_result *r = choose(f, step, dot + 1);
  if (!r)
    return missing(f, word, hint);
  *value = (workflow_value){.is_number = r->is_number, .number = r->number, .text = r->text};
  return NAME_KNOWN;
}

void result_finder_clear(result_finder *f) {
  study_results_destroy(&f->results);
  *f->hint = 0;
}
