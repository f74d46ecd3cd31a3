/* `ria watch`: `ria status` again and again, until the study ends. */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>
#include "ria/command.h"
#include "command_options.h"
#include "screen.h"
#include "study_command.h"

static const char help[] =
    "usage: ria watch [STUDY] [--study STUDY] [--interval S] [--json]\n\n"
    "Shows a study as `ria status` does and keeps the picture up to date until no engine runs it\n"
    "any more. Where standard output is no terminal, it tells each event on a line instead. "
    "Ctrl-C\n"
    "ends the watching, not the study.\n\n"
    "  --study STUDY  the study's folder or workflow; default: as `ria status` (RIA_STUDY)\n"
    "  --interval S   seconds between two looks; default: 1 (RIA_INTERVAL)\n"
    "  --json         each event as JSON on a line (RIA_JSON=1)\n\n"
    "Exit codes: 0 finished, 2 failed (or an error), 3 cancelled, 128 + n after signal n.\n";

static void print_event(const ria_study_event *e, bool json) {
  char when[32];
  time_t time = (time_t)e->time;
  struct tm parts;
  if (json) {
    json_t *object =
        json_pack("{s:f, s:s, s:s}", "time", e->time, "subject", e->subject, "what", e->what);
    json_dumpf(object, stdout, JSON_COMPACT);
    json_decref(object);
    putchar('\n');
    return;
  }
  strftime(when, sizeof when, "%Y-%m-%d %H:%M:%S", localtime_r(&time, &parts));
  printf("%s  %s%s%s\n", when, e->subject, *e->subject ? "  " : "", e->what);
}

static ria_status print_events(ria_study *study, int64_t *last, bool json) {
  ria_study_events events;
  RIA_TRY(ria_study_list_events(study, *last, *last ? 1000 : 10, &events));
  for (int i = 0; i < events.count; i++) {
    print_event(&events.item[i], json);
    *last = events.item[i].number;
  }
  ria_study_events_destroy(&events);
  fflush(stdout);
  return RIA_SUCCESS;
}

/* Whether an engine runs it, or one may that cannot be asked about from here. */
static ria_status is_under_way(ria_study *study, bool *under_way, int *code) {
  ria_view view;
  RIA_TRY(ria_view_read(study, &view));
  *under_way = view.held && view.life != RIA_OWNER_DEAD;
  *code = ria_view_exit_code(&view);
  ria_view_destroy(&view);
  return RIA_SUCCESS;
}

static ria_status watch(ria_study *study, double interval, bool json, int *code) {
  ria_screen screen = {.stream = stdout, .terminal = isatty(STDOUT_FILENO) && !json};
  sigset_t set;
  sigemptyset(&set);
  sigaddset(&set, SIGINT);
  sigaddset(&set, SIGTERM);
  sigaddset(&set, SIGWINCH);
  sigprocmask(SIG_BLOCK, &set, NULL);
  struct timespec pause = {.tv_sec = (time_t)interval,
                           .tv_nsec = (long)(1e9 * (interval - (double)(time_t)interval))};
  int64_t last = 0;
  for (bool under_way = true;;) {
    RIA_TRY(is_under_way(study, &under_way, code));
    RIA_TRY(screen.terminal ? ria_screen_draw(&screen, study) : print_events(study, &last, json));
    if (!under_way)
      return RIA_SUCCESS;
    int signal = sigtimedwait(&set, NULL, &pause);
    if (signal == SIGINT || signal == SIGTERM) {
      *code = 128 + signal;
      return RIA_SUCCESS;
    }
  }
}

static int run(int argc, char **argv) {
  double interval = 1;
  bool json = false;
  const char *where = NULL, *none;
  const command_option options[] = {
      {.name = "study", .kind = COMMAND_TEXT, .value = &where},
      {.name = "interval", .kind = COMMAND_NUMBER, .value = &interval, .least = 0.05, .most = 3600},
      {.name = "json", .kind = COMMAND_FLAG, .value = &json},
      {0}};
  if (!command_options_read(options, &argc, argv) ||
      !study_command_words(STUDY_COMMAND_NO_STEP, argc, argv, &where, &none))
    return RIA_EXIT_ERROR;
  ria_study *study;
  int code = RIA_EXIT_ERROR;
  if (study_command_open(where, RIA_STUDY_READ, &study) != RIA_SUCCESS)
    return study_command_fail("watch");
  if (watch(study, interval, json, &code) != RIA_SUCCESS)
    code = study_command_fail("watch");
  ria_study_close(study);
  return code;
}

const ria_command ria_command_watch = {
    .name = "watch", .summary = "follow a study until it ends", .help = help, .run = run};
