/* The table of a field's classes, from a CSV file. */
#include <stdlib.h>
#include <string.h>
#include "ria/case_field.h"
#include "ria/csv.h"
#include "reader.h"

/* The key of a value in `values`. */
static const ria_key *value_key(const ria_key *field) {
  return ria_schema_find(ria_schema_find(field->keys, "values")->keys, "value");
}

static ria_status add_row(ria_case_field *field, const char *name, double value) {
  ria_case_field_row *rows = realloc(field->row, (size_t)(field->rows + 1) * sizeof *rows);
  if (!rows)
    return ria_fail(RIA_ERROR_MEMORY, "no memory for the classes of %s", field->table);
  field->row = rows;
  field->row[field->rows] = (ria_case_field_row){.name = strdup(name), .value = value};
  if (!field->row[field->rows].name)
    return ria_fail(RIA_ERROR_MEMORY, "no memory for the classes of %s", field->table);
  field->rows++;
  return RIA_SUCCESS;
}

static bool is_in_range(const ria_key *key, double value) {
  return !((key->flags & RIA_KEY_LEAST) && value < key->least) &&
         !((key->flags & RIA_KEY_ABOVE) && value <= key->least) &&
         !((key->flags & RIA_KEY_MOST) && value > key->most);
}

static ria_status read_row(ria_reader *reader, const ria_key *key, ria_yaml *node, ria_csv *csv,
                           ria_case_field *field) {
  double value;
  RIA_TRY(ria_csv_check_cells(csv, 2, false, "class,value"));
  if (csv->cells < 2 || !ria_schema_quantity(csv->cell[1], key->dimension, &value) ||
      !is_in_range(key, value)) {
    char *expected = ria_schema_expects(key);
    const ria_status status = ria_csv_fail(csv, 1, expected ? expected : "the value of this class");
    free(expected);
    return status;
  }
  (void)schema_reader_judge(reader, key, node, value);
  return add_row(field, csv->cell[0], value);
}

static ria_status read_rows(ria_reader *reader, const ria_key *key, ria_yaml *node, ria_csv *csv,
                            ria_case_field *field) {
  for (bool first = true, found;; first = false) {
    RIA_TRY(ria_csv_next(csv, &found));
    if (!found)
      break;
    if (!first || ria_csv_like_number(csv, 1))
      RIA_TRY(read_row(reader, key, node, csv, field));
  }
  return field->rows ? RIA_SUCCESS
                     : ria_fail(RIA_ERROR_FORMAT,
                                "%s has no classes; expected a line such as '10,%s' for each",
                                field->table, key->example);
}

void schema_reader_read_table(ria_reader *reader, const ria_key *key, ria_yaml *node,
                              ria_case_field *field) {
  const ria_key *value = value_key(key);
  const size_t mark = ria_reader_enter(reader, "table");
  ria_csv csv;
  ria_status status = ria_csv_open(field->table, &csv);
  if (status == RIA_SUCCESS) {
    const size_t inside = ria_reader_enter(reader, "value");
    status = read_rows(reader, value, node, &csv, field);
    ria_reader_leave(reader, inside);
  }
  ria_csv_close(&csv);
  if (status != RIA_SUCCESS)
    ria_reader_reject(reader, node, "%s", ria_status_detail());
  ria_reader_leave(reader, mark);
}
