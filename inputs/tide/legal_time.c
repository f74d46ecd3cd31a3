#include "legal_time.h"
#include <ctype.h>
#include <string.h>
#include <strings.h>
#include <time.h>

static const char separators[] = " _\t()[]{}<>,;\"'=";

static const char *const zones[] = {
    "local",  "localtime",  "lokal",      "lokalzeit", "ortszeit", "lst",      "ldt",
    "lmt",    "legal",      "civil",      "standard",  "dst",      "daylight", "summer",
    "winter", "sommerzeit", "winterzeit", "mez",       "mesz",     "oez",      "oesz",
    "wez",    "wesz",       "cet",        "cest",      "met",      "mest",     "wet",
    "eet",    "eest",       "bst",        "msk",       "msd",      "trt",      "gst",
    "pkt",    "npt",        "mmt",        "ict",       "wib",      "wita",     "sgt",
    "hkt",    "pht",        "phst",       "cst",       "jst",      "kst",      "awst",
    "awdt",   "acst",       "acdt",       "aest",      "aedt",     "aet",      "lhst",
    "lhdt",   "nzst",       "nzdt",       "nzt",       "chst",     "hst",      "hdt",
    "hast",   "akst",       "akdt",       "pst",       "pdt",      "mst",      "mdt",
    "cdt",    "est",        "edt",        "ast",       "adt",      "nst",      "ndt",
    "brt",    "brst",       "clt",        "clst",      "uyt",      "gft",      "gyt",
    "pyt",    "sast",       "irst",       "irdt",      "azt",      "amt",      "uzt",
    "yekt",   "omst",       "krat",       "irkt",      "yakt",     "vlat",     "magt",
    "sakt",   "gps",        "tai"};

/* Zones that are also ordinary words, accepted only in capitals. */
static const char *const capitals[] = {"WEST", "EAT", "CAT", "WAT", "ART", "PET", "COT", "VET",
                                       "BOT",  "ACT", "GET", "IST", "WIT", "LT",  "ET",  "PT",
                                       "CT",   "MT",  "AT",  "SST", "SLT", "TLT", "FJT", "TOT"};

static const char *const regions[] = {"Africa",   "America",   "Antarctica", "Arctic",  "Asia",
                                      "Atlantic", "Australia", "Brazil",     "Canada",  "Chile",
                                      "Europe",   "Indian",    "Mexico",     "Pacific", "US"};

static bool is_among(const char *word, size_t length, size_t count, const char *const *list,
                     bool exact) {
  for (size_t i = 0; i < count; i++)
    if (strlen(list[i]) == length && !(exact ? strncmp : strncasecmp)(word, list[i], length))
      return true;
  return false;
}

#define IS_AMONG(word, length, list, exact)                                                        \
  is_among(word, length, sizeof(list) / sizeof *(list), list, exact)

/* "+1", "-05:00", "+0530" but not "+0" or "-00:00". */
static bool is_offset(const char *word, size_t length) {
  if (length < 2 || length > 6 || (*word != '+' && *word != '-') ||
      !isdigit((unsigned char)word[1]))
    return false;
  bool zero = true;
  for (size_t i = 1; i < length; i++) {
    if (!isdigit((unsigned char)word[i]) && word[i] != ':')
      return false;
    zero &= word[i] == '0' || word[i] == ':';
  }
  return !zero;
}

static bool is_zone(const char *word, size_t length) {
  const size_t utc = !strncasecmp(word, "utc", 3) || !strncasecmp(word, "gmt", 3) ? 3 : 0;
  if (is_offset(word + utc, length - utc))
    return true;
  const char *slash = memchr(word, '/', length);
  if (slash) {
    const size_t first = (size_t)(slash - word);
    return IS_AMONG(word, first, regions, false) || is_zone(word, first) ||
           is_zone(slash + 1, length - first - 1);
  }
  return IS_AMONG(word, length, zones, false) || IS_AMONG(word, length, capitals, true);
}

/* The part of a word after a change of case ("CET" of "timeCET"), or the whole word. */
static size_t skip_lower(const char *word, size_t length) {
  for (size_t i = 1; i < length; i++)
    if (islower((unsigned char)word[i - 1]) && isupper((unsigned char)word[i]))
      return i;
  return 0;
}

/* The first word for which `is` returns true, or NULL. */
static const char *find_word(const char *text, bool (*is)(const char *, size_t), size_t *length) {
  for (const char *p = text; *p; p += *length + (p[*length] != '\0')) {
    *length = strcspn(p, separators);
    const size_t lower = skip_lower(p, *length);
    if (*length && (is(p, *length) || (lower && is(p + lower, *length - lower))))
      return p;
  }
  return NULL;
}

bool tide_zone_find(const char *text, char zone[TIDE_ZONE_BYTES]) {
  size_t length = 0;
  const char *word = find_word(text, is_zone, &length);
  if (!word)
    return false;
  length = length < TIDE_ZONE_BYTES ? length : TIDE_ZONE_BYTES - 1;
  memcpy(zone, word, length);
  zone[length] = '\0';
  return true;
}

static bool is_utc(const char *word, size_t length) {
  static const char *const names[] = {"utc", "gmt", "z", "zulu", "ut", "ut1"};
  return IS_AMONG(word, length, names, false);
}

bool tide_zone_is_utc(const char *text) {
  size_t length;
  return find_word(text, is_utc, &length) != NULL;
}

enum { LAST = 0 };

/* Sundays on which clocks change, from these years on. */
static const struct {
  int month, sunday;
  bool begins;
  const char *where;
} changes[] = {{3, LAST, true, "Europe"},
               {10, LAST, false, "Europe"},
               {3, 2, true, "North America"},
               {11, 1, false, "North America"},
               {4, 1, true, "North America before 2007"},
               {4, 1, false, "Australia, New Zealand and Chile"},
               {10, 1, true, "Australia"},
               {9, LAST, true, "New Zealand"},
               {9, 1, true, "Chile"},
               {3, LAST, false, "Australia and New Zealand before 2008"},
               {10, 3, true, "Brazil before 2019"},
               {2, 3, false, "Brazil before 2019"}};

const char *tide_daylight_change(double local, bool begins) {
  static const int before = 4 * 3600; /* s of the day: clocks change until then */
  static const int days[] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
  if (!(local > -1e11 && local < 1e11))
    return NULL;
  const time_t now = (time_t)local;
  struct tm date;
  if (!gmtime_r(&now, &date) || date.tm_wday != 0 || date.tm_hour * 3600 >= before)
    return NULL;
  const bool last = date.tm_mday + 7 > days[date.tm_mon];
  for (size_t i = 0; i < sizeof changes / sizeof *changes; i++)
    if (changes[i].begins == begins && changes[i].month == date.tm_mon + 1 &&
        (changes[i].sunday == LAST ? last : (date.tm_mday - 1) / 7 + 1 == changes[i].sunday))
      return changes[i].where;
  return NULL;
}
