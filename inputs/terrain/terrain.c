#include "ria/terrain.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "ria/case_field.h"
#include "ria/raster.h"
#include "ria/shape.h"
#include "ria/case_errors.h"
#include "check.h"
#include "space.h"

void ria_terrain_destroy(ria_terrain *terrain) {
  if (!terrain)
    return;
  free(terrain->depth);
  terrain_free_start(&terrain->start);
  for (int i = 0; i < terrain->fields; i++)
    free(terrain->field[i].values);
  free(terrain->face);
  free(terrain->way);
  free(terrain->spot);
  for (int i = 0; i < terrain->stations; i++)
    free(terrain->station[i].constituent);
  free(terrain->station);
  free(terrain->crs);
  terrain_free_mesh(terrain);
  if (terrain->nodes)
    ria_block_grid_destroy(terrain->nodes);
  free(terrain->nodes);
  ria_case_errors_destroy(&terrain->warnings);
  ria_case_errors_destroy(&terrain->notes);
  *terrain = (ria_terrain){0};
}

/* Compute the grid over the extent; `natural` is the raster's cell size, 0 for a shape. */
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
  *grid = (ria_grid){.cells[0] = the_case->grid.cells[0], .cells[1] = the_case->grid.cells[1]};
  if (grid->cells[0] <= 0 && dx > 0)
    grid->cells[0] = ria_cells_of(width, dx);
  if (grid->cells[1] <= 0 && dy > 0)
    grid->cells[1] = ria_cells_of(height, dy);
  if (grid->cells[0] <= 0 || grid->cells[1] <= 0)
    return ria_fail(RIA_ERROR_CASE, "the grid has no cells: give grid.resolution or grid.cells");
  if (the_case->grid.resolution > fmax(width, height))
    return ria_fail(RIA_ERROR_CASE,
                    "cells of %g m (grid.resolution) are larger than the whole domain, which is "
                    "%.10g m x %.10g m: give a smaller resolution",
                    the_case->grid.resolution, width, height);
  grid->origin[0] = extent->x0;
  grid->origin[1] = extent->y0;
  grid->spacing[0] = width / (double)grid->cells[0];
  grid->spacing[1] = height / (double)grid->cells[1];
  for (int axis = 0; axis < RIA_AXES; axis++) {
    grid->tiles[axis] = the_case->tiles[axis];
    grid->periodic[axis] = the_case->grid.periodic >> axis & 1;
  }
  return RIA_SUCCESS;
}

/* A box is a grid with a height. */
static ria_status settle_box(const ria_case *the_case, ria_grid *grid) {
  const double *low = the_case->grid.low, *high = the_case->grid.high;
  RIA_TRY(settle_grid(the_case, &(ria_extent){low[0], low[1], high[0], high[1]}, 0, 0, grid));
  grid->cells[2] = the_case->grid.cells[2] > 0
                       ? the_case->grid.cells[2]
                       : ria_cells_of(high[2] - low[2], the_case->grid.resolution);
  grid->origin[2] = low[2];
  grid->spacing[2] = (high[2] - low[2]) / (double)grid->cells[2];
  return RIA_SUCCESS;
}

/* Decides whether a grid may be allocated; `allow` NULL: always. */
typedef struct {
  ria_terrain_allow *allow;
  void *context;
} permission;

static ria_status ask(const permission *may, const ria_terrain *terrain) {
  return may->allow ? may->allow(may->context, &terrain->mesh) : RIA_SUCCESS;
}

static ria_status create_depth(const permission *may, ria_terrain *terrain) {
  RIA_TRY(terrain_lay_block(terrain));
  RIA_TRY(ask(may, terrain));
  size_t cells = (size_t)terrain->grid.cells[0] * (size_t)terrain->grid.cells[1];
  terrain->depth = malloc(cells * sizeof(double));
  if (!terrain->depth)
    return ria_fail(RIA_ERROR_MEMORY, "no memory for the depth of %lld x %lld cells",
                    (long long)terrain->grid.cells[0], (long long)terrain->grid.cells[1]);
  return RIA_SUCCESS;
}

static bool is_local(const char *crs) {
  return crs && !strcmp(crs, RIA_CRS_LOCAL);
}

/* Convert a file's or a shape's values to elevations above the reference level. */
static void turn_to_elevation(const ria_case *the_case, ria_terrain *terrain) {
  const double offset = the_case->bathymetry.offset;
  const bool down = the_case->bathymetry.positive == RIA_POSITIVE_DOWN;
  for (ria_global i = 0; i < terrain->grid.cells[0] * terrain->grid.cells[1]; i++)
    terrain->depth[i] = (down ? -terrain->depth[i] : terrain->depth[i]) + offset;
}

/* Convert bed elevations to still-water depths. */
static void turn_to_depth(ria_terrain *terrain) {
  for (ria_global i = 0; i < terrain->grid.cells[0] * terrain->grid.cells[1]; i++)
    terrain->depth[i] = -terrain->depth[i];
}

/* Replace cells without data by land. */
static void fill(const ria_case *the_case, ria_global holes, ria_terrain *terrain) {
  const ria_global cells = terrain->grid.cells[0] * terrain->grid.cells[1];
  const double level = the_case->bathymetry.has_nodata_level
                           ? the_case->bathymetry.nodata_level
                           : ria_land_level(cells, terrain->depth);
  for (ria_global i = 0; i < cells; i++)
    if (isnan(terrain->depth[i]))
      terrain->depth[i] = level;
  if (holes)
    ria_terrain_warn(the_case, terrain, &the_case->bathymetry.field.place,
                     "%lld of %lld cells have no data and are land at %g m (bathymetry.nodata)",
                     (long long)holes, (long long)cells, level);
}

static ria_status lay_raster(const ria_case *the_case, const ria_raster *raster,
                             const ria_extent *extent, const permission *may,
                             ria_terrain *terrain) {
  const bool land = the_case->bathymetry.nodata == RIA_NODATA_LAND;
  ria_global holes = 0;
  RIA_TRY(settle_grid(the_case, extent, raster->dx, raster->dy, &terrain->grid));
  if (!land)
    RIA_TRY(ria_raster_whole(raster, extent, the_case->bathymetry.field.file, RIA_RASTER_TO_LAND));
  RIA_TRY(create_depth(may, terrain));
  if (land)
    RIA_TRY(ria_raster_resample_known(raster, &terrain->grid, terrain->depth, &holes));
  else
    RIA_TRY(ria_raster_resample(raster, &terrain->grid, terrain->depth));
  turn_to_elevation(the_case, terrain);
  if (land)
    fill(the_case, holes, terrain);
  if (raster->depths && the_case->bathymetry.positive == RIA_POSITIVE_UP)
    ria_terrain_warn(the_case, terrain, &the_case->bathymetry.field.place,
                     "%s declares its values as depths; expected 'bathymetry.positive: down'",
                     the_case->bathymetry.field.file);
  if (raster->crs && !(terrain->crs = strdup(raster->crs)))
    return ria_fail(RIA_ERROR_MEMORY, "no memory for the CRS of the case");
  return RIA_SUCCESS;
}

static ria_status crop(const ria_case *the_case, ria_raster *raster, ria_terrain *terrain) {
  ria_global cut = 0;
  RIA_TRY(ria_raster_crop(raster, the_case->bathymetry.field.file, &cut));
  const ria_extent e = ria_raster_extent(raster);
  if (cut)
    ria_terrain_warn(the_case, terrain, &the_case->bathymetry.field.place,
                     "%lld cells of the file lie outside the domain, which was cropped to (%.10g, "
                     "%.10g) to (%.10g, %.10g) (bathymetry.crop)",
                     (long long)cut, e.x0, e.y0, e.x1, e.y1);
  return RIA_SUCCESS;
}

static ria_status load_file(const ria_case *the_case, const permission *may, ria_terrain *terrain) {
  ria_extent extent = {the_case->grid.low[0], the_case->grid.low[1], the_case->grid.high[0],
                       the_case->grid.high[1]};
  bool given = the_case->grid.has_extent;
  ria_raster_meaning meaning;
  bool land;
  ria_raster raster;
  RIA_TRY(ria_case_field_meaning(&the_case->bathymetry.field, &ria_raster_bed, &meaning, &land));
  RIA_TRY(ria_raster_read_as(the_case->bathymetry.field.file, the_case->grid.crs,
                             given ? &extent : NULL, &meaning, &raster));
  for (int i = 0; i < raster.notes.count; i++)
    ria_terrain_note(the_case, terrain, &the_case->bathymetry.field.place, "%s",
                     raster.notes.text[i]);
  ria_status status = RIA_SUCCESS;
  if (the_case->bathymetry.crop == RIA_CROP_AUTO)
    status = crop(the_case, &raster, terrain);
  if (!given)
    extent = ria_raster_extent(&raster);
  if (status == RIA_SUCCESS)
    status = lay_raster(the_case, &raster, &extent, may, terrain);
  ria_raster_destroy(&raster);
  return status;
}

static ria_status load_shape(const ria_case *the_case, const permission *may,
                             ria_terrain *terrain) {
  const ria_case_shape *shape = &the_case->bathymetry.field.shape;
  ria_extent extent = {the_case->grid.low[0], the_case->grid.low[1], the_case->grid.high[0],
                       the_case->grid.high[1]};
  if (!the_case->grid.has_extent)
    return ria_fail(RIA_ERROR_CASE,
                    "a bathymetry.shape has no extent of its own: give grid.extent");
  RIA_TRY(settle_grid(the_case, &extent, 0, 0, &terrain->grid));
  if (isnan(ria_bed_elevation(shape, extent.x0, extent.y0)))
    return ria_fail(RIA_ERROR_CASE,
                    "bathymetry.shape '%s' is unknown or its parameters give no bed", shape->kind);
  RIA_TRY(create_depth(may, terrain));
  ria_bed_lay(shape, &terrain->grid, terrain->depth);
  turn_to_elevation(the_case, terrain);
  if (the_case->grid.crs && !is_local(the_case->grid.crs) &&
      !(terrain->crs = strdup(the_case->grid.crs)))
    return ria_fail(RIA_ERROR_MEMORY, "no memory for the CRS of the case");
  return RIA_SUCCESS;
}

/* A box or blocks, which have no bed. */
static ria_status load_space(const ria_case *the_case, const permission *may, ria_terrain *terrain,
                             const ria_case_place **place) {
  if (the_case->grid.blocks) {
    RIA_TRY(terrain_lay_blocks(the_case, terrain, place));
  } else {
    RIA_TRY(settle_box(the_case, &terrain->grid));
    RIA_TRY(terrain_lay_block(terrain));
  }
  return ask(may, terrain);
}

static ria_status load_nodes(const ria_case *the_case, const permission *may, ria_terrain *terrain,
                             const ria_case_place **place) {
  RIA_TRY(terrain_lay_nodes(the_case, terrain, place));
  return ask(may, terrain);
}

/* *place: the position for a failure's message, at the CRS or the bathymetry. */
static ria_status load(const ria_case *the_case, const permission *may, ria_terrain *terrain,
                       const ria_case_place **place) {
  *place = &the_case->grid.crs_place;
  if (the_case->grid.crs)
    RIA_TRY(ria_crs_check(the_case->grid.crs));
  *place = &the_case->bathymetry.field.place;
  if (ria_case_has_nodes(the_case))
    return load_nodes(the_case, may, terrain, place);
  if (case_is_space(the_case))
    return load_space(the_case, may, terrain, place);
  return the_case->bathymetry.field.file ? load_file(the_case, may, terrain)
                                         : load_shape(the_case, may, terrain);
}

static ria_status examine(const ria_case *the_case, const permission *may, ria_terrain *terrain,
                          ria_case_errors *errors) {
  ria_terrain loaded = {0};
  const ria_case_place *place;
  const int before = errors->count;
  ria_status status = load(the_case, may, &loaded, &place);
  if (status == RIA_SUCCESS && loaded.depth) {
    turn_to_depth(&loaded);
    status = terrain_lay_start(the_case, &loaded, &place);
  }
  if (status == RIA_SUCCESS) {
    status = loaded.depth ? terrain_check(the_case, &loaded, errors)
                          : terrain_check_places(the_case, &loaded, errors);
  } else {
    static const ria_case_place nowhere = {0};
    const bool refused = status == RIA_ERROR_UNSUPPORTED || status == RIA_ERROR_INTERRUPTED;
    char detail[1024];
    snprintf(detail, sizeof detail, "%s", ria_status_detail());
    ria_terrain_reject(errors, the_case, refused ? &nowhere : place, "%s", detail);
    if (errors->count > before)
      ria_fail(status, "%s", errors->error[before].text);
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

void ria_terrain_pass_warnings(ria_terrain *terrain, ria_case *the_case) {
  ria_case_errors_move(&terrain->warnings, &the_case->warnings);
  ria_case_errors_sort(&the_case->warnings);
  ria_case_errors_move(&terrain->notes, &the_case->notes);
  ria_case_errors_sort(&the_case->notes);
}
