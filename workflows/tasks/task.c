#include "task.h"
#include <errno.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "ria/durable.h"
#include "ria/number.h"

static ria_status fail_memory(void) {
  return ria_fail(RIA_ERROR_MEMORY, "no memory for the tasks of a step");
}

/* Appends an owned text to a NULL-terminated list. */
static ria_status push(int *count, char ***list, char *text) {
  char **more = text ? realloc(*list, (size_t)(*count + 2) * sizeof *more) : NULL;
  if (!more) {
    free(text);
    return fail_memory();
  }
  *list = more;
  more[(*count)++] = text;
  more[*count] = NULL;
  return RIA_SUCCESS;
}

static void clear(workflow_task *task) {
  char **list[] = {task->argument, task->environment, task->need, task->after};
  int count[] = {task->arguments, task->environments, task->needs, task->afters};
  for (size_t i = 0; i < sizeof list / sizeof *list; i++) {
    for (int j = 0; j < count[i]; j++)
      free(list[i][j]);
    free(list[i]);
  }
  for (int i = 0; i < task->parts; i++) {
    free(task->part[i].what);
    free(task->part[i].list);
  }
  free(task->part);
  free(task->id);
  free(task->directory);
}

char *point_task_id(const workflow_point *point, const char *suffix) {
  char *id;
  const char *between = *point->label ? "/" : "";
  int length = asprintf(&id, "%s%s%s%s", point->step->name, between, point->label, suffix);
  return length < 0 ? NULL : id;
}

/* Variables with the task's folders and names for its program. Not part of the hash, because a
 * study may be moved. */
static ria_status add_place(workflow_task *task, const workflow_point *point) {
  const workflow_file *workflow = point->step->workflow;
  RIA_TRY(task_add_environment(task, "RIA_STUDY", workflow->study));
  RIA_TRY(task_add_environment(task, "RIA_DIRECTORY", workflow->directory));
  RIA_TRY(task_add_environment(task, "RIA_STEP", point->step->name));
  return task_add_environment(task, "RIA_POINT", point->label);
}

static ria_status fill(workflow_task *task, const workflow_point *point, const char *suffix) {
  *task = (workflow_task){.point = point, .resources = point->resources, .digest = RIA_FNV_START};
  task->directory = point_folder(point);
  task->id = point_task_id(point, suffix);
  if (!task->directory || !task->id)
    return fail_memory();
  for (int i = 0; i < point->environments; i++)
    RIA_TRY(push(&task->environments, &task->environment, strdup(point->environment[i])));
  return add_place(task, point);
}

ria_status task_list_add(task_list *list, const workflow_point *point, const char *suffix,
                         workflow_task **task) {
  if (list->count == list->room) {
    int room = list->room ? 2 * list->room : 8;
    workflow_task *more = realloc(list->task, (size_t)room * sizeof *more);
    if (!more)
      return fail_memory();
    list->task = more;
    list->room = room;
  }
  *task = &list->task[list->count];
  ria_status status = fill(*task, point, suffix);
  if (status != RIA_SUCCESS)
    clear(*task);
  else
    list->count++;
  return status;
}

ria_status task_add_argument(workflow_task *task, const char *argument) {
  return push(&task->arguments, &task->argument, strdup(argument));
}

ria_status task_format_argument(workflow_task *task, const char *format, ...) {
  char *text = NULL;
  va_list arguments;
  va_start(arguments, format);
  if (ria_vasprintf(&text, format, arguments) < 0)
    text = NULL;
  va_end(arguments);
  return push(&task->arguments, &task->argument, text);
}

ria_status task_add_environment(workflow_task *task, const char *key, const char *value) {
  char *text = NULL;
  if (asprintf(&text, "%s=%s", key, value) < 0)
    text = NULL;
  return push(&task->environments, &task->environment, text);
}

ria_status task_add_need(workflow_task *task, const char *id) {
  return push(&task->needs, &task->need, strdup(id));
}

ria_status task_add_after(workflow_task *task, const char *id) {
  return push(&task->afters, &task->after, strdup(id));
}

static uint64_t mix_sized(uint64_t digest, const void *data, size_t length) {
  uint64_t bytes = length; /* "ab", "c" and "a", "bc" must differ */
  return ria_fnv(ria_fnv(digest, &bytes, sizeof bytes), data, length);
}

ria_status task_add_part(workflow_task *task, const char *what, uint64_t hash, const char *list) {
  int n = task->parts;
  if ((n & (n - 1)) == 0) { /* capacity doubles at each power of two */
    task_part *more = realloc(task->part, (size_t)(n ? 2 * n : 1) * sizeof *more);
    if (!more)
      return fail_memory();
    task->part = more;
  }
  task_part *part = &task->part[n];
  *part = (task_part){.what = strdup(what), .list = list ? strdup(list) : NULL};
  task->parts++;
  snprintf(part->hash, sizeof part->hash, "%016" PRIx64, hash);
  return part->what && (part->list || !list) ? RIA_SUCCESS : fail_memory();
}

ria_status task_hash(workflow_task *task, const char *what, const void *data, size_t length) {
  task->digest = mix_sized(task->digest, data, length);
  return task_add_part(task, what, mix_sized(RIA_FNV_START, data, length), NULL);
}

/* Both digests include the content, then its length. */
static ria_status digest_file(const char *path, uint64_t *one, uint64_t *other, uint64_t *bytes) {
  char block[8192];
  int file = ria_open_regular(path, NULL);
  if (file < 0)
    return ria_fail(RIA_ERROR_IO, "cannot read '%s': %s", path,
                    errno == EINVAL ? "it is not a regular file" : strerror(errno));
  size_t all = 0;
  ssize_t got;
  while ((got = read(file, block, sizeof block)) > 0) {
    *one = ria_fnv(*one, block, (size_t)got);
    if (other)
      *other = ria_fnv(*other, block, (size_t)got);
    all += (size_t)got;
  }
  int error = errno;
  close(file);
  if (got < 0)
    return ria_fail(RIA_ERROR_IO, "cannot read '%s': %s", path, strerror(error));
  *one = mix_sized(*one, &all, sizeof all);
  if (other)
    *other = mix_sized(*other, &all, sizeof all);
  if (bytes)
    *bytes = all;
  return RIA_SUCCESS;
}

ria_status task_hash_file(workflow_task *task, const char *name, const char *path) {
  uint64_t alone = RIA_FNV_START;
  char *what = NULL;
  RIA_TRY(digest_file(path, &task->digest, &alone, NULL));
  if (asprintf(&what, "input %s", name) < 0)
    return fail_memory();
  ria_status status = task_add_part(task, what, alone, NULL);
  free(what);
  return status;
}

ria_status study_file_hash(const char *path, uint64_t *hash, uint64_t *bytes) {
  *hash = 0;
  return digest_file(path, hash, NULL, bytes);
}

static ria_status hash_command(workflow_task *task) {
  uint64_t alone = RIA_FNV_START;
  task->digest = mix_sized(task->digest, &task->arguments, sizeof task->arguments);
  for (int i = 0; i < task->arguments; i++) {
    size_t length = strlen(task->argument[i]);
    task->digest = mix_sized(task->digest, task->argument[i], length);
    alone = mix_sized(alone, task->argument[i], length);
  }
  return task_add_part(task, "command", alone, NULL);
}

static ria_status hash_environment(workflow_task *task) {
  for (int i = 0; i < task->environments; i++) {
    const char *text = task->environment[i];
    char what[120];
    if (!strncmp(text, "RIA_", 4))
      continue;
    snprintf(what, sizeof what, "variable %.*s", (int)strcspn(text, "="), text);
    RIA_TRY(task_hash(task, what, text, strlen(text)));
  }
  return RIA_SUCCESS;
}

static ria_status hash_modules(workflow_task *task, const workflow_step *step) {
  for (int i = 0; i < step->modules; i++) {
    char what[120];
    snprintf(what, sizeof what, "module %s", step->module[i]);
    RIA_TRY(task_hash(task, what, step->module[i], strlen(step->module[i])));
  }
  return RIA_SUCCESS;
}

static ria_status hash_all(workflow_task *task, const workflow_step *step) {
  const char *kind = step->kind->name;
  RIA_TRY(task_hash(task, "kind", kind, strlen(kind)));
  RIA_TRY(task_hash(task, "name", task->id, strlen(task->id)));
  RIA_TRY(hash_command(task));
  RIA_TRY(hash_environment(task));
  RIA_TRY(hash_modules(task, step));
  snprintf(task->hash, sizeof task->hash, "%016" PRIx64, task->digest);
  return RIA_SUCCESS;
}

ria_status point_expand(const workflow_point *point, task_list *list) {
  int before = list->count;
  if (point->pending)
    return ria_fail(RIA_ERROR_INTERNAL, "the step '%s' waits for results", point->step->name);
  RIA_TRY(point->step->kind->expand(point, list));
  for (int i = before; i < list->count; i++)
    RIA_TRY(hash_all(&list->task[i], point->step));
  return RIA_SUCCESS;
}

/* ---- Paths. */

ria_status paths_add(workflow_paths *paths, const char *folder, const char *path) {
  char *whole = NULL;
  bool absolute = path[0] == '/';
  if (asprintf(&whole, "%s%s%s", absolute ? "" : folder, absolute ? "" : "/", path) < 0)
    return fail_memory();
  for (size_t n = strlen(whole); n > 1 && whole[n - 1] == '/'; n--)
    whole[n - 1] = '\0';
  return push(&paths->count, &paths->path, whole);
}

void paths_destroy(workflow_paths *paths) {
  for (int i = 0; i < paths->count; i++)
    free(paths->path[i]);
  free(paths->path);
  *paths = (workflow_paths){0};
}

void task_list_destroy(task_list *list) {
  for (int i = 0; i < list->count; i++)
    clear(&list->task[i]);
  free(list->task);
  *list = (task_list){0};
}
