/** \file
 * The cores and memory that a run may use, of this machine or of our Slurm allocation, and checks
 * that a request fits.
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
  int64_t cores;   /**< within affinity and control groups, or of all nodes of the allocation; at
                      least 1 */
  int64_t memory;  /**< bytes within the control group, or of all nodes; 0: not known */
  int64_t free;    /**< bytes that a run can allocate now; 0: not known */
  bool allocation; /**< the numbers describe a Slurm allocation */
} ria_share;

/** \param count_cores  takes some 10 ms; if false, `cores` is 1 outside an allocation */
void ria_share_find(bool count_cores, ria_share *share);

/** Whether RIA_OVERSUBSCRIBE is set to a value other than "" and "0". If it is, no request is
 * refused. */
bool ria_share_is_open(void);

/** Whether messages give their advice as command options or as keys of a step. */
typedef enum { RIA_SHARE_OPTIONS, RIA_SHARE_KEYS } ria_share_words;

/** Check that each thread has a core: `ranks` ranks (1: a plain process) of `workers` threads (0:
 * not requested, one each). Error: RIA_ERROR_UNSUPPORTED, with both numbers and the request that
 * would fit. */
ria_status ria_share_check_threads(const ria_share *share, int ranks, int workers,
                                   ria_share_words words);

/** The number of ranks, and the number of them that share this process's `ria_share`, read from
 * variables that mpirun or srun set; 1 and 1 elsewhere. */
void ria_share_ranks(const ria_share *share, int *ranks, int *sharing);

/** Check that there are `bytes` for `what`, a plural such as "20 x 30 cells". `now` also checks
 * free memory; ranks pass false, because other ranks have already allocated theirs. Error:
 * RIA_ERROR_UNSUPPORTED. */
ria_status ria_share_check_memory(const ria_share *share, double bytes, bool now, const char *what);

#ifdef __cplusplus
}
#endif
#endif
