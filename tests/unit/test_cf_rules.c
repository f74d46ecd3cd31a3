/* Histories of real runs against the rules of the CF conventions 1.10, read by the netCDF library:
 * names, units (UDUNITS), standard names, axes, times, missing values, cell methods, coordinates,
 * grid mappings, flags, bounds. No checker of these rules is in Debian. */
#include <math.h>
#include <netcdf.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <udunits2.h>
#include "tests.h"

enum { NAME = NC_MAX_NAME + 1, TEXT = 4096, RANK = 8 };

static ut_system *units;

#define NC(call)                                                                                   \
  do {                                                                                             \
    const int nc_code = (call);                                                                    \
    if (nc_code)                                                                                   \
      fail_msg("%s: %s", #call, nc_strerror(nc_code));                                             \
  } while (0)

/* ---- variables, and broken rules ---- */

/* A variable of a group, `v` of the file `path`. */
typedef struct {
  const char *path;
  int group, id, rank, dim[RANK];
  nc_type type;
  char name[NAME], dim_name[RANK][NAME];
} variable;

static int broken, seen;

static void breaks(const variable *v, const char *rule, const char *what) {
  fprintf(stderr, "%s: %s: CF %s: %s\n", v->path, v->name, rule, what);
  broken++;
}

static variable take(const char *path, int group, int id) {
  variable v = {.path = path, .group = group, .id = id};
  NC(nc_inq_var(group, id, v.name, &v.type, &v.rank, v.dim, NULL));
  assert_true(v.rank <= RANK);
  for (int d = 0; d < v.rank; d++)
    NC(nc_inq_dimname(group, v.dim[d], v.dim_name[d]));
  return v;
}

/* A text attribute; false: there is none. */
static bool text_of(const variable *v, const char *name, char text[TEXT]) {
  nc_type type;
  size_t length;
  if (nc_inq_att(v->group, v->id, name, &type, &length))
    return false;
  text[0] = '\0';
  if (type == NC_STRING) {
    char *string;
    assert_int_equal(length, 1);
    NC(nc_get_att_string(v->group, v->id, name, &string));
    snprintf(text, TEXT, "%s", string);
    nc_free_string(1, &string);
  } else if (type == NC_CHAR && length < TEXT) {
    NC(nc_get_att_text(v->group, v->id, name, text));
    text[length] = '\0';
  }
  return true;
}

/* A variable of that name in the group, or above it. */
static bool find(const variable *near, const char *name, variable *found) {
  for (int group = near->group, id;;) {
    if (!nc_inq_varid(group, name, &id)) {
      *found = take(near->path, group, id);
      return true;
    }
    if (nc_inq_grp_parent(group, &group))
      return false;
  }
}

/* Whether it gives the places along its only dimension. */
static bool is_coordinate(const variable *v) {
  return v->rank == 1 && !strcmp(v->name, v->dim_name[0]);
}

/* ---- 2.3: names ---- */

static bool is_name(const char *name) {
  bool good = (*name >= 'a' && *name <= 'z') || (*name >= 'A' && *name <= 'Z');
  for (; *name; name++)
    good &= (*name >= 'a' && *name <= 'z') || (*name >= 'A' && *name <= 'Z') ||
            (*name >= '0' && *name <= '9') || *name == '_';
  return good;
}

static void check_names(const variable *v) {
  int count;
  char name[NAME];
  if (!is_name(v->name))
    breaks(v, "2.3", "a name of other characters than letters, digits and _");
  NC(nc_inq_varnatts(v->group, v->id, &count));
  for (int a = 0; a < count; a++) {
    NC(nc_inq_attname(v->group, v->id, a, name));
    /* Those that begin with _ are the netCDF library's own. */
    if (!is_name(name) && strcmp(name, "_FillValue") != 0 && strcmp(name, "_Encoding") != 0)
      breaks(v, "2.3", name);
  }
}

/* ---- 2.5.1: missing values; 5: coordinates have none, and go one way ---- */

static void check_values(const variable *v) {
  nc_type type;
  size_t length;
  const bool fill = !nc_inq_att(v->group, v->id, "_FillValue", &type, &length);
  if (fill && (type != v->type || length != 1))
    breaks(v, "2.5.1", "_FillValue of another type");
  if (!is_coordinate(v))
    return;
  if (fill)
    breaks(v, "2.5.1", "a coordinate with a _FillValue");
  NC(nc_inq_dimlen(v->group, v->dim[0], &length));
  double *at = malloc((length + 1) * sizeof *at);
  assert_non_null(at);
  NC(nc_get_var_double(v->group, v->id, at));
  for (size_t i = 1; i < length; i++)
    if (!((at[i] - at[i - 1]) * (at[1] - at[0]) > 0)) {
      breaks(v, "5", "the values do not go one way");
      break;
    }
  free(at);
}

/* ---- 3.1, 3.3: units and standard names ---- */

/* Names of the table that ria writes, with its units. */
static const struct {
  const char *name, *unit;
} standard[] = {{"time", "s"},
                {"projection_x_coordinate", "m"},
                {"projection_y_coordinate", "m"},
                {"x_sea_water_velocity", "m s-1"},
                {"y_sea_water_velocity", "m s-1"},
                {"sea_surface_height_above_geopotential_datum", "m"},
                {"sea_floor_depth_below_geopotential_datum", "m"},
                {"longitude", "degree"},
                {"latitude", "degree"}};

static const char *canonical(const char *name) {
  for (size_t i = 0; i < sizeof standard / sizeof *standard; i++)
    if (!strcmp(standard[i].name, name))
      return standard[i].unit;
  return NULL;
}

static void check_units(const variable *v) {
  char unit[TEXT], name[TEXT], ignored[TEXT];
  const bool named = text_of(v, "standard_name", name);
  if (!text_of(v, "units", unit)) {
    if (named)
      breaks(v, "3.1", "a standard name without units");
    /* Flags have none. */
    if (v->type != NC_INT && v->type != NC_CHAR && v->type != NC_STRING &&
        !text_of(v, "flag_meanings", ignored))
      breaks(v, "3.1", "no units");
    return;
  }
  ut_unit *parsed = ut_parse(units, unit, UT_UTF8);
  if (!parsed) {
    breaks(v, "3.1", unit);
    return;
  }
  /* A time without a reference is no date: UDUNITS converts it, CF does not. */
  if (named && !canonical(name)) {
    breaks(v, "3.3", name);
  } else if (named) {
    ut_unit *wanted = ut_parse(units, canonical(name), UT_UTF8);
    ut_unit *since =
        strstr(unit, "since") ? ut_parse(units, "seconds since 1970-01-01", UT_UTF8) : NULL;
    if (!ut_are_convertible(parsed, since ? since : wanted))
      breaks(v, "3.3", unit);
    ut_free(wanted);
    ut_free(since);
  }
  ut_free(parsed);
  if (!named && !text_of(v, "long_name", ignored))
    breaks(v, "3.2", "neither a standard_name nor a long_name");
}

/* ---- 4: axes and times ---- */

static void check_time(const variable *v, const char *unit) {
  static const char *const calendars[] = {"standard", "gregorian", "proleptic_gregorian"};
  char calendar[TEXT] = "standard";
  bool known = false;
  if (!strstr(unit, " since "))
    breaks(v, "4.4", "the unit of a time has no reference");
  text_of(v, "calendar", calendar);
  for (size_t i = 0; i < sizeof calendars / sizeof *calendars; i++)
    known |= !strcmp(calendar, calendars[i]);
  if (!known)
    breaks(v, "4.4.1", calendar);
}

static void check_axis(const variable *v) {
  char axis[TEXT] = "", name[TEXT] = "", unit[TEXT] = "";
  text_of(v, "axis", axis);
  text_of(v, "standard_name", name);
  text_of(v, "units", unit);
  if (*axis && (strlen(axis) != 1 || !strchr("XYZT", *axis)))
    breaks(v, "4", axis);
  if (*axis && !is_coordinate(v))
    breaks(v, "4", "an axis that is no coordinate variable");
  if (*axis == 'T' || !strcmp(name, "time") || strstr(unit, " since "))
    check_time(v, unit);
  if (!strcmp(name, "projection_x_coordinate") && is_coordinate(v) && *axis != 'X')
    breaks(v, "4", "no axis X");
  if (!strcmp(name, "projection_y_coordinate") && is_coordinate(v) && *axis != 'Y')
    breaks(v, "4", "no axis Y");
  if (*axis == 'Z' && strcmp(unit, "m") != 0)
    breaks(v, "4.3", unit);
  if (*axis == 'Z' && !text_of(v, "positive", axis))
    breaks(v, "4.3", "a height or depth that does not say which way is `positive`");
}

/* Each letter once, and in the order T, Z, Y, X (2.4). */
static void check_order(const variable *v) {
  static const char order[] = "TZYX";
  int last = -1;
  for (int d = 0; d < v->rank; d++) {
    variable c;
    char axis[TEXT];
    if (is_coordinate(v) || !find(v, v->dim_name[d], &c) || !text_of(&c, "axis", axis))
      continue;
    const char *at = strchr(order, *axis);
    const int place = at ? (int)(at - order) : -1;
    if (place <= last)
      breaks(v, "2.4", "dimensions are not in the order T, Z, Y, X");
    last = place;
  }
}

/* ---- 5, 5.6: coordinates and the grid mapping ---- */

static void check_coordinates(const variable *v) {
  char text[TEXT], *rest = text;
  if (!text_of(v, "coordinates", text))
    return;
  for (char *name; (name = strsep(&rest, " "));) {
    variable c;
    if (!find(v, name, &c)) {
      breaks(v, "5", name);
      continue;
    }
    for (int d = 0; d < c.rank; d++) {
      bool shared = false;
      for (int e = 0; e < v->rank; e++)
        shared |= !strcmp(c.dim_name[d], v->dim_name[e]);
      if (!shared && c.type != NC_CHAR)
        breaks(v, "5", "a coordinate with a dimension that the variable lacks");
    }
  }
}

static void check_mapping(const variable *v) {
  static const char *const of_mercator[] = {
      "latitude_of_projection_origin", "longitude_of_central_meridian",
      "scale_factor_at_central_meridian", "false_easting", "false_northing"};
  char name[TEXT], kind[TEXT], wkt[TEXT];
  variable crs;
  nc_type type;
  size_t length;
  if (!text_of(v, "grid_mapping", name))
    return;
  if (!find(v, name, &crs) || !text_of(&crs, "grid_mapping_name", kind)) {
    breaks(v, "5.6", "no variable with a grid_mapping_name");
    return;
  }
  if (!text_of(&crs, "crs_wkt", wkt) || strncmp(wkt, "PROJCRS", 7) != 0)
    breaks(&crs, "5.6.1", "no crs_wkt");
  for (size_t i = 0; i < 5 && !strcmp(kind, "transverse_mercator"); i++)
    if (nc_inq_att(crs.group, crs.id, of_mercator[i], &type, &length) || type != NC_DOUBLE ||
        length != 1)
      breaks(&crs, "Appendix F", of_mercator[i]);
  if (nc_inq_att(crs.group, crs.id, "semi_major_axis", &type, &length))
    breaks(&crs, "Appendix F", "no ellipsoid");
}

/* A variable in a plane of projected coordinates says which projection it is. */
static void check_is_mapped(const variable *v) {
  bool projected = false;
  char text[TEXT];
  for (int d = 0; d < v->rank; d++) {
    variable c;
    projected |= find(v, v->dim_name[d], &c) && text_of(&c, "standard_name", text) &&
                 !strncmp(text, "projection_", 11);
  }
  if (projected && !is_coordinate(v) && !text_of(v, "grid_mapping", text))
    breaks(v, "5.6", "no grid_mapping");
}

/* ---- 7.1: bounds; 7.3: cell methods; 3.5: flags ---- */

static void check_bounds(const variable *v) {
  char name[TEXT];
  variable bounds;
  if (text_of(v, "bounds", name) &&
      (!find(v, name, &bounds) || bounds.rank != v->rank + 1 || bounds.dim[0] != v->dim[0]))
    breaks(v, "7.1", "bounds that are missing, or of another shape");
}

/* Words "name: [name:] method". */
static void check_methods(const variable *v) {
  static const char *const methods[] = {"point", "sum", "mean", "maximum", "minimum", "mid_range"};
  char text[TEXT], *rest = text;
  bool after_name = false;
  if (!text_of(v, "cell_methods", text))
    return;
  for (char *word; (word = strsep(&rest, " "));) {
    const size_t length = strlen(word);
    const bool is_dim = length && word[length - 1] == ':';
    bool known = false;
    if (is_dim) {
      word[length - 1] = '\0';
      known = !strcmp(word, "area") || canonical(word);
      for (int d = 0; d < v->rank; d++)
        known |= !strcmp(word, v->dim_name[d]);
    }
    for (size_t i = 0; !is_dim && i < sizeof methods / sizeof *methods; i++)
      known |= !strcmp(word, methods[i]) && after_name;
    if (!known)
      breaks(v, "7.3", word);
    after_name = is_dim;
  }
  if (after_name)
    breaks(v, "7.3", "no method after a name");
}

static void check_flags(const variable *v) {
  char meanings[TEXT];
  nc_type type;
  size_t values = 0, words = 1;
  const bool has = text_of(v, "flag_meanings", meanings);
  const bool valued = !nc_inq_att(v->group, v->id, "flag_values", &type, &values);
  for (const char *c = meanings; has && *c; c++)
    words += *c == ' ';
  if (has != valued || (has && (type != v->type || values != words)))
    breaks(v, "3.5", "flag_values and flag_meanings do not fit");
}

/* ---- the file ---- */

static void check_variable(const variable *v) {
  char attribute[TEXT];
  seen++;
  check_names(v);
  check_values(v);
  if (!text_of(v, "grid_mapping_name", attribute))
    check_units(v);
  check_axis(v);
  check_order(v);
  check_coordinates(v);
  check_mapping(v);
  check_is_mapped(v);
  check_bounds(v);
  check_methods(v);
  check_flags(v);
}

static void check_group(const char *path, int group) {
  int count, *child;
  NC(nc_inq_nvars(group, &count));
  for (int id = 0; id < count; id++) {
    const variable v = take(path, group, id);
    check_variable(&v);
  }
  NC(nc_inq_grps(group, &count, NULL));
  child = calloc((size_t)count + 1, sizeof *child);
  assert_non_null(child);
  NC(nc_inq_grps(group, NULL, child));
  for (int g = 0; g < count; g++)
    check_group(path, child[g]);
  free(child);
}

/* Check a file; `least`: of so many variables. */
static void check_file(const char *path, int least) {
  int file;
  char conventions[TEXT];
  NC(nc_open(path, NC_NOWRITE, &file));
  const variable global = {.path = path, .group = file, .id = NC_GLOBAL, .name = "the file"};
  if (!text_of(&global, "Conventions", conventions) || strncmp(conventions, "CF-1.", 5) != 0)
    breaks(&global, "2.6.1", "no Conventions");
  seen = 0;
  check_group(path, file);
  NC(nc_close(file));
  if (seen < least)
    fail_msg("%s: %d variables, not %d or more", path, seen, least);
}

/* ---- runs ---- */

static int set_up(void **state) {
  *state = test_folder_create();
  broken = 0;
  return 0;
}

static int tear_down(void **state) {
  test_folder_remove(*state);
  return 0;
}

/* Run a ready case for a few steps; the path of its history. */
static const char *run_case(const char *folder, const char *name, const char *settings) {
  static char path[300];
  char line[2000];
  snprintf(line, sizeof line,
           "cd '%s' && '%s/ria' run '%s/inputs/cases/%s' -o run --overwrite --workers 1 "
           "--set output.maps=false %s > said 2>&1 < /dev/null || { cat said >&2; false; }",
           folder, getenv("RIA_BIN_DIR"), getenv("RIA_SOURCE_DIR"), name, settings);
  if (system(line))
    fail_msg("%s does not run", name);
  snprintf(path, sizeof path, "%s/run/history.h5", folder);
  return path;
}

/* The series of its gauges: CF 9.5 wants one variable that names the features. */
static void check_gauges(const char *folder, int least) {
  char path[300], text[TEXT];
  int file, count, roles = 0;
  snprintf(path, sizeof path, "%s/run/gauges.nc", folder);
  check_file(path, least);
  NC(nc_open(path, NC_NOWRITE, &file));
  const variable global = {.path = path, .group = file, .id = NC_GLOBAL, .name = "the file"};
  assert_true(text_of(&global, "featureType", text) && !strcmp(text, "timeSeries"));
  NC(nc_inq_nvars(file, &count));
  for (int id = 0; id < count; id++) {
    const variable v = take(path, file, id);
    roles += text_of(&v, "cf_role", text) && !strcmp(text, "timeseries_id");
    if (v.rank == 2 && v.type == NC_DOUBLE &&
        (!text_of(&v, "coordinates", text) || !strstr(text, "station_name")))
      breaks(&v, "9.5", "no coordinates that name the station");
  }
  assert_int_equal(roles, 1);
  NC(nc_close(file));
}

/* The tracks of its particles. */
static void check_tracks(const char *folder, int least) {
  char path[300];
  snprintf(path, sizeof path, "%s/run/particles.nc", folder);
  check_file(path, least);
}

/* Every value of gauges.csv is in gauges.nc. */
static void compare_gauges(const char *folder) {
  char path[300], *line = NULL, *rest;
  size_t size = 0, row = 0, times, stations;
  int file, dimension, level, speed;
  snprintf(path, sizeof path, "%s/run/gauges.nc", folder);
  NC(nc_open(path, NC_NOWRITE, &file));
  NC(nc_inq_dimid(file, "time", &dimension));
  NC(nc_inq_dimlen(file, dimension, &times));
  NC(nc_inq_dimid(file, "station", &dimension));
  NC(nc_inq_dimlen(file, dimension, &stations));
  NC(nc_inq_varid(file, "level", &level));
  NC(nc_inq_varid(file, "speed", &speed));
  snprintf(path, sizeof path, "%s/run/gauges.csv", folder);
  FILE *in = fopen(path, "r");
  assert_non_null(in);
  assert_true(getline(&line, &size, in) > 0);
  for (; getline(&line, &size, in) > 0; row++) {
    rest = line;
    strsep(&rest, ",");
    strsep(&rest, ",");
    for (size_t station = 0; station < stations; station++)
      for (int column = 0; column < 4; column++) { /* level, speed, direction, concentration */
        const char *cell = strsep(&rest, ",");
        double value;
        assert_non_null(cell);
        if (column > 1)
          continue;
        NC(nc_get_var1_double(file, column ? speed : level, (size_t[]){station, row}, &value));
        assert_true(*cell ? value == strtod(cell, NULL) : isnan(value));
      }
  }
  assert_true(row == times && row > 1 && stations == 6);
  free(line);
  fclose(in);
  NC(nc_close(file));
}

static bool has_name(const char *path, const char *name, const char *standard_name) {
  int file;
  char text[TEXT];
  variable v;
  NC(nc_open(path, NC_NOWRITE, &file));
  const bool found = find(&(variable){.path = path, .group = file}, name, &v) &&
                     text_of(&v, "standard_name", text) && !strcmp(text, standard_name);
  NC(nc_close(file));
  return found;
}

/* With a date, a CRS, gauges, a tracer; and the names that OpenDrift's reader looks for. */
static void test_arousa(void **state) {
  const char *path = run_case(*state, "arousa/arousa.yaml",
                              "--set grid.resolution='800 m' --set time.end='20 min'");
  check_file(path, 18);
  check_gauges(*state, 10);
  compare_gauges(*state);
  check_tracks(*state, 9);
  assert_int_equal(broken, 0);
  check_file(
      run_case(*state, "town/town.yaml", "--set grid.resolution='20 m' --set time.end='1 min'"),
      14);
  assert_int_equal(broken, 0);
  path = run_case(*state, "arousa/arousa.yaml",
                  "--set grid.resolution='800 m' --set time.end='5 min' --set "
                  "output.fields='[level, u, v]' --set output.region='[505 km, 4700 km, 515 km, "
                  "4712 km]'");
  check_file(path, 8);
  assert_int_equal(broken, 0);
  assert_true(has_name(path, "u", "x_sea_water_velocity"));
  assert_true(has_name(path, "v", "y_sea_water_velocity"));
  assert_true(has_name(path, "x", "projection_x_coordinate"));
  assert_true(has_name(path, "y", "projection_y_coordinate"));
  assert_true(has_name(path, "level", "sea_surface_height_above_geopotential_datum"));
  assert_true(has_name(path, "depth", "sea_floor_depth_below_geopotential_datum"));
}

/* Without a CRS, in double precision; and without a date. */
static void test_planes(void **state) {
  check_file(run_case(*state, "standing-tide/standing-tide.yaml",
                      "--set grid.resolution='400 m' --set time.end='5 min'"),
             12);
  check_gauges(*state, 6);
  check_file(run_case(*state, "thacker-planar/thacker-planar.yaml",
                      "--set 'grid.cells=[20, 20]' --set time.end='1 s'"),
             9);
  run_case(*state, "lake-at-rest/lake-at-rest.yaml",
           "--set time.end='10 s' --set particles='{a: {at: [20 m, 3 m], count: 3}}'");
  check_tracks(*state, 5);
  check_file(
      run_case(*state, "euler/blast.yaml", "--set 'grid.cells=[20, 20]' --set time='{steps: 3}'"),
      7);
  assert_int_equal(broken, 0);
}

static void test_boxes_and_blocks(void **state) {
  check_file(
      run_case(*state, "heat/box.yaml", "--set 'grid.cells=[8, 6, 4]' --set time='{steps: 3}'"), 5);
  check_file(run_case(*state, "heat/two-blocks.yaml", "--set time='{steps: 3}'"), 8);
  check_file(run_case(*state, "rows/bump.yaml", "--set time.steps=2"), 10);
  assert_int_equal(broken, 0);
}

#define TEST(f) cmocka_unit_test_setup_teardown(f, set_up, tear_down)

int main(void) {
  const struct CMUnitTest tests[] = {TEST(test_arousa), TEST(test_planes),
                                     TEST(test_boxes_and_blocks)};
  ut_set_error_message_handler(ut_ignore);
  units = ut_read_xml(NULL);
  if (!units) {
    fputs("UDUNITS has no table\n", stderr);
    return 1;
  }
  const int failed = cmocka_run_group_tests(tests, NULL, NULL);
  ut_free_system(units);
  return failed;
}
