/* Checks of a case of the solver rows: alone, and on its grid. */
#include "rows.h"
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "ria/exact_math.h"
#include "ria/number.h"
#include "ria/solver_keys.h"

ria_status rows_reject(const ria_case *the_case, const ria_case_place *place, const char *format,
                       ...) {
  char sentence[1024], where[48] = "";
  va_list arguments;
  va_start(arguments, format);
  ria_vsnprintf(sentence, sizeof sentence, format, arguments);
  va_end(arguments);
  if (place->line)
    snprintf(where, sizeof where, ":%d:%d", place->line, place->column);
  return ria_fail(RIA_ERROR_CASE, "%s%s: %s", the_case->path, where, sentence);
}

const ria_case_place *rows_block_place(const rows *s, int block) {
  const char *item = s->grid->block[block].item;
  for (int b = 0; b < s->the_case->grid.blocks && item; b++)
    if (s->the_case->grid.block[b].name && !strcmp(s->the_case->grid.block[b].name, item))
      return &s->the_case->grid.block[b].place;
  return &s->the_case->grid.place;
}

/* ---- the case alone ---- */

static ria_yaml *find(const ria_yaml *map, const char *key) {
  return map && map->kind == RIA_YAML_MAP ? ria_yaml_get(map, key) : NULL;
}

static ria_yaml *item_of(const ria_yaml *list, int index) {
  return list && list->kind == RIA_YAML_LIST && index < list->count ? list->value[index] : NULL;
}

/* Report an error of section.key, at its node or else at its section's. */
static void refuse(ria_reader *reader, const char *section, const char *key, const char *sentence) {
  ria_yaml *parent = find(ria_reader_root(reader), section), *node = find(parent, key);
  const size_t mark = ria_reader_enter(reader, section);
  ria_reader_enter(reader, key);
  ria_reader_reject(reader, node ? node : parent, "%s", sentence);
  ria_reader_leave(reader, mark);
}

/* Report an error of a key of a list's item, at its node or else at the item. */
static void refuse_item(ria_reader *reader, const char *list, int index, const char *key,
                        const char *sentence) {
  ria_yaml *item = item_of(find(ria_reader_root(reader), list), index), *node = find(item, key);
  const size_t mark = ria_reader_enter(reader, list);
  ria_reader_enter_item(reader, index);
  ria_reader_enter(reader, key);
  ria_reader_reject(reader, node ? node : item, "%s", sentence);
  ria_reader_leave(reader, mark);
}

static void note_places(const ria_reader *reader, rows_case *own) {
  const ria_yaml *root = ria_reader_root(reader), *scheme = find(root, "scheme");
  for (int i = 0; i < own->rows; i++)
    own->row[i].place = ria_reader_place(item_of(find(root, "rows"), i));
  for (int i = 0; i < own->planes; i++)
    own->plane[i].place = ria_reader_place(item_of(find(root, "planes"), i));
  for (int i = 0; i < own->boundaries; i++)
    own->boundary[i].place = ria_reader_place(item_of(find(root, "boundaries"), i));
  own->boundaries_place = ria_reader_place(find(root, "boundaries"));
  own->scheme.levels_place = ria_reader_place(find(scheme, "multigrid"));
  own->scheme.turbulence_place = ria_reader_place(find(scheme, "turbulence"));
  own->start.place = ria_reader_place(find(root, "start"));
  own->passing_place = ria_reader_place(find(find(root, "time"), "steps_per_passing"));
}

/* Whether a number differs from the default: the case as run gives all defaults. */
static bool is_chosen(const ria_reader *reader, const char *section, const char *key,
                      double value) {
  const ria_key *own = ria_schema_find(rows_keys, section);
  const ria_key *map = own ? own : ria_schema_find(ria_case_keys, section);
  const ria_key *row = ria_schema_find(map->keys, key);
  double fallback;
  return find(find(ria_reader_root(reader), section), key) &&
         !(row->fallback && ria_schema_quantity(row->fallback, row->dimension, &fallback) &&
           value == fallback);
}

/* Keys that only a steady flow may have, and keys that an unsteady one needs. */
static void check_unsteady(ria_reader *reader, const ria_case *c, const rows_case *own) {
  for (int i = 0; i < own->planes && !c->time.steps_per_passing; i++)
    if (own->plane[i].kind == ROWS_SLIDING)
      refuse_item(reader, "planes", i, "kind",
                  "the flow through a sliding plane is unsteady; expected "
                  "'time.steps_per_passing', or 'kind: mixing'");
  if (!c->time.steps_per_passing)
    return;
  if (c->time.until_residual > 0)
    refuse(reader, "time", "until_residual",
           "this ends the search for a steady flow, but with 'steps_per_passing' the flow is "
           "unsteady; leave one of the two out");
  if (own->scheme.levels)
    refuse(reader, "scheme", "multigrid",
           "coarser grids find a steady flow faster, but are wrong in time; leave them out beside "
           "'time.steps_per_passing'");
  if (is_chosen(reader, "scheme", "feedback", own->scheme.feedback) && own->scheme.feedback > 0)
    refuse(reader, "scheme", "feedback",
           "this reduces large changes, which an unsteady flow may have; leave it out beside "
           "'time.steps_per_passing'");
  const ria_yaml *cfl = is_chosen(reader, "time", "cfl", c->time.cfl)
                            ? find(find(ria_reader_root(reader), "time"), "cfl")
                            : NULL;
  const size_t mark = ria_reader_enter(reader, "time");
  ria_reader_enter(reader, "cfl");
  if (cfl)
    ria_reader_warn(reader, cfl,
                    "with 'steps_per_passing' all cells have the time step that follows from it, "
                    "so this has no effect; leave it out");
  ria_reader_leave(reader, mark);
}

/* Keys that a kind of start does not use. */
static void check_start_keys(ria_reader *reader, const rows_case *own) {
  enum {
    UNIFORM = 1 << ROWS_START_UNIFORM,
    VORTEX = 1 << ROWS_START_VORTEX,
    TURNS = 1 << ROWS_START_SWIRL
  };
  const struct {
    const char *key;
    double value;
    int kinds;
  } start[] = {{"temperature", own->start.temperature, UNIFORM | VORTEX | TURNS},
               {"vx", own->start.vx, UNIFORM | TURNS},
               {"vr", own->start.vr, UNIFORM},
               {"vt", own->start.vt, UNIFORM | TURNS},
               {"radius", own->start.radius, VORTEX | TURNS},
               {"mach", own->start.mach, VORTEX}};
  for (size_t i = 0; i < sizeof start / sizeof *start; i++)
    if (!(start[i].kinds & 1 << own->start.kind) &&
        is_chosen(reader, "start", start[i].key, start[i].value))
      refuse(reader, "start", start[i].key,
             own->start.kind == ROWS_START_INFLOW
                 ? "the start is that of the first inflow, and does not use this; expected another "
                   "'kind', such as 'uniform', or leave this out"
                 : "a start of this kind does not use this; leave it out, or choose another "
                   "'kind'");
}

static void check_planes(ria_reader *reader, const rows_case *own) {
  for (int i = 0; i < own->planes; i++) {
    const rows_plane *plane = &own->plane[i];
    if (plane->between_count != 2)
      refuse_item(reader, "planes", i, "between",
                  "a plane has two sides; expected two patches, the one upstream first, such as "
                  "'[stator.exit, rotor.inlet]'");
    else if (!strcmp(plane->between[0], plane->between[1]))
      refuse_item(reader, "planes", i, "between",
                  "both sides are the same patch; expected two, the one upstream first");
  }
}

/* Static over stagnation pressure where the Mach number is 1. */
static double critical_ratio(const rows_case *own) {
  const double gamma = own->gas.gamma;
  return ria_pow(2 / (gamma + 1), gamma / (gamma - 1));
}

static void check_inflow(ria_reader *reader, const rows_case *own, int index) {
  const rows_boundary *in = &own->boundary[index];
  if (!(in->stagnation_pressure > 0))
    refuse_item(reader, "boundaries", index, "stagnation_pressure",
                "an inflow needs it; expected a pressure such as '100 kPa'");
  if (!(in->stagnation_temperature > 0))
    refuse_item(reader, "boundaries", index, "stagnation_temperature",
                "an inflow needs it; expected a temperature such as '300 K'");
  if (in->pressure > 0 && in->stagnation_pressure > 0 &&
      in->pressure > critical_ratio(own) * in->stagnation_pressure)
    refuse_item(reader, "boundaries", index, "pressure",
                "with this pressure the inflow is subsonic, and takes the pressure from inside; "
                "leave it out, or expected a lower one of a supersonic inflow");
}

static void check_boundaries(ria_reader *reader, const rows_case *own) {
  int first_inflow = -1;
  bool leaves = false;
  for (int i = 0; i < own->boundaries; i++) {
    const rows_boundary *b = &own->boundary[i];
    if (b->kind == ROWS_INFLOW)
      check_inflow(reader, own, i);
    if (b->kind == ROWS_OUTFLOW && !(b->pressure > 0))
      refuse_item(reader, "boundaries", i, "pressure",
                  "an outflow needs it; expected a pressure such as '80 kPa'");
    if (b->kind == ROWS_INFLOW && first_inflow < 0)
      first_inflow = i;
    leaves |= b->kind == ROWS_OUTFLOW || b->kind == ROWS_HELD;
  }
  if (first_inflow >= 0 && !leaves)
    refuse_item(reader, "boundaries", first_inflow, "kind",
                "there is an inflow, but no outflow; expected one, such as 'exit: {kind: outflow, "
                "pressure: 80 kPa}'");
}

static void check_turbulence(ria_reader *reader, const rows_case *own) {
  if (own->scheme.turbulence == ROWS_MIXING_LENGTH && !(own->gas.viscosity > 0))
    refuse(reader, "scheme", "turbulence",
           "a mixing length needs a gas with viscosity; expected one, such as 'gas: {viscosity: "
           "1.8e-5 Pa s}'");
  for (int i = 0; i < own->boundaries && own->scheme.walls == ROWS_WALL_FUNCTIONS; i++)
    if (own->boundary[i].temperature > 0)
      refuse_item(reader, "boundaries", i, "temperature",
                  "walls with 'scheme.walls: functions' let no heat through; leave it out, or "
                  "expected 'walls: no-slip'");
}

static void check_courant(ria_reader *reader, const ria_case *c, const rows_case *own) {
  static const double most = 0.5;
  if (own->scheme.march != ROWS_SCREE || c->time.cfl <= most || c->time.steps_per_passing)
    return;
  const ria_yaml *node = find(find(ria_reader_root(reader), "time"), "cfl");
  const size_t mark = ria_reader_enter(reader, "time");
  ria_reader_enter(reader, "cfl");
  ria_reader_warn(reader, node,
                  "'march: scree' is stable up to about %g; expected at most that, or 'march: rk4'",
                  most);
  ria_reader_leave(reader, mark);
}

/* Reject two items with one name: the later one would silently replace the other. */
static void check_names(ria_reader *reader, const char *key) {
  const ria_yaml *list = find(ria_reader_root(reader), key);
  for (int i = 0; item_of(list, i); i++)
    for (int j = 0; j < i; j++) {
      const ria_yaml *name = find(item_of(list, i), "name"),
                     *other = find(item_of(list, j), "name");
      if (name && other && !strcmp(name->text, other->text))
        refuse_item(reader, key, i, "name",
                    "an item before has this name as well; expected names that differ");
    }
}

void rows_check_case(ria_reader *reader, ria_case *c, void *object) {
  rows_case *own = object;
  note_places(reader, own);
  check_unsteady(reader, c, own);
  check_start_keys(reader, own);
  if (own->scheme.march == ROWS_RK4 && !c->time.steps_per_passing &&
      is_chosen(reader, "scheme", "feedback", own->scheme.feedback) && own->scheme.feedback > 0)
    refuse(reader, "scheme", "feedback",
           "'march: rk4' has no feedback; leave this out, or choose 'march: scree'");
  check_names(reader, "rows");
  check_names(reader, "planes");
  check_names(reader, "boundaries");
  check_planes(reader, own);
  check_boundaries(reader, own);
  check_turbulence(reader, own);
  check_courant(reader, c, own);
}

/* ---- names of patches ---- */

enum { NAMES = 400 };

/* The patches of a grid, as a case names them: "stator.inlet, stator.exit, ..." */
static const char *list_patches(const ria_block_grid *grid, char text[NAMES]) {
  size_t n = 0;
  *text = 0;
  for (int p = 0; p < grid->patches; p++) {
    const ria_node_patch *patch = &grid->patch[p];
    const ria_node_block *block = &grid->block[patch->block];
    char name[NAMES];
    snprintf(name, sizeof name, "%.150s.%.150s", block->item ? block->item : block->name,
             patch->name);
    bool listed = false;
    for (int q = 0; q < p && !listed; q++)
      listed = ria_block_grid_is_patch(grid, q, name);
    if (listed)
      continue;
    if (n + strlen(name) + 8 > NAMES) {
      snprintf(text + n, NAMES - n, ", ...");
      break;
    }
    n += (size_t)snprintf(text + n, NAMES - n, "%s%s", n ? ", " : "", name);
  }
  return *text ? text : "none";
}

static bool is_there(const ria_block_grid *grid, const char *name) {
  for (int p = 0; p < grid->patches; p++)
    if (ria_block_grid_is_patch(grid, p, name))
      return true;
  return false;
}

/* A face of that name that a joint covers; NULL: no such face. */
static const ria_node_joint *find_joint(const ria_block_grid *grid, const char *name) {
  for (int j = 0; j < 2 * grid->joints; j++) {
    const ria_node_joint *joint = &grid->joint[j / 2];
    const ria_node_block *block = &grid->block[joint->block[j % 2]];
    const ria_side side = joint->side[j % 2];
    const char *const owner[] = {block->item ? block->item : "", block->name};
    char text[RIA_FACE_TEXT];
    if (!strcmp(name, ria_block_grid_face_text(grid, joint->block[j % 2], side, text)))
      return joint;
    for (int i = 0; i < 2 && block->side[side]; i++) {
      snprintf(text, sizeof text, "%.120s.%.120s", owner[i], block->side[side]);
      if (!strcmp(name, text))
        return joint;
    }
  }
  return NULL;
}

static ria_status no_patch(const rows *s, const ria_case_place *place, const char *section,
                           const char *name) {
  char names[NAMES], face[2][RIA_FACE_TEXT];
  const ria_node_joint *joint = find_joint(s->grid, name);
  if (joint)
    return rows_reject(s->the_case, place,
                       "%s: '%s' is no patch, because the faces %s and %s are joined; expected "
                       "'blades' or 'row' of blocks that are of two rows, or another name",
                       section, name,
                       ria_block_grid_face_text(s->grid, joint->block[0], joint->side[0], face[0]),
                       ria_block_grid_face_text(s->grid, joint->block[1], joint->side[1], face[1]));
  return rows_reject(s->the_case, place,
                     "%s: the grid has no patch '%s'; expected one of its patches: %s", section,
                     name, list_patches(s->grid, names));
}

/* A patch belongs to one side of one plane. */
static ria_status check_sides(const rows *s) {
  for (int p = 0; p < s->grid->patches; p++) {
    const rows_plane *first = NULL;
    for (int i = 0; i < 2 * s->own->planes; i++) {
      const rows_plane *plane = &s->own->plane[i / 2];
      char face[RIA_FACE_TEXT];
      if (!ria_block_grid_is_patch(s->grid, p, plane->between[i % 2]))
        continue;
      if (first)
        return rows_reject(s->the_case, &plane->place,
                           "planes: the patch '%s' (%s) is of two sides: of the plane '%s' and of "
                           "'%s'; expected names that tell them apart, such as 'stator.exit'",
                           s->grid->patch[p].name,
                           ria_block_grid_face_text(s->grid, s->grid->patch[p].block,
                                                    s->grid->patch[p].side, face),
                           first->name, plane->name);
      first = plane;
    }
  }
  return RIA_SUCCESS;
}

static ria_status check_boundary_name(const rows *s, const rows_boundary *boundary) {
  int patches = 0, sides = 0;
  const rows_plane *plane = NULL;
  if (!strcmp(boundary->name, "default"))
    return RIA_SUCCESS;
  for (int p = 0; p < s->grid->patches; p++) {
    if (!ria_block_grid_is_patch(s->grid, p, boundary->name))
      continue;
    patches++;
    for (int i = 0; i < 2 * s->own->planes; i++)
      if (ria_block_grid_is_patch(s->grid, p, s->own->plane[i / 2].between[i % 2])) {
        sides++;
        plane = &s->own->plane[i / 2];
      }
  }
  if (!patches)
    return no_patch(s, &boundary->place, "boundaries", boundary->name);
  if (sides == patches)
    return rows_reject(s->the_case, &boundary->place,
                       "boundaries: '%s' is a side of the plane '%s' already; leave it out here or "
                       "there",
                       boundary->name, plane->name);
  return RIA_SUCCESS;
}

ria_status rows_check_patches(const rows *s) {
  for (int i = 0; i < 2 * s->own->planes; i++) {
    const rows_plane *plane = &s->own->plane[i / 2];
    if (!is_there(s->grid, plane->between[i % 2]))
      return no_patch(s, &plane->place, "planes", plane->between[i % 2]);
  }
  RIA_TRY(check_sides(s));
  for (int b = 0; b < s->own->boundaries; b++)
    RIA_TRY(check_boundary_name(s, &s->own->boundary[b]));
  return RIA_SUCCESS;
}

/* ---- rows ---- */

static ria_status no_row(const rows *s, const rows_row *row) {
  for (int b = 0; b < s->grid->blocks; b++) {
    const ria_node_block *block = &s->grid->block[b];
    if (!strcmp(block->name, row->name) || (block->item && !strcmp(block->item, row->name)))
      return rows_reject(s->the_case, &row->place,
                         "rows: '%s' is a block of the grid, but no row; give it 'blades' or 'row' "
                         "in the grid",
                         row->name);
  }
  char names[NAMES] = "";
  for (int r = 0; r < s->grid->rows && strlen(names) + 108 < sizeof names; r++)
    snprintf(names + strlen(names), 104, "%s%.100s", r ? ", " : "", s->grid->row[r].name);
  return rows_reject(s->the_case, &row->place, "rows: the grid has no row '%s'; expected %s%s",
                     row->name, *names ? "one of its rows: " : "a grid with rows of blades", names);
}

ria_status rows_check_rows(const rows *s) {
  for (int r = 0; r < s->own->rows; r++) {
    const rows_row *row = &s->own->row[r];
    const int number = ria_block_grid_find_row(s->grid, row->name);
    if (number < 0)
      return no_row(s, row);
    const int blades = s->grid->row[number].blades;
    if (row->blades && blades && row->blades != blades)
      return rows_reject(
          s->the_case, &row->place,
          "rows: '%s' has %d blades here, but %d in the grid (one passage every %.6g "
          "deg); expected the same, or none here",
          row->name, row->blades, blades, 360.0 / blades);
    if (row->speed != 0 && s->grid->system != RIA_NODES_CYLINDRICAL)
      return rows_reject(s->the_case, &row->place,
                         "rows: '%s' turns, but the grid is in x, y, z and has no axis to turn "
                         "around; expected a grid in x, r, theta",
                         row->name);
  }
  return RIA_SUCCESS;
}

/* Number of blades of a row, from the case or the grid; 0: not given. */
int rows_blades(const rows *s, int row) {
  for (int r = 0; r < s->own->rows && row >= 0; r++)
    if (s->own->row[r].blades && ria_block_grid_find_row(s->grid, s->own->row[r].name) == row)
      return s->own->row[r].blades;
  return row >= 0 ? s->grid->row[row].blades : 0;
}

/* Where no work is added to the gas, it flows from high to low pressure. */
ria_status rows_check_pressures(const rows *s) {
  double most = 0;
  const rows_boundary *in = NULL;
  bool turns = false;
  for (int b = 0; b < s->grid->blocks; b++)
    turns |= s->omega[b] != 0;
  for (int i = 0; i < s->own->boundaries; i++) {
    const rows_boundary *b = &s->own->boundary[i];
    turns |= b->speed != 0 || b->along != 0;
    if (b->kind != ROWS_INFLOW || b->stagnation_pressure <= most)
      continue;
    most = b->stagnation_pressure;
    in = b;
  }
  for (int i = 0; i < s->own->boundaries && in && !turns; i++) {
    const rows_boundary *out = &s->own->boundary[i];
    if (out->kind == ROWS_OUTFLOW && out->pressure >= most)
      return rows_reject(s->the_case, &out->place,
                         "boundaries: the outflow '%s' has %.6g Pa, and the inflow '%s' a "
                         "stagnation pressure of %.6g Pa, so the gas would flow in at the outflow; "
                         "expected a lower pressure there",
                         out->name, out->pressure, in->name, most);
  }
  return RIA_SUCCESS;
}

/* ---- cells ---- */

static ria_status with_place(const rows *s, const ria_case_place *place, ria_status status) {
  char detail[1024];
  if (status != RIA_ERROR_CASE)
    return status;
  snprintf(detail, sizeof detail, "%s", ria_status_detail());
  return rows_reject(s->the_case, place, "grid: %s", detail);
}

/* Where the radius is 0 the direction of theta is undefined. */
static ria_status check_axis(const rows *s, int block, ria_side side) {
  const ria_range nodes = ria_block_grid_side_nodes(s->grid, block, side);
  const int64_t count = ria_range_nodes(&nodes);
  double *radius = malloc((size_t)count * sizeof *radius), least = INFINITY, most = 0;
  char face[RIA_FACE_TEXT];
  if (!radius)
    return ria_fail(RIA_ERROR_MEMORY, "no memory to check a grid");
  const ria_status status = ria_block_grid_nodes(s->grid, block, nodes, NULL, radius, NULL);
  for (int64_t n = 0; n < count && status == RIA_SUCCESS; n++) {
    least = fmin(least, radius[n]);
    most = fmax(most, radius[n]);
  }
  free(radius);
  if (status != RIA_SUCCESS || least > 1e-9 * most)
    return status;
  return rows_reject(s->the_case, rows_block_place(s, block),
                     "grid: the face %s has nodes on the axis, where the solver 'rows' cannot "
                     "compute; expected radii above 0, such as a thin hub",
                     ria_block_grid_face_text(s->grid, block, side, face));
}

ria_status rows_check_grid(const rows *s) {
  const ria_block_grid *grid = s->grid;
  for (int b = 0; b < grid->blocks; b++) {
    const ria_global *cells = grid->block[b].cells;
    const ria_range all = {{0, 0, 0}, {cells[0], cells[1], cells[2]}};
    RIA_TRY(with_place(s, rows_block_place(s, b), ria_block_grid_check_cells(grid, b, all)));
    for (int side = 0; side < RIA_SIDES && grid->system == RIA_NODES_CYLINDRICAL; side++)
      RIA_TRY(check_axis(s, b, side));
  }
  return with_place(s, &s->the_case->grid.place,
                    ria_block_grid_check_joints(grid, 0, grid->joints, 0));
}
