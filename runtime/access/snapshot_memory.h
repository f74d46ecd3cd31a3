/** \file
 * Private: host memory for snapshots, reused from one snapshot to the next because its pages are
 * mapped, and pinned for copies from a GPU. New memory would be touched page by page before a copy
 * begins, and a copy to memory that is not pinned blocks the GPU's worker: both would stall the
 * run.
 */
#ifndef ACCESS_SNAPSHOT_MEMORY_H
#define ACCESS_SNAPSHOT_MEMORY_H

#include <stdbool.h>
#include <stddef.h>

typedef struct snapshot_memory snapshot_memory;

/** NULL if there is no memory. */
snapshot_memory *snapshot_memory_create(void);
/** All blocks must have been returned. NULL is fine. */
void snapshot_memory_destroy(snapshot_memory *memory);
/** Take a block of at least so many bytes; NULL if there is no memory. */
void *snapshot_memory_take(snapshot_memory *memory, size_t bytes, bool pinned);
/** Return a block; any thread may call this. NULL is fine. */
void snapshot_memory_give(snapshot_memory *memory, void *block);

#endif
