/* Looks up the names that are visible at a place of the file, and substitutes their values. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "reader.h"
#include "word.h"

enum {
  NODES = 8000000,        /* in all points together: bounds sweeps of huge steps */
  COPIED_NODES = 400000,  /* from `${name}` of lists and mappings, in all */
  FILLED_BYTES = 64 << 20 /* of texts after substitution, in all */
};

static const workflow_parameter *find_parameter(const workflow_file *workflow, const char *name) {
  const struct workflow_memory *m = workflow->memory;
  int i = ria_word_table_find(&m->parameter_names, name);
  return i < 0 ? NULL : &m->parameter[i];
}

static void hint_parameter(workflow_scope *scope, const char *name) {
  const struct workflow_memory *m = scope->workflow->memory;
  enum { CANDIDATES = 200 };
  const char *candidate[CANDIDATES];
  int count = 0;
  for (int i = 0; i < scope->swept_count && count < CANDIDATES; i++)
    candidate[count++] = scope->swept[i].name;
  for (int i = 0; i < m->parameters && count < CANDIDATES; i++)
    candidate[count++] = m->parameter[i].name;
  const char *nearest = ria_text_nearest(name, count, candidate);
  if (nearest)
    snprintf(scope->hint, sizeof scope->hint, "; did you mean '%.60s'?", nearest);
  else if (strchr(name, '-'))
    snprintf(scope->hint, sizeof scope->hint, "; a minus needs a space beside it");
  else if (workflow_find(scope->workflow, name))
    snprintf(scope->hint, sizeof scope->hint, "; a result of a step is written '%.60s.key'", name);
  else
    snprintf(scope->hint, sizeof scope->hint, " among the parameters");
}

static name_state look_up_result(workflow_scope *scope, const char *name, workflow_value *value,
                                 const char **hint) {
  char step[WORKFLOW_NAME_BYTES];
  size_t length = strcspn(name, ".");
  memcpy(step, name, length);
  step[length] = '\0';
  *hint = scope->hint;
  if (!scope->results) {
    snprintf(scope->hint, sizeof scope->hint, ": results of steps are not known here");
    return NAME_UNKNOWN;
  }
  if (!workflow_find(scope->workflow, step)) {
    snprintf(scope->hint, sizeof scope->hint, ": there is no step '%.60s'", step);
    return NAME_UNKNOWN;
  }
  *hint = NULL;
  return scope->look_up ? scope->look_up(scope->context, name, value, hint) : NAME_LATER;
}

name_state scope_look_up(void *context, const char *name, workflow_value *value,
                         const char **hint) {
  workflow_scope *scope = context;
  if (strchr(name, '.'))
    return look_up_result(scope, name, value, hint);
  for (int i = 0; i < scope->swept_count; i++) {
    if (!strcmp(scope->swept[i].name, name)) {
      *value = scope->swept[i].value;
      return NAME_KNOWN;
    }
  }
  const workflow_parameter *parameter = find_parameter(scope->workflow, name);
  *hint = scope->hint;
  if (!parameter) {
    hint_parameter(scope, name);
    return NAME_UNKNOWN;
  }
  if (parameter->state == PARAMETER_DONE && parameter->value.text) {
    *value = parameter->value;
    return NAME_KNOWN;
  }
  if (parameter->state != PARAMETER_DONE)
    return NAME_LATER; /* it has been reported */
  snprintf(scope->hint, sizeof scope->hint,
           " to calculate with: it is a list or a mapping, which can only stand alone");
  return NAME_UNKNOWN;
}

ria_yaml *yaml_at_offset(ria_yaml_memory *memory, const ria_yaml *node, size_t offset) {
  ria_yaml *place = ria_yaml_scalar(memory, node, "");
  if (!place ||
      strpbrk(node->text, "\n\t\\")) /* offsets in folded or escaped text do not match the file */
    return place;
  place->column += node->quoted;
  for (size_t i = 0; i < offset && node->text[i]; i++)
    place->column += ((unsigned char)node->text[i] & 0xc0) != 0x80;
  return place;
}

/* The list or mapping that a single `${name}` stands for; NULL for a scalar. */
static const ria_yaml *find_structure(const workflow_scope *scope, const char *text) {
  char name[WORKFLOW_NAME_BYTES];
  size_t length = strlen(text);
  if (strncmp(text, "${", 2) || text[length - 1] != '}')
    return NULL;
  text += 2;
  length -= 3;
  while (*text == ' ')
    text++, length--;
  while (length && text[length - 1] == ' ')
    length--;
  if (length >= sizeof name || workflow_word_length(text, text + length) != length)
    return NULL;
  memcpy(name, text, length);
  name[length] = '\0';
  for (int i = 0; i < scope->swept_count; i++)
    if (!strcmp(scope->swept[i].name, name))
      return NULL;
  const workflow_parameter *parameter = find_parameter(scope->workflow, name);
  return parameter && parameter->state == PARAMETER_DONE && !parameter->value.text ? parameter->node
                                                                                   : NULL;
}

/* Counts the nodes and text bytes of a tree, up to the limits. */
static void measure(const ria_yaml *node, size_t *nodes, size_t *bytes) {
  ++*nodes;
  if (node->kind == RIA_YAML_SCALAR)
    *bytes += strlen(node->text);
  for (int i = 0; i < node->count && *nodes <= COPIED_NODES && *bytes <= FILLED_BYTES; i++)
    measure(node->value[i], nodes, bytes);
}

/* Bounds exponential growth: a parameter may hold another one several times, and so on. */
static bool fits(workflow_scope *scope, ria_yaml *place, size_t nodes, size_t bytes) {
  struct workflow_memory *m = scope->workflow->memory;
  m->copied_nodes += nodes;
  m->filled_bytes += bytes;
  if (m->copied_nodes <= COPIED_NODES && m->filled_bytes <= FILLED_BYTES)
    return true;
  if (!m->expanded) /* report once */
    workflow_find_fault(scope->workflow, place,
                        "after substitution of the `${...}` up to here the workflow is longer than "
                        "%d MiB or has more than %d values; shorten the substituted values",
                        FILLED_BYTES >> 20, COPIED_NODES);
  m->expanded = place->bad = true;
  return false;
}

static ria_yaml *copy_structure(workflow_scope *scope, ria_yaml *place, const ria_yaml *structure) {
  size_t nodes = 0, bytes = 0;
  measure(structure, &nodes, &bytes);
  return fits(scope, place, nodes, bytes) ? ria_yaml_copy(&scope->workflow->memory->yaml, structure)
                                          : place;
}

static ria_yaml *substitute_scalar(workflow_scope *scope, const ria_yaml *node) {
  ria_yaml_memory *memory = &scope->workflow->memory->yaml;
  ria_yaml *copy = ria_yaml_copy(memory, node);
  if (!copy || !strstr(node->text, "${"))
    return copy;
  const ria_yaml *structure = find_structure(scope, node->text);
  if (structure)
    return copy_structure(scope, copy, structure);
  workflow_value value;
  name_state state;
  expression_error error;
  ria_status status =
      expression_substitute(node->text, scope_look_up, scope, &value, &state, &error);
  if (status == RIA_ERROR_CASE) {
    workflow_find_fault(scope->workflow, yaml_at_offset(memory, node, error.offset), "%s",
                        error.text);
    copy->bad = true;
  } else if (status != RIA_SUCCESS) {
    memory->failed = true;
  } else if (state == NAME_LATER) {
    copy->pending = true;
  } else if (fits(scope, copy, 0, strlen(value.text))) {
    copy->text = ria_yaml_copy_text(memory, value.text, strlen(value.text));
    copy->quoted = !value.is_number;
  }
  value_clear(&value);
  return memory->failed ? NULL : copy;
}

static ria_yaml *substitute_list(workflow_scope *scope, const ria_yaml *node) {
  ria_yaml_memory *memory = &scope->workflow->memory->yaml;
  ria_yaml *list = ria_yaml_list(memory, node);
  for (int i = 0; list && i < node->count; i++) {
    size_t mark = workflow_enter_item(scope->workflow, i);
    ria_yaml *item = scope_substitute(scope, node->value[i], NULL);
    workflow_leave(scope->workflow, mark);
    if (!item)
      return NULL;
    ria_yaml_append(memory, list, item);
    list->bad |= item->bad;
    list->pending |= item->pending && item->kind != RIA_YAML_MAP;
  }
  return list;
}

static ria_yaml *substitute_map(workflow_scope *scope, const ria_yaml *node,
                                const ria_key *verbatim) {
  ria_yaml_memory *memory = &scope->workflow->memory->yaml;
  ria_yaml *map = ria_yaml_map(memory, node);
  for (int i = 0; map && i < node->count; i++) {
    const ria_key *key = verbatim ? ria_schema_find(verbatim, node->key[i]->text) : NULL;
    size_t mark = workflow_enter(scope->workflow, node->key[i]->text);
    ria_yaml *value = key && (key->flags & RIA_KEY_VERBATIM)
                          ? ria_yaml_copy(memory, node->value[i])
                          : scope_substitute(scope, node->value[i], NULL);
    workflow_leave(scope->workflow, mark);
    if (!value)
      return NULL;
    ria_yaml_put_new(memory, map, node->key[i], value);
  }
  return map;
}

ria_yaml *scope_substitute(workflow_scope *scope, const ria_yaml *node, const ria_key *verbatim) {
  ria_yaml_memory *memory = &scope->workflow->memory->yaml;
  if (memory->nodes > NODES) {
    if (!scope->workflow->memory->root->bad) /* report once */
      workflow_find_fault(scope->workflow, scope->workflow->memory->root,
                          "the points of all sweeps together do not fit in memory");
    ria_yaml *nothing = ria_yaml_scalar(memory, node, "");
    if (nothing)
      nothing->bad = true;
    return nothing;
  }
  switch (node->kind) {
  case RIA_YAML_SCALAR:
    return substitute_scalar(scope, node);
  case RIA_YAML_LIST:
    return substitute_list(scope, node);
  default:
    return substitute_map(scope, node, verbatim);
  }
}

bool yaml_has_bad(const ria_yaml *node) {
  bool found = node && node->bad;
  for (int i = 0; node && i < node->count && !found; i++)
    found = yaml_has_bad(node->value[i]);
  return found;
}

bool yaml_has_pending(const ria_yaml *node) {
  bool found = node && node->pending;
  for (int i = 0; node && i < node->count && !found; i++)
    found = yaml_has_pending(node->value[i]);
  return found;
}
