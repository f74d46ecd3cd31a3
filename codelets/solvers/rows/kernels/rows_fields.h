/* Fields that many kernels of blade rows read or compute. */
#ifndef RIA_ROWS_FIELDS_H
#define RIA_ROWS_FIELDS_H

/* The state. */
#define CONSERVED                          \
  FIELD(rho, "kg/m3", "density")           \
  FIELD(mx, "kg/m2s", "axial momentum")    \
  FIELD(mr, "kg/m2s", "radial momentum")   \
  FIELD(mt, "kg/ms", "moment of momentum") \
  FIELD(e, "J/m3", "total energy")

/* The change of the state by the fluxes of a step. */
#define CHANGES                                                  \
  FIELD(d0, "kg/m3", "change by the fluxes: density")            \
  FIELD(d1, "kg/m2s", "change by the fluxes: axial momentum")    \
  FIELD(d2, "kg/m2s", "change by the fluxes: radial momentum")   \
  FIELD(d3, "kg/ms", "change by the fluxes: moment of momentum") \
  FIELD(d4, "J/m3", "change by the fluxes: total energy")

/* The change of the state by artificial diffusion. */
#define DIFFUSION                                     \
  FIELD(s0, "kg/m3", "diffusion: density")            \
  FIELD(s1, "kg/m2s", "diffusion: axial momentum")    \
  FIELD(s2, "kg/m2s", "diffusion: radial momentum")   \
  FIELD(s3, "kg/ms", "diffusion: moment of momentum") \
  FIELD(s4, "J/m3", "diffusion: total energy")

/* Areas of the faces below a cell between nodes, as vectors. */
#define AREAS                                    \
  FIELD(aix, "m2", "area of face i, axial")      \
  FIELD(air, "m2", "area of face i, radial")     \
  FIELD(ait, "m2", "area of face i, tangential") \
  FIELD(ajx, "m2", "area of face j, axial")      \
  FIELD(ajr, "m2", "area of face j, radial")     \
  FIELD(ajt, "m2", "area of face j, tangential") \
  FIELD(akx, "m2", "area of face k, axial")      \
  FIELD(akr, "m2", "area of face k, radial")     \
  FIELD(akt, "m2", "area of face k, tangential")

#endif
