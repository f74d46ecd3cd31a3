/* The schema in words, for messages. */
#include <string.h>
#include "reader.h"
#include "units/units.h"

static void add_choices(ria_text *text, const char *const *choices) {
  for (int i = 0; choices[i]; i++)
    ria_text_add(text, "%s%s", !i ? "" : choices[i + 1] ? ", " : " or ", choices[i]);
}

void schema_add_list(ria_text *text, const char *list) {
  for (;;) {
    size_t length = strcspn(list, "|");
    ria_text_append(text, list, length);
    if (!list[length])
      return;
    list += length + 1;
    ria_text_add(text, strchr(list, '|') ? ", " : " or ");
  }
}

static void add_bound(ria_text *text, const ria_key *key, double bound) {
  if (bound == 0 || key->kind == RIA_KEY_INTEGER || key->kind == RIA_KEY_CELLS)
    ria_text_add(text, "%.0f", bound);
  else
    units_write(text, key->dimension, bound);
}

static void add_range(ria_text *text, const ria_key *key) {
  bool least = key->flags & RIA_KEY_LEAST, above = key->flags & RIA_KEY_ABOVE;
  bool most = key->flags & RIA_KEY_MOST;
  if (key->flags & RIA_KEY_NOT_ZERO)
    ria_text_add(text, " other than 0");
  if (above) {
    ria_text_add(text, " above ");
    add_bound(text, key, key->least);
  } else if (least && most) {
    ria_text_add(text, " from ");
    add_bound(text, key, key->least);
    ria_text_add(text, " to ");
    add_bound(text, key, key->most);
    return;
  } else if (least) {
    ria_text_add(text, " of at least ");
    add_bound(text, key, key->least);
  }
  if (most) {
    ria_text_add(text, above ? " and at most " : " of at most ");
    add_bound(text, key, key->most);
  }
}

static const char *example_of(const ria_key *key) {
  if (key->example)
    return key->example;
  if (key->kind == RIA_KEY_INTEGER)
    return key->fallback ? key->fallback : "1";
  return units_dimensions[key->dimension].example;
}

/* The name of a kind in messages; NULL: the dimension's name. */
static const char *kind_text(ria_key_kind kind) {
  switch (kind) {
  case RIA_KEY_MAP:
  case RIA_KEY_FIELD:
    return "a mapping of keys";
  case RIA_KEY_LIST:
    return "a list";
  case RIA_KEY_INTEGER:
    return "a whole number";
  case RIA_KEY_BOOL:
    return "true or false";
  case RIA_KEY_TEXT:
  case RIA_KEY_SCRIPT:
    return "a text";
  case RIA_KEY_TEXTS:
    return "a list of texts";
  case RIA_KEY_NODE:
    return "a value";
  case RIA_KEY_NAME:
    return "a name";
  case RIA_KEY_FILE:
    return "the name of a file";
  case RIA_KEY_INSTANT:
    return "a date and time";
  case RIA_KEY_POINT:
    return "a place [x, y]";
  case RIA_KEY_EXTENT:
    return "corners [x0, y0, x1, y1]";
  case RIA_KEY_CELLS:
    return "two whole numbers above 0";
  case RIA_KEY_BED_SHAPE:
  case RIA_KEY_START_SHAPE:
    return "a shape";
  case RIA_KEY_CONSTITUENTS:
    return "constituents";
  case RIA_KEY_HALF_LIFE:
  case RIA_KEY_TENTH_LIFE:
  case RIA_KEY_END:
    return units_dimensions[RIA_TIME].what;
  default:
    return NULL;
  }
}

void schema_describe(ria_text *text, const ria_key *key, bool range, bool example) {
  if (key->choices) {
    add_choices(text, key->choices);
    return;
  }
  const bool number = key->kind == RIA_KEY_FIELD && key->shorthand; /* a number may replace the map
                                                                     */
  const char *what = number ? "a number or a mapping of keys" : kind_text(key->kind);
  if (key->kind == RIA_KEY_QUANTITIES)
    ria_text_add(text, "a list of %d, each ", key->axes);
  if (key->flags & RIA_KEY_OR_TEXT)
    ria_text_add(text, "a text, or ");
  if (key->flags & RIA_KEY_OR_BOOL)
    ria_text_add(text, "true, false or ");
  ria_text_add(text, "%s", what ? what : units_dimensions[key->dimension].what);
  if (range && key->kind != RIA_KEY_CELLS)
    add_range(text, key);
  bool simple = (ria_key_is_map(key) && !number) || key->kind == RIA_KEY_LIST ||
                key->kind == RIA_KEY_BOOL || key->kind == RIA_KEY_NODE ||
                (key->kind == RIA_KEY_TEXTS && !key->example);
  if (example && !simple)
    ria_text_add(text, " such as '%s'", example_of(key));
  if (key->kind == RIA_KEY_END)
    ria_text_add(text, key->flags & RIA_KEY_ABOVE ? ", or the date and time of the end"
                                                  : ", or a date and time");
  else if (key->kind == RIA_KEY_SERIES)
    ria_text_add(text, ", a list of [time, value], or {file: x.csv}");
  else if (key->kind == RIA_KEY_CONSTITUENTS)
    ria_text_add(text, ", or a CSV file");
  else if (key->kind == RIA_KEY_CELLS && key->fallback)
    ria_text_add(text, ", or %s", key->fallback);
  else if (key->kind == RIA_KEY_LEVEL)
    ria_text_add(text, ", or tide");
  else if (key->kind == RIA_KEY_LIST && key->word)
    ria_text_add(text, ", or %s", key->word);
}

char *ria_schema_expects(const ria_key *key) {
  ria_text text = {0};
  schema_describe(&text, key, true, true);
  return ria_text_take(&text);
}
