/** \file
 * The writer: a thread that writes files while the computation continues. All use of HDF5 after the
 * start of a run goes through it, because HDF5 is not thread-safe.
 *
 * Jobs are collective: every rank must add the same jobs in the same order. A job fails on all
 * ranks or on none. After a failure the following jobs are dropped.
 */
#ifndef RUN_WRITER_H
#define RUN_WRITER_H

#include <stdbool.h>
#include "ria/simulation.h"

typedef struct run_writer run_writer;

/** Processes a snapshot and its note. Must return the same status on every rank. */
typedef ria_status (*run_writer_job)(void *context, ria_snapshot *snapshot, void *note);

/** With `threads` false, run_writer_add() runs the job itself. */
ria_status run_writer_create(bool threads, run_writer **writer);
/** Queue a job, which takes over the snapshot and the note (from malloc, or NULL). Waits while the
 * maximum number of snapshots is in memory. `context` is borrowed until the job is done. */
void run_writer_add(run_writer *writer, run_writer_job job, void *context, ria_snapshot *snapshot,
                    void *note);
/** Whether a job has failed so far. May differ between ranks. */
bool run_writer_failed(run_writer *writer);
/** Wait until all jobs are done. Returns the first failure, with its detail. */
ria_status run_writer_flush(run_writer *writer);
/** Flush and free. NULL is allowed. */
void run_writer_destroy(run_writer *writer);

#endif
