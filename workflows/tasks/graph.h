/** \file
 * What hangs on what: graphs without cycles, as plain arrays. */
#ifndef RIA_TASKS_GRAPH_H
#define RIA_TASKS_GRAPH_H

#include <stdbool.h>
#include "ria/status.h"

/** What a node asks of one that it needs. */
typedef enum {
  TASK_AFTER_SUCCESS, /**< that it has succeeded */
  TASK_AFTER_END,     /**< that it is over, however it ended */
  TASK_IN_ORDER       /**< likewise; it is no business of the node's if it runs again */
} task_bond;

typedef struct {
  int node;
  task_bond bond;
} task_edge;

/** Node i needs need[first[i]] ... need[first[i + 1] - 1]. */
typedef struct {
  int nodes, needs;
  int *first;      /**< [nodes + 1] */
  task_edge *need; /**< [needs], room for `room` */
  int room;
} task_graph;

/** Add a node; task_graph_need() says what the newest one needs, which may come later. */
ria_status task_graph_node(task_graph *graph);
ria_status task_graph_need(task_graph *graph, int node, task_bond bond);
void task_graph_destroy(task_graph *graph);

/** An order in which each node comes after what it needs: order[nodes]. Errors: RIA_ERROR_ARGUMENT
 * for a cycle, or a need that is no node. */
ria_status task_graph_order(const task_graph *graph, int *order);

/** The longest way from the start of each node to the end of all, in the unit of `seconds` [nodes]:
 * what starts with the longest chain must start first. chain[nodes] is written. */
ria_status task_graph_chain(const task_graph *graph, const double *seconds, double *chain);

/** Mark [nodes] all that hangs, directly or not, on a node that is marked; order alone is no
 * hanging.
 */
ria_status task_graph_spread(const task_graph *graph, bool *mark);

/** How a node ends. */
typedef enum {
  TASK_OPEN,  /**< given: something may yet happen to it; found: it is not over */
  TASK_GOOD,  /**< it has succeeded */
  TASK_BAD,   /**< it is over without success, or can never come to be */
  TASK_WAITS, /**< given only: it can come to be once it has what it needs */
  TASK_GATE,  /**< given only: it is over when all it needs are, and good if they are */
  TASK_PASSES /**< given only: nothing is to be done; good when all it needs are over */
} task_outcome;

/** From what is known of each node by itself to what follows for it: outcome[nodes] is given and
 * overwritten with TASK_OPEN, TASK_GOOD or TASK_BAD. */
ria_status task_graph_outcomes(const task_graph *graph, task_outcome *outcome);

#endif
