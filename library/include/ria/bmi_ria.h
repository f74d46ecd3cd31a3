/** \file
 * ria as a model of the Basic Model Interface 2.0, by a stepper (ria/stepper.h). docs/library.md
 * lists its variables and the behaviour of each function.
 */
#ifndef RIA_BMI_RIA_H
#define RIA_BMI_RIA_H

#include "ria/bmi.h"

#ifdef __cplusplus
extern "C" {
#endif

/** Fill in all functions. Memory is allocated by `initialize`, whose configuration file is a case
 * (YAML), and freed by `finalize`. After BMI_FAILURE ria_status_detail() (ria/status.h) gives the
 * reason. With NULL, has no effect.
 * \return model */
Bmi *register_bmi_ria(Bmi *model);

#ifdef __cplusplus
}
#endif
#endif
