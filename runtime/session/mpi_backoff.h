/* Polls of MPI that give the core away when there is nothing to be had.
 *
 * StarPU's MPI thread calls MPI_Test in a loop for as long as a message is expected. With a core of
 * its own that is the fastest way; where it shares one with a worker, the two take turns by the
 * scheduler's time slice, and an exchange takes milliseconds. So it gives its core to whoever waits
 * for one. It does not sleep: a message takes several polls of both ranks, one after the other, and
 * with sleeps between them sixteen cores were slower than one. This file defines MPI_Test and its
 * kin over the profiling interface PMPI: StarPU-MPI, a shared library, finds ours first. */
#ifndef SESSION_MPI_BACKOFF_H
#define SESSION_MPI_BACKOFF_H

#include <stdbool.h>

/* Yield at every poll after MPI_BACKOFF_POLLS in a row that found nothing, or never (the state
 * at the start). The environment's RIA_MPI_BACKOFF=0 or 1 overrules. Any thread, at any time. */
void mpi_backoff(bool on);

enum { MPI_BACKOFF_POLLS = 50 };

#endif
