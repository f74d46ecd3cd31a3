#include "gpu_share.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

void gpu_share_divide(const ria_gpus *gpus, gpu_share *share) {
  unsigned usable[RIA_GPUS_MAX];
  int count = 0;
  for (int i = 0; i < gpus->count; i++)
    if (gpus->gpu[i].kernels && !*gpus->gpu[i].failure)
      usable[count++] = (unsigned)i;
  share->count = 0;
  share->ranks = count ? (share->sharers + count - 1) / count : 0;
  int first = share->place * count / share->sharers;
  int end = (share->place + 1) * count / share->sharers;
  if (end == first && count)
    end = first + 1;
  for (int i = first; i < end; i++)
    share->gpu[share->count++] = usable[i];
  share->all = share->count == gpus->count;
}

ria_status gpu_share_find(MPI_Comm comm, const ria_gpus *gpus, gpu_share *share) {
  enum { KEY = 128 };
  char mine[KEY] = "", host[64] = "";
  int rank, ranks;
  MPI_Comm_rank(comm, &rank);
  MPI_Comm_size(comm, &ranks);
  *share = (gpu_share){0};
  char *all = malloc((size_t)ranks * KEY);
  int failed = !all;
  gethostname(host, sizeof host - 1);
  snprintf(mine, sizeof mine, "%s %s", host, gpus->count ? gpus->gpu[0].address : "");
  MPI_Allreduce(MPI_IN_PLACE, &failed, 1, MPI_INT, MPI_MAX, comm);
  if (!failed)
    MPI_Allgather(mine, KEY, MPI_CHAR, all, KEY, MPI_CHAR, comm);
  for (int i = 0; i < ranks && !failed; i++) {
    bool same = !strcmp(mine, all + (size_t)i * KEY);
    share->sharers += same;
    share->place += same && i < rank;
  }
  free(all);
  if (failed)
    return ria_fail(RIA_ERROR_MEMORY, "no memory for the names of GPUs");
  gpu_share_divide(gpus, share);
  return RIA_SUCCESS;
}
