#include "ria/number.h"
#include <float.h>
#include <locale.h>
#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

/* Saves a thread's locale while it reads or writes a number. The C locale is part of the C library:
 * newlocale allocates no memory for it. */
typedef struct {
  locale_t c, before;
} visit;

static visit enter_c_locale(void) {
  visit v = {.c = newlocale(LC_ALL_MASK, "C", (locale_t)0)};
  v.before = v.c ? uselocale(v.c) : (locale_t)0;
  return v;
}

static void leave_c_locale(visit v) {
  if (!v.c)
    return;
  uselocale(v.before);
  freelocale(v.c);
}

double ria_strtod(const char *text, char **end) {
  const visit v = enter_c_locale();
  const double number = strtod(text, end);
  leave_c_locale(v);
  return number;
}

int ria_vsnprintf(char *text, size_t size, const char *format, va_list arguments) {
  const visit v = enter_c_locale();
  const int length = vsnprintf(text, size, format, arguments);
  leave_c_locale(v);
  return length;
}

int ria_vasprintf(char **text, const char *format, va_list arguments) {
  const visit v = enter_c_locale();
  const int length = vasprintf(text, format, arguments);
  leave_c_locale(v);
  return length;
}

int ria_vfprintf(FILE *file, const char *format, va_list arguments) {
  const visit v = enter_c_locale();
  const int length = vfprintf(file, format, arguments);
  leave_c_locale(v);
  return length;
}

int ria_sscanf(const char *text, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  const visit v = enter_c_locale();
  const int fields = vsscanf(text, format, arguments);
  leave_c_locale(v);
  va_end(arguments);
  return fields;
}

/* Larger numbers are written with an exponent: their digits would not fit in the text. */
static const double many = 1e15;

const char *ria_number_short(double number, double step, char text[RIA_NUMBER_SIZE]) {
  const double size = fabs(number), off = 0.5 * (step > 0 ? step : 1e-4 * size) * (1 + 1e-9);
  const bool plain = size < many && (step > 0 || size >= 1e-4 || size == 0);
  for (int digits = 0; digits < DBL_DECIMAL_DIG; digits++) {
    ria_snprintf(text, RIA_NUMBER_SIZE, plain ? "%.*f" : "%.*e", digits, number);
    if (fabs(ria_strtod(text, NULL) - number) <= off)
      break;
  }
  const bool is_zero = *text == '-' && !text[strspn(text, "-0.")];
  return is_zero ? strcpy(text, "0") : text;
}

const char *ria_number_exact(double number, char text[RIA_NUMBER_SIZE]) {
  for (int digits = DBL_DIG; digits <= DBL_DECIMAL_DIG; digits++) {
    ria_snprintf(text, RIA_NUMBER_SIZE, "%.*g", digits, number);
    if (ria_strtod(text, NULL) == number)
      break;
  }
  return text;
}

int ria_snprintf(char *text, size_t size, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  const int length = ria_vsnprintf(text, size, format, arguments);
  va_end(arguments);
  return length;
}

int ria_asprintf(char **text, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  const int length = ria_vasprintf(text, format, arguments);
  va_end(arguments);
  return length;
}

int ria_printf(const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  const int length = ria_vfprintf(stdout, format, arguments);
  va_end(arguments);
  return length;
}

int ria_fprintf(FILE *file, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  const int length = ria_vfprintf(file, format, arguments);
  va_end(arguments);
  return length;
}
