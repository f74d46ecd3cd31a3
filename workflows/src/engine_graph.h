/** \file
 * What hangs on what: graphs without cycles, as plain arrays. */
#ifndef RIA_ENGINE_GRAPH_H
#define RIA_ENGINE_GRAPH_H

#include <stdbool.h>
#include "ria/status.h"

/** Node i needs the nodes need[first[i]] ... need[first[i + 1] - 1]. */
typedef struct {
  int nodes, needs;
  int *first; /**< [nodes + 1] */
  int *need;  /**< [needs], room for `room` */
  int room;
} engine_graph;

/** Add a node; engine_graph_need() says what the newest one needs, which may come later. */
ria_status engine_graph_node(engine_graph *graph);
ria_status engine_graph_need(engine_graph *graph, int node);
void engine_graph_destroy(engine_graph *graph);

/** An order in which each node comes after what it needs: order[nodes]. Errors: RIA_ERROR_ARGUMENT
 * for a cycle, or a need that is no node. */
ria_status engine_graph_order(const engine_graph *graph, int *order);

/** The longest way from the start of each node to the end of all, in the unit of `seconds` [nodes]:
 * what starts with the longest chain must start first. chain[nodes] is written. */
ria_status engine_graph_chain(const engine_graph *graph, const double *seconds, double *chain);

/** Mark [nodes] all that hangs, directly or not, on a node that is marked. */
ria_status engine_graph_spread(const engine_graph *graph, bool *mark);

#endif
