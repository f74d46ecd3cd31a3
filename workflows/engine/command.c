/* `ria run` of a workflow: options, study, engine, and what follows a signal. */
#include "command.h"
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>
#include "cli/command.h"
#include "cli/errors.h"
#include "cli/options.h"
#include "cli/output.h"
#include "cli/study_command.h"
#include "plan/resource_check.h"
#include "ria/durable.h"
#include "ria/own_job.h"
#include "study/stored_workflow.h"
#include "study/submitted.h"
#include "tasks/launcher_kind.h"
#include "view/screen.h"
#include "engine.h"
#include "guard.h"
#include "life.h"

typedef struct {
  const char *file, *study, *mode;
  command_list set;
  bool json, take_over, quiet, oversubscribe;
  double retry_delay, grace;
  int array_cap;
} chosen;

typedef struct {
  chosen o;
  ria_workflow *workflow;
  ria_study *study;
  ria_launcher *launcher;
  ria_launcher_kind kind;
  ria_screen screen;
  FILE *log;
  bool lines; /* print events on standard error */
  engine_life life;
  char *variable[10]; /* for the next job; NULL at the end */
} run;

const char *engine_command_file(int argc, char **argv) {
  for (int i = 1; i < argc; i++) {
    struct stat info;
    bool is = false;
    if (!stat(argv[i], &info) && S_ISREG(info.st_mode) &&
        ria_workflow_is(argv[i], &is) == RIA_SUCCESS && is)
      return argv[i];
  }
  return NULL;
}

/* ---- Options. */

static bool parse(int argc, char **argv, chosen *o) {
  const command_option options[] = {
      {.name = "study", .kind = COMMAND_TEXT, .value = &o->study, .letter = 'o'},
      {.name = "mode", .kind = COMMAND_CHOICE, .value = &o->mode, .choices = ria_workflow_modes},
      {.name = "set", .kind = COMMAND_LIST, .value = &o->set},
      {.name = "json", .kind = COMMAND_FLAG, .value = &o->json},
      {.name = "take-over", .kind = COMMAND_FLAG, .value = &o->take_over},
      {.name = "quiet", .kind = COMMAND_FLAG, .value = &o->quiet},
      {.name = "oversubscribe", .kind = COMMAND_FLAG, .value = &o->oversubscribe},
      {.name = "retry-delay", .kind = COMMAND_NUMBER, .value = &o->retry_delay, .most = 1e9},
      {.name = "grace", .kind = COMMAND_NUMBER, .value = &o->grace, .most = 1e9},
      {.name = "array-cap", .kind = COMMAND_WHOLE, .value = &o->array_cap, .most = 1e6},
      {0}};
  if (!command_options_read(options, &argc, argv))
    return false;
  if (o->json)
    command_errors_as_json();
  command_options_keep(options); /* tasks may run ria, too */
  if (o->oversubscribe)
    setenv("RIA_OVERSUBSCRIBE", "1", 1); /* for the launcher and for those runs */
  if (argc != 2) {
    command_error("run", "one workflow at a time; `ria run --help` tells more");
    return false;
  }
  o->file = argv[1];
  return true;
}

/* ---- Reporting. */

static void report(void *context, const char *subject, const char *what) {
  run *r = context;
  char when[32];
  time_t now = time(NULL);
  struct tm parts;
  strftime(when, sizeof when, "%Y-%m-%d %H:%M:%S", localtime_r(&now, &parts));
  fprintf(r->log, "%s  %s%s%s\n", when, subject, *subject ? "  " : "", what);
  fflush(r->log);
  if (r->lines)
    fprintf(stderr, "%s  %s%s%s\n", when + 11, subject, *subject ? "  " : "", what);
}

static void tick(void *context) {
  run *r = context;
  if (r->screen.terminal)
    (void)ria_screen_draw(&r->screen, r->study); /* failing to draw is no error */
}

/* ---- The study. */

static ria_status count_active(ria_study *study, int *count) {
  ria_study_tasks tasks;
  RIA_TRY(ria_study_list_tasks(study, NULL, &tasks));
  *count = 0;
  for (int i = 0; i < tasks.count; i++)
    *count += tasks.item[i].state == RIA_TASK_STARTING || tasks.item[i].state == RIA_TASK_RUNNING;
  ria_study_tasks_destroy(&tasks);
  return RIA_SUCCESS;
}

/* Refuses to change the mode while jobs are active: the new launcher would not find them and would
 * start their tasks twice. */
static ria_status check_mode(const run *r) {
  char *before;
  RIA_TRY(ria_study_get_fact(r->study, "mode", &before));
  ria_launcher_kind kind = before ? launcher_kind_find(before) : r->kind;
  free(before);
  int active = 0;
  if ((kind == RIA_LAUNCHER_JOBS) != (r->kind == RIA_LAUNCHER_JOBS))
    RIA_TRY(count_active(r->study, &active));
  return active ? ria_fail(RIA_ERROR_MISMATCH,
                           "%d task%s of this study %s still in the hands of mode %s: go on with "
                           "`--mode %s`, or `ria cancel` first",
                           active, active == 1 ? "" : "s", active == 1 ? "is" : "are",
                           launcher_kind_text(kind), launcher_kind_text(kind))
                : RIA_SUCCESS;
}

/* If Slurm does not answer, a person gets an error. A batch job waits, because Slurm must exist and
 * nobody might start the job again. */
static ria_status create_launcher(run *r) {
  enum { SHORTEST = 5, LONGEST = 120 };
  ria_status status;
  unsigned pause = SHORTEST;
  while ((status = ria_launcher_create(&r->launcher, r->kind, NULL)) == RIA_ERROR_IO &&
         ria_own_job_exists()) {
    char what[600];
    snprintf(what, sizeof what, "Slurm gives no answer: %.400s; asked again in %u s",
             ria_status_detail(), pause);
    report(r, "", what);
    sleep(pause);
    pause = 2 * pause < LONGEST ? 2 * pause : LONGEST;
  }
  return status;
}

static ria_status choose_mode(run *r) {
  r->kind = launcher_kind_of_mode(r->workflow->mode);
  RIA_TRY(check_mode(r));
  RIA_TRY(create_launcher(r));
  return ria_study_put_fact(r->study, "mode", launcher_kind_text(r->kind));
}

/* Written atomically, because a follow-up job runs it. */
static ria_status keep_workflow(const run *r) {
  char *path = NULL;
  if (asprintf(&path, "%s/workflow.yaml", r->workflow->study) < 0)
    return ria_fail(RIA_ERROR_MEMORY, "no memory for the study's files");
  ria_status status = ria_durable_write(path, r->workflow->text, r->workflow->length);
  if (status != RIA_SUCCESS)
    status = ria_fail(RIA_ERROR_IO, "cannot write %s: %s", path, strerror(errno));
  free(path);
  return status;
}

static ria_status put_time(ria_study *study, const char *fact) {
  char text[32];
  snprintf(text, sizeof text, "%lld", (long long)time(NULL));
  return ria_study_put_fact(study, fact, text);
}

static ria_status open_study(run *r) {
  char *log = NULL, *began;
  RIA_TRY(ria_study_open(r->workflow->study, RIA_STUDY_CREATE, &r->study));
  RIA_TRY(ria_study_lock(r->study, study_command_job_life, NULL, r->o.take_over));
  study_submitted_clear(r->workflow->study);
  RIA_TRY(keep_workflow(r));
  RIA_TRY(ria_study_put_fact(r->study, "name", r->workflow->name));
  if (r->workflow->title)
    RIA_TRY(ria_study_put_fact(r->study, "title", r->workflow->title));
  RIA_TRY(ria_study_put_fact(r->study, "workflow", r->workflow->path));
  RIA_TRY(ria_study_put_fact(r->study, "directory", r->workflow->directory));
  RIA_TRY(ria_study_put_fact(r->study, "files", r->workflow->files));
  RIA_TRY(study_workflow_store(r->study, r->o.set.count, r->o.set.item));
  RIA_TRY(ria_study_get_fact(r->study, "began", &began));
  if (!began)
    RIA_TRY(put_time(r->study, "began"));
  free(began);
  if (asprintf(&log, "%s/log.txt", r->workflow->study) < 0)
    return ria_fail(RIA_ERROR_MEMORY, "no memory for the study's files");
  r->log = fopen(log, "a");
  ria_status status =
      r->log ? RIA_SUCCESS : ria_fail(RIA_ERROR_IO, "cannot write %s: %s", log, strerror(errno));
  free(log);
  return status;
}

/* ---- Under Slurm: options for the next job. */

static ria_status add_variable(run *r, const char *name, const char *value) {
  int n = 0;
  while (r->variable[n])
    n++;
  if (value && asprintf(&r->variable[n], "%s=%s", name, value) < 0) {
    r->variable[n] = NULL;
    return ria_fail(RIA_ERROR_MEMORY, "no memory for the options of the next job");
  }
  return RIA_SUCCESS;
}

static ria_status add_number(run *r, const char *name, double value) {
  char text[40];
  snprintf(text, sizeof text, "%.17g", value);
  return add_variable(r, name, value > 0 ? text : NULL);
}

/* The folder of files that the workflow reads, for a follow-up job, which runs the copy in the
 * study. */
static const char files_variable[] = "RIA_WORKFLOW_FILES";

/* A follow-up job runs the study's copy without arguments, so options travel as variables. */
static ria_status describe_options(run *r) {
  ria_text sets = {0};
  for (int i = 0; i < r->o.set.count; i++)
    ria_text_add(&sets, "%s\n", r->o.set.item[i]);
  ria_status status = sets.failed ? ria_fail(RIA_ERROR_MEMORY, "no memory for the settings")
                                  : add_variable(r, "RIA_SET", sets.data);
  ria_text_destroy(&sets);
  RIA_TRY(status);
  RIA_TRY(add_variable(r, "RIA_STUDY", r->workflow->study));
  RIA_TRY(add_variable(r, files_variable, r->workflow->files));
  RIA_TRY(add_variable(r, "RIA_MODE", r->o.mode));
  RIA_TRY(add_number(r, "RIA_RETRY_DELAY", r->o.retry_delay));
  RIA_TRY(add_number(r, "RIA_GRACE", r->o.grace));
  RIA_TRY(add_number(r, "RIA_ARRAY_CAP", r->o.array_cap));
  RIA_TRY(add_variable(r, "RIA_QUIET", r->o.quiet ? "1" : NULL));
  return add_variable(r, "RIA_JSON", r->o.json ? "1" : NULL);
}

/* ---- The whole. */

static void print_result(const run *r, const ria_engine_outcome *outcome) {
  ria_view view;
  if (!r->o.json || ria_view_read(r->study, &view) != RIA_SUCCESS)
    return;
  json_t *json = ria_view_json(&view);
  json_object_set_new(json, "signal", json_integer(outcome->signal));
  command_print_json(json);
  ria_view_destroy(&view);
}

static int exit_code(const ria_engine_outcome *outcome) {
  switch (outcome->end) {
  case RIA_ENGINE_FINISHED:
    return RIA_EXIT_SUCCESS;
  case RIA_ENGINE_FAILED:
    return RIA_EXIT_ERROR;
  case RIA_ENGINE_CANCELLED:
    return RIA_EXIT_INTERRUPTED;
  default:
    return 128 + outcome->signal;
  }
}

/* Slurm started the job again although the study has ended. */
static ria_status report_end(run *r, ria_engine_outcome *outcome) {
  char *state;
  RIA_TRY(ria_study_get_fact(r->study, "state", &state));
  outcome->end = !strcmp(state, "finished")    ? RIA_ENGINE_FINISHED
                 : !strcmp(state, "cancelled") ? RIA_ENGINE_CANCELLED
                                               : RIA_ENGINE_FAILED;
  report(r, "", "started again, but the study has ended");
  free(state);
  return RIA_SUCCESS;
}

static ria_status execute(run *r, ria_engine_outcome *outcome) {
  bool over;
  RIA_TRY(open_study(r));
  r->screen = (ria_screen){.stream = stderr, .terminal = !r->o.quiet && isatty(STDERR_FILENO)};
  r->lines = !r->o.quiet && !r->screen.terminal;
  RIA_TRY(choose_mode(r));
  RIA_TRY(describe_options(r));
  r->life = (engine_life){.study = r->study,
                          .workflow = r->workflow,
                          .variable = (const char *const *)r->variable,
                          .report = report,
                          .context = r};
  RIA_TRY(engine_life_begin(&r->life, r->kind, r->o.grace, &over));
  if (over)
    return report_end(r, outcome);
  ria_engine_options options = {.retry_delay = r->o.retry_delay,
                                .grace = r->o.grace,
                                .array_cap = r->o.array_cap,
                                .end = (double)r->life.job.end,
                                .lead = r->life.lead,
                                .comes_back = r->life.exists,
                                .report = report,
                                .tick = tick,
                                .context = r};
  RIA_TRY(ria_engine_run(r->workflow, r->study, r->launcher, r->kind, &options, outcome));
  RIA_TRY(put_time(r->study, "ended"));
  tick(r);
  print_result(r, outcome);
  return engine_life_end(&r->life, outcome);
}

/* The folder of the submitted file, if this is Slurm's copy: from the previous engine's variable,
 * or from Slurm. Owned by the caller; NULL: it is no copy, or its folder is not known. */
static char *find_files(const char *path) {
  const char *before = getenv(files_variable);
  if (!ria_own_job_is_script(path))
    return NULL;
  if (before && *before)
    return strdup(before);
  char *script = ria_own_job_script(path), *slash = script ? strrchr(script, '/') : NULL;
  if (slash)
    slash[slash == script] = '\0';
  return script;
}

static ria_status read_workflow(run *r) {
  ria_case_errors errors = {0};
  char *files = find_files(r->o.file);
  ria_workflow_options options = {.sets = r->o.set.count,
                                  .set = r->o.set.item,
                                  .study = r->o.study,
                                  .mode = r->o.mode,
                                  .files = files};
  ria_status status = ria_workflow_read(r->o.file, &options, &r->workflow, &errors);
  free(files);
  unsetenv(files_variable); /* tasks may run other workflows */
  for (int i = 0; i < errors.count; i++)
    command_error_finding(&errors.error[i]);
  if (status != RIA_SUCCESS && !errors.count)
    command_error("run", "%s", ria_status_detail());
  ria_case_errors_destroy(&errors);
  return status;
}

/* Checks a new study against this machine before its first step starts. In a continued study,
 * finished steps need not fit any more, and the engine checks the others when it starts them. */
static bool fits(const run *r) {
  char path[4096], note[RESOURCE_NOTE_SIZE];
  ria_case_errors errors = {0};
  snprintf(path, sizeof path, "%s/study.sqlite", r->workflow->study);
  if (launcher_kind_of_mode(r->workflow->mode) != RIA_LAUNCHER_LOCAL || !access(path, F_OK))
    return true;
  const bool is_fine = resource_check(r->workflow, false, NULL, &errors, note) == RIA_SUCCESS;
  for (int i = 0; i < errors.count; i++)
    command_error_finding(&errors.error[i]);
  if (!is_fine && !errors.count)
    command_error("run", "%s", ria_status_detail());
  ria_case_errors_destroy(&errors);
  return is_fine;
}

int engine_command(int argc, char **argv) {
  run r = {0};
  ria_engine_outcome outcome = {0};
  int code = RIA_EXIT_ERROR;
  engine_life_guard();
  engine_guard_split();
  if (parse(argc, argv, &r.o) && read_workflow(&r) == RIA_SUCCESS && fits(&r)) {
    ria_status status = execute(&r, &outcome);
    if (status != RIA_SUCCESS)
      command_error("run", "%s", ria_status_detail());
    code = status == RIA_SUCCESS ? exit_code(&outcome) : RIA_EXIT_ERROR;
  }
  ria_launcher_destroy(r.launcher);
  ria_study_close(r.study);
  ria_workflow_destroy(r.workflow);
  if (r.log)
    fclose(r.log);
  command_list_free(&r.o.set);
  for (char **v = r.variable; *v; v++)
    free(*v);
  return code;
}
