/* docs/case.md and the pages of solvers agree with the schema, and the example is a valid case.
 */
#include "../../inputs/units/units.h"
#include "case_fixture.h"
#include "ria/schema.h"

static char *read_page(const char *page) {
  const char *source = getenv("RIA_SOURCE_DIR");
  char path[4096];
  if (!source)
    skip();
  snprintf(path, sizeof path, "%s/docs/%s", source, page);
  FILE *file = fopen(path, "r");
  if (!file)
    fail_msg("there is no page %s", path);
  ria_text text = {0};
  char block[4096];
  for (size_t got; (got = fread(block, 1, sizeof block, file)) > 0;)
    ria_text_append(&text, block, got);
  fclose(file);
  return ria_text_take(&text);
}

/* Frees `keys`. */
static void ends_with(const char *page, char *keys, const char *solver) {
  char *docs = read_page(page);
  const char *found = strstr(docs, keys);
  if (!found || strspn(found + strlen(keys), "\n") != strlen(found + strlen(keys)))
    fail_msg("docs/%s is not up to date: put the output of `ria validate --keys%s` into it", page,
             solver);
  free(docs);
  free(keys);
}

static void tables(void **state) {
  (void)state;
  char *keys = ria_schema_markdown(&ria_known_names);
  assert_non_null(keys);
  ends_with("case.md", keys, "");
  int pages = 0;
  for (int i = 0; ria_known_names.solvers[i]; i++) {
    char page[80], option[80];
    keys = ria_schema_solver_markdown(&ria_known_names, ria_known_names.solvers[i]);
    snprintf(page, sizeof page, "case-%s.md", ria_known_names.solvers[i]);
    snprintf(option, sizeof option, " %s", ria_known_names.solvers[i]);
    if (keys)
      ends_with(page, keys, option);
    pages += keys != NULL;
  }
  assert_true(pages > 3);
}

static void example(void **state) {
  case_fixture *f = *state;
  char *docs = read_page("case.md");
  char *start = strstr(docs, "```yaml\n"), *end = start ? strstr(start + 8, "```") : NULL;
  assert_non_null(end);
  read_bytes(f, start + 8, (size_t)(end - start - 8), 0, NULL);
  assert_valid(f);
  assert_int_equal(f->the_case.releases, 2);
  free(docs);
}

/* Rules for the table itself. */
static void check_keys(const ria_key *keys) {
  for (const ria_key *k = keys; k->name; k++) {
    assert_non_null(k->what);
    assert_int_equal(k->what[strlen(k->what) - 1], '.');
    assert_int_equal(ria_key_is_map(k) || k->kind == RIA_KEY_LIST, k->keys != NULL);
    assert_int_equal(k->kind == RIA_KEY_CHOICE, k->choices != NULL);
    const ria_key known = ria_schema_known(k, &ria_known_names);
    assert_true(k->kind != RIA_KEY_NAME || (known.choices && *known.choices));
    assert_false(k->fallback && (k->flags & RIA_KEY_REQUIRED));
    if (k->instead) {
      char names[64];
      snprintf(names, sizeof names, "%s", k->instead);
      for (char *name = strtok(names, "|"); name; name = strtok(NULL, "|")) {
        const ria_key *other = ria_schema_find(keys, name);
        assert_non_null(other);
        assert_non_null(strstr(other->instead, k->name));
      }
    }
    if (k->only) { /* is read before */
      const ria_key *other = ria_schema_find(keys, k->only);
      assert_true(other && other < k && other->kind == RIA_KEY_CHOICE);
    }
    if (k->shorthand)
      assert_non_null(ria_schema_find(k->keys, k->shorthand));
    if (k->identity)
      assert_non_null(ria_schema_find(k->keys, k->identity));
    char *expects = ria_schema_expects(k);
    assert_true(expects && strlen(expects) > 2);
    free(expects);
    if (k->keys)
      check_keys(k->keys);
  }
}

static void schema(void **state) {
  (void)state;
  ria_key *keys = ria_case_schema(&ria_known_names);
  assert_non_null(keys);
  check_keys(keys);
  for (const ria_key *k = keys; k->name; k++) /* no two solvers have a key of the same name */
    assert_ptr_equal(ria_schema_find(keys, k->name), k);
  free(keys);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(tables),
      cmocka_unit_test(schema),
      cmocka_unit_test_setup_teardown(example, case_setup, case_teardown),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
