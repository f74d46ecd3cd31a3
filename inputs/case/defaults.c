/* Names, walls and defaults that a case may omit. */
#include <stdio.h>
#include <string.h>
#include "steps.h"

/* Name records without a name: "release 1", "release 2", ... */
static void name_records(ria_reader *reader, ria_yaml *list, const char *singular) {
  for (int i = 0; list && list->kind == RIA_YAML_LIST && i < list->count; i++) {
    ria_yaml *record = list->value[i];
    if (record->kind != RIA_YAML_MAP || !ria_yaml_is_null(ria_yaml_get(record, "name")))
      continue;
    char name[40];
    snprintf(name, sizeof name, "%s %d", singular, i + 1);
    ria_yaml_put_text(&reader->memory, record, "name",
                      ria_yaml_scalar(&reader->memory, record, name));
  }
}

/* Name boundaries on lines: "line 1", "line 2", ... */
static void name_lines(ria_reader *reader, ria_yaml *list) {
  int lines = 0;
  for (int i = 0; list && list->kind == RIA_YAML_LIST && i < list->count; i++) {
    ria_yaml *record = list->value[i];
    char name[40];
    if (record->kind != RIA_YAML_MAP || (ria_yaml_is_null(ria_yaml_get(record, "line")) &&
                                         ria_yaml_is_null(ria_yaml_get(record, "file"))))
      continue;
    snprintf(name, sizeof name, "line %d", ++lines);
    if (ria_yaml_is_null(ria_yaml_get(record, "name")))
      ria_yaml_put_text(&reader->memory, record, "name",
                        ria_yaml_scalar(&reader->memory, record, name));
  }
}

static void name_case(ria_reader *reader, const char *path) {
  if (!ria_yaml_is_null(ria_yaml_get(reader->root, "name")))
    return;
  const char *base = strrchr(path, '/') ? strrchr(path, '/') + 1 : path;
  const char *dot = strrchr(base, '.');
  size_t length = dot && dot > base ? (size_t)(dot - base) : strlen(base);
  char *stem = ria_yaml_copy_text(&reader->memory, base, length);
  if (stem)
    ria_yaml_put_text(&reader->memory, reader->root, "name",
                      ria_yaml_scalar(&reader->memory, reader->root, stem));
}

const ria_yaml *ria_reader_given(const ria_reader *reader, const char *section, const char *key) {
  const ria_yaml *value = ria_yaml_get(ria_yaml_get(reader->root, section), key);
  return ria_yaml_is_null(value) ? NULL : value;
}

void ria_reader_fill_in(ria_reader *reader, const char *section, const char *key,
                        const char *value) {
  ria_yaml *map = ria_yaml_get(reader->root, section);
  if (!map || map->kind != RIA_YAML_MAP || ria_reader_given(reader, section, key))
    return;
  ria_yaml_put_text(&reader->memory, map, key, ria_yaml_scalar(&reader->memory, map, value));
}

void case_fill_in(ria_reader *reader, const char *path) {
  ria_yaml *root = reader->root;
  const ria_solver_keys *solver = reader->the_case->declared;
  name_case(reader, path);
  if (solver && solver->fill_in)
    solver->fill_in(reader);
  name_records(reader, ria_yaml_get(root, "rivers"), "river");
  name_records(reader, ria_yaml_get(root, "structures"), "structure");
  name_records(reader, ria_yaml_get(root, "particles"), "particles");
  ria_yaml *tracers = ria_yaml_get(root, "tracers");
  if (tracers && tracers->kind == RIA_YAML_LIST && tracers->count > 1)
    name_records(reader, tracers, "tracer");
  for (int i = 0; tracers && tracers->kind == RIA_YAML_LIST && i < tracers->count; i++)
    name_records(reader, ria_yaml_get(tracers->value[i], "releases"), "release");
  if (case_replaces(solver, "boundaries"))
    return;
  const ria_key *key = ria_schema_find(ria_case_keys, "boundaries");
  ria_yaml *boundaries = ria_yaml_get(root, "boundaries");
  if (ria_yaml_is_null(boundaries)) {
    boundaries = ria_yaml_list(&reader->memory, root);
    ria_yaml_put_text(&reader->memory, root, "boundaries", boundaries);
  }
  name_lines(reader, boundaries);
  ria_yaml *wall = ria_yaml_map(&reader->memory, root);
  ria_yaml_put_text(&reader->memory, wall, "kind", ria_yaml_scalar(&reader->memory, root, "wall"));
  if (boundaries && boundaries->kind == RIA_YAML_LIST && !reader->memory.failed)
    schema_reader_add_sides(reader, key, boundaries, wall);
}
