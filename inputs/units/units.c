#include "units.h"
#include "ria/number.h"

#include <ctype.h>
#include <locale.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

enum { NUMBER_BYTES = 64, UNIT_BYTES = 24 };

/* A unit is multiply / divide base units: 12 cm = 12 / 100 m is correctly rounded, 12 * 0.01 m is
 * not. */
typedef struct {
  const char *name;
  ria_dimension dimension;
  double multiply, divide;
} unit;

static const unit units[] = {
    {"1", RIA_NUMBER, 1, 1},
    {"%", RIA_NUMBER, 1, 100},
    {"m", RIA_LENGTH, 1, 1},
    {"metre", RIA_LENGTH, 1, 1},
    {"metres", RIA_LENGTH, 1, 1},
    {"meter", RIA_LENGTH, 1, 1},
    {"meters", RIA_LENGTH, 1, 1},
    {"mm", RIA_LENGTH, 1, 1000},
    {"cm", RIA_LENGTH, 1, 100},
    {"dm", RIA_LENGTH, 1, 10},
    {"km", RIA_LENGTH, 1000, 1},
    {"nmi", RIA_LENGTH, 1852, 1},
    {"ft", RIA_LENGTH, 3048, 10000},
    {"s", RIA_TIME, 1, 1},
    {"sec", RIA_TIME, 1, 1},
    {"second", RIA_TIME, 1, 1},
    {"seconds", RIA_TIME, 1, 1},
    {"ms", RIA_TIME, 1, 1000},
    {"min", RIA_TIME, 60, 1},
    {"minute", RIA_TIME, 60, 1},
    {"minutes", RIA_TIME, 60, 1},
    {"h", RIA_TIME, 3600, 1},
    {"hr", RIA_TIME, 3600, 1},
    {"hour", RIA_TIME, 3600, 1},
    {"hours", RIA_TIME, 3600, 1},
    {"d", RIA_TIME, 86400, 1},
    {"day", RIA_TIME, 86400, 1},
    {"days", RIA_TIME, 86400, 1},
    {"week", RIA_TIME, 604800, 1},
    {"weeks", RIA_TIME, 604800, 1},
    {"m/s", RIA_SPEED, 1, 1},
    {"cm/s", RIA_SPEED, 1, 100},
    {"mm/s", RIA_SPEED, 1, 1000},
    {"km/h", RIA_SPEED, 10, 36},
    {"mm/h", RIA_SPEED, 1, 3600000},
    {"mm/min", RIA_SPEED, 1, 60000},
    {"mm/d", RIA_SPEED, 1, 86400000},
    {"mm/day", RIA_SPEED, 1, 86400000},
    {"cm/h", RIA_SPEED, 1, 360000},
    {"cm/d", RIA_SPEED, 1, 8640000},
    {"m/d", RIA_SPEED, 1, 86400},
    {"kn", RIA_SPEED, 1852, 3600},
    {"kt", RIA_SPEED, 1852, 3600},
    {"knot", RIA_SPEED, 1852, 3600},
    {"knots", RIA_SPEED, 1852, 3600},
    {"m/s2", RIA_ACCELERATION, 1, 1},
    {"m/s^2", RIA_ACCELERATION, 1, 1},
    {"m/s\u00b2", RIA_ACCELERATION, 1, 1},
    {"m3/s", RIA_DISCHARGE, 1, 1},
    {"m^3/s", RIA_DISCHARGE, 1, 1},
    {"m\u00b3/s", RIA_DISCHARGE, 1, 1},
    {"l/s", RIA_DISCHARGE, 1, 1000},
    {"L/s", RIA_DISCHARGE, 1, 1000},
    {"m3/h", RIA_DISCHARGE, 1, 3600},
    {"m3/d", RIA_DISCHARGE, 1, 86400},
    {"hm3/d", RIA_DISCHARGE, 1e6, 86400},
    {"m2/s", RIA_WIDTH_DISCHARGE, 1, 1},
    {"m^2/s", RIA_WIDTH_DISCHARGE, 1, 1},
    {"m\u00b2/s", RIA_WIDTH_DISCHARGE, 1, 1},
    {"m2/s", RIA_DIFFUSIVITY, 1, 1},
    {"m^2/s", RIA_DIFFUSIVITY, 1, 1},
    {"m\u00b2/s", RIA_DIFFUSIVITY, 1, 1},
    {"s/m1/3", RIA_MANNING, 1, 1},
    {"s/m^1/3", RIA_MANNING, 1, 1},
    {"s/m^(1/3)", RIA_MANNING, 1, 1},
    {"s m-1/3", RIA_MANNING, 1, 1},
    {"s m^-1/3", RIA_MANNING, 1, 1},
    {"m-1/3 s", RIA_MANNING, 1, 1},
    {"m1/2/s", RIA_CHEZY, 1, 1},
    {"m^1/2/s", RIA_CHEZY, 1, 1},
    {"m^(1/2)/s", RIA_CHEZY, 1, 1},
    {"m1/2 s-1", RIA_CHEZY, 1, 1},
    {"m^0.5/s", RIA_CHEZY, 1, 1},
    {"deg", RIA_ANGLE, 1, 1},
    {"degree", RIA_ANGLE, 1, 1},
    {"degrees", RIA_ANGLE, 1, 1},
    {"\u00b0", RIA_ANGLE, 1, 1},
    {"rad", RIA_ANGLE, 180, M_PI},
    {"1/s", RIA_RATE, 1, 1},
    {"/s", RIA_RATE, 1, 1},
    {"s-1", RIA_RATE, 1, 1},
    {"rad/s", RIA_RATE, 1, 1},
    {"1/min", RIA_RATE, 1, 60},
    {"/min", RIA_RATE, 1, 60},
    {"1/h", RIA_RATE, 1, 3600},
    {"/h", RIA_RATE, 1, 3600},
    {"h-1", RIA_RATE, 1, 3600},
    {"1/d", RIA_RATE, 1, 86400},
    {"/d", RIA_RATE, 1, 86400},
    {"d-1", RIA_RATE, 1, 86400},
    {"1/day", RIA_RATE, 1, 86400},
    {"kg", RIA_MASS, 1, 1},
    {"g", RIA_MASS, 1, 1000},
    {"mg", RIA_MASS, 1, 1e6},
    {"t", RIA_MASS, 1000, 1},
    {"kg/m3", RIA_CONCENTRATION, 1000, 1},
    {"g/m3", RIA_CONCENTRATION, 1, 1},
    {"mg/m3", RIA_CONCENTRATION, 1, 1000},
    {"ug/m3", RIA_CONCENTRATION, 1, 1e6},
    {"g/l", RIA_CONCENTRATION, 1000, 1},
    {"mg/l", RIA_CONCENTRATION, 1, 1},
    {"ug/l", RIA_CONCENTRATION, 1, 1000},
    {"ng/l", RIA_CONCENTRATION, 1, 1e6},
    {"kg/s", RIA_RELEASE, 1000, 1},
    {"g/s", RIA_RELEASE, 1, 1},
    {"mg/s", RIA_RELEASE, 1, 1000},
    {"kg/min", RIA_RELEASE, 1000, 60},
    {"g/min", RIA_RELEASE, 1, 60},
    {"kg/h", RIA_RELEASE, 1000, 3600},
    {"g/h", RIA_RELEASE, 1, 3600},
    {"kg/d", RIA_RELEASE, 1000, 86400},
    {"g/d", RIA_RELEASE, 1, 86400},
    {"t/d", RIA_RELEASE, 1e6, 86400},
    {"Pa", RIA_PRESSURE, 1, 1},
    {"hPa", RIA_PRESSURE, 100, 1},
    {"kPa", RIA_PRESSURE, 1000, 1},
    {"MPa", RIA_PRESSURE, 1e6, 1},
    {"mbar", RIA_PRESSURE, 100, 1},
    {"bar", RIA_PRESSURE, 1e5, 1},
    {"K", RIA_TEMPERATURE, 1, 1},
    {"rad/s", RIA_ROTATION, 1, 1},
    {"rpm", RIA_ROTATION, 2 * M_PI, 60},
    {"1/min", RIA_ROTATION, 2 * M_PI, 60},
    {"J/kg/K", RIA_HEAT_CAPACITY, 1, 1},
    {"J/(kg K)", RIA_HEAT_CAPACITY, 1, 1},
    {"kJ/kg/K", RIA_HEAT_CAPACITY, 1000, 1},
    {"Pa s", RIA_DYNAMIC_VISCOSITY, 1, 1},
    {"kg/m/s", RIA_DYNAMIC_VISCOSITY, 1, 1},
    {"mPa s", RIA_DYNAMIC_VISCOSITY, 1, 1000},
    {"B", RIA_BYTES, 1, 1},
    {"kB", RIA_BYTES, 1e3, 1},
    {"MB", RIA_BYTES, 1e6, 1},
    {"GB", RIA_BYTES, 1e9, 1},
    {"TB", RIA_BYTES, 1e12, 1},
    {"KiB", RIA_BYTES, 1024, 1},
    {"MiB", RIA_BYTES, 1048576, 1},
    {"GiB", RIA_BYTES, 1073741824, 1},
    {"TiB", RIA_BYTES, 1099511627776, 1},
    {"K", RIA_BYTES, 1024, 1}, /* as in Slurm's --mem */
    {"M", RIA_BYTES, 1048576, 1},
    {"G", RIA_BYTES, 1073741824, 1},
    {"T", RIA_BYTES, 1099511627776, 1},
};
enum { UNITS = sizeof units / sizeof units[0] };

static const unit *find_unit(const char *name) {
  for (int i = 0; i < UNITS; i++)
    if (!strcmp(units[i].name, name))
      return &units[i];
  return NULL;
}

/* Prefer a unit of `dimension`: two dimensions may share a unit's name. */
static const unit *find_unit_of(const char *name, ria_dimension dimension) {
  for (int i = 0; i < UNITS; i++)
    if (units[i].dimension == dimension && !strcmp(units[i].name, name))
      return &units[i];
  return find_unit(name);
}

bool units_find(const char *name, ria_dimension *dimension, double *factor) {
  const unit *found = find_unit(name);
  if (!found)
    return false;
  *dimension = found->dimension;
  *factor = found->multiply / found->divide;
  return true;
}

static const char *skip_space(const char *p) {
  while (*p == ' ' || *p == '\t' || *p == '\n' || *p == '\r')
    p++;
  return p;
}

static const char *skip_digits(const char *p) {
  while (isdigit((unsigned char)*p))
    p++;
  return p;
}

/* Read the decimal number at p; NULL if there is none. strtod alone would accept "0x10", "nan" and
 * "infinity". */
static const char *read_number(const char *p, double *value) {
  const char *start = p;
  if (*p == '+' || *p == '-')
    p++;
  const char *whole = p;
  p = skip_digits(p);
  size_t digits = (size_t)(p - whole);
  if (*p == '.') {
    const char *fraction = ++p;
    p = skip_digits(p);
    digits += (size_t)(p - fraction);
  }
  if (digits == 0)
    return NULL;
  if (*p == 'e' || *p == 'E') {
    const char *exponent = p + 1 + (p[1] == '+' || p[1] == '-');
    if (isdigit((unsigned char)*exponent))
      p = skip_digits(exponent);
  }
  size_t length = (size_t)(p - start);
  char copy[NUMBER_BYTES];
  if (length >= sizeof copy)
    return NULL;
  memcpy(copy, start, length);
  copy[length] = '\0';
  *value = ria_strtod(copy, NULL);
  return p;
}

static bool names_no_number(const char *p) {
  if (*p == '+' || *p == '-')
    p++;
  if (*p == '.')
    p++;
  return !strncasecmp(p, "nan", 3) || !strncasecmp(p, "inf", 3);
}

bool units_number(const char *text, double *value) {
  const char *end = read_number(skip_space(text), value);
  return end && !*skip_space(end) && isfinite(*value);
}

/* P[nW][nD][T[nH][nM][nS]]. Years and months have no fixed length and are not accepted. */
static bool read_iso_duration(const char *p, double *value) {
  static const struct {
    char letter;
    bool of_day;
    double seconds;
  } part[] = {{'W', false, 604800},
              {'D', false, 86400},
              {'H', true, 3600},
              {'M', true, 60},
              {'S', true, 1}};
  double sign = 1;
  if (*p == '-') {
    sign = -1;
    p++;
  }
  if (*p++ != 'P')
    return false;
  bool of_day = false;
  int next = 0, parts = 0;
  double sum = 0;
  while (*p) {
    if (*p == 'T' && !of_day) {
      of_day = true;
      p++;
      continue;
    }
    double number;
    if (!isdigit((unsigned char)*p) || !(p = read_number(p, &number)))
      return false;
    while (next < 5 && (part[next].letter != *p || part[next].of_day != of_day))
      next++;
    if (next == 5)
      return false;
    sum += number * part[next++].seconds;
    parts++;
    p++;
  }
  *value = sign * sum + 0.0;
  return parts > 0 && p[-1] != 'T';
}

static units_result result_of(units_fault fault) {
  return (units_result){.fault = fault};
}

/* Read one "number unit" at *p and move *p past it. In a sum of times a unit ends after its
 * letters; otherwise it is the rest of the text. */
static units_result read_term(const char **p, ria_dimension dimension, double *value) {
  const char *start = skip_space(*p);
  if (names_no_number(start))
    return result_of(UNITS_NOT_FINITE);
  double number = 0;
  const char *end = read_number(start, &number);
  if (!end)
    return result_of(UNITS_NO_NUMBER);
  if (!isfinite(number))
    return result_of(UNITS_NOT_FINITE);
  const char *name = skip_space(end);
  size_t length = 0;
  if (dimension == RIA_TIME && isalpha((unsigned char)*name))
    while (isalpha((unsigned char)name[length]))
      length++;
  const char *after = skip_space(name + length);
  if (!length || !(isdigit((unsigned char)*after))) { /* the last term */
    length = strlen(name);
    while (length && isspace((unsigned char)name[length - 1]))
      length--;
    after = name + strlen(name);
  }
  *p = after;
  *value = number;
  if (!length)
    return result_of(UNITS_FINE);
  char copy[UNIT_BYTES];
  if (length >= sizeof copy)
    return (units_result){.fault = UNITS_UNKNOWN, .unit = name};
  memcpy(copy, name, length);
  copy[length] = '\0';
  const unit *found = find_unit_of(copy, dimension);
  if (!found)
    return (units_result){.fault = UNITS_UNKNOWN, .unit = name};
  if (found->dimension != dimension)
    return (units_result){.fault = UNITS_OTHER_DIMENSION, .other = found->dimension};
  *value = number * found->multiply / found->divide;
  return result_of(isfinite(*value) ? UNITS_FINE : UNITS_NOT_FINITE);
}

units_result units_read(const char *text, ria_dimension dimension, double *value) {
  const char *p = skip_space(text);
  if (dimension == RIA_TIME && (p[0] == 'P' || (p[0] == '-' && p[1] == 'P'))) {
    if (!read_iso_duration(p, value))
      return result_of(UNITS_NO_NUMBER);
    return result_of(isfinite(*value) ? UNITS_FINE : UNITS_NOT_FINITE);
  }
  double sum = 0, sign = *p == '-' ? -1 : 1;
  for (bool first = true; first || *p; first = false) {
    double term;
    units_result result = read_term(&p, dimension, &term);
    if (result.fault != UNITS_FINE)
      return result;
    sum = first ? term : sum + sign * term; /* "-1 d 6 h" means 30 hours before */
  }
  *value = sum + 0.0; /* no negative zero: its text and hash would differ */
  return result_of(isfinite(sum) ? UNITS_FINE : UNITS_NOT_FINITE);
}

const units_dimension_words units_dimensions[] = {
#define UNITS_DIMENSION_WORDS(name, what, base, example) {what, base, example},
    RIA_DIMENSION_LIST(UNITS_DIMENSION_WORDS)
#undef UNITS_DIMENSION_WORDS
};

void units_explain(ria_text *text, const units_result *result, ria_dimension dimension) {
  if (result->fault == UNITS_NOT_FINITE) {
    ria_text_add(text, ", which is not a finite number");
  } else if (result->fault == UNITS_OTHER_DIMENSION) {
    ria_text_add(text, ", which is %s", units_dimensions[result->other].what);
    if (dimension == RIA_TIME && result->other == RIA_LENGTH)
      ria_text_add(text, "; minutes are 'min'");
  } else if (result->fault == UNITS_UNKNOWN) {
    ria_text_add(text, "; there is no unit '");
    ria_text_add_quoted(text, result->unit);
    ria_text_add(text, "'");
    const char *names[UNITS];
    int count = 0;
    for (int i = 0; i < UNITS; i++)
      if (units[i].dimension == dimension)
        names[count++] = units[i].name;
    const char *nearest = ria_text_nearest(result->unit, count, names);
    if (nearest)
      ria_text_add(text, "; did you mean '%s'?", nearest);
  }
}

static void write_number(ria_text *text, double value) {
  char digits[RIA_NUMBER_SIZE];
  ria_text_add(text, "%s", ria_number_exact(value, digits));
}

void units_write(ria_text *text, ria_dimension dimension, double value) {
  if (dimension == RIA_TIME && value != 0 && fabs(value) < 1e15) {
    static const struct {
      double seconds;
      const char *name;
    } whole[] = {{86400, "d"}, {3600, "h"}, {60, "min"}};
    for (int i = 0; i < 3; i++) {
      if (fmod(value, whole[i].seconds) == 0) {
        write_number(text, value / whole[i].seconds);
        ria_text_add(text, " %s", whole[i].name);
        return;
      }
    }
  }
  write_number(text, value);
  if (*units_dimensions[dimension].base)
    ria_text_add(text, " %s", units_dimensions[dimension].base);
}
