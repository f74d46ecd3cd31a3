/* Campaigns of a kernel alone: `bench` names a kernel that `ria bench` measures without a solver.
 */
#include <stdio.h>
#include <string.h>
#include "ria/registry.h"
#include "ria/solver.h"
#include "campaign.h"

bool campaign_is_of_kernel(const campaign *keys) {
  return keys->bench && !ria_solver_find(keys->bench) && ria_kernel_find(keys->bench);
}

/* The option of `ria bench` for a setting of a case; NULL: kernels have none. */
static const char *option_of(const char *key, size_t length) {
  static const struct {
    const char *key, *option;
  } known[] = {{"target", "--target"},
               {"strategy", "--strategy"},
               {"precision", "--precision"},
               {"grid.cells", "--size"}};
  for (size_t i = 0; i < sizeof known / sizeof *known; i++)
    if (strlen(known[i].key) == length && !strncmp(known[i].key, key, length))
      return known[i].option;
  return NULL;
}

/* `cells` removes the resolution from a case; a kernel has no resolution. */
static bool is_nothing(const char *setting) {
  return setting[strlen(setting) - 1] == '=';
}

void campaign_kernel_check(const workflow_point *point, const case_settings *settings,
                           ria_case_errors *errors) {
  const campaign *c = point->object;
  for (int i = 0; i < settings->count; i++) {
    const size_t length = strcspn(settings->set[i], "=");
    if (!option_of(settings->set[i], length) && !is_nothing(settings->set[i]))
      point_complain(point, errors, "bench",
                     "the kernel %s has no %.*s: give target, strategy, precision and cells",
                     c->bench, (int)length, settings->set[i]);
  }
  if (campaign_counts_steps(point))
    point_complain(point, errors, "steps",
                   "a kernel's measurement has no number of steps; leave it out");
}

ria_status campaign_kernel_add_options(workflow_task *task, const case_settings *settings) {
  for (int i = 0; i < settings->count; i++) {
    const size_t length = strcspn(settings->set[i], "=");
    const char *option = option_of(settings->set[i], length);
    if (!option || is_nothing(settings->set[i]))
      continue;
    RIA_TRY(task_add_argument(task, option));
    RIA_TRY(task_add_argument(task, settings->set[i] + length + 1));
  }
  if (task->resources.workers < 2)
    return RIA_SUCCESS;
  RIA_TRY(task_add_argument(task, "--workers"));
  return task_format_argument(task, "%d", task->resources.workers);
}
