/** \file
 * A process that outlives the engine of a batch job. If the engine is killed, the guard starts it
 * again in the same job, if that job may be requeued (`--requeue`).
 *
 * The process of the batch script becomes the guard and starts the engine as its child. Slurm's
 * signals reach the guard, the engine or both; the guard forwards them, and the engine counts each
 * signal once.
 */
#ifndef ENGINE_GUARD_H
#define ENGINE_GUARD_H

#include <stdbool.h>
#include "ria/own_job.h"

/** Split into guard and engine inside a Slurm job. Returns in the engine process, and also if there
 * is no job. The guard never returns: it exits as the engine did. Call it before anything is opened
 * and before any thread starts.
 *
 * The guard gives up, and ends by the signal that ended the engine, if the job may not be requeued,
 * if somebody ends the job, or if three engines in a row died before they called
 * engine_guard_begun(). */
void engine_guard_split(void);

/** Tell the guard that the study counts this engine's lives from here on: it refuses an engine that
 * returns again and again without progress. `job` is copied. */
void engine_guard_begun(const ria_own_job *job);

/** Whether the guard has disappeared: the batch script's process was killed, and Slurm is about to
 * end the whole job. */
bool engine_guard_is_lost(void);

/** If the guard is lost: requeue the job at once. Errors: RIA_ERROR_UNSUPPORTED (not allowed),
 * RIA_ERROR_IO. */
ria_status engine_guard_requeue(void);

/** Whether a guard started this engine because the one before it was killed. */
bool engine_guard_came_back(void);

/** Whether a signal is new, and not a second copy: one sent directly and one forwarded by the
 * guard. \\param sender  its si_pid */
bool engine_guard_is_new(int signal, int sender);

#endif
