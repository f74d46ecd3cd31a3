/** \file
 * The cores and the memory that a run may take: of this machine, or of the Slurm allocation that
 * this process is in; and whether what is asked for is more than that.
 */
#ifndef RIA_SHARE_H
#define RIA_SHARE_H

#include <stdbool.h>
#include <stdint.h>
#include "ria/status.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct {
  int64_t cores; /**< that this process may use (affinity, control groups), or those of all nodes of
                    the allocation; at least 1 */
  int64_t memory;  /**< bytes of the machine that its control group allows, or of all nodes; 0: not
                      known */
  int64_t free;    /**< bytes of these that a run can have now; 0: not known */
  bool allocation; /**< of Slurm */
} ria_share;

/** \param count_cores  which takes some 10 ms; else `cores` is 1 outside an allocation */
void ria_share_find(bool count_cores, ria_share *share);

/** Whether RIA_OVERSUBSCRIBE is set, to anything but "" and "0": nothing is refused then. */
bool ria_share_is_open(void);

/** What the advice of a message names: options of a command, or keys of a step. */
typedef enum { RIA_SHARE_OPTIONS, RIA_SHARE_KEYS } ria_share_words;

/** Whether `ranks` ranks (1: a plain process) of `workers` threads (0: not asked for, one each)
 * have a core for each thread. Error: RIA_ERROR_UNSUPPORTED, with both numbers and what to ask for.
 */
ria_status ria_share_check_threads(const ria_share *share, int ranks, int workers,
                                   ria_share_words words);

/** How many ranks there are, and how many of them share this process's `ria_share`, by what mpirun
 * or srun left in the environment; 1 and 1 elsewhere. */
void ria_share_ranks(const ria_share *share, int *ranks, int *sharing);

/** Whether there are so many bytes for `what`, a plural such as "20 x 30 cells". Ranks ignore
 * what is free (`now` false): other ranks have taken their part of it already.
 * Error: RIA_ERROR_UNSUPPORTED. */
ria_status ria_share_check_memory(const ria_share *share, double bytes, bool now, const char *what);

#ifdef __cplusplus
}
#endif
#endif
