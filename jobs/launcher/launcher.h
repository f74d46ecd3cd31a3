/* Declarations that all launchers use. */
#ifndef LAUNCHER_H
#define LAUNCHER_H

#include "cores.h"
#include "ria/job.h"
#include "slurm/poll.h"

/* The functions of a kind, as in ria/job.h, with checked arguments. NULL: not supported. */
typedef struct {
  ria_status (*capacity)(ria_launcher *, ria_capacity *);
  ria_status (*check)(ria_launcher *, const ria_resources *);
  ria_status (*start)(ria_launcher *, const ria_job *, ria_job_id);
  ria_status (*start_array)(ria_launcher *, const ria_job *, int count, int cap, ria_job_id *);
  ria_status (*find)(ria_launcher *, const char *comment, int index, ria_job_id, bool *found);
  ria_status (*poll)(ria_launcher *, const ria_job_ref *, int count, ria_job_report *);
  ria_status (*signal)(ria_launcher *, const ria_job_ref *, int signal);
  ria_status (*cancel)(ria_launcher *, const ria_job_ref *, int count);
  int (*kill_wait)(ria_launcher *); /* NULL: the launcher's grace */
  ria_status (*describe)(ria_launcher *, const ria_job *, char **text);
  ria_status (*describe_array)(ria_launcher *, const ria_job *, int count, int cap, char **text);
} launcher_functions;

struct ria_launcher {
  const launcher_functions *functions;
  char *program; /* owned */
  char *mpi;     /* owned */
  int grace;
  double interval; /* seconds to the next poll */
  slurm_accounting accounting;
  bool has_capacity;
  ria_capacity capacity; /* capacity of an allocation or a machine; read once */
  char *node_names; /* owned: one line for each of several nodes of an allocation, in its order */
  launcher_cores cores; /* cores of this machine; count 0: not counted yet */
  char *partitions;     /* owned: the last output of sinfo; NULL: not called yet */
  ria_refusal refusal;
};

extern const launcher_functions launcher_local, launcher_allocation, launcher_jobs;

/* Check that one node can hold a node's part of the job. `of` begins the capacity in the message:
 * `node1 has`. */
ria_status launcher_capacity_check(const ria_capacity *capacity, const ria_resources *resources,
                                   const char *of);

/* Check a job's folders, environment names and sizes. Errors: RIA_ERROR_ARGUMENT. */
ria_status launcher_job_check(const ria_job *job);

/* Record in the marker folder, which is created, that the job is about to be submitted (id "") or
 * was. `bundle`: how many points its job runs; 0: one. */
ria_status launcher_job_record(const ria_job *job, const char *token, int index, int bundle,
                               const char *id);

/* Claim the folder of a job with unknown state, so that the job never begins. If its wrapper
 * claimed it first, *begun is true and `id` is the job's. */
ria_status launcher_withdraw(const ria_launcher *launcher, const char *markers, ria_job_id id,
                             bool *begun);

/* queue_signals.c: those of the kind `jobs`. */
ria_status launcher_queue_signal(ria_launcher *, const ria_job_ref *, int signal);
ria_status launcher_queue_cancel(ria_launcher *, const ria_job_ref *, int count);

/* submission.c: the functions of the kind `jobs` that start and describe. */
ria_status launcher_submission_start(ria_launcher *, const ria_job *, ria_job_id);
ria_status launcher_submission_start_array(ria_launcher *, const ria_job *, int count, int cap,
                                           ria_job_id *);
ria_status launcher_submission_describe(ria_launcher *, const ria_job *, char **text);
ria_status launcher_submission_describe_array(ria_launcher *, const ria_job *, int count, int cap,
                                              char **text);

#endif
