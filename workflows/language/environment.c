/* Reads `environment:` of the defaults and of a step. */
#include <ctype.h>
#include <string.h>
#include "reader.h"

static bool is_variable(const char *name) {
  if (!isalpha((unsigned char)*name) && *name != '_')
    return false;
  for (; *name; name++)
    if (!isalnum((unsigned char)*name) && *name != '_')
      return false;
  return true;
}

static bool check(workflow_file *workflow, ria_yaml *map) {
  bool good = true;
  for (int i = 0; i < map->count; i++) {
    size_t mark = workflow_enter(workflow, map->key[i]->text);
    if (!is_variable(map->key[i]->text)) {
      workflow_find_fault(
          workflow, map->key[i],
          "a variable's name has letters, digits and '_' and does not start with a digit");
      good = false;
    } else if (map->value[i]->kind != RIA_YAML_SCALAR) {
      workflow_expected(workflow, map->value[i], "a text");
      good = false;
    }
    workflow_leave(workflow, mark);
  }
  return good;
}

static char *pair(workflow_file *workflow, const char *key, const char *value) {
  size_t bytes = strlen(key) + 1 + strlen(value) + 1;
  char *text = workflow_allocate(workflow, bytes, 1);
  if (text)
    stpcpy(stpcpy(stpcpy(text, key), "="), value);
  return text;
}

/* Leaves out pending variables. */
static void add(workflow_file *workflow, const ria_yaml *map, const ria_yaml *hidden_by, int *count,
                char **variable) {
  for (int i = 0; map && i < map->count; i++)
    if (!map->value[i]->pending && ria_yaml_index(hidden_by, map->key[i]->text) < 0)
      variable[(*count)++] = pair(workflow, map->key[i]->text, map->value[i]->text);
}

bool workflow_read_environment(workflow_file *workflow, const ria_yaml *defaults, ria_yaml *own,
                               int *count, char ***environment) {
  *count = 0;
  *environment = NULL;
  if (ria_yaml_is_null(own))
    own = NULL;
  if (own && own->kind != RIA_YAML_MAP) {
    workflow_expected(workflow, own, "a mapping of variables to texts");
    return false;
  }
  if (own && !check(workflow, own))
    return false;
  int most = (defaults ? defaults->count : 0) + (own ? own->count : 0);
  char **variable = workflow_allocate(workflow, (size_t)most + 1, sizeof *variable);
  if (!variable)
    return false;
  add(workflow, defaults, own, count, variable);
  add(workflow, own, NULL, count, variable);
  *environment = variable;
  return true;
}
