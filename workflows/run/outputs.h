/** \file
 * The files of a run: history, gauges and checkpoints.
 */
#ifndef RIA_RUN_OUTPUTS_H
#define RIA_RUN_OUTPUTS_H

#include "ria/case.h"
#include "ria/checkpoint.h"
#include "ria/simulation.h"
#include "ria/terrain.h"
#include "folder.h"
#include "log.h"

/** What the files are of; all borrowed for the life of the outputs. */
typedef struct {
  const ria_case *the_case;
  const ria_terrain *terrain;
  ria_runtime *runtime;
  ria_simulation *simulation;
  const run_folder *folder;
  run_log *log; /**< NULL but on rank 0 */
  const char *command;
  int nstate, lasting;       /**< see ria_model_lasting */
  const ria_quantity *state; /**< [nstate] */
} run_subject;

typedef struct run_outputs run_outputs;

/** Go on from the newest checkpoint that can be read: `*resumed` tells whether there was one, and
 * `records` what of history and gauges belongs to it (the caller destroys it). A damaged one is
 * said and passed over; one of another case is an error. Collective. Errors: RIA_ERROR_MISMATCH,
 * RIA_ERROR_CORRUPT (there are checkpoints, and none is sound), RIA_ERROR_IO. */
ria_status run_outputs_resume(const run_subject *subject, bool *resumed,
                              ria_checkpoint_records *records);

/** Open history and gauges, and start the writer. A resumed run verifies that what `records` names
 * is there; what is damaged is kept aside and warned of. Collective. */
ria_status run_outputs_create(const run_subject *subject, bool resumed,
                              const ria_checkpoint_records *records, run_outputs **outputs);
/** Append the present state to the history; returns before it is written. Collective, as are the
 * next two. */
ria_status run_outputs_history(run_outputs *outputs);
/** A checkpoint gets its name only after all that belongs to it is on the disk: rows of gauges and
 * records of the history, whose number it holds. */
ria_status run_outputs_checkpoint(run_outputs *outputs);
/** Append a row of the present state to the gauges. Where one rank runs it returns before that is
 * read; the next row, a checkpoint, a flush or a poll writes it. */
ria_status run_outputs_gauges(run_outputs *outputs);
/** Write what has been read by now. Rank 0, not collective; does not block. */
void run_outputs_poll(run_outputs *outputs);
/** Whether something could not be written, as far as this rank knows by now. */
bool run_outputs_failed(run_outputs *outputs);
/** Wait for what is under way; the same answer on every rank. Collective. */
ria_status run_outputs_flush(run_outputs *outputs);
/** Name of the last checkpoint that was written, relative to the folder; "" if none. Borrowed. */
const char *run_outputs_last_checkpoint(const run_outputs *outputs);
/** Write arrivals.csv, close the files; NULL is fine. */
ria_status run_outputs_close(run_outputs *outputs);
/** Whether there is a history.h5: the case wants it. */
bool run_outputs_have_history(const run_outputs *outputs);
void run_outputs_destroy(run_outputs *outputs);

/** Pass the lowest failing rank's status and sentence on to all ranks, so that each ends alike and
 * rank 0 can say why. Collective. */
ria_status run_agree(const ria_runtime *runtime, ria_status mine);

#endif
