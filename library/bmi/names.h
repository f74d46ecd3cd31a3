/* Names of ria's variables in the Basic Model Interface: CSDMS Standard Names if they exist,
 * otherwise ria's own names. */
#ifndef BMI_NAMES_H
#define BMI_NAMES_H

#include "ria/stepper.h"

/* The caller frees the names; NULL: no memory. */
char *bmi_name_variable(const ria_stepper *stepper, int variable);
/* The name of the bed, for the variable of the depth below the reference level. */
char *bmi_name_bed(void);
/* The name of a river's discharge: the river's name in small letters, with - for all that is not a
 * letter or digit; followed by its number, from 1, if an earlier river has the same name. */
char *bmi_name_river(const ria_stepper *stepper, int river);

#endif
