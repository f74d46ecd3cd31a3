/* The study's attempts, results, events and requests. */
#include <stdlib.h>
#include <string.h>
#include "ria/processes.h"
#include "sql.h"

ria_status study_put_attempt(study_store *study, const study_attempt *a) {
  return study_exec(
      study, "INSERT OR REPLACE INTO attempt VALUES(?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
      "tittttiidddiltt", a->task, a->number, a->job, a->folder, a->cause, a->asked, a->exit_code,
      a->signal, a->submitted, a->started, a->ended, a->cores, a->max_memory, a->nodes, a->note);
}

ria_status study_remove_attempt(study_store *study, const char *task, int number) {
  return study_exec(study, "DELETE FROM attempt WHERE task = ? AND number = ?", "ti", task, number);
}

static ria_status take_attempt(void *context, sqlite3_stmt *row) {
  study_attempts *list = context;
  study_attempt *a = study_append((void **)&list->item, &list->count, sizeof *a);
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

ria_status study_list_attempts(study_store *study, const char *task, study_attempts *attempts) {
  *attempts = (study_attempts){0};
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
    study_attempts_destroy(attempts);
  return status;
}

void study_attempt_clear(study_attempt *a) {
  free(a->task);
  free(a->job);
  free(a->folder);
  free(a->cause);
  free(a->asked);
  free(a->nodes);
  free(a->note);
  *a = (study_attempt){0};
}

void study_attempts_destroy(study_attempts *attempts) {
  for (int i = 0; i < attempts->count; i++)
    study_attempt_clear(&attempts->item[i]);
  free(attempts->item);
  *attempts = (study_attempts){0};
}

ria_status study_put_result(study_store *study, const study_result *r) {
  return study_exec(study,
                    "INSERT OR REPLACE INTO result(step, task, key, is_number, value, text) "
                    "VALUES(?, ?, ?, ?, ?, ?)",
                    "tttidt", r->step, r->task, r->key, (int)r->is_number, r->number, r->text);
}

static ria_status take_result(void *context, sqlite3_stmt *row) {
  study_results *list = context;
  study_result *r = study_append((void **)&list->item, &list->count, sizeof *r);
  if (!r)
    return study_no_memory();
  return study_read_row(row, "tttbdt", &r->step, &r->task, &r->key, &r->is_number, &r->number,
                        &r->text);
}

ria_status study_list_results(study_store *study, const char *step, const char *task,
                              study_results *results) {
  *results = (study_results){0};
  ria_status status = study_query(
      study, take_result, results,
      "SELECT result.step, task, key, is_number, value, text FROM result JOIN step ON step.name = "
      "result.step LEFT JOIN task ON task.id = result.task WHERE (?1 OR result.step = ?2) AND (?3 "
      "OR result.task = ?4) ORDER BY step.position, task.position, result.task, result.number",
      "itit", step == NULL, step, task == NULL, task);
  if (status != RIA_SUCCESS)
    study_results_destroy(results);
  return status;
}

void study_results_destroy(study_results *results) {
  for (int i = 0; i < results->count; i++) {
    study_result *r = &results->item[i];
    free(r->step);
    free(r->task);
    free(r->key);
    free(r->text);
  }
  free(results->item);
  *results = (study_results){0};
}

ria_status study_clear_results(study_store *study, const char *step, const char *task) {
  return study_exec(study, "DELETE FROM result WHERE step = ? AND task = ?", "tt", step, task);
}

ria_status study_put_event(study_store *study, const char *subject, const char *what) {
  return study_exec(study, "INSERT INTO event(time, subject, what) VALUES(?, ?, ?)", "dtt",
                    ria_unix_time(), subject, what);
}

static ria_status take_event(void *context, sqlite3_stmt *row) {
  study_events *list = context;
  study_event *e = study_append((void **)&list->item, &list->count, sizeof *e);
  if (!e)
    return study_no_memory();
  return study_read_row(row, "ldtt", &e->number, &e->time, &e->subject, &e->what);
}

ria_status study_list_events(study_store *study, int64_t number, int most, study_events *events) {
  *events = (study_events){0};
  ria_status status = study_query(study, take_event, events,
                                  "SELECT * FROM (SELECT number, time, subject, what FROM event "
                                  "WHERE number > ? ORDER BY number DESC LIMIT ?) ORDER BY number",
                                  "li", number, most);
  if (status != RIA_SUCCESS)
    study_events_destroy(events);
  return status;
}

void study_events_destroy(study_events *events) {
  for (int i = 0; i < events->count; i++) {
    free(events->item[i].subject);
    free(events->item[i].what);
  }
  free(events->item);
  *events = (study_events){0};
}

ria_status study_put_request(study_store *study, const char *verb, const char *subject) {
  return study_exec(study, "INSERT INTO request(verb, subject) VALUES(?, ?)", "tt", verb, subject);
}

static ria_status take_request(void *context, sqlite3_stmt *row) {
  study_requests *list = context;
  study_request *r = study_append((void **)&list->item, &list->count, sizeof *r);
  if (!r)
    return study_no_memory();
  return study_read_row(row, "ltt", &r->number, &r->verb, &r->subject);
}

ria_status study_list_requests(study_store *study, study_requests *requests) {
  *requests = (study_requests){0};
  ria_status status = study_query(study, take_request, requests,
                                  "SELECT number, verb, subject FROM request ORDER BY number", "");
  if (status != RIA_SUCCESS)
    study_requests_destroy(requests);
  return status;
}

void study_requests_destroy(study_requests *requests) {
  for (int i = 0; i < requests->count; i++) {
    free(requests->item[i].verb);
    free(requests->item[i].subject);
  }
  free(requests->item);
  *requests = (study_requests){0};
}

ria_status study_remove_request(study_store *study, int64_t number) {
  return study_exec(study, "DELETE FROM request WHERE number = ?", "l", number);
}
