/* The plan: every task that is known, with what it costs. */
#include "plan.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include "ria/text.h"

int ria_plan_cores(const ria_resources *r) {
  int ranks = r->ranks > 0 ? r->ranks : 1, workers = r->workers > 0 ? r->workers : 1;
  return ranks * workers;
}

static void count_cost(ria_plan_step *part, const ria_task *task) {
  const double hour = 3600;
  double most = (double)task->resources.seconds * ria_plan_cores(&task->resources) / hour;
  double expected = task->weight > 0    ? task->weight / hour
                    : task->seconds > 0 ? task->seconds * ria_plan_cores(&task->resources) / hour
                                        : most;
  part->core_hours += expected;
  part->most += most;
  part->unlimited += expected == 0;
}

static ria_status plan_step(ria_plan *plan, ria_plan_step *part, const ria_step *step) {
  *part = (ria_plan_step){.step = step, .first = plan->tasks.count};
  for (int i = 0; i < step->points; i++) {
    if (step->point[i].pending)
      part->waiting++;
    else
      RIA_TRY(ria_point_expand(&step->point[i], &plan->tasks));
  }
  part->tasks = plan->tasks.count - part->first;
  for (int i = 0; i < part->tasks; i++)
    count_cost(part, &plan->tasks.task[part->first + i]);
  plan->core_hours += part->core_hours;
  plan->most += part->most;
  plan->unlimited += part->unlimited;
  return RIA_SUCCESS;
}

ria_status ria_plan_make(const ria_workflow *workflow, ria_plan *plan) {
  const ria_step *const *order = ria_workflow_order(workflow);
  *plan = (ria_plan){.workflow = workflow};
  plan->step = calloc((size_t)workflow->steps, sizeof *plan->step);
  if (!plan->step)
    return ria_fail(RIA_ERROR_MEMORY, "no memory for the plan");
  for (int i = 0; i < workflow->steps; i++)
    RIA_TRY(plan_step(plan, &plan->step[i], order[i]));
  return RIA_SUCCESS;
}

void ria_plan_destroy(ria_plan *plan) {
  ria_task_list_destroy(&plan->tasks);
  free(plan->step);
}

/* Plain where a shell takes it as it is; else in single quotes, or $'...' where it has characters
 * that would spoil a line. */
static void add_quoted(ria_text *text, const char *argument) {
  bool plain = *argument, control = false;
  for (const unsigned char *p = (const unsigned char *)argument; *p; p++) {
    plain &= isalnum(*p) || *p >= 0x80 || strchr("_-+=:,./@%", *p);
    control |= iscntrl(*p) != 0;
  }
  if (plain) {
    ria_text_add(text, "%s", argument);
    return;
  }
  ria_text_add(text, control ? "$'" : "'");
  for (const unsigned char *p = (const unsigned char *)argument; *p; p++) {
    if (control && (*p == '\'' || *p == '\\'))
      ria_text_add(text, "\\%c", *p);
    else if (*p == '\n')
      ria_text_add(text, "\\n");
    else if (iscntrl(*p))
      ria_text_add(text, "\\%03o", *p);
    else if (*p == '\'')
      ria_text_add(text, "'\\''");
    else
      ria_text_append(text, (const char *)p, 1);
  }
  ria_text_add(text, "'");
}

char *ria_plan_command_line(const ria_plan *plan, const ria_task *task) {
  (void)plan;
  ria_text text = {0};
  for (int i = 0; i < task->arguments; i++) {
    ria_text_add(&text, "%s", i ? " " : "");
    add_quoted(&text, task->argument[i]);
  }
  return ria_text_take(&text);
}
