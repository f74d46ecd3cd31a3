/* The steps' results, tables, pictures and tasks. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "files.h"
#include "sections.h"
#include "ria/number.h"

enum { WIDE = 64, SIDE_BY_SIDE = 6, FEW = 12, ROWS = 200, TASK_ROWS = 500, PICTURES = 60 };

/* --- results --- */

static const char *value_text(const study_result *r, char room[32]) {
  if (!r->is_number)
    return r->text;
  ria_snprintf(room, 32, "%.7g", r->number);
  return room;
}

/* The task of some results, with a star if its ranks and workers shared too few cores. */
static const char *task_text(const study_result *result, int results, char room[160]) {
  bool crowded = false;
  for (int i = 0; i < results && !strcmp(result[i].task, result[0].task); i++)
    crowded |= !strcmp(result[i].key, "threads_per_core") && result[i].number > 1;
  snprintf(room, 160, "%.150s%s", result[0].task, crowded ? " *" : "");
  return room;
}

static void explain_stars(ria_report *page, const study_result *result, int results) {
  for (int i = 0; i < results; i++)
    if (!strcmp(result[i].key, "threads_per_core") && result[i].number > 1) {
      ria_report_paragraph(page,
                           "*: oversubscribed, with more ranks and workers than cores: they shared "
                           "cores, so the time does not show the speed of the machine.");
      return;
    }
}

static void put_plain_results(ria_report *page, const study_result *result, int results,
                              bool of_tasks) {
  const ria_report_column columns[] = {{"result", false}, {"value", true}, {"task", false}};
  int rows = results < ROWS ? results : ROWS;
  ria_report_table_begin(page, NULL, of_tasks ? 3 : 2, columns);
  for (int i = 0; i < rows; i++) {
    char room[32];
    ria_report_row(page, (ria_report_cell[]){{.text = result[i].key},
                                             {.text = value_text(&result[i], room)},
                                             {.text = result[i].task}});
  }
  ria_report_table_end(page);
  if (rows < results)
    ria_report_paragraph(page, "%d further results: `ria results` lists them.", results - rows);
}

/* Finds the keys of all tasks; false if there are too many for columns. */
static bool find_keys(const study_result *result, int results, const char *key[WIDE], int *keys) {
  *keys = 0;
  for (int i = 0; i < results; i++) {
    int k = 0;
    while (k < *keys && strcmp(key[k], result[i].key))
      k++;
    if (k == *keys) {
      if (*keys == WIDE)
        return false;
      key[(*keys)++] = result[i].key;
    }
  }
  return true;
}

static void put_row(ria_report *page, const study_result *result, int results,
                    const char *const *key, int keys) {
  char room[WIDE][32], task[160];
  ria_report_cell cell[WIDE + 1] = {{.text = task_text(result, results, task)}};
  for (int i = 0; i < results; i++)
    for (int k = 0; k < keys; k++)
      if (!strcmp(key[k], result[i].key))
        cell[k + 1].text = value_text(&result[i], room[k]);
  ria_report_row(page, cell);
}

/* A row for each task. */
static void put_wide_results(ria_report *page, const study_result *result, int results,
                             const char *const *key, int keys) {
  ria_report_column column[WIDE + 1] = {{"task", false}};
  int rows = 0, left = 0;
  for (int k = 0; k < keys; k++)
    column[k + 1] = (ria_report_column){key[k], true};
  ria_report_table_begin(page, NULL, keys + 1, column);
  for (int i = 0; i < results;) {
    int end = i;
    while (end < results && !strcmp(result[end].task, result[i].task))
      end++;
    if (rows++ < ROWS)
      put_row(page, result + i, end - i, key, keys);
    else
      left++;
    i = end;
  }
  ria_report_table_end(page);
  if (left)
    ria_report_paragraph(page, "%d further tasks: `ria results` lists them.", left);
}

/* A column for each of a few tasks, if there are many keys. */
static void put_tall_results(ria_report *page, const study_result *result, int results,
                             const char *const *key, int keys) {
  char task[SIDE_BY_SIDE][160];
  ria_report_column column[SIDE_BY_SIDE + 1] = {{"result", false}};
  int first[SIDE_BY_SIDE + 1] = {0}, tasks = 0;
  for (int i = 0; i < results; i++)
    if (!i || strcmp(result[i].task, result[i - 1].task)) {
      column[tasks + 1] =
          (ria_report_column){task_text(result + i, results - i, task[tasks]), true};
      first[tasks++] = i;
    }
  first[tasks] = results;
  ria_report_table_begin(page, NULL, tasks + 1, column);
  for (int k = 0; k < keys; k++) {
    ria_report_cell cell[SIDE_BY_SIDE + 1] = {{.text = key[k]}};
    char room[SIDE_BY_SIDE][32];
    for (int t = 0; t < tasks; t++)
      for (int i = first[t]; i < first[t + 1]; i++)
        if (!strcmp(key[k], result[i].key))
          cell[t + 1].text = value_text(&result[i], room[t]);
    ria_report_row(page, cell);
  }
  ria_report_table_end(page);
}

static int count_tasks(const study_result *result, int results) {
  int tasks = 0;
  for (int i = 0; i < results; i++)
    tasks += !i || strcmp(result[i].task, result[i - 1].task) != 0;
  return tasks;
}

/* Long lists of single tasks' results are folded. */
static void put_task_results(ria_report *page, const study_result *result, int results) {
  const char *key[WIDE];
  char title[64];
  int keys, tasks = count_tasks(result, results);
  if (!results)
    return;
  snprintf(title, sizeof title, tasks == 1 ? "Results of its task" : "Results of %d tasks", tasks);
  if (results > FEW)
    ria_report_fold_begin(page, title, false);
  if (!find_keys(result, results, key, &keys))
    put_plain_results(page, result, results, tasks > 1);
  else if (tasks <= SIDE_BY_SIDE)
    put_tall_results(page, result, results, key, keys);
  else
    put_wide_results(page, result, results, key, keys);
  explain_stars(page, result, results);
  if (results > FEW)
    ria_report_fold_end(page);
}

static void put_results(ria_report *page, const snapshot *s, const step_sum *sum) {
  if (!sum->results)
    return;
  const study_result *result = s->results.item + sum->result;
  int own = 0;
  /* Results of the step as a whole come first; their task is "". */
  while (own < sum->results && !*result[own].task)
    own++;
  if (own)
    put_plain_results(page, result, own, false);
  put_task_results(page, result + own, sum->results - own);
}

/* --- files --- */

static void put_tables(ria_report *page, const left_files *files) {
  for (int i = 0; i < files->count; i++)
    if (files->item[i].kind == FILE_TABLE)
      /* Ignores Markdown that is not one of our tables, or is being written. */
      (void)ria_report_markdown_table(page, files->item[i].path);
}

static void put_pictures(ria_report *page, const left_files *files) {
  int pictures = 0;
  for (int i = 0; i < files->count; i++)
    pictures += files->item[i].kind == FILE_PICTURE || files->item[i].kind == FILE_FILM;
  if (!pictures)
    return;
  int put = 0;
  ria_report_figures_begin(page);
  for (int i = 0; i < files->count && put < PICTURES; i++) {
    const left_file *f = &files->item[i];
    char caption[512];
    if (f->kind != FILE_PICTURE && f->kind != FILE_FILM)
      continue;
    snprintf(caption, sizeof caption, f->series > 1 ? "%s, the last of %d" : "%s", f->name,
             f->series);
    ria_report_figure(page, f->path, caption);
    put++;
  }
  ria_report_figures_end(page);
  if (put < pictures)
    ria_report_paragraph(page, "%d further pictures are in the step's folder.", pictures - put);
}

/* --- tasks --- */

static void put_attempt(ria_report *page, const snapshot *s, const study_task *t,
                        const study_attempt *a) {
  char number[16], waited[32], took[32], cores[16], cost[32], memory[32] = "", how[96] = "";
  double start = a->started > 0 ? a->started : s->now;
  snprintf(number, sizeof number, "%d", a->number);
  snprintf(cores, sizeof cores, "%d", a->cores);
  put_duration(a->submitted, start, waited);
  put_duration(a->started, a->ended > 0 ? a->ended : s->now, took);
  put_core_time(snapshot_attempt_cost(a, s->now), cost);
  if (a->max_memory > 0)
    ria_snprintf(memory, sizeof memory, "%.3g GB", (double)a->max_memory / 1e9);
  const char *cause = *a->cause ? a->cause : a->started > 0 ? "running" : "waiting";
  if (!strcmp(cause, "none"))
    cause = "done";
  if (a->signal)
    snprintf(how, sizeof how, "%s, signal %d", cause, a->signal);
  else if (a->exit_code)
    snprintf(how, sizeof how, "%s, exit code %d", cause, a->exit_code);
  else
    snprintf(how, sizeof how, "%s", cause);
  ria_report_row(page, (ria_report_cell[]){{.text = t->id},
                                           {.text = number},
                                           {.text = how, .tone = snapshot_attempt_tone(a)},
                                           {.text = waited},
                                           {.text = took},
                                           {.text = cores},
                                           {.text = cost},
                                           {.text = memory},
                                           {.text = a->nodes},
                                           {.text = a->job}});
}

static void put_waiting(ria_report *page, const study_task *t) {
  ria_report_cell cell[10] = {
      {.text = t->id},
      {0},
      {.text = task_state_text(t->state), .tone = snapshot_state_tone(t->state)}};
  ria_report_row(page, cell);
}

static void put_tasks(ria_report *page, const snapshot *s, const step_sum *sum) {
  static const ria_report_column columns[] = {
      {"task", false}, {"attempt", true},   {"outcome", false}, {"waited", true}, {"ran", true},
      {"cores", true}, {"core time", true}, {"memory", true},   {"nodes", false}, {"job", false}};
  char title[64];
  int rows = 0;
  if (!sum->tasks)
    return;
  snprintf(title, sizeof title, "Tasks and attempts (%d, %d)", sum->tasks, sum->tally.attempts);
  ria_report_fold_begin(page, title, false);
  ria_report_table_begin(page, NULL, sizeof columns / sizeof *columns, columns);
  for (int k = 0; k < sum->tasks && rows < TASK_ROWS; k++) {
    const task_sum *task = &s->task[sum->task[k]];
    if (!task->attempts)
      put_waiting(page, &s->tasks.item[sum->task[k]]);
    for (int i = 0; i < task->attempts; i++)
      put_attempt(page, s, &s->tasks.item[sum->task[k]], &s->attempts.item[task->attempt + i]);
    rows += task->attempts ? task->attempts : 1;
  }
  ria_report_table_end(page);
  if (rows >= TASK_ROWS)
    ria_report_paragraph(page, "The first %d rows; `ria status --json` has all.", rows);
  ria_report_fold_end(page);
}

static ria_status put_finding(ria_report *page, const snapshot *s, int i) {
  const step_sum *sum = &s->step[i];
  left_files files;
  char *folder = NULL;
  if (asprintf(&folder, "%s/steps/%s", s->folder, s->steps.item[i].name) < 0)
    return ria_fail(RIA_ERROR_MEMORY, "no memory for a report");
  ria_status status = left_files_find(folder, &files);
  if (status == RIA_SUCCESS) {
    ria_report_heading(page, 2, sum->id, s->steps.item[i].name);
    if (*s->steps.item[i].note)
      ria_report_paragraph(page, "%s", s->steps.item[i].note);
    if (!sum->tasks && !sum->results && !files.count)
      ria_report_paragraph(page, "Nothing of it has run.");
    put_tables(page, &files);
    put_results(page, s, sum);
    put_pictures(page, &files);
    put_tasks(page, s, sum);
  }
  left_files_destroy(&files);
  free(folder);
  return status;
}

ria_status put_findings(ria_report *page, const snapshot *s) {
  for (int i = 0; i < s->steps.count; i++)
    RIA_TRY(put_finding(page, s, i));
  return RIA_SUCCESS;
}
