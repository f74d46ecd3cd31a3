/* A message if a library crashes on a damaged file.
 *
 * The readers of foreign formats (netCDF, HDF5, GDAL) can crash on damaged files. Between begin and
 * end, a crash signal ends the process with a sentence that names the file, and exit code 2. The
 * process cannot continue because the library's state is lost. */
#ifndef RASTER_CRASH_SENTENCE_H
#define RASTER_CRASH_SENTENCE_H

/* Use for one file at a time, in one thread, and not while a file is being written. */
void raster_crash_sentence_begin(const char *path);
void raster_crash_sentence_end(void);

#endif
