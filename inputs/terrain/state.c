/* Compares the state that a case starts from with the case, and describes the case in a checkpoint.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "raster/crs.h"
#include "ria/seal.h"
#include "ria/terrain.h"
#include "ria/text.h"
#include "start_file.h"
#include "units/units.h"

static const double same_place = 1e-3; /* part of a cell */
static const double same_time = 0.5;   /* s */
static const double same_bed = 1e-3;   /* m: single precision resolves this down to the deepest sea
                                        */

/* ---- the description in a checkpoint ---- */

static double bed_mean(const ria_terrain *terrain) {
  const ria_global cells = terrain->grid.cells[0] * terrain->grid.cells[1];
  double sum = 0;
  for (ria_global i = 0; i < cells; i++)
    sum -= terrain->depth[i];
  return sum / (double)cells;
}

/* A checksum of the bed in millimetres, so that rounding of averages does not change it. */
static double bed_mark(const ria_terrain *terrain) {
  enum { PART = 1024 };
  const ria_global cells = terrain->grid.cells[0] * terrain->grid.cells[1];
  int32_t millimetres[PART];
  uint32_t mark = 0;
  for (ria_global from = 0; from < cells; from += PART) {
    const int count = (int)(cells - from < PART ? cells - from : PART);
    for (int i = 0; i < count; i++)
      millimetres[i] = (int32_t)lround(1e3 * fmin(fmax(terrain->depth[from + i], -2e6), 2e6));
    mark = ria_crc(mark, millimetres, (size_t)count * sizeof *millimetres);
  }
  return mark;
}

int ria_state_describe(const ria_case *the_case, const ria_terrain *terrain,
                       ria_attribute attribute[RIA_STATE_ATTRIBUTES]) {
  int n = 0;
  if (terrain->crs)
    attribute[n++] = (ria_attribute){.name = "crs", .text = terrain->crs};
  if (the_case->time.has_start)
    attribute[n++] = (ria_attribute){.name = "start", .count = 1, .number = {the_case->time.start}};
  if (terrain->depth) {
    attribute[n++] = (ria_attribute){.name = "bed_mark", .count = 1, .number = {bed_mark(terrain)}};
    attribute[n++] = (ria_attribute){.name = "bed_mean", .count = 1, .number = {bed_mean(terrain)}};
  }
  if (the_case->tracer.on && the_case->tracer.name)
    attribute[n++] = (ria_attribute){.name = "tracer", .text = the_case->tracer.name};
  if (the_case->tracer.on && the_case->tracer.unit)
    attribute[n++] = (ria_attribute){.name = "tracer_unit", .text = the_case->tracer.unit};
  return n;
}

/* ---- the comparison ---- */

typedef struct {
  const ria_case *the_case;
  ria_terrain *terrain;
  ria_case_errors *errors;
  hid_t file;
  bool history;   /* the file is a history: */
  hsize_t record; /* its record at `initial.time`, or its last one */
  bool has_time;
  double time; /* of the record, s */
  const char *path;
} comparison;

#define REFUSE(c, ...)                                                                             \
  ria_terrain_reject((c)->errors, (c)->the_case, &(c)->the_case->initial.place, __VA_ARGS__)
#define WARN(c, ...)                                                                               \
  ria_terrain_warn((c)->the_case, (c)->terrain, &(c)->the_case->initial.place, __VA_ARGS__)

static hid_t open_dataset(const comparison *c, const char *name) {
  return H5Lexists(c->file, name, H5P_DEFAULT) > 0 ? H5Dopen2(c->file, name, H5P_DEFAULT)
                                                   : H5I_INVALID_HID;
}

/* The sizes of a dataset: [ny][nx] are the last two, after the time if it has one. */
static int sizes_of(hid_t dataset, hsize_t size[3]) {
  hid_t space = dataset < 0 ? H5I_INVALID_HID : H5Dget_space(dataset);
  int rank = space < 0 ? 0 : H5Sget_simple_extent_ndims(space);
  if (rank < 1 || rank > 3 || H5Sget_simple_extent_dims(space, size, NULL) < 0)
    rank = 0;
  ria_h5_close(space);
  return rank;
}

/* Read the state's plane from a dataset with the case's number of cells; otherwise NULL. The caller
 * frees it. */
static double *read_plane(const comparison *c, const char *name) {
  const ria_global *cells = c->terrain->grid.cells;
  hsize_t size[3] = {0}, start[3] = {0}, count[3] = {1, 1, 1};
  hid_t dataset = open_dataset(c, name);
  const int rank = sizes_of(dataset, size);
  double *values = NULL;
  if (rank >= 2 && size[0] > (rank == 3 ? c->record : 0) && size[rank - 2] == (hsize_t)cells[1] &&
      size[rank - 1] == (hsize_t)cells[0])
    values = malloc((size_t)(cells[0] * cells[1]) * sizeof *values);
  if (values) {
    start[0] = rank != 3 ? 0 : c->the_case->initial.time ? c->record : size[0] - 1;
    count[rank - 2] = size[rank - 2];
    count[rank - 1] = size[rank - 1];
    if (raster_hdf5_box(dataset, c->path, rank, start, count, values) != RIA_SUCCESS) {
      free(values); /* the reader of the start reports the error */
      values = NULL;
    }
  }
  ria_h5_close(dataset);
  return values;
}

static bool same_cells(const comparison *c) {
  const ria_global *cells = c->terrain->grid.cells;
  hsize_t size[3] = {0};
  hid_t dataset = open_dataset(c, c->history ? "h" : "fields/h");
  const int rank = sizes_of(dataset, size);
  ria_h5_close(dataset);
  if (rank < 2 || (size[rank - 1] == (hsize_t)cells[0] && size[rank - 2] == (hsize_t)cells[1]))
    return true;
  REFUSE(c,
         "%s holds %llu x %llu cells, the case has %lld x %lld: start from a file of the same grid",
         c->path, (unsigned long long)size[rank - 1], (unsigned long long)size[rank - 2],
         (long long)cells[0], (long long)cells[1]);
  return false;
}

static void compare_place(const comparison *c) {
  static const char *const origin[] = {"x0", "y0"}, *const size[] = {"dx", "dy"};
  const ria_grid *g = &c->terrain->grid;
  double low[2], step[2];
  for (int a = 0; a < 2; a++)
    if (!ria_h5_get_number(c->file, origin[a], &low[a]) ||
        !ria_h5_get_number(c->file, size[a], &step[a]))
      return;
  bool same = true;
  for (int a = 0; a < 2; a++)
    same = same && fabs(low[a] - g->origin[a]) <= same_place * g->spacing[a] &&
           fabs(step[a] - g->spacing[a]) * (double)g->cells[a] <= same_place * g->spacing[a];
  if (!same)
    REFUSE(c,
           "%s is of another place: its grid begins at (%.10g, %.10g) m with cells of %.10g m x "
           "%.10g m, the case's at (%.10g, %.10g) m with %.10g m x %.10g m: start from a file of "
           "the same grid",
           c->path, low[0], low[1], step[0], step[1], g->origin[0], g->origin[1], g->spacing[0],
           g->spacing[1]);
}

static void compare_crs(const comparison *c) {
  hid_t mapping = c->history ? open_dataset(c, "crs") : H5I_INVALID_HID;
  char *crs = ria_h5_get_text(c->history ? mapping : c->file, c->history ? "crs_wkt" : "crs");
  if (!crs && c->history && mapping >= 0)
    crs = ria_h5_get_text(mapping, "crs");
  ria_h5_close(mapping);
  if (crs && c->terrain->crs && !raster_crs_equal(crs, c->terrain->crs))
    REFUSE(c, "%s is in the CRS %.60s, the case in %.60s: start from a file of the same grid",
           c->path, crs, c->terrain->crs);
  free(crs);
}

static const char kept[] = "the depth of the water is kept, so the level moves with the bed";

static void compare_bed_of_history(const comparison *c) {
  char *name = ria_h5_get_text(c->file, "ground");
  double *depth = name ? read_plane(c, name) : NULL;
  const ria_global cells = c->terrain->grid.cells[0] * c->terrain->grid.cells[1];
  ria_global others = 0;
  double most = 0;
  for (ria_global i = 0; depth && i < cells; i++) {
    const double higher = depth[i] - c->terrain->depth[i];
    others += fabs(higher) > same_bed;
    most = fabs(higher) > fabs(most) ? higher : most;
  }
  if (others)
    WARN(c, "the bed is not that of %s: it differs in %lld of %lld cells, by up to %+.3g m; %s",
         c->path, (long long)others, (long long)cells, most, kept);
  free(depth);
  free(name);
}

static void compare_bed(const comparison *c) {
  double mark, mean;
  if (c->history) {
    compare_bed_of_history(c);
    return;
  }
  if (ria_h5_get_number(c->file, "bed_mark", &mark) &&
      ria_h5_get_number(c->file, "bed_mean", &mean) && mark != bed_mark(c->terrain))
    WARN(c, "the bed is not that of %s: its mean is %.6g m there and %.6g m here; %s", c->path,
         mean, bed_mean(c->terrain), kept);
}

/* The object with the tracer's attributes: in a history, the variable of its concentration. */
static hid_t open_tracer(const comparison *c) {
  return c->history ? open_dataset(c, "concentration") : H5Oopen(c->file, "/", H5P_DEFAULT);
}

static void compare_unit(const comparison *c) {
  hid_t object = open_tracer(c);
  char *name = object < 0 ? NULL : ria_h5_get_text(object, "tracer"),
       *unit = object < 0 ? NULL : ria_h5_get_text(object, c->history ? "units" : "tracer_unit");
  const char *here = c->the_case->tracer.unit ? c->the_case->tracer.unit : "1";
  if (unit && strcmp(unit, here))
    REFUSE(c, "the tracer of %s is in '%.30s', the case's in '%.30s': give tracers the same unit",
           c->path, unit, here);
  else if (name && c->the_case->tracer.name && strcmp(name, c->the_case->tracer.name))
    WARN(c, "the tracer '%.60s' starts as '%.60s' of %s", c->the_case->tracer.name, name, c->path);
  free(name);
  free(unit);
  ria_h5_close(object);
}

/* Whether the state has tracer in any cell. */
static bool holds_tracer(const comparison *c) {
  const ria_global cells = c->terrain->grid.cells[0] * c->terrain->grid.cells[1];
  double *content = read_plane(c, c->history ? "hc" : "fields/hc");
  bool holds = false;
  for (ria_global i = 0; content && i < cells && !holds; i++)
    holds = content[i] > 0;
  free(content);
  return holds;
}

static void compare_tracer(const comparison *c) {
  const ria_case *the_case = c->the_case;
  const bool holds = holds_tracer(c);
  if (!the_case->tracer.on) {
    if (holds)
      WARN(c, "%s holds a tracer, the case has none: it is left out", c->path);
    return;
  }
  if (!holds)
    return;
  compare_unit(c);
  for (int i = 0; i < the_case->releases; i++)
    if (the_case->release[i].concentration > 0)
      ria_terrain_warn(the_case, c->terrain, &the_case->release[i].place,
                       "this patch is released at the start, in addition to the tracer that is in "
                       "%s: leave it out if it is there already",
                       c->path);
}

static bool read_time(const comparison *c, double *time) {
  if (!c->history)
    return ria_h5_get_number(c->file, "time", time);
  *time = c->time;
  return c->has_time;
}

static void compare_time(const comparison *c) {
  double time, start;
  if (!read_time(c, &time))
    return;
  ria_text from = {0}, when = {0}, here = {0};
  const bool dated = ria_h5_get_number(c->file, "start", &start);
  units_write(&from, RIA_TIME, time);
  if (dated)
    units_write_instant(&when, start + time);
  if (c->the_case->time.has_start)
    units_write_instant(&here, c->the_case->time.start);
  if (!from.failed && !when.failed && !here.failed) {
    ria_terrain_note(
        c->the_case, c->terrain, &c->the_case->initial.place,
        "this run starts from the state of %s%s%s after the start of the run that wrote "
        "it: %s of %s",
        dated ? when.data : "", dated ? ", " : "", from.data,
        !c->history                 ? "the fields"
        : c->the_case->initial.time ? "a record"
                                    : "the last record",
        c->path);
    if (dated && here.data && fabs(start + time - c->the_case->time.start) > same_time)
      WARN(c, "the state in %s is of %s, but time.start is %s: tides and series start there",
           c->path, when.data, here.data);
  }
  ria_text_destroy(&from);
  ria_text_destroy(&when);
  ria_text_destroy(&here);
}

static void compare(const comparison *c) {
  compare_time(c);
  if (!same_cells(c))
    return;
  compare_place(c);
  compare_crs(c);
  compare_bed(c);
  compare_tracer(c);
}

void ria_state_check(const ria_case *the_case, ria_terrain *terrain, ria_case_errors *errors) {
  comparison c = {
      .the_case = the_case, .terrain = terrain, .errors = errors, .path = the_case->initial.file};
  raster_hdf5_quiet quiet;
  raster_hdf5_begin(&quiet);
  if (terrain_start_file_open(c.path, &c.file) == RIA_SUCCESS) {
    c.history = H5Lexists(c.file, "fields", H5P_DEFAULT) <= 0;
    if (!c.history && the_case->initial.time)
      REFUSE(&c, "%s holds one state: initial.time is for a history", c.path);
    c.has_time = c.history && terrain_start_file_record(c.file, c.path, the_case->initial.time,
                                                        &c.record, &c.time) == RIA_SUCCESS;
    if (c.history && the_case->initial.time && !c.has_time)
      REFUSE(&c, "%s", ria_status_detail());
    else
      compare(&c);
    H5Fclose(c.file);
  } else {
    REFUSE(&c, "%s", ria_status_detail());
  }
  raster_hdf5_end(&quiet);
}
