/* Points: substitutes `${...}`, reads and checks the keys, and evaluates `when`. */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "reader.h"
#include "ria/number.h"

enum { SENTENCE_BYTES = 1024 };

static workflow_scope scope_of(workflow_file *workflow, const workflow_point *point,
                               workflow_lookup look_up, void *context) {
  return (workflow_scope){.workflow = workflow,
                          .swept = point->parameter + point->parameters - point->swept,
                          .swept_count = point->swept,
                          .results = true,
                          .look_up = look_up,
                          .context = context};
}

/* "steps.week", or "steps.scaling(ranks=2)" if there are several points. */
static void start_path(workflow_file *workflow, const workflow_point *point) {
  bool swept = *point->label;
  snprintf(workflow->memory->path, WORKFLOW_PATH, "steps.%s%s%s%s", point->step->name,
           swept ? "(" : "", point->label, swept ? ")" : "");
}

static bool is_common(const char *name) {
  return ria_schema_find(step_keys, name) != NULL;
}

/* The keys of the kind, without those that every step has. */
static ria_yaml *own_keys(workflow_file *workflow, const ria_yaml *map) {
  ria_yaml *own = ria_yaml_map(&workflow->memory->yaml, map);
  for (int i = 0; own && i < map->count; i++)
    if (!is_common(map->key[i]->text))
      ria_yaml_put_new(&workflow->memory->yaml, own, map->key[i], map->value[i]);
  return own;
}

/* A step's memory by core replaces the defaults' by node, and the other way round. */
static void drop_other_memory(ria_yaml *merged, const ria_yaml *own) {
  static const char *const kinds[] = {"memory", "memory_per_core"};
  for (int i = 0; i < 2; i++)
    if (ria_yaml_get(own, kinds[i]))
      ria_yaml_remove(merged, kinds[1 - i]);
}

static bool read_resources(workflow_file *workflow, workflow_scope *scope, workflow_point *point,
                           ria_yaml *node) {
  struct workflow_memory *m = workflow->memory;
  size_t mark = workflow_enter(workflow, "resources");
  ria_yaml *merged = m->resources ? ria_yaml_copy(&m->yaml, m->resources)
                                  : ria_yaml_map(&m->yaml, m->step_node[point->step->index]);
  ria_yaml *own = ria_yaml_is_null(node) ? NULL : scope_substitute(scope, node, NULL);
  bool good = merged && !yaml_has_bad(own) && !m->yaml.failed;
  if (good && own && own->kind != RIA_YAML_MAP) {
    workflow_expected(workflow, own, "a mapping of keys such as 'ranks'");
    good = false;
  }
  if (good && own)
    drop_other_memory(merged, own);
  for (int i = 0; good && own && i < own->count; i++)
    ria_yaml_put(&m->yaml, merged, own->key[i], own->value[i]);
  if (good && merged->count) {
    if (own) { /* findings about missing or conflicting keys are placed at the step */
      merged->line = own->line;
      merged->column = own->column;
    }
    point->pending |= yaml_has_pending(merged);
    good = workflow_read_resources(workflow, merged, &point->resources);
  }
  workflow_leave(workflow, mark);
  return good;
}

static bool read_environment(workflow_file *workflow, workflow_scope *scope, workflow_point *point,
                             ria_yaml *node) {
  struct workflow_memory *m = workflow->memory;
  size_t mark = workflow_enter(workflow, "environment");
  ria_yaml *own = ria_yaml_is_null(node) ? NULL : scope_substitute(scope, node, NULL);
  bool good = !yaml_has_bad(own) && !m->yaml.failed;
  if (good) {
    point->pending |= yaml_has_pending(own);
    good = workflow_read_environment(workflow, m->environment, own, &point->environments,
                                     &point->environment);
  }
  workflow_leave(workflow, mark);
  return good;
}

static void free_object(const workflow_step_kind *kind, void *object) {
  if (kind->destroy)
    kind->destroy(object);
  ria_schema_free(kind->keys, object);
  free(object);
}

/* Reads the kind's keys. An object that lacks a result is checked, but not kept. */
static bool read_object(workflow_file *workflow, workflow_scope *scope, workflow_point *point) {
  struct workflow_memory *m = workflow->memory;
  const workflow_step_kind *kind = point->step->kind;
  const ria_key *keys = workflow_schema(workflow, kind);
  ria_yaml *own = own_keys(workflow, m->step_node[point->step->index]);
  ria_yaml *body = own && keys ? scope_substitute(scope, own, kind->keys) : NULL;
  void *object = calloc(1, kind->bytes ? kind->bytes : 1);
  if (!body || !object || yaml_has_bad(body)) {
    m->yaml.failed |= !object;
    free(object);
    return false;
  }
  point->body = body;
  bool pending = yaml_has_pending(body);
  point->pending |= pending;
  ria_status status = ria_schema_read(&m->yaml, keys, body, m->path, object, m->errors);
  bool before = m->failed, good = status == RIA_SUCCESS;
  point->object = object;
  if (good && !pending && kind->check) {
    m->failed = false;
    kind->check(point, m->errors);
    good = !m->failed;
  }
  m->failed = before || !good;
  if (good && !pending)
    return true;
  point->object = NULL;
  free_object(kind, object);
  return good;
}

static bool check_when(workflow_file *workflow, workflow_scope *scope,
                       const workflow_point *point) {
  ria_yaml *node = ria_yaml_get(workflow->memory->step_node[point->step->index], "when");
  const char *when = point->step->when;
  if (!when)
    return true;
  workflow_value value;
  name_state state;
  expression_error error;
  bool truth;
  size_t start = strncmp(node->text, "${", 2) ? 0 : 2;
  ria_status status =
      expression_evaluate(when, strlen(when), scope_look_up, scope, &value, &state, &error);
  if (status == RIA_SUCCESS && state == NAME_KNOWN)
    status = value_truth(&value, &truth, &error);
  value_clear(&value);
  if (status == RIA_SUCCESS)
    return true;
  size_t mark = workflow_enter(workflow, "when");
  workflow_find_fault(workflow, yaml_at_offset(&workflow->memory->yaml, node, start + error.offset),
                      "%s", status == RIA_ERROR_CASE ? error.text : "no memory");
  workflow_leave(workflow, mark);
  return false;
}

/* Substitutes, reads and checks one point. False with findings. */
static bool read_point(workflow_file *workflow, workflow_point *point, workflow_lookup look_up,
                       void *context) {
  struct workflow_memory *m = workflow->memory;
  const ria_yaml *map = m->step_node[point->step->index];
  workflow_scope scope = scope_of(workflow, point, look_up, context);
  start_path(workflow, point);
  point->pending = false;
  bool good = read_resources(workflow, &scope, point, ria_yaml_get(map, "resources"));
  good &= read_environment(workflow, &scope, point, ria_yaml_get(map, "environment"));
  good &= read_object(workflow, &scope, point);
  if (!look_up)
    good &= check_when(workflow, &scope, point);
  if ((!good || point->pending) &&
      point->object) { /* because resources or environment are pending or bad */
    free_object(point->step->kind, point->object);
    point->object = NULL;
  }
  m->failed |= !good;
  workflow_leave(workflow, 0);
  return good && !m->yaml.failed;
}

/* Stops at the first point with findings: the other points would repeat them. */
static void make_points_of(workflow_file *workflow, workflow_step *step) {
  struct workflow_memory *m = workflow->memory;
  ria_yaml *node = ria_yaml_get(m->step_node[step->index], "sweep");
  ria_yaml *sweep = NULL;
  snprintf(m->path, sizeof m->path, "steps.%s.sweep", step->name);
  if (node && ria_yaml_is_null(node)) {
    workflow_expected(workflow, node, "parameters and their values");
    return;
  }
  if (node) {
    workflow_scope scope = {.workflow = workflow};
    sweep = scope_substitute(&scope, node, NULL);
    if (!sweep || yaml_has_bad(sweep) || yaml_has_pending(sweep))
      return;
  }
  if (!sweep_expand(workflow, step, sweep))
    return;
  for (int i = 0; i < step->points; i++) {
    if (!read_point(workflow, &step->point[i], NULL, NULL))
      return;
    if (m->progress)
      m->progress(step->name, i + 1, step->points);
  }
}

void workflow_make_points(workflow_file *workflow) {
  struct workflow_memory *m = workflow->memory;
  for (int i = 0; i < workflow->steps && !m->yaml.failed; i++)
    if (m->step_node[i] && workflow->step[i].kind)
      make_points_of(workflow, &workflow->step[i]);
  workflow_leave(workflow, 0);
}

ria_status point_complete(workflow_file *workflow, workflow_point *point, workflow_lookup lookup,
                          void *context, ria_case_errors *errors) {
  struct workflow_memory *m = workflow->memory;
  if (!point->pending)
    return RIA_SUCCESS;
  workflow_point completed = *point;
  m->errors = errors;
  m->failed = false;
  bool good = read_point(workflow, &completed, lookup, context);
  m->errors = NULL;
  if (m->yaml.failed)
    return ria_fail(RIA_ERROR_MEMORY, "no memory for the step '%s'", point->step->name);
  if (!good)
    return ria_fail(RIA_ERROR_CASE, "%s",
                    errors->count ? errors->error[errors->count - 1].text : "the step has errors");
  if (completed.pending)
    return ria_fail(RIA_ERROR_CASE, "the step '%s' refers to results that do not exist yet",
                    point->step->name);
  *point = completed;
  return RIA_SUCCESS;
}

ria_status point_when(const workflow_point *point, workflow_lookup lookup, void *context,
                      name_state *state, bool *run) {
  const workflow_step *step = point->step;
  workflow_file *workflow = (workflow_file *)step->workflow; /* only read */
  workflow_scope scope = scope_of(workflow, point, lookup, context);
  workflow_value value = {0};
  expression_error error;
  *state = NAME_KNOWN;
  *run = !step->when;
  if (!step->when)
    return RIA_SUCCESS;
  ria_status status = expression_evaluate(step->when, strlen(step->when), scope_look_up, &scope,
                                          &value, state, &error);
  if (status == RIA_SUCCESS && *state == NAME_KNOWN)
    status = value_truth(&value, run, &error);
  value_clear(&value);
  if (status != RIA_ERROR_CASE)
    return status;
  *run = false;
  const ria_yaml *node = ria_yaml_get(workflow->memory->step_node[step->index], "when");
  return ria_fail(RIA_ERROR_CASE, "%s:%d:%d: steps.%s.when: %s", node->source->name, node->line,
                  node->column, step->name, error.text);
}

/* The node of a dotted key in the body, or its nearest existing parent. */
static const ria_yaml *find_node(const ria_yaml *node, const char *key) {
  char part[WORKFLOW_PATH];
  while (*key) {
    size_t length = strcspn(key, ".");
    if (length >= sizeof part)
      break;
    memcpy(part, key, length);
    part[length] = '\0';
    const ria_yaml *child = NULL;
    if (node->kind == RIA_YAML_LIST && atoi(part) < node->count && atoi(part) >= 0)
      child = node->value[atoi(part)];
    else
      child = ria_yaml_get(node, part);
    if (!child)
      break;
    node = child;
    key += length + (key[length] == '.');
  }
  return node;
}

void point_complain_resources(const workflow_point *point, ria_case_errors *errors,
                              const char *format, ...) {
  char sentence[SENTENCE_BYTES], path[WORKFLOW_PATH];
  const struct workflow_memory *m = point->step->workflow->memory;
  const ria_yaml *step = m->step_node[point->step->index];
  const ria_yaml *own = ria_yaml_get(step, "resources");
  bool swept = *point->label;
  va_list arguments;
  va_start(arguments, format);
  ria_vsnprintf(sentence, sizeof sentence, format, arguments);
  va_end(arguments);
  snprintf(path, sizeof path, "steps.%s%s%s%s.resources", point->step->name, swept ? "(" : "",
           point->label, swept ? ")" : "");
  ria_case_complain(errors, own ? own : m->resources ? m->resources : step, path, "%s", sentence);
}

void point_complain(const workflow_point *point, ria_case_errors *errors, const char *key,
                    const char *format, ...) {
  char sentence[SENTENCE_BYTES], path[WORKFLOW_PATH];
  bool swept = *point->label;
  va_list arguments;
  va_start(arguments, format);
  ria_vsnprintf(sentence, sizeof sentence, format, arguments);
  va_end(arguments);
  snprintf(path, sizeof path, "steps.%s%s%s%s%s%s", point->step->name, swept ? "(" : "",
           point->label, swept ? ")" : "", *key ? "." : "", key);
  point->step->workflow->memory->failed = true;
  ria_case_complain(errors, find_node(point->body, key), path, "%s", sentence);
}
