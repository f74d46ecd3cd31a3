/* Reading a field, and checks across its keys. */
#include "ria/case_field.h"
#include <string.h>
#include "reader.h"
#include "units/unit_factor.h"
#include "units/units.h"

/* Reject a given key of the field. */
static void reject(ria_reader *reader, ria_yaml *map, const char *key, const char *sentence) {
  ria_yaml *value = ria_yaml_get(map, key);
  if (!value)
    return;
  const size_t mark = ria_reader_enter(reader, key);
  ria_reader_reject(reader, value, "%s", sentence);
  ria_reader_leave(reader, mark);
}

/* The source among the field's keys; NULL, with an error, for none or several. */
static const char *source_of(ria_reader *reader, const ria_key *key, ria_yaml *map) {
  static const char *const sources[] = {"value", "shape", "file", "classes", "polygons"};
  const char *found = NULL;
  ria_text names = {0};
  for (size_t i = 0; i < sizeof sources / sizeof *sources; i++) {
    if (!ria_schema_find(key->keys, sources[i]))
      continue;
    ria_text_add(&names, "%s'%s'", names.length ? ", " : "", sources[i]);
    if (!ria_yaml_get(map, sources[i]))
      continue;
    if (found)
      reject(reader, map, sources[i], "a field has one source; keep one of its sources");
    found = found ? found : sources[i];
  }
  if (!found && !map->bad && !ria_schema_find(key->keys, "shape"))
    ria_reader_reject(reader, map, "this does not give the values; expected one of %s",
                      names.data ? names.data : "");
  ria_text_destroy(&names);
  return found;
}

/* Reject keys of other sources. */
static void check_keys(ria_reader *reader, ria_yaml *map, const char *source) {
  static const char *const of_rasters[] = {"variable", "band", "time", "nodata"};
  const bool raster = !strcmp(source, "file") || !strcmp(source, "classes");
  const bool table = !strcmp(source, "classes") || !strcmp(source, "polygons");
  for (size_t i = 0; !raster && i < sizeof of_rasters / sizeof *of_rasters; i++)
    reject(reader, map, of_rasters[i], "this is said of a raster, but there is none; leave it out");
  if (!raster && strcmp(source, "polygons") != 0)
    reject(reader, map, "unit", "this key applies to a file, but there is none; leave it out");
  if (!strcmp(source, "classes"))
    reject(reader, map, "unit", "classes have no unit; give one with each of 'values'");
  for (int i = 0; !table && i < 2; i++)
    reject(reader, map, i ? "table" : "values",
           "this is the table of 'classes' or of 'polygons', but there are none; leave it out");
  if (ria_yaml_get(map, "values"))
    reject(reader, map, "table", "this and 'values' exclude each other; keep one of the two");
  if (strcmp(source, "polygons") != 0)
    reject(reader, map, "attribute",
           "this is said of 'polygons', but there are none; leave it out");
}

static void check_words(ria_reader *reader, ria_yaml *map, const ria_case_field *field, bool bed) {
  ria_raster_meaning meaning;
  bool land;
  if (ria_case_field_meaning(field, NULL, &meaning, bed ? &land : NULL) != RIA_SUCCESS)
    reject(reader, map, "nodata", ria_status_detail());
}

static void check_unit(ria_reader *reader, const ria_key *key, ria_yaml *map,
                       const ria_case_field *field) {
  double scale, offset;
  const ria_key *value = ria_schema_find(key->keys, "value");
  const char *base = value ? units_dimensions[value->dimension].base : "m";
  if (!field->unit || !*base)
    return;
  if (units_factor(field->unit, base, &scale, &offset) != RIA_SUCCESS)
    reject(reader, map, "unit", ria_status_detail());
  else if (offset != 0)
    reject(reader, map, "unit", "this unit has a zero of its own");
}

static void check_table(ria_reader *reader, ria_yaml *map, const ria_case_field *field,
                        const char *source) {
  if (!strcmp(source, "classes") && !field->rows)
    ria_reader_reject(reader, map, "'classes' needs 'values': {CLASS: value, ...}, or a 'table'");
  if (!strcmp(source, "polygons") && !field->attribute)
    ria_reader_reject(reader, map, "'polygons' needs 'attribute': the name of one of theirs");
  for (int i = 0; i < field->rows; i++)
    for (int j = 0; j < i; j++)
      if (field->row[i].name && field->row[j].name &&
          !strcmp(field->row[i].name, field->row[j].name))
        ria_reader_reject(reader, map, "'%s' has '%.60s' twice", field->table ? "table" : "values",
                          field->row[i].name);
}

void schema_reader_read_field(ria_reader *reader, const ria_key *key, ria_yaml *node,
                              void *object) {
  ria_case_field *field = object;
  schema_reader_read_map(reader, key->keys, node, object);
  if (node->kind != RIA_YAML_MAP || node->pending)
    return;
  const bool bed = ria_schema_find(key->keys, "nodata_level");
  const char *source = source_of(reader, key, node);
  check_words(reader, node, field, bed);
  check_unit(reader, key, node, field);
  if (!source)
    return;
  check_keys(reader, node, source);
  if (field->table && !field->rows)
    schema_reader_read_table(reader, key, ria_yaml_get(node, "table"), field);
  check_table(reader, node, field, source);
  field->place = ria_reader_place(ria_yaml_get(node, source));
}
