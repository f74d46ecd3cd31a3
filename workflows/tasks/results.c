#include "results.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "language/word.h"

static ria_status find_or_add(workflow_results *results, const char *key, workflow_value **value) {
  if (workflow_name_length(key, key + strlen(key)) != strlen(key) || !*key)
    return ria_fail(RIA_ERROR_ARGUMENT, "'%s' cannot be the name of a result", key);
  for (int i = 0; i < results->count; i++) {
    if (!strcmp(results->result[i].name, key)) {
      *value = &results->result[i].value;
      return RIA_SUCCESS;
    }
  }
  if (results->count == results->room) {
    int room = results->room ? 2 * results->room : 16;
    workflow_named *more = realloc(results->result, (size_t)room * sizeof *more);
    if (!more)
      return ria_fail(RIA_ERROR_MEMORY, "no memory for the result '%s'", key);
    results->result = more;
    results->room = room;
  }
  char *name = strdup(key);
  if (!name)
    return ria_fail(RIA_ERROR_MEMORY, "no memory for the result '%s'", key);
  results->result[results->count] = (workflow_named){.name = name};
  *value = &results->result[results->count++].value;
  return RIA_SUCCESS;
}

ria_status results_put_number(workflow_results *results, const char *key, double number) {
  workflow_value *value;
  RIA_TRY(find_or_add(results, key, &value));
  if (isfinite(number))
    return value_set_number(value, number);
  return value_set_text(value, isnan(number) ? "nan" : number > 0 ? "inf" : "-inf");
}

ria_status results_put_text(workflow_results *results, const char *key, const char *text) {
  workflow_value *value;
  RIA_TRY(find_or_add(results, key, &value));
  return value_set_text(value, text);
}

const workflow_value *results_find(const workflow_results *results, const char *key) {
  for (int i = 0; i < results->count; i++)
    if (!strcmp(results->result[i].name, key))
      return &results->result[i].value;
  return NULL;
}

void results_destroy(workflow_results *results) {
  for (int i = 0; i < results->count; i++) {
    free(results->result[i].name);
    value_clear(&results->result[i].value);
  }
  free(results->result);
  *results = (workflow_results){0};
}
