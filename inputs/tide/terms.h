/* The terms of the sum that is a tide. */
#ifndef TIDE_TERMS_H
#define TIDE_TERMS_H

#include "ria/tide.h"

/* f cos(V + u) and f sin(V + u) of each constituent of the tide; returns their number. */
int tide_terms(ria_tide *tide, double epoch, double (*term)[2]);

#endif
