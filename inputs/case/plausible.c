#include "plausible.h"
#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "units/units.h"

#define ANY      -INFINITY, INFINITY
#define DAYS(n)  ((n)*86400.)
#define LEVELS   -20, 20, -12000, 9000
#define PLACES   -5e7, 5e7, ANY
#define CONTENTS 0, 1e6, ANY
#define DATUM    "levels count from the reference level, which is where the bed's elevation is 0"
#define CENTIMETRES                                                                                \
  "the largest tide on Earth has an M2 of some 6 m; amplitudes in centimetres need their unit, "   \
  "such as '108 cm'"
#define MASS "pure water weighs 1e6 g/m3; check the unit"

/* path, dimension, usual range, possible range, hint */
const ria_plausible case_plausible_rows[] = {
    {"time.end", RIA_TIME, 0, DAYS(36525), ANY, "check the unit, such as '7 d'"},
    {"time.dt", RIA_TIME, 1e-6, 600, ANY, "a step is seconds long; check the unit"},
    {"time.max_dt", RIA_TIME, 1e-6, 3600, ANY, "a step is seconds long; check the unit"},
    {"grid.resolution", RIA_LENGTH, 0.001, 5000, 1e-6, 1e6,
     "cells of an estuary are 5 m to 500 m wide; check the unit, and that coordinates are metres"},
    {"grid.turn", RIA_ANGLE, -360, 360, ANY, "an angle is in degrees"},
    {"grid.blocks.height", RIA_LENGTH, 1e-6, 1e4, ANY, "check the unit"},
    {"grid.blocks.bump", RIA_LENGTH, -1e4, 1e4, ANY, "check the unit"},
    {"grid.blocks.chord", RIA_LENGTH, 1e-4, 20, ANY, "a chord is centimetres long; check the unit"},
    {"grid.blocks.stagger", RIA_ANGLE, -89, 89, ANY, "an angle is in degrees"},
    {"grid.blocks.camber", RIA_ANGLE, -179, 179, ANY, "an angle is in degrees"},
    {"grid.joints.turn", RIA_ANGLE, -360, 360, ANY, "an angle is in degrees"},
    {"bathymetry.offset", RIA_LENGTH, LEVELS,
     "the offset from a chart's datum to the mean level is some metres"},
    {"bathymetry.nodata_level", RIA_LENGTH, -20, 3000, -12000, 9000, "land lies above the water"},
    {"initial.level", RIA_LENGTH, -50, 50, -12000, 9000, DATUM},
    {"initial.surface.*", RIA_LENGTH, -450, 6000, -12000, 9000, DATUM},
    {"initial.surface.*.value", RIA_LENGTH, -450, 6000, -12000, 9000, DATUM},
    {"initial.depth.*", RIA_LENGTH, 0, 2000, 0, 12000, "it is the depth of the water, not a level"},
    {"initial.depth.*.value", RIA_LENGTH, 0, 2000, 0, 12000,
     "it is the depth of the water, not a level"},
    {"initial.velocity.*.*", RIA_SPEED, -10, 10, -100, 100, "check the unit, such as '20 cm/s'"},
    {"initial.velocity.*.*.value", RIA_SPEED, -10, 10, -100, 100,
     "check the unit, such as '20 cm/s'"},
    {"gravity", RIA_ACCELERATION, 9.7, 9.9, ANY, "on Earth it is 9.78 to 9.83 m/s2"},
    {"dry", RIA_LENGTH, 1e-9, 0.2, ANY,
     "water that is less deep does not move; 1 mm to 5 cm are usual"},
    {"tracers.decay", RIA_RATE, 1e-13, 1. / 60, ANY,
     "this leaves little of it after some minutes; a rate a day needs its unit, such as '0.5 1/d'"},
    {"tracers.half_life", RIA_TIME, 60, 1e13, ANY, "check the unit, such as '12 h'"},
    {"tracers.T90", RIA_TIME, 60, 1e13, ANY, "check the unit, such as '6 h'"},
    {"tracers.light.coefficient", RIA_NUMBER, 0, 1e-4, ANY,
     "it is 1/s for each W/m2; a coefficient of a day for each W/m2 is 86400 times that"},
    {"tracers.light.peak", RIA_NUMBER, 0, 1400, ANY, "the sun brings 1361 W/m2 above the air"},
    {"tracers.light.surface", RIA_NUMBER, 0, 1400, ANY, "the sun brings 1361 W/m2 above the air"},
    {"tracers.light.sunrise", RIA_TIME, 0, 86400, ANY, "it is a time of the day, such as '6 h'"},
    {"tracers.light.sunset", RIA_TIME, 0, 86400, ANY, "it is a time of the day, such as '18 h'"},
    {"tracers.light.extinction", RIA_NUMBER, 0, 50, ANY, "0.1 to 5 1/m are usual"},
    {"tracers.settling.velocity", RIA_SPEED, 0, 0.1, ANY,
     "0.1 mm/s to 10 mm/s are usual; check the unit"},
    {"tracers.settling.deposits_below", RIA_PRESSURE, 1e-3, 10, ANY, "0.05 to 0.2 Pa are usual"},
    {"tracers.settling.erodes_above", RIA_PRESSURE, 1e-3, 100, ANY, "0.1 to 1 Pa are usual"},
    {"tracers.threshold", RIA_CONCENTRATION, CONTENTS, MASS},
    {"tracers.releases.radius", RIA_LENGTH, 1e-3, 5e4, ANY, "check the unit"},
    {"tracers.releases.concentration", RIA_CONCENTRATION, CONTENTS, MASS},
    {"tracers.releases.rate", RIA_RELEASE, 0, 1e7, ANY,
     "that is more than ten tonnes a second; check the unit, such as '5 kg/h'"},
    {"rivers.discharge", RIA_DISCHARGE, -4e5, 4e5, ANY,
     "the Amazon brings 2e5 m3/s; check the unit"},
    {"rivers.concentration", RIA_CONCENTRATION, CONTENTS, MASS},
    {"rivers.concentrations.value", RIA_CONCENTRATION, CONTENTS, MASS},
    {"rivers.radius", RIA_LENGTH, 1e-3, 5e4, ANY, "check the unit"},
    {"initial.concentration", RIA_CONCENTRATION, CONTENTS, MASS},
    {"initial.concentrations.value", RIA_CONCENTRATION, CONTENTS, MASS},
    {"boundaries.from", RIA_LENGTH, PLACES, "coordinates are metres in the grid's system"},
    {"boundaries.to", RIA_LENGTH, PLACES, "coordinates are metres in the grid's system"},
    {"boundaries.constituents.*.amplitude", RIA_LENGTH, 0, 7, 0, 20, CENTIMETRES},
    {"boundaries.constituents.*.phase", RIA_ANGLE, -360, 360, ANY,
     "a phase is a Greenwich phase in degrees"},
    {"boundaries.level", RIA_LENGTH, LEVELS, DATUM},
    {"boundaries.along.*.level", RIA_LENGTH, LEVELS, DATUM},
    {"boundaries.along.*.*.amplitude", RIA_LENGTH, 0, 7, 0, 20, CENTIMETRES},
    {"boundaries.along.*.*.phase", RIA_ANGLE, -360, 360, ANY,
     "a phase is a Greenwich phase in degrees"},
    {"boundaries.along.*.constituents.*.amplitude", RIA_LENGTH, 0, 7, 0, 20, CENTIMETRES},
    {"boundaries.along.*.constituents.*.phase", RIA_ANGLE, -360, 360, ANY,
     "a phase is a Greenwich phase in degrees"},
    {"boundaries.slope", RIA_NUMBER, 1e-6, 0.1, ANY,
     "a river in a plain falls by 1e-4 to 1e-3 of its length"},
    {"boundaries.*.level", RIA_LENGTH, -450, 6000, -12000, 9000, DATUM},
    {"boundaries.*.discharge", RIA_DISCHARGE, 0, 4e5, ANY, "check the unit"},
    {"boundaries.still", RIA_LENGTH, LEVELS, DATUM},
    {"boundaries.offset", RIA_LENGTH, LEVELS, DATUM},
    {"boundaries.discharge", RIA_DISCHARGE, -1e7, 1e7, ANY, "check the unit"},
    {"boundaries.ramp", RIA_TIME, 1e-6, DAYS(365), ANY, "check the unit, such as '6 h'"},
    {"boundaries.depth", RIA_LENGTH, 1e-6, 200, ANY, "it is the depth of a shooting inflow"},
    {"boundaries.concentration", RIA_CONCENTRATION, CONTENTS, MASS},
    {"boundaries.concentrations.value", RIA_CONCENTRATION, CONTENTS, MASS},
    {"gauges.every", RIA_TIME, 1e-6, DAYS(30), ANY, "check the unit, such as '10 min'"},
    {"gauges.points.observed.level", RIA_LENGTH, LEVELS, DATUM},
    {"gauges.points.observed.speed", RIA_SPEED, 0, 12, 0, 50, "check the unit"},
    {"output.window", RIA_TIME, 1e-6, DAYS(365), ANY, "check the unit, such as '1 h'"},
    {"output.every", RIA_TIME, 1e-6, DAYS(365), ANY, "check the unit, such as '30 min'"},
    {"output.from", RIA_TIME, 0, DAYS(3650), ANY, "check the unit, such as '1 d'"},
    {"output.until", RIA_TIME, 0, DAYS(3650), ANY, "check the unit, such as '2 d'"},
    {"checkpoint.every", RIA_TIME, 1e-6, DAYS(365), ANY, "check the unit, such as '6 h'"},
    {0}};

/* 1800 and 2200: the tide's tables cover some centuries around now. */
static const double first_start = -5364662400, last_start = 7258118400;

static const char *skip_segment(const char *path) {
  path += strcspn(path, ".");
  return *path ? path + 1 : path;
}

static bool is_number(const char *path) {
  size_t digits = strspn(path, "0123456789");
  return digits && (path[digits] == '.' || !path[digits]);
}

/* Compare segment by segment, skipping the numbers of items. */
static bool matches(const char *pattern, const char *path) {
  for (;;) {
    while (is_number(path))
      path = skip_segment(path);
    if (!*pattern || !*path)
      return !*pattern && !*path;
    size_t length = strcspn(pattern, ".");
    bool any = length == 1 && *pattern == '*';
    if (!any && (strcspn(path, ".") != length || strncmp(pattern, path, length)))
      return false;
    pattern = skip_segment(pattern);
    path = skip_segment(path);
  }
}

const ria_plausible *case_plausible_find(const ria_plausible *rows, const char *path) {
  for (const ria_plausible *row = rows; row && row->path; row++)
    if (matches(row->path, path))
      return row;
  return NULL;
}

static void add_value(ria_text *text, const ria_plausible *row, double value) {
  units_write(text, row->dimension, value);
  if (row->dimension == RIA_CONCENTRATION)
    ria_text_add(text, " g/m3");
  else if (row->dimension == RIA_RELEASE)
    ria_text_add(text, " g/s");
}

case_judgement case_plausible_judge(const ria_plausible *row, double value, ria_text *sentence) {
  if (value == 0 || (value >= row->low && value <= row->high))
    return CASE_USUAL;
  bool possible = value >= row->least && value <= row->most;
  add_value(sentence, row, value);
  ria_text_add(sentence, possible ? " is unusual: from " : " is not possible: usual is from ");
  add_value(sentence, row, row->low);
  ria_text_add(sentence, " to ");
  add_value(sentence, row, row->high);
  ria_text_add(sentence, possible ? " is expected; %s" : "; %s", row->hint);
  return possible ? CASE_UNUSUAL : CASE_IMPOSSIBLE;
}

static bool judge_start(ria_reader *reader, const ria_yaml *place, double epoch) {
  if (epoch >= first_start && epoch <= last_start)
    return true;
  ria_text text = {0};
  units_write_instant(&text, epoch);
  char *date = ria_text_take(&text);
  ria_reader_warn(reader, place,
                  "the year of %s is unusual: 1800 to 2200 are expected; tides are "
                  "computed for the centuries around 2000",
                  date ? date : "the start");
  free(date);
  return false;
}

bool case_judge(ria_reader *reader, const ria_key *key, ria_yaml *place, double value) {
  if (!key->name)
    return true;
  if (!strcmp(reader->path, "time.start"))
    return judge_start(reader, place, value);
  if (!reader->the_case->natural)
    return true;
  const ria_solver_keys *declared = reader->the_case->declared;
  const ria_plausible *row = case_plausible_find(case_plausible_rows, reader->path);
  if (!row && declared)
    row = case_plausible_find(declared->plausible, reader->path);
  if (!row)
    return true;
  if (row->dimension == RIA_CONCENTRATION || row->dimension == RIA_RELEASE)
    value *= reader->tracer_scale; /* 0 if the tracer's unit is not a mass; 0 counts as usual */
  ria_text text = {0};
  case_judgement judgement = case_plausible_judge(row, value, &text);
  if (judgement == CASE_USUAL)
    return true;
  char *sentence = ria_text_take(&text);
  if (judgement == CASE_UNUSUAL)
    ria_reader_warn(reader, place, "%s", sentence ? sentence : "this value is unusual");
  else
    ria_reader_reject(reader, place, "%s", sentence ? sentence : "this value is not possible");
  free(sentence);
  return false;
}
