#include "snapshot_memory.h"
#include <pthread.h>
#include <starpu.h>
#include <stdlib.h>
#include "mesh/layout.h"

typedef struct block {
  void *start;
  size_t bytes;
  bool pinned, taken;
  struct block *next;
} block;

struct snapshot_memory {
  pthread_mutex_t mutex;
  block *first;
};

snapshot_memory *snapshot_memory_create(void) {
  snapshot_memory *m = calloc(1, sizeof *m);
  if (m)
    pthread_mutex_init(&m->mutex, NULL);
  return m;
}

void snapshot_memory_destroy(snapshot_memory *m) {
  if (!m)
    return;
  for (block *b = m->first, *next; b; b = next) {
    next = b->next;
    if (b->pinned)
      starpu_memory_unpin(b->start, b->bytes);
    free(b->start);
    free(b);
  }
  pthread_mutex_destroy(&m->mutex);
  free(m);
}

/* Few blocks are kept, nearly all of the same size. */
static void *take_old(snapshot_memory *m, size_t bytes, bool pinned) {
  void *start = NULL;
  pthread_mutex_lock(&m->mutex);
  for (block *b = m->first; b && !start; b = b->next)
    if (!b->taken && b->bytes == bytes && b->pinned == pinned) {
      b->taken = true;
      start = b->start;
    }
  pthread_mutex_unlock(&m->mutex);
  return start;
}

void *snapshot_memory_take(snapshot_memory *m, size_t bytes, bool pinned) {
  void *old = take_old(m, bytes, pinned);
  if (old)
    return old;
  block *b = calloc(1, sizeof *b);
  if (!b)
    return NULL;
  *b = (block){.start = pages_alloc(bytes), .bytes = bytes, .pinned = pinned, .taken = true};
  if (!b->start) {
    free(b);
    return NULL;
  }
  if (pinned) /* if pinning is refused, copies block */
    starpu_memory_pin(b->start, bytes);
  pthread_mutex_lock(&m->mutex);
  b->next = m->first;
  m->first = b;
  pthread_mutex_unlock(&m->mutex);
  return b->start;
}

void snapshot_memory_give(snapshot_memory *m, void *start) {
  pthread_mutex_lock(&m->mutex);
  for (block *b = m->first; b; b = b->next)
    if (b->start == start)
      b->taken = false;
  pthread_mutex_unlock(&m->mutex);
}
