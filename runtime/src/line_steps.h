/** \file
 * Windows of a line on a GPU: what the runtime asks of an implementation's device_line. */
#ifndef RIA_LINE_STEPS_H
#define RIA_LINE_STEPS_H

#include "work.h"

/** Queue the clock's window, `steps` steps, on the work's GPU: all but the last in one call, and
 * that one as any other, so that it says whether a cell went bad, and how fast the state was that
 * it began with. The rate of the window's first state is asked for as well. */
void ria_line_window(const ria_work *work, int steps);

/** NULL is fine. */
void ria_line_steps_destroy(ria_line_steps *line);

#endif
