#include "json_schema.h"
#include <stdlib.h>
#include <string.h>
#include "ria/number.h"
#include "ria/schema.h"
#include "ria/shape.h"
#include "ria/solver.h"
#include "reader.h"

/* In a workflow any value may be a `${...}`. */
typedef struct {
  bool expressions;
} style;

static json_t *object_of(const ria_key *keys, style s);

static json_t *types(const char *a, const char *b, const char *c) {
  return c ? json_pack("{s:[s, s, s]}", "type", a, b, c) : json_pack("{s:[s, s]}", "type", a, b);
}

static json_t *either(json_t *a, json_t *b) {
  return json_pack("{s:[o, o]}", "anyOf", a, b);
}

/* A plain YAML scalar. Where a text is expected, 5 and true are texts too. */
static json_t *scalar(void) {
  return types("string", "number", "boolean");
}

static json_t *array_of(json_t *items) {
  return json_pack("{s:s, s:o}", "type", "array", "items", items);
}

static void add_range(json_t *o, const ria_key *key) {
  if (key->flags & RIA_KEY_LEAST)
    json_object_set_new(o, "minimum", json_real(key->least));
  if (key->flags & RIA_KEY_ABOVE)
    json_object_set_new(o, "exclusiveMinimum", json_real(key->least));
  if (key->flags & RIA_KEY_MOST)
    json_object_set_new(o, "maximum", json_real(key->most));
}

static json_t *choices_of(const char *const *choice) {
  json_t *list = json_array();
  for (; *choice; choice++)
    json_array_append_new(list, json_string(*choice));
  return json_pack("{s:o}", "enum", list);
}

static json_t *shapes_of(const ria_shape_info *shapes) {
  json_t *names = json_array(), *properties;
  for (const ria_shape_info *shape = shapes; shape->name; shape++)
    json_array_append_new(names, json_string(shape->name));
  properties = json_pack("{s:{s:O}}", "kind", "enum", names);
  return either(json_pack("{s:o}", "enum", names),
                json_pack("{s:s, s:o}", "type", "object", "properties", properties));
}

static json_t *series(void) {
  return either(types("number", "string", NULL),
                either(array_of(array_of(types("number", "string", NULL))),
                       json_pack("{s:s}", "type", "object")));
}

/* Records as a list, or as a mapping from names if they have names. */
static json_t *list_of(const ria_key *key, style s) {
  json_t *record = object_of(key->keys, s);
  if (key->shorthand)
    record = either(record, json_object()); /* a short form */
  if (!key->identity)
    return array_of(record);
  json_object_del(record, "required"); /* the mapping's key is the name */
  json_t *named = json_pack("{s:s}", "type", "object");
  return either(array_of(record), key->shorthand ? either(named, scalar()) : named);
}

static json_t *map_of(const ria_key *key, style s) {
  json_t *map = object_of(key->keys, s);
  return key->shorthand ? either(map, json_pack("{s:{s:s}}", "not", "type", "object")) : map;
}

static json_t *truth(void) {
  return either(json_pack("{s:s}", "type", "boolean"),
                json_pack("{s:[s, s, s, s, s, s]}", "enum", "yes", "no", "on", "off", "y", "n"));
}

static json_t *value_of(const ria_key *key, style s) {
  json_t *o;
  switch (key->kind) {
  case RIA_KEY_MAP:
  case RIA_KEY_FIELD:
    return map_of(key, s);
  case RIA_KEY_LIST:
    return key->word ? either(list_of(key, s), json_pack("{s:[s]}", "enum", key->word))
                     : list_of(key, s);
  case RIA_KEY_INTEGER:
    o = json_pack("{s:s}", "type", "integer");
    add_range(o, key);
    return key->flags & RIA_KEY_OR_BOOL ? either(o, truth()) : o;
  case RIA_KEY_BOOL:
    return truth();
  case RIA_KEY_CHOICE:
  case RIA_KEY_NAME:
    return choices_of(key->choices);
  case RIA_KEY_QUANTITY:
  case RIA_KEY_LEVEL:
  case RIA_KEY_END:
  case RIA_KEY_HALF_LIFE:
    if (key->flags & WORKFLOW_KEY_WITH_UNIT)
      return json_pack("{s:s}", "type", "string");
    o = types("number", "string", key->field ? "object" : NULL);
    add_range(o, key);
    return o;
  case RIA_KEY_QUANTITIES:
    o = array_of(types("number", "string", NULL));
    json_object_set_new(o, "minItems", json_integer(key->axes));
    json_object_set_new(o, "maxItems", json_integer(key->axes));
    return o;
  case RIA_KEY_POINT:
  case RIA_KEY_EXTENT:
    o = array_of(types("number", "string", NULL));
    json_object_set_new(o, "minItems", json_integer(key->kind == RIA_KEY_POINT ? 2 : 4));
    json_object_set_new(o, "maxItems",
                        json_integer(key->kind == RIA_KEY_POINT ? key->axes : 2 * key->axes));
    return o;
  case RIA_KEY_CELLS:
    return either(array_of(json_pack("{s:s}", "type", "integer")),
                  json_pack("{s:s}", "type", "string"));
  case RIA_KEY_SERIES:
    return series();
  case RIA_KEY_BED_SHAPE:
    return shapes_of(ria_bed_shapes);
  case RIA_KEY_START_SHAPE:
    return shapes_of(ria_start_shapes);
  case RIA_KEY_TEXTS:
    return key->flags & RIA_KEY_OR_TEXT
               ? json_pack("{s:[o,o]}", "anyOf", scalar(), array_of(scalar()))
               : array_of(scalar());
  case RIA_KEY_CONSTITUENTS:
  case RIA_KEY_NODE:
    return json_object();
  default:
    return scalar();
  }
}

/* A default with its own type: 8, true or "6 h". */
static json_t *default_of(const ria_key *key) {
  char *end;
  double number = ria_strtod(key->fallback, &end);
  if (!*end && end != key->fallback)
    return key->kind == RIA_KEY_INTEGER ? json_integer((json_int_t)number) : json_real(number);
  if (key->kind == RIA_KEY_BOOL)
    return json_boolean(!strcmp(key->fallback, "true"));
  return json_string(key->fallback);
}

static json_t *property_of(const ria_key *key, style s) {
  ria_key known = ria_schema_known(key, &ria_known_names);
  json_t *o = value_of(&known, s);
  if (s.expressions && key->kind != RIA_KEY_NODE && key->kind != RIA_KEY_SCRIPT)
    o = either(o, json_pack("{s:s, s:s}", "type", "string", "pattern", "\\$\\{"));
  if (o && key->what)
    json_object_set_new(o, "description", json_string(key->what));
  if (o && key->fallback)
    json_object_set_new(o, "default", default_of(key));
  if (o && key->example)
    json_object_set_new(o, "examples", json_pack("[s]", key->example));
  return o;
}

static void add_property(json_t *properties, const ria_key *key, style s) {
  json_object_set_new(properties, key->name, property_of(key, s));
}

/* Adds the keys that must be given, or alternatives, one of which must be given. */
static void add_required(json_t *object, const ria_key *keys) {
  json_t *required = json_array(), *all = json_array();
  for (const ria_key *key = keys; key->name; key++) {
    if (!(key->flags & RIA_KEY_REQUIRED) || key->fallback || key->only)
      continue;
    if (!key->instead)
      json_array_append_new(required, json_string(key->name));
    else if (strcmp(key->name, key->instead) < 0)
      json_array_append_new(all, json_pack("{s:[{s:[s]}, {s:[s]}]}", "oneOf", "required", key->name,
                                           "required", key->instead));
  }
  if (json_array_size(required))
    json_object_set(object, "required", required);
  if (json_array_size(all))
    json_object_set(object, "allOf", all);
  json_decref(required);
  json_decref(all);
}

static json_t *object_of(const ria_key *keys, style s) {
  json_t *properties = json_object();
  for (const ria_key *key = keys; key->name; key++)
    add_property(properties, key, s);
  json_t *object = json_pack("{s:s, s:o, s:b}", "type", "object", "properties", properties,
                             "additionalProperties", 0);
  if (object)
    add_required(object, keys);
  return object;
}

/* --- workflows --- */

static const style with_expressions = {true};

static json_t *description(json_t *object, const ria_key *key) {
  if (object && key)
    json_object_set_new(object, "description", json_string(key->what));
  return object;
}

static json_t *environment(void) {
  return json_pack("{s:s, s:o}", "type", "object", "additionalProperties", scalar());
}

static json_t *sweep(void) {
  static const char *const keys[] = {"from", "to", "step", "factor"};
  json_t *range = json_object();
  for (size_t i = 0; i < sizeof keys / sizeof *keys; i++)
    json_object_set_new(range, keys[i], types("number", "string", NULL));
  json_t *values =
      either(scalar(),
             either(array_of(scalar()), json_pack("{s:s, s:o, s:[s, s]}", "type", "object",
                                                  "properties", range, "required", "from", "to")));
  json_t *axes = json_pack("{s:s, s:o}", "type", "object", "additionalProperties", values);
  json_t *both = json_pack("{s:s, s:{s:O, s:O}, s:b}", "type", "object", "properties", "product",
                           axes, "zip", axes, "additionalProperties", 0);
  return either(both, axes);
}

/* The values of the keys that every step has. */
static json_t *common_value(const char *name) {
  if (!strcmp(name, "kind"))
    return scalar();
  if (!strcmp(name, "needs"))
    return either(json_pack("{s:s}", "type", "string"),
                  array_of(json_pack("{s:s}", "type", "string")));
  if (!strcmp(name, "when"))
    return scalar();
  if (!strcmp(name, "resources"))
    return object_of(workflow_resources_keys, with_expressions);
  if (!strcmp(name, "environment"))
    return environment();
  if (!strcmp(name, "sweep"))
    return sweep();
  return property_of(ria_schema_find(workflow_defaults_keys, name), with_expressions);
}

static json_t *step_of(const workflow_step_kind *kind) {
  json_t *object = object_of(kind->keys, with_expressions);
  json_t *properties = object ? json_object_get(object, "properties") : NULL;
  for (const ria_key *key = step_keys; properties && key->name; key++)
    json_object_set_new(properties, key->name, description(common_value(key->name), key));
  return object;
}

static json_t *steps(void) {
  json_t *names = json_array(), *all = json_array();
  for (const workflow_step_kind *const *kind = step_kinds; *kind; kind++) {
    json_array_append_new(names, json_string((*kind)->name));
    json_array_append_new(all, json_pack("{s:{s:{s:{s:s}}, s:[s]}, s:o}", "if", "properties",
                                         "kind", "const", (*kind)->name, "required", "kind", "then",
                                         step_of(*kind)));
  }
  json_t *kind = json_pack("{s:o, s:s}", "enum", names, "description", step_keys[0].what);
  json_t *step = json_pack("{s:s, s:[s], s:{s:o}, s:o}", "type", "object", "required", "kind",
                           "properties", "kind", kind, "allOf", all);
  return json_pack("{s:s, s:o, s:i}", "type", "object", "additionalProperties", step,
                   "minProperties", 1);
}

static json_t *defaults(void) {
  json_t *object = object_of(workflow_defaults_keys, with_expressions);
  json_t *properties = json_object_get(object, "properties");
  json_object_set_new(properties, "resources",
                      object_of(workflow_resources_keys, with_expressions));
  json_object_set_new(properties, "environment", environment());
  return object;
}

static json_t *anything(void) {
  return json_pack("{s:s}", "type", "object");
}

static json_t *workflow_object(void) {
  json_t *object = object_of(workflow_keys, with_expressions);
  json_t *properties = json_object_get(object, "properties");
  static json_t *(*const parts[])(void) = {anything, anything, defaults, steps};
  static const char *const names[] = {"parameters", "variants", "defaults", "steps"};
  for (size_t i = 0; properties && i < sizeof names / sizeof *names; i++)
    json_object_set_new(properties, names[i],
                        description(parts[i](), ria_schema_find(workflow_keys, names[i])));
  json_object_set_new(object, "required", json_pack("[s]", "steps"));
  return object;
}

static json_t *finish(json_t *object, const char *title) {
  json_object_set_new(object, "$schema", json_string("http://json-schema.org/draft-07/schema#"));
  json_object_set_new(object, "title", json_string(title));
  return object;
}

static json_t *case_object(void) {
  ria_key *keys = ria_case_schema(&ria_known_names);
  json_t *object = keys ? object_of(keys, (style){false}) : NULL;
  free(keys);
  return object;
}

json_t *json_schema_case(void) {
  return finish(case_object(), "A case of ria");
}

json_t *json_schema_workflow(void) {
  return finish(workflow_object(), "A workflow of ria");
}

json_t *json_schema_any(void) {
  return finish(json_pack("{s:{s:[s]}, s:o, s:o}", "if", "required", "steps", "then",
                          workflow_object(), "else", case_object()),
                "A case or a workflow of ria");
}
