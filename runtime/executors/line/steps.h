/** \file
 * Windows of a line on a GPU: what the runtime asks of an implementation's device_line. */
#ifndef RIA_LINE_STEPS_H
#define RIA_LINE_STEPS_H

#include "task/work.h"

/** Queue the clock's window, `steps` steps, on the work's GPU: in one call where its steps judge as
 * single ones do; or else all but the last, and that one as any other, so that it says whether a
 * cell is bad. */
void ria_line_window(const ria_work *work, int steps);

/** NULL is fine. */
void ria_line_steps_destroy(ria_line_steps *line);

#endif
