/** \file
 * What a run says: a progress bar on a terminal, plain lines elsewhere, and log.txt in any case.
 * For rank 0 alone.
 */
#ifndef RIA_RUN_LOG_H
#define RIA_RUN_LOG_H

#include "ria/case.h"

/** Where a run began and where it goes; at least one of the ends is finite. */
typedef struct {
  ria_progress from;
  double end;    /**< s; INFINITY: by steps */
  int64_t steps; /**< step count at the end; -1: by time */
  int64_t cells;
} run_span;

typedef struct run_log run_log;

/** `file`: descriptor of log.txt, borrowed; -1: none. `terminal`: standard error is one. */
ria_status run_log_create(int file, bool terminal, run_log **log);
/** A line for the user and for the log, printf-like, without its line break. */
void run_log_info(run_log *log, const char *format, ...) __attribute__((format(printf, 2, 3)));
/** The same after "warning: ", and kept for the summary. */
void run_log_warn(run_log *log, const char *format, ...) __attribute__((format(printf, 2, 3)));
/** What was warned of: [*count] texts, borrowed until the next one. */
char *const *run_log_warnings(const run_log *log, int *count);
/** The clock of the computation starts. */
void run_log_start(run_log *log, const run_span *span);
/** Where the run stands: the bar moves, or a line is written now and then. */
void run_log_progress(run_log *log, const ria_progress *now);
/** How far other work is, such as "drawing maps": the bar moves on a terminal; elsewhere a line is
 * written now and then, and at the end none. */
void run_log_work(run_log *log, const char *what, int64_t done, int64_t all);
/** The computation is over: clear the bar. */
void run_log_stop(run_log *log);
/** Seconds since run_log_start. */
double run_log_seconds(const run_log *log);
/** Frees; NULL is fine. */
void run_log_destroy(run_log *log);

/** "2 d 03:04:05", "03:04:05", or "12.5 s" below a minute. */
void run_log_duration(double seconds, char text[32]);

#endif
