/** \file
 * The balance of a run: what the domain holds at the start and now, what came in through each
 * boundary, river and release, what decayed, and the residual, which must be rounding.
 *
 * The inflow is that of the ledger (ria/ledger.h): fluxes added up step by step, not the change of
 * what the domain holds. So the residual shows what a run makes or loses.
 */
#ifndef RIA_RUN_BALANCE_H
#define RIA_RUN_BALANCE_H

#include <jansson.h>
#include "ria/case.h"
#include "ria/simulation.h"
#include "log.h"

typedef struct {
  const ria_case *the_case; /**< borrowed */
  int amounts;              /**< of the ledger: water, and a tracer if the case has one; 0: none */
  double decay[RIA_AMOUNTS];
  bool walls; /**< some walls are not closed, and count as an opening (ria/solver.h) */
  int64_t steps;
  double area;               /**< of a cell, m2 */
  double mass[2];            /**< m3 of water, at the start of the case and now */
  double tracer[2];          /**< concentration times m3 */
  double hc[RIA_AMOUNTS][2]; /**< the amounts, in the field's unit over cells */
  ria_ledger ledger;
} run_balance;

/** Note what the simulation holds: with `when` 0 before its first step, with 1 now, and its ledger.
 * Collective. */
ria_status run_balance_note(run_balance *balance, const ria_case *the_case, const ria_model *model,
                            ria_simulation *simulation, int when);

/** Of an amount: what it should have come to, and how far it is off, in m3 or concentration times
 * m3. */
typedef struct {
  double decayed, residual, relative; /**< relative: to the larger of storage and what passed */
} run_residual;
run_residual run_balance_residual(const run_balance *balance, int amount);

/** Whether nothing can change an amount: no boundary, river or release, and no decay. True for a
 * solver without a ledger: its sides are closed. */
bool run_balance_closed(const run_balance *balance, int amount);

/** Why the inflow is not known, NULL if it is. */
const char *run_balance_unknown(const run_balance *balance);

/** As the member `balance` of summary.json; NULL where memory lacks, or there is none. */
json_t *run_balance_json(const run_balance *balance);
/** Warn where a residual is more than rounding explains. */
void run_balance_warn(const run_balance *balance, run_log *log);
/** As a table of a few lines. Nothing where there is none. */
void run_balance_print(const run_balance *balance, run_log *log);

#endif
