/* Reading what is no case against a schema. */
#include "reader.h"
#include "units.h"

ria_status ria_schema_read(ria_yaml_memory *memory, const ria_key *keys, ria_yaml *map,
                           const char *path, void *object, ria_case_errors *errors) {
  static const char *const none[] = {NULL};
  static const ria_case_names names = {.solvers = none, .targets = none};
  /* Starts with what the caller's arena holds and hands it back: nodes must outlive the reader. */
  ria_case_reader reader = {
      .memory = *memory, .errors = errors, .names = &names, .tracer_unit = "1"};
  if (*path)
    ria_case_start(&reader, path);
  ria_case_expand(&reader, keys, map);
  ria_case_read_map(&reader, keys, map, object);
  *memory = reader.memory;
  return memory->failed  ? ria_fail(RIA_ERROR_MEMORY, "no memory to read '%s'", path)
         : reader.failed ? ria_fail(RIA_ERROR_CASE, "'%s' has errors", path)
                         : RIA_SUCCESS;
}

bool ria_schema_quantity(const char *text, ria_dimension dimension, double *value) {
  return ria_units_read(text, dimension, value).fault == RIA_UNITS_FINE;
}

void ria_schema_free(const ria_key *keys, void *object) {
  ria_case_free_map(keys, object);
}
