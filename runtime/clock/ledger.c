/* The ledger: sums of inflows. */
#include "ria/ledger.h"
#include <stdlib.h>
#include "ria/sum.h"

static void normalise(ria_flow_sum *sum) {
  int64_t carry = 0;
  for (int i = 0; i < RIA_FLOW_DIGITS; i++) {
    const int64_t v = sum->digit[i] + carry;
    const int last = i == RIA_FLOW_DIGITS - 1;
    carry = last ? 0 : v >> 32;
    sum->digit[i] = last ? v : v & 0xffffffff;
  }
}

double ria_flow_value(const ria_flow_sum *sum) {
  ria_sum wide = {.terms = 1};
  for (int i = 0; i < RIA_FLOW_DIGITS; i++)
    wide.digit[RIA_FLOW_FIRST + i] = sum->digit[i];
  return ria_sum_value(&wide);
}

void ria_flow_merge(ria_flow_sum *sum, const ria_flow_sum *other) {
  for (int i = 0; i < RIA_FLOW_DIGITS; i++)
    sum->digit[i] += other->digit[i];
  normalise(sum);
}

void ria_flows_merge(ria_flows *flows, const ria_flows *other) {
  ria_flow *in = ria_flows_in(flows), *more = ria_flows_in((ria_flows *)other);
  for (int n = 0; n < other->used; n++)
    for (int a = 0; a < RIA_AMOUNTS; a++)
      ria_flow_merge(&in[n][a], &more[n][a]);
  for (int a = 0; a < RIA_AMOUNTS && other->used; a++)
    ria_flow_merge(&flows->left[a], &other->left[a]);
  flows->used = flows->used > other->used ? flows->used : other->used;
  flows->invalid |= other->invalid;
  flows->missing |= other->missing;
}

ria_status ria_ledger_create(int openings, int feeds, ria_ledger *ledger) {
  *ledger = (ria_ledger){.openings = openings,
                         .feeds = feeds,
                         .in = calloc((size_t)openings + 1, sizeof *ledger->in),
                         .fed = calloc((size_t)feeds + 1, sizeof *ledger->fed)};
  for (int a = 0; a < RIA_AMOUNTS; a++)
    ledger->start_share[a][0] = 1;
  if (ledger->in && ledger->fed)
    return RIA_SUCCESS;
  ria_ledger_destroy(ledger);
  return ria_fail(RIA_ERROR_MEMORY, "no memory for a ledger");
}

void ria_ledger_destroy(ria_ledger *ledger) {
  if (!ledger)
    return;
  free(ledger->in);
  free(ledger->fed);
  *ledger = (ria_ledger){0};
}
