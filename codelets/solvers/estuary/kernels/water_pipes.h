/* Water in culverts and pumps: kept at the cell where it went in, until it has come out. */
#define PIPED                                                                              \
  STATE(FIELD(piped, "m", "water in culverts and pumps that went in here")                 \
        FIELD(piped_tracer, "m", "tracer in it: depth times concentration"))
