/** \file
 * Exact solutions of the shallow water equations, after the collection SWASHES (Delestre et al.
 * 2013), and their measured errors for an ordinary first-order scheme. */
#ifndef RIA_TESTS_ANALYTIC_H
#define RIA_TESTS_ANALYTIC_H

#include "basin.h"

/** A case. One-dimensional cases run along x (or along y, where transposed) and are one cell wide.
 */
typedef struct {
  const char *name;
  double length, width; /**< m; width 0: one-dimensional */
  double end;           /**< s */
  double manning;       /**< s/m1/3 */
  basin_side side[4];
  double (*bed)(double x, double y);
  /** h, qx, qy, hc at a time. */
  void (*exact)(double x, double y, double t, double w[4]);
  /** State at t = 0 over the bed `bed`; NULL: `exact`. */
  void (*start)(double x, double y, double bed, double w[4]);
} analytic_case;

extern const analytic_case analytic_lake_emerged, analytic_lake_immersed, analytic_stoker,
    analytic_stoker_transonic, analytic_ritter, analytic_thacker, analytic_thacker_radial,
    analytic_thacker_planar, analytic_bump_subcritical, analytic_bump_transcritical,
    analytic_bump_shock, analytic_macdonald, analytic_macdonald_supercritical, analytic_tide;

/** Angular speed of analytic_tide, 1/s, and its amplitude at the closed end, m. */
double analytic_tide_speed(void);
double analytic_tide_end(void);

typedef struct {
  int n;           /**< cells along the length (and the width) */
  int order;       /**< of the scheme: 2, or 1 and 0 */
  bool single;     /**< precision */
  bool transposed; /**< x and y exchanged */
  bool ones;       /**< concentration 1 everywhere instead of the case's own */
  double end;      /**< s; 0: the case's own */
} analytic_options;

/** Results of a run. Errors are relative L1: sum |f - exact| / sum |exact| over the cells. */
typedef struct {
  double h, q, hc;     /**< relative L1 */
  double c;            /**< L1 of the concentration over the length */
  double mass, tracer; /**< relative change of the sums */
  double h_min;        /**< m */
  double c_min, c_max; /**< over cells with h > 1e-6 m */
  double c_one;        /**< largest |c - 1| over cells with h > 1e-6 m */
  double still;        /**< largest |h - exact h|, m */
  double q_max;        /**< largest |q|, m2/s */
  double q_ratio;      /**< largest |q / exact q - 1|, without the cells at the ends */
  int64_t steps;
} analytic_result;

/** The basin of a case, at t = 0. */
basin *analytic_create(const analytic_case *c, const analytic_options *options);
/** Compare a basin made by analytic_create with the exact solution at its time. */
analytic_result analytic_compare(const analytic_case *c, const analytic_options *options, basin *b);
/** Create, run to the end, compare. */
analytic_result analytic_run(const analytic_case *c, const analytic_options *options);

#endif
