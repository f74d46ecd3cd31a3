/** \file
 * STUDY/submitted: the job that is to run a study, for as long as its engine has not begun.
 *
 * Left by `ria submit`, and by an engine that starts again in another job; taken away by the engine
 * of that job when it takes the study's lock. Lines `key value`: job, time, file.
 */
#ifndef RIA_STUDY_SUBMITTED_H
#define RIA_STUDY_SUBMITTED_H

#include <stdbool.h>
#include <stddef.h>
#include "ria/job.h"

/** What is known of that job. Zero-initialised is unknown; study_submitted_close(). */
typedef struct {
  ria_job_id job; /**< "": none */
  bool asked;     /**< `report` is what Slurm said last */
  ria_job_report report;
  ria_launcher *launcher; /**< private */
  double next;            /**< private: not asked again before that */
} study_submitted;

/** Note it; makes the folder. `file`: the workflow, for people. Errors: RIA_ERROR_IO,
 * RIA_ERROR_MEMORY. */
ria_status study_submitted_write(const char *folder, const char *job, const char *file);
/** Take it away if this process runs in that job. */
void study_submitted_clear(const char *folder);
/** Whether there is one. */
bool study_submitted_exists(const char *folder);

/** Read it, and ask Slurm about the job unless it was asked a moment ago. Where it cannot be asked
 * `asked` is false. */
void study_submitted_look(study_submitted *submitted, const char *folder);
/** Whether the job may still come to run the study. */
bool study_submitted_is_due(const study_submitted *submitted);
/** "job 12 waits in the queue: Priority"; STUDY_SUBMITTED_TEXT bytes will do. */
enum { STUDY_SUBMITTED_TEXT = 700 };
void study_submitted_describe(const study_submitted *submitted, char *text, size_t size);
void study_submitted_close(study_submitted *submitted);

#endif
