/** \file
 * Options of a model for a line on a device: how its steps are cut (ria/line.h).
 */
#ifndef RIA_LINE_CHOICE_H
#define RIA_LINE_CHOICE_H

#include <stddef.h>
#include <stdbool.h>

#ifdef __cplusplus
extern "C" {
#endif

/** How a line's steps are cut:
 *
 *   SHARED      swept: a point a thread, a block a node, a launch for each row of diamonds; the
 *               paper's Shared
 *   REGISTER    swept: a point a lane, a warp a node, points passed on by shuffles; the paper's
 *               Register. Nodes of 32 points
 *   HYBRID      swept: as SHARED, but the node astride the ends of the line is computed by the
 * host, while the GPU computes the others; the paper's Hybrid PACKED      swept: several points a
 * thread, and all diamonds in one launch, in which a node waits for the two nodes below it, or
 * warps keep their nodes and run two phases at once LAUNCH      classic: a launch a step GRAPH
 * classic: the same launches, replayed from a graph PERSISTENT  classic: all steps in one launch,
 * in which a piece waits for its neighbours at each step */
#define RIA_LINE_VARIANT_LIST(X)                                                                   \
  X(RIA_LINE_SHARED, "shared")                                                                     \
  X(RIA_LINE_REGISTER, "register")                                                                 \
  X(RIA_LINE_HYBRID, "hybrid")                                                                     \
  X(RIA_LINE_PACKED, "packed")                                                                     \
  X(RIA_LINE_LAUNCH, "launch")                                                                     \
  X(RIA_LINE_GRAPH, "graph")                                                                       \
  X(RIA_LINE_PERSISTENT, "persistent")
#define RIA_LINE_VARIANT(variant, name) variant,
typedef enum { RIA_LINE_VARIANT_LIST(RIA_LINE_VARIANT) RIA_LINE_VARIANTS } ria_line_variant;
#undef RIA_LINE_VARIANT
#define RIA_LINE_VARIANT_NAME(variant, name) name,

/** The name of a variant in a case: "shared" and so on. */
const char *ria_line_variant_name(ria_line_variant variant);

/** The variant whose name is the first `length` characters of a text, or RIA_LINE_VARIANTS. */
ria_line_variant ria_line_variant_named(const char *text, size_t length);

/** Whether a variant is swept; the others are classic. */
static inline bool ria_line_is_swept(ria_line_variant variant) {
  return variant <= RIA_LINE_PACKED;
}

/** Options for a grid of one row. All 0: the executor chooses. */
typedef struct {
  int variant; /**< 1 + a ria_line_variant of the model's scheme; 0: swept: PACKED, classic: step by
                  step */
  int node;    /**< points of its nodes; 0: a default */
  int points;  /**< points of a thread; 0: a default */
} ria_line_choice;

#ifdef __cplusplus
}
#endif
#endif
