#include "tracks.h"
#include <stdlib.h>
#include "drift.h"
#include "ria/particles.h"
#include "ria/raster.h"

struct run_tracks_note {
  double time;
  double column[]; /* [RIA_PARTICLE_COLUMNS + 2][all]: behind them room for longitude, latitude */
};

ria_status run_tracks_open(const run_subject *s, double time, bool resumed, ria_tracks **tracks) {
  if (ria_runtime_rank(s->runtime) || !s->drift)
    return RIA_SUCCESS;
  ria_crs_mapping crs;
  char path[RUN_PATH];
  RIA_TRY(ria_crs_map(s->terrain->crs, &crs));
  run_folder_join(s->folder, "particles.nc", path);
  const ria_tracks_description d = {.path = path,
                                    .of = run_drift_description(s->drift),
                                    .has_start = s->the_case->time.has_start,
                                    .start = s->the_case->time.start,
                                    .title = s->the_case->title,
                                    .case_hash = s->the_case->hash,
                                    .command = s->command,
                                    .crs_attributes = crs.attributes,
                                    .crs_attribute = crs.attribute};
  const ria_status status =
      resumed ? ria_tracks_resume(&d, time, tracks) : ria_tracks_create(&d, tracks);
  ria_crs_mapping_destroy(&crs);
  if (status == RIA_SUCCESS && s->log && *ria_tracks_warning(*tracks))
    run_log_warn(s->log, "%s", ria_tracks_warning(*tracks));
  return status;
}

ria_status run_tracks_take(const run_subject *s, bool writes, run_tracks_note **note) {
  const size_t numbers = (RIA_PARTICLE_COLUMNS + 2) * (size_t)run_drift_all(s->drift);
  ria_status status = RIA_SUCCESS;
  *note = writes ? malloc(sizeof **note + numbers * sizeof *(*note)->column) : NULL;
  if (writes && !*note)
    status = ria_fail(RIA_ERROR_MEMORY, "no memory for a record of %zu particles",
                      (size_t)run_drift_all(s->drift));
  RIA_TRY(run_agree(s->runtime, status));
  status = run_drift_gather(s->drift, *note ? (*note)->column : NULL);
  if (status != RIA_SUCCESS) {
    free(*note);
    return status;
  }
  if (*note)
    (*note)->time = ria_simulation_progress(s->simulation).time;
  return RIA_SUCCESS;
}

ria_status run_tracks_append(const run_subject *s, ria_tracks *tracks, run_tracks_note *note) {
  const ria_grid *grid = &s->terrain->grid;
  const size_t all = (size_t)run_drift_all(s->drift);
  double *x = note->column + RIA_PARTICLE_X * all, *y = note->column + RIA_PARTICLE_Y * all,
         *lon = note->column + RIA_PARTICLE_COLUMNS * all, *lat = lon + all;
  for (size_t n = 0; n < all; n++) {
    x[n] = lon[n] = ria_particle_place(grid, 0, x[n]);
    y[n] = lat[n] = ria_particle_place(grid, 1, y[n]);
  }
  for (size_t n = 0, part; n < all && s->terrain->crs; n += part) {
    part = all - n < INT32_MAX ? all - n : INT32_MAX;
    if (!ria_crs_to_degrees(s->terrain->crs, (int)part, lon + n, lat + n))
      return ria_fail(RIA_ERROR_INTERNAL, "%s has no longitudes for particles", s->terrain->crs);
  }
  return ria_tracks_append(tracks, note->time,
                           &(ria_tracks_record){.x = x,
                                                .y = y,
                                                .lon = lon,
                                                .lat = lat,
                                                .state = note->column + RIA_PARTICLE_STATE * all,
                                                .born = note->column + RIA_PARTICLE_BORN * all});
}
