/* The JSON Schemas know every key that the reader knows, and no other. */
#include <jansson.h>
#include <stdlib.h>
#include <string.h>
#include "../../workflows/language/json_schema.h"
#include "ria/schema.h"
#include "ria/solver.h"
#include "../../workflows/language/step_kind.h"
#include "tests.h"

static const json_t *property(const json_t *object, const char *name) {
  return json_object_get(json_object_get(object, "properties"), name);
}

/* A part of an object, or of one of its alternatives. */
static const json_t *object_in(const json_t *schema) {
  size_t i;
  const json_t *alternative, *found = NULL;
  if (json_object_get(schema, "properties"))
    return schema;
  if (json_object_get(schema, "items"))
    return object_in(json_object_get(schema, "items"));
  json_array_foreach(json_object_get(schema, "anyOf"), i, alternative) {
    if (!found)
      found = object_in(alternative);
  }
  return found;
}

static void check_keys(const json_t *object, const ria_key *keys, size_t others) {
  size_t count = 0;
  assert_non_null(object);
  assert_true(json_is_false(json_object_get(object, "additionalProperties")));
  for (const ria_key *key = keys; key->name; key++, count++) {
    const json_t *value = property(object, key->name);
    if (!value)
      fail_msg("there is no '%s'", key->name);
    assert_string_equal(json_string_value(json_object_get(value, "description")), key->what);
    if (key->keys)
      check_keys(object_in(value), key->keys, 0);
  }
  assert_int_equal(json_object_size(json_object_get(object, "properties")), count + others);
}

static void cases(void **state) {
  (void)state;
  json_t *schema = json_schema_case();
  ria_key *keys = ria_case_schema(&ria_known_names);
  assert_non_null(keys);
  check_keys(schema, keys, 0);
  free(keys);
  const json_t *guard = property(object_in(property(schema, "time")), "guard");
  assert_true(json_real_value(json_object_get(guard, "maximum")) == 1);
  assert_true(json_real_value(json_object_get(guard, "default")) == 0.97);
  json_decref(schema);
}

static void workflows(void **state) {
  (void)state;
  enum {
    COMMON = 9
  }; /* kind, needs, when, resources, retries, environment, modules, without_gpu,
        sweep */
  json_t *schema = json_schema_workflow();
  const json_t *step = json_object_get(property(schema, "steps"), "additionalProperties");
  const json_t *kinds = json_object_get(property(step, "kind"), "enum");
  const json_t *all = json_object_get(step, "allOf");
  size_t count = 0;
  for (; step_kinds[count]; count++) {
    assert_string_equal(json_string_value(json_array_get(kinds, count)), step_kinds[count]->name);
    check_keys(json_object_get(json_array_get(all, count), "then"), step_kinds[count]->keys,
               COMMON);
  }
  assert_int_equal(json_array_size(kinds), count);
  assert_int_equal(json_array_size(all), count);
  json_decref(schema);
  schema = json_schema_any();
  assert_non_null(json_object_get(schema, "else"));
  json_decref(schema);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(cases), cmocka_unit_test(workflows)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
