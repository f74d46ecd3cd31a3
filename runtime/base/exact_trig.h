/* Sine and cosine in twice the working precision. */
#ifndef BASE_EXACT_TRIG_H
#define BASE_EXACT_TRIG_H

#include <stdbool.h>

/* The correctly rounded sine of x plus `quarters` quarter turns (1: the cosine of x). Returns false
 * if this arithmetic cannot decide the rounding, about once in a thousand calls; *result is then
 * undefined. */
bool exact_trig_round(double x, int quarters, double *result);

#endif
