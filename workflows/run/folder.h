/** \file
 * RUN_DIR, the folder of a run. Only rank 0 may call these functions.
 */
#ifndef RUN_FOLDER_H
#define RUN_FOLDER_H

#include <stdbool.h>
#include <stdint.h>
#include "ria/status.h"

enum { RUN_PATH = 4096 };

typedef struct {
  char path[RUN_PATH];
  int lock; /**< descriptor of log.txt, locked while the run is active; -1: none */
} run_folder;

/** Write "FOLDER/NAME" to path. An overlong path is cut, and then no such file is found. */
void run_folder_join(const run_folder *folder, const char *name, char path[RUN_PATH]);

/** Check that the folder may be used. Foreign files are an error (files.h), and so is an existing
 * run, unless it is resumed or replaced. Changes nothing. Errors: RIA_ERROR_IO. */
ria_status run_folder_check(const run_folder *folder, bool resume, bool overwrite);

/** Create the folder and its parts, and lock it. Replacing a run removes only the files of a run.
 * Errors: RIA_ERROR_IO. */
ria_status run_folder_prepare(run_folder *folder, bool resume, bool overwrite);
/** Remove summary.json, which exists only after a run has ended. */
void run_folder_begin(const run_folder *folder);
/** Remove the files of an earlier run, and no others. */
void run_folder_clear(const run_folder *folder);
void run_folder_release(run_folder *folder);

/** Write a small text file atomically and durably. */
ria_status run_folder_write(const run_folder *folder, const char *name, const char *text);
/** Make the names of the files in the folder durable. */
ria_status run_folder_sync(const run_folder *folder);

/** The name of the checkpoint after `steps` steps, relative to the folder. */
void run_folder_checkpoint_name(int64_t steps, char name[64]);
/** The step counts of the checkpoints, newest first; the caller frees `*steps`. */
ria_status run_folder_checkpoints(const run_folder *folder, int *count, int64_t **steps);
/** Make checkpoints/latest point to the checkpoint after `steps` steps, and remove all but the
 * `keep` newest checkpoints. */
ria_status run_folder_publish(const run_folder *folder, int64_t steps, int keep);

#endif
