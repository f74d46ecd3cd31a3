#include "bed_picture.h"
#include <ctype.h>
#include <stdio.h>
#include "marks.h"
#include "ria/bed_picture.h"

ria_status run_bed_picture(const ria_case *c, const ria_terrain *terrain,
                           const ria_shown_static *field, const char *path) {
  char what[160] = "";
  run_marks marks;
  if (!terrain->depth)
    return ria_fail(RIA_ERROR_UNSUPPORTED,
                    "the case %s has no bed to draw: its domain is a box or blocks", c->path);
  RIA_TRY(run_marks_make(c, terrain, RUN_MARKS_OF_INPUT, &marks));
  if (field)
    snprintf(what, sizeof what, "%c%s (%s)", toupper((unsigned char)field->what[0]),
             field->what + 1, field->unit);
  const ria_bed_picture picture = {.title = c->title ? c->title : c->name,
                                   .crs = terrain->crs,
                                   .grid = &terrain->grid,
                                   .depth = terrain->depth,
                                   .level = c->initial.level,
                                   .levels = terrain->start.level,
                                   .field = field ? field->value : NULL,
                                   .what = what,
                                   .edges = marks.edges,
                                   .edge = marks.edge,
                                   .marks = marks.marks,
                                   .mark = marks.mark};
  const ria_status status = ria_bed_picture_draw(&picture, path);
  run_marks_destroy(&marks);
  return status;
}
