/** \file
 * How well computed values agree with observed ones.
 */
#ifndef RIA_SKILL_H
#define RIA_SKILL_H

#include "ria/status.h"

#ifdef __cplusplus
extern "C" {
#endif

/** Of pairs of values, in the values' unit where they have one. */
typedef struct {
  int count;
  double bias;        /**< mean of computed less observed */
  double rmse;        /**< root of the mean square of computed less observed */
  double correlation; /**< Pearson's; NAN where one of both is constant */
  double skill;       /**< Willmott's (1981) index of agreement: 1 is perfect, 0 is none; NAN where
                         all values are one */
  double efficiency;  /**< Nash and Sutcliffe's (1970): 1 is perfect, 0 as good as the mean of the
                         observed; infinite or NAN where the observed are constant */
} ria_skill;

/** Compare [count] pairs of finite values. Errors: RIA_ERROR_ARGUMENT (fewer than two). */
ria_status ria_skill_of(int count, const double *observed, const double *computed,
                        ria_skill *skill);

#ifdef __cplusplus
}
#endif
#endif
