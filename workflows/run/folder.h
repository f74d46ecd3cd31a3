/** \file
 * RUN_DIR: the folder that a run leaves behind. Functions here are for rank 0 alone.
 */
#ifndef RIA_RUN_FOLDER_H
#define RIA_RUN_FOLDER_H

#include <stdbool.h>
#include <stdint.h>
#include "ria/status.h"

enum { RUN_PATH = 4096 };

typedef struct {
  char path[RUN_PATH];
  int lock; /**< descriptor of log.txt, locked while the run is at work; -1: none */
} run_folder;

/** "FOLDER/NAME" into path; an overlong one is cut, and no file of that name is found. */
void run_folder_join(const run_folder *folder, const char *name, char path[RUN_PATH]);

/** A folder that holds files of others is an error (files.h), and so is a run that is there
 * already, unless it is to be resumed or replaced. Changes nothing. Errors: RIA_ERROR_IO. */
ria_status run_folder_check(const run_folder *folder, bool resume, bool overwrite);

/** Make the folder and its parts, and lock it; replacing a run removes what a run leaves, and
 * nothing else. Errors: RIA_ERROR_IO. */
ria_status run_folder_prepare(run_folder *folder, bool resume, bool overwrite);
/** summary.json tells of a run that has ended: remove it. */
void run_folder_begin(const run_folder *folder);
/** Remove what an earlier run left, and nothing else. */
void run_folder_clear(const run_folder *folder);
void run_folder_release(run_folder *folder);

/** Write a small text file, as a whole or not at all, durably. */
ria_status run_folder_write(const run_folder *folder, const char *name, const char *text);
/** Make the names of the files in it durable. */
ria_status run_folder_sync(const run_folder *folder);

/** Name of the checkpoint after `steps` steps, relative to the folder. */
void run_folder_checkpoint_name(int64_t steps, char name[64]);
/** Step counts of the checkpoints, newest first; `*steps` is the caller's to free. */
ria_status run_folder_checkpoints(const run_folder *folder, int *count, int64_t **steps);
/** Point checkpoints/latest to the checkpoint after `steps` steps, and remove all but the `keep`
 * newest. */
ria_status run_folder_publish(const run_folder *folder, int64_t steps, int keep);

#endif
