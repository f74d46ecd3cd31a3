#include "target.h"
#include <math.h>
#include <stdio.h>
#include <string.h>
#include "ria/solver.h"

void run_target_describe(const ria_runtime *runtime, const char *asked, const char *taken,
                         char *text, size_t size) {
  const char *why = ria_runtime_gpu_choice(runtime);
  const int beside = ria_runtime_hybrid_workers(runtime);
  int n = snprintf(text, size, "target %s%s%s%s", taken, !strcmp(asked, "auto") ? " (auto)" : "",
                   *why ? ": " : "", why);
  if (beside && n > 0 && (size_t)n < size)
    snprintf(text + n, size - (size_t)n, "; %d CPU worker%s beside", beside, beside > 1 ? "s" : "");
}

static void note_memory(const ria_simulation *simulation, run_log *log,
                        run_target_reported *reported) {
  const size_t missing = ria_simulation_missing_memory(simulation);
  if (!missing || reported->missing)
    return;
  run_log_info(
      log,
      "note: the GPU lacks the %.3g MB of memory for many steps per launch; it computes one step "
      "per launch, which is slower (use fewer cells, single precision or a GPU with more memory)",
      (double)missing / 1e6);
  reported->missing = true;
}

/* If a stage after the first has the largest rate, the solver names the limit of the step. */
static void note_limit(const ria_case *c, const ria_simulation *simulation, run_log *log,
                       run_target_reported *reported) {
  const ria_progress p = ria_simulation_progress(simulation);
  const double guard = c->time.step == RIA_STEP_EXACT ? 1 : c->time.guard;
  const double dt = guard / p.rate, most = c->time.max_dt > 0 ? c->time.max_dt : INFINITY;
  const ria_solver *solver = ria_solver_find(c->solver);
  ria_step_limit limit;
  if (reported->limit || !solver || !solver->later_limit || c->time.step == RIA_STEP_FIXED ||
      !(p.first_rate > 0 && p.rate > 1.001 * p.first_rate && dt < most) ||
      !solver->later_limit(c, &limit))
    return;
  run_log_info(log,
               "note: %s the time step to %.3g s (at %.3g s of the run); by %s alone it would "
               "be %.3g s. %s",
               limit.what, dt, p.time, limit.first, fmin(guard / p.first_rate, most), limit.advice);
  reported->limit = true;
}

void run_target_note(const ria_case *the_case, const ria_simulation *simulation, run_log *log,
                     run_target_reported *reported) {
  if (!log)
    return;
  note_memory(simulation, log, reported);
  note_limit(the_case, simulation, log, reported);
}
