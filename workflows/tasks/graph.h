/** \file
 * What hangs on what: graphs without cycles, as plain arrays. */
#ifndef RIA_TASKS_GRAPH_H
#define RIA_TASKS_GRAPH_H

#include <stdbool.h>
#include "ria/status.h"

/** What a node asks of one that it needs. */
typedef enum {
  ENGINE_AFTER_SUCCESS, /**< that it has succeeded */
  ENGINE_AFTER_END,     /**< that it is over, however it ended */
  ENGINE_IN_ORDER       /**< likewise; it is no business of the node's if it runs again */
} engine_bond;

typedef struct {
  int node;
  engine_bond bond;
} engine_need;

/** Node i needs need[first[i]] ... need[first[i + 1] - 1]. */
typedef struct {
  int nodes, needs;
  int *first;        /**< [nodes + 1] */
  engine_need *need; /**< [needs], room for `room` */
  int room;
} engine_graph;

/** Add a node; engine_graph_need() says what the newest one needs, which may come later. */
ria_status engine_graph_node(engine_graph *graph);
ria_status engine_graph_need(engine_graph *graph, int node, engine_bond bond);
void engine_graph_destroy(engine_graph *graph);

/** An order in which each node comes after what it needs: order[nodes]. Errors: RIA_ERROR_ARGUMENT
 * for a cycle, or a need that is no node. */
ria_status engine_graph_order(const engine_graph *graph, int *order);

/** The longest way from the start of each node to the end of all, in the unit of `seconds` [nodes]:
 * what starts with the longest chain must start first. chain[nodes] is written. */
ria_status engine_graph_chain(const engine_graph *graph, const double *seconds, double *chain);

/** Mark [nodes] all that hangs, directly or not, on a node that is marked; order alone is no
 * hanging.
 */
ria_status engine_graph_spread(const engine_graph *graph, bool *mark);

/** How a node ends. */
typedef enum {
  ENGINE_OPEN,  /**< given: something may yet happen to it; found: it is not over */
  ENGINE_GOOD,  /**< it has succeeded */
  ENGINE_BAD,   /**< it is over without success, or can never come to be */
  ENGINE_WAITS, /**< given only: it can come to be once it has what it needs */
  ENGINE_GATE,  /**< given only: it is over when all it needs are, and good if they are */
  ENGINE_PASSES /**< given only: nothing is to be done; good when all it needs are over */
} engine_outcome;

/** From what is known of each node by itself to what follows for it: outcome[nodes] is given and
 * overwritten with ENGINE_OPEN, ENGINE_GOOD or ENGINE_BAD. */
ria_status engine_graph_outcomes(const engine_graph *graph, engine_outcome *outcome);

#endif
