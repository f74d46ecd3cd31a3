#include "request_command.h"
#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "ria/command.h"
#include "ria/engine.h"
#include "study_command.h"

typedef struct {
  const char *verb, *subject;
  bool json;
  double wait; /* s for jobs to end; below 0: as long as they can take */
  bool asked;  /* of the engine */
  ria_engine_cancelled outcome;
} request;

static void tell_waiting(void *context, const char *subject, const char *what) {
  (void)context;
  (void)subject;
  fprintf(stderr, "ria cancel: %s\n", what);
}

/* No engine runs: under its lock, so that none starts meanwhile. */
static ria_status do_it(ria_study *study, request *r) {
  ria_launcher *launcher = NULL;
  if (!strcmp(r->verb, "retry"))
    return ria_engine_retry(study, r->subject, &r->outcome.met);
  const ria_engine_cancel_options options = {.patience = r->wait, .tell = tell_waiting};
  RIA_TRY(study_command_launcher(study, &launcher));
  ria_status status = ria_engine_cancel(study, launcher, r->subject, &options, &r->outcome);
  ria_launcher_destroy(launcher);
  return status;
}

static bool is_known(ria_study *study, const char *subject) {
  ria_study_tasks tasks;
  ria_study_steps steps;
  bool known = !*subject;
  if (ria_study_list_tasks(study, NULL, &tasks) != RIA_SUCCESS)
    return false;
  for (int i = 0; i < tasks.count && !known; i++)
    known = !strcmp(tasks.item[i].id, subject) || !strcmp(tasks.item[i].step, subject);
  ria_study_tasks_destroy(&tasks);
  if (known || ria_study_list_steps(study, &steps) != RIA_SUCCESS)
    return known;
  for (int i = 0; i < steps.count && !known; i++)
    known = !strcmp(steps.item[i].name, subject);
  ria_study_steps_destroy(&steps);
  return known;
}

static ria_status handle(ria_study *study, request *r) {
  if (!is_known(study, r->subject))
    return ria_fail(RIA_ERROR_ARGUMENT, "there is no step or task '%s'; `ria status` lists them",
                    r->subject);
  ria_status status = ria_study_lock(study, study_command_asks, NULL, false);
  r->asked = status == RIA_ERROR_MISMATCH;
  if (r->asked)
    return ria_study_put_request(study, r->verb, r->subject);
  RIA_TRY(status);
  return do_it(study, r);
}

static int tell(const request *r) {
  const ria_engine_cancelled *o = &r->outcome;
  if (r->json)
    return study_command_print(json_pack("{s:s, s:s, s:b, s:i, s:i}", "verb", r->verb, "subject",
                                         r->subject, "asked_engine", (int)r->asked, "tasks", o->met,
                                         "ending", o->ending));
  if (r->asked)
    printf("the engine has been asked to %s %s\n", r->verb, *r->subject ? r->subject : "the study");
  else
    printf("%s: %d task%s%s\n", r->verb, o->met, o->met == 1 ? "" : "s",
           strcmp(r->verb, "retry") ? "" : "; `ria run` goes on with them");
  if (o->ending)
    printf("still ending: %s; `ria run` waits for %s before it starts anything there anew\n",
           o->still, o->ending == 1 ? "it" : "them");
  return RIA_EXIT_SUCCESS;
}

static bool take_wait(request *r, const char *text) {
  char *end;
  r->wait = strtod(text, &end);
  if (end != text && !*end && r->wait >= 0)
    return true;
  fprintf(stderr, "ria %s: '%s' is not a number of seconds\n", r->verb, text);
  return false;
}

static bool parse(int argc, char **argv, request *r, const char **where) {
  static const struct option options[] = {
      {"study", 1, NULL, 's'}, {"json", 0, NULL, 'j'}, {"wait", 1, NULL, 'w'}, {0}};
  const char *wait = getenv("RIA_WAIT");
  bool cancels = !strcmp(r->verb, "cancel");
  r->json = study_command_flag("RIA_JSON");
  r->wait = -1;
  if (cancels && wait && *wait && !take_wait(r, wait))
    return false;
  optind = 0;
  for (int c; (c = getopt_long(argc, argv, "", options, NULL)) != -1;) {
    if (c == '?' || (c == 'w' && (!cancels || !take_wait(r, optarg))))
      return false;
    if (c == 's')
      *where = optarg;
    r->json |= c == 'j';
  }
  int given = argc - optind;
  r->subject = given ? argv[optind] : "";
  if (given < 2 && (given == 1 || cancels))
    return true;
  fprintf(stderr, "ria %s: expected a step or task; `ria %s --help` tells more\n", r->verb,
          r->verb);
  return false;
}

int request_command(const char *verb, int argc, char **argv) {
  request r = {.verb = verb};
  const char *where = NULL;
  ria_study *study;
  if (!parse(argc, argv, &r, &where))
    return RIA_EXIT_ERROR;
  if (study_command_open(where, RIA_STUDY_WRITE, &study) != RIA_SUCCESS)
    return study_command_fail(verb);
  int code = handle(study, &r) == RIA_SUCCESS ? tell(&r) : study_command_fail(verb);
  free(r.outcome.still);
  ria_study_close(study);
  return code;
}
