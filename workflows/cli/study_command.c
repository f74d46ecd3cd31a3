#include "study_command.h"
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include "language/workflow.h"
#include "study/submitted.h"
#include "tasks/launcher_kind.h"
#include "command.h"
#include "errors.h"
#include "options.h"

static bool is_made(const char *folder) {
  char *path = NULL;
  if (asprintf(&path, "%s/study.sqlite", folder) < 0)
    return false;
  bool is = !access(path, F_OK);
  free(path);
  return is;
}

/* Whether a study exists in the folder, or a submitted job will create it. */
static bool is_study(const char *folder) {
  return is_made(folder) || study_submitted_exists(folder);
}

/* The only study among the folders of the current one; NULL if there is none or more than one. */
static char *only_study(int *count) {
  DIR *here = opendir(".");
  char *only = NULL;
  *count = 0;
  for (struct dirent *entry; here && (entry = readdir(here));) {
    if (entry->d_name[0] == '.' || !is_study(entry->d_name))
      continue;
    ++*count;
    free(only);
    only = strdup(entry->d_name);
  }
  if (here)
    closedir(here);
  if (*count != 1) {
    free(only);
    return NULL;
  }
  return only;
}

/* Reads the settings too, because the study's name may contain a parameter. */
static ria_status of_workflow(const char *path, char **folder) {
  workflow_file *workflow = NULL;
  ria_case_errors errors = {0};
  command_list set = {0};
  const command_option options[] = {{.name = "set", .kind = COMMAND_LIST, .value = &set}, {0}};
  char name[] = "status", *argv[] = {name, NULL};
  int argc = 1;
  if (!command_options_read(options, &argc, argv))
    return ria_fail(RIA_ERROR_MEMORY, "no memory to open the study");
  workflow_options how = {.sets = set.count, .set = set.item};
  ria_status status = workflow_read(path, &how, &workflow, &errors);
  if (status == RIA_SUCCESS)
    *folder = strdup(workflow->study);
  else if (errors.count)
    status = ria_fail(status, "%s; name the study's folder instead", errors.error[0].text);
  ria_case_errors_destroy(&errors);
  workflow_destroy(workflow);
  command_list_free(&set);
  return status;
}

static ria_status find(const char *where, char **folder) {
  struct stat info;
  int count = 0;
  *folder = NULL;
  if (!where)
    where = getenv("RIA_STUDY");
  if (where && *where) {
    if (!stat(where, &info) && S_ISREG(info.st_mode))
      return of_workflow(where, folder);
    if (!is_study(where))
      return stat(where, &info)
                 ? ria_fail(RIA_ERROR_IO, "there is no folder or file '%s'", where)
                 : ria_fail(RIA_ERROR_IO, "there is no study in the folder '%s'", where);
    *folder = strdup(where);
  } else if (is_study(".")) {
    *folder = strdup(".");
  } else if (!(*folder = only_study(&count))) {
    return ria_fail(
        RIA_ERROR_ARGUMENT,
        count ? "there are %d studies here; name one" : "there is no study here; name one", count);
  }
  return *folder ? RIA_SUCCESS : ria_fail(RIA_ERROR_MEMORY, "no memory to open the study");
}

/* ---- Words of the command line that are not options. */

/* Whether a word names the folder of a study or a workflow's file. */
static bool names_study(const char *word) {
  struct stat info;
  return !stat(word, &info) && (S_ISREG(info.st_mode) || is_study(word));
}

static bool too_many(const char *command, study_command_step step) {
  command_error(command, "one study%s at a time; `ria %s --help` tells more",
                step == STUDY_COMMAND_NO_STEP ? "" : " and one step or task", command);
  return false;
}

bool study_command_words(study_command_step takes, int argc, char **argv, const char **study,
                         const char **step) {
  int at = 1;
  *step = NULL;
  bool both = takes != STUDY_COMMAND_NO_STEP && argc == 3;
  bool either = takes == STUDY_COMMAND_MAY_STEP && argc == 2 && names_study(argv[1]);
  if (takes == STUDY_COMMAND_NO_STEP ? argc > 1 : both || either)
    *study = argv[at++];
  if (takes != STUDY_COMMAND_NO_STEP && at < argc)
    *step = argv[at++];
  if (at < argc)
    return too_many(argv[0], takes);
  if (both && !names_study(*study)) {
    command_error(argv[0], "'%s' is neither a folder with a study nor a workflow's file", *study);
    return false;
  }
  if (takes == STUDY_COMMAND_STEP && !both && *step && !*study && is_study(*step)) {
    command_error(argv[0], "'%s' is a study; name a step or task of it: ria %s %s STEP", *step,
                  argv[0], *step);
    return false;
  }
  if (takes == STUDY_COMMAND_STEP && !*step) {
    command_error(argv[0], "name a step or task; `ria status` lists them");
    return false;
  }
  return true;
}

ria_status study_command_find(study_store *study, const char *subject) {
  study_tasks tasks;
  study_steps steps;
  bool known = !*subject;
  RIA_TRY(study_list_steps(study, &steps));
  for (int i = 0; i < steps.count && !known; i++)
    known = !strcmp(steps.item[i].name, subject);
  study_steps_destroy(&steps);
  if (known)
    return RIA_SUCCESS;
  RIA_TRY(study_list_tasks(study, NULL, &tasks));
  for (int i = 0; i < tasks.count && !known; i++)
    known = !strcmp(tasks.item[i].id, subject);
  study_tasks_destroy(&tasks);
  return known ? RIA_SUCCESS
               : ria_fail(RIA_ERROR_ARGUMENT,
                          "there is no step or task '%s'; `ria status` lists them", subject);
}

ria_status study_command_locate(const char *where, char **folder, bool *made) {
  RIA_TRY(find(where, folder));
  *made = is_made(*folder);
  if (*made || study_submitted_exists(*folder))
    return RIA_SUCCESS;
  ria_status status = ria_fail(RIA_ERROR_IO, "there is no study in '%s' yet", *folder);
  free(*folder);
  *folder = NULL;
  return status;
}

static ria_status not_begun(const char *folder) {
  study_submitted job = {0};
  char text[STUDY_SUBMITTED_TEXT];
  study_submitted_look(&job, folder);
  study_submitted_describe(&job, text, sizeof text);
  study_submitted_close(&job);
  return ria_fail(RIA_ERROR_IO, "the study %s has not started: %s", folder, text);
}

ria_status study_command_open(const char *where, study_mode mode, study_store **study) {
  char *folder;
  bool made;
  *study = NULL;
  RIA_TRY(study_command_locate(where, &folder, &made));
  ria_status status = made ? study_open(folder, mode, study) : not_begun(folder);
  free(folder);
  return status;
}

int study_command_fail(const char *command) {
  command_error(command, "%s", ria_status_detail());
  return CLI_EXIT_ERROR;
}

ria_status study_command_launcher(study_store *study, ria_launcher **launcher) {
  char *mode;
  *launcher = NULL;
  RIA_TRY(study_get_fact(study, "mode", &mode));
  if (!mode)
    return RIA_SUCCESS;
  ria_launcher_kind kind = launcher_kind_find(mode);
  if (kind == RIA_LAUNCHER_ALLOCATION) /* its jobs are processes as well, and the allocation may
                                          have ended */
    kind = RIA_LAUNCHER_LOCAL;
  free(mode);
  return ria_launcher_create(launcher, kind, NULL);
}

owner_life study_command_job_life(void *context, const char *job) {
  (void)context;
  ria_launcher *launcher;
  ria_job_report report = {.state = RIA_JOB_WAITING};
  if (ria_launcher_create(&launcher, RIA_LAUNCHER_JOBS, NULL) != RIA_SUCCESS)
    return OWNER_UNKNOWN;
  const ria_job_ref ref = {.id = job, .markers = "/nonexistent", .token = RIA_ANY_TOKEN};
  ria_status status = ria_launcher_poll(launcher, &ref, 1, &report);
  ria_launcher_destroy(launcher);
  if (status != RIA_SUCCESS)
    return OWNER_UNKNOWN;
  return report.state == RIA_JOB_RUNNING || report.state == RIA_JOB_WAITING ? OWNER_ALIVE
                                                                            : OWNER_DEAD;
}
