/** \file
 * Agreement of computed with observed values.
 */
#ifndef RIA_SKILL_H
#define RIA_SKILL_H

#include "ria/status.h"

#ifdef __cplusplus
extern "C" {
#endif

/** Measures of agreement over pairs of values. bias and rmse have the unit of the values. */
typedef struct {
  int count;
  double bias;        /**< mean of computed minus observed */
  double rmse;        /**< root mean square of computed minus observed */
  double correlation; /**< Pearson's; NAN if either series is constant */
  double skill; /**< Willmott's (1981) index of agreement: 1 is perfect, 0 is no agreement; NAN if
                   all values are equal */
  double efficiency; /**< Nash and Sutcliffe's (1970): 1 is perfect, 0 is as good as the mean of the
                        observed values; infinite or NAN if the observed values are constant */
} ria_skill;

/** Compare [count] pairs of finite values. Errors: RIA_ERROR_ARGUMENT (fewer than two). */
ria_status ria_skill_of(int count, const double *observed, const double *computed,
                        ria_skill *skill);

#ifdef __cplusplus
}
#endif
#endif
