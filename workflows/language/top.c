/* Reads the top level of the file: --set of its keys, name, study, mode and defaults. */
#include <ctype.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "reader.h"
#include "ria/number.h"

/* --- --set PATH=VALUE --- */

typedef struct {
  workflow_file *workflow;
  ria_yaml *place; /* a node with the place of the --set */
} setting;

static void complain(setting *s, const char *format, ...) __attribute__((format(printf, 2, 3)));

static void complain(setting *s, const char *format, ...) {
  char sentence[200];
  va_list arguments;
  va_start(arguments, format);
  ria_vsnprintf(sentence, sizeof sentence, format, arguments);
  va_end(arguments);
  s->workflow->memory->failed = true;
  ria_case_complain(s->workflow->memory->errors, s->place, NULL, "%s", sentence);
}

static ria_yaml **find_item(setting *s, ria_yaml *list, const char *part) {
  char *end;
  long i = strtol(part, &end, 10);
  if (isdigit((unsigned char)*part) && !*end && i < list->count)
    return &list->value[i];
  complain(s, "there is no item '%.60s' in this list; they are counted from 0", part);
  return NULL;
}

/* A --set does not create steps, because a typing error would create one. */
static ria_yaml **find_key(setting *s, ria_yaml *map, const char *part, bool is_step) {
  struct workflow_memory *m = s->workflow->memory;
  int i = ria_yaml_index(map, part);
  if (i < 0 && is_step) {
    complain(s, "there is no step '%.60s'", part);
    return NULL;
  }
  if (i < 0) {
    ria_yaml_put_new(&m->yaml, map, ria_yaml_scalar(&m->yaml, s->place, part),
                     ria_yaml_map(&m->yaml, s->place));
    i = map->count - 1;
  }
  return m->yaml.failed ? NULL : &map->value[i];
}

static ria_yaml **walk(setting *s, char *path) {
  struct workflow_memory *m = s->workflow->memory;
  ria_yaml **node = &m->root;
  char *rest = path;
  for (int depth = 0; node && rest; depth++) {
    const char *part = strsep(&rest, ".");
    if (depth > RIA_YAML_DEPTH) {
      complain(s, "this path has more parts than a workflow has levels");
      return NULL;
    }
    if (ria_yaml_is_null(*node) || (*node)->kind == RIA_YAML_SCALAR)
      *node = ria_yaml_map(&m->yaml, s->place);
    if (!*node)
      return NULL;
    bool is_step = depth == 1 && !strcmp(path, "steps");
    node = (*node)->kind == RIA_YAML_LIST ? find_item(s, *node, part)
                                          : find_key(s, *node, part, is_step);
  }
  return node;
}

static void apply_set(setting *s, const ria_yaml_source *source) {
  struct workflow_memory *m = s->workflow->memory;
  const char *equals = strchr(source->name, '=');
  if (!equals || equals == source->name) {
    complain(s, "expected name=value, such as days=1");
    return;
  }
  char *path = ria_yaml_copy_text(&m->yaml, source->name, (size_t)(equals - source->name));
  if (!path)
    return;
  bool is_top = !strchr(path, '.') && ria_schema_find(workflow_keys, path) &&
                ria_yaml_index(ria_yaml_get(m->root, "parameters"), path) < 0;
  if (!strchr(path, '.') && !is_top)
    return; /* a parameter */
  ria_yaml *value = ria_yaml_parse(&m->yaml, source, equals + 1, strlen(equals + 1), m->errors);
  m->failed |= !value || value->bad;
  ria_yaml **node = value ? walk(s, path) : NULL;
  if (node)
    *node = value;
}

void workflow_apply_sets(workflow_file *workflow) {
  struct workflow_memory *m = workflow->memory;
  for (int i = 1; i < m->sources && !m->yaml.failed; i++) {
    ria_yaml place = {.source = &m->source[i], .line = 1, .column = 1};
    setting s = {workflow, ria_yaml_scalar(&m->yaml, &place, "")};
    if (s.place)
      apply_set(&s, &m->source[i]);
  }
}

/* --- name, study, mode --- */

typedef struct {
  char *name, *title, *study;
  int mode;
} top_values;

static ria_key top_key(const char *name, size_t offset, size_t size) {
  ria_key key = *ria_schema_find(workflow_keys, name);
  key.offset = offset;
  key.size = size;
  return key;
}

/* The default name is the file's. Slurm's copy has another file name, but its job has the file's
 * name unless it was given a different one. */
static const char *name_of_file(workflow_file *workflow, bool is_spooled) {
  const char *path = workflow->path, *job = getenv("SLURM_JOB_NAME");
  if (is_spooled && job && *job)
    path = job;
  const char *base = strrchr(path, '/') ? strrchr(path, '/') + 1 : path;
  const char *dot = strrchr(base, '.');
  size_t length = dot && dot > base ? (size_t)(dot - base) : strlen(base);
  return length ? ria_yaml_copy_text(&workflow->memory->yaml, base, length) : "workflow";
}

/* Makes a folder's name from any text: without separators and leading dots. */
static char *folder_name(workflow_file *workflow, const char *name) {
  char *folder = workflow_copy(workflow, name);
  for (char *p = folder; p && *p; p++)
    if (*p == '/' || iscntrl((unsigned char)*p) || (p == folder && (*p == '.' || *p == '-')))
      *p = '_';
  return folder;
}

static const char *resolve_study(workflow_file *workflow, const char *study) {
  char *path = workflow_resolve(workflow, study);
  for (size_t n = path ? strlen(path) : 0; n > 1 && path[n - 1] == '/'; n--)
    path[n - 1] = '\0';
  char *kept = path ? workflow_copy(workflow, path) : NULL;
  workflow->memory->yaml.failed |= !path;
  free(path);
  return kept;
}

/* The command line overrides the file. */
static void override(workflow_file *workflow, ria_yaml *map, const char *key, const char *value) {
  struct workflow_memory *m = workflow->memory;
  if (!value)
    return;
  ria_yaml_source *source = workflow_allocate(workflow, 1, sizeof *source);
  ria_text text = {0};
  ria_text_add(&text, "%s=%s", key, value);
  if (source && text.data)
    *source = (ria_yaml_source){.name = workflow_copy(workflow, text.data),
                                .directory = workflow->directory,
                                .is_set = true};
  ria_text_destroy(&text);
  ria_yaml place = {.source = source, .line = 1, .column = 1};
  ria_yaml *node = ria_yaml_scalar(&m->yaml, &place, value);
  if (node)
    node->quoted = true;
  ria_yaml_put_text(&m->yaml, map, key, node);
}

static ria_yaml *substitute_top(workflow_file *workflow) {
  static const char *const texts[] = {"name", "title", "study", "mode"};
  struct workflow_memory *m = workflow->memory;
  workflow_scope scope = {.workflow = workflow};
  ria_yaml *map = ria_yaml_map(&m->yaml, m->root);
  for (int i = 0; map && i < m->root->count; i++) {
    const char *key = m->root->key[i]->text;
    ria_yaml *value = m->root->value[i];
    for (size_t j = 0; value && j < sizeof texts / sizeof *texts; j++) {
      if (strcmp(key, texts[j]))
        continue;
      size_t mark = workflow_enter(workflow, key);
      value = scope_substitute(&scope, value, NULL);
      workflow_leave(workflow, mark);
    }
    if (value && !value->bad && !value->pending)
      ria_yaml_put_new(&m->yaml, map, m->root->key[i], value);
  }
  return map;
}

static void keep_top(workflow_file *workflow, const top_values *top, bool is_spooled) {
  workflow->name =
      top->name ? workflow_copy(workflow, top->name) : name_of_file(workflow, is_spooled);
  workflow->title = top->title ? workflow_copy(workflow, top->title) : workflow->name;
  workflow->mode = (workflow_mode)top->mode;
  const char *study = top->study       ? top->study
                      : workflow->name ? folder_name(workflow, workflow->name)
                                       : NULL;
  workflow->study = study ? resolve_study(workflow, study) : NULL;
}

static void read_texts(workflow_file *workflow, const workflow_options *options, bool is_spooled) {
  struct workflow_memory *m = workflow->memory;
  ria_yaml *map = substitute_top(workflow);
  if (!map)
    return;
  override(workflow, map, "study", options->study);
  override(workflow, map, "mode", options->mode);
  top_values top = {0};
  const ria_key keys[] = {top_key("name", offsetof(top_values, name), sizeof(char *)),
                          top_key("title", offsetof(top_values, title), sizeof(char *)),
                          top_key("study", offsetof(top_values, study), sizeof(char *)),
                          top_key("mode", offsetof(top_values, mode), sizeof(int)),
                          top_key("parameters", 0, 0),
                          top_key("variants", 0, 0),
                          top_key("defaults", 0, 0),
                          top_key("steps", 0, 0),
                          {0}};
  m->failed |= ria_schema_read(&m->yaml, keys, map, "", &top, m->errors) != RIA_SUCCESS;
  keep_top(workflow, &top, is_spooled);
  ria_schema_free(keys, &top);
}

/* --- defaults --- */

static void keep_defaults(workflow_file *workflow, const workflow_raw_defaults *raw,
                          const ria_yaml *map) {
  struct workflow_memory *m = workflow->memory;
  m->retries = raw->retries;
  m->without_gpu = raw->without_gpu;
  m->modules = raw->modules;
  m->module = workflow_allocate(workflow, (size_t)raw->modules, sizeof *m->module);
  for (int i = 0; m->module && i < raw->modules; i++)
    m->module[i] = workflow_copy(workflow, raw->module[i]);
  ria_yaml *resources = ria_yaml_get(map, "resources");
  ria_yaml *environment = ria_yaml_get(map, "environment");
  ria_resources nothing;
  size_t mark = workflow_enter(workflow, "resources");
  if (!ria_yaml_is_null(resources) && workflow_read_resources(workflow, resources, &nothing))
    m->resources = resources;
  workflow_leave(workflow, mark);
  int count;
  char **variables;
  mark = workflow_enter(workflow, "environment");
  if (!ria_yaml_is_null(environment) &&
      workflow_read_environment(workflow, NULL, environment, &count, &variables))
    m->environment = environment;
  workflow_leave(workflow, mark);
}

static void read_defaults(workflow_file *workflow) {
  struct workflow_memory *m = workflow->memory;
  ria_yaml *node = ria_yaml_get(m->root, "defaults");
  size_t mark = workflow_enter(workflow, "defaults");
  workflow_scope scope = {.workflow = workflow};
  ria_yaml *map = ria_yaml_is_null(node) ? ria_yaml_map(&m->yaml, m->root)
                                         : scope_substitute(&scope, node, NULL);
  workflow_raw_defaults raw = {0};
  if (map && !yaml_has_bad(map) && !yaml_has_pending(map)) {
    ria_status status =
        ria_schema_read(&m->yaml, workflow_defaults_keys, map, m->path, &raw, m->errors);
    m->failed |= status != RIA_SUCCESS;
    if (map->kind == RIA_YAML_MAP && !m->yaml.failed)
      keep_defaults(workflow, &raw, map);
  }
  ria_schema_free(workflow_defaults_keys, &raw);
  workflow_leave(workflow, mark);
}

void workflow_read_top(workflow_file *workflow, const workflow_options *options, bool is_spooled) {
  read_texts(workflow, options, is_spooled);
  read_defaults(workflow);
}
