#include "study_command.h"
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include "launcher_kind.h"
#include "ria/command.h"
#include "ria/workflow.h"

bool study_command_flag(const char *variable) {
  const char *value = getenv(variable);
  return value && *value && strcmp(value, "0") && strcmp(value, "no") && strcmp(value, "false");
}

static bool is_study(const char *folder) {
  char *path = NULL;
  if (asprintf(&path, "%s/study.sqlite", folder) < 0)
    return false;
  bool is = !access(path, F_OK);
  free(path);
  return is;
}

/* The only study among the folders here; NULL where there is none, or more than one. */
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

static ria_status of_workflow(const char *path, char **folder) {
  ria_workflow *workflow = NULL;
  ria_case_errors errors = {0};
  ria_status status = ria_workflow_read(path, &(ria_workflow_options){0}, &workflow, &errors);
  if (status == RIA_SUCCESS)
    *folder = strdup(workflow->study);
  else if (errors.count)
    status = ria_fail(status, "%s; name the study's folder instead", errors.error[0].text);
  ria_case_errors_destroy(&errors);
  ria_workflow_destroy(workflow);
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

ria_status study_command_open(const char *where, ria_study_mode mode, ria_study **study) {
  char *folder;
  *study = NULL;
  RIA_TRY(find(where, &folder));
  ria_status status = ria_study_open(folder, mode, study);
  free(folder);
  return status;
}

int study_command_print(json_t *json) {
  int failed = !json || json_dumpf(json, stdout, JSON_INDENT(2)) || putchar('\n') < 0;
  json_decref(json);
  return failed ? RIA_EXIT_ERROR : RIA_EXIT_SUCCESS;
}

int study_command_fail(const char *command) {
  fprintf(stderr, "ria %s: %s\n", command, ria_status_detail());
  return RIA_EXIT_ERROR;
}

ria_status study_command_launcher(ria_study *study, ria_launcher **launcher) {
  char *mode;
  *launcher = NULL;
  RIA_TRY(ria_study_get_fact(study, "mode", &mode));
  if (!mode)
    return RIA_SUCCESS;
  ria_launcher_kind kind = launcher_kind_find(mode);
  if (kind == RIA_LAUNCHER_ALLOCATION) /* its jobs are processes as well; it may be over itself */
    kind = RIA_LAUNCHER_LOCAL;
  free(mode);
  return ria_launcher_create(launcher, kind, NULL);
}

ria_owner_life study_command_asks(void *context, const char *job) {
  (void)context;
  ria_launcher *launcher;
  ria_job_report report = {.state = RIA_JOB_WAITING};
  if (ria_launcher_create(&launcher, RIA_LAUNCHER_JOBS, NULL) != RIA_SUCCESS)
    return RIA_OWNER_UNKNOWN;
  ria_status status = ria_launcher_poll(launcher, &(ria_job_ref){job, "/nonexistent"}, 1, &report);
  ria_launcher_destroy(launcher);
  if (status != RIA_SUCCESS)
    return RIA_OWNER_UNKNOWN;
  return report.state == RIA_JOB_RUNNING || report.state == RIA_JOB_WAITING ? RIA_OWNER_ALIVE
                                                                            : RIA_OWNER_DEAD;
}
