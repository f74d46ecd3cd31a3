/* Particles on a map: some of their tracks, and where they are at the end. Private to
 * postproc/maps.
 */
#ifndef MAPS_TRACKS_H
#define MAPS_TRACKS_H

#include "map.h"

typedef struct {
  int clouds;
  maps_cloud cloud[MAPS_CLOUDS]; /* of the first groups; the last one has all others */
  char name[MAPS_CLOUDS][64];
  char title[128]; /* how many particles do what */
  float (*point)[2], (*line)[4];
} maps_tracks;

/* Read a file of tracks (ria/tracks.h), for places on a map. Errors: those of
 * ria_tracks_view_open(). */
ria_status maps_tracks_read(const char *path, const maps_map *map, maps_tracks *tracks);
void maps_tracks_destroy(maps_tracks *tracks);

/* Particles in the water and on shores per km2 at the last record: density[ny][nx], the same over
 * squares of some cells; the largest. */
ria_status maps_tracks_density(const char *path, const maps_map *map, float *density,
                               double *largest);

#endif
