#include "request.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "cli/command.h"
#include "cli/options.h"
#include "cli/output.h"
#include "cli/study_command.h"
#include "engine.h"

typedef struct {
  const char *verb, *subject;
  bool json;
  double wait; /* s to wait for jobs to end; below 0: as long as necessary */
  bool asked;  /* the request was sent to the engine */
  engine_cancelled outcome;
} request;

static void report_waiting(void *context, const char *subject, const char *what) {
  (void)context;
  (void)subject;
  fprintf(stderr, "ria cancel: %s\n", what);
}

/* No engine runs. Takes the engine's lock, so that no engine starts meanwhile. */
static ria_status do_it(study_store *study, request *r) {
  ria_launcher *launcher = NULL;
  if (!strcmp(r->verb, "retry"))
    return engine_retry(study, r->subject, &r->outcome.met);
  const engine_cancel_options options = {.patience = r->wait, .report = report_waiting};
  RIA_TRY(study_command_launcher(study, &launcher));
  ria_status status = engine_cancel(study, launcher, r->subject, &options, &r->outcome);
  ria_launcher_destroy(launcher);
  return status;
}

static ria_status handle(study_store *study, request *r) {
  RIA_TRY(study_command_find(study, r->subject));
  ria_status status = study_lock(study, study_command_job_life, NULL, false);
  r->asked = status == RIA_ERROR_MISMATCH;
  if (r->asked)
    return study_put_request(study, r->verb, r->subject);
  RIA_TRY(status);
  return do_it(study, r);
}

static int print_outcome(const request *r) {
  const engine_cancelled *o = &r->outcome;
  if (r->json)
    return command_print_json(json_pack("{s:s, s:s, s:b, s:i, s:i}", "verb", r->verb, "subject",
                                        r->subject, "asked_engine", (int)r->asked, "tasks", o->met,
                                        "ending", o->ending));
  if (r->asked)
    printf("requested from the engine: %s %s\n", r->verb, *r->subject ? r->subject : "the study");
  else
    printf("%s: %d task%s%s\n", r->verb, o->met, o->met == 1 ? "" : "s",
           strcmp(r->verb, "retry") ? "" : "; `ria run` continues them");
  if (o->ending)
    printf("still ending: %s; `ria run` waits for %s before it starts anything there anew\n",
           o->still, o->ending == 1 ? "it" : "them");
  return CLI_EXIT_SUCCESS;
}

static bool parse(int argc, char **argv, request *r, const char **where) {
  bool cancels = !strcmp(r->verb, "cancel");
  r->wait = -1;
  const command_option options[] = {
      {.name = "study", .kind = COMMAND_TEXT, .value = where},
      {.name = "json", .kind = COMMAND_FLAG, .value = &r->json},
      {.name = cancels ? "wait" : NULL, .kind = COMMAND_NUMBER, .value = &r->wait, .most = 1e9},
      {0}};
  if (!command_options_read(options, &argc, argv) ||
      !study_command_words(cancels ? STUDY_COMMAND_MAY_STEP : STUDY_COMMAND_STEP, argc, argv, where,
                           &r->subject))
    return false;
  r->subject = r->subject ? r->subject : "";
  return true;
}

int request_command(const char *verb, int argc, char **argv) {
  request r = {.verb = verb};
  const char *where = NULL;
  study_store *study;
  if (!parse(argc, argv, &r, &where))
    return CLI_EXIT_ERROR;
  if (study_command_open(where, STUDY_WRITE, &study) != RIA_SUCCESS)
    return study_command_fail(verb);
  int code = handle(study, &r) == RIA_SUCCESS ? print_outcome(&r) : study_command_fail(verb);
  free(r.outcome.still);
  study_close(study);
  return code;
}
