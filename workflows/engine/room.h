/** \file
 * What fits beside what: the room on the nodes that the engine may use. */
#ifndef RIA_ENGINE_ROOM_H
#define RIA_ENGINE_ROOM_H

#include <stdbool.h>
#include <stdint.h>
#include "ria/resources.h"

/** What is free on a node. */
typedef struct {
  int cores, gpus;
  int64_t memory; /**< bytes; INT64_MAX: not watched */
} engine_node;

/** Where a task's ranks would go: ranks[nodes] of it on each node. As few nodes as will do, unless
 * the resources say how many; a task of one node goes where it leaves the least room, so that big
 * holes stay for big tasks. Changes nothing but `ranks`. False: there is no room now. */
bool engine_room_place(const engine_node *node, int nodes, const ria_resources *wanted, int *ranks);

/** Take that room, or give it back (sign -1). */
void engine_room_take(engine_node *node, int nodes, const ria_resources *wanted, const int *ranks,
                      int sign);

/** Ranks and cores that resources ask for, with what is not said filled in. */
int engine_room_ranks(const ria_resources *wanted);
int engine_room_cores(const ria_resources *wanted);

#endif
