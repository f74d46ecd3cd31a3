/** \file
 * The writer: a thread that writes files beside the computation. All of HDF5 that a run needs after
 * its start goes through it, because HDF5 is not thread safe.
 *
 * Every rank must add the same jobs in the same order: they are collective. After a job has failed,
 * those behind it are dropped, on every rank the same, because a job fails on all ranks or on none.
 */
#ifndef RIA_RUN_WRITER_H
#define RIA_RUN_WRITER_H

#include <stdbool.h>
#include "ria/simulation.h"

typedef struct run_writer run_writer;

/** What to do with a snapshot, and with what was noted when it was taken; must return the same on
 * every rank. */
typedef ria_status (*run_writer_job)(void *context, ria_snapshot *snapshot, void *note);

/** With `threads` false a job is done where it is added. */
ria_status run_writer_create(bool threads, run_writer **writer);
/** Queue a job; the snapshot and the note (of malloc, or NULL) are taken over. Waits while as many
 * snapshots as may lie in memory are there. `context` is borrowed until the job is done. */
void run_writer_add(run_writer *writer, run_writer_job job, void *context, ria_snapshot *snapshot,
                    void *note);
/** Whether a job has failed so far. Not the same on every rank. */
bool run_writer_failed(run_writer *writer);
/** Wait until all is written; the first failure, with its detail. */
ria_status run_writer_flush(run_writer *writer);
/** Flushes and frees; NULL is fine. */
void run_writer_destroy(run_writer *writer);

#endif
