/* The drawn fields of a history. */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "file/h5.h"
#include "history.h"

const char *const history_scales[HISTORY_SCALES] = {[RIA_SCALE_RANGE] = "range",
                                                    [RIA_SCALE_SIGNED] = "signed",
                                                    [RIA_SCALE_MAGNITUDE] = "magnitude",
                                                    [RIA_SCALE_TRACE] = "trace",
                                                    [RIA_SCALE_DEPTH] = "depth"};

/* A text attribute of a dataset (negative: no dataset); `otherwise` if it is missing. Owned. */
static char *text_of(hid_t id, const char *name, const char *otherwise) {
  char *text = id < 0 ? NULL : ria_h5_get_text(id, name);
  return text || !otherwise ? text : strdup(otherwise);
}

/* Chooses the unit of times in pictures: minutes, or hours or days for longer runs. Returns this
 * unit in the field's unit, and its name `shown`. */
static double choose_unit(const ria_history_view *view, const char *unit, const char **shown) {
  static const struct {
    double beyond, seconds;
    const char *name;
  } longer[] = {{5 * 86400., 86400, "days"}, {2 * 3600., 3600, "h"}, {10 * 60., 60, "min"}};
  const double end = view->records > 0 ? view->time[view->records - 1] : 0;
  *shown = unit;
  if (strcmp(unit, "s") || view->steps)
    return 1;
  for (size_t i = 0; i < sizeof longer / sizeof *longer; i++)
    if (end > longer[i].beyond) {
      *shown = longer[i].name;
      return longer[i].seconds;
    }
  return 1;
}

/* The label of axes: `label`, or name and text of the field. A plain number has no unit. Owned. */
static char *make_label(const ria_history_field *field, const char *unit, const char *label,
                        const char *substance) {
  char after[32] = "", *text = NULL;
  if (unit[0] && strcmp(unit, "1"))
    snprintf(after, sizeof after, " (%.20s)", unit);
  const int n = !label      ? asprintf(&text, "%.60s: %.60s%s", field->name, field->what, after)
                : substance ? asprintf(&text, "%.40s of %.40s%s", label, substance, after)
                            : asprintf(&text, "%.60s%s", label, after);
  return n < 0 ? NULL : text;
}

/* Whether a field is drawn for the last record only. */
static bool is_once(hid_t id) {
  char *of = text_of(id, "picture_of", NULL);
  const bool once = of && !strcmp(of, "the last record");
  free(of);
  return once;
}

/* Add a field with the attributes of a dataset; missing attributes are taken from `usual`. */
static ria_status add_field(ria_history_view *view, hid_t id, const ria_variable *usual) {
  const ria_picture *picture = &usual->picture;
  ria_history_field *grown = realloc(view->field, (size_t)(view->fields + 1) * sizeof *grown);
  if (!grown)
    return ria_fail(RIA_ERROR_MEMORY, "%s: no memory for its fields", view->path);
  view->field = grown;
  ria_history_field *field = &grown[view->fields++];
  *field = (ria_history_field){.name = text_of(id, "picture_name", usual->name),
                               .unit = text_of(id, "units", usual->unit),
                               .what = text_of(id, "long_name", usual->what),
                               .scale = picture->scale,
                               .component = {text_of(id, "component_x", picture->component[0]),
                                             text_of(id, "component_y", picture->component[1])},
                               .divisor = text_of(id, "divisor", NULL),
                               .column = -1};
  if (!field->name || !field->unit || !field->what || !field->component[0] != !field->component[1])
    return history_unreadable(view->path, usual->name);
  field->once = is_once(id);
  field->title = text_of(id, "picture", picture->title ? picture->title : field->what);
  if (field->title)
    field->title[0] = (char)toupper((unsigned char)field->title[0]);
  field->cgns_name = text_of(id, "cgns_name", NULL);
  char *label = text_of(id, "picture_label", picture->label);
  char *scale = text_of(id, "picture_scale", NULL), *substance = text_of(id, "tracer", NULL);
  const char *unit;
  field->drawn_unit = choose_unit(view, field->unit, &unit);
  field->label = make_label(field, unit, label, substance);
  for (int s = 0; scale && s < HISTORY_SCALES; s++)
    if (!strcmp(scale, history_scales[s]))
      field->scale = (ria_scale)s;
  free(label);
  free(scale);
  free(substance);
  if (id >= 0)
    ria_h5_get_number(id, "divisor_above", &field->least);
  field->peak = text_of(id, "peak", NULL);
  field->arrived = text_of(id, "arrived", NULL);
  field->arrives = id >= 0 && ria_h5_get_number(id, "threshold", &view->threshold);
  return field->title && field->label ? RIA_SUCCESS : history_unreadable(view->path, usual->name);
}

/* Where the fields are: in the file, or in the group of the first block. */
static hid_t open_home(const ria_history_view *view) {
  return H5Oopen((hid_t)view->id, view->blocks ? view->block[0].name : "/", H5P_DEFAULT);
}

typedef struct {
  ria_history_view *view;
  ria_status status;
} field_reader;

static herr_t take_field(hid_t file, const char *name, const H5L_info_t *info, void *context) {
  field_reader *r = context;
  const int before = r->view->fields;
  hid_t id = H5Dopen2(file, name, H5P_DEFAULT);
  if (id < 0)
    r->status = history_unreadable(r->view->path, name);
  else if (H5Aexists(id, "picture") > 0)
    r->status = add_field(r->view, id, &(ria_variable){.name = name});
  if (r->view->fields > before)
    r->view->field[before].order = info->corder;
  ria_h5_close(id);
  return r->status == RIA_SUCCESS ? 0 : 1;
}

static int by_order(const void *a, const void *b) {
  const ria_history_field *p = a, *q = b;
  return (p->order > q->order) - (p->order < q->order);
}

/* Iterate in native order: for sorting HDF5 builds a table, and in a damaged file it frees entries
 * that it never filled. */
static ria_status read_fields(ria_history_view *view) {
  field_reader r = {.view = view, .status = RIA_SUCCESS};
  hid_t home = open_home(view);
  const bool good =
      home >= 0 && H5Literate(home, H5_INDEX_NAME, H5_ITER_NATIVE, NULL, take_field, &r) >= 0;
  ria_h5_close(home);
  if (!good)
    return history_unreadable(view->path, "fields");
  if (view->fields)
    qsort(view->field, (size_t)view->fields, sizeof *view->field, by_order);
  return r.status;
}

static ria_status read_ground(ria_history_view *view, const char *name) {
  hsize_t size[2];
  view->ground = history_read_doubles((hid_t)view->id, name, 2, size);
  return view->ground && size[0] == (hsize_t)view->ny && size[1] == (hsize_t)view->nx
             ? RIA_SUCCESS
             : history_unreadable(view->path, name);
}

static ria_status read_columns(ria_history_view *view) {
  if (H5Lexists((hid_t)view->id, "gauge", H5P_DEFAULT) <= 0)
    return RIA_SUCCESS;
  hid_t id = H5Dopen2((hid_t)view->id, "gauge", H5P_DEFAULT);
  char *columns = text_of(id, "columns", NULL), *rest = columns;
  ria_h5_close(id);
  if (!columns)
    return history_unreadable(view->path, "gauges");
  for (char *name; (name = strsep(&rest, " ")); view->columns++)
    for (int f = 0; f < view->fields; f++)
      if (!strcmp(view->field[f].name, name))
        view->field[f].column = view->columns;
  free(columns);
  return RIA_SUCCESS;
}

/* Files of older versions do not list drawn fields: the view has none. */
ria_status history_read_drawn(ria_history_view *view) {
  RIA_TRY(read_fields(view));
  if (!view->fields && !view->blocks)
    return RIA_SUCCESS;
  RIA_TRY(read_columns(view));
  char *ground = ria_h5_get_text((hid_t)view->id, "ground");
  ria_status status = ground ? read_ground(view, ground) : RIA_SUCCESS;
  free(ground);
  return status;
}
