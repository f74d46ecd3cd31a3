/** \file
 * Simulates a slower network: adds a latency to each message between ranks.
 *
 * Use it to evaluate a time tiling for networks with high latency on a machine without one. For
 * each message on the communicator of StarPU-MPI the sender sends its time in a second message. A
 * receive is reported as complete only when the latency has passed since that time, even if MPI has
 * completed it earlier. Messages that overlap are delayed together, as on a network, and bandwidth
 * does not change. All ranks must read one clock, so this works only for ranks of one machine.
 * Collectives are not delayed: no step waits for one. Only MPI_Test and MPI_Wait are delayed, the
 * functions that StarPU-MPI calls.
 */
#ifndef SESSION_MPI_LATENCY_H
#define SESSION_MPI_LATENCY_H

#include <mpi.h>
#include "ria/status.h"

/** Start with the latency in the environment variable RIA_MPI_LATENCY (seconds, 0 to 1; unset: no
 * delay). Collective. Errors: RIA_ERROR_ARGUMENT, RIA_ERROR_MPI. */
ria_status mpi_latency_start(MPI_Comm comm);
/** Stop; no message may be pending. Collective. */
void mpi_latency_stop(void);

/** MPI_Test that reports delayed messages as incomplete. */
int mpi_latency_test(MPI_Request *request, int *flag, MPI_Status *status);

#endif
