/** \file
 * Private: one run of gnuplot, fed through a pipe. No shell is involved. Foreign text is put in
 * single quotes, in which gnuplot substitutes nothing.
 */
#ifndef RIA_POSTPROC_GNUPLOT_H
#define RIA_POSTPROC_GNUPLOT_H

#include "fed_program.h"

typedef struct {
  FILE *script; /**< write commands and inline data here; borrowed from `program` */
  ria_fed_program program;
  char *path, *partial;
} ria_gnuplot;

/** Okabe and Ito's colours, which the colour-blind can tell apart; the last is the yellow. */
enum { RIA_GNUPLOT_COLOURS = 8 };
extern const char *const ria_gnuplot_colour[RIA_GNUPLOT_COLOURS];

/** Start gnuplot for the picture `path` (.svg, else PNG) of width x height pixels. Errors:
 * RIA_ERROR_UNSUPPORTED (not installed), RIA_ERROR_IO, RIA_ERROR_MEMORY; then there is nothing to
 * finish. */
ria_status ria_gnuplot_begin(const char *path, int width, int height, ria_gnuplot *plot);
/** Write text as a gnuplot string in single quotes. */
void ria_gnuplot_quote(FILE *script, const char *text);
/** Wait for gnuplot. The picture appears only on success. Frees in any case. */
ria_status ria_gnuplot_finish(ria_gnuplot *plot);

#endif
