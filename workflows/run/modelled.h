/** \file
 * The modelled time of a Cell, as JSON and as a line of text.
 */
#ifndef RUN_MODELLED_H
#define RUN_MODELLED_H

#include <jansson.h>
#include <stddef.h>
#include "ria/ppe.h"

/** The object "modelled" of summary.json and of `ria bench`; NULL without memory. */
json_t *modelled_json(const ria_modelled *modelled);
/** One line without its end, which states that it is a model. */
void modelled_text(const ria_modelled *modelled, char *text, size_t room);

#endif
