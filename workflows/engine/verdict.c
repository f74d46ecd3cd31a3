#include "verdict.h"
#include <string.h>
#include "language/step_kind.h"
#include "ria/text.h"

/* ---- the report ---- */

/* The page of a step of kind `report`; with several such steps, the last one. */
static void add_page(const workflow_step *step, study_store *study, ria_text *text) {
  study_tasks tasks;
  if (study_list_tasks(study, step->name, &tasks) != RIA_SUCCESS)
    return;
  for (int t = 0; t < tasks.count; t++) {
    study_outputs outputs;
    if (tasks.item[t].state != TASK_DONE ||
        study_list_outputs(study, tasks.item[t].id, &outputs) != RIA_SUCCESS)
      continue;
    for (int i = 0; i < outputs.count; i++) {
      const char *path = outputs.item[i].path;
      ria_text_destroy(text);
      *text = (ria_text){0};
      if (*path == '/')
        ria_text_add(text, "report: %s", path);
      else
        ria_text_add(text, "report: %s/%s", study_folder(study), path);
    }
    study_outputs_destroy(&outputs);
  }
  study_tasks_destroy(&tasks);
}

char *engine_report_line(const workflow_file *workflow, study_store *study) {
  ria_text text = {0};
  bool has_step = false;
  for (int i = 0; i < workflow->steps; i++)
    if (!strcmp(workflow->step[i].kind->name, "report")) {
      has_step = true;
      add_page(&workflow->step[i], study, &text);
    }
  if (!text.length)
    ria_text_add(&text, "report: %s; `ria report %s` makes one",
                 has_step ? "not made" : "this workflow has no report step", study_folder(study));
  return ria_text_take(&text);
}

/* ---- the verdict ---- */

typedef struct {
  int done, skipped, all;
  ria_text failed; /* names of steps */
} step_count;

static step_count count(const study_steps *steps) {
  step_count c = {.all = steps->count};
  for (int i = 0; i < steps->count; i++) {
    const study_step *step = &steps->item[i];
    c.done += step->state == TASK_DONE;
    c.skipped += step->state == TASK_SKIPPED;
    if (step->state == TASK_FAILED)
      ria_text_add(&c.failed, "%s%s", c.failed.length ? ", " : "", step->name);
  }
  return c;
}

static void add_end(const engine_outcome *outcome, const step_count *c, ria_text *text) {
  static const char *const name[] = {[ENGINE_ENDED_WELL] = "finished",
                                     [ENGINE_ENDED_FAILED] = "failed",
                                     [ENGINE_ENDED_CANCELLED] = "cancelled",
                                     [ENGINE_ENDED_INTERRUPTED] = "interrupted"};
  ria_text_add(text, "verdict: %s, %d of %d steps done", name[outcome->end], c->done, c->all);
  if (c->skipped)
    ria_text_add(text, ", %d skipped", c->skipped);
  if (c->failed.length)
    ria_text_add(text, "; failed: %s", c->failed.data);
  if (outcome->end == ENGINE_ENDED_INTERRUPTED)
    ria_text_add(text, "; the same command continues");
}

/* The verdicts of comparisons. */
static void add_comparisons(study_store *study, const study_steps *steps, ria_text *text) {
  for (int i = 0; i < steps->count; i++) {
    study_results found;
    if (strcmp(steps->item[i].kind, "compare") != 0 ||
        study_list_results(study, steps->item[i].name, "", &found) != RIA_SUCCESS)
      continue;
    for (int r = 0; r < found.count; r++)
      if (!strcmp(found.item[r].key, "verdict"))
        ria_text_add(text, "; %s: %s", steps->item[i].name, found.item[r].text);
    study_results_destroy(&found);
  }
}

char *engine_verdict_line(study_store *study, const engine_outcome *outcome) {
  study_steps steps;
  ria_text text = {0};
  if (study_list_steps(study, &steps) != RIA_SUCCESS)
    return NULL;
  step_count c = count(&steps);
  add_end(outcome, &c, &text);
  add_comparisons(study, &steps, &text);
  ria_text_destroy(&c.failed);
  study_steps_destroy(&steps);
  return ria_text_take(&text);
}
