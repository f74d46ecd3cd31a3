/** \file
 * Private: host memory for snapshots. What one leaves, the next one takes: its pages are there, and
 * pinned where a GPU copies to it. New memory is written to page by page before a copy can begin,
 * and a copy to memory that is not pinned holds up the GPU's worker: both would stall the run.
 */
#ifndef ACCESS_SNAPSHOT_MEMORY_H
#define ACCESS_SNAPSHOT_MEMORY_H

#include <stdbool.h>
#include <stddef.h>

typedef struct snapshot_memory snapshot_memory;

/** NULL without memory. */
snapshot_memory *snapshot_memory_create(void);
/** Everything taken must have been given back. NULL is fine. */
void snapshot_memory_destroy(snapshot_memory *memory);
/** Of at least so many bytes; NULL if there is none. */
void *snapshot_memory_take(snapshot_memory *memory, size_t bytes, bool pinned);
/** By any thread. NULL is fine. */
void snapshot_memory_give(snapshot_memory *memory, void *block);

#endif
