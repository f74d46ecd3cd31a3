/** \file
 * The cores of this machine, and the number of workers of a rank.
 */
#ifndef BASE_MACHINE_H
#define BASE_MACHINE_H

#include <hwloc.h>
#include <mpi.h>
#include <sched.h>
#include <stdbool.h>
#include <stddef.h>

enum { MACHINE_CORES = 1024 };

/** The cores that a rank finds. */
typedef struct {
  int cores;   /**< cores that this process may use, at least 1 */
  int ranks;   /**< cores of this machine */
  int sharing; /**< ranks of this machine that may use some of the same cores, including this one */
  int place;   /**< this rank's number among the sharers */
  unsigned pu[MACHINE_CORES]; /**< [cores] logical number of each core's first hardware thread */
} machine_share;

/** Determine the cores that the ranks of `comm` may use. Collective. */
void machine_find(MPI_Comm comm, machine_share *machine);

/** The cores of a topology that have a hardware thread in `mine`. */
void machine_cores(hwloc_topology_t topology, const cpu_set_t *mine, machine_share *machine);

/** Number of workers of this rank, without StarPU's limit: `asked`, or if that is 0 its share of
 * the cores. If there are cores to spare, one is left to StarPU's MPI thread or to the submission
 * of tasks. */
int machine_workers(const machine_share *machine, int ranks, int asked);

/** Number of ranks that use so many cores best, if StarPU drives at most so many workers in each.
 */
int machine_ranks(int cores, int most);

/** Choose hardware threads for ranks that share cores, if each can have its own: those of the
 * workers first, the next one for StarPU's MPI thread. Fills in `count` of them, and starts over if
 * there are not enough. Returns false if the ranks cannot be separated. */
bool machine_bind(const machine_share *machine, int workers, int count, unsigned *pu);

/** A warning for a user if StarPU's limit of `most` workers leaves some cores idle; otherwise
 * empty. `text` has room for `size` bytes. */
void machine_notice(const machine_share *machine, int ranks, int most, char *text, size_t size);

#endif
