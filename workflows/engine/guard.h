/** \file
 * A process that outlives the engine of a batch job: an engine that is killed comes back in the
 * same job, if that may be started again (`--requeue`).
 *
 * The batch script's process becomes the guard and starts the engine as its child. Slurm's signals
 * reach either of them or both; the guard passes on its own, and the engine counts each once.
 */
#ifndef RIA_ENGINE_GUARD_H
#define RIA_ENGINE_GUARD_H

#include <stdbool.h>
#include "ria/own_job.h"

/** Split into the two in a job of Slurm's. Returns in the engine, and where there is no job; the
 * guard never returns: it exits as the engine did. To be called before anything is opened, and
 * before any thread is started.
 *
 * The guard gives up, and ends by the signal that ended the engine, when the job may not be
 * requeued, when somebody ends the job, and when an engine has died three times in a row before it
 * called engine_guard_begun(). */
void engine_guard_split(void);

/** Tell the guard that this engine counts its lives by itself from here on: the study refuses an
 * engine that comes back again and again without getting further. `job` is copied. */
void engine_guard_begun(const ria_own_job *job);

/** Whether there was a guard and it is gone: the batch script's process was killed, and Slurm is
 * about to end all of the job. */
bool engine_guard_is_lost(void);

/** Then: have the job start again, at once. Errors: RIA_ERROR_UNSUPPORTED (it may not),
 * RIA_ERROR_IO.
 */
ria_status engine_guard_requeue(void);

/** Whether this engine was started by a guard because the one before it was killed. */
bool engine_guard_came_back(void);

/** Whether a signal that was taken is new. The guard's copy of one that came directly, or the other
 * way round, is not. \param sender  its si_pid */
bool engine_guard_is_new(int signal, int sender);

#endif
