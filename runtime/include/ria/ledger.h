/** \file
 * The ledger of a simulation: what has come in through each opening of the domain's edge and from
 * each source, added up step by step from the fluxes that the kernels used. Compared with what the
 * domain holds, it shows whether a run made or lost anything.
 *
 * An amount is a field of the state that is conserved, such as the depth of water; ledgers count it
 * in the field's unit, over cells: times a cell's area it is a volume or a mass. All sums are exact
 * and in fixed point, so that no order of adding, and with it no decomposition, changes a bit.
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
  RIA_AMOUNTS = 12, /**< amounts that a model may follow */
  RIA_FLOW_DIGITS = 6
};

/** A sum in digits of 32 bits, the lowest in units of 2^-114: those of ria_sum from
 * RIA_FLOW_FIRST on. It takes RIA_FLOW_TERMS terms before ria_flow_merge(). All zero: 0. */
typedef struct {
  int64_t digit[RIA_FLOW_DIGITS];
} ria_flow_sum;

/** What comes in through one opening, or from one source, of each amount. */
typedef ria_flow_sum ria_flow[RIA_AMOUNTS];

enum { RIA_FLOW_FIRST = 30, RIA_FLOW_LOWEST = -1074 + 32 * RIA_FLOW_FIRST };

/** Terms of this size or more, infinities and NaN are not added. */
#define RIA_FLOW_BOUND 0x1p76
#define RIA_FLOW_TERMS (INT64_C(1) << 30)

/** Split a term into three digits, from digit `first` on, each with the term's sign. Bits below the
 * lowest unit are cut off. False: nothing is left of it, or it is out of bounds. */
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

/** Add a term; a digit past the last one would be 0. */
static inline void ria_flow_add(ria_flow_sum *sum, double term) {
  int first = 0;
  int64_t digit[3] = {0};
  if (!ria_flow_split(term, &first, digit))
    return;
  for (int i = 0; i < 3 && first + i < RIA_FLOW_DIGITS; i++)
    sum->digit[first + i] += digit[i];
}

/** `factor` to the power of `n` >= 0: the same bits on host and device. */
static RIA_HOST_DEVICE inline double ria_flow_power(double factor, int n) {
  double power = 1;
  for (; n > 0; n >>= 1, factor *= factor)
    if (n & 1)
      power *= factor;
  return power;
}

/** What a window of steps brought in through the domain's edge. In memory the sums of the openings
 * follow it: ria_flows_in(). */
typedef struct {
  ria_flow left; /**< of an amount that decays, what is left of it all at the window's end */
  int used;      /**< openings up to the last one that something was added to; 0: none */
  int invalid;   /**< a flux that is no number or beyond all bounds */
  int missing;   /**< not all was measured */
} ria_flows;

/** The sums of the openings, [openings]. */
static RIA_HOST_DEVICE inline ria_flow *ria_flows_in(ria_flows *flows) {
  return (ria_flow *)(flows + 1);
}

/** Bytes of flows with room for so many openings. */
static inline size_t ria_flows_bytes(int openings) {
  return sizeof(ria_flows) + (size_t)openings * sizeof(ria_flow);
}

/** An amount of a model. */
typedef struct {
  int field;    /**< of the state */
  double decay; /**< 1/s; what decays is ria_decayed() of it in each step, once the step's fluxes
                   are in */
} ria_amount;

typedef struct {
  int openings, feeds;
  ria_flow *in;  /**< [openings]; owned, see ria_ledger_create() */
  ria_flow *fed; /**< [feeds], of the sources */
  /** Of an amount that decays: the share of the start that is left, and what is left of all that
   * came in; each the sum of two numbers, the second one the first one's error. */
  double start_share[RIA_AMOUNTS][2], left[RIA_AMOUNTS][2];
  int64_t unmeasured; /**< steps of which the inflow is unknown */
  int64_t invalid;    /**< windows with a flux that is no number */
} ria_ledger;

/** The sum, rounded once to nearest. */
double ria_flow_value(const ria_flow_sum *sum);
/** Add another sum, exactly; afterwards all digits but the highest are in [0, 2^32). */
void ria_flow_merge(ria_flow_sum *sum, const ria_flow_sum *other);
/** Add up the flows of two parts of the domain in a window. */
void ria_flows_merge(ria_flows *flows, const ria_flows *other);
/** A ledger of nothing yet; ria_ledger_destroy() frees its sums. Error: RIA_ERROR_MEMORY. */
ria_status ria_ledger_create(int openings, int feeds, ria_ledger *ledger);
/** NULL, and a zeroed ledger, are allowed. */
void ria_ledger_destroy(ria_ledger *ledger);

#ifdef __cplusplus
}
#endif
#endif
