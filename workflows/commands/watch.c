/* `ria watch`: repeats `ria status` until the study ends. */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>
#include "cli/command.h"
#include "cli/options.h"
#include "cli/study_command.h"
#include "ria/number.h"
#include "study/submitted.h"
#include "view/screen.h"

static const char help[] =
    "usage: ria watch [STUDY] [--study STUDY] [--interval S] [--json]\n"
    "\n"
    "Show a study as `ria status` does and update the display until no engine runs it any more. If "
    "the\n"
    "study has not started yet, shows its queued job. If standard output is not a terminal, prints "
    "a line\n"
    "for each event instead. Ctrl-C stops the display, not the study.\n"
    "\n"
    "  --study STUDY  the study's folder or workflow; default: as in `ria status` (RIA_STUDY)\n"
    "  --interval S   seconds between updates; default: 1 (RIA_INTERVAL)\n"
    "  --json         print each event as a line of JSON (RIA_JSON=1)\n"
    "\n"
    "Exit codes: 0 finished, 2 failed (or an error), 3 cancelled, 128 + n after signal n.\n";

/* Prints a line of JSON; frees the object. */
static void print_line(json_t *object) {
  json_dumpf(object, stdout, JSON_COMPACT);
  json_decref(object);
  putchar('\n');
}

static void print_event(const study_event *e, bool json) {
  char when[32];
  time_t time = ria_whole_seconds(e->time);
  struct tm parts;
  if (json) {
    print_line(
        json_pack("{s:f, s:s, s:s}", "time", e->time, "subject", e->subject, "what", e->what));
    return;
  }
  strftime(when, sizeof when, "%Y-%m-%d %H:%M:%S", localtime_r(&time, &parts));
  printf("%s  %s%s%s\n", when, e->subject, *e->subject ? "  " : "", e->what);
}

static ria_status print_events(study_store *study, int64_t *last, bool json) {
  study_events events;
  RIA_TRY(study_list_events(study, *last, *last ? 1000 : 10, &events));
  for (int i = 0; i < events.count; i++) {
    print_event(&events.item[i], json);
    *last = events.item[i].number;
  }
  study_events_destroy(&events);
  fflush(stdout);
  return RIA_SUCCESS;
}

typedef struct {
  const char *folder;
  double interval;
  bool json;
  view_screen screen;
  study_submitted job; /* the job that will run the study */
  char text[STUDY_SUBMITTED_TEXT];
  int64_t last; /* last printed event */
} watching;

/* Whether an engine runs the study, may run it on another host, or is about to start. */
static ria_status is_under_way(watching *w, study_store *study, bool *under_way, int *code) {
  view_tree view;
  RIA_TRY(view_read(study, &view));
  *under_way = view.held && view.life != OWNER_DEAD;
  *code = view_exit_code(&view);
  view_destroy(&view);
  w->screen.submitted = NULL;
  if (*under_way)
    return RIA_SUCCESS;
  study_submitted_look(&w->job, w->folder);
  *under_way = study_submitted_is_due(&w->job);
  if (*under_way) {
    study_submitted_describe(&w->job, w->text, sizeof w->text);
    w->screen.submitted = w->text;
  }
  return RIA_SUCCESS;
}

/* Waits; returns SIGINT or SIGTERM if one came, else 0. */
static int pause_watching(const watching *w) {
  sigset_t set;
  sigemptyset(&set);
  sigaddset(&set, SIGINT);
  sigaddset(&set, SIGTERM);
  sigaddset(&set, SIGWINCH);
  sigprocmask(SIG_BLOCK, &set, NULL);
  const struct timespec pause = {.tv_sec = (time_t)w->interval,
                                 .tv_nsec =
                                     (long)(1e9 * (w->interval - (double)(time_t)w->interval))};
  int signal = sigtimedwait(&set, NULL, &pause);
  return signal == SIGINT || signal == SIGTERM ? signal : 0;
}

static void print_submitted(const watching *w) {
  if (w->json)
    print_line(json_pack("{s:s, s:s}", "job", w->job.job, "what", w->text));
  else
    puts(w->text);
  fflush(stdout);
}

/* Waits until the engine of a submitted job has created the study; prints a line whenever something
 * changes. */
static ria_status await_study(watching *w, study_store **study, int *code) {
  char text[STUDY_SUBMITTED_TEXT];
  for (;;) {
    /* An incomplete study cannot be read yet. */
    if (study_open(w->folder, STUDY_READ, study) == RIA_SUCCESS)
      return RIA_SUCCESS;
    study_submitted_look(&w->job, w->folder);
    if (*w->job.job) {
      study_submitted_describe(&w->job, text, sizeof text);
      if (w->job.asked && !study_submitted_is_due(&w->job))
        return ria_fail(RIA_ERROR_IO, "the study %s has not started: %s", w->folder, text);
      if (strcmp(text, w->text) != 0) {
        snprintf(w->text, sizeof w->text, "%s", text);
        print_submitted(w);
      }
    }
    int signal = pause_watching(w);
    if (signal) {
      *code = 128 + signal;
      return RIA_SUCCESS;
    }
  }
}

static ria_status watch(watching *w, study_store *study, int *code) {
  for (bool under_way = true;;) {
    RIA_TRY(is_under_way(w, study, &under_way, code));
    RIA_TRY(w->screen.terminal ? screen_draw(&w->screen, study)
                               : print_events(study, &w->last, w->json));
    if (!under_way)
      return RIA_SUCCESS;
    int signal = pause_watching(w);
    if (signal) {
      *code = 128 + signal;
      return RIA_SUCCESS;
    }
  }
}

static ria_status watch_folder(watching *w, bool made, int *code) {
  study_store *study = NULL;
  ria_status status =
      made ? study_open(w->folder, STUDY_READ, &study) : await_study(w, &study, code);
  if (status == RIA_SUCCESS && study)
    status = watch(w, study, code);
  study_close(study);
  study_submitted_close(&w->job);
  return status;
}

static int run(int argc, char **argv) {
  watching w = {.interval = 1, .screen = {.stream = stdout}};
  const char *where = NULL, *none;
  char *folder = NULL;
  bool made;
  int code = CLI_EXIT_ERROR;
  const command_option options[] = {{.name = "study", .kind = COMMAND_TEXT, .value = &where},
                                    {.name = "interval",
                                     .kind = COMMAND_NUMBER,
                                     .value = &w.interval,
                                     .least = 0.05,
                                     .most = 3600},
                                    {.name = "json", .kind = COMMAND_FLAG, .value = &w.json},
                                    {0}};
  if (!command_options_read(options, &argc, argv) ||
      !study_command_words(STUDY_COMMAND_NO_STEP, argc, argv, &where, &none))
    return CLI_EXIT_ERROR;
  if (study_command_locate(where, &folder, &made) != RIA_SUCCESS)
    return study_command_fail("watch");
  w.folder = folder;
  w.screen.terminal = isatty(STDOUT_FILENO) && !w.json;
  if (watch_folder(&w, made, &code) != RIA_SUCCESS)
    code = study_command_fail("watch");
  free(folder);
  return code;
}

const cli_command command_watch = {
    .name = "watch", .summary = "follow a study until it ends", .help = help, .run = run};
