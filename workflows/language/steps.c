/* Reads the steps: their names, their kinds, and the keys that every step has. */
#include <stdlib.h>
#include <string.h>
#include "reader.h"
#include "word.h"

enum { STEP_NAME_BYTES = 64 };

static bool check_name(workflow_file *workflow, ria_yaml *key) {
  bool good = workflow_is_word(key->text) && strlen(key->text) <= STEP_NAME_BYTES &&
              !workflow_is_keyword(key->text);
  if (!good)
    workflow_find_fault(workflow, key,
                        "a step's name is a word of letters, digits, '_' and '-' that starts "
                        "with a letter, at most %d bytes: folders, jobs and expressions use it",
                        STEP_NAME_BYTES);
  return good;
}

static void find_no_kind(workflow_file *workflow, ria_yaml *node) {
  enum { CANDIDATES = 64 };
  const char *candidate[CANDIDATES];
  int count = 0;
  ria_text list = {0}, shown = {0};
  for (; step_kinds[count] && count < CANDIDATES; count++)
    candidate[count] = step_kinds[count]->name;
  for (int i = 0; i < count; i++)
    ria_text_add(&list, "%s%s", !i ? "" : i + 1 < count ? ", " : " or ", candidate[i]);
  const char *nearest = ria_text_nearest(node->text, count, candidate);
  ria_text_add_quoted(&shown, node->text);
  workflow_find_fault(workflow, node, "expected %s, got '%s'%s%s%s",
                      list.data ? list.data : "a kind", shown.data ? shown.data : "",
                      nearest ? "; did you mean '" : "", nearest ? nearest : "",
                      nearest ? "'?" : "");
  ria_text_destroy(&list);
  ria_text_destroy(&shown);
}

static void read_kind(workflow_file *workflow, workflow_step *step, ria_yaml *map) {
  ria_yaml *node = ria_yaml_get(map, "kind");
  if (ria_yaml_is_null(node)) {
    ria_text list = {0};
    for (int i = 0; step_kinds[i]; i++)
      ria_text_add(&list, "%s%s", i ? ", " : "", step_kinds[i]->name);
    bool bad = map->bad;
    workflow_find_fault(workflow, map, "'kind' is missing; there are %s",
                        list.data ? list.data : "none");
    map->bad = bad;
    ria_text_destroy(&list);
    return;
  }
  size_t mark = workflow_enter(workflow, "kind");
  if (node->kind != RIA_YAML_SCALAR)
    workflow_expected(workflow, node, "the name of a kind of step");
  else if (!(step->kind = step_kind_find(node->text)))
    find_no_kind(workflow, node);
  workflow_leave(workflow, mark);
}

/* `retries`, `modules` and `without_gpu` belong to the step, so they may use the workflow's
 * parameters, but not those of its sweep. */
static void read_plain(workflow_file *workflow, workflow_step *step, const ria_yaml *map) {
  static const char *const names[] = {"retries", "modules", "without_gpu"};
  struct workflow_memory *m = workflow->memory;
  step->retries = m->retries;
  step->without_gpu = (workflow_without_gpu)m->without_gpu;
  step->modules = m->modules;
  step->module = m->module;
  ria_yaml *own = NULL;
  workflow_scope scope = {.workflow = workflow};
  for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
    const ria_yaml *node = ria_yaml_get(map, names[i]);
    if (ria_yaml_is_null(node))
      continue;
    size_t mark = workflow_enter(workflow, names[i]);
    ria_yaml *value = scope_substitute(&scope, node, NULL);
    workflow_leave(workflow, mark);
    own = own ? own : ria_yaml_map(&m->yaml, map);
    if (value && !yaml_has_bad(value))
      ria_yaml_put_text(&m->yaml, own, names[i], value);
  }
  workflow_raw_defaults raw = {0};
  if (!own)
    return;
  bool has_retries = ria_yaml_get(own, "retries"), has_modules = ria_yaml_get(own, "modules");
  m->failed |= ria_schema_read(&m->yaml, workflow_defaults_keys, own, m->path, &raw, m->errors) !=
               RIA_SUCCESS;
  if (has_retries)
    step->retries = raw.retries;
  if (ria_yaml_get(own, "without_gpu"))
    step->without_gpu = (workflow_without_gpu)raw.without_gpu;
  if (has_modules) {
    step->modules = raw.modules;
    step->module = workflow_allocate(workflow, (size_t)raw.modules, sizeof *step->module);
    for (int i = 0; step->module && i < raw.modules; i++)
      step->module[i] = workflow_copy(workflow, raw.module[i]);
  }
  ria_schema_free(workflow_defaults_keys, &raw);
}

/* The condition without its `${` and `}`. */
static void read_when(workflow_file *workflow, workflow_step *step, const ria_yaml *map) {
  ria_yaml *node = ria_yaml_get(map, "when");
  if (ria_yaml_is_null(node))
    return;
  size_t mark = workflow_enter(workflow, "when");
  if (node->kind != RIA_YAML_SCALAR) {
    workflow_expected(workflow, node, "a condition such as \"${check.drift < 1e-6}\"");
  } else if (!strstr(node->text, "${")) {
    step->when = node->text;
  } else {
    long length = strncmp(node->text, "${", 2) ? -1 : expression_length(node->text + 2);
    if (length < 0 || node->text[length + 3])
      workflow_find_fault(workflow, node,
                          "write the whole condition inside one '${...}', or without any");
    else
      step->when = ria_yaml_copy_text(&workflow->memory->yaml, node->text + 2, (size_t)length);
  }
  workflow_leave(workflow, mark);
}

static void read_step(workflow_file *workflow, ria_yaml *key, ria_yaml *map) {
  struct workflow_memory *m = workflow->memory;
  int index = workflow->steps++;
  workflow_step *step = &workflow->step[index];
  *step = (workflow_step){.workflow = workflow,
                          .index = index,
                          .name = key->text,
                          .line = key->line,
                          .column = key->column};
  size_t mark = workflow_enter(workflow, key->text);
  if (check_name(workflow, key) && !ria_word_table_put(&m->step_names, key->text, index))
    m->yaml.failed = true;
  if (map->kind != RIA_YAML_MAP) {
    workflow_expected(workflow, map, "a mapping of keys such as 'kind'");
  } else {
    m->step_node[index] = map;
    read_kind(workflow, step, map);
    read_plain(workflow, step, map);
    read_when(workflow, step, map);
  }
  workflow_leave(workflow, mark);
}

void workflow_read_steps(workflow_file *workflow) {
  struct workflow_memory *m = workflow->memory;
  ria_yaml *steps = ria_yaml_get(m->root, "steps");
  if (!steps || ria_yaml_is_null(steps)) {
    workflow_find_fault(workflow, steps ? steps : m->root,
                        "'steps' is missing; a workflow has at least one");
    return;
  }
  size_t mark = workflow_enter(workflow, "steps");
  if (steps->kind != RIA_YAML_MAP || !steps->count) {
    workflow_expected(workflow, steps, "a mapping of steps by their names");
  } else if (steps->count > WORKFLOW_STEPS) {
    workflow_find_fault(workflow, steps, "there may be at most %d steps, but here are %d",
                        WORKFLOW_STEPS, steps->count);
  } else {
    workflow->step = workflow_allocate(workflow, (size_t)steps->count, sizeof(workflow_step));
    m->step_node = workflow_allocate(workflow, (size_t)steps->count, sizeof *m->step_node);
    for (int i = 0; i < steps->count && !m->yaml.failed; i++)
      read_step(workflow, steps->key[i], steps->value[i]);
  }
  workflow_leave(workflow, mark);
}

const workflow_step_kind *step_kind_find(const char *name) {
  for (const workflow_step_kind *const *kind = step_kinds; *kind; kind++)
    if (!strcmp((*kind)->name, name))
      return *kind;
  return NULL;
}
