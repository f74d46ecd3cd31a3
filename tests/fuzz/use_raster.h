/* Operations of ria on a raster, for targets that create one: read, crop, resample, use as the bed
 * of a case. */
#ifndef RIA_FUZZ_USE_RASTER_H
#define RIA_FUZZ_USE_RASTER_H

#include <math.h>
#include "target.h"
#include "ria/raster.h"
#include "ria/solver.h"
#include "ria/terrain.h"

enum { USE_CELLS = 1 << 16 }; /* more are not resampled: it would only take long */

static inline void use_resampled(const ria_raster *raster) {
  ria_extent all = ria_raster_extent(raster);
  static const int sizes[] = {1, 3, 17};
  double values[17 * 17];
  if (ria_raster_whole(raster, &all, "raster", RIA_RASTER_TO_LAND) != RIA_SUCCESS)
    return;
  for (int s = 0; s < 3; s++) {
    ria_grid grid = {
        .cells[0] = sizes[s], .cells[1] = sizes[s], .origin[0] = all.x0, .origin[1] = all.y0};
    grid.spacing[0] = (all.x1 - all.x0) / sizes[s];
    grid.spacing[1] = (all.y1 - all.y0) / sizes[s];
    target_expect(ria_raster_resample(raster, &grid, values) == RIA_SUCCESS, "not resampled");
    for (int i = 0; i < sizes[s] * sizes[s]; i++)
      target_expect(!isnan(values[i]), "a raster without holes has one when resampled");
  }
}

/* False if the raster is too large to be tried. */
static inline bool use_read(const char *path, const char *crs, const ria_extent *window) {
  ria_raster raster = {0};
  if (ria_raster_read(path, crs, window, &raster) != RIA_SUCCESS) {
    target_expect(*ria_status_detail() && !raster.values, "an error without a reason");
    return true;
  }
  target_expect(raster.nx > 0 && raster.ny > 0 && raster.values, "a raster without cells");
  target_expect(raster.dx > 0 && raster.dy > 0 && isfinite(raster.x0) && isfinite(raster.y0) &&
                    isfinite(raster.dx) && isfinite(raster.dy),
                "a raster that is nowhere");
  bool small = raster.nx * raster.ny <= USE_CELLS;
  if (small)
    use_resampled(&raster);
  ria_raster_destroy(&raster);
  return small;
}

static inline void use_terrain(const ria_case *the_case) {
  ria_terrain terrain = {0};
  ria_case_errors errors = {0};
  if (ria_terrain_examine(the_case, &terrain, &errors) == RIA_SUCCESS) {
    target_expect(terrain.grid.cells[0] > 0 && terrain.grid.cells[1] > 0,
                  "a terrain without cells");
    target_expect(isfinite(terrain.depth[0]), "a terrain with a hole");
  } else {
    target_expect(errors.count > 0, "an error without a finding");
  }
  ria_terrain_destroy(&terrain);
  ria_case_errors_destroy(&errors);
}

/* A case on the file: on its own cells, or on coarse ones of a part of it. */
static inline void use_case_create(ria_case *the_case, const char *file, const char *grid) {
  char yaml[512];
  ria_case_errors errors;
  snprintf(yaml, sizeof yaml,
           "name: fuzz\nbathymetry: {file: %s}\ngrid: {%s}\ntime: {end: 1 h}\n"
           "boundaries: {default: {kind: wall}}\ngauges: [{name: a, at: [1010, 2020]}]\n",
           file, grid);
  ria_status status = ria_case_read_data("fuzz.yaml", yaml, strlen(yaml), &ria_known_names, 0, NULL,
                                         the_case, &errors);
  for (int i = 0; i < errors.count; i++)
    fprintf(stderr, "%s\n", errors.error[i].text);
  target_expect(status == RIA_SUCCESS, "the target's own case is wrong");
  ria_case_errors_destroy(&errors);
}

#endif
