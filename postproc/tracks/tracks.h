/** \file
 * Private: the file of tracks.
 */
#ifndef TRACKS_POSTPROC_TRACKS_H
#define TRACKS_POSTPROC_TRACKS_H

#include <hdf5.h>
#include "history/sealed.h"
#include "ria/tracks.h"

enum { TRACKS_VERSION = 1 };

/** The variables [time][trajectory]. */
typedef enum {
  TRACKS_X,
  TRACKS_Y,
  TRACKS_LON,
  TRACKS_LAT,
  TRACKS_STATUS,
  TRACKS_MASS,
  TRACKS_VARIABLES
} tracks_variable;
extern const char *const tracks_names[TRACKS_VARIABLES];

struct ria_tracks {
  char *path;
  const ria_particles_description *of;
  int64_t particles;
  bool has[TRACKS_VARIABLES];
  int64_t records;
  double last;           /**< time of the last record */
  ria_byte_range *chunk; /**< chunks of the records, in order */
  size_t chunks, capacity;
  bool held; /**< another program keeps a lock on the file */
  char warning[512];
};

/** Which variables the file has. */
void tracks_list(const ria_tracks_description *of, bool has[TRACKS_VARIABLES]);
/** Particles in a chunk, and chunks in a record of one variable. */
hsize_t tracks_chunk(int64_t particles);
/** Write the empty file to PATH.partial, then rename it. */
ria_status tracks_write_layout(const ria_tracks_description *of);

/** Append the chunks of a record of the open file to the list of chunks. */
ria_status tracks_list_chunks(ria_tracks *tracks, hid_t file, int64_t record);

#endif
