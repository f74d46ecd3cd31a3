#include "mpi_latency.h"
#include "base/backoff.h"
#include <errno.h>
#include <stdbool.h>
#include <stdlib.h>
#include "ria/number.h"
#include "ria/processes.h"

/* A program that has its own MPI_Test, such as a profiler or a test, uses this name. */
#define OURS __attribute__((weak))

enum { MOST_RECEIVES = 1024 };
static const double longest = 1; /* s */

typedef struct {
  MPI_Request request;
  double due; /* below 0: MPI has not completed it */
} receive;

/* Global, as MPI is; used only by the thread that calls MPI. */
static struct {
  double seconds; /* 0: off */
  MPI_Comm comm, times;
  int receives;
  receive receive[MOST_RECEIVES];
} late = {.comm = MPI_COMM_NULL, .times = MPI_COMM_NULL};

ria_status mpi_latency_start(MPI_Comm comm) {
  const char *text = getenv("RIA_MPI_LATENCY");
  char *end;
  if (!text || !*text)
    return RIA_SUCCESS;
  const double seconds = ria_strtod(text, &end);
  if (end == text || *end || !(seconds >= 0 && seconds <= longest))
    return ria_fail(
        RIA_ERROR_ARGUMENT,
        "RIA_MPI_LATENCY=%s; expected the latency to add to messages, in seconds, from 0 "
        "to %g, such as 1e-4",
        text, longest);
  if (seconds > 0 && MPI_Comm_dup(comm, &late.times))
    return ria_fail(RIA_ERROR_MPI, "MPI cannot create a communicator");
  late.comm = comm;
  late.seconds = seconds;
  return RIA_SUCCESS;
}

void mpi_latency_stop(void) {
  late.seconds = 0;
  late.comm = MPI_COMM_NULL;
  if (late.times != MPI_COMM_NULL)
    MPI_Comm_free(&late.times);
}

static bool is_late(MPI_Comm comm) {
  return late.seconds > 0 && comm == late.comm;
}

/* A message this short is buffered when this returns. */
static int tell_time(int to, int tag) {
  const double sent = ria_seconds();
  return PMPI_Send(&sent, 1, MPI_DOUBLE, to, tag, late.times);
}

OURS int MPI_Isend(const void *data, int count, MPI_Datatype type, int to, int tag, MPI_Comm comm,
                   MPI_Request *request) {
  const int code = is_late(comm) ? tell_time(to, tag) : MPI_SUCCESS;
  return code ? code : PMPI_Isend(data, count, type, to, tag, comm, request);
}

OURS int MPI_Issend(const void *data, int count, MPI_Datatype type, int to, int tag, MPI_Comm comm,
                    MPI_Request *request) {
  const int code = is_late(comm) ? tell_time(to, tag) : MPI_SUCCESS;
  return code ? code : PMPI_Issend(data, count, type, to, tag, comm, request);
}

OURS int MPI_Irecv(void *data, int count, MPI_Datatype type, int from, int tag, MPI_Comm comm,
                   MPI_Request *request) {
  const int code = PMPI_Irecv(data, count, type, from, tag, comm, request);
  if (!code && is_late(comm)) {
    if (late.receives == MOST_RECEIVES)
      MPI_Abort(comm, EXIT_FAILURE); /* StarPU-MPI has only a few at a time */
    late.receive[late.receives++] = (receive){.request = *request, .due = -1};
  }
  return code;
}

static receive *find(MPI_Request request) {
  for (int i = 0; i < late.receives; i++)
    if (late.receive[i].request == request)
      return &late.receive[i];
  return NULL;
}

/* The time from which a request that MPI has completed may be reported as complete. The senders'
 * times arrive in the order of their messages. */
static int learn_due(receive *r, MPI_Status *status) {
  int cancelled;
  int code = PMPI_Test_cancelled(status, &cancelled);
  double sent = 0;
  if (!code && !cancelled)
    code = PMPI_Recv(&sent, 1, MPI_DOUBLE, status->MPI_SOURCE, status->MPI_TAG, late.times,
                     MPI_STATUS_IGNORE);
  r->due = cancelled ? 0 : sent + late.seconds;
  return code;
}

int mpi_latency_test(MPI_Request *request, int *flag, MPI_Status *status) {
  receive *r = late.seconds > 0 ? find(*request) : NULL;
  if (!r)
    return PMPI_Test(request, flag, status);
  MPI_Status known;
  int code = MPI_SUCCESS;
  *flag = r->due >= 0;
  if (!*flag)
    code = PMPI_Request_get_status(*request, flag, &known);
  if (code || !*flag)
    return code;
  if (r->due < 0)
    code = learn_due(r, &known);
  if (code || ria_seconds() < r->due) {
    *flag = 0;
    return code;
  }
  *r = late.receive[--late.receives];
  return PMPI_Test(request, flag, status);
}

OURS int MPI_Wait(MPI_Request *request, MPI_Status *status) {
  int done = 0, code = MPI_SUCCESS;
  if (late.seconds <= 0 || !find(*request))
    return PMPI_Wait(request, status);
  while (!code && !done) {
    code = mpi_latency_test(request, &done, status);
    if (!done)
      backoff_nap(BACKOFF_MICROSECONDS);
  }
  return code;
}
