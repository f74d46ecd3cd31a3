/* The empty file of tracks, as netCDF-4 stores it in HDF5. */
#include <errno.h>
#include <hdf5_hl.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>
#include "file/h5.h"
#include "history/calendar.h"
#include "history/netcdf.h"
#include "ria/durable.h"
#include "ria/version.h"
#include "tracks.h"

enum { TIME_CHUNK = 512, MOST_CHUNK = 1 << 16 };

const char *const tracks_names[TRACKS_VARIABLES] = {
    [TRACKS_X] = "x",     [TRACKS_Y] = "y",           [TRACKS_LON] = "lon",
    [TRACKS_LAT] = "lat", [TRACKS_STATUS] = "status", [TRACKS_MASS] = "mass"};

void tracks_list(const ria_tracks_description *of, bool has[TRACKS_VARIABLES]) {
  has[TRACKS_X] = has[TRACKS_Y] = has[TRACKS_STATUS] = true;
  has[TRACKS_LON] = has[TRACKS_LAT] = of->crs_attributes > 0;
  has[TRACKS_MASS] = of->of->groups && of->of->group->mass > 0;
  for (int g = 0; g < of->of->groups; g++)
    has[TRACKS_MASS] |= of->of->group[g].decay > 0 && !of->of->group[g].dies;
}

double ria_tracks_particle_bytes(const ria_particles_description *of, bool crs) {
  const ria_tracks_description d = {.of = of, .crs_attributes = crs};
  bool has[TRACKS_VARIABLES];
  double bytes = 0;
  tracks_list(&d, has);
  for (int v = 0; v < TRACKS_VARIABLES; v++)
    bytes += !has[v] ? 0 : v == TRACKS_STATUS ? 1 : sizeof(double);
  return bytes;
}

hsize_t tracks_chunk(int64_t particles) {
  return particles < MOST_CHUNK ? (hsize_t)particles : MOST_CHUNK;
}

static int64_t count_all(const ria_particles_description *of) {
  int64_t all = 0;
  for (int g = 0; g < of->groups; g++)
    all += of->group[g].count;
  return all;
}

/* After the first failure, further calls do nothing. */
typedef struct {
  const ria_tracks_description *of;
  hsize_t particles;
  ria_overlay *overlay;
  hid_t file, time, trajectory; /* the last two are dimension scales */
  bool failed;
} layout;

static void check(layout *l, herr_t result) {
  if (result < 0)
    l->failed = true;
}

static void text(layout *l, hid_t object, const char *name, const char *value) {
  if (value && !l->failed)
    check(l, ria_h5_put_text(object, name, value));
}

static void number(layout *l, hid_t object, const char *name, double value) {
  if (!l->failed)
    check(l, ria_h5_put_number(object, name, H5T_IEEE_F64LE, value));
}

static hid_t dataset(layout *l, const char *name, hid_t type, int rank, const hsize_t *size,
                     const hsize_t *most, const hsize_t *chunk, bool packed, const void *fill) {
  if (l->failed)
    return H5I_INVALID_HID;
  hid_t id = netcdf_dataset(l->file, name, type, rank, size, most, chunk, packed, fill);
  check(l, id < 0 ? -1 : 0);
  return id;
}

static void write_all(layout *l, hid_t id, hid_t type, const void *values) {
  if (!l->failed)
    check(l, H5Dwrite(id, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, values));
}

static void make_scale(layout *l, const char *name, hid_t id, int number) {
  if (!l->failed)
    check(l, netcdf_make_scale(id, name, number));
}

/* ---- dimensions ---- */

static void put_time(layout *l) {
  const hsize_t none = 0, endless = H5S_UNLIMITED, chunk = TIME_CHUNK;
  hid_t id = l->time = dataset(l, "time", H5T_IEEE_F64LE, 1, &none, &endless, &chunk, false, NULL);
  make_scale(l, "time", id, 0);
  if (!l->failed)
    check(l, netcdf_describe_time(id, l->of->has_start, l->of->start));
}

/* Particle numbers from 1, and the group of each particle. */
static void put_trajectories(layout *l) {
  const ria_particles_description *of = l->of->of;
  int32_t *values = malloc((size_t)l->particles * sizeof *values);
  if (!values) {
    l->failed = true;
    return;
  }
  for (hsize_t i = 0; i < l->particles; i++)
    values[i] = (int32_t)(i + 1);
  l->trajectory =
      dataset(l, "trajectory", H5T_STD_I32LE, 1, &l->particles, NULL, NULL, false, NULL);
  make_scale(l, "trajectory", l->trajectory, 1);
  text(l, l->trajectory, "cf_role", "trajectory_id");
  text(l, l->trajectory, "long_name", "number of the particle");
  write_all(l, l->trajectory, H5T_NATIVE_INT32, values);
  hsize_t i = 0;
  for (int g = 0; g < of->groups; g++)
    for (int64_t n = 0; n < of->group[g].count; n++)
      values[i++] = g;
  hid_t id = dataset(l, "particle_group", H5T_STD_I32LE, 1, &l->particles, NULL, NULL, false, NULL);
  if (!l->failed)
    check(l, H5DSattach_scale(id, l->trajectory, 0));
  text(l, id, "long_name", "group of the particle");
  write_all(l, id, H5T_NATIVE_INT32, values);
  free(values);
  ria_h5_close(id);
}

/* Flags are words: other characters of a name become "_". `names` has the original names, one a
 * line. */
static void name_groups(layout *l) {
  const ria_particles_description *of = l->of->of;
  int32_t *flags = calloc((size_t)of->groups, sizeof *flags);
  char *words = NULL, *names = NULL;
  size_t sizes[2];
  FILE *word = open_memstream(&words, &sizes[0]), *name = open_memstream(&names, &sizes[1]);
  for (int g = 0; g < of->groups && word && name && flags; g++) {
    flags[g] = g;
    fprintf(name, "%s%s", g ? "\n" : "", of->group[g].name);
    fprintf(word, "%s", g ? " " : "");
    for (const char *c = of->group[g].name; *c; c++)
      fputc((*c & 0x80) || strchr(" \t/", *c) ? '_' : *c, word);
  }
  l->failed |= !word || !name || !flags || ferror(word) || ferror(name);
  if (word)
    fclose(word);
  if (name)
    fclose(name);
  hid_t id = l->failed ? H5I_INVALID_HID : H5Dopen2(l->file, "particle_group", H5P_DEFAULT);
  if (!l->failed)
    check(l, ria_h5_put(id, "flag_values", H5T_STD_I32LE, H5T_NATIVE_INT32, (hsize_t)of->groups,
                        flags));
  text(l, id, "flag_meanings", words);
  text(l, id, "names", names);
  ria_h5_close(id);
  free(flags);
  free(words);
  free(names);
}

static void put_crs(layout *l) {
  const int zero = 0;
  if (!l->of->crs_attributes)
    return;
  hid_t id = dataset(l, "crs", H5T_STD_I32LE, 0, NULL, NULL, NULL, false, NULL);
  write_all(l, id, H5T_NATIVE_INT, &zero);
  if (!l->failed)
    check(l, ria_h5_put_attributes(id, l->of->crs_attributes, l->of->crs_attribute));
  ria_h5_close(id);
}

/* ---- variables ---- */

static hid_t put_variable(layout *l, tracks_variable variable, hid_t type, const void *fill,
                          const char *what, const char *standard_name, const char *units) {
  const hsize_t size[2] = {0, l->particles}, most[2] = {H5S_UNLIMITED, l->particles},
                chunk[2] = {1, tracks_chunk((int64_t)l->particles)};
  hid_t id = dataset(l, tracks_names[variable], type, 2, size, most, chunk, true, fill);
  if (!l->failed)
    check(l, H5DSattach_scale(id, l->time, 0));
  if (!l->failed)
    check(l, H5DSattach_scale(id, l->trajectory, 1));
  if (!l->failed && fill)
    check(l, ria_h5_put(id, "_FillValue", type, type, 1, fill));
  text(l, id, "long_name", what);
  text(l, id, "standard_name", standard_name);
  text(l, id, "units", units);
  return id;
}

static void put_places(layout *l) {
  const double none = NAN;
  const bool known = l->of->crs_attributes > 0;
  const struct {
    tracks_variable variable;
    const char *what, *standard_name, *units;
  } place[] = {{TRACKS_X, "x of the particle", known ? "projection_x_coordinate" : NULL, "m"},
               {TRACKS_Y, "y of the particle", known ? "projection_y_coordinate" : NULL, "m"},
               {TRACKS_LON, "longitude of the particle", "longitude", "degrees_east"},
               {TRACKS_LAT, "latitude of the particle", "latitude", "degrees_north"}};
  for (int i = 0; i < (known ? 4 : 2); i++) {
    hid_t id = put_variable(l, place[i].variable, H5T_IEEE_F64LE, &none, place[i].what,
                            place[i].standard_name, place[i].units);
    text(l, id, "grid_mapping", known && i < 2 ? "crs" : NULL);
    ria_h5_close(id);
  }
}

static void put_status(layout *l) {
  int8_t flags[RIA_PARTICLE_STATES];
  char meanings[128] = "";
  for (int s = 0; s < RIA_PARTICLE_STATES; s++) {
    flags[s] = (int8_t)s;
    snprintf(meanings + strlen(meanings), sizeof meanings - strlen(meanings), "%s%s", s ? " " : "",
             ria_particle_state_names[s]);
  }
  hid_t id =
      put_variable(l, TRACKS_STATUS, H5T_STD_I8LE, NULL, "what the particle does", NULL, NULL);
  if (!l->failed)
    check(l,
          ria_h5_put(id, "flag_values", H5T_STD_I8LE, H5T_NATIVE_INT8, RIA_PARTICLE_STATES, flags));
  text(l, id, "flag_meanings", meanings);
  text(l, id, "coordinates", l->of->crs_attributes ? "time lon lat" : "time x y");
  ria_h5_close(id);
}

static void put_mass(layout *l, bool some) {
  if (!some)
    return;
  const bool known = l->of->of->group->mass > 0;
  hid_t id = put_variable(l, TRACKS_MASS, H5T_IEEE_F64LE, NULL,
                          known ? "remaining mass of the particle"
                                : "remaining share of the particle's mass",
                          NULL, known ? "kg" : "1");
  text(l, id, "coordinates", l->of->crs_attributes ? "time lon lat" : "time x y");
  ria_h5_close(id);
}

/* ---- the file ---- */

static void put_globals(layout *l) {
  const ria_grid *g = &l->of->of->grid;
  char date[HISTORY_DATE_SIZE], line[512];
  history_date_iso((double)time(NULL), date);
  snprintf(line, sizeof line, "%s %s", date, l->of->command ? l->of->command : "ria");
  text(l, l->file, "Conventions", "CF-1.10");
  text(l, l->file, "featureType", "trajectory");
  text(l, l->file, "title", l->of->title ? l->of->title : "");
  text(l, l->file, "history", line);
  text(l, l->file, "source", "ria " RIA_VERSION ", particles");
  text(l, l->file, "format", "ria particles");
  if (!l->failed)
    check(l, ria_h5_put_int(l->file, "version", TRACKS_VERSION));
  text(l, l->file, "case_hash", l->of->case_hash);
  number(l, l->file, "x0", g->origin[0]);
  number(l, l->file, "y0", g->origin[1]);
  number(l, l->file, "dx", g->spacing[0]);
  number(l, l->file, "dy", g->spacing[1]);
  if (l->of->has_start)
    number(l, l->file, "start", l->of->start);
}

static ria_status create_file(layout *l) {
  hid_t create = H5Pcreate(H5P_FILE_CREATE);
  H5Pset_link_creation_order(create, H5P_CRT_ORDER_TRACKED | H5P_CRT_ORDER_INDEXED);
  H5Pset_attr_creation_order(create, H5P_CRT_ORDER_TRACKED | H5P_CRT_ORDER_INDEXED);
  ria_status status = ria_overlay_create(create, 1, &l->file, &l->overlay);
  H5Pclose(create);
  return status;
}

static ria_status write_file(layout *l, const char *partial) {
  bool has[TRACKS_VARIABLES];
  tracks_list(l->of, has);
  RIA_TRY(create_file(l));
  put_globals(l);
  put_time(l);
  put_trajectories(l);
  name_groups(l);
  put_crs(l);
  put_places(l);
  put_status(l);
  put_mass(l, has[TRACKS_MASS]);
  ria_h5_close(l->time);
  ria_h5_close(l->trajectory);
  ria_status status =
      l->failed ? ria_fail(RIA_ERROR_IO, "%s: cannot be laid out: %s", l->of->path, ria_h5_reason())
                : RIA_SUCCESS;
  const ria_status closed = ria_overlay_close(l->overlay, l->file);
  if (status == RIA_SUCCESS && closed == RIA_SUCCESS)
    return history_publish(partial, l->overlay, NULL, 0);
  ria_overlay_destroy(l->overlay);
  return status == RIA_SUCCESS ? closed : status;
}

ria_status tracks_write_layout(const ria_tracks_description *of) {
  char *partial = NULL, *journal = NULL;
  layout l = {.of = of, .particles = (hsize_t)count_all(of->of), .time = -1, .trajectory = -1};
  if (asprintf(&partial, "%s.partial", of->path) < 0)
    return ria_fail(RIA_ERROR_MEMORY, "%s: no memory for a name", of->path);
  ria_status status = write_file(&l, partial);
  /* The journal of an older file must not be applied to this one. */
  if (status == RIA_SUCCESS && asprintf(&journal, "%s.journal", of->path) >= 0)
    unlink(journal);
  if (status == RIA_SUCCESS)
    status = ria_durable_publish(partial, of->path);
  if (status != RIA_SUCCESS)
    unlink(partial);
  free(partial);
  free(journal);
  return status;
}
