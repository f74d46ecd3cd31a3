/** \file
 * ria behind the Basic Model Interface 2.0: a stepper (ria/stepper.h). docs/library.md has the
 * table of its variables, and what each function does.
 */
#ifndef RIA_BMI_RIA_H
#define RIA_BMI_RIA_H

#include "ria/bmi.h"

#ifdef __cplusplus
extern "C" {
#endif

/** Fill in all functions; nothing is allocated before `initialize`, whose configuration file is a
 * case (YAML), and nothing is left after `finalize`. After BMI_FAILURE ria_status_detail()
 * (ria/status.h) has the reason. NULL as the table does nothing. \return model */
Bmi *register_bmi_ria(Bmi *model);

#ifdef __cplusplus
}
#endif
#endif
