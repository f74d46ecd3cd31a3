#include "unit_factor.h"
#include <ctype.h>
#include <locale.h>
#include <math.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>
#include <udunits2.h>
#include "units.h"

enum { UNIT_BYTES = 96 };

/* Spellings that UDUNITS does not know or interprets differently: its nmi is a nanomile, its fm a
 * femtometre, its fathom 6 survey feet. Keys are letters and digits in lower case. */
static const struct {
  const char *key, *meaning;
} spellings[] = {
    {"ussurveyfoot", "US_survey_foot"},
    {"ussurveyfeet", "US_survey_foot"},
    {"surveyfoot", "US_survey_foot"},
    {"surveyfeet", "US_survey_foot"},
    {"footussurvey", "US_survey_foot"},
    {"footus", "US_survey_foot"},
    {"feetus", "US_survey_foot"},
    {"ftus", "US_survey_foot"},
    {"usft", "US_survey_foot"},
    {"sft", "US_survey_foot"},
    {"ussft", "US_survey_foot"},
    {"sftus", "US_survey_foot"},
    {"usfoot", "US_survey_foot"},
    {"usfeet", "US_survey_foot"},
    {"ussurveyft", "US_survey_foot"},
    {"ftussurvey", "US_survey_foot"},
    {"surveyft", "US_survey_foot"},
    {"internationalfoot", "ft"},
    {"footinternational", "ft"},
    {"intlfoot", "ft"},
    {"intlfeet", "ft"},
    {"ift", "ft"},
    {"fathom", "1.8288 m"},
    {"fathoms", "1.8288 m"},
    {"fath", "1.8288 m"},
    {"fth", "1.8288 m"},
    {"ftm", "1.8288 m"},
    {"fm", "1.8288 m"},
    {"fms", "1.8288 m"},
    {"nmi", "1852 m"},
    {"nmile", "1852 m"},
    {"nmiles", "1852 m"},
    {"nauticalmile", "1852 m"},
    {"nauticalmiles", "1852 m"},
    {"masl", "m"},
    {"mamsl", "m"},
    {"mtr", "m"},
    {"mtrs", "m"},
    {"mts", "m"},
    {"metros", "m"},
    {"cms", "cm"},
    {"cfs", "ft3/s"},
    {"cusec", "ft3/s"},
    {"cusecs", "ft3/s"},
    {"cumec", "m3/s"},
    {"cumecs", "m3/s"},
    {"mph", "mile/h"},
    {"kph", "km/h"},
    {"kmh", "km/h"},
    {"mps", "m/s"},
    {"fps", "ft/s"},
    {"degg", "deg"}, /* of Greenwich */
    {"degh", "degree/hour"},
    {"degreeshour", "degree/hour"},
    {"degreehour", "degree/hour"},
};

/* Words of a vertical datum after a unit. */
static const char *const datum_words[] = {
    "above",    "over",      "relative", "to",    "the",     "ref",      "wrt",    "mean",
    "local",    "sea",       "level",    "geoid", "datum",   "vertical", "chart",  "surface",
    "height",   "elevation", "msl",      "asl",   "amsl",    "navd88",   "navd",   "navd1988",
    "ngvd29",   "ngvd",      "mllw",     "mlw",   "mhw",     "mhhw",     "mtl",    "lat",
    "hat",      "odn",       "aod",      "od",    "ahd",     "nap",      "nn",     "nhn",
    "dhhn92",   "dhhn2016",  "ign69",    "egm96", "egm2008", "wgs84",    "igld85", "cgvd28",
    "cgvd2013", "nn2000",    "nn54",     "dvr90", "rh2000",  "n2000",    "evrf",   "evrf2007",
    "evrf2019", "taw",       "a",        "m",     "s",       "l",        "cd",     "zh",
    "up",
};

static bool is_datum_word(const char *word, size_t length) {
  for (size_t i = 0; i < sizeof datum_words / sizeof *datum_words; i++)
    if (strlen(datum_words[i]) == length && !strncasecmp(datum_words[i], word, length))
      return true;
  return false;
}

/* Cut off a datum without a space: "mAHD" becomes "m". */
static bool glued_datum(char *unit) {
  size_t lower = 0;
  while (islower((unsigned char)unit[lower]))
    lower++;
  if (!lower || !is_datum_word(unit + lower, strlen(unit + lower)))
    return false;
  unit[lower] = '\0';
  return true;
}

/* Cut off a datum: "m NAVD88" becomes "m". Every word after the first must belong to a datum. */
static bool cut_datum(char *unit) {
  static const char between[] = " \t(),+_.";
  size_t first = strcspn(unit, between);
  if (!unit[first] && glued_datum(unit))
    return true;
  const char *word = unit + first;
  int words = 0;
  if (!first)
    return false;
  while (*(word += strspn(word, between))) {
    size_t length = strcspn(word, between);
    if (!is_datum_word(word, length))
      return false;
    word += length;
    words++;
  }
  unit[first] = '\0';
  return words > 0;
}

/* Strip spaces and brackets; false if the text is empty or too long. */
static bool copy_bare(const char *unit, char copy[UNIT_BYTES]) {
  size_t length;
  for (;;) {
    unit += strspn(unit, " \t\r\n");
    length = strlen(unit);
    while (length && isspace((unsigned char)unit[length - 1]))
      length--;
    const bool bracketed =
        length > 1 && ((unit[0] == '[' && unit[length - 1] == ']') ||
                       (unit[0] == '(' && strchr(unit, ')') == unit + length - 1));
    if (!bracketed || length >= UNIT_BYTES)
      break;
    memcpy(copy, unit + 1, length - 2);
    copy[length - 2] = '\0';
    unit = memmove(copy, copy, length - 1);
  }
  if (!length || length >= UNIT_BYTES)
    return false;
  memmove(copy, unit, length);
  copy[length] = '\0';
  return true;
}

static const char *meaning_of(const char *unit) {
  char key[UNIT_BYTES];
  size_t length = 0;
  for (const char *p = unit; *p; p++) {
    if (isalnum((unsigned char)*p))
      key[length++] = (char)tolower((unsigned char)*p);
    else if (!strchr(" -_.()", *p))
      return NULL;
  }
  key[length] = '\0';
  for (size_t i = 0; i < sizeof spellings / sizeof *spellings; i++)
    if (!strcmp(spellings[i].key, key))
      return spellings[i].meaning;
  return NULL;
}

/* Convert without UDUNITS's database, which may be missing if the program was copied to another
 * machine. */
static bool ours(const char *unit, const char *wanted, double *scale, double *offset) {
  ria_dimension from, to;
  double have, want;
  const char *meaning = meaning_of(unit);
  if (meaning && !strcmp(meaning, wanted)) {
    *scale = 1;
    *offset = 0;
    return true;
  }
  if (!units_find(meaning ? meaning : unit, &from, &have) || !units_find(wanted, &to, &want) ||
      from != to)
    return false;
  *scale = have / want;
  *offset = 0;
  return true;
}

typedef enum { CONVERTS, UNKNOWN, OTHER_DIMENSION } outcome;

static outcome convert(ut_system *system, const char *unit, const char *wanted, double *scale,
                       double *offset) {
  if (ours(unit, wanted, scale, offset))
    return CONVERTS;
  ut_unit *from = ut_parse(system, unit, UT_UTF8), *to = ut_parse(system, wanted, UT_UTF8);
  cv_converter *converter = from && to ? ut_get_converter(from, to) : NULL;
  const double zero = converter ? cv_convert_double(converter, 0) : NAN;
  const bool converts = isfinite(zero); /* UDUNITS also converts hours to 1/hours, by 1/x */
  if (converts) {
    *offset = zero;
    *scale = cv_convert_double(converter, 1) - zero;
  }
  cv_free(converter);
  const outcome result = converts ? CONVERTS : from ? OTHER_DIMENSION : UNKNOWN;
  ut_free(from);
  ut_free(to);
  return result;
}

/* Try the unit as written, then with another spelling, then in lower case: "FT", "M/S". */
static outcome try_spellings(ut_system *system, char *unit, const char *wanted, double *scale,
                             double *offset) {
  const char *meaning = meaning_of(unit);
  const outcome found = convert(system, meaning ? meaning : unit, wanted, scale, offset);
  if (found == CONVERTS || meaning)
    return found;
  char lower[UNIT_BYTES];
  size_t length = 0;
  for (; unit[length]; length++)
    lower[length] = (char)tolower((unsigned char)unit[length]);
  lower[length] = '\0';
  const outcome other = convert(system, lower, wanted, scale, offset);
  return other == UNKNOWN ? found : other;
}

static ria_status look_up(ut_system *system, char *unit, const char *wanted, double *scale,
                          double *offset) {
  outcome found = try_spellings(system, unit, wanted, scale, offset);
  if (found == UNKNOWN && cut_datum(unit))
    found = try_spellings(system, unit, wanted, scale, offset);
  if (found == CONVERTS)
    return RIA_SUCCESS;
  if (found == OTHER_DIMENSION)
    return ria_fail(RIA_ERROR_MISMATCH, "'%s' is no unit that can be brought to %s", unit, wanted);
  return ria_fail(RIA_ERROR_ARGUMENT, "there is no unit '%s'", unit);
}

/* The database is read once, because that takes 10 ms and a header may need many units. One thread
 * at a time uses it, because UDUNITS's parser has global state. */
static pthread_mutex_t database = PTHREAD_MUTEX_INITIALIZER;
static ut_system *units_of_others;

ria_status units_factor(const char *unit, const char *wanted, double *scale, double *offset) {
  char bare[UNIT_BYTES];
  if (!copy_bare(unit, bare))
    return ria_fail(RIA_ERROR_ARGUMENT, "there is no unit '%.60s'", unit);
  if (ours(bare, wanted, scale, offset)) /* most files: no database to read */
    return RIA_SUCCESS;
  pthread_mutex_lock(&database);
  /* UDUNITS reads numbers, also those of its database, in the locale of the thread. */
  const locale_t c = newlocale(LC_ALL_MASK, "C", (locale_t)0);
  const locale_t locale = uselocale(c);
  ut_error_message_handler before = ut_set_error_message_handler(ut_ignore);
  if (!units_of_others)
    units_of_others = ut_read_xml(NULL);
  ria_status status =
      units_of_others
          ? look_up(units_of_others, bare, wanted, scale, offset)
          : ria_fail(RIA_ERROR_IO,
                     "the database of UDUNITS, which knows the unit '%s', is missing: install "
                     "libudunits2-data, or name its udunits2.xml in UDUNITS2_XML_PATH",
                     bare);
  ut_set_error_message_handler(before);
  uselocale(locale);
  freelocale(c);
  pthread_mutex_unlock(&database);
  return status;
}
