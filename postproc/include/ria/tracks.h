/** \file
 * particles.nc: the positions of a run's particles at its outputs.
 *
 * A netCDF-4 file written through HDF5, following CF-1.10 with the feature type `trajectory`:
 * dimensions time (unlimited) and trajectory; x, y [time][trajectory] in the grid's coordinates,
 * missing before a particle is released; lon and lat, if the coordinate reference system is known;
 * status, with flag_meanings; mass, if the mass of a group decays or is known (kg); particle_group
 * [trajectory]. Records are appended as to history.h5 (ria/history.h): under a journal, and with a
 * seal.
 *
 * Not collective: one rank only. HDF5 is not thread-safe: the caller must not let two threads of a
 * process use it at once.
 */
#ifndef RIA_TRACKS_H
#define RIA_TRACKS_H

#include "ria/attribute.h"
#include "ria/particles.h"

#ifdef __cplusplus
extern "C" {
#endif

/** Describes the file. Borrowed for the call, but `of` is borrowed for the writer's life. */
typedef struct {
  const char *path;
  const ria_particles_description *of;
  bool has_start;
  double start;                            /**< seconds since 1970-01-01T00:00:00Z */
  const char *title, *case_hash, *command; /**< may be NULL */
  int crs_attributes; /**< attributes of the variable `crs`; 0: x and y are local coordinates */
  const ria_attribute *crs_attribute;
} ria_tracks_description;

typedef struct ria_tracks ria_tracks;

/** Bytes of a particle in a record, before packing. `crs`: whether longitudes are known. */
double ria_tracks_particle_bytes(const ria_particles_description *of, bool crs);

/** Create the file without records; it replaces an older one. Errors: RIA_ERROR_IO,
 * RIA_ERROR_MEMORY. */
ria_status ria_tracks_create(const ria_tracks_description *description, ria_tracks **tracks);
/** Continue after `time`: later records are removed. A damaged file is kept as
 * particles-damaged-N.nc and a new file is started, and ria_tracks_warning() reports it; a missing
 * file is created. Errors: RIA_ERROR_IO, RIA_ERROR_MEMORY, RIA_ERROR_MISMATCH (different
 * particles). */
ria_status ria_tracks_resume(const ria_tracks_description *description, double time,
                             ria_tracks **tracks);

/** A record; each array has a value for each particle: [all]. */
typedef struct {
  const double *x, *y;     /**< m */
  const double *lon, *lat; /**< degrees; NULL if the description has no CRS */
  const double *state;     /**< ria_particle_state */
  const double *born;      /**< s */
} ria_tracks_record;
/** Append a record; a record at or before the time of the last is ignored. On an error
 * (RIA_ERROR_IO, such as a full disk) the file stays unchanged. */
ria_status ria_tracks_append(ria_tracks *tracks, double time, const ria_tracks_record *record);

/** Text about damaged or missing records; "" if there are none. Borrowed. */
const char *ria_tracks_warning(const ria_tracks *tracks);
/** Close and free. NULL is allowed. */
void ria_tracks_destroy(ria_tracks *tracks);

/* ---- reading ---- */

/** Contents of a file; owned. */
typedef struct {
  int64_t records, particles;
  double *time; /**< [records] s since the start */
  int groups;
  char **group;         /**< [groups] names */
  int32_t *of_group;    /**< [particles] */
  bool has_mass, in_kg; /**< masses are in kg; else they are shares of the initial mass */
} ria_tracks_view;

/** Errors: RIA_ERROR_IO, RIA_ERROR_CORRUPT, RIA_ERROR_MEMORY. */
ria_status ria_tracks_view_open(const char *path, ria_tracks_view *view);
/** Numbers of each particle in a record; each [particles] or NULL. */
typedef struct {
  double *x, *y; /**< m; NAN before the release */
  uint8_t *state;
  double *mass; /**< 1 if the file has no masses */
} ria_tracks_row;
/** Read a record of the file. */
ria_status ria_tracks_view_read(const char *path, const ria_tracks_view *view, int64_t record,
                                const ria_tracks_row *row);
void ria_tracks_view_close(ria_tracks_view *view);

#ifdef __cplusplus
}
#endif
#endif
