/** \file
 * Comparing two files field by field: bit for bit, and within a tolerance.
 */
#ifndef RIA_COMPARE_H
#define RIA_COMPARE_H

#include "ria/field_file.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef enum {
  RIA_FIELD_IDENTICAL, /**< every bit is equal, also of NANs and signs of zero */
  RIA_FIELD_DIFFERENT,
  RIA_FIELD_TYPE,  /**< different precision; the numbers below are still set */
  RIA_FIELD_SHAPE, /**< different sizes; the numbers below are not set */
  RIA_FIELD_ONLY_A,
  RIA_FIELD_ONLY_B
} ria_field_verdict;

typedef struct {
  char *name;
  ria_field_verdict verdict;
  double max_abs; /**< max |a - b|; INFINITY if only one of a and b is a number */
  double max_rel; /**< |a - b| / max(|a|, |b|) */
  double l1;      /**< mean of |a - b| over all cells */
  int64_t count;  /**< cells that differ in any bit (in value, if the types differ) */
  int64_t cells;
  int rank;
  int64_t first[RIA_FIELD_MAX_RANK]; /**< indices of the first cell that differs */
  int64_t worst[RIA_FIELD_MAX_RANK]; /**< indices of the first cell where |a - b| is max_abs */
  double a, b;                       /**< the values there */
  int64_t beyond; /**< cells beyond the tolerance; without a tolerance, `count` */
} ria_field_difference;

/** Numbers are equal if they differ by no more than `absolute`, or by no more than `relative` times
 * the larger magnitude. A number never equals a NAN. */
typedef struct {
  const char
      *field; /**< full name of a field, or the part after the last slash; NULL: all other fields */
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

/** Compare all numeric fields, except for tracked fields that only one file has, and these root
 * attributes: format, version, solver, case_hash, precision, time, dt, rate, steps. Errors:
 * RIA_ERROR_IO, RIA_ERROR_CORRUPT, RIA_ERROR_MEMORY. */
ria_status ria_compare_files(const char *a, const char *b, ria_difference *difference);
/** As ria_compare(), with tolerances. `beyond` uses the last of `tolerance` [tolerances] that names
 * the field, else the last without a name. Verdicts stay exact. Also RIA_ERROR_ARGUMENT (neither
 * file has a named field).
 */
ria_status ria_compare_files_within(const char *a, const char *b, int tolerances,
                                    const ria_tolerance *tolerance, ria_difference *difference);
/** Whether both files have the same fields of the same shapes, and every cell is within its
 * tolerance. Attributes are ignored because they describe the run and its precision. */
bool ria_difference_is_tolerated(const ria_difference *difference);
void ria_difference_destroy(ria_difference *difference);

#ifdef __cplusplus
}
#endif
#endif
