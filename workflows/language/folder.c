/* Folders: the base of relative paths, the study's, and a point's. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "ria/own_job.h"
#include "reader.h"

char *workflow_find_directory(const char *path, bool *is_spooled) {
  *is_spooled = ria_own_job_is_script(path);
  return *is_spooled ? strdup(getenv("SLURM_SUBMIT_DIR")) : realpath(".", NULL);
}

char *workflow_find_files(const char *path) {
  char *file = strdup(path), *slash = file ? strrchr(file, '/') : NULL;
  if (slash)
    slash[slash == file] = '\0';
  char *folder = file ? realpath(slash ? file : ".", NULL) : NULL;
  free(file);
  return folder;
}

char *workflow_resolve(const workflow_file *workflow, const char *path) {
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

char *workflow_resolve_file(const workflow_file *workflow, const char *path) {
  char *beside = NULL;
  if (path[0] == '/')
    return strdup(path);
  if (asprintf(&beside, "%s/%s", workflow->files, path) < 0)
    return NULL;
  if (!access(beside, F_OK))
    return beside;
  char *below = workflow_resolve(workflow, path);
  bool there = below && !access(below, F_OK);
  free(there ? beside : below);
  return there ? below : beside;
}

char *point_folder(const workflow_point *point) {
  char *folder = NULL;
  const workflow_step *step = point->step;
  if (asprintf(&folder, "%s/steps/%s%s%s", step->workflow->study, step->name,
               *point->label ? "/" : "", point->label) < 0)
    return NULL;
  return folder;
}
