/** \file
 * The cores of this machine, and how many workers of one rank they make. */
#ifndef BASE_MACHINE_H
#define BASE_MACHINE_H

#include <hwloc.h>
#include <mpi.h>
#include <sched.h>
#include <stdbool.h>
#include <stddef.h>

enum { MACHINE_CORES = 1024 };

/** What a rank finds. */
typedef struct {
  int cores;   /**< that this process may use, at least 1 */
  int ranks;   /**< of this machine */
  int sharing; /**< of these, ranks that may use some of the same cores; this one counts */
  int place;   /**< this rank's number among the sharers */
  unsigned pu[MACHINE_CORES]; /**< [cores] logical number of the first hardware thread of each */
} machine_share;

/** What the ranks of `comm` may use. Collective. */
void machine_find(MPI_Comm comm, machine_share *machine);

/** The cores of a topology that have a hardware thread in `mine`. */
void machine_cores(hwloc_topology_t topology, const cpu_set_t *mine, machine_share *machine);

/** Workers of this rank if StarPU had no limit: `asked`, or where that is 0 its share of the cores,
 * less one for StarPU's MPI thread, or for the submission of tasks, where there are cores to
 * spare. */
int machine_workers(const machine_share *machine, int ranks, int asked);

/** Ranks that use so many cores best, where StarPU drives at most so many workers each. */
int machine_ranks(int cores, int most);

/** Where ranks that share cores can each have some of their own: hardware threads to bind to, those
 * of the workers first, the next one for StarPU's MPI thread. Fills `count` of them, again from the
 * start where they do not last. False where each must take what it finds. */
bool machine_bind(const machine_share *machine, int workers, int count, unsigned *pu);

/** What to tell a user of whose cores StarPU's limit of `most` workers leaves some idle; empty
 * where it does not. `text` has room for `size` bytes. */
void machine_notice(const machine_share *machine, int ranks, int most, char *text, size_t size);

#endif
