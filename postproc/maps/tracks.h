/* Particles on a map: some of their tracks, and their last positions. Private to
 * postproc/maps.
 */
#ifndef MAPS_TRACKS_H
#define MAPS_TRACKS_H

#include "map.h"

typedef struct {
  int clouds;
  maps_cloud
      cloud[MAPS_CLOUDS]; /* one for each of the first groups; the last has all other groups */
  char name[MAPS_CLOUDS][64];
  char title[128]; /* numbers of particles by state */
  float (*point)[2], (*line)[4];
} maps_tracks;

/* Read a file of tracks (ria/tracks.h), for particles on a map. Errors: those of
 * ria_tracks_view_open(). */
ria_status maps_tracks_read(const char *path, const maps_map *map, maps_tracks *tracks);
void maps_tracks_destroy(maps_tracks *tracks);

/* Density of particles in the water and on shores, over squares of some cells. */
typedef struct {
  float *value; /* [ny][nx]: per km2, or kg/m2 if the masses are known; owned by the caller */
  double largest;
  bool there, in_kg; /* there: the file has a record of that time; else there is no density */
} maps_density;

/* The density of particles at a time, s since the start. Errors: those of ria_tracks_view_open().
 */
ria_status maps_tracks_density(const char *path, const maps_map *map, double time,
                               maps_density *density);

#endif
