/** \file
 * The picture of a case's bed, boundaries and places, before any run.
 */
#ifndef RUN_BED_PICTURE_H
#define RUN_BED_PICTURE_H

#include "ria/case.h"
#include "ria/terrain.h"

/** Draw a case to `path`, a PNG. Errors: RIA_ERROR_UNSUPPORTED (no bed to draw, no gnuplot),
 * RIA_ERROR_IO, RIA_ERROR_MEMORY. */
ria_status run_bed_picture(const ria_case *the_case, const ria_terrain *terrain, const char *path);

#endif
