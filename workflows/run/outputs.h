/** \file
 * The files of a run: history, gauges, steps and checkpoints.
 */
#ifndef RUN_OUTPUTS_H
#define RUN_OUTPUTS_H

#include "ria/case.h"
#include "ria/checkpoint.h"
#include "ria/simulation.h"
#include "ria/solver.h"
#include "ria/terrain.h"
#include "drift.h"
#include "folder.h"
#include "log.h"

/** Context of the files; all borrowed for the life of the outputs. */
typedef struct {
  const ria_case *the_case;
  const ria_terrain *terrain;
  ria_runtime *runtime;
  ria_simulation *simulation;
  const run_folder *folder;
  run_log *log; /**< NULL on ranks other than 0 */
  const char *command;
  const ria_solver *solver;
  const void *instance; /**< of the solver */
  const ria_model *model;
  run_drift *drift; /**< NULL: no particles */
} run_subject;

typedef struct run_outputs run_outputs;

/** Open history, gauges and steps, and start the writer. A resumed run verifies the files against
 * `records`; damaged files are moved aside with a warning. Collective. */
ria_status run_outputs_create(const run_subject *subject, bool resumed,
                              const ria_checkpoint_records *records, run_outputs **outputs);
/** Append the current state to the history, and the particles to their tracks. Returns before the
 * record is written. Collective, like the next two functions. */
ria_status run_outputs_history(run_outputs *outputs);
/** Write a checkpoint. It gets its name only after the rows and history records that it counts
 * are on the disk. */
ria_status run_outputs_checkpoint(run_outputs *outputs);
/** Append a row of the current state to the gauges. With a single rank it returns before the state
 * is read; the next row, checkpoint, flush or poll writes the row. */
ria_status run_outputs_gauges(run_outputs *outputs);
/** Write rows that have been read or recorded by now. Rank 0 only, not collective; does not block.
 */
void run_outputs_poll(run_outputs *outputs);
/** Whether a write has failed, as far as this rank knows by now. */
bool run_outputs_failed(run_outputs *outputs);
/** Wait for all writes. Returns the same on every rank. Collective. */
ria_status run_outputs_flush(run_outputs *outputs);
/** The name of the last checkpoint, relative to the folder; "" if none. Borrowed. */
const char *run_outputs_last_checkpoint(const run_outputs *outputs);
/** Write arrivals.csv and close the files. NULL is allowed. */
ria_status run_outputs_close(run_outputs *outputs);
/** Write the files of columns of steps.csv that the solver names, after run_outputs_close(). Rank 0
 * only. Errors: RIA_ERROR_IO, RIA_ERROR_MEMORY. */
ria_status run_outputs_step_files(const ria_solver *solver, const run_folder *folder);
/** Whether the case asks for a history.h5. */
bool run_outputs_have_history(const run_outputs *outputs);
void run_outputs_destroy(run_outputs *outputs);

/** Give all ranks the status and sentence of the lowest failing rank, so that all end alike and
 * rank 0 can report it. Collective. */
ria_status run_agree(const ria_runtime *runtime, ria_status mine);

#endif
