/* Reading the output of squeue, sacct, scontrol and sinfo. Uses only documented format options,
 * and times as seconds since 1970 (SLURM_TIME_FORMAT=%s, also documented). */
#ifndef SLURM_TEXT_H
#define SLURM_TEXT_H

#include <stdbool.h>
#include <stddef.h>
#include "ria/job.h"

/* --format of squeue: id, state, start, end, nodes, name, comment, reason, command with its
 * arguments. Names that ria gives hold no `|`; another user's comment, a reason or a path may. */
#define SLURM_SQUEUE_FORMAT "%i|%T|%S|%e|%N|%j|%k|%r|%o"

/* --format of sacct, with --parsable2. Older Slurms have no SubmitLine, sbatch's command line. */
#define SLURM_SACCT_FORMAT      "JobID,State,ExitCode,Start,End,MaxRSS,NodeList,Reason"
#define SLURM_SACCT_SUBMIT_LINE ",SubmitLine"

/* A record of squeue or sacct. Texts point into the line, which is split in place. Ids of sacct:
 * `12`, `12_3`, `12.0` for a step, the only record with a memory, and `12_[3-5,7%2]` for elements
 * of an array that ended before they started. */
typedef struct {
  char *id, *state, *nodes, *reason;
  char *name, *comment, *command; /* from sacct, `command` is the command line that submitted the
                                     job */
  int64_t start, end;
  int exit_code, signal; /* from sacct and scontrol; else -1 */
  int64_t memory;        /* sacct only */
} slurm_record;

/* Read a record; false if the line is not a record. */
bool slurm_squeue_line(char *line, slurm_record *record);
bool slurm_sacct_line(char *line, slurm_record *record);

/* Whether the record of id `group`, `12_[3-5,7%2]`, covers the element `id`, `12_4`. */
bool slurm_holds(const char *group, const char *id);

/* Whether a record carries the token that ria gave a job: in its comment, its name, or its
 * command. The token "" matches no job. */
bool slurm_carries(const slurm_record *record, const char *token);

/* Ids: `12`, `12_3`, followed by `;cluster` if the job is on another cluster. slurm_same_job:
 * whether two ids have the same numbers. slurm_cluster: the cluster's name, "" for ours. */
bool slurm_same_job(const char *one, const char *other);
const char *slurm_cluster(const char *id);

/* Cut the next line out of *text: its beginning, or NULL at the end. */
char *slurm_next_line(char **text);

/* The value of `Key=` in a record of `scontrol --oneliner show`, up to the next blank. If the key
 * is missing, false and "". */
bool slurm_scontrol_value(const char *record, const char *key, char *value, size_t size);

/* Read Slurm's numbers.
 * Bytes: `512M`, `2G`, `1.5T`, `300` (in `unit`); else -1.
 * Duration: `10`, `10:00`, `1:00:00`, `2-03:00:00`; `UNLIMITED` and `infinite` are 0; else -1.
 * Time: seconds since 1970; else 0, as for `N/A`, `Unknown` and `None`. */
int64_t slurm_bytes(const char *text, int64_t unit);
int64_t slurm_duration(const char *text);
int64_t slurm_time(const char *text);

/* Number of GPUs in `gpu:4`, `gpu:a100:4(S:0-1),nic:1`; `(null)`: 0. */
int slurm_gpus(const char *gres);

/* The smallest number in a list such as `2(x3),1`; 0: the list is empty. */
int slurm_smallest(const char *counts);

/* The sum of a list such as `4(x2),2` (three nodes with 4, 4 and 2), and the number of nodes. */
int64_t slurm_sum(const char *counts, int *nodes);

#endif
