#include "identity.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "ria/case_errors.h"
#include "ria/schema.h"
#include "ria/solver.h"
#include "ria/text.h"
#include "ria/version.h"
#include "ria/yaml.h"

enum { NAMED = 5, KEY_BYTES = 160 };

/* A YAML file of the folder. */
typedef struct {
  char *text;
  ria_yaml_source source;
  ria_yaml_memory memory;
  ria_yaml *root; /* NULL: missing or unreadable */
} document;

static void parse(document *d, size_t length) {
  ria_case_errors errors = {0};
  d->root = ria_yaml_parse(&d->memory, &d->source, d->text, length, &errors);
  ria_case_errors_destroy(&errors);
}

static void load(document *d, const char *folder, const char *name) {
  char *path = NULL;
  size_t length = 0;
  *d = (document){.source = {.name = name, .directory = folder}};
  if (asprintf(&path, "%s/%s", folder, name) < 0)
    return;
  if (ria_yaml_load(path, &d->text, &length) == RIA_SUCCESS)
    parse(d, length);
  free(path);
}

static void destroy(document *d) {
  ria_yaml_memory_destroy(&d->memory);
  free(d->text);
}

/* ---- the keys that differ ---- */

typedef struct {
  int count;
  bool intervals;
  ria_text list; /* "grid.resolution: 100 there, 50 here" */
} differences;

static bool is_scalar(const ria_yaml *node) {
  return node && node->kind == RIA_YAML_SCALAR;
}

static void add_value(ria_text *text, const ria_yaml *node, const char *where) {
  if (is_scalar(node))
    ria_text_add_quoted(text, node->text);
  else
    ria_text_add(text, "%s", node ? "given" : "absent");
  ria_text_add(text, " %s", where);
}

static void note(differences *d, const char *key, const ria_yaml *there, const ria_yaml *here) {
  d->intervals |= ria_text_ends_in(key, ".every");
  if (d->count++ >= NAMED)
    return;
  ria_text_add(&d->list, "%s%s", d->list.length ? "; " : "", key);
  if (!is_scalar(there) && !is_scalar(here) && there && here)
    return;
  ria_text_add(&d->list, ": ");
  add_value(&d->list, there, "there, ");
  add_value(&d->list, here, "here");
}

static bool equal(const ria_yaml *a, const ria_yaml *b) {
  if (!a || !b || a->kind != b->kind || a->count != b->count)
    return !a && !b;
  if (a->kind == RIA_YAML_SCALAR)
    return !strcmp(a->text, b->text);
  for (int i = 0; i < a->count; i++)
    if ((a->kind == RIA_YAML_MAP && strcmp(a->key[i]->text, b->key[i]->text) != 0) ||
        !equal(a->value[i], b->value[i]))
      return false;
  return true;
}

static void compare_maps(differences *d, const ria_key *keys, const char *path,
                         const ria_yaml *there, const ria_yaml *here);

static void compare_lists(differences *d, const ria_key *key, const char *path,
                          const ria_yaml *there, const ria_yaml *here) {
  char item[KEY_BYTES + 16];
  if (there->kind != RIA_YAML_LIST || here->kind != RIA_YAML_LIST || there->count != here->count) {
    note(d, path, there, here);
    return;
  }
  for (int i = 0; i < here->count; i++) {
    snprintf(item, sizeof item, "%s.%d", path, i);
    compare_maps(d, key->keys, item, there->value[i], here->value[i]);
  }
}

/* Compares by the schema, like the hash of a case: keys that do not affect the answer are ignored.
 */
static void compare_maps(differences *d, const ria_key *keys, const char *path,
                         const ria_yaml *there, const ria_yaml *here) {
  char name[KEY_BYTES]; /* large enough for the schema's nested names */
  for (const ria_key *key = keys; key->name; key++) {
    const ria_yaml *a = ria_yaml_get(there, key->name), *b = ria_yaml_get(here, key->name);
    if ((!ria_schema_counts(key, a) && !ria_schema_counts(key, b)) || equal(a, b))
      continue;
    snprintf(name, sizeof name, "%s%s%s", path, *path ? "." : "", key->name);
    if (a && b && ria_key_is_map(key))
      compare_maps(d, key->keys, name, a, b);
    else if (a && b && key->kind == RIA_KEY_LIST)
      compare_lists(d, key, name, a, b);
    else
      note(d, name, a, b);
  }
}

static void find_differences(differences *d, const char *folder, const ria_case *the_case) {
  document there, here = {.source = {.name = the_case->path, .directory = the_case->directory}};
  load(&there, folder, "case.yaml");
  here.text = strdup(the_case->yaml);
  if (here.text)
    parse(&here, strlen(here.text));
  ria_key *keys = ria_case_schema(&ria_known_names);
  if (there.root && here.root && keys)
    compare_maps(d, keys, "", there.root, here.root);
  free(keys);
  destroy(&there);
  destroy(&here);
}

/* Whether two versions differ at most in keys that one of them lacks (docs/library.md). */
static bool same_major(const char *one, const char *other) {
  const size_t length = strcspn(one, ".");
  return length == strcspn(other, ".") && !strncmp(one, other, length);
}

static ria_status refuse(const char *folder, const ria_case *the_case, const char *version) {
  const bool older = !same_major(version, RIA_VERSION);
  differences d = {0};
  find_differences(&d, folder, the_case);
  if (d.count > NAMED)
    ria_text_add(&d.list, "; and %d more", d.count - NAMED);
  if (!d.count)
    ria_text_add(&d.list, "its keys are equal, so the content of a file that it names has changed");
  ria_status status = ria_fail(
      RIA_ERROR_MISMATCH,
      "%s holds a run of another case%s%s (%s), and nothing was changed there; resume it with "
      "%s%s, "
      "name another folder with -o, or replace it with --overwrite%s",
      folder, older ? " or with other keys, by ria " : "", older ? version : "",
      d.list.data ? d.list.data : "", older ? "ria " : "its own case", older ? version : "",
      d.intervals ? ". Time steps end at the times of gauges and output, so their intervals are "
                    "part of the answer"
                  : "");
  ria_text_destroy(&d.list);
  return status;
}

/* Whether the folder's case, read by this version, is this case: a minor version may add keys, and
 * their defaults compute what the version without them did. */
static bool is_same_now(const char *folder, const ria_case *the_case) {
  ria_case there = {0};
  ria_case_errors errors = {0};
  char *path = NULL;
  bool same = asprintf(&path, "%s/case.yaml", folder) >= 0 &&
              ria_case_read(path, &ria_known_names, 0, NULL, &there, &errors) == RIA_SUCCESS &&
              !strcmp(there.hash, the_case->hash);
  ria_case_errors_destroy(&errors);
  ria_case_destroy(&there);
  free(path);
  return same;
}

ria_status run_identity_check(const char *folder, ria_case *the_case) {
  document provenance;
  load(&provenance, folder, "provenance.yaml");
  const ria_yaml *hash = ria_yaml_get(provenance.root, "case_hash");
  const ria_yaml *files = ria_yaml_get(provenance.root, "files_hash");
  const ria_yaml *by = ria_yaml_get(provenance.root, "version");
  const char *version = is_scalar(by) ? by->text : RIA_VERSION;
  ria_status status = RIA_SUCCESS;
  if (is_scalar(hash) && strcmp(hash->text, the_case->hash) != 0) {
    if (strlen(hash->text) < sizeof the_case->hash && same_major(version, RIA_VERSION) &&
        is_scalar(files) && !strcmp(files->text, the_case->files_hash) &&
        is_same_now(folder, the_case))
      strcpy(the_case->hash, hash->text);
    else
      status = refuse(folder, the_case, version);
  }
  destroy(&provenance);
  return status;
}
