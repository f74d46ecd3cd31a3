/** \file
 * Numbers as text. A program that calls libria may have set a locale whose decimal point is a
 * comma. These functions always use the C locale, without changing the caller's. Otherwise they
 * behave like the functions of <stdio.h> and <stdlib.h>.
 */
#ifndef RIA_NUMBER_H
#define RIA_NUMBER_H

#include <stdarg.h>
#include <stdio.h>
#include <time.h>

#ifdef __cplusplus
extern "C" {
#endif

/** strtod. `end` may be NULL. */
double ria_strtod(const char *text, char **end);

int ria_sscanf(const char *text, const char *format, ...) __attribute__((format(scanf, 2, 3)));

enum { RIA_NUMBER_SIZE = 40 };

/** Write a finite number with the fewest digits that read back to within half a `step`; with a step
 * of 0, to within half of 1e-4 of the number, and without an exponent between 1e-4 and 1e15.
 * Returns `text`. */
const char *ria_number_short(double number, double step, char text[RIA_NUMBER_SIZE]);

/** Write a number with the fewest digits, 15 or more, that read back to the same number. Returns
 * `text`. */
const char *ria_number_exact(double number, char text[RIA_NUMBER_SIZE]);

/** Whole seconds of a time that was read from a file: 0 if it is not a number, clamped to within
 * 3000 years of 1970. */
static inline time_t ria_whole_seconds(double seconds) {
  const double most = 1e11;
  if (!(seconds == seconds))
    return 0;
  return (time_t)(seconds > most ? most : seconds < -most ? -most : seconds);
}

int ria_snprintf(char *text, size_t size, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
int ria_vsnprintf(char *text, size_t size, const char *format, va_list arguments)
    __attribute__((format(printf, 3, 0)));
int ria_asprintf(char **text, const char *format, ...) __attribute__((format(printf, 2, 3)));
int ria_vasprintf(char **text, const char *format, va_list arguments)
    __attribute__((format(printf, 2, 0)));
int ria_printf(const char *format, ...) __attribute__((format(printf, 1, 2)));
int ria_fprintf(FILE *file, const char *format, ...) __attribute__((format(printf, 2, 3)));
int ria_vfprintf(FILE *file, const char *format, va_list arguments)
    __attribute__((format(printf, 2, 0)));

#ifdef __cplusplus
}
#endif

#endif
