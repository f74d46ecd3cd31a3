#include "ria/terrain.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "ria/raster.h"
#include "ria/shape.h"
#include "ria/case_errors.h"
#include "terrain_check.h"

void ria_terrain_destroy(ria_terrain *terrain) {
  if (!terrain)
    return;
  free(terrain->depth);
  free(terrain->crs);
  *terrain = (ria_terrain){0};
}

/* Cells of the case over its extent; `natural` is the raster's cell size, 0 for a shape. */
static ria_status settle_grid(const ria_case *the_case, const ria_extent *extent, double natural_dx,
                              double natural_dy, ria_grid *grid) {
  double width = extent->x1 - extent->x0, height = extent->y1 - extent->y0;
  if (!(width > 0) || !(height > 0))
    return ria_fail(RIA_ERROR_CASE,
                    "grid.extent is empty: it goes from (%.10g, %.10g) to (%.10g, "
                    "%.10g); give [x0, y0, x1, y1] with x0 < x1 and y0 < y1",
                    extent->x0, extent->y0, extent->x1, extent->y1);
  double dx = the_case->grid.resolution > 0 ? the_case->grid.resolution : natural_dx;
  double dy = the_case->grid.resolution > 0 ? the_case->grid.resolution : natural_dy;
  *grid = (ria_grid){.nx = the_case->grid.nx, .ny = the_case->grid.ny};
  if (grid->nx <= 0 && dx > 0)
    grid->nx = ria_cells_of(width, dx);
  if (grid->ny <= 0 && dy > 0)
    grid->ny = ria_cells_of(height, dy);
  if (grid->nx <= 0 || grid->ny <= 0)
    return ria_fail(RIA_ERROR_CASE, "the grid has no cells: give grid.resolution or grid.cells");
  grid->x0 = extent->x0;
  grid->y0 = extent->y0;
  grid->dx = width / (double)grid->nx;
  grid->dy = height / (double)grid->ny;
  grid->tiles_x = the_case->tiles_x;
  grid->tiles_y = the_case->tiles_y;
  grid->periodic[0] = the_case->grid.periodic & RIA_PERIODIC_X;
  grid->periodic[1] = the_case->grid.periodic & RIA_PERIODIC_Y;
  return RIA_SUCCESS;
}

/* What decides whether a grid may be allocated; `allow` NULL: always. */
typedef struct {
  ria_terrain_allow *allow;
  void *context;
} permission;

static ria_status create_depth(const permission *may, ria_terrain *terrain) {
  if (may->allow)
    RIA_TRY(may->allow(may->context, &terrain->grid));
  size_t cells = (size_t)terrain->grid.nx * (size_t)terrain->grid.ny;
  terrain->depth = malloc(cells * sizeof(double));
  if (!terrain->depth)
    return ria_fail(RIA_ERROR_MEMORY, "no memory for the depth of %lld x %lld cells",
                    (long long)terrain->grid.nx, (long long)terrain->grid.ny);
  return RIA_SUCCESS;
}

/* Bed elevations to still-water depths. */
static void turn_to_depth(const ria_case *the_case, ria_terrain *terrain) {
  for (ria_global i = 0; i < terrain->grid.nx * terrain->grid.ny; i++)
    terrain->depth[i] = -(terrain->depth[i] + the_case->bathymetry.offset);
}

static ria_status lay_raster(const ria_case *the_case, const ria_raster *raster,
                             const ria_extent *extent, const permission *may,
                             ria_terrain *terrain) {
  RIA_TRY(settle_grid(the_case, extent, raster->dx, raster->dy, &terrain->grid));
  RIA_TRY(ria_raster_whole(raster, extent, the_case->bathymetry.file));
  RIA_TRY(create_depth(may, terrain));
  RIA_TRY(ria_raster_resample(raster, &terrain->grid, terrain->depth));
  if (raster->crs && !(terrain->crs = strdup(raster->crs)))
    return ria_fail(RIA_ERROR_MEMORY, "no memory for the CRS of the case");
  return RIA_SUCCESS;
}

static ria_status load_file(const ria_case *the_case, const permission *may, ria_terrain *terrain) {
  ria_extent extent = {the_case->grid.x0, the_case->grid.y0, the_case->grid.x1, the_case->grid.y1};
  bool given = the_case->grid.has_extent;
  ria_raster raster;
  RIA_TRY(ria_raster_read(the_case->bathymetry.file, the_case->grid.crs, given ? &extent : NULL,
                          &raster));
  if (!given)
    extent = ria_raster_extent(&raster);
  ria_status status = lay_raster(the_case, &raster, &extent, may, terrain);
  ria_raster_destroy(&raster);
  return status;
}

static void evaluate_row(const ria_case *the_case, const ria_grid *grid, ria_global y,
                         double *row) {
  double north = grid->y0 + ((double)y + 0.5) * grid->dy;
  for (ria_global x = 0; x < grid->nx; x++)
    row[x] = ria_bed_elevation(&the_case->bathymetry.shape, grid->x0 + ((double)x + 0.5) * grid->dx,
                               north);
}

static ria_status load_shape(const ria_case *the_case, const permission *may,
                             ria_terrain *terrain) {
  const ria_case_shape *shape = &the_case->bathymetry.shape;
  ria_extent extent = {the_case->grid.x0, the_case->grid.y0, the_case->grid.x1, the_case->grid.y1};
  if (!the_case->grid.has_extent)
    return ria_fail(RIA_ERROR_CASE,
                    "a bathymetry.shape has no extent of its own: give grid.extent");
  RIA_TRY(settle_grid(the_case, &extent, 0, 0, &terrain->grid));
  if (isnan(ria_bed_elevation(shape, extent.x0, extent.y0)))
    return ria_fail(RIA_ERROR_CASE,
                    "bathymetry.shape '%s' is unknown or its parameters give no bed", shape->kind);
  RIA_TRY(create_depth(may, terrain));
  const ria_grid *grid = &terrain->grid;
  bool profile = ria_bed_is_profile(shape);
  for (ria_global y = 0; y < grid->ny; y++) {
    double *row = terrain->depth + y * grid->nx;
    if (y > 0 && profile)
      memcpy(row, terrain->depth, (size_t)grid->nx * sizeof *row);
    else
      evaluate_row(the_case, grid, y, row);
  }
  if (the_case->grid.crs && !(terrain->crs = strdup(the_case->grid.crs)))
    return ria_fail(RIA_ERROR_MEMORY, "no memory for the CRS of the case");
  return RIA_SUCCESS;
}

static ria_status examine(const ria_case *the_case, const permission *may, ria_terrain *terrain,
                          ria_case_errors *errors) {
  ria_terrain loaded = {0};
  ria_status status = the_case->bathymetry.file ? load_file(the_case, may, &loaded)
                                                : load_shape(the_case, may, &loaded);
  if (status == RIA_SUCCESS) {
    turn_to_depth(the_case, &loaded);
    status = ria_terrain_check(the_case, &loaded, errors);
  } else {
    ria_case_complain_at(errors, NULL, 0, 0, "%s", ria_status_detail());
  }
  if (status == RIA_SUCCESS)
    *terrain = loaded;
  else
    ria_terrain_destroy(&loaded);
  return status;
}

ria_status ria_terrain_examine(const ria_case *the_case, ria_terrain *terrain,
                               ria_case_errors *errors) {
  return examine(the_case, &(permission){NULL, NULL}, terrain, errors);
}

ria_status ria_terrain_load(const ria_case *the_case, ria_terrain *terrain) {
  return ria_terrain_load_if(the_case, NULL, NULL, terrain);
}

ria_status ria_terrain_load_if(const ria_case *the_case, ria_terrain_allow *allow, void *context,
                               ria_terrain *terrain) {
  ria_case_errors errors = {0};
  ria_status status = examine(the_case, &(permission){allow, context}, terrain, &errors);
  if (status != RIA_SUCCESS && errors.count > 1)
    ria_fail(status, "%s (and %d more like this: `ria validate` lists them)", errors.error[0].text,
             errors.count - 1);
  ria_case_errors_destroy(&errors);
  return status;
}
