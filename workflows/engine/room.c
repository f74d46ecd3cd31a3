#include "room.h"
#include <limits.h>
#include <string.h>

int engine_room_ranks(const ria_resources *wanted) {
  return wanted->ranks > 0 ? wanted->ranks : 1;
}

static int cores_a_rank(const ria_resources *wanted) {
  return wanted->workers > 0 ? wanted->workers : 1;
}

int engine_room_cores(const ria_resources *wanted) {
  return engine_room_ranks(wanted) * cores_a_rank(wanted);
}

/* The most ranks that fit on a node. */
static int room_for(const engine_node *node, const ria_resources *wanted) {
  if (wanted->memory > 0 && node->memory < wanted->memory)
    return 0;
  int fit = node->cores / cores_a_rank(wanted);
  int64_t rank = ria_resources_memory(wanted, 1);
  if (wanted->core_memory > 0 && node->memory / rank < fit)
    fit = (int)(node->memory / rank);
  if (wanted->gpus > 0 && node->gpus / wanted->gpus < fit)
    fit = node->gpus / wanted->gpus;
  if (wanted->ranks_per_node > 0 && wanted->ranks_per_node < fit)
    fit = wanted->ranks_per_node;
  return fit > 0 ? fit : 0;
}

/* The fullest node that can take `share` ranks and has none of this task; -1: there is none. */
static int tightest(const engine_node *node, int nodes, const ria_resources *wanted, int share,
                    const int *ranks) {
  int best = -1;
  for (int n = 0; n < nodes; n++)
    if (!ranks[n] && room_for(&node[n], wanted) >= share &&
        (best < 0 || node[n].cores < node[best].cores))
      best = n;
  return best;
}

/* Places ranks on exactly `over` nodes, as evenly as possible. */
static bool place_over(const engine_node *node, int nodes, const ria_resources *wanted, int over,
                       int *ranks) {
  int left = engine_room_ranks(wanted);
  memset(ranks, 0, (size_t)nodes * sizeof *ranks);
  for (int k = 0; k < over; k++) {
    int share = (left + over - k - 1) / (over - k);
    int n = share > 0 ? tightest(node, nodes, wanted, share, ranks) : -1;
    if (n < 0)
      return false;
    ranks[n] = share;
    left -= share;
  }
  return left == 0;
}

bool engine_room_place(const engine_node *node, int nodes, const ria_resources *wanted,
                       int *ranks) {
  int all = engine_room_ranks(wanted);
  if (wanted->nodes > 0)
    return wanted->nodes <= nodes && wanted->nodes <= all &&
           place_over(node, nodes, wanted, wanted->nodes, ranks);
  int least =
      wanted->ranks_per_node > 0 ? (all + wanted->ranks_per_node - 1) / wanted->ranks_per_node : 1;
  for (int over = least; over <= nodes && over <= all; over++)
    if (place_over(node, nodes, wanted, over, ranks))
      return true;
  return false;
}

void engine_room_take(engine_node *node, int nodes, const ria_resources *wanted, const int *ranks,
                      int sign) {
  for (int n = 0; n < nodes; n++) {
    if (!ranks[n])
      continue;
    node[n].cores -= sign * ranks[n] * cores_a_rank(wanted);
    node[n].gpus -= sign * ranks[n] * wanted->gpus;
    if (node[n].memory != INT64_MAX)
      node[n].memory -= sign * ria_resources_memory(wanted, ranks[n]);
  }
}
