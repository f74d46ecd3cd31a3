/* The keys of a case and the shapes as Markdown: the tables of docs/case.md. */
#include <math.h>
#include <stdlib.h>
#include "ria/case_field.h"
#include "ria/shape.h"
#include "schema/reader.h"
#include "units/units.h"

static void add_shapes(ria_text *text, const char *title, const ria_shape_info *shapes) {
  ria_text_add(text,
               "\n### %s\n\n| kind | parameter | unit | default | meaning |\n"
               "| --- | --- | --- | --- | --- |\n",
               title);
  for (const ria_shape_info *s = shapes; s->name; s++) {
    ria_text_add(text, "| `%s` | | | | %s |\n", s->name, s->what);
    for (int i = 0; i < RIA_SHAPE_PARAMETERS && s->parameter[i].name; i++) {
      ria_text_add(text, "| | `%s` | %s | ", s->parameter[i].name, s->parameter[i].unit);
      if (isnan(s->parameter[i].fallback)) {
        ria_text_add(text, "*needed*");
      } else {
        ria_text_add(text, "`");
        units_write(text, RIA_NUMBER, s->parameter[i].fallback);
        ria_text_add(text, "`");
      }
      ria_text_add(text, " | %s |\n", s->parameter[i].what);
    }
  }
}

static const ria_key field_keys[] = {
    RIA_FIELD_KEYS("the field", "the base unit", RIA_NUMBER, 0, .least = 0, .most = 0, "0.1"), {0}};

char *ria_schema_markdown(const ria_case_names *names) {
  ria_text text = {0};
  ria_key *keys = ria_case_schema(names);
  if (!keys)
    return NULL;
  schema_add_table(&text, keys, "", names);
  free(keys);
  ria_text_add(
      &text,
      "\n### Fields\n\nA number for each cell: one of `value` (or the number alone), `file`, "
      "`classes` and `polygons`.\n\n");
  schema_add_table(&text, field_keys, "FIELD.", names);
  add_shapes(&text, "Shapes of the bed (`bathymetry.shape`)", ria_bed_shapes);
  add_shapes(&text, "Shapes of the start (`initial.shape`)", ria_start_shapes);
  return ria_text_take(&text);
}
