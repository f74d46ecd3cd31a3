#include "stored_workflow.h"
#include <errno.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "result_finder.h"

ria_status study_workflow_store(study_store *study, int sets, const char *const *set) {
  json_t *list = json_array();
  for (int i = 0; i < sets; i++)
    json_array_append_new(list, json_string(set[i]));
  char *text = json_dumps(list, JSON_COMPACT);
  json_decref(list);
  if (!text)
    return ria_fail(RIA_ERROR_MEMORY, "no memory for the settings of the run");
  ria_status status = study_put_fact(study, "set", text);
  free(text);
  return status;
}

/* Changes to the base of relative paths, and makes `folder`, the study's, absolute first. */
static ria_status move(study_store *study, char **folder) {
  char *directory;
  *folder = realpath(study_folder(study), NULL);
  RIA_TRY(study_get_fact(study, "directory", &directory));
  bool failed = !*folder || !directory || chdir(directory);
  ria_status status =
      failed ? ria_fail(RIA_ERROR_IO, "cannot change to the folder of the workflow, %s: %s",
                        directory ? directory : "which is not known", strerror(errno))
             : RIA_SUCCESS;
  free(directory);
  return status;
}

static ria_status read_settings(study_store *study, json_t **list) {
  char *text;
  RIA_TRY(study_get_fact(study, "set", &text));
  *list = text ? json_loads(text, 0, NULL) : json_array();
  free(text);
  return *list ? RIA_SUCCESS
               : ria_fail(RIA_ERROR_CORRUPT, "the settings of the run are not valid JSON");
}

static task_state state_of(void *context, int step) {
  return ((const task_state *)context)[step];
}

static ria_status complete(study_store *study, workflow_file *workflow) {
  study_steps rows;
  task_state *states = calloc((size_t)workflow->steps + 1, sizeof *states);
  if (!states)
    return ria_fail(RIA_ERROR_MEMORY, "no memory to read the workflow");
  ria_status status = study_list_steps(study, &rows);
  for (int i = 0; status == RIA_SUCCESS && i < rows.count; i++) {
    const workflow_step *step = workflow_find(workflow, rows.item[i].name);
    if (step)
      states[step->index] = rows.item[i].state;
  }
  result_finder finder = {
      .workflow = workflow, .study = study, .state = state_of, .context = states};
  for (int s = 0; status == RIA_SUCCESS && s < workflow->steps; s++) {
    for (int p = 0; p < workflow->step[s].points; p++) {
      ria_case_errors errors = {0};
      if (workflow->step[s].point[p].pending)
        (void)point_complete(workflow, &workflow->step[s].point[p], result_look_up, &finder,
                             &errors); /* missing results stay pending */
      ria_case_errors_destroy(&errors);
    }
  }
  result_finder_clear(&finder);
  if (status == RIA_SUCCESS)
    study_steps_destroy(&rows);
  free(states);
  return status;
}

static ria_status read_copy(const char *folder, const json_t *settings, const char *files,
                            workflow_file **workflow) {
  size_t count = json_array_size(settings);
  const char **set = calloc(count + 1, sizeof *set);
  char *path = NULL;
  if (!set || asprintf(&path, "%s/workflow.yaml", folder) < 0) {
    free(set);
    return ria_fail(RIA_ERROR_MEMORY, "no memory to read the workflow");
  }
  for (size_t i = 0; i < count; i++)
    set[i] = json_string_value(json_array_get(settings, i));
  ria_case_errors errors = {0};
  workflow_options options = {.sets = (int)count, .set = set, .study = folder, .files = files};
  ria_status status = workflow_read(path, &options, workflow, &errors);
  if (errors.count)
    status = ria_fail(status, "%s", errors.error[0].text);
  ria_case_errors_destroy(&errors);
  free(set);
  free(path);
  return status;
}

ria_status study_workflow_read(study_store *study, workflow_file **workflow) {
  char *folder = NULL, *files = NULL;
  json_t *settings = NULL;
  *workflow = NULL;
  ria_status status = read_settings(study, &settings);
  if (status == RIA_SUCCESS)
    status = move(study, &folder);
  if (status == RIA_SUCCESS)
    status = study_get_fact(study, "files", &files);
  if (status == RIA_SUCCESS)
    status = read_copy(folder, settings, files, workflow);
  if (status == RIA_SUCCESS)
    status = complete(study, *workflow);
  json_decref(settings);
  free(folder);
  free(files);
  return status;
}
