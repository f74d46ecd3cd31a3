/* Tasks: what kinds of steps are expanded into. */
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include "ria/step_kind.h"

#define FNV_START UINT64_C(14695981039346656037)
#define FNV_PRIME UINT64_C(1099511628211)

static ria_status fail_memory(void) {
  return ria_fail(RIA_ERROR_MEMORY, "no memory for the tasks of a step");
}

/* Add an owned text to a list that is ended by NULL. */
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

static void clear(ria_task *task) {
  char **list[] = {task->argument, task->environment, task->need, task->after};
  int count[] = {task->arguments, task->environments, task->needs, task->afters};
  for (size_t i = 0; i < sizeof list / sizeof *list; i++) {
    for (int j = 0; j < count[i]; j++)
      free(list[i][j]);
    free(list[i]);
  }
  free(task->id);
  free(task->directory);
}

char *ria_point_task_id(const ria_point *point, const char *suffix) {
  char *id;
  const char *between = *point->label ? "/" : "";
  int length = asprintf(&id, "%s%s%s%s", point->step->name, between, point->label, suffix);
  return length < 0 ? NULL : id;
}

/* Where a task is, for its program. Not part of its hash: a study may be moved. */
static ria_status add_place(ria_task *task, const ria_point *point) {
  const ria_workflow *workflow = point->step->workflow;
  RIA_TRY(ria_task_add_environment(task, "RIA_STUDY", workflow->study));
  RIA_TRY(ria_task_add_environment(task, "RIA_DIRECTORY", workflow->directory));
  RIA_TRY(ria_task_add_environment(task, "RIA_STEP", point->step->name));
  return ria_task_add_environment(task, "RIA_POINT", point->label);
}

static ria_status fill(ria_task *task, const ria_point *point, const char *suffix) {
  *task = (ria_task){.point = point, .resources = point->resources, .digest = FNV_START};
  task->directory = ria_point_folder(point);
  task->id = ria_point_task_id(point, suffix);
  if (!task->directory || !task->id)
    return fail_memory();
  for (int i = 0; i < point->environments; i++)
    RIA_TRY(push(&task->environments, &task->environment, strdup(point->environment[i])));
  return add_place(task, point);
}

ria_status ria_task_list_add(ria_task_list *list, const ria_point *point, const char *suffix,
                             ria_task **task) {
  if (list->count == list->room) {
    int room = list->room ? 2 * list->room : 8;
    ria_task *more = realloc(list->task, (size_t)room * sizeof *more);
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

ria_status ria_task_add_argument(ria_task *task, const char *argument) {
  return push(&task->arguments, &task->argument, strdup(argument));
}

ria_status ria_task_format_argument(ria_task *task, const char *format, ...) {
  char *text = NULL;
  va_list arguments;
  va_start(arguments, format);
  if (vasprintf(&text, format, arguments) < 0)
    text = NULL;
  va_end(arguments);
  return push(&task->arguments, &task->argument, text);
}

ria_status ria_task_add_environment(ria_task *task, const char *key, const char *value) {
  char *text = NULL;
  if (asprintf(&text, "%s=%s", key, value) < 0)
    text = NULL;
  return push(&task->environments, &task->environment, text);
}

ria_status ria_task_add_need(ria_task *task, const char *id) {
  return push(&task->needs, &task->need, strdup(id));
}

ria_status ria_task_add_after(ria_task *task, const char *id) {
  return push(&task->afters, &task->after, strdup(id));
}

static uint64_t mix(uint64_t digest, const void *data, size_t length) {
  const unsigned char *p = data;
  for (size_t i = 0; i < length; i++)
    digest = (digest ^ p[i]) * FNV_PRIME;
  return digest;
}

void ria_task_hash(ria_task *task, const void *data, size_t length) {
  uint64_t bytes = length; /* so that "ab", "c" is not "a", "bc" */
  task->digest = mix(mix(task->digest, &bytes, sizeof bytes), data, length);
}

/* A pipe or a device may never end. */
static FILE *open_regular(const char *path) {
  struct stat info;
  int descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  if (descriptor < 0)
    return NULL;
  FILE *file = NULL;
  if (fstat(descriptor, &info) == 0) {
    errno = S_ISDIR(info.st_mode) ? EISDIR : EINVAL;
    file = S_ISREG(info.st_mode) ? fdopen(descriptor, "r") : NULL;
  }
  if (!file) {
    int error = errno;
    close(descriptor);
    errno = error;
  }
  return file;
}

ria_status ria_task_hash_file(ria_task *task, const char *path) {
  char block[8192];
  FILE *file = open_regular(path);
  if (!file)
    return ria_fail(RIA_ERROR_IO, "cannot read '%s': %s", path,
                    errno == EINVAL ? "it is not a regular file" : strerror(errno));
  size_t got, all = 0;
  while ((got = fread(block, 1, sizeof block, file)) > 0) {
    task->digest = mix(task->digest, block, got);
    all += got;
  }
  bool good = !ferror(file);
  int error = errno;
  fclose(file);
  if (!good)
    return ria_fail(RIA_ERROR_IO, "cannot read '%s': %s", path, strerror(error));
  ria_task_hash(task, &all, sizeof all);
  return RIA_SUCCESS;
}

static void hash_texts(ria_task *task, int count, char *const *text) {
  ria_task_hash(task, &count, sizeof count);
  for (int i = 0; i < count; i++)
    ria_task_hash(task, text[i], strlen(text[i]));
}

static void hash_environment(ria_task *task) {
  for (int i = 0; i < task->environments; i++)
    if (strncmp(task->environment[i], "RIA_", 4) != 0)
      ria_task_hash(task, task->environment[i], strlen(task->environment[i]));
}

static void hash_modules(ria_task *task, const ria_step *step) {
  for (int i = 0; i < step->modules; i++)
    ria_task_hash(task, step->module[i], strlen(step->module[i]));
}

ria_status ria_point_expand(const ria_point *point, ria_task_list *list) {
  int before = list->count;
  if (point->pending)
    return ria_fail(RIA_ERROR_INTERNAL, "the step '%s' waits for results", point->step->name);
  RIA_TRY(point->step->kind->expand(point, list));
  for (int i = before; i < list->count; i++) {
    ria_task *task = &list->task[i];
    const char *kind = point->step->kind->name;
    ria_task_hash(task, kind, strlen(kind));
    ria_task_hash(task, task->id, strlen(task->id));
    hash_texts(task, task->arguments, task->argument);
    hash_environment(task);
    hash_modules(task, point->step);
    snprintf(task->hash, sizeof task->hash, "%016" PRIx64, task->digest);
  }
  return RIA_SUCCESS;
}

void ria_task_list_destroy(ria_task_list *list) {
  for (int i = 0; i < list->count; i++)
    clear(&list->task[i]);
  free(list->task);
  *list = (ria_task_list){0};
}
