/* Polls of MPI that yield the core when no message has arrived.
 *
 * StarPU's MPI thread calls MPI_Test in a loop while a message is expected. With a core of its own
 * that is the fastest way. If it shares a core with a worker, the two alternate by the scheduler's
 * time slice, and an exchange takes milliseconds. So the MPI thread yields its core to other
 * threads. It does not sleep: a message takes several polls of both ranks, one after the other, and
 * with sleeps between them sixteen cores were slower than one. This file defines MPI_Test and
 * related functions over the profiling interface PMPI: StarPU-MPI, a shared library, finds these
 * definitions first. */
#ifndef SESSION_MPI_BACKOFF_H
#define SESSION_MPI_BACKOFF_H

#include <stdbool.h>

/* Yield at every poll after MPI_BACKOFF_POLLS unsuccessful polls in a row (`on`), or never (the
 * initial state). The environment variable RIA_MPI_BACKOFF=0 or 1 overrides `on`. Any thread may
 * call this at any time. */
void mpi_backoff(bool on);

enum { MPI_BACKOFF_POLLS = 50 };

#endif
