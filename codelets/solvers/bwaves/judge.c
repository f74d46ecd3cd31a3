/* At the end of a run, warns of linear systems with residuals above the requested tolerance. */
#include <math.h>
#include <stdio.h>
#include "bwaves.h"
#include "ria/number.h"

ria_status bwaves_judge(const void *instance, ria_simulation *simulation, ria_tell tell,
                        void *context) {
  const bwaves *s = instance;
  ria_program_result found;
  RIA_TRY(ria_simulation_program(simulation, &found));
  const double missed =
      found.value[builder_find_scalar(&s->program, "missed")]; /* by a factor as in bwaves_end */
  const double farthest = found.value[builder_find_scalar(&s->program, "farthest")];
  if (!(missed > 0))
    return RIA_SUCCESS;
  char sentence[RIA_SOLVER_NOTE];
  const bool given = s->own->linear.limit > 0, recursive = s->own->linear.method != BWAVES_BICGSTAB;
  const double limit = given ? sqrt(s->own->linear.limit) : s->own->linear.tolerance;
  ria_snprintf(
      sentence, sizeof sentence,
      "in %.0f steps the linear system is not solved to 'linear.%s': by the recursion of the "
      "method the residual is at most %.3g%s, but |b - Ax| reached only %.3g%s; rounding "
      "allows no less, so use a larger 'linear.%s'%s",
      missed, given ? "limit" : "tolerance", limit, given ? "" : " |b|", farthest * limit,
      given ? "" : " |b|", given ? "limit" : "tolerance",
      recursive ? ", or a smaller 'linear.replace'" : "");
  tell(context, sentence);
  return RIA_SUCCESS;
}
