/* The origin of the results: a summary of all runs' provenance, the workflow, and the events. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "ria/version.h"
#include "files.h"
#include "sections.h"

enum { FACTS = 256, LARGEST = 65536, WORKFLOW = 200000 };

/* A value in provenance.yaml, and how many runs have it. */
typedef struct {
  char *key, *value;
  int runs;
} fact;

typedef struct {
  fact *item; /* [FACTS] */
  int count, runs;
} fact_list;

/* Keys that differ in every run are not shown. */
static bool is_shown(const char *key) {
  static const char *const left_out[] = {"started", "command", "case_hash", "files_hash", "seeds"};
  for (size_t i = 0; i < sizeof left_out / sizeof *left_out; i++)
    if (!strcmp(key, left_out[i]))
      return false;
  return *key != '#' && *key != ' ';
}

/* Reads `"text"` or `plain # comment`, in place. */
static char *unquote(char *value) {
  value += strspn(value, " ");
  if (*value == '"') {
    char *end = strrchr(value, '"');
    if (end > value)
      *end = '\0';
    return value + 1;
  }
  char *comment = strstr(value, " #");
  if (comment)
    *comment = '\0';
  return value;
}

static void count_fact(fact_list *list, const char *key, const char *value) {
  for (int i = 0; i < list->count; i++)
    if (!strcmp(list->item[i].key, key) && !strcmp(list->item[i].value, value)) {
      list->item[i].runs++;
      return;
    }
  if (list->count == FACTS)
    return;
  fact f = {strdup(key), strdup(value), 1};
  if (!f.key || !f.value) {
    free(f.key);
    free(f.value);
    return;
  }
  list->item[list->count++] = f;
}

static void read_facts(const char *path, fact_list *list) {
  size_t length;
  char *text = file_head(path, LARGEST, &length), *rest = text;
  for (char *line; rest && (line = strsep(&rest, "\n"));) {
    char *colon = strstr(line, ": ");
    if (!colon)
      continue;
    *colon = '\0';
    if (is_shown(line))
      count_fact(list, line, unquote(colon + 2));
  }
  list->runs += text != NULL;
  free(text);
}

static ria_status gather(const snapshot *s, fact_list *list) {
  left_files files;
  char *folder = NULL;
  if (asprintf(&folder, "%s/steps", s->folder) < 0)
    return ria_fail(RIA_ERROR_MEMORY, "no memory for a report");
  ria_status status = left_files_find(folder, &files);
  for (int i = 0; status == RIA_SUCCESS && i < files.count; i++)
    if (files.item[i].kind == FILE_PROVENANCE)
      read_facts(files.item[i].path, list);
  left_files_destroy(&files);
  free(folder);
  return status;
}

static void put_facts(ria_report *page, const fact_list *list) {
  static const ria_report_column columns[] = {{"", false}, {"value", false}, {"runs", true}};
  char caption[64];
  snprintf(caption, sizeof caption, list->runs == 1 ? "As the run noted it" : "As %d runs noted it",
           list->runs);
  ria_report_table_begin(page, caption, 3, columns);
  for (int i = 0; i < list->count; i++) {
    bool first = true;
    for (int k = 0; k < i && first; k++)
      first = strcmp(list->item[k].key, list->item[i].key) != 0;
    /* All values of a key in one row, at its first. */
    for (int k = i; k < list->count && first; k++) {
      char runs[16];
      if (strcmp(list->item[k].key, list->item[i].key))
        continue;
      snprintf(runs, sizeof runs, "%d", list->item[k].runs);
      ria_report_row(page, (ria_report_cell[]){{.text = k == i ? list->item[k].key : ""},
                                               {.text = list->item[k].value},
                                               {.text = runs}});
    }
  }
  ria_report_table_end(page);
}

static void put_study(ria_report *page, const snapshot *s) {
  static const ria_report_column columns[] = {{"", false}, {"value", false}};
  const ria_build *build = ria_build_info();
  char program[256];
  snprintf(program, sizeof program, "ria %s, commit %s%s, %s", RIA_VERSION, build->commit,
           build->dirty ? " with changes" : "", build->compiler);
  ria_report_table_begin(page, NULL, 2, columns);
  ria_report_row(page, (ria_report_cell[]){{.text = "workflow"}, {.text = s->workflow}});
  ria_report_row(page, (ria_report_cell[]){{.text = "study"}, {.text = s->folder}});
  if (*s->mode)
    ria_report_row(page, (ria_report_cell[]){{.text = "steps run"}, {.text = s->mode}});
  ria_report_row(page, (ria_report_cell[]){{.text = "page made by"}, {.text = program}});
  ria_report_table_end(page);
}

ria_status put_provenance(ria_report *page, const snapshot *s) {
  fact_list list = {.item = calloc(FACTS, sizeof *list.item)};
  ria_status status =
      list.item ? gather(s, &list) : ria_fail(RIA_ERROR_MEMORY, "no memory for a report");
  if (status == RIA_SUCCESS) {
    ria_report_heading(page, 2, "provenance", "Where it comes from");
    put_study(page, s);
    if (list.count)
      put_facts(page, &list);
  }
  for (int i = 0; i < list.count; i++) {
    free(list.item[i].key);
    free(list.item[i].value);
  }
  free(list.item);
  return status;
}

void put_workflow(ria_report *page, const snapshot *s) {
  char *path = NULL;
  size_t length;
  if (asprintf(&path, "%s/workflow.yaml", s->folder) < 0)
    return;
  char *text = file_head(path, WORKFLOW, &length);
  if (text) {
    ria_report_fold_begin(page, "The workflow as run", false);
    ria_report_code(page, text, length);
    if (length == WORKFLOW)
      ria_report_paragraph(page, "The rest is in the study: workflow.yaml.");
    ria_report_fold_end(page);
  }
  free(text);
  free(path);
}

void put_events(ria_report *page, const snapshot *s) {
  static const ria_report_column columns[] = {{"time", false}, {"of", false}, {"what", false}};
  char title[64];
  if (!s->events.count)
    return;
  snprintf(title, sizeof title, "What happened (the last %d events)", s->events.count);
  ria_report_fold_begin(page, title, false);
  ria_report_table_begin(page, NULL, 3, columns);
  for (int i = 0; i < s->events.count; i++) {
    const study_event *e = &s->events.item[i];
    char when[32];
    put_date(e->time, when);
    ria_report_row(page, (ria_report_cell[]){{.text = when},
                                             {.text = *e->subject ? e->subject : "engine"},
                                             {.text = e->what}});
  }
  ria_report_table_end(page);
  ria_report_fold_end(page);
}
