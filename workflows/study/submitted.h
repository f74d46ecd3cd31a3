/** \file
 * STUDY/submitted: the job that will run a study whose engine has not started yet.
 *
 * `ria submit` writes it, and so does an engine that continues in another job. The engine of that
 * job removes it when it takes the study's lock. Lines `key value`: job ("" until sbatch has
 * answered), token (what the job carries in the queue), time, file.
 */
#ifndef STUDY_SUBMITTED_H
#define STUDY_SUBMITTED_H

#include <stdbool.h>
#include <stddef.h>
#include "ria/job.h"
#include "ria/submit.h"

/** The state of that job. All zero: unknown. Free with study_submitted_close(). */
typedef struct {
  ria_job_id job; /**< "": none */
  bool asked;     /**< `report` is Slurm's last answer */
  ria_job_report report;
  ria_launcher *launcher; /**< private */
  double next;            /**< private: when to ask again */
} study_submitted;

/** Write it, and create the folder. `file`: the workflow, for people. Errors: RIA_ERROR_IO,
 * RIA_ERROR_MEMORY. */
ria_status study_submitted_write(const char *folder, const char *job, const char *token,
                                 const char *file);
/** Read it; false, and "", if it does not exist. */
bool study_submitted_read(const char *folder, ria_job_id job, char token[RIA_SUBMIT_TOKEN_SIZE]);
void study_submitted_remove(const char *folder);
/** Remove it if this process runs in that job. */
void study_submitted_clear(const char *folder);
/** Whether it exists. */
bool study_submitted_exists(const char *folder);

/** Read it, and ask Slurm about the job unless it was asked a moment ago. If Slurm does not answer,
 * `asked` is false. */
void study_submitted_look(study_submitted *submitted, const char *folder);
/** Whether the job may still start. */
bool study_submitted_is_due(const study_submitted *submitted);
/** "job 12 waits in the queue: Priority"; STUDY_SUBMITTED_TEXT bytes are enough. */
enum { STUDY_SUBMITTED_TEXT = 700 };
void study_submitted_describe(const study_submitted *submitted, char *text, size_t size);
void study_submitted_close(study_submitted *submitted);

#endif
