/* Tokens: marks that a job carries in the queue, by which ria recognises its own jobs. */
#ifndef SLURM_TOKEN_H
#define SLURM_TOKEN_H

#include "poll.h"

/* A unique token: a hash of a folder, the time, the process and the host. Write it to the folder
 * before the submission, so that a later process can find the job by it. */
void slurm_token_new(const char *folder, char token[SLURM_TOKEN_SIZE]);

/* The same with `salt` instead of the time; "" for a command line that is only shown. */
void slurm_token_make(const char *folder, const char *salt, char token[SLURM_TOKEN_SIZE]);

#endif
