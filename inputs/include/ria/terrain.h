/** \file
 * From a case to the grid, the still-water depth and the initial state.
 */
#ifndef RIA_TERRAIN_H
#define RIA_TERRAIN_H

#include "ria/case.h"

#ifdef __cplusplus
extern "C" {
#endif

/** The grid of a case and the still-water depth H on it, [ny][nx], m, positive below the reference
 * level; land is negative. Every rank holds the whole. */
typedef struct {
  ria_grid grid;
  double *depth;            /**< owned */
  char *crs;                /**< "EPSG:32629" or NULL; owned */
  ria_case_errors warnings; /**< what the bed shows to be probably a slip; owned */
} ria_terrain;

/** Load, window and resample (area average downwards, bilinear upwards) the case's bathymetry, or
 * evaluate its shape. Errors: RIA_ERROR_IO, RIA_ERROR_FORMAT (a NaN or a hole, said with its cell
 * and coordinates), RIA_ERROR_ARGUMENT (no such CRS), RIA_ERROR_CASE (the grid does not cover the
 * case, something lies where it makes no sense, or there is no water). Blocking, not collective. */
ria_status ria_terrain_load(const ria_case *the_case, ria_terrain *terrain);
/** Decides about the grid of a case before anything of its size is allocated. */
typedef ria_status ria_terrain_allow(void *context, const ria_grid *grid);
/** ria_terrain_load(), but only if `allow` returns RIA_SUCCESS. Any other status of `allow` is
 * returned, and nothing is loaded. */
ria_status ria_terrain_load_if(const ria_case *the_case, ria_terrain_allow *allow, void *context,
                               ria_terrain *terrain);
/** ria_terrain_load(), but every finding about what lies outside the grid or on land is added to
 * `errors`, as ria_case_read() makes them; any other failure is added too. */
ria_status ria_terrain_examine(const ria_case *the_case, ria_terrain *terrain,
                               ria_case_errors *errors);
/** Move the terrain's warnings to those of the case. */
void ria_terrain_pass_warnings(ria_terrain *terrain, ria_case *the_case);
void ria_terrain_destroy(ria_terrain *terrain);

/** Initial state for global cells [x0,x1) x [y0,y1): `values[field]` is [y1-y0][x1-x0], in the
 * order h, qx, qy, hc. Depth is never negative; cells at or below `dry` have no discharge. */
ria_status ria_terrain_start(const ria_case *the_case, const ria_terrain *terrain, ria_global x0,
                             ria_global x1, ria_global y0, ria_global y1, double *const values[4]);

#ifdef __cplusplus
}
#endif
#endif
