/* The study's attempts, results, events and requests. */
#include <stdlib.h>
#include <string.h>
#include "ria/processes.h"
#include "sql.h"

ria_status ria_study_put_attempt(ria_study *study, const ria_study_attempt *a) {
  return study_exec(
      study, "INSERT OR REPLACE INTO attempt VALUES(?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
      "tittttiidddiltt", a->task, a->number, a->job, a->folder, a->cause, a->asked, a->exit_code,
      a->signal, a->submitted, a->started, a->ended, a->cores, a->max_memory, a->nodes, a->note);
}

static ria_status take_attempt(void *context, sqlite3_stmt *row) {
  ria_study_attempts *list = context;
  ria_study_attempt *a = study_append((void **)&list->item, &list->count, sizeof *a);
  if (!a)
    return study_no_memory();
  return study_read_row(row, "tittttiidddiltt", &a->task, &a->number, &a->job, &a->folder,
                        &a->cause, &a->asked, &a->exit_code, &a->signal, &a->submitted, &a->started,
                        &a->ended, &a->cores, &a->max_memory, &a->nodes, &a->note);
}

#define ATTEMPT_COLUMNS                                                                            \
  "a.task, a.number, a.job, a.folder, a.cause, a.asked, a.exit_code, a.signal, a.submitted, "      \
  "a.started, "                                                                                    \
  "a.ended, a.cores, a.max_memory, a.nodes, a.note"

ria_status ria_study_list_attempts(ria_study *study, const char *task,
                                   ria_study_attempts *attempts) {
  *attempts = (ria_study_attempts){0};
  ria_status status =
      task ? study_query(study, take_attempt, attempts,
                         "SELECT " ATTEMPT_COLUMNS
                         " FROM attempt a WHERE a.task = ? ORDER BY a.number",
                         "t", task)
           : study_query(study, take_attempt, attempts,
                         "SELECT " ATTEMPT_COLUMNS " FROM attempt a JOIN task t ON t.id = "
                         "a.task JOIN step s ON s.name = t.step ORDER BY s.position, "
                         "t.position, t.id, a.number",
                         "");
  if (status != RIA_SUCCESS)
    ria_study_attempts_destroy(attempts);
  return status;
}

void ria_study_attempt_clear(ria_study_attempt *a) {
  free(a->task);
  free(a->job);
  free(a->folder);
  free(a->cause);
  free(a->asked);
  free(a->nodes);
  free(a->note);
  *a = (ria_study_attempt){0};
}

void ria_study_attempts_destroy(ria_study_attempts *attempts) {
  for (int i = 0; i < attempts->count; i++)
    ria_study_attempt_clear(&attempts->item[i]);
  free(attempts->item);
  *attempts = (ria_study_attempts){0};
}

ria_status ria_study_put_result(ria_study *study, const ria_study_result *r) {
  return study_exec(study,
                    "INSERT OR REPLACE INTO result(step, task, key, is_number, value, text) "
                    "VALUES(?, ?, ?, ?, ?, ?)",
                    "tttidt", r->step, r->task, r->key, (int)r->is_number, r->number, r->text);
}

static ria_status take_result(void *context, sqlite3_stmt *row) {
  ria_study_results *list = context;
  ria_study_result *r = study_append((void **)&list->item, &list->count, sizeof *r);
  if (!r)
    return study_no_memory();
  return study_read_row(row, "tttbdt", &r->step, &r->task, &r->key, &r->is_number, &r->number,
                        &r->text);
}

ria_status ria_study_list_results(ria_study *study, const char *step, const char *task,
                                  ria_study_results *results) {
  *results = (ria_study_results){0};
  ria_status status = study_query(
      study, take_result, results,
      "SELECT result.step, task, key, is_number, value, text FROM result JOIN step ON step.name = "
      "result.step LEFT JOIN task ON task.id = result.task WHERE (?1 OR result.step = ?2) AND (?3 "
      "OR result.task = ?4) ORDER BY step.position, task.position, result.task, result.number",
      "itit", step == NULL, step, task == NULL, task);
  if (status != RIA_SUCCESS)
    ria_study_results_destroy(results);
  return status;
}

void ria_study_results_destroy(ria_study_results *results) {
  for (int i = 0; i < results->count; i++) {
    ria_study_result *r = &results->item[i];
    free(r->step);
    free(r->task);
    free(r->key);
    free(r->text);
  }
  free(results->item);
  *results = (ria_study_results){0};
}

ria_status ria_study_clear_results(ria_study *study, const char *step, const char *task) {
  return study_exec(study, "DELETE FROM result WHERE step = ? AND task = ?", "tt", step, task);
}

ria_status ria_study_put_event(ria_study *study, const char *subject, const char *what) {
  return study_exec(study, "INSERT INTO event(time, subject, what) VALUES(?, ?, ?)", "dtt",
                    ria_unix_time(), subject, what);
}

static ria_status take_event(void *context, sqlite3_stmt *row) {
  ria_study_events *list = context;
  ria_study_event *e = study_append((void **)&list->item, &list->count, sizeof *e);
  if (!e)
    return study_no_memory();
  return study_read_row(row, "ldtt", &e->number, &e->time, &e->subject, &e->what);
}

ria_status ria_study_list_events(ria_study *study, int64_t number, int most,
                                 ria_study_events *events) {
  *events = (ria_study_events){0};
  ria_status status = study_query(study, take_event, events,
                                  "SELECT * FROM (SELECT number, time, subject, what FROM event "
                                  "WHERE number > ? ORDER BY number DESC LIMIT ?) ORDER BY number",
                                  "li", number, most);
  if (status != RIA_SUCCESS)
    ria_study_events_destroy(events);
  return status;
}

void ria_study_events_destroy(ria_study_events *events) {
  for (int i = 0; i < events->count; i++) {
    free(events->item[i].subject);
    free(events->item[i].what);
  }
  free(events->item);
  *events = (ria_study_events){0};
}

ria_status ria_study_put_request(ria_study *study, const char *verb, const char *subject) {
  return study_exec(study, "INSERT INTO request(verb, subject) VALUES(?, ?)", "tt", verb, subject);
}

static ria_status take_request(void *context, sqlite3_stmt *row) {
  ria_study_requests *list = context;
  ria_study_request *r = study_append((void **)&list->item, &list->count, sizeof *r);
  if (!r)
    return study_no_memory();
  return study_read_row(row, "ltt", &r->number, &r->verb, &r->subject);
}

ria_status ria_study_list_requests(ria_study *study, ria_study_requests *requests) {
  *requests = (ria_study_requests){0};
  ria_status status = study_query(study, take_request, requests,
                                  "SELECT number, verb, subject FROM request ORDER BY number", "");
  if (status != RIA_SUCCESS)
    ria_study_requests_destroy(requests);
  return status;
}

void ria_study_requests_destroy(ria_study_requests *requests) {
  for (int i = 0; i < requests->count; i++) {
    free(requests->item[i].verb);
    free(requests->item[i].subject);
  }
  free(requests->item);
  *requests = (ria_study_requests){0};
}

ria_status ria_study_remove_request(ria_study *study, int64_t number) {
  return study_exec(study, "DELETE FROM request WHERE number = ?", "l", number);
}
