/* Segments of sides: their ends and levels, and a check for overlaps. */
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "steps.h"
#include "units/units.h"

/* The domain's range along a side: x on south and north, y on west and east. */
static void side_range(const ria_case *c, ria_side side, double *low, double *high) {
  bool along_y = side == RIA_WEST || side == RIA_EAST;
  *low = along_y ? c->grid.low[1] : c->grid.low[0];
  *high = along_y ? c->grid.high[1] : c->grid.high[0];
}

/* Reject keys of sides for a boundary on a line. */
static void check_keys_of_line(ria_reader *reader, const ria_yaml *record) {
  static const struct {
    const char *key, *why;
  } not [] = {{"from", "a line has its own ends; leave it out"},
              {"to", "a line has its own ends; leave it out"},
              {"along", "only a 'side' takes levels that vary along it; a line has one level"},
              {"spread", "a line spreads its discharge evenly; leave it out, or give a 'side'"},
              {"depth", "only a 'side' takes the depth of a supercritical inflow; leave it out"}};
  for (size_t i = 0; i < sizeof not / sizeof *not ; i++) {
    ria_yaml *given = ria_yaml_get(record, not [i].key);
    const bool fallback = given && !strcmp(not [i].key, "depth") &&
                          given->kind == RIA_YAML_SCALAR &&
                          (!strcmp(given->text, "0 m") || !strcmp(given->text, "0"));
    if (!case_is_good(given) || fallback)
      continue;
    const size_t mark = ria_reader_enter(reader, not [i].key);
    ria_reader_reject(reader, given, "%s", not [i].why);
    ria_reader_leave(reader, mark);
  }
}

/* Check a boundary on a line inside the grid. */
static void finish_line(ria_reader *reader, ria_yaml *record, ria_case_boundary *b) {
  const ria_case *c = reader->the_case;
  ria_yaml *line = ria_yaml_get(record, "line"), *file = ria_yaml_get(record, "file");
  ria_yaml *outside = ria_yaml_get(record, "outside"), *kind = ria_yaml_get(record, "kind");
  b->on_line = !ria_yaml_is_null(line) || !ria_yaml_is_null(file);
  if (!b->on_line) {
    if (case_is_good(outside))
      ria_reader_reject(reader, outside,
                        "this is of a line; expected 'line' or 'file' beside it, or leave it out");
    return;
  }
  b->side = RIA_PLANE_SIDES;
  b->whole = true;
  if (!c->declared || !c->declared->several_tracers)
    ria_reader_reject(reader, line ? line : file,
                      "only the solver 'estuary' has boundaries on lines; expected a 'side'");
  if (line && !line->bad && b->points < 2)
    ria_reader_reject(reader, line, "a line needs two points at least, [[x, y], [x, y]]");
  if (ria_yaml_is_null(outside))
    ria_reader_reject(reader, record,
                      "a line needs 'outside': the side of it that is not computed; expected west, "
                      "east, south or north");
  if (!(kind && kind->bad) && b->kind != RIA_BOUNDARY_TIDE && b->kind != RIA_BOUNDARY_LEVEL &&
      b->kind != RIA_BOUNDARY_DISCHARGE) {
    const size_t mark = ria_reader_enter(reader, "kind");
    ria_reader_reject(reader, kind ? kind : record,
                      "a line is of kind tide, level or discharge; for a wall expected "
                      "'structures', and for the other kinds a 'side'");
    ria_reader_leave(reader, mark);
  }
  check_keys_of_line(reader, record);
}

static void finish_ends(ria_reader *reader, ria_yaml *record, ria_case_boundary *b) {
  ria_yaml *from = ria_yaml_get(record, "from"), *to = ria_yaml_get(record, "to");
  const ria_yaml *extent = ria_yaml_get(ria_yaml_get(reader->root, "grid"), "extent");
  if (b->on_line)
    return;
  b->whole = !from && !to;
  if (!from)
    b->from = -INFINITY;
  if (!to)
    b->to = INFINITY;
  if ((from && from->bad) || (to && to->bad))
    return;
  if (b->from >= b->to) {
    ria_reader_reject(reader, from, "the segment from %s to %s has no length; expected from < to",
                      from->text, to->text);
    return;
  }
  if (!case_is_good(extent) || !case_is_good(ria_yaml_get(record, "side")))
    return;
  double low, high;
  side_range(reader->the_case, b->side, &low, &high);
  ria_yaml *outside = from && (b->from < low || b->from >= high) ? from
                      : to && (b->to > high || b->to <= low)     ? to
                                                                 : NULL;
  if (outside)
    ria_reader_reject(reader, outside,
                      "this lies outside the %s side, which runs from %g m to %g m",
                      ria_case_sides[b->side], low, high);
}

/* The level is the series plus the offset, or the offset alone. */
static void finish_level(ria_reader *reader, ria_yaml *record, ria_case_boundary *b) {
  const ria_yaml *offset = ria_yaml_get(record, "offset");
  double shift = 0;
  if (b->kind != RIA_BOUNDARY_TIDE && b->kind != RIA_BOUNDARY_LEVEL)
    return;
  if (b->kind == RIA_BOUNDARY_LEVEL && !b->along.on && !ria_yaml_get(record, "level"))
    ria_reader_reject(
        reader, record,
        "a boundary of kind 'level' needs a level; expected a length such as '0.5 m', a list "
        "of [time, value], or {file: x.csv}");
  if (case_is_good(offset))
    units_read(offset->text, RIA_LENGTH, &shift);
  if (!b->level.count) {
    b->level.time = calloc(1, sizeof *b->level.time);
    b->level.value = calloc(1, sizeof *b->level.value);
    b->level.count = 1;
    if (!b->level.time || !b->level.value) {
      reader->memory.failed = true;
      b->level.count = 0;
    }
  }
  for (int i = 0; i < b->level.count; i++)
    b->level.value[i] += shift;
}

static void check_discharge(ria_reader *reader, ria_yaml *record, const ria_case_boundary *b) {
  ria_yaml *discharge = ria_yaml_get(record, "discharge");
  if (b->kind == RIA_BOUNDARY_DISCHARGE && !discharge)
    ria_reader_reject(reader, record,
                      "a boundary of kind 'discharge' needs a discharge; expected one such as "
                      "'250 m3/s', a list of [time, value], or {file: x.csv}");
  if (b->kind == RIA_BOUNDARY_DISCHARGE || b->absorbing)
    return;
  if (case_is_good(discharge) && case_is_good(ria_yaml_get(record, "absorbing")))
    ria_reader_reject(
        reader, discharge,
        "a side with a level has a discharge only if it absorbs waves: that of the water "
        "outside; expected 'absorbing: true' beside it");
}

static void finish_head_loss(ria_reader *reader, ria_yaml *record, ria_case_boundary *b) {
  if (!b->has_head_loss)
    b->head_loss = !b->absorbing;
  if (b->absorbing && b->head_loss)
    ria_reader_reject(reader, ria_yaml_get(record, "head_loss"),
                      "a side that absorbs waves has no head loss: its level is that of the water "
                      "outside; expected one of the two");
}

/* Only an absorbing side separates incoming from outgoing waves. */
static void check_incoming(ria_reader *reader, ria_yaml *record, const ria_case_boundary *b) {
  ria_yaml *incoming = ria_yaml_get(record, "incoming"), *still = ria_yaml_get(record, "still");
  if (b->incoming && !b->absorbing && case_is_good(ria_yaml_get(record, "absorbing")))
    ria_reader_reject(reader, incoming,
                      "a wave comes in through a side that absorbs the waves from inside; expected "
                      "'absorbing: true' beside it");
  if (!b->incoming && case_is_good(still) && (!incoming || case_is_good(incoming)))
    ria_reader_reject(reader, still,
                      "this is the level of the water that an incoming wave runs into; expected "
                      "'incoming: true' beside it");
}

static void check_tide(ria_reader *reader, ria_yaml *record, const ria_case_boundary *b) {
  const ria_yaml *start = ria_yaml_get(ria_yaml_get(reader->root, "time"), "start");
  if (b->kind == RIA_BOUNDARY_TIDE && !start)
    ria_reader_reject(reader, record,
                      "a tide depends on the date; expected 'time.start' to be given, such as "
                      "'start: 2024-03-01T00:00:00Z'");
}

/* A side that is joined to the opposite one takes no boundary. */
static void check_periodic(ria_reader *reader, ria_yaml *record, const ria_case_boundary *b) {
  const ria_periodic periodic = reader->the_case->grid.periodic;
  const bool along_x = b->side == RIA_SOUTH || b->side == RIA_NORTH;
  if (periodic & (along_x ? RIA_PERIODIC_Y : RIA_PERIODIC_X))
    ria_reader_reject(
        reader, record,
        "the %s side is joined to the one across by 'grid.periodic'; expected boundaries "
        "on other sides, or 'grid.periodic' without %s",
        ria_case_sides[b->side], along_x ? "y" : "x");
}

static void check_overlaps(ria_reader *reader, const ria_yaml *list, int i) {
  const ria_case_boundary *b = reader->the_case->boundary, *second = &b[i];
  for (int j = 0; j < i; j++) {
    const ria_case_boundary *first = &b[j];
    if (list->value[j]->bad || first->on_line || first->side != second->side ||
        first->from >= second->to || second->from >= first->to)
      continue;
    const ria_yaml *place = list->value[j];
    if (place->source && !place->source->is_set)
      ria_reader_reject(
          reader, list->value[i],
          "this lies over boundaries.%d (line %d, column %d) on the %s side; expected "
          "segments that do not overlap",
          j, place->line, place->column, ria_case_sides[second->side]);
    else
      ria_reader_reject(
          reader, list->value[i],
          "this lies over boundaries.%d on the %s side; expected segments that do not overlap", j,
          ria_case_sides[second->side]);
    return;
  }
}

void case_finish_boundaries(ria_reader *reader) {
  ria_case *c = reader->the_case;
  const ria_yaml *list = ria_yaml_get(reader->root, "boundaries");
  if (!list || list->kind != RIA_YAML_LIST)
    return;
  for (int i = 0; i < c->boundaries; i++) {
    ria_yaml *record = list->value[i];
    const ria_yaml *side = ria_yaml_get(record, "side"), *kind = ria_yaml_get(record, "kind");
    const ria_yaml *from = ria_yaml_get(record, "from"), *to = ria_yaml_get(record, "to");
    size_t mark = ria_reader_enter(reader, "boundaries");
    ria_reader_enter_item(reader, i);
    finish_line(reader, record, &c->boundary[i]);
    finish_ends(reader, record, &c->boundary[i]);
    if (case_is_good(kind)) {
      case_finish_along(reader, record, &c->boundary[i]);
      case_finish_rating(reader, record, &c->boundary[i]);
      case_finish_spread(reader, record, &c->boundary[i]);
      finish_level(reader, record, &c->boundary[i]);
      check_tide(reader, record, &c->boundary[i]);
      check_discharge(reader, record, &c->boundary[i]);
      finish_head_loss(reader, record, &c->boundary[i]);
      check_incoming(reader, record, &c->boundary[i]);
    }
    if (c->boundary[i].on_line) {
      ria_reader_leave(reader, mark);
      continue;
    }
    if (case_is_good(side))
      check_periodic(reader, record, &c->boundary[i]);
    if (case_is_good(side) && !(from && from->bad) && !(to && to->bad))
      check_overlaps(reader, list, i);
    else
      record->bad = true; /* its place is unknown, so skip the check for overlaps */
    ria_reader_leave(reader, mark);
  }
}
