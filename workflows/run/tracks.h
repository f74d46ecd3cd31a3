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
 * goes on after `time`. Not collective. Errors: those of ria_tracks_create() and
 * ria_tracks_resume(). */
ria_status run_tracks_open(const run_subject *subject, double time, bool resumed,
                           ria_tracks **tracks);
/** Take the particles as they are now. `writes`: this rank gets them, in `*note`, which the caller
 * frees (free); elsewhere it is NULL. Collective. Errors: RIA_ERROR_MEMORY, those of
 * run_drift_gather(). */
ria_status run_tracks_take(const run_subject *subject, bool writes, run_tracks_note **note);
/** Append them to the file, with their longitudes and latitudes where the CRS is known. Not
 * collective. Errors: those of ria_tracks_append(). */
ria_status run_tracks_append(const run_subject *subject, ria_tracks *tracks, run_tracks_note *note);

#endif
