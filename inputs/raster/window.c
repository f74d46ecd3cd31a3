#include "window.h"
#include <math.h>

/* Edges closer than this fraction of a cell are equal, because coordinates come from decimal text.
 */
static const double same_edge = 1e-6;

ria_extent ria_raster_extent(const ria_raster *raster) {
  return (ria_extent){raster->x0, raster->y0, raster->x0 + (double)raster->nx * raster->dx,
                      raster->y0 + (double)raster->ny * raster->dy};
}

/* Within a millionth of a cell. */
static ria_status check_covers(const ria_raster *raster, const ria_extent *window,
                               const char *path) {
  ria_extent all = ria_raster_extent(raster);
  double ex = same_edge * raster->dx, ey = same_edge * raster->dy;
  if (window->x0 >= all.x0 - ex && window->x1 <= all.x1 + ex && window->y0 >= all.y0 - ey &&
      window->y1 <= all.y1 + ey)
    return RIA_SUCCESS;
  return ria_fail(
      RIA_ERROR_CASE,
      "%s does not cover the requested area: it reaches from (%.10g, %.10g) to (%.10g, "
      "%.10g), asked for is (%.10g, %.10g) to (%.10g, %.10g); make the extent smaller or "
      "give a larger raster",
      path, all.x0, all.y0, all.x1, all.y1, window->x0, window->y0, window->x1, window->y1);
}

ria_status raster_frame_check(const ria_raster *frame, const char *path) {
  enum { MOST = 1 << 30 }; /* along an axis: no product overflows */
  if (frame->nx > MOST || frame->ny > MOST)
    return ria_fail(RIA_ERROR_FORMAT, "%s declares %lld x %lld cells, more than %d a side", path,
                    (long long)frame->nx, (long long)frame->ny, MOST);
  ria_extent all = ria_raster_extent(frame);
  double width = (all.x1 - all.x0) / (double)frame->nx;
  double height = (all.y1 - all.y0) / (double)frame->ny;
  /* Reject cells smaller than the last digit of their coordinates, and NaN. */
  if (isfinite(all.x0) && isfinite(all.x1) && isfinite(all.y0) && isfinite(all.y1) &&
      fabs(width / frame->dx - 1) < same_edge && fabs(height / frame->dy - 1) < same_edge)
    return RIA_SUCCESS;
  return ria_fail(RIA_ERROR_FORMAT,
                  "%s has cells of %g x %g from (%.10g, %.10g) on, which is no place for a raster: "
                  "correct its georeference",
                  path, frame->dx, frame->dy, frame->x0, frame->y0);
}

/* The cells along one axis that [from, to] touches by more than a rounding error. */
static void touch(double from, double to, double origin, double size, ria_global cells,
                  ria_global *first, ria_global *last) {
  *first = (ria_global)floor((from - origin) / size + same_edge);
  *last = (ria_global)ceil((to - origin) / size - same_edge);
  *first = *first < 0 ? 0 : *first;
  *last = *last > cells ? cells : *last;
  if (*last > *first)
    return;
  /* A range shorter than a rounding error still touches one cell. */
  *first = *first < cells ? *first : cells - 1;
  *last = *first + 1;
}

static raster_window touched(const ria_raster *raster, const ria_extent *extent) {
  raster_window w;
  touch(extent->x0, extent->x1, raster->x0, raster->dx, raster->nx, &w.x0, &w.x1);
  touch(extent->y0, extent->y1, raster->y0, raster->dy, raster->ny, &w.y0, &w.y1);
  return w;
}

ria_status raster_window_of(const ria_raster *frame, const ria_extent *extent, const char *path,
                            raster_window *window) {
  *window = (raster_window){0, frame->nx, 0, frame->ny};
  if (!extent)
    return RIA_SUCCESS;
  RIA_TRY(check_covers(frame, extent, path));
  raster_window w = touched(frame, extent);
  *window = (raster_window){w.x0 > 0 ? w.x0 - 1 : 0, w.x1 < frame->nx ? w.x1 + 1 : frame->nx,
                            w.y0 > 0 ? w.y0 - 1 : 0, w.y1 < frame->ny ? w.y1 + 1 : frame->ny};
  return RIA_SUCCESS;
}

ria_raster raster_window_frame(const ria_raster *frame, const raster_window *window) {
  return (ria_raster){.nx = window->x1 - window->x0,
                      .ny = window->y1 - window->y0,
                      .x0 = frame->x0 + (double)window->x0 * frame->dx,
                      .y0 = frame->y0 + (double)window->y0 * frame->dy,
                      .dx = frame->dx,
                      .dy = frame->dy};
}

ria_status ria_raster_whole(const ria_raster *raster, const ria_extent *window, const char *path,
                            const char *advice) {
  raster_window w = touched(raster, window);
  long long holes = 0;
  ria_global hx = 0, hy = 0;
  for (ria_global y = w.y0; y < w.y1; y++) {
    for (ria_global x = w.x0; x < w.x1; x++) {
      if (isfinite(raster->values[y * raster->nx + x]))
        continue;
      if (!holes++) {
        hx = x;
        hy = y;
      }
    }
  }
  if (!holes)
    return RIA_SUCCESS;
  return ria_fail(
      RIA_ERROR_FORMAT,
      "%s has %lld hole%s (no data or NaN) in the area asked for; the first is cell "
      "(%lld, %lld) of that area from the south-west, at x = %.10g, y = %.10g; %s, fill it "
      "(gdal_fillnodata.py), or choose an extent without it",
      path, holes, holes == 1 ? "" : "s", (long long)(hx - w.x0), (long long)(hy - w.y0),
      raster->x0 + ((double)hx + 0.5) * raster->dx, raster->y0 + ((double)hy + 0.5) * raster->dy,
      advice);
}

ria_global ria_cells_of(double length, double size) {
  double cells = round(length / size);
  return cells < 1 ? 1 : (ria_global)cells;
}

/* Degrees are at most 360 and 90, and rasters have more than two cells per degree. */
bool ria_raster_in_degrees(const ria_raster *raster) {
  const ria_extent e = ria_raster_extent(raster);
  return raster->dx < 0.5 && raster->dy < 0.5 && e.x0 >= -180.5 && e.x1 <= 360.5 && e.y0 >= -90.5 &&
         e.y1 <= 90.5 && raster->nx > 1 && raster->ny > 1;
}
