/** \file
 * What a model may ask for of a line on a device: how its steps are cut (ria/line.h). */
#ifndef RIA_LINE_CHOICE_H
#define RIA_LINE_CHOICE_H

#include <stddef.h>
#include <stdbool.h>

#ifdef __cplusplus
extern "C" {
#endif

/** How a line's steps are cut, and what a case calls that:
 *
 *   SHARED      swept: a point a thread, a block a node, a launch for each row of diamonds; the
 *               paper's Shared
 *   REGISTER    swept: a point a lane, a warp a node, points handed on by shuffles; the paper's
 *               Register. Nodes of 32 points
 *   HYBRID      swept: as SHARED, but the node astride the ends of the line is made by the host,
 *               while the GPU makes the others; the paper's Hybrid
 *   PACKED      swept: several points a thread, and all diamonds in one launch, in which a node
 *               waits for the two that it lies upon, or warps keep their nodes and make two phases
 *               at once
 *   LAUNCH      classic: a launch a step
 *   GRAPH       classic: the same launches, replayed from a graph
 *   PERSISTENT  classic: all steps in one launch, in which a piece waits for those beside it at
 *               each step */
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

/** What a variant is called: "shared" and so on. */
const char *ria_line_variant_name(ria_line_variant variant);

/** The variant that the first `length` characters of a text name, or RIA_LINE_VARIANTS. */
ria_line_variant ria_line_variant_named(const char *text, size_t length);

/** Whether a variant is swept; the others are classic. */
static inline bool ria_line_is_swept(ria_line_variant variant) {
  return variant <= RIA_LINE_PACKED;
}

/** All 0: the executor chooses. Of a grid of one row. */
typedef struct {
  int variant; /**< 1 + a ria_line_variant, which is one of the scheme; 0: swept packed, classic
                    step by step */
  int node;    /**< points of its nodes; 0: a default */
  int points;  /**< points of a thread; 0: a default */
} ria_line_choice;

#ifdef __cplusplus
}
#endif
#endif
