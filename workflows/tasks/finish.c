#include "finish.h"
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include "ria/text.h"
#include "ria/yaml.h"
#include "upstream.h"

static ria_status no_memory(void) {
  return ria_fail(RIA_ERROR_MEMORY, "no memory for the tasks of the workflow");
}

/* finish() reads the step's keys at all points and the results of its tasks. */
static ria_status hash_finish(const workflow_step *step, task_list *list, workflow_task *finish) {
  uint64_t hash = task_mix_text(RIA_FNV_START, step->kind->name);
  uint64_t keys_alone = hash;
  for (int i = 0; i < list->count - 1; i++)
    hash = task_mix_text(task_mix_text(hash, list->task[i].id), list->task[i].hash);
  for (int p = 0; p < step->points; p++) {
    ria_text keys = {0};
    if (step->point[p].body)
      ria_yaml_write(&keys, step->point[p].body);
    if (keys.failed) {
      ria_text_destroy(&keys);
      return no_memory();
    }
    hash = task_mix_text(hash, keys.data ? keys.data : "");
    keys_alone = task_mix_text(keys_alone, keys.data ? keys.data : "");
    ria_text_destroy(&keys);
  }
  snprintf(finish->hash, sizeof finish->hash, "%016" PRIx64, hash);
  return task_add_part(finish, "keys of the step", keys_alone, NULL);
}

ria_status task_finish_add(const workflow_step *step, const char *study, task_list *list) {
  const ria_resources *first = &step->point[0].resources;
  workflow_task *t;
  char *id = NULL;
  if (!step->kind->finish || !list->count || (step->kind->finishes && !step->kind->finishes(step)))
    return RIA_SUCCESS;
  RIA_TRY(task_list_add(list, &step->point[0], ".finish", &t));
  if (asprintf(&id, "%s.finish", step->name) < 0)
    return no_memory();
  free(t->id);
  t->id = id;
  t->is_finish = true;
  t->resources = (ria_resources){.workers = 1,
                                 .seconds = first->seconds,
                                 .partition = first->partition,
                                 .account = first->account,
                                 .qos = first->qos};
  RIA_TRY(task_add_argument(t, "ria"));
  RIA_TRY(task_add_argument(t, "finish"));
  RIA_TRY(task_add_argument(t, study));
  RIA_TRY(task_add_argument(t, step->name));
  for (int i = 0; i < list->count - 1; i++)
    RIA_TRY(task_add_need(t, list->task[i].id));
  RIA_TRY(hash_finish(step, list, t));
  return task_points_add_own(step, list);
}
