/** \file
 * A slower network than there is: each message between ranks is as if it had taken so much longer.
 *
 * To see what a time tiling is worth where messages take long, on machines where they do not. A
 * sender says when it sent, in a message of its own beside each one of the communicator that
 * StarPU-MPI uses; a receive, which MPI may have completed already, is not told to be complete
 * before that time and the latency have passed. So messages that are under way together are late
 * together, as on a network, and bandwidth is what it was. All ranks must read one clock: it is for
 * ranks of one machine. Collectives are not held back: no step waits for one. Only MPI_Test and
 * MPI_Wait are, which is what StarPU-MPI calls.
 */
#ifndef SESSION_MPI_LATENCY_H
#define SESSION_MPI_LATENCY_H

#include <mpi.h>
#include "ria/status.h"

/** Begin as the environment's RIA_MPI_LATENCY says (seconds, 0 to 1; nothing: no such thing).
 * Collective. Errors: RIA_ERROR_ARGUMENT, RIA_ERROR_MPI. */
ria_status mpi_latency_start(MPI_Comm comm);
/** End; no message may be under way. Collective. */
void mpi_latency_stop(void);

/** MPI_Test, with what is held back taken for not there yet. */
int mpi_latency_test(MPI_Request *request, int *flag, MPI_Status *status);

#endif
