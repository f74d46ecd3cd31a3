#include "ria/ranks.h"
#include <stdio.h>
#include <stdlib.h>

bool ria_runtime_is_rank(void) {
  /* Set by Open MPI's mpirun; by srun with PMIx; by srun with PMI-1 or PMI-2. SLURM_PROCID alone is
   * not enough: a batch script has it too. */
  return getenv("OMPI_COMM_WORLD_SIZE") || getenv("PMIX_RANK") || getenv("PMI_RANK");
}

ria_status ria_agree(MPI_Comm comm, ria_status mine) {
  int ranks, rank, failing, status = (int)mine;
  char text[1024] = "";
  MPI_Comm_size(comm, &ranks);
  if (ranks == 1)
    return mine;
  MPI_Comm_rank(comm, &rank);
  failing = mine == RIA_SUCCESS ? ranks : rank;
  MPI_Allreduce(MPI_IN_PLACE, &failing, 1, MPI_INT, MPI_MIN, comm);
  if (failing == ranks)
    return RIA_SUCCESS;
  if (rank == failing)
    snprintf(text, sizeof text, "%s", ria_status_detail());
  MPI_Bcast(&status, 1, MPI_INT, failing, comm);
  MPI_Bcast(text, sizeof text, MPI_CHAR, failing, comm);
  return ria_fail((ria_status)status, "%s", text);
}
