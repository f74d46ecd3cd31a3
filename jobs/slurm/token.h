/* Tokens: what a job carries in the queue so that ria knows it for its own. */
#ifndef SLURM_TOKEN_H
#define SLURM_TOKEN_H

#include "poll.h"

/* A token that no other submission has: a hash of a folder, this moment, process and host. It is
 * written to the folder before the submission, so that a later process finds the job by it. */
void slurm_token_new(const char *folder, char token[SLURM_TOKEN_SIZE]);

/* The same with `salt` in place of the moment; "" for a line that is only shown. */
void slurm_token_make(const char *folder, const char *salt, char token[SLURM_TOKEN_SIZE]);

#endif
