/** \file
 * Private: runs of gnuplot. A script is written to a file in memory, which gnuplot then reads, so
 * several gnuplots can draw side by side while the next script is written. No shell is involved.
 * Foreign text is put in single quotes, in which gnuplot substitutes nothing.
 */
#ifndef GNUPLOT_POSTPROC_GNUPLOT_H
#define GNUPLOT_POSTPROC_GNUPLOT_H

#include "fed_program.h"

typedef struct {
  FILE *script; /**< write commands and inline data here */
  gnuplot_fed_program program;
  char *path, *partial;
} gnuplot_plot;

/** Okabe and Ito's colours, which the colour-blind can tell apart; the last is the yellow. */
enum { GNUPLOT_COLOURS = 8 };
extern const char *const gnuplot_colour[GNUPLOT_COLOURS];

/** Begin the script of the picture `path` (.svg, else PNG) of width x height pixels. Errors:
 * RIA_ERROR_IO, RIA_ERROR_MEMORY; then there is nothing to finish. */
ria_status gnuplot_begin(const char *path, int width, int height, gnuplot_plot *plot);
/** Write text as a gnuplot string in single quotes. */
void gnuplot_quote(FILE *script, const char *text);
/** Run gnuplot and wait for it. The picture appears only on success. Frees in any case. Errors:
 * RIA_ERROR_UNSUPPORTED (not installed), RIA_ERROR_IO, RIA_ERROR_MEMORY.
 *
 * Between gnuplot_together_begin() and gnuplot_together_end() it does not wait for its own picture.
 * If the allowed number of pictures is being drawn, it waits for an earlier one and returns the
 * error of that picture. */
ria_status gnuplot_finish(gnuplot_plot *plot);

enum { GNUPLOT_TOGETHER = 16 }; /**< most gnuplots at a time, some 50 MB of memory each */

/** From now on this thread draws up to `most` pictures at a time, at most GNUPLOT_TOGETHER; 0: one
 * for each core that the thread may use. `made` (may be NULL) is called with the path of each
 * finished picture, in the order of gnuplot_finish(). */
void gnuplot_together_begin(int most, void (*made)(void *context, const char *path), void *context);
/** Wait for the remaining pictures. If `status` is an error, drop the unfinished pictures and
 * return it; else return the first error of a picture. */
ria_status gnuplot_together_end(ria_status status);

#endif
