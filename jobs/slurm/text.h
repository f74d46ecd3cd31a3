/* Reading the output of squeue, sacct, scontrol and sinfo. Only documented format options are used,
 * and times as seconds since 1970 (SLURM_TIME_FORMAT=%s, documented too). */
#ifndef RIA_SLURM_TEXT_H
#define RIA_SLURM_TEXT_H

#include <stdbool.h>
#include <stddef.h>
#include "ria/job.h"

/* --format of squeue: id, state, start, end, nodes, comment, reason. The reason comes last because
 * it may hold any character. Our comments hold no `|`. */
#define RIA_SQUEUE_FORMAT "%i|%T|%S|%e|%N|%k|%r"

/* --format of sacct, with --parsable2. */
#define RIA_SACCT_FORMAT "JobID,State,ExitCode,Start,End,MaxRSS,NodeList,Reason"

/* A record of squeue or sacct. Texts point into the line, which is cut up. Ids of sacct: `12`,
 * `12_3`, `12.0` for a step, the only record with a memory, and `12_[3-5,7%2]` for elements of an
 * array that ended before they started. */
typedef struct {
  char *id, *state, *nodes, *comment, *reason;
  int64_t start, end;
  int exit_code, signal; /* from sacct and scontrol; else -1 */
  int64_t memory;        /* sacct only */
} ria_slurm_record;

/* Read a record; false if the line is none. */
bool ria_squeue_line(char *line, ria_slurm_record *record);
bool ria_sacct_line(char *line, ria_slurm_record *record);

/* Whether the record of id `group`, `12_[3-5,7%2]`, covers the element `id`, `12_4`. */
bool ria_slurm_holds(const char *group, const char *id);

/* Whether a program's complaint means that the controller is silent or busy, not that it refuses.
 */
bool ria_slurm_is_silent(const char *complaint);

/* Cut the next line out of *text: its beginning, or NULL at the end. */
char *ria_next_line(char **text);

/* The value of `Key=` in a record of `scontrol --oneliner show`, up to the next blank. Without the
 * key, false and "". */
bool ria_scontrol_value(const char *record, const char *key, char *value, size_t size);

/* Read Slurm's numbers.
 * Bytes: `512M`, `2G`, `1.5T`, `300` (in `unit`); else -1.
 * Duration: `10`, `10:00`, `1:00:00`, `2-03:00:00`; `UNLIMITED` and `infinite` are 0; else -1.
 * Time: seconds since 1970; else 0, as for `N/A`, `Unknown` and `None`. */
int64_t ria_slurm_bytes(const char *text, int64_t unit);
int64_t ria_slurm_duration(const char *text);
int64_t ria_slurm_time(const char *text);

/* GPUs in `gpu:4`, `gpu:a100:4(S:0-1),nic:1`; `(null)`: 0. */
int ria_slurm_gpus(const char *gres);

/* The smallest number in `2(x3),1`; 0: none. */
int ria_slurm_smallest(const char *counts);

/* The sum of `4(x2),2`, which is three nodes with 4, 4 and 2, and the number of nodes. */
int64_t ria_slurm_sum(const char *counts, int *nodes);

#endif
