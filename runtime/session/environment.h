/** \file
 * Variables that tell StarPU what is known only once MPI has started. MPI's threads read the
 * environment by then, and setenv() may free the list that they read: so room is made before, and
 * filled later.
 */
#ifndef SESSION_ENVIRONMENT_H
#define SESSION_ENVIRONMENT_H

#include <stdbool.h>

/** Before MPI starts, while there is one thread: puts the variables below into the environment,
 * neutral ones as 0, where the user has not set them. */
void environment_prepare(void);

/** Gives one of the variables a value, of at most 127 characters.
 * \param name of STARPU_HOSTNAME, STARPU_WORKERS_GETBIND, STARPU_WORKERS_NOBIND, STARPU_MPI_NOBIND
 * \param always even where the user has set it */
void environment_set(const char *name, const char *value, bool always);

#endif
