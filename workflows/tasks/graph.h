/** \file
 * Graphs of dependencies, without cycles, as plain arrays.
 */
#ifndef TASKS_GRAPH_H
#define TASKS_GRAPH_H

#include <stdbool.h>
#include "ria/status.h"

/** Condition on a needed node before its dependent node may run. */
typedef enum {
  TASK_AFTER_SUCCESS, /**< it has succeeded */
  TASK_AFTER_END,     /**< it has ended in any way */
  TASK_IN_ORDER       /**< it has ended in any way; if it runs again, the dependent node does not */
} task_bond;

typedef struct {
  int node;
  task_bond bond;
} task_edge;

/** Node i needs need[first[i]] ... need[first[i + 1] - 1]. */
typedef struct {
  int nodes, needs;
  int *first;      /**< [nodes + 1] */
  task_edge *need; /**< [needs], capacity `room` */
  int room;
} task_graph;

/** Add a node; task_graph_need() adds a need of the newest node, which may be a later node.
 */
ria_status task_graph_node(task_graph *graph);
ria_status task_graph_need(task_graph *graph, int node, task_bond bond);
void task_graph_destroy(task_graph *graph);

/** Order the nodes so that each comes after its needs: order[nodes]. Errors: RIA_ERROR_ARGUMENT
 * for a cycle, or a need that does not exist. */
ria_status task_graph_order(const task_graph *graph, int *order);

/** The longest path from the start of each node to the end of all, in the unit of seconds[nodes].
 * Nodes with the longest chain must start first. Writes chain[nodes]. */
ria_status task_graph_chain(const task_graph *graph, const double *seconds, double *chain);

/** Mark [nodes] every node that depends, directly or not, on a marked one. TASK_IN_ORDER does not
 * count as a dependency. */
ria_status task_graph_spread(const task_graph *graph, bool *mark);

/** The end of a node. */
typedef enum {
  TASK_OPEN,  /**< input: its state may still change; output: it has not ended */
  TASK_GOOD,  /**< it has succeeded */
  TASK_BAD,   /**< it has ended without success, or can never run */
  TASK_WAITS, /**< input only: it can run once its needs are met */
  TASK_GATE,  /**< input only: it ends when all its needs have ended, and succeeds if they do */
  TASK_PASSES /**< input only: it has no work, and succeeds when all its needs have ended
               */
} task_outcome;

/** Derive the end of each node from the known states and the graph. outcome[nodes] is overwritten
 * with TASK_OPEN, TASK_GOOD or TASK_BAD. */
ria_status task_graph_outcomes(const task_graph *graph, task_outcome *outcome);

#endif
