/** \file
 * particles.nc of a run: opening it, and its records.
 */
#ifndef RUN_TRACKS_H
#define RUN_TRACKS_H

#include "outputs.h"
#include "ria/tracks.h"

/** Particles at an output, on rank 0. */
typedef struct run_tracks_note run_tracks_note;

/** Open the file of a run with particles, on rank 0; elsewhere `*tracks` stays NULL. A resumed run
 * continues after `time`. Not collective. Errors: those of ria_tracks_create() and
 * ria_tracks_resume(). */
ria_status run_tracks_open(const run_subject *subject, double time, bool resumed,
                           ria_tracks **tracks);
/** Copy the present particles to `*note` on the rank with `writes`, to be freed by the caller
 * (free); NULL on the others. Collective. Errors: RIA_ERROR_MEMORY, those of run_drift_gather(). */
ria_status run_tracks_take(const run_subject *subject, bool writes, run_tracks_note **note);
/** Append the particles to the file, with longitudes and latitudes if the CRS is known. Not
 * collective. Errors: those of ria_tracks_append(). */
ria_status run_tracks_append(const run_subject *subject, ria_tracks *tracks, run_tracks_note *note);

#endif
