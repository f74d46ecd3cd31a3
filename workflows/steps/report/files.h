/** \file
 * Private: what steps left in their folders, for the report.
 */
#ifndef RIA_REPORT_FILES_H
#define RIA_REPORT_FILES_H

#include <stdbool.h>
#include <stddef.h>
#include "ria/status.h"

typedef enum { FILE_TABLE, FILE_PICTURE, FILE_FILM, FILE_PROVENANCE } file_kind;

typedef struct {
  file_kind kind;
  char *path;       /**< to open it */
  const char *name; /**< within the folder that was looked through */
  int series; /**< of a picture: how many of NAME-0001.png, ... it stands for; it is the last */
} left_file;

typedef struct {
  int count, room;
  left_file *item; /**< [count], pictures and tables in the order of their names */
} left_files;

/** Look through a folder and those in it; a missing one holds nothing. Links are not followed.
 * Errors: RIA_ERROR_MEMORY. */
ria_status left_files_find(const char *folder, left_files *files);
void left_files_destroy(left_files *files);

/** The last `lines` lines of a file, at most 16 kB; NULL if there is none, or without memory. Owned
 * by the caller (free). */
char *file_tail(const char *path, int lines, size_t *length);

/** All of a text file, cut at `most` bytes. As above. */
char *file_head(const char *path, size_t most, size_t *length);

#endif
