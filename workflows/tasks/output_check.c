#include "output_check.h"
#include <errno.h>
#include <fcntl.h>
#include <fts.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include "ria/folders.h"
#include "ria/hash.h"

enum {
  HEAD = 1024,      /* bytes of a file's start in its row */
  SAMPLES = 64,     /* samples of a file that is too large to read completely */
  SAMPLE = 1 << 20, /* bytes of a sample */
  WHOLE = 1 << 30,  /* bytes of the largest file that is read completely */
  BLOCK = 1 << 16,  /* bytes per read */
  KEPT = 1000000    /* most names to try for a file that is moved aside */
};

static ria_status no_memory(void) {
  return ria_fail(RIA_ERROR_MEMORY, "no memory for the outputs of a task");
}

const char *output_state_text(output_state state) {
  static const char *const text[] = {
      [OUTPUT_SAME] = "is unchanged",  [OUTPUT_MISSING] = "is missing",
      [OUTPUT_EMPTY] = "is empty",     [OUTPUT_CUT] = "has lost its end",
      [OUTPUT_DAMAGED] = "is damaged", [OUTPUT_EDITED] = "was changed"};
  return text[state];
}

bool output_state_is_lost(output_state state) {
  return state != OUTPUT_SAME && state != OUTPUT_EDITED;
}

char *output_path(const char *study, const study_output *row) {
  char *path = NULL;
  if (row->path[0] == '/')
    return strdup(row->path);
  return asprintf(&path, "%s/%s", study, row->path) < 0 ? NULL : path;
}

/* ---- Content. */

/* Reads up to `length` bytes from `offset`. */
static bool mix_range(int file, unsigned char *block, off_t offset, off_t length, uint64_t *hash) {
  while (length > 0) {
    ssize_t got = pread(file, block, length < BLOCK ? (size_t)length : BLOCK, offset);
    if (got < 0 && errno == EINTR)
      continue;
    if (got <= 0)
      return got == 0;
    *hash = ria_fnv(*hash, block, (size_t)got);
    offset += got;
    length -= got;
  }
  return true;
}

static ria_status hash_content(int file, off_t size, char text[17]) {
  unsigned char *block = malloc(BLOCK);
  uint64_t hash = RIA_FNV_START;
  bool good = true;
  if (!block)
    return no_memory();
  if (size <= WHOLE)
    good = mix_range(file, block, 0, size, &hash);
  for (off_t i = 0; size > WHOLE && i < SAMPLES && good; i++)
    good = mix_range(file, block, (size - SAMPLE) / (SAMPLES - 1) * i, SAMPLE, &hash);
  int problem = errno;
  free(block);
  snprintf(text, 17, "%016" PRIx64, hash);
  return good ? RIA_SUCCESS : ria_fail(RIA_ERROR_IO, "%s", strerror(problem));
}

static bool read_head(int file, char text[2 * HEAD + 1]) {
  unsigned char head[HEAD];
  ssize_t got = pread(file, head, sizeof head, 0);
  *text = '\0';
  for (ssize_t i = 0; i < got; i++)
    snprintf(text + 2 * i, 3, "%02x", head[i]);
  return got >= 0;
}

static ria_status cannot_read(const char *path, const char *why) {
  return ria_fail(RIA_ERROR_IO, "cannot read the output %s: %s", path, why);
}

/* ---- Comparing. */

static int64_t nanoseconds(struct timespec t) {
  return (int64_t)t.tv_sec * 1000000000 + t.tv_nsec;
}

static bool is_untouched(const study_output *row, const struct stat *info) {
  return row->mtime == nanoseconds(info->st_mtim) && row->ctime == nanoseconds(info->st_ctim) &&
         row->inode == (int64_t)info->st_ino;
}

/* A shorter file that begins as before was truncated; one with another beginning was written. */
static ria_status compare_shorter(int file, const study_output *row, off_t size,
                                  output_state *state) {
  char head[2 * HEAD + 1];
  size_t known = 2 * (size_t)(size < HEAD ? size : HEAD);
  if (!read_head(file, head))
    return ria_fail(RIA_ERROR_IO, "%s", strerror(errno));
  bool same = strlen(head) == known && !strncmp(head, row->head, known);
  *state = same ? OUTPUT_CUT : OUTPUT_EDITED;
  return RIA_SUCCESS;
}

static ria_status compare_content(int file, const study_output *row, const struct stat *info,
                                  output_state *state, bool *moved) {
  char hash[17];
  if (info->st_size < row->size)
    return compare_shorter(file, row, info->st_size, state);
  RIA_TRY(hash_content(file, info->st_size, hash));
  bool untouched = is_untouched(row, info);
  if (info->st_size > row->size || strcmp(hash, row->hash) != 0)
    *state = untouched ? OUTPUT_DAMAGED : OUTPUT_EDITED;
  *moved = *state == OUTPUT_SAME && !untouched;
  return RIA_SUCCESS;
}

static ria_status compare_file(const char *path, const study_output *row, const struct stat *info,
                               output_budget *budget, output_state *state, bool *moved) {
  if (!info->st_size && row->size) {
    *state = OUTPUT_EMPTY;
    return RIA_SUCCESS;
  }
  if (info->st_size == row->size && is_untouched(row, info)) {
    if (!budget || info->st_size > OUTPUT_BUDGET_EACH || info->st_size > *budget)
      return RIA_SUCCESS;
    *budget -= info->st_size;
  }
  int file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  if (file < 0)
    return cannot_read(path, strerror(errno));
  ria_status status = compare_content(file, row, info, state, moved);
  close(file);
  return status == RIA_ERROR_IO ? cannot_read(path, ria_status_detail()) : status;
}

ria_status output_compare(const study_output *row, const char *study, output_budget *budget,
                          output_state *state, bool *moved) {
  struct stat info;
  char *path = output_path(study, row);
  ria_status status = RIA_SUCCESS;
  *state = OUTPUT_SAME;
  *moved = false;
  if (!path)
    return no_memory();
  if (stat(path, &info)) {
    if (errno == ENOENT || errno == ENOTDIR)
      *state = OUTPUT_MISSING;
    else
      status = cannot_read(path, strerror(errno));
  } else if ((row->size < 0) != S_ISDIR(info.st_mode) ||
             (row->size >= 0 && !S_ISREG(info.st_mode))) {
    *state = OUTPUT_MISSING;
  } else if (row->size >= 0) {
    status = compare_file(path, row, &info, budget, state, moved);
  }
  free(path);
  return status;
}

/* ---- Durability and description. */

static ria_status not_durable(const char *path) {
  return ria_fail(RIA_ERROR_IO, "the output %s cannot be made durable: %s", path, strerror(errno));
}

/* Some file systems do not support fsync(). */
static bool sync_failed(int file) {
  return fsync(file) && errno != EINVAL && errno != EROFS && errno != ENOTSUP;
}

static ria_status sync_folder(const char *path) {
  int folder = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  bool failed = folder < 0 ? errno != EACCES
                           : sync_failed(folder); /* a folder that may be searched, but not read */
  ria_status status = failed ? not_durable(path) : RIA_SUCCESS;
  if (folder >= 0)
    close(folder);
  return status;
}

/* Syncs the folders above a path: inside the study, up to the folder of the study; outside, only
 * the nearest. */
static ria_status sync_above(const char *study, const char *path) {
  size_t length = strlen(study);
  bool inside = !strncmp(path, study, length) && path[length] == '/';
  char *folder = strdup(path), *slash;
  ria_status status = folder ? RIA_SUCCESS : no_memory();
  while (status == RIA_SUCCESS && (slash = strrchr(folder, '/')) && slash > folder) {
    *slash = '\0';
    status = sync_folder(folder);
    if (!inside || strlen(folder) < length)
      break;
  }
  free(folder);
  return status;
}

static study_output *append(study_outputs *rows) {
  size_t n = (size_t)rows->count;
  if ((n & (n - 1)) == 0) { /* capacity doubles at each power of two */
    study_output *more = realloc(rows->item, (n ? 2 * n : 1) * sizeof *more);
    if (!more)
      return NULL;
    rows->item = more;
  }
  rows->item[n] = (study_output){0};
  rows->count++;
  return &rows->item[n];
}

static ria_status add_row(const char *study, const char *task, const char *path,
                          const struct stat *info, const char *hash, const char *head,
                          study_outputs *rows) {
  size_t length = strlen(study);
  bool inside = !strncmp(path, study, length) && path[length] == '/';
  study_output *row = append(rows);
  if (!row)
    return no_memory();
  *row = (study_output){.path = strdup(inside ? path + length + 1 : path),
                        .task = strdup(task),
                        .size = S_ISDIR(info->st_mode) ? -1 : info->st_size,
                        .mtime = nanoseconds(info->st_mtim),
                        .ctime = nanoseconds(info->st_ctim),
                        .inode = (int64_t)info->st_ino,
                        .hash = strdup(hash),
                        .head = strdup(head)};
  return row->path && row->task && row->hash && row->head ? RIA_SUCCESS : no_memory();
}

static ria_status take_open_file(const char *study, const char *task, const char *path, int file,
                                 study_outputs *rows) {
  struct stat info;
  char hash[17], head[2 * HEAD + 1];
  if (fstat(file, &info))
    return cannot_read(path, strerror(errno));
  if (!S_ISREG(info.st_mode))
    return RIA_SUCCESS; /* a pipe or a device has no content to compare */
  if (sync_failed(file))
    return not_durable(path);
  ria_status status = hash_content(file, info.st_size, hash);
  if (status == RIA_ERROR_IO)
    return cannot_read(path, ria_status_detail());
  RIA_TRY(status);
  if (!read_head(file, head))
    return cannot_read(path, strerror(errno));
  return add_row(study, task, path, &info, hash, head, rows);
}

static ria_status take_file(const char *study, const char *task, const char *path,
                            study_outputs *rows) {
  int file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  if (file < 0)
    return cannot_read(path, strerror(errno));
  ria_status status = take_open_file(study, task, path, file, rows);
  close(file);
  return status;
}

static ria_status take_entry(const char *study, const char *task, const FTSENT *entry,
                             study_outputs *rows) {
  switch (entry->fts_info) {
  case FTS_F:
    if (strstr(entry->fts_name, ".kept-"))
      return RIA_SUCCESS; /* output_keep() moved it aside */
    return take_file(study, task, entry->fts_path, rows);
  case FTS_DP: /* after the folder's contents */
    RIA_TRY(sync_folder(entry->fts_path));
    return add_row(study, task, entry->fts_path, entry->fts_statp, "", "", rows);
  case FTS_DNR:
  case FTS_ERR:
  case FTS_NS:
    return cannot_read(entry->fts_path, strerror(entry->fts_errno));
  default:
    return RIA_SUCCESS;
  }
}

static ria_status take_path(const char *study, const char *task, char *path, study_outputs *rows) {
  char *paths[] = {path, NULL};
  FTS *tree = fts_open(paths, FTS_PHYSICAL | FTS_COMFOLLOW | FTS_NOCHDIR, NULL);
  FTSENT *entry;
  ria_status status = tree ? RIA_SUCCESS : no_memory();
  while (status == RIA_SUCCESS && (entry = fts_read(tree)))
    status = take_entry(study, task, entry, rows);
  if (tree)
    fts_close(tree);
  return status == RIA_SUCCESS ? sync_above(study, path) : status;
}

ria_status output_take(const char *study, const char *task, const workflow_paths *paths,
                       study_outputs *rows) {
  for (int i = 0; i < paths->count; i++)
    RIA_TRY(take_path(study, task, paths->path[i], rows));
  return RIA_SUCCESS;
}

/* ---- Moving aside. */

/* The n-th name (n from 1) for `path` when it is moved aside: in the study's folder `kept`, or in
 * its own folder. */
static char *kept_name(const char *study, const char *path, bool inside, int n) {
  char *name = NULL, number[24] = "";
  if (n > 1 || !inside)
    snprintf(number, sizeof number, "%s%d", inside ? "-" : ".kept-", n);
  int length = inside ? asprintf(&name, "%s/kept%s%s", study, path + strlen(study), number)
                      : asprintf(&name, "%s%s", path, number);
  return length < 0 ? NULL : name;
}

/* *to NULL: the path does not exist, or (*other) it cannot be moved within the study. */
static ria_status move_aside(const char *study, const char *path, bool inside, char **to,
                             bool *other) {
  struct stat info;
  *other = false;
  for (int n = 1; n <= KEPT; n++) {
    char *name = kept_name(study, path, inside, n);
    if (!name)
      return no_memory();
    bool made = !inside || !ria_folders_make_above(name, strlen(study) + 1, 0777, true);
    if (made && !lstat(name, &info)) {
      free(name);
      continue;
    }
    if (made && !rename(path, name)) {
      *to = name;
      return RIA_SUCCESS;
    }
    int problem = errno;
    free(name);
    *other = inside && problem == EXDEV;
    return *other || (made && problem == ENOENT)
               ? RIA_SUCCESS
               : ria_fail(RIA_ERROR_IO, "cannot move %s aside: %s", path, strerror(problem));
  }
  return ria_fail(RIA_ERROR_IO, "cannot move %s aside: %d names are taken", path, KEPT);
}

ria_status output_keep(const char *study, const char *path, char **to) {
  size_t length = strlen(study);
  bool inside = !strncmp(path, study, length) && path[length] == '/', other;
  struct stat info;
  *to = NULL;
  if (lstat(path, &info))
    return RIA_SUCCESS;
  RIA_TRY(move_aside(study, path, inside, to, &other));
  return other ? move_aside(study, path, false, to, &other) : RIA_SUCCESS;
}
