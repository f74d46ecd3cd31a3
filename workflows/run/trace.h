/** \file
 * `ria run --trace`: writes each rank's events, and a file of all ranks for trace viewers.
 */
#ifndef RUN_TRACE_H
#define RUN_TRACE_H

#include <stdbool.h>
#include <stdio.h>
#include "ria/simulation.h"
#include "ria/timeline.h"
#include "folder.h"

typedef struct {
  bool on;
  const char *file; /**< NULL: trace.json in the folder of the run; borrowed */
  int64_t from, to; /**< steps [from, to); to < 0: to the end */
} run_trace;

/** Read "FROM..TO", "FROM.." or "..TO". */
bool run_trace_read_steps(const char *text, int64_t *from, int64_t *to);

/** Start the trace if it is requested. Collective. */
ria_status run_trace_begin(const run_trace *trace, ria_simulation *simulation);
/** Write this rank's events into the run's folder. */
ria_status run_trace_write(const run_trace *trace, ria_simulation *simulation,
                           const ria_runtime *runtime, const run_folder *folder);

/** Read the ranks' events, write `file` (NULL: FOLDER/trace.json) in Chrome's trace format, and
 * print a summary. On rank 0. */
ria_status run_trace_convert(const char *folder, const char *file, FILE *out);

#endif
