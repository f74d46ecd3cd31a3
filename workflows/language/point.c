/* Points: substitutes `${...}`, reads and checks the keys, and evaluates `when`. */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "reader.h"

enum { SENTENCE_BYTES = 1024 };

static ria_scope scope_of(ria_workflow *workflow, const ria_point *point, ria_lookup look_up,
                          void *context) {
  return (ria_scope){.workflow = workflow,
                     .swept = point->parameter + point->parameters - point->swept,
                     .swept_count = point->swept,
                     .results = true,
                     .look_up = look_up,
                     .context = context};
}

/* "steps.week", or "steps.scaling(ranks=2)" where there are several points. */
static void start_path(ria_workflow *workflow, const ria_point *point) {
  bool swept = *point->label;
  snprintf(workflow->memory->path, RIA_WORKFLOW_PATH, "steps.%s%s%s%s", point->step->name,
           swept ? "(" : "", point->label, swept ? ")" : "");
}

static bool is_common(const char *name) {
  return ria_schema_find(ria_step_keys, name) != NULL;
}

/* The keys of the kind, without those that every step has. */
static ria_yaml *own_keys(ria_workflow *workflow, const ria_yaml *map) {
  ria_yaml *own = ria_yaml_map(&workflow->memory->yaml, map);
  for (int i = 0; own && i < map->count; i++)
    if (!is_common(map->key[i]->text))
      ria_yaml_put_new(&workflow->memory->yaml, own, map->key[i], map->value[i]);
  return own;
}

static bool read_resources(ria_workflow *workflow, ria_scope *scope, ria_point *point,
                           ria_yaml *node) {
  struct ria_workflow_memory *m = workflow->memory;
  size_t mark = ria_workflow_enter(workflow, "resources");
  ria_yaml *merged = m->resources ? ria_yaml_copy(&m->yaml, m->resources)
                                  : ria_yaml_map(&m->yaml, m->step_node[point->step->index]);
  ria_yaml *own = ria_yaml_is_null(node) ? NULL : ria_scope_substitute(scope, node, NULL);
  bool good = merged && !ria_yaml_has_bad(own) && !m->yaml.failed;
  if (good && own && own->kind != RIA_YAML_MAP) {
    ria_workflow_expected(workflow, own, "a mapping of keys such as 'ranks'");
    good = false;
  }
  for (int i = 0; good && own && i < own->count; i++)
    ria_yaml_put(&m->yaml, merged, own->key[i], own->value[i]);
  if (good && merged->count) {
    if (own) { /* findings about missing or conflicting keys are placed at the step */
      merged->line = own->line;
      merged->column = own->column;
    }
    point->pending |= ria_yaml_has_pending(merged);
    good = ria_workflow_read_resources(workflow, merged, &point->resources);
  }
  ria_workflow_leave(workflow, mark);
  return good;
}

static bool read_environment(ria_workflow *workflow, ria_scope *scope, ria_point *point,
                             ria_yaml *node) {
  struct ria_workflow_memory *m = workflow->memory;
  size_t mark = ria_workflow_enter(workflow, "environment");
  ria_yaml *own = ria_yaml_is_null(node) ? NULL : ria_scope_substitute(scope, node, NULL);
  bool good = !ria_yaml_has_bad(own) && !m->yaml.failed;
  if (good) {
    point->pending |= ria_yaml_has_pending(own);
    good = ria_workflow_read_environment(workflow, m->environment, own, &point->environments,
                                         &point->environment);
  }
  ria_workflow_leave(workflow, mark);
  return good;
}

static void free_object(const ria_step_kind *kind, void *object) {
  if (kind->destroy)
    kind->destroy(object);
  ria_schema_free(kind->keys, object);
  free(object);
}

/* Reads the kind's keys. An object that lacks a result is checked, but not kept. */
static bool read_object(ria_workflow *workflow, ria_scope *scope, ria_point *point) {
  struct ria_workflow_memory *m = workflow->memory;
  const ria_step_kind *kind = point->step->kind;
  const ria_key *keys = ria_workflow_schema(workflow, kind);
  ria_yaml *own = own_keys(workflow, m->step_node[point->step->index]);
  ria_yaml *body = own && keys ? ria_scope_substitute(scope, own, kind->keys) : NULL;
  void *object = calloc(1, kind->bytes ? kind->bytes : 1);
  if (!body || !object || ria_yaml_has_bad(body)) {
    m->yaml.failed |= !object;
    free(object);
    return false;
  }
  point->body = body;
  bool pending = ria_yaml_has_pending(body);
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

static bool check_when(ria_workflow *workflow, ria_scope *scope, const ria_point *point) {
  ria_yaml *node = ria_yaml_get(workflow->memory->step_node[point->step->index], "when");
  const char *when = point->step->when;
  if (!when)
    return true;
  ria_value value;
  ria_name_state state;
  ria_expression_error error;
  bool truth;
  size_t start = strncmp(node->text, "${", 2) ? 0 : 2;
  ria_status status =
      ria_expression_evaluate(when, strlen(when), ria_scope_look_up, scope, &value, &state, &error);
  if (status == RIA_SUCCESS && state == RIA_NAME_KNOWN)
    status = ria_value_truth(&value, &truth, &error);
  ria_value_clear(&value);
  if (status == RIA_SUCCESS)
    return true;
  size_t mark = ria_workflow_enter(workflow, "when");
  ria_workflow_find_fault(workflow,
                          ria_yaml_at_offset(&workflow->memory->yaml, node, start + error.offset),
                          "%s", status == RIA_ERROR_CASE ? error.text : "no memory");
  ria_workflow_leave(workflow, mark);
  return false;
}

/* Substitutes, reads and checks one point. False with findings. */
static bool read_point(ria_workflow *workflow, ria_point *point, ria_lookup look_up,
                       void *context) {
  struct ria_workflow_memory *m = workflow->memory;
  const ria_yaml *map = m->step_node[point->step->index];
  ria_scope scope = scope_of(workflow, point, look_up, context);
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
  ria_workflow_leave(workflow, 0);
  return good && !m->yaml.failed;
}

/* Stops at the first point with findings: the other points would repeat them. */
static void make_points_of(ria_workflow *workflow, ria_step *step) {
  struct ria_workflow_memory *m = workflow->memory;
  ria_yaml *node = ria_yaml_get(m->step_node[step->index], "sweep");
  ria_yaml *sweep = NULL;
  snprintf(m->path, sizeof m->path, "steps.%s.sweep", step->name);
  if (node && ria_yaml_is_null(node)) {
    ria_workflow_expected(workflow, node, "parameters and their values");
    return;
  }
  if (node) {
    ria_scope scope = {.workflow = workflow};
    sweep = ria_scope_substitute(&scope, node, NULL);
    if (!sweep || ria_yaml_has_bad(sweep) || ria_yaml_has_pending(sweep))
      return;
  }
  if (!ria_sweep_expand(workflow, step, sweep))
    return;
  for (int i = 0; i < step->points; i++)
    if (!read_point(workflow, &step->point[i], NULL, NULL))
      return;
}

void ria_workflow_make_points(ria_workflow *workflow) {
  struct ria_workflow_memory *m = workflow->memory;
  for (int i = 0; i < workflow->steps && !m->yaml.failed; i++)
    if (m->step_node[i] && workflow->step[i].kind)
      make_points_of(workflow, &workflow->step[i]);
  ria_workflow_leave(workflow, 0);
}

ria_status ria_point_complete(ria_workflow *workflow, ria_point *point, ria_lookup lookup,
                              void *context, ria_case_errors *errors) {
  struct ria_workflow_memory *m = workflow->memory;
  if (!point->pending)
    return RIA_SUCCESS;
  ria_point completed = *point;
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
    return ria_fail(RIA_ERROR_CASE, "the step '%s' refers to results that are not there yet",
                    point->step->name);
  *point = completed;
  return RIA_SUCCESS;
}

ria_status ria_point_when(const ria_point *point, ria_lookup lookup, void *context,
                          ria_name_state *state, bool *run) {
  const ria_step *step = point->step;
  ria_workflow *workflow = (ria_workflow *)step->workflow; /* only read */
  ria_scope scope = scope_of(workflow, point, lookup, context);
  ria_value value = {0};
  ria_expression_error error;
  *state = RIA_NAME_KNOWN;
  *run = !step->when;
  if (!step->when)
    return RIA_SUCCESS;
  ria_status status = ria_expression_evaluate(step->when, strlen(step->when), ria_scope_look_up,
                                              &scope, &value, state, &error);
  if (status == RIA_SUCCESS && *state == RIA_NAME_KNOWN)
    status = ria_value_truth(&value, run, &error);
  ria_value_clear(&value);
  if (status != RIA_ERROR_CASE)
    return status;
  *run = false;
  const ria_yaml *node = ria_yaml_get(workflow->memory->step_node[step->index], "when");
  return ria_fail(RIA_ERROR_CASE, "%s:%d:%d: steps.%s.when: %s", node->source->name, node->line,
                  node->column, step->name, error.text);
}

/* The node of a dotted key in the body, or its nearest existing parent. */
static const ria_yaml *find_node(const ria_yaml *node, const char *key) {
  char part[RIA_WORKFLOW_PATH];
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

void ria_point_complain_resources(const ria_point *point, ria_case_errors *errors,
                                  const char *format, ...) {
  char sentence[SENTENCE_BYTES], path[RIA_WORKFLOW_PATH];
  const struct ria_workflow_memory *m = point->step->workflow->memory;
  const ria_yaml *step = m->step_node[point->step->index];
  const ria_yaml *own = ria_yaml_get(step, "resources");
  bool swept = *point->label;
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(sentence, sizeof sentence, format, arguments);
  va_end(arguments);
  snprintf(path, sizeof path, "steps.%s%s%s%s.resources", point->step->name, swept ? "(" : "",
           point->label, swept ? ")" : "");
  ria_case_complain(errors, own ? own : m->resources ? m->resources : step, path, "%s", sentence);
}

void ria_point_complain(const ria_point *point, ria_case_errors *errors, const char *key,
                        const char *format, ...) {
  char sentence[SENTENCE_BYTES], path[RIA_WORKFLOW_PATH];
  bool swept = *point->label;
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(sentence, sizeof sentence, format, arguments);
  va_end(arguments);
  snprintf(path, sizeof path, "steps.%s%s%s%s%s%s", point->step->name, swept ? "(" : "",
           point->label, swept ? ")" : "", *key ? "." : "", key);
  point->step->workflow->memory->failed = true;
  ria_case_complain(errors, find_node(point->body, key), path, "%s", sentence);
}
