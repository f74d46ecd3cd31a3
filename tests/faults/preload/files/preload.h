/* A library for LD_PRELOAD that makes file calls fail, or records them.
 *
 * It looks at calls on paths below the folder RIA_FAULT_UNDER (an absolute path without symbolic
 * links) and ignores all others. inject.c counts the calls and fails one of them; record.c records
 * their effects, so that a program can reconstruct the state after a power cut. These files list
 * the environment variables that control them. calls.c and stdio.c replace the calls of the C
 * library. */
#ifndef RIA_TESTS_FAULTS_PRELOAD_H
#define RIA_TESTS_FAULTS_PRELOAD_H

#include <limits.h>
#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

/** Whether `path`, seen from the folder `dir` (AT_FDCWD: the current one), lies below the folder;
 * then `name` is the path from there, "." for the folder itself. */
bool preload_below(int dir, const char *path, char name[PATH_MAX]);

/** The same for an open file. */
bool preload_holds(int file, char name[PATH_MAX]);

/** The kind of a call; a full disk fails only some kinds. */
typedef enum { CALL_READS, CALL_TAKES_ROOM, CALL_ENDS } call_kind;

/** Counts a call of the file `name`. True if it must fail: errno is set, and the caller must return
 * at once. */
bool inject(const char *call, const char *name, call_kind kind);

/** Whether calls are recorded; if not, callers may skip the other functions of record.c. */
bool record_is_on(void);
void record_create(int file, const char *name);
void record_write(int file, const char *name, off_t at, const void *data, size_t bytes);
void record_size(int file, const char *name, off_t bytes);
void record_sync(int file, const char *name);
/** mkdir, unlink, rmdir (`other` is empty), rename, link, symlink (`other` is the new name). */
void record_names(const char *call, const char *name, const char *other);

/* The calls below the replaced ones, for stdio.c. */
int preload_open(int dir, const char *path, int flags, mode_t mode, const char *call);
ssize_t preload_read(int file, void *data, size_t bytes);
ssize_t preload_write(int file, const void *data, size_t bytes);
int preload_close(int file);

/** Replaces stdout and stderr by streams that can be observed. */
void preload_standard_streams(void);

#endif
