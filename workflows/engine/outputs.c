/* The outputs of tasks: made durable before a task is done, and compared before they are used. */
#include <dirent.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include "tasks/output_check.h"
#include "parts.h"

enum { ACCEPTED = 3 /* how many edits of an output one engine accepts */ };

static ria_status no_memory(void) {
  return ria_fail(RIA_ERROR_MEMORY, "no memory for the outputs of a task");
}

/* ---- A task that is done. */

/* finish() writes its tables to the step's own folder. */
static ria_status list_finished(const engine *e, const engine_task *t, workflow_paths *paths) {
  char *folder = NULL;
  struct stat info;
  if (asprintf(&folder, "%s/steps/%s", study_folder(e->study), t->row.step) < 0)
    return no_memory();
  DIR *open = opendir(folder);
  ria_status status = RIA_SUCCESS;
  for (struct dirent *entry; status == RIA_SUCCESS && open && (entry = readdir(open));) {
    bool file = !fstatat(dirfd(open), entry->d_name, &info, AT_SYMLINK_NOFOLLOW) &&
                S_ISREG(info.st_mode) && entry->d_name[0] != '.';
    if (file)
      status = paths_add(paths, folder, entry->d_name);
  }
  if (open)
    closedir(open);
  free(folder);
  return status;
}

static ria_status list_outputs(const engine *e, const engine_task *t, workflow_paths *paths) {
  const workflow_task *spec = t->spec;
  if (!spec)
    return RIA_SUCCESS;
  if (spec->is_finish)
    return list_finished(e, t, paths);
  const workflow_step_kind *kind = spec->point->step->kind;
  return kind->outputs ? kind->outputs(spec, spec->directory, paths) : RIA_SUCCESS;
}

ria_status engine_take_outputs(engine *e, const engine_task *t, study_outputs *rows) {
  workflow_paths paths = {0};
  ria_status status = list_outputs(e, t, &paths);
  if (status == RIA_SUCCESS)
    status = output_take(study_folder(e->study), t->row.id, &paths, rows);
  paths_destroy(&paths);
  return status;
}

ria_status engine_put_outputs(engine *e, engine_task *t, const study_outputs *rows) {
  RIA_TRY(study_clear_outputs(e->study, t->row.id));
  for (int i = 0; i < rows->count; i++)
    RIA_TRY(study_put_output(e->study, &rows->item[i]));
  t->has_outputs = rows->count > 0;
  return RIA_SUCCESS;
}

/* ---- Comparing. */

/* Findings about the outputs of several tasks. */
typedef struct {
  engine *e;
  bool *lost, *edited; /* [tasks] */
  bool any;
  output_budget *budget;
  const char *missing; /* the last missing path; paths inside it are not reported. Borrowed */
} findings;

static ria_status begin(findings *f, engine *e, output_budget *budget) {
  size_t size = (size_t)e->tasks + 1;
  *f = (findings){.e = e, .budget = budget, .lost = calloc(2 * size, sizeof *f->lost)};
  f->edited = f->lost + size;
  return f->lost ? RIA_SUCCESS : no_memory();
}

static bool is_continued(const engine *e, const engine_task *t) {
  return e->step[t->step].step->kind->continues;
}

/* Moves the rest of a lost output aside, because it may contain a user's work. */
static ria_status keep_rest(engine *e, const engine_task *t, const study_output *row,
                            output_state state) {
  char *path, *to = NULL;
  if (state == OUTPUT_MISSING || state == OUTPUT_EMPTY || is_continued(e, t))
    return RIA_SUCCESS;
  if (!(path = output_path(study_folder(e->study), row)))
    return no_memory();
  ria_status status = output_keep(study_folder(e->study), path, &to);
  if (status == RIA_SUCCESS && to)
    status = engine_log(e, t->row.id, "the rest of its output is kept as %s", to);
  free(path);
  free(to);
  return status;
}

static ria_status take_lost(findings *f, int task, const study_output *row, output_state state) {
  engine *e = f->e;
  engine_task *t = e->task[task];
  RIA_TRY(
      engine_log(e, t->row.id, "runs again: output %s %s", row->path, output_state_text(state)));
  f->lost[task] = f->any = true;
  f->missing = state == OUTPUT_MISSING ? row->path : NULL;
  return keep_rest(e, t, row, state);
}

static ria_status take_edited(findings *f, int task, const study_output *row) {
  engine *e = f->e;
  engine_task *t = e->task[task];
  f->edited[task] = f->any = t->edited = true;
  return engine_log(e, t->row.id,
                    "warning: output %s was changed by hand; the changed file is used, and tasks "
                    "that depend on it run again (`ria retry %s` writes it again)",
                    row->path, t->row.id);
}

static ria_status refresh(findings *f, const study_output *row) {
  struct stat info;
  study_output now = *row;
  char *path = output_path(study_folder(f->e->study), row);
  if (!path)
    return no_memory();
  bool there = !stat(path, &info);
  free(path);
  if (!there)
    return RIA_SUCCESS;
  now.mtime = (int64_t)info.st_mtim.tv_sec * 1000000000 + info.st_mtim.tv_nsec;
  now.ctime = (int64_t)info.st_ctim.tv_sec * 1000000000 + info.st_ctim.tv_nsec;
  now.inode = (int64_t)info.st_ino;
  return study_put_output(f->e->study, &now);
}

static bool lies_in(const char *path, const char *folder) {
  size_t length = strlen(folder);
  return !strncmp(path, folder, length) && path[length] == '/';
}

static ria_status check_row(findings *f, int task, const study_output *row) {
  engine *e = f->e;
  engine_task *t = e->task[task];
  output_state state;
  bool moved;
  if (f->missing && lies_in(row->path, f->missing))
    return RIA_SUCCESS;
  ria_status status = output_compare(row, study_folder(e->study), f->budget, &state, &moved);
  if (status == RIA_ERROR_IO) /* an unreadable file may be readable later, so it is kept */
    return engine_log(e, t->row.id, "warning: %s", ria_status_detail());
  RIA_TRY(status);
  if (output_state_is_lost(state))
    return take_lost(f, task, row, state);
  if (state == OUTPUT_EDITED && !e->step[t->step].step->kind->always)
    return take_edited(f, task, row);
  return moved ? refresh(f, row) : RIA_SUCCESS;
}

/* Moves the folder of a case aside; otherwise the case would continue from its files and not write
 * the lost file. */
static ria_status begin_anew(findings *f, int task) {
  engine *e = f->e;
  const engine_task *t = e->task[task];
  char *path = NULL, *to = NULL;
  for (int i = 0; i < e->tasks; i++)
    if (e->task[i] && e->task[i]->step == t->step && !strcmp(e->task[i]->row.point, t->row.point))
      f->lost[i] = true;
  const char *study = study_folder(e->study), *label = t->row.point;
  if (asprintf(&path, "%s/steps/%s%s%s", study, t->row.step, *label ? "/" : "", label) < 0)
    return no_memory();
  ria_status status = output_keep(study, path, &to);
  if (status == RIA_SUCCESS && to)
    status =
        engine_log(e, t->row.id, "starts from the beginning; its old folder is kept as %s", to);
  free(path);
  free(to);
  return status;
}

static ria_status apply(findings *f) {
  engine *e = f->e;
  int tasks = e->tasks;
  for (int i = 0; i < tasks; i++)
    if (e->task[i] && f->lost[i] && is_continued(e, e->task[i]))
      RIA_TRY(begin_anew(f, i));
  return engine_invalidate(e, f->lost, f->edited);
}

/* ---- At the start of an engine. */

static ria_status check_all(findings *f, const study_outputs *rows) {
  for (int i = 0; i < rows->count; i++) {
    int task;
    engine_task *t = engine_find(f->e, rows->item[i].task, &task);
    if (!t)
      continue;
    t->has_outputs = true;
    if (t->row.state == TASK_DONE)
      RIA_TRY(check_row(f, task, &rows->item[i]));
  }
  return f->any ? apply(f) : RIA_SUCCESS;
}

ria_status engine_check_outputs(engine *e) {
  study_outputs rows;
  findings f;
  output_budget budget = OUTPUT_BUDGET;
  RIA_TRY(begin(&f, e, &budget));
  ria_status status = study_list_outputs(e->study, NULL, &rows);
  if (status == RIA_SUCCESS)
    status = study_begin(e->study);
  if (status == RIA_SUCCESS)
    status = engine_close(e, check_all(&f, &rows), f.any);
  study_outputs_destroy(&rows);
  free(f.lost);
  return status;
}

/* ---- Before a task starts, and after it has ended. */

typedef ria_status (*visit)(findings *f, int task, const study_output *row);

static ria_status visit_task(findings *f, int task, visit what) {
  study_outputs rows;
  RIA_TRY(study_list_outputs(f->e->study, f->e->task[task]->row.id, &rows));
  ria_status status = RIA_SUCCESS;
  for (int i = 0; i < rows.count && status == RIA_SUCCESS; i++)
    status = what(f, task, &rows.item[i]);
  f->missing = NULL;
  study_outputs_destroy(&rows);
  return status;
}

/* Visits the outputs of all done tasks of the marked steps, each once in a `pass`. */
static ria_status visit_needs(findings *f, const bool *mark, long pass, visit what) {
  engine *e = f->e;
  for (int i = 0; i < e->tasks; i++) {
    engine_task *t = e->task[i];
    if (!t || !mark[t->step] || !t->has_outputs || t->row.state != TASK_DONE ||
        (pass && (t->checked == pass || t->accepted > ACCEPTED)))
      continue;
    t->checked = pass ? pass : t->checked;
    RIA_TRY(visit_task(f, i, what));
  }
  return RIA_SUCCESS;
}

/* Accepts edited outputs at once, because their step is open. */
static ria_status accept_edited(findings *f) {
  for (int i = 0; i < f->e->tasks; i++)
    if (f->e->task[i] && f->edited[i])
      RIA_TRY(engine_accept_outputs(f->e, f->e->task[i]));
  return RIA_SUCCESS;
}

static ria_status check_needs(findings *f, const bool *mark) {
  RIA_TRY(visit_needs(f, mark, f->e->pass, check_row));
  if (!f->any)
    return RIA_SUCCESS;
  RIA_TRY(apply(f));
  return accept_edited(f);
}

ria_status engine_check_needs(engine *e, int task, bool *sound) {
  const workflow_step *step = e->step[e->task[task]->step].step;
  findings f;
  bool *mark = calloc((size_t)e->steps + 1, sizeof *mark);
  ria_status status = mark ? begin(&f, e, NULL) : no_memory();
  *sound = true;
  if (status == RIA_SUCCESS) {
    for (int n = 0; n < step->needs; n++)
      mark[step->need[n]->index] = true;
    status = study_begin(e->study);
    if (status == RIA_SUCCESS)
      status = engine_close(e, check_needs(&f, mark), f.any);
    *sound = !f.any;
    e->changed |= f.any;
    free(f.lost);
  }
  free(mark);
  return status;
}

static ria_status describe_anew(findings *f, const engine_task *t, const study_output *row,
                                bool edited) {
  engine *e = f->e;
  workflow_paths paths = {0};
  study_outputs rows = {0};
  char *path = output_path(study_folder(e->study), row);
  ria_status status = path ? paths_add(&paths, "", path) : no_memory();
  free(path);
  if (status == RIA_SUCCESS)
    status = output_take(study_folder(e->study), t->row.id, &paths, &rows);
  for (int i = 0; i < rows.count && status == RIA_SUCCESS; i++) {
    rows.item[i].edited = edited;
    status = study_put_output(e->study, &rows.item[i]);
  }
  paths_destroy(&paths);
  study_outputs_destroy(&rows);
  return status;
}

static ria_status follow_row(findings *f, int task, const study_output *row) {
  engine_task *t = f->e->task[task];
  output_state state;
  bool moved;
  ria_status status = output_compare(row, study_folder(f->e->study), NULL, &state, &moved);
  if (status == RIA_ERROR_IO || (status == RIA_SUCCESS && state == OUTPUT_MISSING))
    return RIA_SUCCESS; /* checked when another task needs it */
  RIA_TRY(status);
  if (moved)
    return refresh(f, row);
  if (state == OUTPUT_SAME)
    return RIA_SUCCESS;
  f->any = true;
  RIA_TRY(engine_log(f->e, t->row.id, "output %s was changed by a step that needs it", row->path));
  return describe_anew(f, t, row, row->edited);
}

ria_status engine_follow_outputs(engine *e, int task) {
  findings f;
  bool *mark = calloc((size_t)e->steps + 1, sizeof *mark);
  ria_status status = mark ? begin(&f, e, NULL) : no_memory();
  if (status == RIA_SUCCESS) {
    step_mark_needs(e->step[e->task[task]->step].step, mark);
    status = study_begin(e->study);
    if (status == RIA_SUCCESS)
      status = engine_close(e, visit_needs(&f, mark, 0, follow_row), f.any);
    free(f.lost);
  }
  free(mark);
  return status;
}

/* ---- Edits. */

static ria_status accept_row(findings *f, int task, const study_output *row) {
  output_state state;
  bool moved;
  RIA_TRY(output_compare(row, study_folder(f->e->study), NULL, &state, &moved));
  return state == OUTPUT_EDITED ? describe_anew(f, f->e->task[task], row, true) : RIA_SUCCESS;
}

static ria_status read_results(engine *e, engine_task *t) {
  const workflow_task *spec = t->spec;
  const workflow_step_kind *kind = e->step[t->step].step->kind;
  workflow_results results = {0};
  if (!spec || spec->is_finish || !kind->collect)
    return RIA_SUCCESS;
  ria_status status = kind->collect(spec, spec->directory, &results);
  if (status == RIA_SUCCESS) {
    status = engine_put_results(e, t, &results);
  } else if (status != RIA_ERROR_MEMORY) {
    t->row.state = TASK_FAILED;
    char why[400];
    snprintf(why, sizeof why, "its changed outputs cannot be read: %.300s", ria_status_detail());
    status = engine_set_text(&t->row.note, why);
    if (status == RIA_SUCCESS)
      status = engine_log(e, t->row.id, "failed: %s", why);
    if (status == RIA_SUCCESS)
      status = engine_put(e, t);
  }
  results_destroy(&results);
  return status;
}

ria_status engine_accept_outputs(engine *e, engine_task *t) {
  findings f = {.e = e};
  int task;
  if (!t->edited || t->row.state != TASK_DONE || !engine_find(e, t->row.id, &task))
    return RIA_SUCCESS;
  t->edited = false;
  t->accepted++;
  RIA_TRY(visit_task(&f, task, accept_row));
  return read_results(e, t);
}

static ria_status keep_row(findings *f, int task, const study_output *row) {
  engine *e = f->e;
  engine_task *t = e->task[task];
  output_state state;
  bool moved;
  char *path, *to = NULL;
  if (output_compare(row, study_folder(e->study), NULL, &state, &moved) != RIA_SUCCESS ||
      (state != OUTPUT_EDITED && !row->edited) || row->size < 0)
    return RIA_SUCCESS;
  if (is_continued(e, t)) {
    f->any = true;
    return RIA_SUCCESS;
  }
  if (!(path = output_path(study_folder(e->study), row)))
    return no_memory();
  ria_status status = output_keep(study_folder(e->study), path, &to);
  if (status == RIA_SUCCESS && to)
    status = engine_log(e, t->row.id,
                        "its output was changed by hand; the changed file is kept as %s", to);
  free(path);
  free(to);
  return status;
}

/* Tasks of one point that continue from each other's files share their outputs. */
static bool shares(const engine *e, const engine_task *a, const engine_task *b) {
  return a == b ||
         (is_continued(e, a) && a->step == b->step && !strcmp(a->row.point, b->row.point));
}

ria_status engine_keep_edits(engine *e, engine_task *t) {
  findings f;
  int at = -1;
  if (e->step[t->step].step->kind->always)
    return RIA_SUCCESS;
  RIA_TRY(begin(&f, e, NULL));
  ria_status status = RIA_SUCCESS;
  for (int i = 0; i < e->tasks && status == RIA_SUCCESS; i++) {
    engine_task *other = e->task[i];
    if (!other || !other->has_outputs || !shares(e, t, other))
      continue;
    status = visit_task(&f, i, keep_row);
    if (status == RIA_SUCCESS)
      status = study_clear_outputs(e->study, other->row.id);
    other->has_outputs = other->edited = false;
    at = i;
  }
  if (status == RIA_SUCCESS && f.any)
    status = begin_anew(&f, at);
  free(f.lost);
  return status;
}
