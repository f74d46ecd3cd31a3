/* The keys of a case and the shapes as Markdown: the tables of docs/case.md and of each solver's
 * page. */
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "ria/case_field.h"
#include "ria/shape.h"
#include "schema/reader.h"
#include "units/units.h"

static void add_shapes(ria_text *text, const char *title, const ria_shape_info *shapes) {
  ria_text_add(text,
               "\n### %s\n\n| kind | parameter | default | meaning |\n"
               "| --- | --- | --- | --- |\n",
               title);
  for (const ria_shape_info *s = shapes; s->name; s++) {
    ria_text_add(text, "| `%s` | | | %s |\n", s->name, s->what);
    for (int i = 0; i < RIA_SHAPE_PARAMETERS && s->parameter[i].name; i++) {
      const char *unit = s->parameter[i].unit;
      ria_text_add(text, "| | `%s`", s->parameter[i].name);
      if (strcmp(unit, "1") != 0)
        ria_text_add(text, " (%s)", unit);
      ria_text_add(text, " | ");
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

static void add_list(ria_text *text, const char *const *names) {
  for (int i = 0; names && names[i]; i++)
    ria_text_add(text, "%s`%s`", i ? ", " : "", names[i]);
}

/* List a solver's own keys and the optional shared keys that it uses. */
static void add_solvers(ria_text *text, const ria_case_names *names) {
  ria_text_add(text,
               "\n### Keys of solvers\n\n| solver | its keys | shared keys that not all use |\n"
               "| --- | --- | --- |\n");
  for (int i = 0; names->solvers[i]; i++) {
    const ria_solver_keys *declared = names->declared(names->solvers[i]);
    const char *before = "";
    if (!declared || !declared->keys) {
      ria_text_add(text, "| `%s` |  | ", names->solvers[i]);
    } else {
      ria_text_add(text, "| [`%s`](case-%s.md) | ", names->solvers[i], names->solvers[i]);
      for (const ria_key *k = declared->keys; k->name; k++, before = ", ")
        ria_text_add(text, "%s`%s`", before, k->name);
      ria_text_add(text, " | ");
    }
    add_list(text, declared ? declared->uses : NULL);
    ria_text_add(text, " |\n");
  }
}

char *ria_schema_solver_markdown(const ria_case_names *names, const char *solver) {
  const ria_solver_keys *declared = names->declared(solver);
  ria_text text = {0};
  if (!declared || !declared->keys)
    return NULL;
  if (declared->uses) {
    ria_text_add(&text, "Shared keys that not all solvers use, and this one does: ");
    add_list(&text, declared->uses);
    ria_text_add(&text, " ([case.md](case.md#every-key)).\n\n");
  }
  schema_add_table(&text, declared->keys, "", names);
  return ria_text_take(&text);
}

char *ria_schema_markdown(const ria_case_names *names) {
  ria_text text = {0};
  schema_add_table(&text, ria_case_keys, "", names);
  add_solvers(&text, names);
  ria_text_add(
      &text,
      "\n### Fields\n\nA number for each cell: one of `value` (or the number alone), `file`, "
      "`classes` and `polygons`.\n\n");
  schema_add_table(&text, field_keys, "FIELD.", names);
  add_shapes(&text, "Shapes of the bed (`bathymetry.shape`)", ria_bed_shapes);
  add_shapes(&text, "Shapes of the start (`initial.shape`)", ria_start_shapes);
  return ria_text_take(&text);
}
