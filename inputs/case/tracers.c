/* The tracers of a case, and their concentrations in rivers, at sides and at the start. */
#include <ctype.h>
#include <stdio.h>
#include <string.h>
#include "steps.h"

enum { MOST_TRACERS = 10, LIST = 256 };

ria_yaml *case_tracer_node(const ria_reader *reader, int tracer) {
  const ria_yaml *tracers = ria_yaml_get(reader->root, "tracers");
  return tracers && tracers->kind == RIA_YAML_LIST && tracer < tracers->count
             ? tracers->value[tracer]
             : NULL;
}

static int tracer_of_name(const ria_case *c, const char *name) {
  for (int t = 0; name && t < c->tracers; t++)
    if (c->each_tracer[t].name && !strcmp(c->each_tracer[t].name, name))
      return t;
  return -1;
}

double ria_case_concentration_of(const ria_case *c, int tracer, double first, int count,
                                 const ria_case_concentration *each) {
  if (!count)
    return tracer == c->tracer.number ? first : 0;
  for (int i = 0; i < count; i++)
    if (tracer_of_name(c, each[i].tracer) == tracer)
      return each[i].value;
  return 0;
}

/* The names, "dye, salt". */
static void list_names(const ria_case *c, char text[LIST]) {
  size_t length = 0;
  text[0] = '\0';
  for (int t = 0; t < c->tracers && length + 2 < LIST; t++)
    length += (size_t)snprintf(text + length, LIST - length, "%s%s", t ? ", " : "",
                               c->each_tracer[t].name ? c->each_tracer[t].name : "");
}

/* Names of variables hold letters, digits and '_'. */
static void name_fields(ria_case_tracer *tracer) {
  size_t i = 0;
  for (; tracer->name && tracer->name[i] && i < RIA_TRACER_WORD - 1; i++)
    tracer->word[i] = isalnum((unsigned char)tracer->name[i]) ? tracer->name[i] : '_';
  tracer->word[i] = '\0';
  const size_t room = sizeof tracer->content;
  const char *unit = tracer->age                                 ? "s"
                     : tracer->unit && strcmp(tracer->unit, "1") ? tracer->unit
                                                                 : "";
  snprintf(tracer->content_unit, room, "m%s%.40s", *unit ? " " : "", unit);
  snprintf(tracer->content, room, "hc_%s", tracer->word);
  snprintf(tracer->variable, room, tracer->age ? "age" : "concentration_%s", tracer->word);
  snprintf(tracer->taken, room, "taken_%s", tracer->word);
  snprintf(tracer->piped, room, "piped_%s", tracer->word);
  snprintf(tracer->lined, room, "lined_%s", tracer->word);
  snprintf(tracer->infiltrated, room, "infiltrated_%s", tracer->word);
  snprintf(tracer->died, room, "died_%s", tracer->word);
  snprintf(tracer->settled, room, "settled_%s", tracer->word);
  snprintf(tracer->peak, sizeof tracer->peak, "%s_max", tracer->variable);
  snprintf(tracer->peak_time, sizeof tracer->peak_time, "%s_max_time", tracer->variable);
}

/* The fields of the terrain that mark the cells of releases from areas. */
static void name_areas(ria_case_tracer *tracer, int number) {
  for (int i = 0; i < tracer->releases; i++)
    if (tracer->release[i].area)
      snprintf(tracer->release[i].mark, sizeof tracer->release[i].mark, "release.%d.%d", number, i);
}

/* The node for messages: that of a tracer's key, or of the tracer. */
static void reject(ria_reader *reader, int tracer, const char *key, const char *sentence) {
  ria_yaml *node = case_tracer_node(reader, tracer), *value = key ? ria_yaml_get(node, key) : NULL;
  const size_t mark = ria_reader_enter(reader, "tracers");
  ria_reader_enter_item(reader, tracer);
  if (key)
    ria_reader_enter(reader, key);
  ria_reader_reject(reader, value ? value : node, "%s", sentence);
  ria_reader_leave(reader, mark);
}

static void check_words(ria_reader *reader) {
  const ria_case *c = reader->the_case;
  for (int t = 0; t < c->tracers; t++)
    for (int other = 0; other < t; other++) {
      const ria_case_tracer *one = &c->each_tracer[t], *two = &c->each_tracer[other];
      char sentence[320];
      if (strcmp(one->word, two->word) || !one->name || !two->name)
        continue;
      if (!strcmp(one->name, two->name))
        snprintf(sentence, sizeof sentence,
                 "'%.60s' is the name of item %d as well; expected names that differ", one->name,
                 other);
      else
        snprintf(sentence, sizeof sentence,
                 "'%.60s' and '%.60s' are both '%.40s' in the names of variables; expected names "
                 "that differ in a letter or digit",
                 two->name, one->name, one->word);
      reject(reader, t, "name", sentence);
    }
}

/* An age applies to all water, so it has no sources. */
static void check_age(ria_reader *reader, int tracer, bool another) {
  static const char *const not_of_age[] = {"unit",      "decay",    "half_life", "T90",
                                           "threshold", "releases", "light",     "settling"};
  const ria_case_tracer *t = &reader->the_case->each_tracer[tracer];
  if (!t->age)
    return;
  if (another)
    reject(reader, tracer, "age", "there is one age of the water; expected one tracer of 'age'");
  for (size_t i = 0; i < sizeof not_of_age / sizeof *not_of_age; i++) {
    const ria_yaml *given = ria_yaml_get(case_tracer_node(reader, tracer), not_of_age[i]);
    const bool stands = given && given->kind == RIA_YAML_SCALAR &&
                        (!strcmp(given->text, "1") || !strcmp(given->text, "0 1/s"));
    if (given && !stands) /* not the default */
      reject(reader, tracer, not_of_age[i],
             "this is no key of the age of the water, which is in s, grows everywhere and is 0 "
             "where water comes in");
  }
}

/* Light needs a series or a daily curve; erosion needs a stress. */
static void check_exchange(ria_reader *reader, int tracer) {
  const ria_case *c = reader->the_case;
  const ria_case_tracer *t = &c->each_tracer[tracer];
  const bool estuary = c->declared && c->declared->several_tracers;
  if ((t->light.on || t->settling.on) && !estuary)
    reject(reader, tracer, t->light.on ? "light" : "settling",
           "only the solver 'estuary' has this");
  if (t->light.on && t->light.has_peak == (t->light.surface.count > 0))
    reject(reader, tracer, "light",
           t->light.has_peak
               ? "'surface' and 'peak' exclude each other; keep one of the two"
               : "there is no light; expected 'surface', a series of W/m2, or 'peak', "
                 "that of a clear day's curve");
  if (t->light.has_peak && !(t->light.sunrise < t->light.sunset))
    reject(reader, tracer, "light",
           "the sun rises after it sets; expected 'sunrise' before 'sunset'");
  if (t->settling.erosion > 0 && !t->settling.has_erodes_above)
    reject(reader, tracer, "settling",
           "'erosion' needs the stress that it begins at; expected one such as "
           "'erodes_above: 0.2 Pa'");
}

/* Arrivals are computed only for the first tracer. */
static void check_threshold(ria_reader *reader, int tracer) {
  const ria_case *c = reader->the_case;
  char sentence[160];
  if (c->each_tracer[tracer].age || tracer == c->tracer.number ||
      !ria_yaml_get(case_tracer_node(reader, tracer), "threshold"))
    return;
  snprintf(sentence, sizeof sentence,
           "arrivals are reported only for the first tracer, '%.60s'; leave this out, or put the "
           "tracer first",
           c->tracer.name);
  reject(reader, tracer, "threshold", sentence);
}

static void find_first(ria_case *c) {
  for (int t = 0; t < c->tracers; t++) {
    const ria_case_tracer *first = &c->each_tracer[t];
    if (first->age)
      continue;
    c->tracer.on = true;
    c->tracer.number = t;
    c->tracer.name = first->name;
    c->tracer.unit = first->unit;
    c->tracer.decay = first->decay;
    c->tracer.threshold = first->threshold;
    c->releases = first->releases;
    c->release = first->release;
    return;
  }
}

static void check_count(ria_reader *reader) {
  const ria_case *c = reader->the_case;
  const int most = c->declared && c->declared->several_tracers ? MOST_TRACERS : 1;
  int count = 0, ages = 0;
  char sentence[160];
  for (int t = 0; t < c->tracers; t++) {
    ages += c->each_tracer[t].age;
    count += !c->each_tracer[t].age;
    check_age(reader, t, c->each_tracer[t].age && ages > 1);
  }
  if (most == 1 && ages)
    reject(reader, 0, NULL, "this solver does not compute the age of the water; 'estuary' does");
  if (count <= most)
    return;
  snprintf(sentence, sizeof sentence, "here are %d tracers; the solver '%.40s' carries at most %d",
           count, c->solver, most);
  reject(reader, most, NULL, sentence);
}

/* Check one place, whose node has `concentrations` or the single number `first`. */
static void check_place(ria_reader *reader, const ria_yaml *node, double first, int count,
                        const ria_case_concentration *each) {
  const ria_case *c = reader->the_case;
  ria_yaml *list = ria_yaml_get(node, "concentrations"),
           *number = ria_yaml_get(node, "concentration");
  char names[LIST];
  list_names(c, names);
  if (c->tracers > 1 && case_is_good(number) && first != 0) {
    const size_t mark = ria_reader_enter(reader, "concentration");
    ria_reader_reject(reader, number,
                      "there are %d tracers (%s), and this is of none of them in particular; "
                      "expected a mapping such as '{%s: %g}'",
                      c->tracers, names, c->each_tracer[0].name, first);
    ria_reader_leave(reader, mark);
  }
  for (int i = 0; list && list->kind == RIA_YAML_LIST && i < count && i < list->count; i++) {
    ria_yaml *name = ria_yaml_get(list->value[i], "tracer");
    if (!case_is_good(name))
      continue;
    const int tracer = tracer_of_name(c, each[i].tracer);
    bool twice = false;
    for (int k = 0; k < i; k++)
      twice |= tracer >= 0 && tracer_of_name(c, each[k].tracer) == tracer;
    const size_t mark = ria_reader_enter(reader, "concentrations");
    ria_reader_enter_item(reader, i);
    if (!c->tracers)
      ria_reader_reject(reader, name, "there is no tracer in this case; expected 'tracers'");
    else if (tracer < 0)
      ria_reader_reject(reader, name, "there is no tracer '%s'; this case has: %s", name->text,
                        names);
    else if (twice)
      ria_reader_reject(reader, name, "this names the tracer '%s' again", name->text);
    else if (c->each_tracer[tracer].age)
      ria_reader_reject(reader, name, "'%s' is the age of the water, which is 0 where it comes in",
                        name->text);
    ria_reader_leave(reader, mark);
  }
}

static const ria_yaml *item(const ria_reader *reader, const char *key, int i) {
  const ria_yaml *list = ria_yaml_get(reader->root, key);
  return list && list->kind == RIA_YAML_LIST && i < list->count ? list->value[i] : NULL;
}

static void check_places(ria_reader *reader) {
  const ria_case *c = reader->the_case;
  size_t mark = ria_reader_enter(reader, "initial");
  check_place(reader, ria_yaml_get(reader->root, "initial"), c->initial.concentration,
              c->initial.concentrations, c->initial.each);
  ria_reader_leave(reader, mark);
  for (int i = 0; i < c->rivers; i++) {
    mark = ria_reader_enter(reader, "rivers");
    ria_reader_enter_item(reader, i);
    check_place(reader, item(reader, "rivers", i), c->river[i].concentration,
                c->river[i].concentrations, c->river[i].each);
    ria_reader_leave(reader, mark);
  }
  for (int i = 0; i < c->boundaries; i++) {
    mark = ria_reader_enter(reader, "boundaries");
    ria_reader_enter_item(reader, i);
    check_place(reader, item(reader, "boundaries", i), c->boundary[i].outside,
                c->boundary[i].concentrations, c->boundary[i].concentration);
    ria_reader_leave(reader, mark);
  }
}

void case_finish_tracers(ria_reader *reader) {
  ria_case *c = reader->the_case;
  for (int t = 0; t < c->tracers; t++)
    name_fields(&c->each_tracer[t]);
  for (int t = 0; t < c->tracers; t++)
    name_areas(&c->each_tracer[t], t);
  find_first(c);
  check_words(reader);
  check_count(reader);
  for (int t = 0; t < c->tracers; t++)
    check_threshold(reader, t);
  for (int t = 0; t < c->tracers; t++)
    check_exchange(reader, t);
  check_places(reader);
}
