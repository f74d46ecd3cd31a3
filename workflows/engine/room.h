/** \file
 * The free resources of the nodes that the engine may use.
 */
#ifndef ENGINE_ROOM_H
#define ENGINE_ROOM_H

#include <stdbool.h>
#include <stdint.h>
#include "ria/resources.h"

/** Free resources of a node. */
typedef struct {
  int cores, gpus;
  int64_t memory; /**< bytes; INT64_MAX: not managed */
} engine_node;

/** Place a task: ranks[nodes] on each node. Uses as few nodes as possible unless the request gives
 * their number. A task of one node goes where it leaves the least free, so that large gaps stay for
 * large tasks. Writes only `ranks`. False: it does not fit now. */
bool engine_room_place(const engine_node *node, int nodes, const ria_resources *wanted, int *ranks);

/** Take the resources of `ranks`, or return them (sign -1). */
void engine_room_take(engine_node *node, int nodes, const ria_resources *wanted, const int *ranks,
                      int sign);

/** Requested ranks and cores, with defaults for what is not given. */
int engine_room_ranks(const ria_resources *wanted);
int engine_room_cores(const ria_resources *wanted);

#endif
