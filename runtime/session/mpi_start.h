/** \file
 * Starting MPI, as a rank or alone.
 */
#ifndef SESSION_MPI_START_H
#define SESSION_MPI_START_H

#include "ria/status.h"

/** MPI_Init_thread; `level` is set to the thread level that MPI provides. Errors: RIA_ERROR_MPI. */
ria_status session_mpi_start(int wanted, int *level);

#endif
