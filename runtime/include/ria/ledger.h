/** \file
 * The ledger of a simulation: the inflow through each opening of the domain's edge and from each
 * source, added up in every step from the fluxes that the kernels used. Comparing it with the
 * content of the domain shows whether a run created or lost anything.
 *
 * An amount is a conserved field of the state, such as the depth of water. Ledgers count it in the
 * field's unit, summed over cells: times a cell's area it is a volume or a mass. All sums are
 * exact, in fixed point, so neither the order of adding nor the decomposition changes a bit.
 */
#ifndef RIA_LEDGER_H
#define RIA_LEDGER_H

#include <stdint.h>
#include <string.h>
#include "ria/forcing.h"
#include "ria/status.h"

#ifdef __cplusplus
extern "C" {
#endif

enum {
  RIA_AMOUNTS = 12, /**< most amounts that a model may follow */
  RIA_FLOW_DIGITS = 6
};

/** A sum in digits of 32 bits, the lowest in units of 2^-114: the digits of ria_sum from
 * RIA_FLOW_FIRST on. After at most RIA_FLOW_TERMS terms, call ria_flow_merge(). All zero: 0. */
typedef struct {
  int64_t digit[RIA_FLOW_DIGITS];
} ria_flow_sum;

/** Inflow of each amount through one opening, or from one source. */
typedef ria_flow_sum ria_flow[RIA_AMOUNTS];

enum { RIA_FLOW_FIRST = 30, RIA_FLOW_LOWEST = -1074 + 32 * RIA_FLOW_FIRST };

/** Terms of this size or more, infinities and NaN are not added. */
#define RIA_FLOW_BOUND 0x1p76
#define RIA_FLOW_TERMS (INT64_C(1) << 30)

/** Split a term into three digits, from digit `first` on, each with the term's sign. Bits below the
 * lowest unit are cut off. Returns false if no bits remain or if the term is out of bounds. */
static RIA_HOST_DEVICE inline bool ria_flow_split(double term, int *first, int64_t digit[3]) {
  uint64_t bits;
  memcpy(&bits, &term, sizeof bits);
  const int exponent = (int)(bits >> 52 & 0x7ff);
  int shift = exponent - 1075 - RIA_FLOW_LOWEST; /* of the mantissa's lowest bit */
  uint64_t mantissa = (bits & 0xfffffffffffffull) | 0x10000000000000ull;
  if (shift <= -53 || shift > 190 - 53)
    return false;
  if (shift < 0) {
    mantissa >>= -shift;
    shift = 0;
  }
  const int offset = shift & 31;
  const uint64_t low = mantissa << offset, high = offset ? mantissa >> (64 - offset) : 0;
  const int64_t sign = bits >> 63 ? -1 : 1;
  *first = shift >> 5;
  digit[0] = sign * (int64_t)(low & 0xffffffffu);
  digit[1] = sign * (int64_t)(low >> 32);
  digit[2] = sign * (int64_t)high;
  return true;
}

/** Add a term; a digit past the last one is known to be 0. */
static inline void ria_flow_add(ria_flow_sum *sum, double term) {
  int first = 0;
  int64_t digit[3] = {0};
  if (!ria_flow_split(term, &first, digit))
    return;
  for (int i = 0; i < 3 && first + i < RIA_FLOW_DIGITS; i++)
    sum->digit[first + i] += digit[i];
}

/** `factor` to the power `n` >= 0: the same bits on host and device. */
static RIA_HOST_DEVICE inline double ria_flow_power(double factor, int n) {
  double power = 1;
  for (; n > 0; n >>= 1, factor *= factor)
    if (n & 1)
      power *= factor;
  return power;
}

/** The inflow of a window of steps through the domain's edge. The sums of the openings follow in
 * memory: ria_flows_in(). */
typedef struct {
  ria_flow left; /**< for an amount that decays: the part of the inflow that is left at the window's
                    end */
  int used;      /**< openings up to the last one with an inflow; 0: none */
  int invalid;   /**< a flux that is not a number or is out of bounds */
  int missing;   /**< the measurement is incomplete */
} ria_flows;

/** The sums of the openings, [openings]. */
static RIA_HOST_DEVICE inline ria_flow *ria_flows_in(ria_flows *flows) {
  return (ria_flow *)(flows + 1);
}

/** Bytes of flows for so many openings. */
static inline size_t ria_flows_bytes(int openings) {
  return sizeof(ria_flows) + (size_t)openings * sizeof(ria_flow);
}

/** An amount of a model. */
typedef struct {
  int field;    /**< of the state */
  double decay; /**< decay rate, 1/s; each step removes the share ria_decayed(), after the step's
                   fluxes are added */
} ria_amount;

typedef struct {
  int openings, feeds;
  ria_flow *in;  /**< [openings]; owned, see ria_ledger_create() */
  ria_flow *fed; /**< [feeds], of the sources */
  /** For an amount that decays: the share of the start that is left, and the part of all inflow
   * that is left; each is the sum of two numbers, the second is the error of the first. */
  double start_share[RIA_AMOUNTS][2], left[RIA_AMOUNTS][2];
  int64_t unmeasured; /**< steps with unknown inflow */
  int64_t invalid;    /**< windows with a flux that is not a number */
} ria_ledger;

/** The sum, rounded once to nearest. */
double ria_flow_value(const ria_flow_sum *sum);
/** Add another sum, exactly; afterwards all digits but the highest are in [0, 2^32). */
void ria_flow_merge(ria_flow_sum *sum, const ria_flow_sum *other);
/** Add up the flows of two parts of the domain in the same window. */
void ria_flows_merge(ria_flows *flows, const ria_flows *other);
/** Create an empty ledger; ria_ledger_destroy() frees its sums. Error: RIA_ERROR_MEMORY. */
ria_status ria_ledger_create(int openings, int feeds, ria_ledger *ledger);
/** NULL, and a zeroed ledger, are allowed. */
void ria_ledger_destroy(ria_ledger *ledger);

#ifdef __cplusplus
}
#endif
#endif
