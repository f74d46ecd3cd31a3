/* The fields of a cell of water with a tracer, over a bed. */
#ifndef RIA_WATER_FIELDS_H
#define RIA_WATER_FIELDS_H

#define WATER                                                        \
  STATE(FIELD(h, "m", "water depth")                                 \
        VECTOR(q, "m2/s", "discharge per unit width")                \
        FIELD(hc, "m", "tracer content: depth times concentration")) \
  STATICS(FIELD(depth, "m", "still-water depth H, positive below the reference level"))

/* The static field of a roughness that varies in space. */
#define ROUGHNESS_MAP STATICS(FIELD(roughness, "1", "of the bed, by the law of friction_map.h"))

/* The static field of muscl_step.h. Kernels of sides read it where the level varies along a side:
 * in ghost cells it is -1 minus the fraction of the distance from one station to the next. */
#define ALONG_MAP STATICS(FIELD(side, "1", "1 beside a side that gives the water outside, -1 or less beyond it, 0 elsewhere"))

/* Replaces a kernel's MIXING where viscosity and diffusivity vary in space. */
#define MIXING_MAP                                                                               \
  STATICS(FIELD(viscosity_map, "m2/s", "eddy viscosity, the part that the strain does not make") \
          FIELD(diffusivity_map, "m2/s", "the same of the eddy diffusivity"))

/* The same for a tracer alone. */
#define MIXING_OF_TRACER \
  STATICS(FIELD(diffusivity_map, "m2/s", "eddy diffusivity, the part that the strain does not make"))

/* The static fields of structures on faces. */
#define DAMS_MAP                                                                                                              \
  STATICS(VECTOR(crest, "m", "of the structure on the low face, above the reference level; far below all: there is none")     \
          VECTOR(forth, "1", "its weir coefficient for water that passes to the high side; 0: none passes")                   \
          VECTOR(back, "1", "the same for water that passes to the low side")                                                  \
          VECTOR(gap, "m", "height above the crest of the lid of a gate; far above all: it has none"))

/* The static field of open lines. */
#define LINE_MAP \
  STATICS(VECTOR(reach, "m", "from the line outwards: what makes a change of depth a second the discharge across the line"))

/* The mass fluxes of a step that outputs them (fluxes.h). */
#define FLUXES_HANDED_ON                                                                                              \
  STATE(VECTOR(enters, "m2/s", "discharge per unit width through the cell's low face, towards its high side")         \
        VECTOR(leaves, "m2/s", "the same through the cell's high face"))

/* The same for kernels that read them. */
#define FLUXES_RECEIVED                                                                                               \
  STATICS(VECTOR(enters, "m2/s", "discharge per unit width through the cell's low face, towards its high side")       \
          VECTOR(leaves, "m2/s", "the same through the cell's high face"))

#endif
