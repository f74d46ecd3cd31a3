/** \file
 * Private: one run of gnuplot, fed through a pipe. No shell is involved. Foreign text is put in
 * single quotes, in which gnuplot substitutes nothing.
 */
#ifndef GNUPLOT_POSTPROC_GNUPLOT_H
#define GNUPLOT_POSTPROC_GNUPLOT_H

#include "fed_program.h"

typedef struct {
  FILE *script; /**< write commands and inline data here; borrowed from `program` */
  gnuplot_fed_program program;
  char *path, *partial;
} gnuplot_plot;

/** Okabe and Ito's colours, which the colour-blind can tell apart; the last is the yellow. */
enum { GNUPLOT_COLOURS = 8 };
extern const char *const gnuplot_colour[GNUPLOT_COLOURS];

/** Start gnuplot for the picture `path` (.svg, else PNG) of width x height pixels. Errors:
 * RIA_ERROR_UNSUPPORTED (not installed), RIA_ERROR_IO, RIA_ERROR_MEMORY; then there is nothing to
 * finish. */
ria_status gnuplot_begin(const char *path, int width, int height, gnuplot_plot *plot);
/** Write text as a gnuplot string in single quotes. */
void gnuplot_quote(FILE *script, const char *text);
/** Wait for gnuplot. The picture appears only on success. Frees in any case. */
ria_status gnuplot_finish(gnuplot_plot *plot);

#endif
