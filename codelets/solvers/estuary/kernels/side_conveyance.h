/* A discharge that is spread as a river in normal flow has it, whatever the water inside does: by the depth below `stage` and
 * the roughness. `factor` is such that the cells of the segment have the whole discharge. */
SCALAR(stage, "m", "level of normal flow, above the reference level")
SCALAR(factor, "1", "discharge for a conveyance of 1")

static real asked(void) { return factor * conveyance(max(stage + edge.depth, 0.0)); }
