/* The plan for people and as JSON. */
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "plan.h"

enum { SHOWN = 3, LINE_BYTES = 160 };

static const char *const mode_texts[] = {"auto", "local", "allocation", "jobs"};

static const char *plural(int count) {
  return count == 1 ? "" : "s";
}

static void print_duration(double seconds) {
  if (seconds >= 2 * 86400)
    printf("%g d", seconds / 86400);
  else if (seconds >= 3600)
    printf("%g h", seconds / 3600);
  else if (seconds >= 60)
    printf("%g min", seconds / 60);
  else
    printf("%g s", seconds);
}

static void print_hours(const char *before, double hours, const char *behind) {
  printf(hours >= 100 ? "%s%.0f%s" : "%s%.3g%s", before, hours, behind);
}

static void print_resources(const ria_resources *r) {
  if (r->ranks)
    printf(", %d rank%s", r->ranks, plural(r->ranks));
  if (r->nodes)
    printf(", %d node%s", r->nodes, plural(r->nodes));
  if (r->workers)
    printf(", %d core%s each", r->workers, plural(r->workers));
  if (r->gpus)
    printf(", %d GPU%s each", r->gpus, plural(r->gpus));
  if (r->memory)
    printf(", %.3g GB", (double)r->memory / 1e9);
  if (r->seconds) {
    fputs(", at most ", stdout);
    print_duration((double)r->seconds);
  }
}

/* Long lines are cut where a character starts, so that a terminal stays readable; --all shows them
 * whole. */
static void print_task(const ria_plan *plan, const ria_task *task, bool whole) {
  char *line = ria_plan_command_line(plan, task);
  size_t length = line ? strlen(line) : 0;
  bool cut = !whole && length > LINE_BYTES;
  if (cut)
    for (length = LINE_BYTES; length && ((unsigned char)line[length] & 0xc0) == 0x80;)
      length--;
  printf("    %s", task->id);
  print_resources(&task->resources);
  printf("\n      %.*s%s\n", (int)length, line ? line : "", cut ? " ..." : "");
  free(line);
}

static void print_step(const ria_plan *plan, const ria_plan_step *part, bool all) {
  const ria_step *step = part->step;
  printf("\n  %s (%s)", step->name, step->kind->name);
  for (int i = 0; i < step->needs; i++)
    printf("%s%s", i ? ", " : " after ", step->need[i]->name);
  if (step->when)
    printf(", if %s", step->when);
  printf(": %d task%s", part->tasks, plural(part->tasks));
  if (part->core_hours > 0)
    print_hours(", ", part->core_hours, " core hours");
  puts("");
  int shown = all || part->tasks <= SHOWN + 1 ? part->tasks : SHOWN;
  for (int i = 0; i < shown; i++)
    print_task(plan, &plan->tasks.task[part->first + i], all);
  if (shown < part->tasks)
    printf("    ... and %d more (--all shows them)\n", part->tasks - shown);
  if (part->waiting)
    printf("    %d point%s wait%s for results of earlier steps\n", part->waiting,
           plural(part->waiting), part->waiting == 1 ? "s" : "");
}

void ria_plan_print(const ria_plan *plan, bool all) {
  enum { STEPS = 40 };
  const ria_workflow *w = plan->workflow;
  printf("%s: %d step%s, %d task%s, mode %s\n  study %s\n", w->title, w->steps, plural(w->steps),
         plan->tasks.count, plural(plan->tasks.count), mode_texts[w->mode], w->study);
  int shown = all || w->steps <= STEPS ? w->steps : STEPS;
  for (int i = 0; i < shown; i++)
    print_step(plan, &plan->step[i], all);
  if (shown < w->steps)
    printf("\n  ... and %d more steps (--all shows them)\n", w->steps - shown);
  print_hours("\nabout ", plan->core_hours, " core hours");
  print_hours(", at most ", plan->most, " by the time limits");
  if (plan->unlimited)
    printf("; %d task%s not counted: no time limit is given", plan->unlimited,
           plural(plan->unlimited));
  puts("\nNothing was run.");
}

/* --- JSON --- */

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
  if (r->partition)
    json_object_set_new(o, "partition", json_string(r->partition));
  return o;
}

static json_t *task_of(const ria_plan *plan, const ria_task *task) {
  char *line = ria_plan_command_line(plan, task);
  json_t *o = json_pack(
      "{s:s, s:s, s:s, s:s*, s:o, s:o, s:o, s:o}", "id", task->id, "hash", task->hash, "directory",
      task->directory, "command", line, "arguments", texts(task->arguments, task->argument),
      "environment", texts(task->environments, task->environment), "needs",
      texts(task->needs, task->need), "resources", resources_of(&task->resources));
  free(line);
  return o;
}

static json_t *step_of(const ria_plan *plan, const ria_plan_step *part) {
  const ria_step *step = part->step;
  json_t *needs = json_array(), *tasks = json_array();
  for (int i = 0; i < step->needs; i++)
    json_array_append_new(needs, json_string(step->need[i]->name));
  for (int i = 0; i < part->tasks; i++)
    json_array_append_new(tasks, task_of(plan, &plan->tasks.task[part->first + i]));
  json_t *o = json_pack("{s:s, s:s, s:o, s:i, s:i, s:f, s:o}", "name", step->name, "kind",
                        step->kind->name, "needs", needs, "points", step->points, "waiting",
                        part->waiting, "core_hours", part->core_hours, "tasks", tasks);
  if (step->when)
    json_object_set_new(o, "when", json_string(step->when));
  return o;
}

bool ria_plan_print_json(const ria_plan *plan) {
  const ria_workflow *w = plan->workflow;
  json_t *steps = json_array();
  for (int i = 0; i < w->steps; i++)
    json_array_append_new(steps, step_of(plan, &plan->step[i]));
  json_t *o =
      json_pack("{s:s, s:s, s:s, s:s, s:f, s:f, s:i, s:o}", "workflow", w->path, "name", w->name,
                "study", w->study, "mode", mode_texts[w->mode], "core_hours", plan->core_hours,
                "core_hours_at_most", plan->most, "not_counted", plan->unlimited, "steps", steps);
  bool good = o && json_dumpf(o, stdout, JSON_INDENT(2)) == 0;
  if (good)
    puts("");
  json_decref(o);
  return good;
}
