#include "ria/scratch.h"
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include "ria/folders.h"

/* Bytes that StarPU stores for a machine, and that Open MPI needs to start some ranks. */
enum { CACHE_BYTES = 64 << 10, TEMPORARY_BYTES = 1 << 20, REASON = 200 };

static const char *const shared[] = {"/tmp", "/var/tmp", "/dev/shm"};
enum { SHARED = sizeof shared / sizeof *shared };

static bool write_bytes(int file, size_t bytes) {
  static const char block[4096] = "ria checks that this folder can be written.\n";
  while (bytes > 0) {
    ssize_t n = write(file, block, bytes < sizeof block ? bytes : sizeof block);
    if (n < 0 && errno == EINTR)
      continue;
    if (n < 0 && errno == EFBIG) /* a limit of the process, not of the folder */
      break;
    if (n <= 0)
      return false;
    bytes -= (size_t)n;
  }
  return !fsync(file);
}

/* Write a file of `bytes` bytes in an existing folder, flush it to the disk, and remove it. After
 * an error the detail is only the reason ("No space left on device"). */
static ria_status probe(const char *folder, size_t bytes) {
  char path[PATH_MAX];
  if (snprintf(path, sizeof path, "%s/.ria-probe-XXXXXX", folder) >= (int)sizeof path)
    return ria_fail(RIA_ERROR_IO, "%s", strerror(ENAMETOOLONG));
  int file = mkostemp(path, O_CLOEXEC);
  if (file < 0)
    return ria_fail(RIA_ERROR_IO, "%s", strerror(errno));
  int problem = write_bytes(file, bytes) ? 0 : errno;
  if (close(file) && !problem)
    problem = errno;
  if (unlink(path) && !problem)
    problem = errno;
  return problem ? ria_fail(RIA_ERROR_IO, "%s", strerror(problem)) : RIA_SUCCESS;
}

/* Create the folders of a path after its first `existing` bytes, which must exist. */
static ria_status make_folders(const char *path, size_t existing) {
  if (ria_folders_make(path, existing + 1, 0700, false))
    return ria_fail(RIA_ERROR_IO, "%s", strerror(errno));
  return RIA_SUCCESS;
}

/* In a folder that everybody may write to, another user could have created it first. */
static ria_status check_private(const char *path) {
  struct stat info;
  if (lstat(path, &info))
    return ria_fail(RIA_ERROR_IO, "%s", strerror(errno));
  if (!S_ISDIR(info.st_mode) || info.st_uid != geteuid() || (info.st_mode & 077))
    return ria_fail(RIA_ERROR_IO, "it is not a folder of this user alone");
  return RIA_SUCCESS;
}

/* ---- the cache ---- */

typedef struct {
  const char *base, *rest; /* the folder is `base``rest` */
  bool make_base;          /* `base` may be made, too: not the user's home */
  bool is_private;         /* in a folder that everybody may write to */
} cache_place;

static ria_status try_cache(const cache_place *place) {
  char path[PATH_MAX];
  if (snprintf(path, sizeof path, "%s%s", place->base, place->rest) >= (int)sizeof path)
    return ria_fail(RIA_ERROR_IO, "%s", strerror(ENAMETOOLONG));
  RIA_TRY(make_folders(path, place->make_base ? 0 : strlen(place->base)));
  if (place->is_private)
    RIA_TRY(check_private(path));
  RIA_TRY(probe(path, CACHE_BYTES));
  return setenv("STARPU_HOME", path, 1) ? ria_fail(RIA_ERROR_MEMORY, "no memory") : RIA_SUCCESS;
}

/* StarPU 1.3 prefers XDG_CACHE_HOME to STARPU_HOME; this variable overrides both. */
static ria_status point_to_models(void) {
  char path[PATH_MAX];
  if (getenv("STARPU_PERF_MODEL_DIR"))
    return RIA_SUCCESS;
  if (snprintf(path, sizeof path, "%s/.starpu/sampling", getenv("STARPU_HOME")) >=
          (int)sizeof path ||
      setenv("STARPU_PERF_MODEL_DIR", path, 1))
    return ria_fail(RIA_ERROR_MEMORY, "no memory for the name of StarPU's folder");
  return RIA_SUCCESS;
}

static bool is_absolute(const char *path) {
  return path && *path == '/';
}

static ria_status try_own(const char *variable) {
  const char *folder = getenv(variable);
  if (!folder)
    return RIA_SUCCESS;
  char reason[REASON];
  ria_status status = make_folders(folder, 0);
  if (status == RIA_SUCCESS)
    status = probe(folder, CACHE_BYTES);
  if (status == RIA_SUCCESS)
    return status;
  snprintf(reason, sizeof reason, "%s", ria_status_detail());
  return ria_fail(RIA_ERROR_IO,
                  "%s is '%s', where StarPU cannot store its measurements of this machine: %s; set "
                  "it to a writable folder, or unset it",
                  variable, folder, reason);
}

ria_status ria_scratch_cache(void) {
  const char *cache = getenv("XDG_CACHE_HOME"), *home = getenv("HOME"), *tmp = getenv("TMPDIR");
  char own[32], first[PATH_MAX] = "", reason[REASON] = "";
  snprintf(own, sizeof own, "/ria-%lu", (unsigned long)geteuid());
  RIA_TRY(try_own("STARPU_PERF_MODEL_DIR"));
  if (getenv("STARPU_HOME")) {
    RIA_TRY(try_own("STARPU_HOME"));
    return point_to_models();
  }
  const cache_place place[] = {{cache, "/ria", true, false},  {home, "/.cache/ria", false, false},
                               {tmp, own, false, true},       {shared[0], own, false, true},
                               {shared[1], own, false, true}, {shared[2], own, false, true}};
  for (size_t i = 0; i < sizeof place / sizeof *place; i++) {
    if (!is_absolute(place[i].base))
      continue;
    if (try_cache(&place[i]) == RIA_SUCCESS)
      return point_to_models();
    if (*first)
      continue;
    snprintf(first, sizeof first, "%s", place[i].base);
    snprintf(reason, sizeof reason, "%s", ria_status_detail());
  }
  return ria_fail(RIA_ERROR_IO,
                  "no folder for StarPU's measurements of this machine is writable: neither %s "
                  "(%s) nor /tmp, /var/tmp or /dev/shm; set STARPU_HOME to a writable folder",
                  first, reason);
}

/* ---- temporary files ---- */

/* The folder that Open MPI would choose for its session folder. */
static const char *default_temporary(void) {
  static const char *const variable[] = {"TMPDIR", "TEMP", "TMP"};
  for (size_t i = 0; i < sizeof variable / sizeof *variable; i++)
    if (getenv(variable[i]))
      return getenv(variable[i]);
  return shared[0];
}

static ria_status check_session(void) {
  static const char *const variable[] = {"OMPI_MCA_orte_tmpdir_base",
                                         "OMPI_MCA_orte_local_tmpdir_base"};
  char reason[REASON];
  for (size_t i = 0; i < sizeof variable / sizeof *variable; i++) {
    const char *folder = getenv(variable[i]);
    if (!folder || probe(folder, TEMPORARY_BYTES) == RIA_SUCCESS)
      continue;
    snprintf(reason, sizeof reason, "%s", ria_status_detail());
    return ria_fail(RIA_ERROR_IO,
                    "%s is '%s', where MPI cannot store its temporary files: %s; set it to a "
                    "writable folder, or unset it",
                    variable[i], folder, reason);
  }
  return RIA_SUCCESS;
}

ria_status ria_scratch_temporary(void) {
  const char *wanted = default_temporary();
  char reason[REASON];
  RIA_TRY(check_session());
  if (probe(wanted, TEMPORARY_BYTES) == RIA_SUCCESS)
    return RIA_SUCCESS;
  snprintf(reason, sizeof reason, "%s", ria_status_detail());
  for (int i = 0; i < SHARED; i++)
    if (probe(shared[i], TEMPORARY_BYTES) == RIA_SUCCESS)
      return setenv("TMPDIR", shared[i], 1) ? ria_fail(RIA_ERROR_MEMORY, "no memory") : RIA_SUCCESS;
  return ria_fail(RIA_ERROR_IO,
                  "no folder for temporary files is writable: neither %s (%s) nor /tmp, /var/tmp "
                  "or /dev/shm; set TMPDIR to a writable folder",
                  wanted, reason);
}
