#include "retry.h"
#include <math.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include "cli/command.h"

/* Whether to repeat an attempt depends on why it ended:
 *   its time limit   a case continues from its checkpoint as long as it makes progress, and uses up
 * no retry; any other program would meet its limit again a node, preemption, a launch that failed
 * not the program's fault: repeat, uses up no retry its memory       fails: it would run out again
 *   its modules      fails: they would be missing again
 *   the program      as often as the workflow allows */
static void describe(const engine_end *end, char *why, size_t size) {
  switch (end->cause) {
  case RIA_CAUSE_NONE:
    *why = 0;
    break;
  case RIA_CAUSE_PROGRAM:
    if (end->no_modules)
      snprintf(why, size, "its environment modules cannot be loaded; `ria logs` names them");
    else
      snprintf(why, size, "the program failed with exit code %d", end->exit_code);
    break;
  case RIA_CAUSE_SIGNAL:
    snprintf(why, size, "killed by signal %d (%s)", end->signal, strsignal(end->signal));
    break;
  case RIA_CAUSE_TIME_LIMIT:
    snprintf(why, size, "reached its time limit");
    break;
  case RIA_CAUSE_MEMORY:
    snprintf(why, size, "ran out of memory; ask for more with resources.memory");
    break;
  case RIA_CAUSE_NODE:
    snprintf(why, size, "its node failed");
    break;
  case RIA_CAUSE_PREEMPTED:
    snprintf(why, size, "preempted");
    break;
  case RIA_CAUSE_CANCELLED:
    snprintf(why, size, "cancelled");
    break;
  case RIA_CAUSE_LAUNCH:
    snprintf(why, size, "its job could not be started");
    break;
  default:
    snprintf(why, size, "its job was lost");
  }
}

static double delay_of(int tries, double base) {
  return base * fmin(ldexp(1, tries < 30 ? tries : 30), 60);
}

static void again(engine_decision *d, const engine_end *end, bool burns, double base) {
  d->verdict = ENGINE_AGAIN;
  d->burns = burns;
  d->stalls = !end->progressed;
  d->delay = end->progressed && !burns ? 0 : delay_of(end->burned + end->stalls, base);
}

static void fail(engine_decision *d, const char *why) {
  size_t length = strlen(d->why);
  d->verdict = ENGINE_FAILED;
  snprintf(d->why + length, sizeof d->why - length, "%s", why);
}

static void retry(engine_decision *d, const engine_end *end, double base) {
  if (end->burned < end->retries)
    again(d, end, true, base);
  else
    fail(d, end->retries ? "; its retries are used up" : "");
}

/* Repeats without using up a retry, as long as there is progress. */
static void go_on(engine_decision *d, const engine_end *end, double base) {
  if (!end->progressed && end->stalls + 1 >= ENGINE_STALLS) {
    char why[80];
    snprintf(why, sizeof why, " %d times in a row without getting further", end->stalls + 1);
    fail(d, why);
  } else {
    again(d, end, false, base);
  }
}

static void after_time_limit(engine_decision *d, const engine_end *end, double base) {
  if (end->checkpoints)
    go_on(d, end, base);
  else
    fail(d, "; ask for more with resources.time");
}

engine_decision engine_decide(const engine_end *end, double base) {
  engine_decision d = {.verdict = ENGINE_SUCCEEDED};
  describe(end, d.why, sizeof d.why);
  bool stopped =
      end->cause == RIA_CAUSE_PROGRAM && end->checkpoints && end->exit_code == CLI_EXIT_INTERRUPTED;
  if (end->cause == RIA_CAUSE_NONE)
    return d;
  if (end->cause == RIA_CAUSE_CANCELLED && !end->stopped) {
    d.verdict = ENGINE_CANCELLED;
  } else if (end->stopped) {
    snprintf(d.why, sizeof d.why, "stopped with the engine");
    d.verdict = ENGINE_AGAIN;
    d.stalls = !end->progressed;
  } else if (stopped) {
    snprintf(d.why, sizeof d.why, "stopped after a checkpoint");
    go_on(&d, end, base);
  } else if (end->cause == RIA_CAUSE_TIME_LIMIT) {
    after_time_limit(&d, end, base);
  } else if (end->cause == RIA_CAUSE_MEMORY || end->hopeless || end->no_modules) {
    fail(&d, "");
  } else if (end->cause == RIA_CAUSE_PREEMPTED || end->cause == RIA_CAUSE_NODE ||
             end->cause == RIA_CAUSE_LAUNCH || end->cause == RIA_CAUSE_UNKNOWN) {
    go_on(&d, end, base);
  } else {
    retry(&d, end, base);
  }
  return d;
}
