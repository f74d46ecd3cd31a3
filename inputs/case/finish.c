/* Checks across several keys of a case, and derived values. */
#include <math.h>
#include <stdio.h>
#include <string.h>
#include "ria/case_field.h"
#include "steps.h"

static ria_yaml *at(const ria_reader *reader, const char *section, const char *key) {
  return ria_yaml_get(ria_yaml_get(reader->root, section), key);
}

/* Add an error about section.key, at its node or, if absent, at its section. */
static void find_at(ria_reader *reader, const char *section, const char *key,
                    const char *sentence) {
  ria_yaml *place = key ? at(reader, section, key) : NULL;
  if (!place)
    place = ria_yaml_get(reader->root, section);
  size_t mark = ria_reader_enter(reader, section);
  if (key)
    ria_reader_enter(reader, key);
  ria_reader_reject(reader, place ? place : reader->root, "%s", sentence);
  ria_reader_leave(reader, mark);
}

static void refuse_courant(ria_reader *reader, bool marches) {
  const ria_case *c = reader->the_case;
  char sentence[256];
  if (marches)
    snprintf(sentence, sizeof sentence,
             "this is too large; expected a number above 0 and at most 3");
  else if (c->declared && c->declared->stable)
    snprintf(sentence, sizeof sentence,
             "this is too large; expected a number above 0 and at most 1, %s",
             c->declared->stable(c->own));
  else
    snprintf(sentence, sizeof sentence,
             "this is too large; expected a number above 0 and at most 1, or the solver 'rows', "
             "which may have up to 3, or 'bwaves', up to 100");
  find_at(reader, "time", "cfl", sentence);
}

static void finish_time(ria_reader *reader) {
  ria_case *c = reader->the_case;
  if (at(reader, "time", "steps"))
    c->time.end = INFINITY;
  else
    c->time.steps = -1;
  if (case_is_good(at(reader, "time", "step")) && c->time.step == RIA_STEP_FIXED &&
      !at(reader, "time", "dt"))
    find_at(reader, "time", "step", "a fixed step needs 'time.dt', such as 'dt: 0.5 s'");
  const bool implicit = c->declared && c->declared->implicit;
  const bool marches = c->declared && c->declared->marches;
  const double most_cfl = implicit ? 100 : marches ? 3 : 1;
  if (case_is_good(at(reader, "time", "cfl")) && c->time.cfl > most_cfl)
    refuse_courant(reader, marches);
  if (at(reader, "time", "scheme") && !implicit)
    find_at(reader, "time", "scheme",
            "this is of the solver 'bwaves'; leave it out, or choose that solver");
  const char *const marching[] = {"until_residual", "steps_per_passing"};
  for (int i = 0; i < 2; i++)
    if (at(reader, "time", marching[i]) && !(c->declared && c->declared->marches))
      find_at(reader, "time", marching[i],
              "this is of the solver 'rows'; leave it out, or choose that solver");
}

/* Check for output times without a state, and for keys of a history that is not written. */
static void finish_output(ria_reader *reader) {
  static const char *const keys[] = {"fields", "from", "until", "region"};
  ria_case *c = reader->the_case;
  if (!at(reader, "output", "until"))
    c->output.until = INFINITY;
  if (c->output.until < c->output.from)
    find_at(reader, "output", "until", "this is before 'output.from'; no state would be written");
  if (c->output.from > c->time.end)
    find_at(reader, "output", "from",
            "this is after the end of the run; no state would be written");
  c->output.fields_place = ria_reader_place(at(reader, "output", "fields"));
  c->output.region_place = ria_reader_place(at(reader, "output", "region"));
  for (size_t i = 0; i < sizeof keys / sizeof *keys && !c->output.history; i++)
    if (at(reader, "output", keys[i])) {
      const size_t mark = ria_reader_enter(reader, "output");
      ria_reader_enter(reader, keys[i]);
      ria_reader_warn(reader, at(reader, "output", keys[i]),
                      "this has no effect, because 'output.history' is false");
      ria_reader_leave(reader, mark);
    }
}

/* The first four variants belong to swept, the others to classic, so a variant alone chooses the
 * scheme. */
static void finish_variant(ria_reader *reader) {
  enum { SHARED = 1, PACKED = 4, LAUNCH = 5 };
  ria_case *c = reader->the_case;
  if (c->scheme == RIA_TILING_AUTO && c->variant) {
    c->scheme = c->variant < LAUNCH ? RIA_TILING_SWEPT : RIA_TILING_CLASSIC;
    c->swept_steps = c->time.window > 2 ? c->time.window : 2;
  }
  if (c->scheme == RIA_TILING_SWEPT && c->variant >= LAUNCH)
    find_at(reader, "time_tiling", "variant",
            "launch, graph and persistent are variants of the scheme 'classic'; expected shared, "
            "register, hybrid or packed beside 'swept'");
  if (c->scheme == RIA_TILING_CLASSIC && c->variant >= SHARED && c->variant < LAUNCH)
    find_at(reader, "time_tiling", "variant",
            "shared, register, hybrid and packed are variants of the scheme 'swept'; expected "
            "launch, graph or persistent beside 'classic'");
  if (c->scheme != RIA_TILING_SWEPT && !c->variant && c->node)
    find_at(reader, "time_tiling", "node",
            "a node is of a variant for lines on a GPU; expected one of these beside it, such as "
            "'variant: packed'");
  if (c->scheme != RIA_TILING_SWEPT && !c->variant && c->points)
    find_at(reader, "time_tiling", "points",
            "points a thread are of a variant for lines on a GPU; expected one of these beside "
            "them, such as 'variant: packed'");
  else if (c->points & (c->points - 1))
    find_at(reader, "time_tiling", "points",
            "a thread's points are a power of two; expected 1, 2, 4 or 8");
  else if (c->points > 1 && c->variant >= SHARED && c->variant < PACKED)
    find_at(reader, "time_tiling", "points",
            "a thread of shared, register and hybrid has one point; expected 'points: 1', or "
            "'variant: packed'");
}

static void finish_tiling(ria_reader *reader) {
  const ria_case *c = reader->the_case;
  finish_variant(reader);
  if (!case_is_good(at(reader, "time_tiling", "scheme")) || c->depth <= 1)
    return;
  if (c->scheme == RIA_TILING_AUTO)
    find_at(
        reader, "time_tiling", "depth",
        "the scheme 'auto' chooses the depth by itself; expected 'scheme: expansion' beside it");
  if (c->scheme == RIA_TILING_SWEPT)
    find_at(reader, "time_tiling", "depth",
            "the scheme 'swept' has no depth; expected 'steps' alone, or 'scheme: expansion'");
  if (c->scheme == RIA_TILING_CLASSIC)
    find_at(
        reader, "time_tiling", "depth",
        "the classic scheme exchanges borders every step, so its depth is 1; expected 'depth: 1' "
        "or 'scheme: expansion'");
}

/* Reject keys about a file's values and cells for a formula; the field's own keys are checked with
 * the field. */
static void check_file_keys(ria_reader *reader) {
  static const char *const keys[] = {"positive", "nodata_level", "crop"};
  for (size_t i = 0; i < sizeof keys / sizeof *keys; i++)
    if (at(reader, "bathymetry", keys[i]))
      find_at(reader, "bathymetry", keys[i],
              "this key applies to a file, but there is none; leave it out");
}

static void finish_bathymetry(ria_reader *reader) {
  ria_case *c = reader->the_case;
  ria_raster_meaning meaning;
  bool land = false;
  if (ria_case_field_meaning(&c->bathymetry.field, NULL, &meaning, &land) == RIA_SUCCESS)
    c->bathymetry.nodata = land ? RIA_NODATA_LAND : RIA_NODATA_ERROR;
  if (at(reader, "bathymetry", "shape"))
    check_file_keys(reader);
  else if (at(reader, "bathymetry", "nodata_level") && c->bathymetry.nodata != RIA_NODATA_LAND)
    find_at(reader, "bathymetry", "nodata_level",
            "this is the level of cells without data that become land; expected 'nodata: land' "
            "beside it");
  if (c->bathymetry.crop == RIA_CROP_AUTO && c->grid.has_extent)
    find_at(reader, "bathymetry", "crop",
            "this and 'grid.extent' both say where the domain ends; keep one of the two");
}

/* Length of a key's list; 0: not given, or not a list. */
static int numbers(ria_reader *reader, const char *key) {
  const ria_yaml *node = at(reader, "grid", key);
  return node && !node->bad && node->kind == RIA_YAML_LIST ? node->count : 0;
}

/* If blocks are given, reject the other keys of the grid. */
static void finish_blocks(ria_reader *reader) {
  static const char *const keys[] = {"resolution", "cells", "extent", "periodic"};
  for (size_t i = 0; i < sizeof keys / sizeof *keys; i++)
    if (at(reader, "grid", keys[i]))
      find_at(reader, "grid", keys[i],
              at(reader, "grid", "file")
                  ? "the grid comes from a file; leave this out, or leave out 'file'"
                  : "the grid is made of blocks, which have their own cells and extents; leave "
                    "this out, or leave out 'blocks'");
}

bool ria_case_has_nodes(const ria_case *the_case) {
  bool has = the_case->grid.file != NULL;
  for (int b = 0; b < the_case->grid.blocks; b++)
    has |= the_case->grid.block[b].has_shape;
  return has;
}

/* Blocks of nodes work only with some solvers; reject their keys for the others. */
static void finish_nodes(ria_reader *reader) {
  ria_case *c = reader->the_case;
  const ria_yaml *joints = at(reader, "grid", "joints");
  c->grid.joints_auto = joints && !joints->bad && joints->kind == RIA_YAML_SCALAR;
  if (at(reader, "grid", "turn") && !at(reader, "grid", "file"))
    find_at(reader, "grid", "turn",
            "this is of a file; expected 'file' beside it, or 'blades' in the blocks");
  const bool nodes = ria_case_has_nodes(c), allowed = !c->declared || c->declared->nodes;
  if (nodes && !allowed)
    find_at(reader, "grid", c->grid.file ? "file" : "blocks",
            "this is a grid of nodes, and the solver computes cells; expected blocks that are "
            "boxes, with 'extent' instead of 'shape'");
  if (nodes && at(reader, "gauges", "points"))
    find_at(reader, "gauges", "points",
            "a grid of nodes has no gauges; remove them, and read history.h5 instead");
  for (int i = 0; i < c->grid.joints && !nodes; i++)
    if (c->grid.joint[i].has_turn || c->grid.joint[i].has_shift)
      find_at(reader, "grid", "joints",
              "a turn or shift is of blocks of nodes; expected a map alone, or blocks with a "
              "'shape'");
}

static void finish_grid(ria_reader *reader) {
  const ria_case *c = reader->the_case;
  const int cells = numbers(reader, "cells"), extent = numbers(reader, "extent");
  if (at(reader, "grid", "joints") && !at(reader, "grid", "blocks") && !at(reader, "grid", "file"))
    find_at(reader, "grid", "joints", "there are no blocks to join; expected 'blocks' beside it");
  finish_nodes(reader);
  if (c->declared && c->declared->nodes && !ria_case_has_nodes(c)) {
    find_at(reader, "grid", NULL,
            "the solver solves on blocks of nodes; expected 'blocks' with a 'shape', or a 'file'");
    return;
  }
  if (at(reader, "grid", "blocks") || at(reader, "grid", "file")) {
    finish_blocks(reader);
    return;
  }
  if (cells && extent && 2 * cells != extent)
    find_at(reader, "grid", extent > 2 * cells ? "cells" : "extent",
            extent > 2 * cells
                ? "the extent is a box's; expected three numbers such as '[64, 64, 32]'"
                : "a box needs six numbers; expected '[x0, y0, z0, x1, y1, z1]'");
  if (c->grid.periodic & RIA_PERIODIC_Z && extent && extent != 6)
    find_at(reader, "grid", "periodic", "a plane has no axis z; expected 'x', 'y' or 'xy'");
  if (!ria_yaml_get(ria_yaml_get(reader->root, "bathymetry"), "shape"))
    return;
  if (!at(reader, "grid", "extent"))
    find_at(reader, "grid", NULL,
            "a bathymetry shape has no size of its own; expected an extent such as "
            "'extent: [0 m, 0 m, 10 km, 8 km]'");
  if (!at(reader, "grid", "resolution") && !at(reader, "grid", "cells"))
    find_at(reader, "grid", NULL,
            "a bathymetry shape has no cells of its own; expected a resolution such as "
            "'resolution: 30 m', or cells such as 'cells: [400, 300]'");
}

static void check_releases(ria_reader *reader, const ria_case_tracer *tracer, ria_yaml *releases) {
  for (int i = 0; releases && i < tracer->releases && i < releases->count; i++) {
    const ria_case_release *release = &tracer->release[i];
    const ria_yaml *concentration = ria_yaml_get(releases->value[i], "concentration");
    const ria_yaml *rate = ria_yaml_get(releases->value[i], "rate");
    if (release->area && release->radius > 0) {
      const size_t here = ria_reader_enter_item(reader, i);
      ria_reader_enter(reader, "radius");
      ria_reader_reject(reader, ria_yaml_get(releases->value[i], "radius"),
                        "an area has no radius; leave it out, or give 'at' instead of 'area'");
      ria_reader_leave(reader, here);
    }
    if (!case_is_good(concentration) || rate || release->concentration > 0)
      continue;
    size_t mark = ria_reader_enter_item(reader, i);
    ria_reader_reject(reader, releases->value[i],
                      "this releases no tracer; expected a concentration above 0 or a rate");
    ria_reader_leave(reader, mark);
  }
}

/* Names become columns and labels, so they must differ. */
static void check_names(ria_reader *reader, ria_yaml *list) {
  for (int i = 0; list && list->kind == RIA_YAML_LIST && i < list->count; i++) {
    ria_yaml *name = ria_yaml_get(list->value[i], "name");
    for (int j = 0; case_is_good(name) && j < i; j++) {
      const ria_yaml *other = ria_yaml_get(list->value[j], "name");
      if (!case_is_good(other) || strcmp(name->text, other->text))
        continue;
      size_t mark = ria_reader_enter_item(reader, i);
      ria_reader_enter(reader, "name");
      ria_reader_reject(reader, name,
                        "'%s' is the name of item %d as well; expected names that differ",
                        name->text, j);
      ria_reader_leave(reader, mark);
    }
  }
}

/* The number of coordinates of a place: three for a box or blocks in space, otherwise two. */
static int axes_of_places(const ria_case *c) {
  const bool space = c->grid.file     ? true
                     : c->grid.blocks ? c->grid.block[0].cells[2] > 0
                                      : c->grid.high[2] > c->grid.low[2];
  return space ? 3 : 2;
}

static void check_axes(ria_reader *reader, ria_yaml *place, int item) {
  const int axes = axes_of_places(reader->the_case);
  if (!case_is_good(place) || place->kind != RIA_YAML_LIST || place->count == axes)
    return;
  size_t mark = ria_reader_enter_item(reader, item);
  ria_reader_enter(reader, "at");
  ria_reader_reject(reader, place, "the grid has %d axes, and this place %d; expected %s", axes,
                    place->count, axes == 3 ? "[x, y, z]" : "[x, y]");
  ria_reader_leave(reader, mark);
}

/* If the case gives the domain's corners, places can be checked now; else after the bathymetry is
 * loaded. */
static void check_places(ria_reader *reader, ria_yaml *list) {
  const ria_case *c = reader->the_case;
  for (int i = 0; list && list->kind == RIA_YAML_LIST && i < list->count && !reader->failed; i++)
    check_axes(reader, ria_yaml_get(list->value[i], "at"), i);
  if (!c->grid.has_extent || !case_is_good(at(reader, "grid", "extent")))
    return;
  for (int i = 0; list && list->kind == RIA_YAML_LIST && i < list->count; i++) {
    ria_yaml *place = ria_yaml_get(list->value[i], "at");
    if (!case_is_good(place) || place->kind != RIA_YAML_LIST || place->count != 2)
      continue;
    double x, y;
    ria_key length = {.kind = RIA_KEY_QUANTITY, .dimension = RIA_LENGTH};
    if (!schema_reader_read_quantity(reader, &length, place->value[0], &x) ||
        !schema_reader_read_quantity(reader, &length, place->value[1], &y))
      continue;
    if (x >= c->grid.low[0] && x <= c->grid.high[0] && y >= c->grid.low[1] && y <= c->grid.high[1])
      continue;
    size_t mark = ria_reader_enter_item(reader, i);
    ria_reader_enter(reader, "at");
    ria_reader_reject(reader, place,
                      "this place lies outside the domain; grid.extent is [%g, %g, %g, %g] m",
                      c->grid.low[0], c->grid.low[1], c->grid.high[0], c->grid.high[1]);
    ria_reader_leave(reader, mark);
  }
}

static void check_list(ria_reader *reader, ria_yaml *parent, const char *prefix, const char *name) {
  ria_yaml *list = ria_yaml_get(parent, name);
  size_t mark = strlen(reader->path);
  if (*prefix)
    ria_reader_enter(reader, prefix);
  ria_reader_enter(reader, name);
  check_names(reader, list);
  check_places(reader, list);
  ria_reader_leave(reader, mark);
}

/* Without a tracer a concentration would be ignored silently. */
static void check_concentration(ria_reader *reader, ria_yaml *node, double value) {
  if (!case_is_good(node) || value == 0)
    return;
  size_t mark = ria_reader_enter(reader, "concentration");
  ria_reader_reject(reader, node,
                    "there is no tracer in this case; expected 'tracers' to name one");
  ria_reader_leave(reader, mark);
}

static void check_without_tracer(ria_reader *reader) {
  const ria_case *c = reader->the_case;
  if (c->tracers)
    return;
  const ria_yaml *rivers = ria_yaml_get(reader->root, "rivers");
  const ria_yaml *boundaries = ria_yaml_get(reader->root, "boundaries");
  size_t mark = ria_reader_enter(reader, "initial");
  check_concentration(reader, at(reader, "initial", "concentration"), c->initial.concentration);
  ria_reader_leave(reader, mark);
  for (int i = 0; i < c->rivers; i++) {
    ria_reader_enter(reader, "rivers");
    ria_reader_enter_item(reader, i);
    check_concentration(reader, ria_yaml_get(rivers->value[i], "concentration"),
                        c->river[i].concentration);
    ria_reader_leave(reader, mark);
  }
  for (int i = 0; i < c->boundaries; i++) {
    ria_reader_enter(reader, "boundaries");
    ria_reader_enter_item(reader, i);
    check_concentration(reader, ria_yaml_get(boundaries->value[i], "concentration"),
                        c->boundary[i].outside);
    ria_reader_leave(reader, mark);
  }
}

ria_case_place ria_reader_place(const ria_yaml *node) {
  if (!node || !node->source || node->source->is_set)
    return (ria_case_place){0};
  return (ria_case_place){node->line, node->column};
}

static ria_case_place place_of(const ria_yaml *list, int i) {
  if (!list || list->kind != RIA_YAML_LIST || i >= list->count)
    return (ria_case_place){0};
  return ria_reader_place(list->value[i]);
}

/* Store the positions that later checks against the bathymetry report. */
static void note_places(const ria_reader *reader) {
  ria_case *c = reader->the_case;
  c->initial.place = ria_reader_place(at(reader, "initial", "file"));
  c->grid.crs_place = ria_reader_place(at(reader, "grid", "crs"));
  c->grid.place = ria_reader_place(at(reader, "grid",
                                      c->grid.file     ? "file"
                                      : c->grid.blocks ? "blocks"
                                                       : "resolution"));
  for (int i = 0; i < c->boundaries; i++)
    c->boundary[i].place = place_of(ria_yaml_get(reader->root, "boundaries"), i);
  for (int i = 0; i < c->rivers; i++)
    c->river[i].place = place_of(ria_yaml_get(reader->root, "rivers"), i);
  for (int i = 0; i < c->grid.blocks; i++)
    c->grid.block[i].place = place_of(at(reader, "grid", "blocks"), i);
  for (int i = 0; i < c->grid.joints; i++)
    c->grid.joint[i].place = place_of(at(reader, "grid", "joints"), i);
  for (int i = 0; i < c->gauges; i++)
    c->gauge[i].place = place_of(at(reader, "gauges", "points"), i);
  for (int t = 0; t < c->tracers; t++)
    for (int i = 0; i < c->each_tracer[t].releases; i++)
      c->each_tracer[t].release[i].place =
          place_of(ria_yaml_get(case_tracer_node(reader, t), "releases"), i);
}

/* Check the releases of each tracer: names, places and amounts. */
static void check_lists_of_tracers(ria_reader *reader) {
  const ria_case *c = reader->the_case;
  for (int t = 0; t < c->tracers; t++) {
    char prefix[32];
    ria_yaml *tracer = case_tracer_node(reader, t);
    snprintf(prefix, sizeof prefix, "tracers.%d", t);
    check_list(reader, tracer, prefix, "releases");
    const size_t mark = ria_reader_enter(reader, prefix);
    ria_reader_enter(reader, "releases");
    check_releases(reader, &c->each_tracer[t], ria_yaml_get(tracer, "releases"));
    ria_reader_leave(reader, mark);
  }
}

void case_finish(ria_reader *reader) {
  ria_case *c = reader->the_case;
  finish_time(reader);
  finish_output(reader);
  finish_tiling(reader);
  finish_grid(reader);
  finish_bathymetry(reader);
  check_list(reader, ria_yaml_get(reader->root, "grid"), "grid", "blocks");
  check_list(reader, reader->root, "", "rivers");
  check_list(reader, ria_yaml_get(reader->root, "gauges"), "gauges", "points");
  case_finish_tracers(reader);
  check_lists_of_tracers(reader);
  check_without_tracer(reader);
  note_places(reader);
  case_finish_boundaries(reader);
  if (reader->failed)
    return;
  if (c->declared && c->declared->finish)
    c->declared->finish(reader, c, c->own);
  case_finish_series(reader);
  case_finish_threshold(reader);
  case_finish_levels(reader);
}
