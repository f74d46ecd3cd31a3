/* docs/workflows.md agrees with the tables of keys, and its examples are valid workflows. */
#include "../../workflows/language/docs.h"
#include <unistd.h>
#include "workflow_fixture.h"

static char *read_docs(const char *name) {
  const char *source = getenv("RIA_SOURCE_DIR");
  char path[4096], block[4096];
  if (!source)
    skip();
  snprintf(path, sizeof path, "%s/docs/%s", source, name);
  FILE *file = fopen(path, "r");
  assert_non_null(file);
  ria_text text = {0};
  for (size_t got; (got = fread(block, 1, sizeof block, file)) > 0;)
    ria_text_append(&text, block, got);
  fclose(file);
  return ria_text_take(&text);
}

static void expect_part(const char *docs, char *part, const char *what) {
  assert_non_null(part);
  if (!strstr(docs, part))
    fail_msg("docs/workflows.md is not up to date in '%s': put the output of `ria schema keys` "
             "into it",
             what);
  free(part);
}

static void tables(void **state) {
  (void)state;
  char *docs = read_docs("workflows.md");
  expect_part(docs, workflow_docs_common(), "common");
  for (int i = 0; step_kinds[i]; i++)
    expect_part(docs, workflow_docs_kind(step_kinds[i]), step_kinds[i]->name);
  free(docs);
}

/* Each example that is a whole workflow is one that ria takes. The files that it names are the
 * checkout's. */
static void check_examples(const char *name, int least) {
  char *docs = read_docs(name);
  int examples = 0;
  for (char *at = docs; (at = strstr(at, "```yaml\n#!")); at++) {
    char *start = at + 8, *end = strstr(start, "```");
    assert_non_null(end);
    workflow_file *workflow = NULL;
    ria_case_errors errors = {0};
    workflow_options options = {0};
    workflow_read_data("docs.yaml", start, (size_t)(end - start), &options, &workflow, &errors);
    for (int i = 0; i < errors.count; i++)
      fail_msg("docs/%s: %s", name, errors.error[i].text);
    workflow_destroy(workflow);
    ria_case_errors_destroy(&errors);
    examples++;
  }
  assert_true(examples >= least);
  free(docs);
}

static void examples(void **state) {
  (void)state;
  if (!getenv("RIA_SOURCE_DIR") || chdir(getenv("RIA_SOURCE_DIR")))
    skip();
  check_examples("workflows.md", 1);
  check_examples("chains.md", 1);
  check_examples("campaigns.md", 1);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(tables),
      cmocka_unit_test(examples),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
