/* Sine and cosine in twice the working precision. */
#ifndef RIA_EXACT_TRIG_H
#define RIA_EXACT_TRIG_H

#include <stdbool.h>

/* The correctly rounded sine of x plus `quarters` quarter turns (1: the cosine of x). False where
 * this arithmetic cannot decide how to round, about once in a thousand calls: *result is then
 * undefined. */
bool ria_trig_round(double x, int quarters, double *result);

#endif
