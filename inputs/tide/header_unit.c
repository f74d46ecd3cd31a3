/* The unit in a header's cell. */
#include "header.h"
#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include "units/unit_factor.h"
#include "units/units.h"

enum { WORDS = 12, WORD_BYTES = 48, RUN = 4 };

/* ---- spellings of units ---- */

/* Letters that UDUNITS does not know. */
static const struct {
  const char *from, *to;
} letters[] = {{"\u00BA", "\u00B0"}, {"\u00B7", "."}, {"\u22C5", "."}, {"\u207B", "-"},
               {"\u2212", "-"},      {"\u00B9", "1"}, {"\u00B2", "2"}, {"\u00B3", "3"},
               {"\u00B5", "u"},      {"\u03BC", "u"}};

/* Words that UDUNITS does not know or interprets differently. */
static const struct {
  const char *from, *to;
} words[] = {{"deg", "degree"},
             {"degs", "degree"},
             {"hrs", "hour"},
             {"mins", "minute"},
             {"cpd", "cycle/day"},
             {"cph", "cycle/hour"},
             {"mgd", "1e6 US_liquid_gallon/day"},
             {"gpm", "US_liquid_gallon/minute"},
             {"kcfs", "1000 feet^3/second"},
             {"cms", "m3/s"},
             {"cumec", "m3/s"},
             {"cumecs", "m3/s"},
             {"std", "hour"},
             {"stunde", "hour"},
             {"stunden", "hour"},
             {"minuten", "minute"},
             {"sekunde", "second"},
             {"sekunden", "second"},
             {"tag", "day"},
             {"tage", "day"},
             {"grad", "degree"},
             {"knoten", "knot"},
             {"degt", "degree"},
             {"degn", "degree"}};

/* Spelled out: "cubic feet per second" is "feet^3 per second". */
static const struct {
  const char *word, *power;
} powers[] = {{"cubic", "^3"}, {"square", "^2"}, {"cu", "^3"}, {"sq", "^2"}};

/* Words that are units also without brackets; other words may be names: "in", "dam", "rod". */
static const char *const plain[] = {
    "m",           "cm",         "mm",         "dm",          "km",          "metre",
    "metres",      "meter",      "meters",     "centimetre",  "centimeter",  "centimetres",
    "centimeters", "millimetre", "millimeter", "millimetres", "millimeters", "ft",
    "feet",        "foot",       "usft",       "ftus",        "inch",        "inches",
    "yd",          "yard",       "yards",      "fathom",      "fathoms",     "mile",
    "miles",       "nmi",        "s",          "sec",         "secs",        "second",
    "seconds",     "min",        "mins",       "minute",      "minutes",     "h",
    "hr",          "hrs",        "hour",       "hours",       "d",           "day",
    "days",        "week",       "weeks",      "ms",          "deg",         "degs",
    "degree",      "degrees",    "rad",        "radian",      "radians",     "cycle",
    "cycles",      "grad",       "cpd",        "cph",         "cfs",         "kcfs",
    "cms",         "cumec",      "cumecs",     "cusec",       "cusecs",      "mgd",
    "gpm",         "mph",        "kmh",        "kph",         "mps",         "fps",
    "kn",          "kt",         "kts",        "knot",        "knots",       "knoten",
    "litre",       "litres",     "liter",      "liters",      "gallon",      "gallons",
    "kg",          "g",          "mg",         "ug",          "l",           "std",
    "stunde",      "stunden",    "minuten",    "sekunde",     "sekunden",    "tag",
    "tage",        "pa",         "hpa",        "kpa",         "mbar",        "bar",
    "masl",        "mamsl",      "bft",        "beaufort",    "mnap"};

/* Words that join units. */
static const char *const joints[] = {"per", "cubic", "square", "cu", "sq", "us", "survey"};

static bool is_among(const char *word, size_t count, const char *const *list) {
  for (size_t i = 0; i < count; i++)
    if (!strcasecmp(word, list[i]))
      return true;
  return false;
}

/* Append `text`, with letters replaced by those that UDUNITS knows. */
static void add_letters(ria_text *to, const char *text) {
  while (*text) {
    size_t i = 0, count = sizeof letters / sizeof *letters;
    while (i < count && strncmp(text, letters[i].from, strlen(letters[i].from)))
      i++;
    ria_text_append(to, i < count ? letters[i].to : text, i < count ? strlen(letters[i].to) : 1);
    text += i < count ? strlen(letters[i].from) : 1;
  }
}

/* Append `text`, with words replaced by those that UDUNITS knows. */
static void add_words(ria_text *to, const char *text) {
  const char *power = "";
  while (*text) {
    size_t length = 0, i = 0;
    while (isalpha((unsigned char)text[length]))
      length++;
    char word[WORD_BYTES] = "";
    if (length < sizeof word)
      memcpy(word, text, length);
    for (i = 0; i < sizeof powers / sizeof *powers && strcasecmp(word, powers[i].word); i++)
      ;
    if (length && i < sizeof powers / sizeof *powers) {
      power = powers[i].power;
      text += length + (text[length] == ' ');
      continue;
    }
    for (i = 0; i < sizeof words / sizeof *words && strcasecmp(word, words[i].from); i++)
      ;
    const bool known = i < sizeof words / sizeof *words;
    ria_text_append(to, known ? words[i].to : text,
                    known    ? strlen(words[i].to)
                    : length ? length
                             : 1);
    if (length)
      ria_text_add(to, "%s", power);
    power = length ? "" : power;
    text += length ? length : 1;
  }
}

/* As units_factor(), including spellings used in headers. */
static ria_status factor(const char *unit, const char *wanted, tide_header_unit *found) {
  double scale, offset;
  if (strcasestr(unit, "since")) /* UDUNITS counts such times from its own epoch */
    return RIA_ERROR_ARGUMENT;
  const bool flow = !strcasecmp(unit, "cms") && !strcmp(wanted, "m3/s"); /* else centimetres */
  ria_status status = flow ? RIA_ERROR_ARGUMENT : units_factor(unit, wanted, &scale, &offset);
  if (status != RIA_SUCCESS && status != RIA_ERROR_IO) {
    ria_text plainer = {0}, spelled = {0};
    add_letters(&plainer, unit);
    add_words(&spelled, plainer.data ? plainer.data : "");
    if (spelled.data && strcmp(spelled.data, unit) != 0) {
      const ria_status other = units_factor(spelled.data, wanted, &scale, &offset);
      status = other == RIA_SUCCESS || status == RIA_ERROR_ARGUMENT ? other : status;
    }
    ria_text_destroy(&plainer);
    ria_text_destroy(&spelled);
  }
  if (status == RIA_SUCCESS) {
    snprintf(found->unit, sizeof found->unit, "%s", unit);
    found->scale = scale;
    found->offset = offset;
  }
  return status;
}

/* ---- the unit's place in a header ---- */

static ria_status fail_unit(const ria_csv *csv, int column, const char *unit, const char *wanted,
                            bool known) {
  return ria_fail(RIA_ERROR_FORMAT,
                  "%s:%d: column %d is in '%s' by its header '%.80s', which cannot be converted to "
                  "%s: correct the header%s",
                  csv->path, csv->line, csv->left + column + 1, unit, csv->cell[column], wanted,
                  known ? " or the column" : ", or leave the brackets out if that is no unit");
}

/* Copy a text without blanks around it; false if it is empty or too long. */
static bool copy(const char *from, size_t length, char to[WORD_BYTES]) {
  for (; length && isspace((unsigned char)*from); length--)
    from++;
  while (length && isspace((unsigned char)from[length - 1]))
    length--;
  if (!length || length >= WORD_BYTES)
    return false;
  memcpy(to, from, length);
  to[length] = '\0';
  return true;
}

/* Try the whole text, the part before a comma ("deg, Greenwich"), the first word, and the part
 * after "in" ("in m"). */
static ria_status factor_of_bracket(const char *text, const char *wanted, tide_header_unit *found) {
  char part[WORD_BYTES];
  const size_t ends[] = {strlen(text), strcspn(text, ",;"), strcspn(text, " ,;")};
  ria_status status = RIA_ERROR_ARGUMENT;
  if (strcasestr(text, "below")) /* such values count downwards */
    return RIA_ERROR_ARGUMENT;
  if (!strncasecmp(text, "in ", 3))
    return factor_of_bracket(text + 3, wanted, found);
  for (int i = 0; i < 3 && status != RIA_SUCCESS && status != RIA_ERROR_IO; i++)
    if (copy(text, ends[i], part)) {
      const ria_status other = factor(part, wanted, found);
      status = status == RIA_ERROR_MISMATCH && other == RIA_ERROR_ARGUMENT ? status : other;
    }
  return status;
}

/* Look for a unit in each pair of brackets, and blank them in `rest`. If there is none, `*worst` is
 * the reason and `text` the content of the last pair. */
static ria_status find_in_brackets(char *rest, const char *wanted, tide_header_unit *found,
                                   char text[WORD_BYTES], ria_status *worst) {
  static const char open[] = "([{<", close[] = ")]}>";
  for (char *p = rest; (p = strpbrk(p, open));) {
    const size_t length = strcspn(p + 1, (char[]){close[strchr(open, *p) - open], 0});
    if (copy(p + 1, length, text)) {
      const ria_status status = factor_of_bracket(text, wanted, found);
      if (status == RIA_SUCCESS || status == RIA_ERROR_IO)
        return status;
      *worst = status;
    }
    memset(p, ' ', length + 1 + (p[length + 1] != '\0'));
  }
  return RIA_ERROR_ARGUMENT;
}

typedef struct {
  int count;
  char word[WORDS][WORD_BYTES];
} word_list;

static void split(const char *text, word_list *list) {
  list->count = 0;
  while (*text && list->count < WORDS) {
    const size_t length = strcspn(text, " _\t\",;:|");
    if (length && copy(text, length, list->word[list->count]) &&
        strcmp(list->word[list->count], "/") != 0)
      list->count++;
    text += length + (text[length] != '\0');
  }
}

/* A word that may be a unit without brackets. */
static bool is_unitish(const char *word) {
  ria_dimension dimension;
  double unused;
  if (is_among(word, sizeof plain / sizeof *plain, plain))
    return true;
  if (units_find(word, &dimension, &unused))
    return dimension != RIA_BYTES && dimension != RIA_MASS && strcmp(word, "1") != 0;
  if (isdigit((unsigned char)*word))
    return false;
  const size_t length = strlen(word);
  return strpbrk(word, "/^*") || strstr(word, "-1") || strchr("23", word[length - 1]) ||
         (unsigned char)*word >= 0x80 || strstr(word, "\u00B3");
}

/* Words [first, first + run) as one text, or "" if one of them cannot be part of a unit. */
static void join(const word_list *list, int first, int run, const char *between,
                 char text[RUN * WORD_BYTES]) {
  *text = '\0';
  bool unit = false;
  for (int i = first; i < first + run; i++) {
    const char *word = list->word[i];
    const bool joint = is_among(word, sizeof joints / sizeof *joints, joints);
    unit |= !joint;
    if (!joint && !is_unitish(word)) {
      *text = '\0';
      return;
    }
    if (i > first)
      strcat(text, between);
    strcat(text, word);
  }
  if (!unit)
    *text = '\0';
}

/* The part after the last sign or change of case: "Pegel/cm", "level.ft", "levelCm". */
static const char *tail_of(const char *word) {
  const char *tail = NULL;
  for (const char *p = word; *p; p++) {
    if (p > word && strchr("/.-", *p) && p[1])
      tail = p + 1;
    else if (p > word && islower((unsigned char)p[-1]) && isupper((unsigned char)*p))
      tail = p;
  }
  return tail;
}

static ria_status find_among_words(const char *text, const char *wanted, tide_header_unit *found) {
  static const char *const between[] = {" ", "/"};
  char unit[RUN * WORD_BYTES];
  word_list list;
  split(text, &list);
  for (int run = RUN < list.count ? RUN : list.count; run > 0; run--)
    for (int first = list.count - run; first >= 0; first--)
      for (int b = 0; b < (run == 2 ? 2 : 1); b++) {
        join(&list, first, run, between[b], unit);
        const ria_status status = *unit ? factor(unit, wanted, found) : RIA_ERROR_ARGUMENT;
        if (status == RIA_SUCCESS || status == RIA_ERROR_IO)
          return status;
      }
  for (int w = list.count - 1; w >= 0; w--) {
    const char *tail = tail_of(list.word[w]);
    if (tail && is_unitish(tail) && factor(tail, wanted, found) == RIA_SUCCESS)
      return RIA_SUCCESS;
  }
  return RIA_ERROR_ARGUMENT;
}

/* Report a unit of another dimension: "discharge_m". The first word is a name, such as h, and some
 * units are words, too: "min" may be short for a minimum. */
static const char *other_unit(const char *text, word_list *list) {
  static const char *const also_words[] = {"min",  "std",  "tag",  "tage",
                                           "grad", "foot", "yard", "mile"};
  ria_dimension dimension;
  double unused;
  split(text, list);
  for (int w = list->count - 1; w > 0; w--) {
    const char *word = list->word[w];
    const bool ours = units_find(word, &dimension, &unused) && dimension != RIA_NUMBER &&
                      dimension != RIA_BYTES && dimension != RIA_MASS;
    if ((ours || (word[1] && is_among(word, sizeof plain / sizeof *plain, plain))) &&
        !is_among(word, sizeof also_words / sizeof *also_words, also_words))
      return word;
  }
  return NULL;
}

ria_status tide_header_find_unit(const ria_csv *csv, int column, const char *wanted,
                                 tide_header_unit *found) {
  if (column >= csv->cells)
    return RIA_SUCCESS;
  char text[WORD_BYTES] = "";
  ria_status worst = RIA_SUCCESS;
  char *rest = strdup(csv->cell[column]);
  if (!rest)
    return ria_fail(RIA_ERROR_MEMORY, "no memory for a header of %s", csv->path);
  ria_status status = find_in_brackets(rest, wanted, found, text, &worst);
  if (status == RIA_ERROR_ARGUMENT)
    status = find_among_words(rest, wanted, found);
  word_list list;
  const char *other = status == RIA_SUCCESS ? NULL : other_unit(rest, &list);
  free(rest);
  if (status == RIA_SUCCESS || status == RIA_ERROR_IO)
    return status;
  if (worst != RIA_SUCCESS)
    return fail_unit(csv, column, text, wanted, worst == RIA_ERROR_MISMATCH);
  return other ? fail_unit(csv, column, other, wanted, true) : RIA_SUCCESS;
}

void tide_header_note_unit(const ria_csv *csv, int column, const char *wanted,
                           const tide_header_unit *unit, ria_told *told) {
  if (*unit->unit && (unit->scale != 1 || unit->offset != 0))
    ria_case_complain_at(&told->notes, NULL, 0, 0,
                         "%s:%d: column %d is converted from %s, which its header names, to %s",
                         csv->path, csv->line, csv->left + column + 1, unit->unit, wanted);
}
