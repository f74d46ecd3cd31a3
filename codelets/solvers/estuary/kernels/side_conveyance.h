/* A discharge distributed as in a river in normal flow, independent of the water inside: by the depth below
 * `stage` and the roughness. `factor` scales it so that the segment's cells carry the whole discharge. */
SCALAR(stage, "m", "level of normal flow, above the reference level")
SCALAR(factor, "1", "discharge for a conveyance of 1")

static real asked(void) { return factor * conveyance(max(stage + edge.depth, 0.0)); }
