/* Opening a CF file: its variables, their axes, units and coordinate system. */
#include <math.h>
#include <netcdf.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include "cf.h"
#include "raster/crash_sentence.h"
#include "ria/text.h"
#include "units/unit_factor.h"

static pthread_mutex_t library = PTHREAD_MUTEX_INITIALIZER;

void cf_lock(void) {
  pthread_mutex_lock(&library);
}
void cf_unlock(void) {
  pthread_mutex_unlock(&library);
}

ria_status cf_fail(const char *path, int code, const char *what) {
  return ria_fail(RIA_ERROR_IO, "%s: cannot read %s: %s", path, what, nc_strerror(code));
}

char *cf_text(int file, int variable, const char *name) {
  nc_type type;
  size_t length;
  if (nc_inq_att(file, variable, name, &type, &length))
    return NULL;
  if (type == NC_STRING) {
    char *strings[1] = {NULL};
    if (length != 1 || nc_get_att_string(file, variable, name, strings))
      return NULL;
    char *text = strings[0] ? strdup(strings[0]) : NULL;
    nc_free_string(1, strings);
    return text;
  }
  char *text = type == NC_CHAR ? calloc(length + 1, 1) : NULL;
  if (text && nc_get_att_text(file, variable, name, text)) {
    free(text);
    return NULL;
  }
  return text;
}

bool cf_number(int file, int variable, const char *name, double *value) {
  nc_type type;
  size_t length;
  return !nc_inq_att(file, variable, name, &type, &length) && length == 1 && type != NC_CHAR &&
         type != NC_STRING && !nc_get_att_double(file, variable, name, value);
}

/* ---- axes ---- */

static bool is_one_of(const char *text, const char *const *words) {
  for (int i = 0; text && words[i]; i++)
    if (!strcasecmp(text, words[i]))
      return true;
  return false;
}

static bool in_degrees(const char *units, int a) {
  static const char *const east[] = {"degrees_east", "degree_east", "degreeE", "degreesE",
                                     "degree_E",     "degrees_E",   NULL};
  static const char *const north[] = {"degrees_north", "degree_north", "degreeN", "degreesN",
                                      "degree_N",      "degrees_N",    NULL};
  return is_one_of(units, a == CF_X ? east : north);
}

/* The role of an axis from its standard name, letter, units or name; -1: unknown. */
static int role_by(const char *standard, const char *letter, const char *units, const char *name) {
  static const char *const xs[] = {"longitude", "projection_x_coordinate", "grid_longitude", NULL};
  static const char *const ys[] = {"latitude", "projection_y_coordinate", "grid_latitude", NULL};
  static const char *const x_names[] = {"lon", "longitude", "x", "easting", NULL};
  static const char *const y_names[] = {"lat", "latitude", "y", "northing", NULL};
  if (is_one_of(standard, xs) || in_degrees(units, CF_X) || (letter && !strcasecmp(letter, "x")))
    return CF_X;
  if (is_one_of(standard, ys) || in_degrees(units, CF_Y) || (letter && !strcasecmp(letter, "y")))
    return CF_Y;
  if ((standard && !strcmp(standard, "time")) || (letter && !strcasecmp(letter, "t")) ||
      (units && strstr(units, " since ")))
    return CF_TIME;
  return is_one_of(name, x_names) ? CF_X : is_one_of(name, y_names) ? CF_Y : -1;
}

static int role_of(const ria_cf_file *f, int dimension, char name[NC_MAX_NAME + 1]) {
  int variable;
  size_t count;
  if (nc_inq_dim(f->file, dimension, name, &count))
    return -1;
  int role = -1;
  if (!nc_inq_varid(f->file, name, &variable)) {
    char *standard = cf_text(f->file, variable, "standard_name");
    char *letter = cf_text(f->file, variable, "axis");
    char *units = cf_text(f->file, variable, "units");
    role = role_by(standard, letter, units, name);
    free(standard);
    free(letter);
    free(units);
  }
  return role < 0 && count == 1 ? CF_SINGLE : role;
}

static ria_status read_axis_values(ria_cf_file *f, int a, int variable, const char *name,
                                   const char *units) {
  cf_axis *axis = &f->axis[a];
  double scale = 1, offset = 0;
  axis->value = malloc((size_t)axis->count * sizeof *axis->value);
  if (!axis->value)
    return ria_fail(RIA_ERROR_MEMORY, "no memory for the axes of %s", f->path);
  const int code = nc_get_var_double(f->file, variable, axis->value);
  if (code)
    return cf_fail(f->path, code, name);
  axis->degrees = in_degrees(units, a);
  if (!axis->degrees && units && strcmp(units, "1") && *units &&
      units_factor(units, "m", &scale, &offset) != RIA_SUCCESS)
    return ria_fail(RIA_ERROR_FORMAT,
                    "%s: its axis '%s' is in '%.60s'; expected a length, or degrees_%s. `cdo "
                    "remapbil` brings other coordinates to longitudes and latitudes",
                    f->path, name, units, a == CF_X ? "east" : "north");
  for (int i = 0; i < axis->count; i++)
    axis->value[i] *= scale;
  const double sign = axis->value[axis->count - 1] > axis->value[0] ? 1 : -1;
  for (int i = 1; i < axis->count; i++)
    if (!(sign * (axis->value[i] - axis->value[i - 1]) > 0))
      return ria_fail(RIA_ERROR_FORMAT, "%s: the numbers of its axis '%s' do not all rise or fall",
                      f->path, name);
  const double step = (axis->value[axis->count - 1] - axis->value[0]) / (axis->count - 1);
  if (a == CF_X && axis->degrees && fabs(fabs(step) * axis->count - 360) < 0.5 * fabs(step))
    axis->turn = sign * 360;
  return RIA_SUCCESS;
}

static ria_status read_axis(ria_cf_file *f, int a, int dimension, const char *name) {
  int variable;
  size_t count = 0;
  nc_inq_dimlen(f->file, dimension, &count);
  if (count < 2 || nc_inq_varid(f->file, name, &variable))
    return ria_fail(RIA_ERROR_FORMAT,
                    "%s: its axis '%s' has %zu numbers; expected 2 or more to interpolate between",
                    f->path, name, count);
  f->axis[a].dimension = dimension;
  f->axis[a].count = (int)count;
  char *units = cf_text(f->file, variable, "units");
  const ria_status status = read_axis_values(f, a, variable, name, units);
  free(units);
  return status;
}

/* All variables have the axes of the first one. */
static ria_status note_axis(ria_cf_file *f, int role, int dimension, const char *name,
                            const cf_variable *v) {
  const bool first = v == f->variable;
  const int known = role == CF_TIME ? f->time_dimension : f->axis[role].dimension;
  if (known == dimension)
    return RIA_SUCCESS;
  if (!first || known >= 0)
    return ria_fail(RIA_ERROR_FORMAT,
                    "%s: '%s' has the axis '%s', and '%s' has another one; expected variables on "
                    "the same axes",
                    f->path, v->name, name, f->variable[0].name);
  if (role != CF_TIME)
    return read_axis(f, role, dimension, name);
  f->time_dimension = dimension;
  return RIA_SUCCESS;
}

static ria_status bad_axis(const ria_cf_file *f, const cf_variable *v, const char *name) {
  char *coordinates = cf_text(f->file, v->number, "coordinates");
  const ria_status status =
      coordinates ? ria_fail(RIA_ERROR_FORMAT,
                             "%s: '%s' lies on the coordinates '%.60s' of each cell; expected axes "
                             "of longitude and latitude, or x and y: `cdo remapbil` brings it to "
                             "such",
                             f->path, v->name, coordinates)
                  : ria_fail(RIA_ERROR_FORMAT,
                             "%s: '%s' has the axis '%s', which is no longitude, latitude, x, y or "
                             "time; expected a variable of these alone: `cdo` or `ncks` picks one "
                             "entry of another axis",
                             f->path, v->name, name);
  free(coordinates);
  return status;
}

static ria_status read_dimensions(ria_cf_file *f, cf_variable *v) {
  int dimension[NC_MAX_VAR_DIMS], have[CF_SINGLE + 1] = {0};
  char name[NC_MAX_NAME + 1];
  nc_inq_varndims(f->file, v->number, &v->dimensions);
  nc_inq_vardimid(f->file, v->number, dimension);
  for (int i = 0; i < v->dimensions && v->dimensions <= CF_DIMENSIONS; i++) {
    const int role = v->role[i] = role_of(f, dimension[i], name);
    if (role < 0)
      return bad_axis(f, v, name);
    have[role]++;
    if (role != CF_SINGLE)
      RIA_TRY(note_axis(f, role, dimension[i], name, v));
  }
  if (have[CF_X] == 1 && have[CF_Y] == 1 && have[CF_TIME] == 1)
    return f->axis[CF_X].degrees == f->axis[CF_Y].degrees ? RIA_SUCCESS : bad_axis(f, v, "x, y");
  return ria_fail(RIA_ERROR_FORMAT,
                  "%s: '%s' has no axis of %s; expected one of longitude or x, one of latitude or "
                  "y, and one of time",
                  f->path, v->name,
                  have[CF_X] != 1   ? "longitude or x"
                  : have[CF_Y] != 1 ? "latitude or y"
                                    : "time");
}

/* ---- variables ---- */

static void list_variables(const ria_cf_file *f, ria_text *text) {
  int count = 0, listed = 0;
  nc_inq_nvars(f->file, &count);
  for (int i = 0; i < count; i++) {
    char name[NC_MAX_NAME + 1];
    int dimensions = 0;
    if (nc_inq_var(f->file, i, name, NULL, &dimensions, NULL, NULL) || dimensions < 3)
      continue;
    if (listed < 12)
      ria_text_add(text, "%s%s", listed ? ", " : "", name);
    listed++;
  }
  ria_text_add(text, "%s", !listed ? "none over time" : listed > 12 ? ", ..." : "");
}

static ria_status no_variable(const ria_cf_file *f, const cf_variable *v) {
  ria_text text = {0};
  list_variables(f, &text);
  const ria_status status =
      ria_fail(RIA_ERROR_FORMAT, "%s: it has no variable '%.60s' (%s); it has %s", f->path, v->name,
               v->key, text.data ? text.data : "others");
  ria_text_destroy(&text);
  return status;
}

static bool is_depth(const char *units) {
  double scale, offset;
  return units_factor(units, "m", &scale, &offset) == RIA_SUCCESS ||
         units_factor(units, "kg m-2", &scale, &offset) == RIA_SUCCESS;
}

static ria_status read_unit(const ria_cf_file *f, cf_variable *v, const ria_cf_variable *wanted,
                            const char *units) {
  double scale = 1, offset = 0, to = 1, add = 0;
  cf_number(f->file, v->number, "scale_factor", &scale);
  cf_number(f->file, v->number, "add_offset", &offset);
  const ria_status found =
      units ? units_factor(units, wanted->unit, &to, &add) : RIA_ERROR_ARGUMENT;
  if (found == RIA_ERROR_IO)
    return found; /* a failure of UDUNITS, not of the file */
  bool known = found == RIA_SUCCESS;
  if (!known && units && wanted->rain) {
    known = units_factor(units, "kg m-2 s-1", &to, &add) == RIA_SUCCESS;
    to *= 1e-3;
    if (!known && is_depth(units))
      return ria_fail(RIA_ERROR_FORMAT,
                      "%s: '%s' is in '%.60s', an accumulated depth; expected a rate such as "
                      "'mm h-1' or 'kg m-2 s-1': divide it by the length of its intervals (`cdo "
                      "divc` and `cdo setattribute`), after `cdo deltat` if it accumulates further",
                      f->path, v->name, units);
  }
  if (!known)
    return ria_fail(RIA_ERROR_FORMAT,
                    "%s: '%s' is in '%.60s'; expected a unit that can be brought to %s: `ncatted "
                    "-a units,%s,o,c,UNIT FILE` corrects a wrong one",
                    f->path, v->name, units ? units : "no unit",
                    wanted->rain ? "mm/h" : wanted->unit, v->name);
  v->scale = scale * to;
  v->offset = offset * to + add;
  return RIA_SUCCESS;
}

static void read_missing(const ria_cf_file *f, cf_variable *v) {
  static const char *const names[] = {"_FillValue", "missing_value"};
  for (int i = 0; i < 2; i++)
    v->missing += cf_number(f->file, v->number, names[i], &v->missing_value[v->missing]);
}

static ria_status read_variable(ria_cf_file *f, const ria_cf_variable *wanted) {
  cf_variable *v = &f->variable[f->variables];
  snprintf(v->name, sizeof v->name, "%s", wanted->name);
  snprintf(v->key, sizeof v->key, "%s", wanted->key);
  if (nc_inq_varid(f->file, wanted->name, &v->number))
    return no_variable(f, v);
  RIA_TRY(read_dimensions(f, v));
  read_missing(f, v);
  char *units = cf_text(f->file, v->number, "units");
  char *standard = cf_text(f->file, v->number, "standard_name");
  v->along_axes = standard && (!strcmp(standard, "x_wind") || !strcmp(standard, "y_wind") ||
                               !strncmp(standard, "grid_", 5));
  const ria_status status = read_unit(f, v, wanted, units);
  free(units);
  free(standard);
  f->variables++;
  return status;
}

/* ---- the file ---- */

/* The CRS given in the file, owned by the caller; NULL: none. */
static ria_status read_crs(const ria_cf_file *f, char **crs) {
  int variable;
  char *mapping = cf_text(f->file, f->variable[0].number, "grid_mapping");
  const bool some = mapping && !nc_inq_varid(f->file, mapping, &variable);
  free(mapping);
  *crs = NULL;
  if (!some)
    return RIA_SUCCESS;
  *crs = cf_text(f->file, variable, "crs_wkt");
  if (!*crs)
    *crs = cf_text(f->file, variable, "spatial_ref");
  if (*crs || f->axis[CF_X].degrees)
    return RIA_SUCCESS;
  char *name = cf_text(f->file, variable, "grid_mapping_name");
  const ria_status status = ria_fail(
      RIA_ERROR_FORMAT,
      "%s: its coordinates are those of the map '%.60s', which has no crs_wkt; expected 'crs' "
      "beside the file in the case, such as EPSG:3035 or a PROJ string",
      f->path, name ? name : "unnamed");
  free(name);
  return status;
}

static ria_status open_locked(ria_cf_file *f, const ria_cf_request *request) {
  const int code = nc_open(f->path, NC_NOWRITE, &f->file);
  if (code) {
    f->file = -1;
    return ria_fail(RIA_ERROR_FORMAT, "%s: it cannot be read as netCDF: %s", f->path,
                    nc_strerror(code));
  }
  for (int i = 0; i < request->variables; i++)
    RIA_TRY(read_variable(f, &request->variable[i]));
  RIA_TRY(cf_read_times(f, request));
  char *crs = NULL;
  if (!request->crs)
    RIA_TRY(read_crs(f, &crs));
  const ria_status status = cf_place(f, request, request->crs ? request->crs : crs);
  free(crs);
  return status;
}

static ria_status open_file(ria_cf_file *f, const ria_cf_request *request) {
  cf_lock();
  raster_crash_sentence_begin(f->path);
  const ria_status status = open_locked(f, request);
  raster_crash_sentence_end();
  cf_unlock();
  RIA_TRY(status);
  const size_t count =
      (size_t)f->variables * (size_t)f->axis[CF_X].used * (size_t)f->axis[CF_Y].used;
  f->values = malloc(count * sizeof *f->values);
  return f->values ? RIA_SUCCESS : ria_fail(RIA_ERROR_MEMORY, "no memory for %s", f->path);
}

ria_status ria_cf_open(const ria_cf_request *request, ria_cf_file **file) {
  ria_cf_file *f = calloc(1, sizeof *f);
  *file = NULL;
  if (!f)
    return ria_fail(RIA_ERROR_MEMORY, "no memory for %s", request->path);
  f->file = f->record = f->time_dimension = -1;
  for (int a = 0; a < CF_PLANE; a++)
    f->axis[a].dimension = -1;
  f->path = strdup(request->path);
  const ria_status status =
      f->path ? open_file(f, request) : ria_fail(RIA_ERROR_MEMORY, "no memory for a file's name");
  if (status == RIA_SUCCESS)
    *file = f;
  else
    ria_cf_close(f);
  return status;
}
