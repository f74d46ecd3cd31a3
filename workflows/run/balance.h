/** \file
 * The balance of a run: the content of the domain at the start and now, the inflow through each
 * boundary, river and release, rain, what infiltrated and was taken out, decay, and the residual,
 * which is only rounding in a correct run.
 *
 * The inflow comes from the ledger (ria/ledger.h), which adds up fluxes step by step and does not
 * use the change of content. The residual therefore shows what a run creates or loses.
 */
#ifndef RUN_BALANCE_H
#define RUN_BALANCE_H

#include <jansson.h>
#include "ria/case.h"
#include "ria/shown.h"
#include "ria/simulation.h"
#include "log.h"

typedef struct {
  const ria_model *model; /**< borrowed */
  ria_shown shown;        /**< the solver's variables and conserved amounts */
  int amounts;            /**< number of conserved amounts in the ledger; 0: none */
  double decay[RIA_AMOUNTS];
  int64_t steps;
  double area; /**< area of a cell, m2 */
  double content[RIA_AMOUNTS]
                [2]; /**< content of each conserved amount, at the start of the case and now */
  double amount[RIA_AMOUNTS][2];                  /**< sum over cells in the field's unit */
  double counted[RIA_AMOUNTS][RIA_SHOWN_COUNTED]; /**< current sums of the counted fields */
  ria_ledger ledger;
} run_balance;

/** Record the content of the simulation: `when` 0 before its first step, 1 now, with its ledger.
 * Collective; run_balance_destroy() frees it. */
ria_status run_balance_note(run_balance *balance, const ria_case *the_case, const ria_model *model,
                            ria_simulation *simulation, int when);
void run_balance_destroy(run_balance *balance);

/** An amount's expected decay and its error, in its unit. */
typedef struct {
  double decayed, residual,
      relative; /**< relative: to the larger of the content and the throughput */
} run_residual;
run_residual run_balance_residual(const run_balance *balance, int amount);

/** Whether an amount is constant: no boundary, river or release, and no decay. True for a
 * solver without a ledger, whose sides are closed. */
bool run_balance_closed(const run_balance *balance, int amount);

/** Why the inflow is unknown; NULL if it is known. */
const char *run_balance_unknown(const run_balance *balance);

/** The member `balance` of summary.json; NULL without memory or balance. */
json_t *run_balance_json(const run_balance *balance);
/** Warn if a residual is larger than rounding explains. */
void run_balance_warn(const run_balance *balance, run_log *log);
/** Print the balance as a short table, if there is one. */
void run_balance_print(const run_balance *balance, run_log *log);

#endif
