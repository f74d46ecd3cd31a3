#include "changes.h"
#include <stdlib.h>
#include <string.h>
#include "upstream.h"

enum { LABELS = 5 /* labels to name one by one */ };

static const char points[] = "points of ";

static void add_reason(ria_text *text, const char *what, const char *change) {
  ria_text_add(text, "%s%s %s", text->length ? ", " : "", what, change);
}

/* ---- Points. */

static bool has_label(const char *list, const char *label, size_t length) {
  for (const char *at = list; *at; at += strcspn(at, "\n"), at += *at == '\n')
    if (strcspn(at, "\n") == length && !strncmp(at, label, length))
      return true;
  return false;
}

/* "points added: n=3, n=4": the labels in `list` that are not in `other`. */
static void describe_labels(const char *list, const char *other, const char *verb, const char *of,
                            ria_text *text) {
  int count = 0;
  for (const char *at = list; *at; at += strcspn(at, "\n"), at += *at == '\n') {
    size_t length = strcspn(at, "\n");
    if (has_label(other, at, length))
      continue;
    if (!count)
      ria_text_add(text, "%spoints%s%s %s: ", text->length ? "; " : "", *of ? " of " : "", of,
                   verb);
    if (count < LABELS)
      ria_text_add(text, "%s%.*s", count ? ", " : "", (int)length, at);
    count++;
  }
  if (count > LABELS)
    ria_text_add(text, " and %d more", count - LABELS);
}

static int count_points(const workflow_task *task) {
  int count = 0;
  for (int i = 0; i < task->parts; i++)
    count += task->part[i].list != NULL;
  return count;
}

static ria_status describe_points(study_store *study, const workflow_task *task,
                                  const task_part *now, const char *hash, ria_text *text) {
  char key[40], *before;
  task_points_fact(hash, key);
  RIA_TRY(study_get_fact(study, key, &before));
  const char *of = count_points(task) > 1 ? now->what + strlen(points) : "";
  if (before) {
    describe_labels(now->list, before, "added", of, text);
    describe_labels(before, now->list, "removed", of, text);
  } else {
    add_reason(text, now->what, "changed");
  }
  free(before);
  return RIA_SUCCESS;
}

/* ---- All parts. */

static const study_part *find(const study_parts *parts, const char *what) {
  for (int i = 0; i < parts->count; i++)
    if (!strcmp(parts->item[i].what, what))
      return &parts->item[i];
  return NULL;
}

static bool is_there(const workflow_task *task, const char *what) {
  for (int i = 0; i < task->parts; i++)
    if (!strcmp(task->part[i].what, what))
      return true;
  return false;
}

static ria_status tell(study_store *study, const study_parts *before, const workflow_task *task,
                       ria_text *text) {
  for (int i = 0; i < task->parts; i++) {
    const task_part *now = &task->part[i];
    const study_part *was = find(before, now->what);
    if (!was)
      add_reason(text, now->what, "added");
    else if (strcmp(was->hash, now->hash) && now->list)
      RIA_TRY(describe_points(study, task, now, was->hash, text));
    else if (strcmp(was->hash, now->hash) != 0)
      add_reason(text, now->what, "changed");
  }
  for (int i = 0; i < before->count; i++)
    if (!is_there(task, before->item[i].what))
      add_reason(text, before->item[i].what, "removed");
  return text->failed ? ria_fail(RIA_ERROR_MEMORY, "no memory for the list of changes")
                      : RIA_SUCCESS;
}

ria_status task_changes_describe(study_store *study, const workflow_task *task, ria_text *text) {
  study_parts before;
  ria_text own = {0};
  RIA_TRY(study_list_parts(study, task->id, &before));
  ria_status status = before.count ? tell(study, &before, task, &own) : RIA_SUCCESS;
  study_parts_destroy(&before);
  if (status == RIA_SUCCESS && own.length)
    ria_text_add(text, "%s%s", text->length ? ", " : "", own.data);
  ria_text_destroy(&own);
  return status;
}

static bool is_kept(const study_parts *before, const workflow_task *task) {
  bool same = before->count > 0;
  for (int i = 0; i < task->parts && same; i++) {
    const study_part *was = find(before, task->part[i].what);
    same = was && !strcmp(was->hash, task->part[i].hash);
  }
  for (int i = 0; i < before->count && same; i++)
    same = is_there(task, before->item[i].what);
  return same;
}

ria_status task_changes_store(study_store *study, const workflow_task *task) {
  study_parts before;
  RIA_TRY(study_list_parts(study, task->id, &before));
  bool kept = is_kept(&before, task);
  study_parts_destroy(&before);
  if (kept)
    return RIA_SUCCESS;
  RIA_TRY(study_clear_parts(study, task->id));
  for (int i = 0; i < task->parts; i++) {
    const task_part *part = &task->part[i];
    char key[40];
    RIA_TRY(study_put_part(study, task->id, part->what, part->hash));
    task_points_fact(part->hash, key);
    if (part->list)
      RIA_TRY(study_put_fact(study, key, part->list));
  }
  return RIA_SUCCESS;
}
