#include "results.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "language/word.h"

static ria_status find_or_add(ria_results *results, const char *key, ria_value **value) {
  if (ria_name_length(key, key + strlen(key)) != strlen(key) || !*key)
    return ria_fail(RIA_ERROR_ARGUMENT, "'%s' cannot be the name of a result", key);
  for (int i = 0; i < results->count; i++) {
    if (!strcmp(results->result[i].name, key)) {
      *value = &results->result[i].value;
      return RIA_SUCCESS;
    }
  }
  if (results->count == results->room) {
    int room = results->room ? 2 * results->room : 16;
    ria_named *more = realloc(results->result, (size_t)room * sizeof *more);
    if (!more)
      return ria_fail(RIA_ERROR_MEMORY, "no memory for the result '%s'", key);
    results->result = more;
    results->room = room;
  }
  char *name = strdup(key);
  if (!name)
    return ria_fail(RIA_ERROR_MEMORY, "no memory for the result '%s'", key);
  results->result[results->count] = (ria_named){.name = name};
  *value = &results->result[results->count++].value;
  return RIA_SUCCESS;
}

ria_status ria_results_put_number(ria_results *results, const char *key, double number) {
  ria_value *value;
  RIA_TRY(find_or_add(results, key, &value));
  if (isfinite(number))
    return ria_value_set_number(value, number);
  return ria_value_set_text(value, isnan(number) ? "nan" : number > 0 ? "inf" : "-inf");
}

ria_status ria_results_put_text(ria_results *results, const char *key, const char *text) {
  ria_value *value;
  RIA_TRY(find_or_add(results, key, &value));
  return ria_value_set_text(value, text);
}

const ria_value *ria_results_find(const ria_results *results, const char *key) {
  for (int i = 0; i < results->count; i++)
    if (!strcmp(results->result[i].name, key))
      return &results->result[i].value;
  return NULL;
}

void ria_results_destroy(ria_results *results) {
  for (int i = 0; i < results->count; i++) {
    free(results->result[i].name);
    ria_value_clear(&results->result[i].value);
  }
  free(results->result);
  *results = (ria_results){0};
}
