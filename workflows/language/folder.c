/* Folders: the base of relative paths, the study's, and a point's. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "ria/own_job.h"
#include "reader.h"

char *ria_workflow_find_directory(const char *path, bool *is_spooled) {
  *is_spooled = ria_own_job_is_script(path);
  return *is_spooled ? strdup(getenv("SLURM_SUBMIT_DIR")) : realpath(".", NULL);
}

char *ria_workflow_find_files(const char *path) {
  char *file = strdup(path), *slash = file ? strrchr(file, '/') : NULL;
  if (slash)
    slash[slash == file] = '\0';
  char *folder = file ? realpath(slash ? file : ".", NULL) : NULL;
  free(file);
  return folder;
}

char *ria_workflow_resolve(const ria_workflow *workflow, const char *path) {
  char *resolved = NULL;
  if (path[0] == '/')
    return strdup(path);
  while (path[0] == '.' && path[1] == '/')
    path += 2;
  bool here = !*path || !strcmp(path, ".");
  if (asprintf(&resolved, "%s%s%s", workflow->directory, here ? "" : "/", here ? "" : path) < 0)
    return NULL;
  return resolved;
}

char *ria_workflow_resolve_file(const ria_workflow *workflow, const char *path) {
  char *beside = NULL;
  if (path[0] == '/')
    return strdup(path);
  if (asprintf(&beside, "%s/%s", workflow->files, path) < 0)
    return NULL;
  if (!access(beside, F_OK))
    return beside;
  char *below = ria_workflow_resolve(workflow, path);
  bool there = below && !access(below, F_OK);
  free(there ? beside : below);
  return there ? below : beside;
}

char *ria_point_folder(const ria_point *point) {
  char *folder = NULL;
  const ria_step *step = point->step;
  if (asprintf(&folder, "%s/steps/%s%s%s", step->workflow->study, step->name,
               *point->label ? "/" : "", point->label) < 0)
    return NULL;
  return folder;
}
