/* The names that ria's variables have in the Basic Model Interface: CSDMS Standard Names where
 * there are such, else those of ria. */
#ifndef BMI_NAMES_H
#define BMI_NAMES_H

#include "ria/stepper.h"

/* Names are the caller's, to be freed; NULL: no memory. */
char *bmi_name_variable(const ria_stepper *stepper, int variable);
/* The bed, for the variable of the depth below the reference level. */
char *bmi_name_bed(void);
/* Of the discharge of a river: its name in small letters, with - for all that is no letter or
 * digit; and its number, from 1, if an earlier river has the same. */
char *bmi_name_river(const ria_stepper *stepper, int river);

#endif
