/** \file
 * Environment variables for StarPU with values that are known only after MPI has started. MPI's
 * threads then read the environment, and setenv() could free the list that they read. So room for
 * the variables is made before, and filled later.
 */
#ifndef SESSION_ENVIRONMENT_H
#define SESSION_ENVIRONMENT_H

#include <stdbool.h>

/** Call before MPI starts, while there is one thread: adds the variables below to the environment,
 * with a neutral value such as 0, unless the user has set them. */
void environment_prepare(void);

/** Give one of the variables a value of at most 127 characters.
 * \param name one of STARPU_HOSTNAME, STARPU_WORKERS_GETBIND, STARPU_WORKERS_NOBIND,
 * STARPU_MPI_NOBIND
 * \param always overwrite a value that the user has set */
void environment_set(const char *name, const char *value, bool always);

#endif
