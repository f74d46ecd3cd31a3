/* Comparison of the initial level with the boundaries' levels, and the level of still water in
 * front of incoming waves. */
#include <math.h>
#include "steps.h"
#include "ria/tide.h"

/* m: a larger difference gets a warning, because it sends a wave into the domain. */
static const double noticeable = 0.05;

/* Whether the boundary's level is known before the grid. */
static bool has_level(const ria_case_boundary *b) {
  return !b->along.atlases && (b->kind == RIA_BOUNDARY_TIDE || b->kind == RIA_BOUNDARY_LEVEL);
}

/* The height of a tide at the start; NAN: no memory. */
static double tide_at_start(const ria_case *c, int count, const ria_constituent *constituent) {
  ria_tide *tide = ria_tide_create(count, constituent);
  const double height = tide ? ria_tide_level(tide, c->time.start) : NAN;
  ria_tide_destroy(tide);
  return height;
}

/* Mean of the lowest and highest station's level at the start. An atlas is read after the grid is
 * known. */
static double stations_at_start(const ria_case *c, const ria_case_boundary *b) {
  double low = INFINITY, high = -INFINITY;
  for (int i = 0; i < b->along.stations; i++) {
    const ria_case_station *s = &b->along.station[i];
    const double level = s->constituents ? tide_at_start(c, s->constituents, s->constituent)
                                         : ria_series_value(&s->level, 0);
    low = fmin(low, level);
    high = fmax(high, level);
  }
  return 0.5 * (low + high);
}

/* The boundary's level at the start, without its ramp; NAN: no memory. */
static double level_at_start(const ria_case *c, const ria_case_boundary *b) {
  const double level = ria_series_value(&b->level, 0);
  if (b->along.on)
    return level + stations_at_start(c, b);
  if (b->kind != RIA_BOUNDARY_TIDE)
    return level;
  return level + tide_at_start(c, b->constituents, b->constituent);
}

static const ria_case_boundary *first_with_level(const ria_case *c) {
  for (int i = 0; i < c->boundaries; i++)
    if (has_level(&c->boundary[i]))
      return &c->boundary[i];
  return NULL;
}

static void take_level(ria_reader *reader) {
  ria_case *c = reader->the_case;
  const ria_case_boundary *b = first_with_level(c);
  if (!isnan(c->initial.level))
    return;
  if (b) {
    c->initial.level = level_at_start(c, b);
    reader->memory.failed |= isnan(c->initial.level);
    return;
  }
  bool atlas = false;
  for (int i = 0; i < c->boundaries; i++)
    atlas |= c->boundary[i].along.atlases > 0;
  size_t mark = ria_reader_enter(reader, "initial");
  ria_reader_enter(reader, "level");
  ria_reader_reject(reader, ria_yaml_get(ria_yaml_get(reader->root, "initial"), "level"),
                    atlas ? "a tide of an atlas is not known yet when the start is settled; "
                            "expected a length such as '0.5 m', with a 'ramp' of the boundary"
                          : "no boundary has a level that the start could take; expected a length "
                            "such as '0.5 m', or a boundary of kind tide or level");
  ria_reader_leave(reader, mark);
}

/* Incoming waves run into the initial water level, unless the case gives `still`. */
static void take_still(ria_case *c) {
  for (int i = 0; i < c->boundaries; i++)
    if (!c->boundary[i].has_still)
      c->boundary[i].still = c->initial.level;
}

/* Without a ramp the boundary has its full level from the first step on. */
static void warn_of_jump(ria_reader *reader, const ria_yaml *place, const ria_case_boundary *b) {
  const ria_case *c = reader->the_case;
  if (!has_level(b) || b->ramp > 0)
    return;
  const double level = level_at_start(c, b);
  if (!(fabs(level - c->initial.level) > noticeable))
    return;
  ria_reader_warn(reader, place,
                  "its level at the start is %.2f m, but the water starts at %.2f m: a wave of the "
                  "difference enters at once; expected 'initial.level: tide', or a ramp such as "
                  "'ramp: 1 h' here",
                  level, c->initial.level);
}

/* A start from a file or a formula has its own levels. */
static bool starts_still(const ria_reader *reader) {
  const ria_yaml *initial = ria_yaml_get(reader->root, "initial");
  static const char *const others[] = {"file", "shape", "surface", "depth", "velocity"};
  for (size_t i = 0; i < sizeof others / sizeof *others; i++)
    if (ria_yaml_get(initial, others[i]))
      return false;
  return true;
}

void case_finish_levels(ria_reader *reader) {
  ria_case *c = reader->the_case;
  const ria_yaml *list = ria_yaml_get(reader->root, "boundaries");
  take_level(reader);
  take_still(c);
  if (reader->failed || reader->memory.failed)
    return;
  for (int i = 0; list && i < c->boundaries && i < list->count; i++) {
    size_t mark = ria_reader_enter(reader, "boundaries");
    ria_reader_enter_item(reader, i);
    if (starts_still(reader))
      warn_of_jump(reader, list->value[i], &c->boundary[i]);
    ria_reader_leave(reader, mark);
  }
}
