/* A sentence for the case that a library crashes at a damaged file.
 *
 * The readers of foreign formats (netCDF, HDF5, GDAL) are not all proof against damaged files: some
 * end the process with a signal. Between begin and end such a signal ends it with a sentence that
 * names the file, and exit code 2. Nothing else can be done: the library's state is lost. */
#ifndef RIA_CRASH_SENTENCE_H
#define RIA_CRASH_SENTENCE_H

/* One file at a time, by one thread; not while anything is written. */
void ria_crash_sentence_begin(const char *path);
void ria_crash_sentence_end(void);

#endif
