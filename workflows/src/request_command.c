#include "request_command.h"
#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "ria/command.h"
#include "ria/engine.h"
#include "study_command.h"

/* No engine runs: under its lock, so that none starts meanwhile. */
static ria_status do_it(ria_study *study, const char *verb, const char *subject, int *met) {
  ria_launcher *launcher = NULL;
  if (!strcmp(verb, "retry"))
    return ria_engine_retry(study, subject, met);
  RIA_TRY(study_command_launcher(study, &launcher));
  ria_status status = ria_study_begin(study);
  if (status == RIA_SUCCESS)
    status = ria_engine_cancel(study, launcher, subject, met);
  if (status == RIA_SUCCESS && !*subject)
    status = ria_study_put_fact(study, "state", "cancelled");
  if (status == RIA_SUCCESS)
    status = ria_study_commit(study);
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

static ria_status request(ria_study *study, const char *verb, const char *subject, bool *asked,
                          int *met) {
  if (!is_known(study, subject))
    return ria_fail(RIA_ERROR_ARGUMENT, "there is no step or task '%s'; `ria status` lists them",
                    subject);
  ria_status status = ria_study_lock(study, study_command_asks, NULL, false);
  *asked = status == RIA_ERROR_MISMATCH;
  if (*asked)
    return ria_study_put_request(study, verb, subject);
  RIA_TRY(status);
  return do_it(study, verb, subject, met);
}

static int tell(const char *verb, const char *subject, bool asked, int met, bool json) {
  if (json)
    return study_command_print(json_pack("{s:s, s:s, s:b, s:i}", "verb", verb, "subject", subject,
                                         "asked_engine", (int)asked, "tasks", met));
  if (asked)
    printf("the engine has been asked to %s %s\n", verb, *subject ? subject : "the study");
  else
    printf("%s: %d task%s%s\n", verb, met, met == 1 ? "" : "s",
           strcmp(verb, "retry") ? "" : "; `ria run` goes on with them");
  return RIA_EXIT_SUCCESS;
}

int request_command(const char *verb, int argc, char **argv) {
  static const struct option options[] = {{"study", 1, NULL, 's'}, {"json", 0, NULL, 'j'}, {0}};
  bool json = study_command_flag("RIA_JSON"), asked = false;
  const char *where = NULL;
  optind = 0;
  for (int c; (c = getopt_long(argc, argv, "", options, NULL)) != -1;) {
    if (c == '?')
      return RIA_EXIT_ERROR;
    if (c == 's')
      where = optarg;
    json |= c == 'j';
  }
  int given = argc - optind, met = 0;
  if (given > 1 || (given == 0 && !strcmp(verb, "retry"))) {
    fprintf(stderr, "ria %s: expected a step or task; `ria %s --help` tells more\n", verb, verb);
    return RIA_EXIT_ERROR;
  }
  const char *subject = given ? argv[optind] : "";
  ria_study *study;
  if (study_command_open(where, RIA_STUDY_WRITE, &study) != RIA_SUCCESS)
    return study_command_fail(verb);
  ria_status status = request(study, verb, subject, &asked, &met);
  int code =
      status == RIA_SUCCESS ? tell(verb, subject, asked, met, json) : study_command_fail(verb);
  ria_study_close(study);
  return code;
}
