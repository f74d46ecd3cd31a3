#include "docs.h"
#include <stdlib.h>
#include "ria/text.h"
#include "reader.h"

static void add_table(ria_text *text, const char *title, const ria_key *keys, const char *prefix) {
  char *table = ria_schema_table(keys, prefix);
  if (table)
    ria_text_add(text, "\n## %s\n\n%s", title, table);
  else
    text->failed = true;
  free(table);
}

/* The keys that several kinds share, as the first of these kinds has them. */
static void add_shared(ria_text *text) {
  ria_key shared[16] = {{0}};
  int count = 0;
  for (int i = 0; step_kinds[i] && !count; i++)
    for (const ria_key *k = step_kinds[i]->keys; k->name; k++)
      if (k->flags & RIA_KEY_SHARED && count < 15) {
        shared[count] = *k;
        shared[count++].flags &= ~RIA_KEY_SHARED;
      }
  add_table(text, "Shared keys", shared, "");
}

char *workflow_docs_common(void) {
  ria_text text = {0};
  add_table(&text, "Keys of the file", workflow_keys, "");
  add_table(&text, "Keys of `defaults`", workflow_defaults_keys, "defaults.");
  add_table(&text, "Keys of every step", step_keys, "");
  add_table(&text, "Keys of `resources`", workflow_resources_keys, "resources.");
  add_shared(&text);
  return ria_text_take(&text);
}

char *workflow_docs_kind(const workflow_step_kind *kind) {
  ria_text text = {0}, title = {0};
  ria_text_add(&title, "`kind: %s`: %s", kind->name, kind->what);
  if (title.failed)
    text.failed = true;
  else
    add_table(&text, title.data, kind->keys, "");
  ria_text_destroy(&title);
  return ria_text_take(&text);
}

char *workflow_docs(void) {
  ria_text text = {0};
  for (int i = -1; i < 0 || step_kinds[i]; i++) {
    char *part = i < 0 ? workflow_docs_common() : workflow_docs_kind(step_kinds[i]);
    if (part)
      ria_text_add(&text, "%s", part);
    else
      text.failed = true;
    free(part);
  }
  return ria_text_take(&text);
}
