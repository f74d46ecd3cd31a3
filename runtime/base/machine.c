#include "machine.h"
#include <stdio.h>
#include <stdlib.h>

void machine_cores(hwloc_topology_t topology, const cpu_set_t *mine, machine_share *machine) {
  hwloc_obj_t pu = NULL, last = NULL;
  machine->cores = 0;
  while ((pu = hwloc_get_next_obj_by_type(topology, HWLOC_OBJ_PU, pu)) != NULL) {
    hwloc_obj_t core = hwloc_get_ancestor_obj_by_type(topology, HWLOC_OBJ_CORE, pu);
    if (!CPU_ISSET(pu->os_index, mine) || (core && core == last) || machine->cores == MACHINE_CORES)
      continue;
    machine->pu[machine->cores++] = pu->logical_index;
    last = core;
  }
}

static void find_cores(const cpu_set_t *mine, machine_share *machine) {
  hwloc_topology_t topology;
  if (hwloc_topology_init(&topology))
    return;
  if (!hwloc_topology_load(topology))
    machine_cores(topology, mine, machine);
  hwloc_topology_destroy(topology);
}

void machine_find(MPI_Comm comm, machine_share *machine) {
  cpu_set_t mine;
  CPU_ZERO(&mine);
  if (sched_getaffinity(0, sizeof mine, &mine))
    CPU_SET(0, &mine);
  *machine = (machine_share){.ranks = 1, .sharing = 1};
  find_cores(&mine, machine);
  if (!machine->cores)
    machine->cores = 1;

  MPI_Comm here;
  int rank;
  MPI_Comm_rank(comm, &rank);
  MPI_Comm_split_type(comm, MPI_COMM_TYPE_SHARED, rank, MPI_INFO_NULL, &here);
  MPI_Comm_size(here, &machine->ranks);
  MPI_Comm_rank(here, &rank);
  cpu_set_t *all = calloc((size_t)machine->ranks, sizeof *all);
  int failed = !all;
  MPI_Allreduce(MPI_IN_PLACE, &failed, 1, MPI_INT, MPI_MAX, here);
  if (!failed) {
    MPI_Allgather(&mine, sizeof mine, MPI_BYTE, all, sizeof mine, MPI_BYTE, here);
    machine->sharing = 0;
    for (int i = 0; i < machine->ranks; i++) {
      cpu_set_t both;
      CPU_AND(&both, &mine, &all[i]);
      machine->place += i < rank && CPU_COUNT(&both) > 0;
      machine->sharing += CPU_COUNT(&both) > 0;
    }
  }
  free(all);
  MPI_Comm_free(&here);
}

/* Number of cores of one rank. */
static int own(const machine_share *machine) {
  return machine->cores / machine->sharing;
}

/* Number of workers for a rank's cores. One core is left to StarPU's MPI thread; a single rank
 * leaves one to the thread that submits tasks, unless it has few workers, for which this thread has
 * little to do. */
static int count_workers(int cores, int ranks) {
  int spare = cores > (ranks > 1 ? 2 : 7) ? 1 : 0;
  return cores > 1 ? cores - spare : 1;
}

int machine_workers(const machine_share *machine, int ranks, int asked) {
  return asked > 0 ? asked : count_workers(own(machine), ranks);
}

int machine_ranks(int cores, int most) {
  int alone = count_workers(cores, 1), busy = most + 1; /* workers and the MPI thread */
  int ranks = (cores + busy - 1) / busy;
  int workers = ranks > 1 ? count_workers(cores / ranks, ranks) : alone;
  alone = alone < most ? alone : most;
  workers = workers < most ? workers : most;
  return ranks * workers > alone ? ranks : 1;
}

bool machine_bind(const machine_share *machine, int workers, int count, unsigned *pu) {
  int each = own(machine);
  if (machine->sharing == 1 || workers > each)
    return false;
  for (int i = 0; i < count; i++)
    pu[i] = machine->pu[machine->place * each + i % each];
  return true;
}

void machine_notice(const machine_share *machine, int ranks, int most, char *text, size_t size) {
  const int more = machine_ranks(own(machine), most);
  *text = '\0';
  if (more > 1)
    snprintf(
        text, size,
        "this StarPU drives at most %d CPU workers%s, but the machine has %d cores: start more "
        "ranks (-n %d)",
        most, ranks > 1 ? " a rank" : "", own(machine) * machine->ranks, ranks * more);
}
