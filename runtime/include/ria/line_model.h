/** \file
 * Which models are lines (ria/line.h), and the arguments of a call for one.
 */
#ifndef RIA_LINE_MODEL_H
#define RIA_LINE_MODEL_H

#include "ria/line.h"
#include "ria/simulation.h"

#ifdef __cplusplus
extern "C" {
#endif

/** Scalars of the stages, of the low end, of the high end. */
enum { RIA_LINE_LOW = RIA_LINE_STAGES, RIA_LINE_HIGH, RIA_LINE_SCALARS };

typedef double ria_line_scalars[RIA_LINE_SCALARS][RIA_MAX_SCALARS];

/** The variant that a model asks for; RIA_LINE_PACKED if it asks for none. */
ria_line_variant ria_line_variant_of(const ria_model *model);

/** The functions that advance a model's line in its target and precision. Errors:
 * RIA_ERROR_UNSUPPORTED if there are none, or if the model uses a feature that line launches lack;
 * the detail names it. */
ria_status ria_line_functions(const ria_model *model, const ria_device_functions **found);

/** The arguments of a call for so many steps of dt s, without state, scratch, memory and stream.
 * The scalars are resolved into `scalars`, and the arguments point to them. */
void ria_line_args_of(const ria_model *model, double dt, int steps, ria_line_scalars scalars,
                      ria_device_line_args *args);

#ifdef __cplusplus
}
#endif
#endif
