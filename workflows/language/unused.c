/* Parameters of a sweep that their step does not use, so that all points would be equal. */
#include <ctype.h>
#include <string.h>
#include "reader.h"

typedef struct {
  const char *name;
  bool used;
} search;

static void take_name(void *context, const char *name, size_t offset) {
  search *s = context;
  (void)offset;
  s->used |= !strcmp(name, s->name);
}

static void look_into(search *s, const char *expression, size_t length) {
  expression_names(expression, length, take_name, s);
}

/* A script has its parameters as variables, with '_' in place of '-'. */
static void look_into_script(search *s, const char *script) {
  const size_t length = strlen(s->name);
  for (const char *p = script; *p && !s->used; p++) {
    size_t same = 0;
    while (same < length && (p[same] == s->name[same] || (p[same] == '_' && s->name[same] == '-')))
      same++;
    const bool begins = p == script || !(isalnum((unsigned char)p[-1]) || p[-1] == '_');
    s->used = same == length && begins && !(isalnum((unsigned char)p[same]) || p[same] == '_');
  }
}

/* `${name}`, or the name alone: some keys of campaigns name a parameter. */
static void look_into_text(search *s, const char *text) {
  s->used |= !strcmp(text, s->name);
  for (const char *p = text; (p = strstr(p, "${")) != NULL;) {
    p += 2;
    const long length = expression_length(p);
    if (length > 0)
      look_into(s, p, (size_t)length);
  }
}

static void look_into_node(search *s, const ria_yaml *node, const ria_key *keys) {
  if (node->kind == RIA_YAML_SCALAR)
    look_into_text(s, node->text);
  for (int i = 0; i < node->count && !s->used; i++) {
    const char *key = node->kind == RIA_YAML_MAP ? node->key[i]->text : "";
    const ria_key *found = keys ? ria_schema_find(keys, key) : NULL;
    if (keys && (!strcmp(key, "sweep") || !strcmp(key, "kind") || !strcmp(key, "needs")))
      continue;
    if (node->kind == RIA_YAML_MAP && !keys) /* `axes: {nodes: n}` has names as keys, too */
      s->used |= !strcmp(key, s->name) && ria_yaml_is_null(node->value[i]);
    if (found && (found->flags & RIA_KEY_VERBATIM) && node->value[i]->kind == RIA_YAML_SCALAR)
      look_into_script(s, node->value[i]->text);
    else
      look_into_node(s, node->value[i], NULL);
  }
}

/* A program that a step runs may read the variables of its parameters. */
static bool runs_program(const ria_yaml *map) {
  return ria_yaml_get(map, "command") != NULL;
}

void workflow_warn_of_unused(workflow_file *workflow) {
  struct workflow_memory *m = workflow->memory;
  for (int i = 0; i < workflow->steps; i++) {
    const workflow_step *step = &workflow->step[i];
    const ria_yaml *map = m->step_node[i], *sweep = ria_yaml_get(map, "sweep");
    if (!sweep || !step->points || runs_program(map))
      continue;
    const workflow_point *first = &step->point[0];
    for (int p = first->parameters - first->swept; p < first->parameters; p++) {
      search s = {.name = first->parameter[p].name};
      s.used = step->kind->takes && step->kind->takes(s.name);
      look_into_node(&s, map, workflow_schema(workflow, step->kind));
      if (step->when)
        look_into(&s, step->when, strlen(step->when));
      if (!s.used)
        ria_case_complain_at(&workflow->warnings, sweep->source, sweep->line, sweep->column,
                             "steps.%s.sweep.%s: this step does not use '%s', so its points differ "
                             "only in their names; write ${%s} where the value is needed",
                             step->name, s.name, s.name, s.name);
    }
  }
}
