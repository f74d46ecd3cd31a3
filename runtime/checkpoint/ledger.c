#include "ledger.h"
#include <math.h>

enum {
  IN = RIA_OPENINGS * RIA_AMOUNTS * RIA_FLOW_DIGITS,
  FED = RIA_FEEDS * RIA_AMOUNTS * RIA_FLOW_DIGITS,
  PAIRS = 2 * RIA_AMOUNTS
};

/* No sum of a run comes near this. More could overflow. */
static const int64_t most_of_digit = (int64_t)1 << 60;

static bool is_sane(const ria_ledger *l, int64_t steps) {
  const int64_t *in = l->in[0][0].digit, *fed = l->fed[0][0].digit;
  const double *start_share = l->start_share[0], *left = l->left[0];
  bool sane = l->unmeasured >= 0 && l->unmeasured <= steps && l->invalid >= 0;
  for (int i = 0; i < IN; i++)
    sane &= in[i] >= -most_of_digit && in[i] <= most_of_digit;
  for (int i = 0; i < FED; i++)
    sane &= fed[i] >= -most_of_digit && fed[i] <= most_of_digit;
  for (int i = 0; i < PAIRS; i++)
    sane &= isfinite(start_share[i]) && isfinite(left[i]);
  return sane;
}

ria_status ria_ledger_write(hid_t file, const ria_ledger *l) {
  RIA_TRY(ria_file5_put_integers(file, "ledger_in", IN, l->in[0][0].digit));
  RIA_TRY(ria_file5_put_integers(file, "ledger_fed", FED, l->fed[0][0].digit));
  RIA_TRY(ria_file5_put_doubles(file, "ledger_kept", PAIRS, l->start_share[0]));
  RIA_TRY(ria_file5_put_doubles(file, "ledger_left", PAIRS, l->left[0]));
  RIA_TRY(ria_file5_put_integer(file, "ledger_unmeasured", l->unmeasured));
  return ria_file5_put_integer(file, "ledger_invalid", l->invalid);
}

ria_status ria_ledger_read(hid_t file, int64_t steps, ria_ledger *l) {
  ria_ledger_begin(l);
  l->unmeasured = steps;
  if (!ria_file5_has(file, "ledger_in"))
    return RIA_SUCCESS;
  RIA_TRY(ria_file5_get_integers(file, "ledger_in", IN, l->in[0][0].digit));
  RIA_TRY(ria_file5_get_integers(file, "ledger_fed", FED, l->fed[0][0].digit));
  RIA_TRY(ria_file5_get_doubles(file, "ledger_kept", PAIRS, l->start_share[0]));
  RIA_TRY(ria_file5_get_doubles(file, "ledger_left", PAIRS, l->left[0]));
  RIA_TRY(ria_file5_get_integer(file, "ledger_unmeasured", &l->unmeasured));
  RIA_TRY(ria_file5_get_integer(file, "ledger_invalid", &l->invalid));
  if (!is_sane(l, steps))
    return ria_fail(RIA_ERROR_CORRUPT, "the attributes ledger_* hold impossible numbers");
  return RIA_SUCCESS;
}
