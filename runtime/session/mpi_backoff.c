#include "mpi_backoff.h"
#include "base/backoff.h"
#include "mpi_latency.h"
#include <mpi.h>
#include <sched.h>
#include <stdatomic.h>

/* Global, because MPI_Test has no argument for a context. */
static atomic_bool enabled;

void mpi_backoff(bool on) {
  atomic_store(&enabled, backoff_choose("RIA_MPI_BACKOFF", on));
}

static int polled(int code, bool found) {
  static _Thread_local int empty;
  if (found)
    empty = 0;
  else if (empty < MPI_BACKOFF_POLLS)
    empty++;
  else if (atomic_load_explicit(&enabled, memory_order_relaxed))
    sched_yield();
  return code;
}

int MPI_Test(MPI_Request *request, int *flag, MPI_Status *status) {
  int code = mpi_latency_test(request, flag, status);
  return polled(code, *flag);
}

int MPI_Testall(int count, MPI_Request requests[], int *flag, MPI_Status statuses[]) {
  int code = PMPI_Testall(count, requests, flag, statuses);
  return polled(code, *flag);
}

int MPI_Testany(int count, MPI_Request requests[], int *index, int *flag, MPI_Status *status) {
  int code = PMPI_Testany(count, requests, index, flag, status);
  return polled(code, *flag);
}

int MPI_Testsome(int count, MPI_Request requests[], int *done, int indices[],
                 MPI_Status statuses[]) {
  int code = PMPI_Testsome(count, requests, done, indices, statuses);
  return polled(code, *done != 0);
}

int MPI_Iprobe(int source, int tag, MPI_Comm comm, int *flag, MPI_Status *status) {
  int code = PMPI_Iprobe(source, tag, comm, flag, status);
  return polled(code, *flag);
}
