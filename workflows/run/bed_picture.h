/** \file
 * Pictures of a case before any run: its bed or a field, with boundaries and places.
 */
#ifndef RUN_BED_PICTURE_H
#define RUN_BED_PICTURE_H

#include "ria/case.h"
#include "ria/shown.h"
#include "ria/terrain.h"

/** Draw a case to `path`, a PNG: its bed, or a field such as a roughness that its solver shows and
 * whose values are known (NULL: the bed). Errors: RIA_ERROR_UNSUPPORTED (no bed to draw, no
 * gnuplot), RIA_ERROR_IO, RIA_ERROR_MEMORY. */
ria_status run_bed_picture(const ria_case *the_case, const ria_terrain *terrain,
                           const ria_shown_static *field, const char *path);

#endif
