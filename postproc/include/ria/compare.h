/** \file
 * Comparing two files field by field: to the bit, and within a tolerance.
 */
#ifndef RIA_COMPARE_H
#define RIA_COMPARE_H

#include "ria/field_file.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef enum {
  RIA_FIELD_IDENTICAL, /**< in every bit, also of NANs and signs of zero */
  RIA_FIELD_DIFFERENT,
  RIA_FIELD_TYPE,  /**< another precision; the numbers below are still set */
  RIA_FIELD_SHAPE, /**< other sizes; the numbers below are not set */
  RIA_FIELD_ONLY_A,
  RIA_FIELD_ONLY_B
} ria_field_verdict;

typedef struct {
  char *name;
  ria_field_verdict verdict;
  double max_abs; /**< INFINITY if only one of two is a number */
  double max_rel; /**< |a - b| / max(|a|, |b|) */
  double l1;      /**< mean of |a - b| over all cells */
  int64_t count;  /**< cells that differ in any bit (in value, if the types differ) */
  int64_t cells;
  int rank;
  int64_t first[RIA_FIELD_MAX_RANK]; /**< the first such cell, in the field's order of indices */
  int64_t worst[RIA_FIELD_MAX_RANK]; /**< the first cell that has max_abs */
  double a, b;                       /**< the values there */
  int64_t beyond;                    /**< cells beyond the tolerance; without one: count */
} ria_field_difference;

/** Numbers are equal if they differ by no more than `absolute`, or by no more than `relative` times
 * the larger magnitude. A number never equals a NAN. */
typedef struct {
  const char *field; /**< its full name, or the part after the last slash; NULL: all others */
  double absolute, relative; /**< >= 0 */
} ria_tolerance;

typedef struct {
  char *name, *a, *b; /**< a or b NULL: missing */
} ria_attribute_difference;

typedef struct {
  bool identical;
  int fields;
  ria_field_difference *field; /**< all fields of either file, by name */
  int attributes;
  ria_attribute_difference *attribute; /**< root attributes that matter and differ */
} ria_difference;

/** Compare all numeric fields, but tracked ones that only one file has, and the root attributes
 * that describe them: format, version, solver, case_hash, precision, time, dt, rate, steps. Errors:
 * RIA_ERROR_IO, RIA_ERROR_CORRUPT, RIA_ERROR_MEMORY. */
ria_status ria_compare_files(const char *a, const char *b, ria_difference *difference);
/** The same. `beyond` uses the last of `tolerance` [tolerances] that names the field, else the last
 * that names none. Verdicts stay exact. Also RIA_ERROR_ARGUMENT (neither file has a named field).
 */
ria_status ria_compare_files_within(const char *a, const char *b, int tolerances,
                                    const ria_tolerance *tolerance, ria_difference *difference);
/** Whether both have the same fields of the same shapes, with no cell beyond its tolerance.
 * Attributes are ignored, because they describe the run and its precision. */
bool ria_difference_is_tolerated(const ria_difference *difference);
void ria_difference_destroy(ria_difference *difference);

#ifdef __cplusplus
}
#endif
#endif
