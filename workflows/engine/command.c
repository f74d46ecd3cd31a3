/* `ria run` of a workflow: options, study, engine, and the end after a signal. */
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
#include "cli/workflow_command.h"
#include "plan/resource_check.h"
#include "ria/durable.h"
#include "ria/number.h"
#include "ria/own_job.h"
#include "study/stored_workflow.h"
#include "study/submitted.h"
#include "tasks/launcher_kind.h"
#include "view/screen.h"
#include "engine.h"
#include "guard.h"
#include "life.h"
#include "verdict.h"

typedef struct {
  const char *file, *study, *mode;
  command_list set;
  bool json, take_over, quiet, oversubscribe;
  double retry_delay, grace;
  int array_cap;
} chosen;

typedef struct {
  chosen o;
  workflow_file *workflow;
  study_store *study;
  ria_launcher *launcher;
  ria_launcher_kind kind;
  view_screen screen;
  FILE *log;
  bool lines; /* print events on standard error */
  engine_life life;
  char **next; /* arguments of the next job; NULL at the end */
  int nexts;
} run;

const char *engine_command_file(int argc, char **argv) {
  for (int i = 1; i < argc; i++) {
    struct stat info;
    bool is = false;
    if (!stat(argv[i], &info) && S_ISREG(info.st_mode) &&
        workflow_is(argv[i], &is) == RIA_SUCCESS && is)
      return argv[i];
  }
  return NULL;
}

/* ---- Options. */

static bool parse(int argc, char **argv, chosen *o) {
  const command_option options[] = {
      {.name = "study", .kind = COMMAND_TEXT, .value = &o->study, .letter = 'o'},
      {.name = "mode", .kind = COMMAND_CHOICE, .value = &o->mode, .choices = workflow_modes},
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
    (void)screen_draw(&r->screen, r->study); /* failing to draw is no error */
}

/* ---- The study. */

static ria_status count_active(study_store *study, int *count) {
  study_tasks tasks;
  RIA_TRY(study_list_tasks(study, NULL, &tasks));
  *count = 0;
  for (int i = 0; i < tasks.count; i++)
    *count += tasks.item[i].state == TASK_STARTING || tasks.item[i].state == TASK_RUNNING;
  study_tasks_destroy(&tasks);
  return RIA_SUCCESS;
}

/* Refuses to change the mode while jobs are active: the new launcher would not find them and would
 * start their tasks twice. */
static ria_status check_mode(const run *r) {
  char *before;
  RIA_TRY(study_get_fact(r->study, "mode", &before));
  ria_launcher_kind kind = before ? launcher_kind_find(before) : r->kind;
  free(before);
  int active = 0;
  if ((kind == RIA_LAUNCHER_JOBS) != (r->kind == RIA_LAUNCHER_JOBS))
    RIA_TRY(count_active(r->study, &active));
  return active ? ria_fail(RIA_ERROR_MISMATCH,
                           "%d task%s of this study %s still active in mode %s: continue with "
                           "`--mode %s`, or run `ria cancel` first",
                           active, active == 1 ? "" : "s", active == 1 ? "is" : "are",
                           launcher_kind_text(kind), launcher_kind_text(kind))
                : RIA_SUCCESS;
}

/* If Slurm does not answer, a person gets an error. A batch job waits, because Slurm must exist and
 * the job might not be started again. */
static ria_status create_launcher(run *r) {
  enum { SHORTEST = 5, LONGEST = 120 };
  ria_status status;
  unsigned pause = SHORTEST;
  while ((status = ria_launcher_create(&r->launcher, r->kind, NULL)) == RIA_ERROR_IO &&
         ria_own_job_exists()) {
    char what[600];
    snprintf(what, sizeof what, "Slurm does not answer: %.400s; asking again in %u s",
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
  return study_put_fact(r->study, "mode", launcher_kind_text(r->kind));
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

static ria_status put_time(study_store *study, const char *fact) {
  char text[32];
  snprintf(text, sizeof text, "%lld", (long long)time(NULL));
  return study_put_fact(study, fact, text);
}

static ria_status open_study(run *r) {
  char *log = NULL, *began;
  RIA_TRY(study_open(r->workflow->study, STUDY_CREATE, &r->study));
  RIA_TRY(study_lock(r->study, study_command_job_life, NULL, r->o.take_over));
  study_submitted_clear(r->workflow->study);
  RIA_TRY(keep_workflow(r));
  RIA_TRY(study_put_fact(r->study, "name", r->workflow->name));
  if (r->workflow->title)
    RIA_TRY(study_put_fact(r->study, "title", r->workflow->title));
  RIA_TRY(study_put_fact(r->study, "workflow", r->workflow->path));
  RIA_TRY(study_put_fact(r->study, "directory", r->workflow->directory));
  RIA_TRY(study_put_fact(r->study, "files", r->workflow->files));
  RIA_TRY(study_workflow_store(r->study, r->o.set.count, r->o.set.item));
  RIA_TRY(study_get_fact(r->study, "began", &began));
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

static ria_status add_word(run *r, const char *word) {
  char **more = realloc(r->next, (size_t)(r->nexts + 2) * sizeof *more);
  if (more)
    r->next = more;
  if (!more || !(r->next[r->nexts] = strdup(word)))
    return ria_fail(RIA_ERROR_MEMORY, "no memory for the options of the next job");
  r->next[++r->nexts] = NULL;
  return RIA_SUCCESS;
}

static ria_status add_option(run *r, const char *name, const char *value) {
  if (!value)
    return RIA_SUCCESS;
  RIA_TRY(add_word(r, name));
  return *value ? add_word(r, value) : RIA_SUCCESS;
}

static ria_status add_number(run *r, const char *name, double value) {
  char text[RIA_NUMBER_SIZE];
  ria_snprintf(text, sizeof text, "%.17g", value);
  return add_option(r, name, value > 0 ? text : NULL);
}

/* A follow-up job runs the study's copy. Options are its arguments: variables would not reach a job
 * with --export=NONE. */
static ria_status describe_options(run *r) {
  for (int i = 0; i < r->o.set.count; i++)
    RIA_TRY(add_option(r, "--set", r->o.set.item[i]));
  RIA_TRY(add_option(r, "--study", r->workflow->study));
  RIA_TRY(add_option(r, "--mode", r->o.mode));
  RIA_TRY(add_number(r, "--retry-delay", r->o.retry_delay));
  RIA_TRY(add_number(r, "--grace", r->o.grace));
  RIA_TRY(add_number(r, "--array-cap", r->o.array_cap));
  RIA_TRY(add_option(r, "--quiet", r->o.quiet ? "" : NULL));
  return add_option(r, "--json", r->o.json ? "" : NULL);
}

/* ---- The whole. */

static void print_result(const run *r, const engine_outcome *outcome) {
  view_tree view;
  if (!r->o.json || view_read(r->study, &view) != RIA_SUCCESS)
    return;
  json_t *json = view_json(&view);
  json_object_set_new(json, "signal", json_integer(outcome->signal));
  command_print_json(json);
  view_destroy(&view);
}

static int exit_code(const engine_outcome *outcome) {
  switch (outcome->end) {
  case ENGINE_ENDED_WELL:
    return CLI_EXIT_SUCCESS;
  case ENGINE_ENDED_FAILED:
    return CLI_EXIT_ERROR;
  case ENGINE_ENDED_CANCELLED:
    return CLI_EXIT_INTERRUPTED;
  default:
    return 128 + outcome->signal;
  }
}

/* Slurm started the job again although the study has ended. */
static ria_status report_end(run *r, engine_outcome *outcome) {
  char *state;
  RIA_TRY(study_get_fact(r->study, "state", &state));
  outcome->end = !strcmp(state, "finished")    ? ENGINE_ENDED_WELL
                 : !strcmp(state, "cancelled") ? ENGINE_ENDED_CANCELLED
                                               : ENGINE_ENDED_FAILED;
  report(r, "", "started again, but the study has ended");
  free(state);
  return RIA_SUCCESS;
}

/* The last lines, in the log too. A terminal shows the study's tree above them. */
static void tell_end(run *r, const engine_outcome *outcome) {
  char *line[] = {
      outcome->end == ENGINE_ENDED_INTERRUPTED ? NULL : engine_report_line(r->workflow, r->study),
      engine_verdict_line(r->study, outcome)};
  for (int i = 0; i < 2; i++) {
    if (line[i])
      report(r, "", line[i]);
    if (line[i] && r->screen.terminal)
      fprintf(stderr, "%s\n", line[i]);
    free(line[i]);
  }
}

static ria_status execute(run *r, engine_outcome *outcome) {
  bool over;
  RIA_TRY(open_study(r));
  r->screen = (view_screen){.stream = stderr, .terminal = !r->o.quiet && isatty(STDERR_FILENO)};
  r->lines = !r->o.quiet && !r->screen.terminal;
  RIA_TRY(choose_mode(r));
  RIA_TRY(describe_options(r));
  r->life = (engine_life){.study = r->study,
                          .workflow = r->workflow,
                          .argument = (const char *const *)r->next,
                          .report = report,
                          .context = r};
  RIA_TRY(engine_life_begin(&r->life, r->kind, r->o.grace, &over));
  if (over)
    return report_end(r, outcome);
  engine_options options = {.retry_delay = r->o.retry_delay,
                            .grace = r->o.grace,
                            .array_cap = r->o.array_cap,
                            .end = (double)r->life.job.end,
                            .lead = r->life.lead,
                            .comes_back = r->life.exists,
                            .report = report,
                            .tick = tick,
                            .context = r};
  RIA_TRY(engine_run(r->workflow, r->study, r->launcher, r->kind, &options, outcome));
  RIA_TRY(put_time(r->study, "ended"));
  tick(r);
  print_result(r, outcome);
  const ria_status status = engine_life_end(&r->life, outcome);
  tell_end(r, outcome);
  return status;
}

/* A follow-up job runs the copy in the study, which knows the folder of the file. Owned by the
 * caller; NULL: this is not such a copy. */
static char *files_of_study(const char *folder, const char *script) {
  char *files = NULL, *path = NULL;
  study_store *study;
  if (asprintf(&path, "%s/workflow.yaml", folder) < 0)
    return NULL;
  bool is_copy = !strcmp(path, script);
  free(path);
  if (!is_copy || study_open(folder, STUDY_READ, &study) != RIA_SUCCESS)
    return NULL;
  if (study_get_fact(study, "files", &files) != RIA_SUCCESS)
    files = NULL;
  study_close(study);
  return files;
}

/* The folder of the submitted file, if this is Slurm's copy. Owned by the caller; NULL: it is not a
 * copy, or its folder is unknown. */
static char *find_files(const char *path) {
  char *script = ria_own_job_is_script(path) ? ria_own_job_script(path) : NULL;
  char *folder = script ? strdup(script) : NULL, *slash = folder ? strrchr(folder, '/') : NULL;
  if (slash)
    slash[slash == folder] = '\0';
  char *files = slash ? files_of_study(folder, script) : NULL;
  free(script);
  if (!files)
    return folder;
  free(folder);
  return files;
}

static ria_status read_workflow(run *r) {
  ria_case_errors errors = {0};
  char *files = find_files(r->o.file);
  workflow_options options = {.sets = r->o.set.count,
                              .set = r->o.set.item,
                              .study = r->o.study,
                              .mode = r->o.mode,
                              .files = files,
                              .progress = r->o.quiet ? NULL : workflow_command_progress};
  ria_status status = workflow_read(r->o.file, &options, &r->workflow, &errors);
  free(files);
  for (int i = 0; i < errors.count; i++)
    command_error_finding(&errors.error[i]);
  if (status != RIA_SUCCESS && !errors.count)
    command_error("run", "%s", ria_status_detail());
  if (status == RIA_SUCCESS)
    command_warn_findings(&r->workflow->warnings);
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
  engine_outcome outcome = {0};
  int code = CLI_EXIT_ERROR;
  engine_life_guard();
  engine_guard_split();
  if (parse(argc, argv, &r.o) && read_workflow(&r) == RIA_SUCCESS && fits(&r)) {
    ria_status status = execute(&r, &outcome);
    if (status != RIA_SUCCESS)
      command_error("run", "%s", ria_status_detail());
    code = status == RIA_SUCCESS ? exit_code(&outcome) : CLI_EXIT_ERROR;
  }
  ria_launcher_destroy(r.launcher);
  study_close(r.study);
  workflow_destroy(r.workflow);
  if (r.log)
    fclose(r.log);
  command_list_free(&r.o.set);
  for (int i = 0; i < r.nexts; i++)
    free(r.next[i]);
  free(r.next);
  return code;
}
