#include "files.h"
#include <ctype.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include "ria/registry.h"
#include "ria/solver.h"
#include "study/folders.h"

static const char *const part_folders[RUN_FILES_PARTS] = {"", "checkpoints", "maps"};

const char *run_files_folder(run_part part) {
  return part_folders[part];
}

/* ---- names ---- */

/* Suffixes of a file while it is written, or when it is moved aside. */
static bool is_suffix(const char *rest) {
  static const char *const suffix[] = {".new", ".partial", ".journal", ".journal.partial"};
  static const char damaged[] = ".damaged";
  if (!*rest)
    return true;
  for (size_t i = 0; i < sizeof suffix / sizeof *suffix; i++)
    if (!strcmp(rest, suffix[i]))
      return true;
  return !strncmp(rest, damaged, sizeof damaged - 1);
}

static bool is_one_of(const char *const *list, const char *name) {
  for (; *list; list++) {
    size_t length = strlen(*list);
    if (!strncmp(name, *list, length) && is_suffix(name + length))
      return true;
  }
  return false;
}

/* Whether a text starts with at least `least` digits; sets `*end` after them. */
static bool takes_digits(const char *text, size_t least, const char **end) {
  size_t digits = strspn(text, "0123456789");
  *end = text + digits;
  return digits >= least;
}

static bool is_trace(const char *name) {
  const char *end;
  return !strncmp(name, "trace-", 6) && takes_digits(name + 6, 1, &end) &&
         !strncmp(end, ".csv", 4) && is_suffix(end + 4);
}

/* Whether some solver names this file. */
static bool is_step_file(const char *name) {
  for (const ria_solver *const *solver = ria_solvers; *solver; solver++)
    for (const ria_step_file *f = (*solver)->step_files; f && f->file; f++)
      if (is_one_of((const char *const[]){f->file, NULL}, name))
        return true;
  return false;
}

/* The history's other name, a link: GDAL and QGIS choose by it the driver that knows the
 * coordinates. Any other file of that name belongs to the user. */
static const char other_name[] = "history.nc", history[] = "history.h5";

static bool is_other_name(int folder, const char *name) {
  char target[sizeof history];
  return !strcmp(name, other_name) &&
         readlinkat(folder, name, target, sizeof target) == (ssize_t)sizeof history - 1 &&
         !memcmp(target, history, sizeof history - 1);
}

/* On file systems without links the name is left out. */
void run_files_link(const char *path) {
  int folder = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (folder < 0)
    return;
  const int made = symlinkat(history, folder, other_name);
  (void)made; /* or the link exists already */
  close(folder);
}

static bool is_top(const char *name) {
  static const char *const list[] = {RUN_FILES_MARKER,
                                     "case.yaml",
                                     "log.txt",
                                     "history.h5",
                                     "history.xdmf",
                                     "gauges.csv",
                                     "gauges.nc",
                                     "sections.csv",
                                     "arrivals.csv",
                                     "observed.csv",
                                     "agreement.csv",
                                     "constituents.csv",
                                     "report.html",
                                     "particles.nc",
                                     "provenance.yaml",
                                     "summary.json",
                                     "steps.csv",
                                     "trace.json",
                                     NULL};
  return is_one_of(list, name) || is_trace(name) || is_step_file(name);
}

bool run_files_is_checkpoint(const char *name, int64_t *steps) {
  const char *end;
  if (strncmp(name, "step-", 5) || !takes_digits(name + 5, 1, &end) || strcmp(end, ".h5"))
    return false;
  *steps = strtoll(name + 5, NULL, 10);
  return true;
}

bool run_files_is_partial_checkpoint(const char *name) {
  const char *end;
  return !strncmp(name, "step-", 5) && takes_digits(name + 5, 1, &end) &&
         !strncmp(end, ".h5.partial", 11);
}

static bool is_of_checkpoints(const char *name) {
  int64_t steps;
  return run_files_is_checkpoint(name, &steps) || run_files_is_partial_checkpoint(name) ||
         !strcmp(name, "latest") || !strcmp(name, "latest.new");
}

static bool is_field_of(const ria_quantity *quantity, int count, const char *name, size_t length) {
  for (int i = 0; i < count; i++)
    if (strlen(quantity[i].name) == length && !strncmp(name, quantity[i].name, length))
      return true;
  return false;
}

/* Whether ria draws maps of a field of that name, or of its meridional plane. */
static bool is_field(const char *name, size_t length) {
  static const char plane[] = "-meridional";
  const size_t tail = sizeof plane - 1;
  if (length > tail && !strncmp(name + length - tail, plane, tail))
    length -= tail;
  if (ria_solvers_show(name, length))
    return true;
  for (const ria_kernel *const *kernel = ria_kernels; *kernel; kernel++)
    if (is_field_of((*kernel)->state, (*kernel)->nstate, name, length))
      return true;
  return false;
}

/* Whether ria draws a field of that name once: a largest value or its time, of level, of a tracer
 * or of a kernel's field; an arrival or a duration. */
static bool is_followed(const char *name, size_t length) {
  static const char *const ends[] = {"_max", "_max_time", NULL};
  static const char *const begins[] = {"level", "concentration", "age", NULL};
  if (is_field(name, length))
    return true;
  for (const char *const *end = ends; *end; end++) {
    const size_t tail = strlen(*end);
    if (length <= tail || strncmp(name + length - tail, *end, tail) != 0)
      continue;
    for (const char *const *begin = begins; *begin; begin++)
      if (!strncmp(name, *begin, strlen(*begin)))
        return true;
  }
  return false;
}

/* FIELD.png, FIELD.tif, FIELD-0012.png, FIELD-time.png, FIELD-max.png, FIELD.mp4,
 * observed-GAUGE.png, and the single pictures. */
static bool is_of_maps(const char *name) {
  static const char *const list[] = {
      "arrival.png", "gauges.png", "sections.png", "particles.png", "particles-density.png", NULL};
  const char *dash = strrchr(name, '-'), *dot = strchr(name, '.'), *end;
  if (is_one_of(list, name) || (!strncmp(name, "observed-", 9) && strstr(name, ".png")))
    return true;
  if (dot && (!strncmp(dot, ".tif", 4) || !strncmp(dot, ".png", 4)) && is_suffix(dot + 4) &&
      is_followed(name, (size_t)(dot - name)))
    return true;
  if (dot && !strncmp(dot, ".mp4", 4))
    return is_field(name, (size_t)(dot - name)) && is_suffix(dot + 4);
  const size_t length = dash ? (size_t)(dash - name) : 0;
  const bool density =
      length == strlen("particles-density") && !strncmp(name, "particles-density", length);
  if (!dash || !(density || is_field(name, length)))
    return false;
  if (!strncmp(dash, "-time", 5))
    end = dash + 5;
  else if (!strncmp(dash, "-max", 4))
    end = dash + 4;
  else if (!takes_digits(dash + 1, 4, &end))
    return false;
  return !strncmp(end, ".png", 4) && is_suffix(end + 4);
}

/* Whether ria writes a file of this name in this part of the folder. */
static bool is_ours(run_part part, const char *name) {
  static bool (*const is[RUN_FILES_PARTS])(const char *) = {is_top, is_of_checkpoints, is_of_maps};
  return is[part](name);
}

/* ---- the folder ---- */

/* Opens a part of the folder, without following links. -1 with errno. */
static int open_part(const char *path, run_part part) {
  int top = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (top < 0 || part == RUN_FILES_TOP)
    return top;
  int folder = openat(top, run_files_folder(part), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
  int problem = errno;
  close(top);
  errno = problem;
  return folder;
}

void run_files_remove(const char *path, run_part part, bool (*selected)(const char *name)) {
  int folder = open_part(path, part);
  DIR *list = folder >= 0 ? fdopendir(folder) : NULL;
  if (!list) {
    if (folder >= 0)
      close(folder);
    return;
  }
  for (const struct dirent *entry; (entry = readdir(list));)
    if ((is_ours(part, entry->d_name) ||
         (part == RUN_FILES_TOP && is_other_name(folder, entry->d_name))) &&
        (!selected || selected(entry->d_name)))
      unlinkat(folder, entry->d_name, 0);
  closedir(list);
}

static ria_status refuse_entry(const char *path, const char *name, mode_t mode,
                               const char *expected) {
  return ria_fail(RIA_ERROR_IO,
                  "%s/%s is %s where ria keeps %s; remove it, or name another folder with -o", path,
                  name,
                  S_ISLNK(mode)   ? "a symbolic link"
                  : S_ISDIR(mode) ? "a folder"
                  : S_ISREG(mode) ? "a file"
                                  : "a device or pipe",
                  expected);
}

static bool is_part(const char *name) {
  return !strcmp(name, part_folders[RUN_FILES_CHECKPOINTS]) ||
         !strcmp(name, part_folders[RUN_FILES_MAPS]);
}

static ria_status check_entry(const char *path, int folder, const char *name, bool replace) {
  struct stat info;
  if (!is_part(name) && !is_top(name))
    return RIA_SUCCESS;
  if (fstatat(folder, name, &info, AT_SYMLINK_NOFOLLOW))
    return errno == ENOENT
               ? RIA_SUCCESS
               : ria_fail(RIA_ERROR_IO, "cannot look at %s/%s: %s", path, name, strerror(errno));
  if (is_part(name))
    return S_ISDIR(info.st_mode) ? RIA_SUCCESS
                                 : refuse_entry(path, name, info.st_mode, "a folder of the run");
  if (S_ISREG(info.st_mode) || (replace && S_ISLNK(info.st_mode)))
    return RIA_SUCCESS;
  return refuse_entry(path, name, info.st_mode, "a file of the run");
}

static bool has(int folder, const char *name, mode_t kind) {
  struct stat info;
  return !fstatat(folder, name, &info, AT_SYMLINK_NOFOLLOW) && (info.st_mode & S_IFMT) == kind;
}

/* Recognised by its first line, which every version has written. */
static bool is_case_as_run(int folder) {
  static const char first[] = "# The case as run";
  char text[sizeof first - 1];
  int file = openat(folder, "case.yaml", O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
  bool is = file >= 0 && read(file, text, sizeof text) == (ssize_t)sizeof text &&
            !memcmp(text, first, sizeof text);
  if (file >= 0)
    close(file);
  return is;
}

/* The engine makes the folder of a step, and the step's tables may be there before its first run
 * starts. */
static bool is_of_step(const char *path) {
  return getenv("RIA_STEP") && !strcmp(path, ".");
}

static bool is_marked(int folder) {
  return has(folder, RUN_FILES_MARKER, S_IFREG) ||
         (has(folder, "log.txt", S_IFREG) && has(folder, "checkpoints", S_IFDIR) &&
          is_case_as_run(folder));
}

static ria_status check_entries(const char *path, DIR *list, bool replace) {
  for (const struct dirent *entry; (entry = readdir(list));)
    RIA_TRY(check_entry(path, dirfd(list), entry->d_name, replace));
  return RIA_SUCCESS;
}

ria_status run_files_check(const char *path, bool replace) {
  char entry[FOLDER_ENTRY];
  RIA_TRY(folder_entry_find(path, "-o", entry));
  DIR *list = *entry ? opendir(path) : NULL;
  if (!*entry)
    return RIA_SUCCESS;
  if (!list)
    return ria_fail(RIA_ERROR_IO, "cannot look into %s: %s", path, strerror(errno));
  ria_status status =
      is_marked(dirfd(list)) || is_of_step(path)
          ? check_entries(path, list, replace)
          : ria_fail(RIA_ERROR_IO,
                     "%s is not the folder of a run and not empty: it holds '%.80s'; name a new or "
                     "empty folder with -o",
                     path, entry);
  closedir(list);
  return status;
}
