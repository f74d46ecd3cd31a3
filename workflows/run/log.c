#include "log.h"
#include <errno.h>
#include <math.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <time.h>
#include <unistd.h>
#include "ria/number.h"
#include "ria/processes.h"

enum { BAR_CELLS = 24, LINE = 1536 };
/* Intervals in s: frequent enough to show progress, rare enough to cost no time. The log of a batch
 * job is read later. */
static const double bar_interval = 0.1, line_interval = 10, log_interval = 60;
/* The first lines of the log come sooner, so that short runs have lines too; the interval then
 * grows with the run time. */
static const double first_log_interval = 2, log_growth = 0.1;

struct run_log {
  pthread_mutex_t mutex; /* the thread that writes files has messages, too */
  int file;
  bool terminal, bar; /**< bar: it is on the screen */
  double began, shown, logged;
  run_span span;
  run_warning *warning;
  int warnings;
};

void run_log_duration(double seconds, char text[32]) {
  if (!(seconds >= 0) || seconds > 1e9) {
    snprintf(text, 32, "?");
    return;
  }
  if (seconds < 60) {
    ria_snprintf(text, 32, "%.3g s", seconds);
    return;
  }
  long long whole = llround(seconds), days = whole / 86400;
  int n = days ? snprintf(text, 32, "%lld d ", days) : 0;
  snprintf(text + n, 32 - (size_t)n, "%02lld:%02lld:%02lld", whole / 3600 % 24, whole / 60 % 60,
           whole % 60);
}

ria_status run_log_create(int file, bool terminal, run_log **log) {
  *log = calloc(1, sizeof **log);
  if (!*log)
    return ria_fail(RIA_ERROR_MEMORY, "no memory for the log");
  pthread_mutex_init(&(*log)->mutex, NULL);
  (*log)->file = file;
  (*log)->terminal = terminal;
  (*log)->began = ria_seconds();
  return RIA_SUCCESS;
}

static void clear_bar(run_log *log) {
  if (log->bar)
    fputs("\r\033[K", stderr);
  log->bar = false;
}

/* Without memory for the copy, the warning is still printed. */
static void keep_warning(run_log *log, const char *text, int more) {
  char *copy = strdup(text);
  run_warning *grown =
      copy ? realloc(log->warning, (size_t)(log->warnings + 1) * sizeof *grown) : NULL;
  if (!grown) {
    free(copy);
    return;
  }
  log->warning = grown;
  grown[log->warnings++] = (run_warning){.text = copy, .more = more};
}

/* Counts a warning if an earlier one is similar. */
static bool count_warning(run_log *log, const char *text) {
  for (int i = 0; i < log->warnings; i++)
    if (ria_case_alike(log->warning[i].text, text)) {
      log->warning[i].more++;
      log->warning[i].untold++;
      return true;
    }
  return false;
}

/* The run continues; a full disk ends it by an error of its other files. */
static void give_up_file(run_log *log) {
  char text[256];
  snprintf(text, sizeof text, "log.txt cannot be written: %s; further messages are missing there",
           strerror(errno));
  log->file = -1;
  fprintf(stderr, "warning: %s\n", text);
  keep_warning(log, text, 0);
}

static void write_log(run_log *log, const char *line) {
  if (log->file < 0)
    return;
  char stamped[LINE + 32];
  time_t now = time(NULL);
  struct tm date;
  gmtime_r(&now, &date);
  size_t n = strftime(stamped, sizeof stamped, "%Y-%m-%dT%H:%M:%SZ ", &date);
  n += (size_t)snprintf(stamped + n, sizeof stamped - n, "%s\n", line);
  if (write(log->file, stamped, n) != (ssize_t)n)
    give_up_file(log);
}

static void tell(run_log *log, const char *prefix, const char *text) {
  char line[LINE];
  snprintf(line, sizeof line, "%s%s", prefix, text);
  clear_bar(log);
  fprintf(stderr, "%s\n", line);
  write_log(log, line);
}

void run_log_info(run_log *log, const char *format, ...) {
  char line[LINE];
  va_list args;
  va_start(args, format);
  ria_vsnprintf(line, sizeof line, format, args);
  va_end(args);
  pthread_mutex_lock(&log->mutex);
  tell(log, "", line);
  pthread_mutex_unlock(&log->mutex);
}

void run_log_warn(run_log *log, const char *format, ...) {
  char line[LINE - 16];
  va_list args;
  va_start(args, format);
  ria_vsnprintf(line, sizeof line, format, args);
  va_end(args);
  pthread_mutex_lock(&log->mutex);
  if (!count_warning(log, line)) {
    tell(log, "warning: ", line);
    keep_warning(log, line, 0);
  }
  pthread_mutex_unlock(&log->mutex);
}

void run_log_warn_all(run_log *log, const ria_case_errors *warnings) {
  char line[LINE], count[RIA_CASE_MORE];
  pthread_mutex_lock(&log->mutex);
  for (int i = 0; i < warnings->count; i++) {
    const int more = ria_case_errors_more(warnings, i);
    if (more < 0)
      continue;
    snprintf(line, sizeof line, "%s%s", warnings->error[i].text, ria_case_more_text(more, count));
    tell(log, "warning: ", line);
    keep_warning(log, warnings->error[i].text, more);
  }
  pthread_mutex_unlock(&log->mutex);
}

void run_log_count_warnings(run_log *log) {
  char line[LINE];
  pthread_mutex_lock(&log->mutex);
  for (int i = 0; i < log->warnings; i++) {
    run_warning *w = &log->warning[i];
    if (!w->untold)
      continue;
    snprintf(line, sizeof line, "%s (%d more like it came later)", w->text, w->untold);
    tell(log, "warning: ", line);
    w->untold = 0;
  }
  pthread_mutex_unlock(&log->mutex);
}

const run_warning *run_log_warnings(const run_log *log, int *count) {
  *count = log->warnings;
  return log->warning;
}

void run_log_start(run_log *log, const run_span *span) {
  log->span = *span;
  log->began = log->shown = log->logged = ria_seconds();
}

double run_log_seconds(const run_log *log) {
  return ria_seconds() - log->began;
}

static double fraction_done(const run_span *span, const ria_progress *now) {
  double fraction =
      isfinite(span->end) ? (now->time - span->from.time) / (span->end - span->from.time) : 0;
  if (span->steps >= 0) {
    double all = (double)(span->steps - span->from.steps);
    fraction = fmax(fraction, all > 0 ? (double)(now->steps - span->from.steps) / all : 1);
  }
  return fmin(fmax(fraction, 0), 1);
}

static int terminal_width(void) {
  struct winsize size;
  const char *columns = getenv("COLUMNS");
  if (!ioctl(STDERR_FILENO, TIOCGWINSZ, &size) && size.ws_col > 0)
    return size.ws_col;
  return columns && atoi(columns) > 0 ? atoi(columns) : 80;
}

static void describe(const run_log *log, const ria_progress *now, char text[LINE]) {
  char at[32], end[32] = "", left[32];
  double done = fraction_done(&log->span, now), seconds = run_log_seconds(log);
  double updates = (double)log->span.cells * (double)(now->steps - log->span.from.steps);
  run_log_duration(now->time, at);
  if (isfinite(log->span.end))
    run_log_duration(log->span.end, end);
  run_log_duration(done > 0 ? seconds * (1 - done) / done : NAN, left);
  ria_snprintf(text, LINE, "%3.0f%%  %s%s%s  %lld steps  %.1f Mcell/s  left %s", floor(100 * done),
               at, *end ? " of " : "", end, (long long)now->steps,
               seconds > 0 ? updates / seconds * 1e-6 : 0, left);
}

static void show_bar(run_log *log, double fraction, const char *text) {
  char bar[BAR_CELLS + 1];
  int full = (int)(fraction * BAR_CELLS), width = terminal_width();
  for (int i = 0; i < BAR_CELLS; i++)
    bar[i] = i < full ? '#' : '.';
  bar[BAR_CELLS] = 0;
  if (width > (int)strlen(text) + BAR_CELLS + 3)
    fprintf(stderr, "\r\033[K[%s] %s", bar, text);
  else
    fprintf(stderr, "\r\033[K%.*s", width - 1, text);
  fflush(stderr);
  log->bar = true;
}

static double log_pause(double age) {
  return fmin(fmax(first_log_interval, log_growth * age), log_interval);
}

/* Shows progress on the screen and in the log when they are due. */
static void show(run_log *log, double clock, bool on_screen, bool in_log, double fraction,
                 const char *text) {
  pthread_mutex_lock(&log->mutex);
  if (on_screen) {
    if (log->terminal)
      show_bar(log, fraction, text);
    else
      fprintf(stderr, "%s\n", text);
    log->shown = clock;
  }
  if (in_log) {
    write_log(log, text);
    log->logged = clock;
  }
  pthread_mutex_unlock(&log->mutex);
}

static bool is_to_show(const run_log *log, double clock) {
  return clock - log->shown >= (log->terminal ? bar_interval : line_interval);
}

void run_log_progress(run_log *log, const ria_progress *now) {
  char text[LINE];
  double clock = ria_seconds();
  bool on_screen = is_to_show(log, clock);
  bool in_log = clock - log->logged >= log_pause(clock - log->began);
  if (!on_screen && !in_log)
    return;
  describe(log, now, text);
  show(log, clock, on_screen, in_log, fraction_done(&log->span, now), text);
}

void run_log_work(run_log *log, const char *what, int64_t done, int64_t all) {
  char text[LINE];
  double clock = ria_seconds(), fraction = all > 0 ? (double)done / (double)all : 0;
  bool on_screen = is_to_show(log, clock), in_log = clock - log->logged >= log_interval;
  snprintf(text, sizeof text, "%s: %lld of %lld", what, (long long)done, (long long)all);
  if (on_screen || in_log)
    show(log, clock, on_screen, in_log, fmin(fraction, 1), text);
  if (done >= all)
    clear_bar(log);
}

void run_log_stop(run_log *log) {
  clear_bar(log);
}

void run_log_destroy(run_log *log) {
  if (!log)
    return;
  clear_bar(log);
  run_log_count_warnings(log);
  for (int i = 0; i < log->warnings; i++)
    free(log->warning[i].text);
  free(log->warning);
  pthread_mutex_destroy(&log->mutex);
  free(log);
}
