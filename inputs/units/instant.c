/* Conversion between ISO 8601 and seconds since 1970-01-01T00:00:00Z. */
#include "units.h"

#include <ctype.h>
#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/* Days from 1970-01-01 to a date of the Gregorian calendar. Counting years from March makes the
 * leap day the last of its year. */
static int64_t days_of(int year, int month, int day) {
  int64_t y = month <= 2 ? year - 1 : year;
  int64_t era = y / 400, of_era = y - era * 400;
  int64_t of_year = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1;
  return era * 146097 + of_era * 365 + of_era / 4 - of_era / 100 + of_year - 719468;
}

static void date_of(int64_t days, int *year, int *month, int *day) {
  int64_t z = days + 719468, era = z / 146097, of_era = z - era * 146097;
  int64_t y = (of_era - of_era / 1460 + of_era / 36524 - of_era / 146096) / 365;
  int64_t of_year = of_era - (365 * y + y / 4 - y / 100), m = (5 * of_year + 2) / 153;
  *day = (int)(of_year - (153 * m + 2) / 5 + 1);
  *month = (int)(m < 10 ? m + 3 : m - 9);
  *year = (int)(y + era * 400 + (*month <= 2));
}

static bool two_digits(const char **p, int most, int *value) {
  if (!isdigit((unsigned char)(*p)[0]) || !isdigit((unsigned char)(*p)[1]))
    return false;
  *value = 10 * ((*p)[0] - '0') + ((*p)[1] - '0');
  *p += 2;
  return *value <= most;
}

static bool read_date(const char **p, int64_t *days) {
  static const int length[] = {31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
  int century, rest, month, day;
  if (!two_digits(p, 99, &century) || !two_digits(p, 99, &rest) || *(*p)++ != '-' ||
      !two_digits(p, 12, &month) || *(*p)++ != '-' || !two_digits(p, 31, &day))
    return false;
  int year = 100 * century + rest;
  if (year < 1583 || year > 9998 || month < 1 || day < 1 || day > length[month - 1])
    return false;
  bool leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
  *days = days_of(year, month, day);
  return leap || month != 2 || day <= 28;
}

static bool read_clock(const char **p, int64_t *seconds, int64_t *microseconds) {
  int hour, minute, second = 0;
  if (!two_digits(p, 24, &hour) || *(*p)++ != ':' || !two_digits(p, 59, &minute))
    return false;
  if (**p == ':') {
    (*p)++;
    if (!two_digits(p, 59, &second))
      return false;
    if (**p == '.') {
      int64_t unit = 1000000;
      (*p)++;
      if (!isdigit((unsigned char)**p))
        return false;
      for (; isdigit((unsigned char)**p); (*p)++)
        *microseconds += (unit /= 10) * (**p - '0');
    }
  }
  *seconds = 3600 * (int64_t)hour + 60 * minute + second;
  return hour < 24 || (*seconds == 86400 && *microseconds == 0);
}

/* Read an offset: Z, +hh, +hh:mm or +hhmm; an empty one means UTC. */
static bool read_offset(const char **p, int64_t *seconds) {
  if (**p == 'Z' || **p == 'z') {
    (*p)++;
    return true;
  }
  if (**p != '+' && **p != '-')
    return true;
  int sign = *(*p)++ == '-' ? -1 : 1, hour, minute = 0;
  if (!two_digits(p, 14, &hour))
    return false;
  if (**p == ':')
    (*p)++;
  if (**p && !two_digits(p, 59, &minute))
    return false;
  *seconds = sign * (3600 * (int64_t)hour + 60 * minute);
  return true;
}

bool units_like_instant(const char *text) {
  for (int i = 0; i < 4; i++)
    if (!isdigit((unsigned char)text[i]))
      return false;
  return text[4] == '-';
}

bool units_instant(const char *text, double *epoch) {
  const char *p = text;
  int64_t days, seconds = 0, microseconds = 0, offset = 0;
  if (!units_like_instant(text) || !read_date(&p, &days))
    return false;
  if (*p) {
    if (*p != 'T' && *p != 't' && *p != ' ')
      return false;
    p++;
    if (!read_clock(&p, &seconds, &microseconds))
      return false;
    if (*p == ' ')
      p++;
    if (!read_offset(&p, &offset) || *p)
      return false;
  }
  *epoch = (double)(days * 86400 + seconds - offset) + (double)microseconds / 1e6;
  return true;
}

void units_write_instant(ria_text *text, double epoch) {
  double whole = floor(epoch);
  int64_t seconds = (int64_t)whole, microseconds = (int64_t)llround((epoch - whole) * 1e6);
  if (microseconds == 1000000) {
    seconds++;
    microseconds = 0;
  }
  int64_t days = seconds / 86400, of_day = seconds % 86400;
  if (of_day < 0) {
    of_day += 86400;
    days--;
  }
  int year, month, day;
  date_of(days, &year, &month, &day);
  ria_text_add(text, "%04d-%02d-%02dT%02d:%02d:%02d", year, month, day, (int)(of_day / 3600),
               (int)(of_day / 60 % 60), (int)(of_day % 60));
  if (microseconds)
    ria_text_add(text, ".%06d", (int)microseconds);
  ria_text_add(text, "Z");
}
