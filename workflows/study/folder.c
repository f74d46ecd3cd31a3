/* Which folders may hold a study. */
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include "folder_entry.h"
#include "study.h"
#include "submitted.h"

static bool has_file(const char *folder, const char *name) {
  char *path = NULL;
  struct stat info;
  if (asprintf(&path, "%s/%s", folder, name) < 0)
    return false;
  bool has = !lstat(path, &info) && S_ISREG(info.st_mode);
  free(path);
  return has;
}

ria_status ria_study_folder_check(const char *folder) {
  char entry[FOLDER_ENTRY];
  RIA_TRY(folder_entry_find(folder, "--study", entry));
  /* A journal alone is left if an engine was killed while it created the database. */
  if (!*entry || has_file(folder, "study.sqlite") || has_file(folder, "study.sqlite-journal") ||
      study_submitted_exists(folder))
    return RIA_SUCCESS;
  return ria_fail(RIA_ERROR_IO,
                  "%s is not the folder of a study and not empty: it holds '%.80s'; name a new or "
                  "empty folder with --study",
                  folder, entry);
}
