/* Parameters from the file, from the selected variants, and from --set on the command line. */
#include <stdlib.h>
#include <string.h>
#include "reader.h"
#include "word.h"

enum { PARAMETERS = 1000 }; /* bounds the recursion: each may refer to all others */

static workflow_parameter *find(workflow_file *workflow, const char *name) {
  struct workflow_memory *m = workflow->memory;
  int i = ria_word_table_find(&m->parameter_names, name);
  return i < 0 ? NULL : &m->parameter[i];
}

static workflow_parameter *add(workflow_file *workflow, const char *name) {
  struct workflow_memory *m = workflow->memory;
  if (m->parameters == PARAMETERS) {
    if (!m->root->bad) /* report once */
      workflow_find_fault(workflow, m->root, "there may be at most %d parameters", PARAMETERS);
    return NULL;
  }
  if (m->parameters == m->parameter_room) {
    int room = m->parameter_room ? 2 * m->parameter_room : 16;
    workflow_parameter *more = workflow_allocate(workflow, (size_t)room, sizeof *more);
    if (!more)
      return NULL;
    if (m->parameters)
      memcpy(more, m->parameter, (size_t)m->parameters * sizeof *more);
    m->parameter = more;
    m->parameter_room = room;
  }
  if (!ria_word_table_put(&m->parameter_names, name, m->parameters)) {
    m->yaml.failed = true;
    return NULL;
  }
  m->parameter[m->parameters].name = name;
  return &m->parameter[m->parameters++];
}

static void put(workflow_file *workflow, const ria_yaml *key, ria_yaml *node, bool is_set) {
  workflow_parameter *parameter = find(workflow, key->text);
  if (parameter && parameter->is_set && !is_set)
    return;
  if (!parameter)
    parameter = add(workflow, key->text);
  if (!parameter)
    return;
  parameter->raw = node;
  parameter->is_set |= is_set;
}

static bool check_name(workflow_file *workflow, ria_yaml *key) {
  bool good =
      workflow_is_word(key->text) && strlen(key->text) <= 64 && !workflow_is_keyword(key->text);
  if (!good) {
    size_t mark = workflow_enter(workflow, key->text);
    workflow_find_fault(workflow, key,
                        "a parameter's name is a word of letters, digits, '_' and '-' that "
                        "starts with a letter, at most 64 bytes, and not one of and, or, not, "
                        "true and false");
    workflow_leave(workflow, mark);
  }
  return good;
}

static void put_map(workflow_file *workflow, ria_yaml *map) {
  if (ria_yaml_is_null(map))
    return;
  if (map->kind != RIA_YAML_MAP) {
    workflow_expected(workflow, map, "a mapping of names to values");
    return;
  }
  for (int i = 0; i < map->count; i++)
    if (check_name(workflow, map->key[i]))
      put(workflow, map->key[i], map->value[i], false);
}

/* --- values --- */

static void resolve(workflow_file *workflow, workflow_parameter *parameter);

/* Resolves a name in a parameter's value before the name is looked up. */
static void resolve_named(void *context, const char *name, size_t offset) {
  (void)offset;
  workflow_file *workflow = context;
  workflow_parameter *parameter = find(workflow, name);
  if (parameter)
    resolve(workflow, parameter);
}

static void resolve_names_of(workflow_file *workflow, const ria_yaml *node) {
  for (int i = 0; i < node->count; i++)
    resolve_names_of(workflow, node->value[i]);
  if (node->kind != RIA_YAML_SCALAR)
    return;
  for (const char *p = node->text; (p = strstr(p, "${")) != NULL;) {
    p += 2;
    long length = expression_length(p);
    if (length > 0)
      expression_names(p, (size_t)length, resolve_named, workflow);
  }
}

static void take_value(workflow_file *workflow, workflow_parameter *parameter) {
  ria_yaml *node = parameter->node;
  workflow_value value = {0};
  if (node->kind != RIA_YAML_SCALAR)
    return;
  ria_status status =
      node->quoted ? value_set_text(&value, node->text) : value_set_plain(&value, node->text);
  parameter->value = workflow_adopt(workflow, &value);
  workflow->memory->yaml.failed |= status != RIA_SUCCESS;
}

/* A value that refers to a bad parameter stays pending. It becomes bad without another finding. */
static void resolve_raw(workflow_file *workflow, workflow_parameter *parameter) {
  workflow_scope scope = {.workflow = workflow};
  parameter->state = PARAMETER_OPEN;
  resolve_names_of(workflow, parameter->raw);
  parameter->node = parameter->raw->bad ? NULL : scope_substitute(&scope, parameter->raw, NULL);
  bool good =
      parameter->node && !yaml_has_bad(parameter->node) && !yaml_has_pending(parameter->node);
  parameter->state = good ? PARAMETER_DONE : PARAMETER_BAD;
  if (good)
    take_value(workflow, parameter);
}

static void resolve(workflow_file *workflow, workflow_parameter *parameter) {
  char before[WORKFLOW_PATH];
  memcpy(before, workflow->memory->path, sizeof before);
  workflow_leave(workflow, 0);
  workflow_enter(workflow, "parameters");
  workflow_enter(workflow, parameter->name);
  if (parameter->state == PARAMETER_RAW)
    resolve_raw(workflow, parameter);
  else if (parameter->state == PARAMETER_OPEN && !parameter->raw->bad)
    workflow_find_fault(workflow, parameter->raw, "the value of '%s' depends on itself",
                        parameter->name);
  memcpy(workflow->memory->path, before, sizeof before);
}

/* --- variants --- */

static const char *list_choices(const ria_yaml *map, ria_text *text) {
  for (int i = 0; i < map->count; i++) {
    ria_text_add(text, "%s", !i ? "" : i + 1 < map->count ? ", " : " or ");
    ria_text_add_quoted(text, map->key[i]->text);
  }
  return text->data ? text->data : "";
}

static void find_no_choice(workflow_file *workflow, workflow_parameter *parameter,
                           const ria_yaml *map) {
  enum { CANDIDATES = 100 };
  const char *candidate[CANDIDATES];
  int count = 0;
  for (; count < map->count && count < CANDIDATES; count++)
    candidate[count] = map->key[count]->text;
  const char *nearest = ria_text_nearest(parameter->value.text, count, candidate);
  ria_text choices = {0}, shown = {0};
  ria_text_add_quoted(&shown, parameter->value.text);
  workflow_find_fault(workflow, parameter->node, "expected %s, got '%s'%s%s%s",
                      list_choices(map, &choices), shown.data ? shown.data : "",
                      nearest ? "; did you mean '" : "", nearest ? nearest : "",
                      nearest ? "'?" : "");
  ria_text_destroy(&choices);
  ria_text_destroy(&shown);
}

/* Adds the parameters that one choice selects. Resolved values are dropped, because the choice may
 * change them. */
static void apply_variant(workflow_file *workflow, ria_yaml *key, ria_yaml *choices) {
  struct workflow_memory *m = workflow->memory;
  workflow_parameter *parameter = find(workflow, key->text);
  if (!parameter) {
    workflow_find_fault(workflow, key, "there is no parameter of that name to select a variant");
    return;
  }
  if (choices->kind != RIA_YAML_MAP) {
    workflow_expected(workflow, choices, "a mapping of choices to their parameters");
    return;
  }
  resolve(workflow, parameter);
  if (parameter->state != PARAMETER_DONE)
    return;
  if (!parameter->value.text) {
    workflow_expected(workflow, parameter->node, "one of the variants");
    return;
  }
  workflow_value chosen = parameter->value;
  int i = ria_yaml_index(choices, chosen.text);
  if (i < 0) {
    find_no_choice(workflow, parameter, choices);
    return;
  }
  for (int j = 0; j < m->parameters; j++) {
    m->parameter[j].state = PARAMETER_RAW;
    m->parameter[j].value = (workflow_value){0};
  }
  size_t mark = workflow_enter(workflow, choices->key[i]->text);
  put_map(workflow, choices->value[i]);
  workflow_leave(workflow, mark);
}

static void apply_variants(workflow_file *workflow, ria_yaml *variants) {
  if (ria_yaml_is_null(variants))
    return;
  if (variants->kind != RIA_YAML_MAP) {
    workflow_expected(workflow, variants, "a mapping of parameters to their choices");
    return;
  }
  for (int i = 0; i < variants->count; i++) {
    size_t mark = workflow_enter(workflow, variants->key[i]->text);
    apply_variant(workflow, variants->key[i], variants->value[i]);
    workflow_leave(workflow, mark);
  }
}

/* --- the command line --- */

/* --set may name a parameter of any variant, also of one that is not chosen. */
static bool is_in_variants(const ria_yaml *variants, const char *name) {
  for (int i = 0; variants && i < variants->count; i++)
    for (int j = 0; j < variants->value[i]->count; j++)
      if (variants->value[i]->kind == RIA_YAML_MAP &&
          ria_yaml_index(variants->value[i]->value[j], name) >= 0)
        return true;
  return false;
}

static void find_no_parameter(workflow_file *workflow, const ria_yaml_source *source,
                              const char *name) {
  struct workflow_memory *m = workflow->memory;
  enum { CANDIDATES = 200 };
  const char *candidate[CANDIDATES];
  int count = 0;
  for (; count < m->parameters && count < CANDIDATES; count++)
    candidate[count] = m->parameter[count].name;
  const char *nearest = ria_text_nearest(name, count, candidate);
  m->failed = true;
  ria_case_complain_at(m->errors, source, 0, 0,
                       "there is no parameter of that name%s%s%s; set other keys by their paths, "
                       "such as steps.week.retries=3",
                       nearest ? "; did you mean '" : "", nearest ? nearest : "",
                       nearest ? "'?" : "");
}

static void set_parameters(workflow_file *workflow) {
  struct workflow_memory *m = workflow->memory;
  for (int i = 1; i < m->sources; i++) {
    const char *set = m->source[i].name, *equals = strchr(set, '=');
    if (!equals || equals == set || memchr(set, '.', (size_t)(equals - set)))
      continue; /* workflow_apply_sets() handles it */
    ria_yaml place = {.source = &m->source[i], .line = 1, .column = 1};
    ria_yaml *key = ria_yaml_scalar(&m->yaml, &place, "");
    char *name = ria_yaml_copy_text(&m->yaml, set, (size_t)(equals - set));
    if (!key || !name)
      return;
    key->text = name;
    if (!find(workflow, name) && ria_schema_find(workflow_keys, name))
      continue;
    if (!find(workflow, name) && !is_in_variants(ria_yaml_get(m->root, "variants"), name)) {
      find_no_parameter(workflow, &m->source[i], name);
      continue;
    }
    ria_yaml *value =
        ria_yaml_parse(&m->yaml, &m->source[i], equals + 1, strlen(equals + 1), m->errors);
    m->failed |= !value || value->bad;
    if (value)
      put(workflow, key, value, true);
  }
}

static void list_scalars(workflow_file *workflow) {
  struct workflow_memory *m = workflow->memory;
  workflow->parameter =
      workflow_allocate(workflow, (size_t)m->parameters, sizeof *workflow->parameter);
  if (!workflow->parameter)
    return;
  for (int i = 0; i < m->parameters; i++)
    if (m->parameter[i].state == PARAMETER_DONE && m->parameter[i].value.text)
      workflow->parameter[workflow->parameters++] =
          (workflow_named){workflow_copy(workflow, m->parameter[i].name), m->parameter[i].value};
}

void workflow_read_parameters(workflow_file *workflow) {
  struct workflow_memory *m = workflow->memory;
  ria_yaml *parameters = ria_yaml_get(m->root, "parameters");
  size_t mark = workflow_enter(workflow, "parameters");
  if (parameters)
    put_map(workflow, parameters);
  set_parameters(workflow);
  workflow_leave(workflow, mark);
  mark = workflow_enter(workflow, "variants");
  ria_yaml *variants = ria_yaml_get(m->root, "variants");
  bool before = m->failed;
  m->failed = false;
  if (variants)
    apply_variants(workflow, variants);
  m->variants_failed = m->failed;
  m->failed |= before;
  workflow_leave(workflow, mark);
  for (int i = 0; i < m->parameters; i++)
    resolve(workflow, &m->parameter[i]);
  list_scalars(workflow);
}
