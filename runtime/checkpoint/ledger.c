#include "ledger.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* An attribute holds at most 64 KiB, so the sums of FIRST amounts are stored in several attributes
 * of at most PART rows: NAME, NAME_1, and so on. The first one has at least LEAST rows; rows beyond
 * those of the ledger are 0. Later amounts follow, FIRST at a time, as NAME_amounts_2 and so on, if
 * any of their sums is not 0. */
enum {
  FIRST = 2,
  PAIRS = 2 * RIA_AMOUNTS,
  LEAST = 16,
  PART = 512,
  DIGITS = FIRST * RIA_FLOW_DIGITS,
  ALL_DIGITS = RIA_AMOUNTS * RIA_FLOW_DIGITS
};
_Static_assert(RIA_AMOUNTS % FIRST == 0, "amounts are stored in pairs");

/* No sum of a run comes near this limit. Larger ones could overflow. */
static const int64_t most_of_digit = (int64_t)1 << 60;

static bool are_sane(const int64_t *digit, int rows) {
  bool sane = true;
  for (int i = 0; i < rows * ALL_DIGITS; i++)
    sane &= digit[i] >= -most_of_digit && digit[i] <= most_of_digit;
  return sane;
}

static bool is_sane(const ria_ledger *l, int64_t steps) {
  const double *start_share = l->start_share[0], *left = l->left[0];
  bool sane = l->unmeasured >= 0 && l->unmeasured <= steps && l->invalid >= 0 &&
              are_sane(l->in[0][0].digit, l->openings) && are_sane(l->fed[0][0].digit, l->feeds);
  for (int i = 0; i < PAIRS; i++)
    sane &= isfinite(start_share[i]) && isfinite(left[i]);
  return sane;
}

static ria_status put(hid_t file, const char *name, size_t count, int64_t *values) {
  return file5_put_integers(file, name, count, values);
}

static int rows_of_part(int rows, int part) {
  const int left = rows - part * PART, least = part ? 0 : LEAST;
  return left > PART ? PART : left > least ? left : least;
}

/* Write or read one part of the amounts from `first` on by `move`, through a buffer with all its
 * rows. */
static ria_status move_part(hid_t file, const char *name, int first, int part, int rows,
                            ria_flow *sum,
                            ria_status (*move)(hid_t, const char *, size_t, int64_t *)) {
  typedef ria_flow_sum row[FIRST];
  char attribute[64];
  snprintf(attribute, sizeof attribute, part ? "%s_%d" : "%s", name, part);
  const int stored = rows_of_part(rows, part);
  const int held = rows - part * PART < stored ? rows - part * PART : stored;
  row *whole = calloc((size_t)stored, sizeof *whole);
  if (!whole)
    return ria_fail(RIA_ERROR_MEMORY, "no memory for a ledger");
  for (int i = 0; i < held; i++)
    memcpy(whole[i], &sum[part * PART + i][first], sizeof *whole);
  ria_status status = move(file, attribute, (size_t)stored * DIGITS, whole[0][0].digit);
  for (int i = 0; i < held; i++)
    memcpy(&sum[part * PART + i][first], whole[i], sizeof *whole);
  free(whole);
  return status;
}

/* Whether the inflow of all amounts from `first` on is 0. */
static bool are_none(int rows, ria_flow *sum, int first) {
  static const ria_flow_sum none[FIRST];
  bool all = true;
  for (int i = 0; i < rows; i++)
    all &= !memcmp(&sum[i][first], none, sizeof none);
  return all;
}

static ria_status move_sums(hid_t file, const char *name, int rows, ria_flow *sum, bool writes) {
  ria_status status = RIA_SUCCESS;
  for (int first = 0; first < RIA_AMOUNTS; first += FIRST) {
    char its[64];
    snprintf(its, sizeof its, first ? "%s_amounts_%d" : "%s", name, first);
    if (first && (writes ? are_none(rows, sum, first) : !file5_has(file, its)))
      continue;
    for (int part = 0; status == RIA_SUCCESS && (!part || part * PART < rows); part++)
      status = move_part(file, its, first, part, rows, sum, writes ? put : file5_get_integers);
  }
  return status;
}

/* Two numbers of each amount: of the first amounts as NAME, of the others as NAME_amounts. */
static ria_status put_pairs(hid_t file, const char *name, const double pair[RIA_AMOUNTS][2]) {
  char others[64];
  snprintf(others, sizeof others, "%s_amounts", name);
  RIA_TRY(file5_put_doubles(file, name, 2 * FIRST, pair[0]));
  return file5_put_doubles(file, others, PAIRS - 2 * FIRST, pair[FIRST]);
}

static ria_status get_pairs(hid_t file, const char *name, double pair[RIA_AMOUNTS][2]) {
  char others[64];
  snprintf(others, sizeof others, "%s_amounts", name);
  RIA_TRY(file5_get_doubles(file, name, 2 * FIRST, pair[0]));
  return file5_has(file, others) ? file5_get_doubles(file, others, PAIRS - 2 * FIRST, pair[FIRST])
                                 : RIA_SUCCESS;
}

ria_status ledger_write(hid_t file, const ria_ledger *l) {
  RIA_TRY(move_sums(file, "ledger_in", l->openings, l->in, true));
  RIA_TRY(move_sums(file, "ledger_fed", l->feeds, l->fed, true));
  RIA_TRY(put_pairs(file, "ledger_kept", l->start_share));
  RIA_TRY(put_pairs(file, "ledger_left", l->left));
  RIA_TRY(file5_put_integer(file, "ledger_unmeasured", l->unmeasured));
  return file5_put_integer(file, "ledger_invalid", l->invalid);
}

static ria_status read_numbers(hid_t file, int64_t steps, ria_ledger *l) {
  RIA_TRY(move_sums(file, "ledger_in", l->openings, l->in, false));
  RIA_TRY(move_sums(file, "ledger_fed", l->feeds, l->fed, false));
  RIA_TRY(get_pairs(file, "ledger_kept", l->start_share));
  RIA_TRY(get_pairs(file, "ledger_left", l->left));
  RIA_TRY(file5_get_integer(file, "ledger_unmeasured", &l->unmeasured));
  RIA_TRY(file5_get_integer(file, "ledger_invalid", &l->invalid));
  if (!is_sane(l, steps))
    return ria_fail(RIA_ERROR_CORRUPT, "the attributes ledger_* hold impossible numbers");
  return RIA_SUCCESS;
}

ria_status ledger_read(hid_t file, int64_t steps, int openings, int feeds, ria_ledger *l) {
  RIA_TRY(ria_ledger_create(openings, feeds, l));
  l->unmeasured = steps;
  if (!file5_has(file, "ledger_in"))
    return RIA_SUCCESS;
  ria_status status = read_numbers(file, steps, l);
  if (status != RIA_SUCCESS)
    ria_ledger_destroy(l);
  return status;
}
