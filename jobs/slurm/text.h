/* Reading what squeue, sacct, scontrol and sinfo print. Only documented format options are asked
 * for, and times as seconds since 1970 (SLURM_TIME_FORMAT=%s, also documented). */
#ifndef RIA_SLURM_TEXT_H
#define RIA_SLURM_TEXT_H

#include <stdbool.h>
#include <stddef.h>
#include "ria/job.h"

/* --format of squeue: id, state, start, end, nodes, comment, reason. The reason comes last and may
 * hold anything; our comments hold no `|`, others' are not ours to understand. */
#define RIA_SQUEUE_FORMAT "%i|%T|%S|%e|%N|%k|%r"

/* --format of sacct, with --parsable2. */
#define RIA_SACCT_FORMAT "JobID,State,ExitCode,Start,End,MaxRSS,NodeList,Reason"

/* A record of squeue or sacct. Texts point into the line, which is cut up. sacct's ids: `12`,
 * `12_3`, `12.0` for a step, which alone tells of memory, and `12_[3-5,7%2]` for elements of an
 * array that ended before they were started. */
typedef struct {
  char *id, *state, *nodes, *comment, *reason;
  int64_t start, end;
  int exit_code, signal; /* sacct and scontrol only, -1 elsewhere */
  int64_t memory;        /* sacct only */
} ria_slurm_record;

/* False if the line is no record. */
bool ria_squeue_line(char *line, ria_slurm_record *record);
bool ria_sacct_line(char *line, ria_slurm_record *record);

/* Whether the record of id `group`, `12_[3-5,7%2]`, tells of the element `id`, `12_4`. */
bool ria_slurm_holds(const char *group, const char *id);

/* Whether what one of Slurm's programs complains of is that the controller gives no answer, or has
 * no time now; not that it refuses. */
bool ria_slurm_is_silent(const char *complaint);

/* Cut the next line out of *text: its beginning, or NULL at the end. */
char *ria_next_line(char **text);

/* The value of `Key=` in a record of `scontrol --oneliner show`, up to the next blank; false if it
 * is not there, and `value` is "". */
bool ria_scontrol_value(const char *record, const char *key, char *value, size_t size);

/* Numbers as Slurm writes them. Bytes: `512M`, `2G`, `1.5T`, `300` (of `unit`); -1 if it is none.
 * Duration: `UNLIMITED` (0), `10`, `10:00`, `1:00:00`, `2-03:00:00`; `infinite` (0); -1 if none.
 * Time: seconds since 1970; 0 for `N/A`, `Unknown`, `None` and what is none. */
int64_t ria_slurm_bytes(const char *text, int64_t unit);
int64_t ria_slurm_duration(const char *text);
int64_t ria_slurm_time(const char *text);

/* GPUs in `gpu:4`, `gpu:a100:4(S:0-1),nic:1`; `(null)`: 0. */
int ria_slurm_gpus(const char *gres);

/* The smallest number in `2(x3),1`. 0 if there is none. */
int ria_slurm_smallest(const char *counts);

/* The sum over `4(x2),2`, of three nodes with 4, 4 and 2; also the number of nodes. */
int64_t ria_slurm_sum(const char *counts, int *nodes);

#endif
