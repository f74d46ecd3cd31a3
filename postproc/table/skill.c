#include "ria/skill.h"
#include <math.h>

static double square(double x) {
  return x * x;
}

ria_status ria_skill_of(int count, const double *observed, const double *computed,
                        ria_skill *skill) {
  double mean[2] = {0, 0}, error = 0, spread = 0;
  double variance[2] = {0, 0}, both = 0;
  if (count < 2)
    return ria_fail(RIA_ERROR_ARGUMENT, "%d pair%s to compare; at least two are needed", count,
                    count == 1 ? "" : "s");
  for (int i = 0; i < count; i++) {
    mean[0] += observed[i] / count;
    mean[1] += computed[i] / count;
  }
  for (int i = 0; i < count; i++) {
    const double o = observed[i] - mean[0], c = computed[i] - mean[1];
    error += square(computed[i] - observed[i]);
    spread += square(fabs(computed[i] - mean[0]) + fabs(o));
    variance[0] += o * o;
    variance[1] += c * c;
    both += o * c;
  }
  *skill = (ria_skill){.count = count,
                       .bias = mean[1] - mean[0],
                       .rmse = sqrt(error / count),
                       .correlation = both / sqrt(variance[0] * variance[1]),
                       .skill = 1 - error / spread,
                       .efficiency = 1 - error / variance[0]};
  return RIA_SUCCESS;
}
