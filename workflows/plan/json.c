/* The plan as JSON. */
#include <jansson.h>
#include <stdio.h>
#include "tasks/launcher_kind.h"
#include "plan.h"

static json_t *texts(int count, char *const *text) {
  json_t *list = json_array();
  for (int i = 0; i < count; i++)
    json_array_append_new(list, json_string(text[i]));
  return list;
}

static json_t *resources_of(const ria_resources *r) {
  json_t *o = json_pack("{s:i, s:i, s:i, s:i, s:i, s:I, s:I}", "nodes", r->nodes, "ranks", r->ranks,
                        "ranks_per_node", r->ranks_per_node, "workers", r->workers, "gpus", r->gpus,
                        "memory", (json_int_t)r->memory, "seconds", (json_int_t)r->seconds);
  if (r->core_memory)
    json_object_set_new(o, "memory_per_core", json_integer((json_int_t)r->core_memory));
  if (r->bundle > 1)
    json_object_set_new(o, "bundle", json_integer(r->bundle));
  if (r->oversubscribe)
    json_object_set_new(o, "oversubscribe", json_true());
  if (r->partition)
    json_object_set_new(o, "partition", json_string(r->partition));
  return o;
}

/* `submit` is the sbatch line; that of an array is at its first element, with the number of
 * elements. */
static json_t *task_of(const plan_task *t) {
  const workflow_task *task = t->task;
  json_t *o = json_pack("{s:s, s:s, s:s, s:s, s:s*, s:s*, s:o, s:o, s:o, s:o, s:o}", "id", task->id,
                        "state", plan_fate_text(t->fate), "hash", task->hash, "directory",
                        task->directory, "submit", t->submit, "command", t->command, "arguments",
                        texts(task->arguments, task->argument), "environment",
                        texts(task->environments, task->environment), "needs",
                        texts(task->needs, task->need), "after", texts(task->afters, task->after),
                        "resources", resources_of(&task->resources));
  if (t->elements)
    json_object_set_new(o, "elements", json_integer(t->elements));
  if (t->why)
    json_object_set_new(o, "why", json_string(t->why));
  return o;
}

static json_t *counts_of(const int count[PLAN_FATES]) {
  json_t *o = json_object();
  for (int f = 0; f < PLAN_FATES; f++)
    json_object_set_new(o, plan_fate_text((plan_fate)f), json_integer(count[f]));
  return o;
}

static json_t *step_of(const plan_entry *part) {
  const workflow_step *step = part->step;
  json_t *needs = json_array(), *tasks = json_array();
  for (int i = 0; i < step->needs; i++)
    json_array_append_new(needs, json_string(step->need[i]->name));
  for (int i = 0; i < part->list.count; i++)
    json_array_append_new(tasks, task_of(&part->task[i]));
  json_t *o = json_pack("{s:s, s:s, s:o, s:b, s:i, s:i, s:o, s:f, s:o}", "name", step->name, "kind",
                        step->kind->name, "needs", needs, "always", step->kind->always, "points",
                        step->points, "waiting", part->waiting, "counts", counts_of(part->count),
                        "core_hours", part->core_hours, "tasks", tasks);
  if (step->when)
    json_object_set_new(o, "when", json_string(step->when));
  return o;
}

json_t *plan_json(const plan_tree *plan) {
  const workflow_file *w = plan->workflow;
  json_t *steps = json_array();
  for (int i = 0; i < w->steps; i++)
    json_array_append_new(steps, step_of(&plan->step[i]));
  json_t *o = json_pack(
      "{s:s, s:s, s:s, s:s*, s:s, s:s, s:s, s:o, s:i, s:f, s:f, s:i, s:o}", "workflow", w->path,
      "name", w->name, "study", w->study, "state", plan->state, "mode", workflow_modes[w->mode],
      "launcher", launcher_kind_text(plan->kind), "note", plan->note, "counts",
      counts_of(plan->count), "forgotten_steps", plan->forgotten, "core_hours", plan->core_hours,
      "core_hours_at_most", plan->most, "not_counted", plan->unlimited, "steps", steps);
  return o;
}
