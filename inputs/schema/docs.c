/* A schema as Markdown tables. */
#include <string.h>
#include "reader.h"
#include "units/units.h"

/* The key of one value, if a field has only the keys of all fields; otherwise NULL. */
static const ria_key *value_of_field(const ria_key *key) {
  return key->kind == RIA_KEY_FIELD ? ria_schema_find(key->keys, "value") : NULL;
}

/* Shorten a phrase of messages for tables: "a length of at least 0" becomes "length >= 0". */
static void add_shortened(ria_text *text, const char *phrase) {
  static const char *const shorter[][2] = {{" of at least ", " >= "},
                                           {" above ", " > "},
                                           {" and at most ", ", <= "},
                                           {" of at most ", " <= "},
                                           {"whole number", "integer"}};
  phrase += !strncmp(phrase, "a ", 2) ? 2 : !strncmp(phrase, "an ", 3) ? 3 : 0;
  while (*phrase) {
    size_t i = 0, count = sizeof shorter / sizeof *shorter;
    while (i < count && strncmp(phrase, shorter[i][0], strlen(shorter[i][0])) != 0)
      i++;
    if (i < count)
      ria_text_add(text, "%s", shorter[i][1]);
    else
      ria_text_add(text, "%c", *phrase);
    phrase += i < count ? strlen(shorter[i][0]) : 1;
  }
}

/* Write the column "type", without its unit. */
static void add_type(ria_text *text, const ria_key *key) {
  const ria_key *value = value_of_field(key);
  if (value) {
    ria_text_add(text, "[field](case.md#fields), each value a ");
    add_type(text, value);
    return;
  }
  switch (key->kind) {
  case RIA_KEY_MAP:
  case RIA_KEY_FIELD:
    ria_text_add(text, "keys");
    return;
  case RIA_KEY_LIST:
    ria_text_add(text, key->word ? "list, or `%s`" : "list", key->word);
    return;
  case RIA_KEY_FILE:
    ria_text_add(text, "file");
    return;
  case RIA_KEY_CELLS:
    ria_text_add(text, "two integers from 1 to %.0f", key->most);
    return;
  case RIA_KEY_CHOICE:
  case RIA_KEY_NAME:
    for (int i = 0; key->choices[i]; i++)
      ria_text_add(text, "%s`%s`", i ? ", " : "", key->choices[i]);
    return;
  default:
    break;
  }
  ria_text phrase = {0};
  ria_key described = *key;
  if (key->kind == RIA_KEY_SERIES)
    described.kind = RIA_KEY_QUANTITY;
  schema_describe(&phrase, &described, true, false);
  add_shortened(text, phrase.data ? phrase.data : "");
  if (key->kind == RIA_KEY_SERIES)
    ria_text_add(text, " over time");
  text->failed |= phrase.failed;
  ria_text_destroy(&phrase);
}

static const char *unit_of(const ria_key *key) {
  switch (key->kind) {
  case RIA_KEY_FIELD:
    return value_of_field(key) ? unit_of(value_of_field(key)) : "";
  case RIA_KEY_END:
  case RIA_KEY_HALF_LIFE:
  case RIA_KEY_TENTH_LIFE:
    return "s";
  case RIA_KEY_LEVEL:
  case RIA_KEY_POINT:
  case RIA_KEY_EXTENT:
    return "m";
  case RIA_KEY_QUANTITY:
  case RIA_KEY_QUANTITIES:
  case RIA_KEY_SERIES:
    return key->dimension == RIA_CONCENTRATION ? "the tracer's"
           : key->dimension == RIA_RELEASE     ? "the tracer's x m3/s"
                                               : units_dimensions[key->dimension].base;
  default:
    return "";
  }
}

static void add_row(ria_text *text, const ria_key *key) {
  ria_text_add(text, "| `%s` | ", key->name);
  add_type(text, key);
  if (*unit_of(key))
    ria_text_add(text, " (%s)", unit_of(key));
  ria_text_add(text, " | ");
  if (key->fallback)
    ria_text_add(text, "%s%s`%s`", key->varies ? key->varies : "", key->varies ? ", else " : "",
                 key->fallback);
  else if (key->flags & RIA_KEY_REQUIRED) {
    ria_text_add(text, "*needed%s", key->instead ? ", or " : "");
    if (key->instead)
      schema_add_list(text, key->instead);
    ria_text_add(text, "*");
  }
  ria_text_add(text, " | %s", key->what);
  if (key->only) {
    ria_text_add(text, " Only where `%s` is ", key->only);
    schema_add_list(text, key->only_for);
    ria_text_add(text, ".");
  }
  ria_text_add(text, " |\n");
}

void schema_add_table(ria_text *text, const ria_key *keys, const char *prefix,
                      const ria_case_names *names) {
  bool shared = false;
  ria_text_add(text, "| key | type | default | meaning |\n"
                     "| --- | --- | --- | --- |\n");
  for (const ria_key *k = keys; k->name; k++) {
    ria_key known = ria_schema_known(k, names);
    if (!(k->flags & RIA_KEY_SHARED))
      add_row(text, &known);
    else if (!shared)
      ria_text_add(text, "| [shared keys](#shared-keys) |  |  | As listed there. |\n");
    shared |= k->flags & RIA_KEY_SHARED;
  }
  for (const ria_key *k = keys; k->name; k++) {
    if (!k->keys || value_of_field(k))
      continue;
    ria_text below = {0};
    ria_text_add(&below, k->kind == RIA_KEY_LIST ? "%s%s[]." : "%s%s.", prefix, k->name);
    if (below.failed) {
      text->failed = true;
      return;
    }
    ria_text_add(text, "\n### `%.*s`\n\n", (int)below.length - 1, below.data);
    schema_add_table(text, k->keys, below.data, names);
    ria_text_destroy(&below);
  }
}

char *ria_schema_table(const ria_key *keys, const char *prefix) {
  ria_text text = {0};
  schema_add_table(&text, keys, prefix, NULL);
  return ria_text_take(&text);
}
