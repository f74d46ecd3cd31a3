/* Shared by the kernels that compute means over a window of time: compensated sums (Kahan), so
 * that many short steps lose no digits. */
#ifndef RIA_WATER_MEAN_H
#define RIA_WATER_MEAN_H

SCALAR(seconds, "s", "of the step in the window")
SCALAR(begins, "1", "1: nothing of the window lies before the step")
SCALAR(share, "1/s", "1 over the window's length at its end, else 0")
SCALAR(dry, "m", "mean depth at and below which there is no mean")
SCALAR(least, "m s", "above 0: to divide by")
SCALAR(none, "1", "infinity: there is no value")

/* The step's part of a sum. */
static real part(real value, real rest) { return value * seconds - (begins > 0 ? 0 : rest); }
/* The sum before this step. */
static real so_far(real sum) { return begins > 0 ? 0 : sum; }
/* A sum; 0 at the start of a window. */
static real kept(real sum) { return begins > 0 && seconds <= 0 ? none : sum; }
static real mean(real value, real wet) { return wet > 0 ? value : none; }

#endif
