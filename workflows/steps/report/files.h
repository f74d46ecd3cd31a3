/** \file
 * Private: the files in the steps' folders, for the report.
 */
#ifndef REPORT_FILES_H
#define REPORT_FILES_H

#include <stdbool.h>
#include <stddef.h>
#include "ria/status.h"

typedef enum { FILE_TABLE, FILE_PICTURE, FILE_FILM, FILE_PROVENANCE } file_kind;

typedef struct {
  file_kind kind;
  char *path;       /**< to open it */
  const char *name; /**< relative to the searched folder */
  int series;       /**< for a picture: length of the series NAME-0001.png, ... that ends with it */
} left_file;

typedef struct {
  int count, room;
  left_file *item; /**< [count] pictures and tables, sorted by name */
} left_files;

/** Search a folder and its subfolders. A missing folder is empty. Links are not followed. Errors:
 * RIA_ERROR_MEMORY. */
ria_status left_files_find(const char *folder, left_files *files);
void left_files_destroy(left_files *files);

/** The last `lines` lines of a file, at most 16 kB; NULL if it does not exist, or without memory.
 * Owned by the caller (free). */
char *file_tail(const char *path, int lines, size_t *length);

/** The text of a file, at most `most` bytes; NULL if it does not exist, or without memory. Owned by
 * the caller (free). */
char *file_head(const char *path, size_t most, size_t *length);

#endif
