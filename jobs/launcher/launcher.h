/* Declarations that all launchers use. */
#ifndef RIA_LAUNCHER_H
#define RIA_LAUNCHER_H

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
} ria_launcher_functions;

struct ria_launcher {
  const ria_launcher_functions *functions;
  char *program; /* owned */
  char *mpi;     /* owned */
  int grace;
  double interval; /* seconds to the next poll */
  ria_slurm_accounting accounting;
  bool has_capacity;
  ria_capacity capacity; /* of an allocation or a machine; asked for once */
  char *node_names; /* owned: one line for each of several nodes of an allocation, in its order */
  ria_cores cores;  /* of this machine; count 0: not asked yet */
  char *partitions; /* owned: the last answer of sinfo; NULL: not asked yet */
};

extern const ria_launcher_functions ria_launcher_local, ria_launcher_allocation, ria_launcher_jobs;

/* Check that one node can hold a node's part of the job. `of` begins the capacity in the message:
 * `node1 has`. */
ria_status ria_capacity_check(const ria_capacity *capacity, const ria_resources *resources,
                              const char *of);

/* Check a job's folders, environment names and sizes. Errors: RIA_ERROR_ARGUMENT. */
ria_status ria_job_check(const ria_job *job);

/* The comment that finds a job in the queue: a hash of its marker folder and this moment, because
 * an earlier study in the same folder must not match. */
enum { RIA_COMMENT_SIZE = 32 };
void ria_job_new_comment(const char *markers, char comment[RIA_COMMENT_SIZE]);

/* The same with `salt` in place of the moment; "" for a line that is only shown. */
void ria_job_comment(const char *markers, const char *salt, char comment[RIA_COMMENT_SIZE]);

/* Record in the marker folder, which is created, that the job is about to be submitted (id "") or
 * was. */
ria_status ria_job_record(const ria_job *job, const char *comment, int index, const char *id);

#endif
