/** \file
 * Workflows from text, for the tests of their reader. */
#ifndef RIA_WORKFLOW_FIXTURE_H
#define RIA_WORKFLOW_FIXTURE_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "../../workflows/tasks/task.h"
#include "ria/text.h"
#include "../../workflows/language/workflow.h"
#include "tests.h"

typedef struct {
  workflow_file *workflow;
  ria_case_errors errors;
  ria_status status;
} reading;

static inline reading read_workflow(const char *text, int sets, const char *const *set) {
  reading r;
  workflow_options options = {.sets = sets, .set = set};
  r.status = workflow_read_data("flow.yaml", text, strlen(text), &options, &r.workflow, &r.errors);
  return r;
}

static inline void free_reading(reading *r) {
  workflow_destroy(r->workflow);
  ria_case_errors_destroy(&r->errors);
}

/* A workflow that must be valid. */
static inline reading read_good(const char *text, int sets, const char *const *set) {
  reading r = read_workflow(text, sets, set);
  if (r.status != RIA_SUCCESS)
    fail_msg("%s", ria_status_detail());
  assert_int_equal(r.errors.count, 0);
  return r;
}

/* Exactly these findings, by their starts; ended by NULL. */
static inline void expect_findings(const char *text, const char *const *finding) {
  reading r = read_workflow(text, 0, NULL);
  int count = 0;
  assert_null(r.workflow);
  assert_int_equal(r.status, RIA_ERROR_CASE);
  for (; finding[count] && count < r.errors.count; count++)
    if (strncmp(r.errors.error[count].text, finding[count], strlen(finding[count])) != 0)
      fail_msg("'%s' instead of '%s'", r.errors.error[count].text, finding[count]);
  if (finding[count] || count < r.errors.count)
    fail_msg("%d findings; the next is '%s'", r.errors.count,
             finding[count] ? finding[count] : r.errors.error[count].text);
  free_reading(&r);
}

#define EXPECT_FINDINGS(text, ...) expect_findings(text, (const char *const[]){__VA_ARGS__, NULL})

static inline const char *parameter_of(const workflow_point *point, const char *name) {
  for (int i = point->parameters - 1; i >= 0; i--)
    if (!strcmp(point->parameter[i].name, name))
      return point->parameter[i].value.text;
  return NULL;
}

/* The only task of a point. */
static inline task_list tasks_of(const workflow_point *point) {
  task_list list = {0};
  if (point_expand(point, &list) != RIA_SUCCESS)
    fail_msg("%s", ria_status_detail());
  return list;
}

#endif
