/** \file
 * The labels of a sweep's points. Private to sweep.c.
 */
#ifndef RIA_LANGUAGE_SWEEP_LABEL_H
#define RIA_LANGUAGE_SWEEP_LABEL_H

#include <stdbool.h>
#include "workflow.h"

/** Give each point of the step its label. False without memory. */
bool ria_sweep_label(ria_workflow *workflow, ria_step *step);

#endif
