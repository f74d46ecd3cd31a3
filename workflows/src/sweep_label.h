/** \file
 * The labels of a sweep's points. Private to sweep.c.
 */
#ifndef RIA_SWEEP_LABEL_H
#define RIA_SWEEP_LABEL_H

#include <stdbool.h>
#include "ria/workflow.h"

/** Give each point of the step its label. False without memory. */
bool ria_sweep_label(ria_workflow *workflow, ria_step *step);

#endif
