/** \file
 * The messages of a run: a progress bar on a terminal, plain lines elsewhere, and always log.txt.
 * If log.txt cannot be written, one warning reports it, and the run continues. For rank 0 only;
 * several threads may call it.
 */
#ifndef RUN_LOG_H
#define RUN_LOG_H

#include "ria/case.h"

/** The start and the end of a run; at least one of the ends is finite. */
typedef struct {
  ria_progress from;
  double end;    /**< s; INFINITY: the run ends by steps */
  int64_t steps; /**< step count at the end; -1: the run ends by time */
  int64_t cells;
} run_span;

typedef struct run_log run_log;

/** `file`: descriptor of log.txt, borrowed; -1: none. `terminal`: standard error is one. */
ria_status run_log_create(int file, bool terminal, run_log **log);
/** Write a line for the user and to the log, printf-like, without its line break. */
void run_log_info(run_log *log, const char *format, ...) __attribute__((format(printf, 2, 3)));
/** Write a line after "warning: ", and store it for the summary. A warning similar to an earlier
 * one (ria_case_alike()) is only counted. */
void run_log_warn(run_log *log, const char *format, ...) __attribute__((format(printf, 2, 3)));
/** run_log_warn() for each warning of a case; similar warnings are merged, with their count. */
void run_log_warn_all(run_log *log, const ria_case_errors *warnings);
/** Write the numbers of warnings that were only counted. */
void run_log_count_warnings(run_log *log);

/** A warning, and the number of similar ones. */
typedef struct {
  char *text;
  int more;
  int untold; /**< the similar ones that no line has reported yet */
} run_warning;

/** The warnings: [*count], borrowed until the next one. */
const run_warning *run_log_warnings(const run_log *log, int *count);
/** The clock of the computation starts. */
void run_log_start(run_log *log, const run_span *span);
/** Report progress: moves the bar, or writes a line from time to time. */
void run_log_progress(run_log *log, const ria_progress *now);
/** Report progress of other work, such as "drawing maps": moves the bar on a terminal, or writes a
 * line from time to time, but none at the end. */
void run_log_work(run_log *log, const char *what, int64_t done, int64_t all);
/** The computation is over: clear the bar. */
void run_log_stop(run_log *log);
/** Seconds since run_log_start. */
double run_log_seconds(const run_log *log);
/** Write the numbers of warnings that no line has reported, and free. NULL is allowed. */
void run_log_destroy(run_log *log);

/** "2 d 03:04:05", "03:04:05", or "12.5 s" below a minute. */
void run_log_duration(double seconds, char text[32]);

#endif
