/* The options of sbatch, parsed as getopt does: long ones and their abbreviations, letters, and
 * several letters in one word. */
#ifndef SLURM_OPTIONS_H
#define SLURM_OPTIONS_H

#include <stdbool.h>

typedef struct {
  const char *name;
  char letter; /* 0: none */
  enum { SLURM_NO_VALUE, SLURM_VALUE, SLURM_MAY_VALUE } value;
} slurm_sbatch_option;

/* Receives an option, or a word that is not a known option (`option` NULL). `value`: NULL if it
 * has none. Borrowed from the words. */
typedef void (*slurm_sbatch_take)(void *context, const slurm_sbatch_option *option,
                                  const char *value, const char *word);

/* Read the options in `count` words. */
void slurm_sbatch_options_read(const char *const *words, int count, slurm_sbatch_take take,
                               void *context);

/* Whether a list of words, ended by NULL (NULL: none), has the option of that name. */
bool slurm_sbatch_options_have(const char *const *words, const char *name);

#endif
