#include "graph.h"
#include <stdlib.h>
#include <string.h>

static ria_status no_memory(void) {
  return ria_fail(RIA_ERROR_MEMORY, "no memory for the graph of the tasks");
}

ria_status task_graph_node(task_graph *graph) {
  int *grown = realloc(graph->first, (size_t)(graph->nodes + 2) * sizeof *grown);
  if (!grown)
    return no_memory();
  graph->first = grown;
  graph->first[graph->nodes] = graph->needs;
  graph->first[++graph->nodes] = graph->needs;
  return RIA_SUCCESS;
}

ria_status task_graph_need(task_graph *graph, int node, task_bond bond) {
  if (graph->needs == graph->room) {
    int room = graph->room ? 2 * graph->room : 64;
    task_edge *grown = realloc(graph->need, (size_t)room * sizeof *grown);
    if (!grown)
      return no_memory();
    graph->need = grown;
    graph->room = room;
  }
  graph->need[graph->needs++] = (task_edge){node, bond};
  graph->first[graph->nodes] = graph->needs;
  return RIA_SUCCESS;
}

void task_graph_destroy(task_graph *graph) {
  free(graph->first);
  free(graph->need);
  *graph = (task_graph){0};
}

/* The reversed graph: waiter[start[i]] ... waiter[start[i + 1] - 1] wait for node i. */
typedef struct {
  int *start, *waiter;
} waiters;

static ria_status turn(const task_graph *g, waiters *w) {
  w->start = calloc((size_t)g->nodes + 2, sizeof *w->start);
  w->waiter = calloc((size_t)g->needs + 1, sizeof *w->waiter);
  if (!w->start || !w->waiter) {
    free(w->start);
    free(w->waiter);
    return no_memory();
  }
  for (int k = 0; k < g->needs; k++)
    w->start[g->need[k].node + 2]++;
  for (int i = 2; i <= g->nodes; i++)
    w->start[i] += w->start[i - 1];
  for (int i = 0; i < g->nodes; i++)
    for (int k = g->first[i]; k < g->first[i + 1]; k++)
      w->waiter[w->start[g->need[k].node + 1]++] = i;
  return RIA_SUCCESS;
}

/* Kahn's algorithm, with `order` as its queue. */
static int sort(const task_graph *g, const waiters *w, int *unmet, int *order) {
  int sorted = 0;
  for (int i = 0; i < g->nodes; i++) {
    unmet[i] = g->first[i + 1] - g->first[i];
    if (!unmet[i])
      order[sorted++] = i;
  }
  for (int next = 0; next < sorted; next++) {
    int node = order[next];
    for (int k = w->start[node]; k < w->start[node + 1]; k++)
      if (--unmet[w->waiter[k]] == 0)
        order[sorted++] = w->waiter[k];
  }
  return sorted;
}

ria_status task_graph_order(const task_graph *graph, int *order) {
  for (int k = 0; k < graph->needs; k++)
    if (graph->need[k].node < 0 || graph->need[k].node >= graph->nodes)
      return ria_fail(RIA_ERROR_ARGUMENT, "a task needs a task that does not exist");
  waiters w;
  RIA_TRY(turn(graph, &w));
  int *unmet = malloc(((size_t)graph->nodes + 1) * sizeof *unmet);
  int sorted = unmet ? sort(graph, &w, unmet, order) : -1;
  free(unmet);
  free(w.start);
  free(w.waiter);
  if (sorted < 0)
    return no_memory();
  return sorted == graph->nodes ? RIA_SUCCESS
                                : ria_fail(RIA_ERROR_ARGUMENT, "tasks need each other in a cycle");
}

static ria_status ordered(const task_graph *graph, int **order) {
  *order = malloc(((size_t)graph->nodes + 1) * sizeof **order);
  if (!*order)
    return no_memory();
  ria_status status = task_graph_order(graph, *order);
  if (status != RIA_SUCCESS)
    free(*order);
  return status;
}

ria_status task_graph_chain(const task_graph *graph, const double *seconds, double *chain) {
  int *order;
  RIA_TRY(ordered(graph, &order));
  memset(chain, 0, (size_t)graph->nodes * sizeof *chain);
  /* Backwards, so that chain[] already holds the longest chain of each node's waiters. */
  for (int at = graph->nodes - 1; at >= 0; at--) {
    int node = order[at];
    chain[node] += seconds[node];
    for (int k = graph->first[node]; k < graph->first[node + 1]; k++)
      if (chain[graph->need[k].node] < chain[node])
        chain[graph->need[k].node] = chain[node];
  }
  free(order);
  return RIA_SUCCESS;
}

ria_status task_graph_spread(const task_graph *graph, bool *mark) {
  int *order;
  RIA_TRY(ordered(graph, &order));
  for (int at = 0; at < graph->nodes; at++) {
    int node = order[at];
    for (int k = graph->first[node]; k < graph->first[node + 1]; k++)
      if (graph->need[k].bond != TASK_IN_ORDER)
        mark[node] |= mark[graph->need[k].node];
  }
  free(order);
  return RIA_SUCCESS;
}

static task_outcome outcome_of(const task_graph *graph, int node, const task_outcome *found) {
  bool open = false, bad = false, lacks = false;
  for (int k = graph->first[node]; k < graph->first[node + 1]; k++) {
    task_outcome need = found[graph->need[k].node];
    open |= need == TASK_OPEN;
    bad |= need == TASK_BAD;
    lacks |= need == TASK_BAD && graph->need[k].bond == TASK_AFTER_SUCCESS;
  }
  if (found[node] == TASK_WAITS)
    return lacks ? TASK_BAD : TASK_OPEN;
  if (found[node] == TASK_GATE)
    return open ? TASK_OPEN : bad ? TASK_BAD : TASK_GOOD;
  if (found[node] == TASK_PASSES)
    return open ? TASK_OPEN : TASK_GOOD;
  return found[node];
}

ria_status task_graph_outcomes(const task_graph *graph, task_outcome *outcome) {
  int *order;
  RIA_TRY(ordered(graph, &order));
  for (int at = 0; at < graph->nodes; at++)
    outcome[order[at]] = outcome_of(graph, order[at], outcome);
  free(order);
  return RIA_SUCCESS;
}
