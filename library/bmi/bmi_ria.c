/* The functions of the Basic Model Interface over a stepper. */
#include "ria/bmi_ria.h"
#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "names.h"

enum { GRID_CELLS, GRID_SCALAR };

/* The object of a name: a variable of cells, the bed, or the discharge of a river. */
typedef enum { ITEM_CELLS, ITEM_BED, ITEM_RIVER } item_kind;
typedef struct {
  char *name;
  item_kind kind;
  int number; /* number of the stepper's variable or river */
  bool input, output;
} item;

typedef struct {
  ria_stepper *stepper;
  int items;
  item *item;
  double *bed; /* bed elevation: [z][y][x]; NULL: the case has none */
} model;

static int result(ria_status status) {
  return status == RIA_SUCCESS ? BMI_SUCCESS : BMI_FAILURE;
}

static int fail(const char *sentence) {
  ria_fail(RIA_ERROR_ARGUMENT, "%s", sentence);
  return BMI_FAILURE;
}

static model *model_of(const Bmi *self) {
  if (!self || !self->data)
    fail("the model is not initialized");
  return self ? self->data : NULL;
}

static const item *find(const Bmi *self, const char *name) {
  const model *m = model_of(self);
  for (int i = 0; m && name && i < m->items; i++)
    if (!strcmp(m->item[i].name, name))
      return &m->item[i];
  if (m)
    ria_fail(RIA_ERROR_ARGUMENT, "there is no variable '%s'", name ? name : "");
  return NULL;
}

/* ---- a run ---- */

static ria_status add(model *m, item_kind kind, int number, char *name) {
  if (!name)
    return ria_fail(RIA_ERROR_MEMORY, "no memory for the names of variables");
  const ria_stepper_variable *v =
      kind == ITEM_CELLS ? ria_stepper_variable_at(m->stepper, number) : NULL;
  m->item[m->items++] = (item){.name = name,
                               .kind = kind,
                               .number = number,
                               .input = kind == ITEM_RIVER || (v && v->settable),
                               .output = kind != ITEM_RIVER};
  return RIA_SUCCESS;
}

static ria_status list_items(model *m) {
  const int variables = ria_stepper_variables(m->stepper), rivers = ria_stepper_rivers(m->stepper);
  m->item = calloc((size_t)(variables + rivers) + 1, sizeof *m->item);
  if (!m->item)
    return ria_fail(RIA_ERROR_MEMORY, "no memory for the variables");
  for (int v = 0; v < variables; v++)
    RIA_TRY(ria_stepper_variable_at(m->stepper, v)->ground
                ? add(m, ITEM_BED, v, bmi_name_bed())
                : add(m, ITEM_CELLS, v, bmi_name_variable(m->stepper, v)));
  for (int r = 0; r < rivers; r++)
    RIA_TRY(add(m, ITEM_RIVER, r, bmi_name_river(m->stepper, r)));
  return RIA_SUCCESS;
}

static int grid_rank(const model *m) {
  return ria_stepper_grid(m->stepper)->cells[2] ? 3 : 2;
}

/* Number of cells along an axis; a grid may give 0 for 1. */
static int cells_along(const model *m, int axis) {
  const ria_global cells = ria_stepper_grid(m->stepper)->cells[axis];
  return cells ? (int)cells : 1;
}

/* Number of values of a grid; INT_MAX if it exceeds an int. */
static int grid_size(const model *m, int grid) {
  double size = 1;
  for (int a = 0; grid == GRID_CELLS && a < grid_rank(m); a++)
    size *= cells_along(m, a);
  return size < INT_MAX ? (int)size : INT_MAX;
}

static ria_status raise_bed(model *m) {
  for (int i = 0; i < m->items; i++) {
    if (m->item[i].kind != ITEM_BED)
      continue;
    const size_t cells = (size_t)grid_size(m, GRID_CELLS);
    m->bed = malloc(cells * sizeof *m->bed);
    if (!m->bed)
      return ria_fail(RIA_ERROR_MEMORY, "no memory for the bed");
    RIA_TRY(ria_stepper_read(m->stepper, m->item[i].number, m->bed));
    for (size_t c = 0; c < cells; c++)
      m->bed[c] = -m->bed[c];
  }
  return RIA_SUCCESS;
}

static void destroy(model *m) {
  ria_stepper_close(m->stepper);
  for (int i = 0; i < m->items; i++)
    free(m->item[i].name);
  free(m->item);
  free(m->bed);
  free(m);
}

static ria_status open_model(const char *path, model *m) {
  RIA_TRY(ria_stepper_open(path, &m->stepper));
  if (grid_size(m, GRID_CELLS) > INT_MAX / (int)sizeof(double))
    return ria_fail(RIA_ERROR_UNSUPPORTED,
                    "%s: the values of a variable are more bytes than an int of the Basic Model "
                    "Interface can count",
                    path);
  RIA_TRY(list_items(m));
  return raise_bed(m);
}

static int initialize(Bmi *self, const char *config_file) {
  if (!self || self->data)
    return fail("the model is initialized already; finalize it first");
  if (!config_file || !*config_file)
    return fail("the configuration file has no name; expected the YAML file of a case");
  model *m = calloc(1, sizeof *m);
  if (!m)
    return fail("no memory for the model");
  const ria_status status = open_model(config_file, m);
  if (status == RIA_SUCCESS)
    self->data = m;
  else
    destroy(m);
  return result(status);
}

static int update(Bmi *self) {
  const model *m = model_of(self);
  return m ? result(ria_stepper_step(m->stepper)) : BMI_FAILURE;
}

static int update_until(Bmi *self, double then) {
  const model *m = model_of(self);
  return m ? result(ria_stepper_advance(m->stepper, then)) : BMI_FAILURE;
}

static int finalize(Bmi *self) {
  model *m = model_of(self);
  if (!m)
    return BMI_FAILURE;
  destroy(m);
  self->data = NULL;
  return BMI_SUCCESS;
}

/* ---- inputs and outputs ---- */

static int get_component_name(Bmi *self, char *name) {
  (void)self;
  strcpy(name, "ria");
  return BMI_SUCCESS;
}

/* Counts the inputs or outputs, and copies their names unless `names` is NULL. */
static int list(const Bmi *self, bool inputs, int *count, char **names) {
  const model *m = model_of(self);
  int n = 0;
  for (int i = 0; m && i < m->items; i++) {
    if (!(inputs ? m->item[i].input : m->item[i].output))
      continue;
    if (names)
      snprintf(names[n], BMI_MAX_VAR_NAME, "%s", m->item[i].name);
    n++;
  }
  if (count)
    *count = n;
  return m ? BMI_SUCCESS : BMI_FAILURE;
}

static int get_input_item_count(Bmi *self, int *count) {
  return list(self, true, count, NULL);
}

static int get_output_item_count(Bmi *self, int *count) {
  return list(self, false, count, NULL);
}

static int get_input_var_names(Bmi *self, char **names) {
  return list(self, true, NULL, names);
}

static int get_output_var_names(Bmi *self, char **names) {
  return list(self, false, NULL, names);
}

/* ---- variables ---- */

static int grid_of(const item *i) {
  return i->kind == ITEM_RIVER ? GRID_SCALAR : GRID_CELLS;
}

static int get_var_grid(Bmi *self, const char *name, int *grid) {
  const item *i = find(self, name);
  if (i)
    *grid = grid_of(i);
  return i ? BMI_SUCCESS : BMI_FAILURE;
}

static int get_var_type(Bmi *self, const char *name, char *type) {
  const item *i = find(self, name);
  if (i)
    strcpy(type, "double");
  return i ? BMI_SUCCESS : BMI_FAILURE;
}

static int get_var_units(Bmi *self, const char *name, char *units) {
  const item *i = find(self, name);
  if (!i)
    return BMI_FAILURE;
  const model *m = self->data;
  snprintf(units, BMI_MAX_UNITS_NAME, "%s",
           i->kind == ITEM_RIVER ? "m3 s-1" : ria_stepper_variable_at(m->stepper, i->number)->unit);
  return BMI_SUCCESS;
}

static int get_var_itemsize(Bmi *self, const char *name, int *size) {
  const item *i = find(self, name);
  if (i)
    *size = (int)sizeof(double);
  return i ? BMI_SUCCESS : BMI_FAILURE;
}

static int get_var_nbytes(Bmi *self, const char *name, int *nbytes) {
  const item *i = find(self, name);
  if (i)
    *nbytes = grid_size(self->data, grid_of(i)) * (int)sizeof(double);
  return i ? BMI_SUCCESS : BMI_FAILURE;
}

static int get_var_location(Bmi *self, const char *name, char *location) {
  const item *i = find(self, name);
  if (i)
    strcpy(location, "node");
  return i ? BMI_SUCCESS : BMI_FAILURE;
}

/* ---- time ---- */

static int get_current_time(Bmi *self, double *time) {
  const model *m = model_of(self);
  if (m)
    *time = ria_stepper_time(m->stepper);
  return m ? BMI_SUCCESS : BMI_FAILURE;
}

static int get_start_time(Bmi *self, double *time) {
  const model *m = model_of(self);
  if (m)
    *time = 0;
  return m ? BMI_SUCCESS : BMI_FAILURE;
}

static int get_end_time(Bmi *self, double *time) {
  const model *m = model_of(self);
  if (m)
    *time = ria_stepper_end(m->stepper);
  return m ? BMI_SUCCESS : BMI_FAILURE;
}

static int get_time_units(Bmi *self, char *units) {
  (void)self;
  strcpy(units, "s");
  return BMI_SUCCESS;
}

static int get_time_step(Bmi *self, double *time_step) {
  const model *m = model_of(self);
  if (!m)
    return BMI_FAILURE;
  *time_step = ria_stepper_length(m->stepper);
  return isfinite(*time_step) ? BMI_SUCCESS
                              : fail("the first step of this case has no known length");
}

/* ---- values ---- */

static int get_value(Bmi *self, const char *name, void *dest) {
  const item *i = find(self, name);
  if (!i)
    return BMI_FAILURE;
  const model *m = self->data;
  if (i->kind == ITEM_CELLS)
    return result(ria_stepper_read(m->stepper, i->number, dest));
  if (i->kind == ITEM_BED)
    memcpy(dest, m->bed, (size_t)grid_size(m, GRID_CELLS) * sizeof *m->bed);
  else
    *(double *)dest = ria_stepper_discharge(m->stepper, i->number);
  return BMI_SUCCESS;
}

/* The state is stored in tiles, in the precision of the case, perhaps on a GPU. */
static int get_value_ptr(Bmi *self, const char *name, void **dest_ptr) {
  const item *i = find(self, name);
  if (!i)
    return BMI_FAILURE;
  if (i->kind != ITEM_BED)
    return fail("the values of this variable are not an array in memory; use get_value");
  *dest_ptr = ((const model *)self->data)->bed;
  return BMI_SUCCESS;
}

static int check_indices(const model *m, const item *i, const int *inds, int count) {
  const int size = grid_size(m, grid_of(i));
  for (int n = 0; n < count; n++)
    if (inds[n] < 0 || inds[n] >= size) {
      ria_fail(RIA_ERROR_ARGUMENT, "'%s' has no value %d; expected 0 to %d", i->name, inds[n],
               size - 1);
      return BMI_FAILURE;
    }
  return BMI_SUCCESS;
}

static int get_value_at_indices(Bmi *self, const char *name, void *dest, int *inds, int count) {
  const item *i = find(self, name);
  if (!i || check_indices(self->data, i, inds, count) == BMI_FAILURE)
    return BMI_FAILURE;
  const model *m = self->data;
  if (i->kind == ITEM_CELLS)
    return result(ria_stepper_read_at(m->stepper, i->number, count, inds, dest));
  for (int n = 0; n < count; n++)
    ((double *)dest)[n] =
        i->kind == ITEM_BED ? m->bed[inds[n]] : ria_stepper_discharge(m->stepper, i->number);
  return BMI_SUCCESS;
}

static const item *find_input(const Bmi *self, const char *name) {
  const item *i = find(self, name);
  if (!i || i->input)
    return i;
  ria_fail(RIA_ERROR_ARGUMENT, "'%s' is no input variable", name);
  return NULL;
}

static int set_value(Bmi *self, const char *name, void *src) {
  const item *i = find_input(self, name);
  if (!i)
    return BMI_FAILURE;
  const model *m = self->data;
  return result(i->kind == ITEM_RIVER
                    ? ria_stepper_set_discharge(m->stepper, i->number, *(const double *)src)
                    : ria_stepper_write(m->stepper, i->number, src));
}

static int set_value_at_indices(Bmi *self, const char *name, int *inds, int count, void *src) {
  const item *i = find_input(self, name);
  if (!i || check_indices(self->data, i, inds, count) == BMI_FAILURE)
    return BMI_FAILURE;
  const model *m = self->data;
  if (i->kind == ITEM_CELLS)
    return result(ria_stepper_write_at(m->stepper, i->number, count, inds, src));
  return count > 0 ? set_value(self, name, (double *)src + count - 1) : BMI_SUCCESS;
}

/* ---- grids ---- */

static const model *model_with(const Bmi *self, int grid) {
  const model *m = model_of(self);
  if (m && grid != GRID_CELLS && grid != GRID_SCALAR) {
    ria_fail(RIA_ERROR_ARGUMENT, "there is no grid %d; expected %d or %d", grid, GRID_CELLS,
             GRID_SCALAR);
    return NULL;
  }
  return m;
}

static int get_grid_rank(Bmi *self, int grid, int *rank) {
  const model *m = model_with(self, grid);
  if (m)
    *rank = grid == GRID_CELLS ? grid_rank(m) : 0;
  return m ? BMI_SUCCESS : BMI_FAILURE;
}

static int get_grid_size(Bmi *self, int grid, int *size) {
  const model *m = model_with(self, grid);
  if (m)
    *size = grid_size(m, grid);
  return m ? BMI_SUCCESS : BMI_FAILURE;
}

static int get_grid_type(Bmi *self, int grid, char *type) {
  const model *m = model_with(self, grid);
  if (m)
    strcpy(type, grid == GRID_CELLS ? "uniform_rectilinear" : "scalar");
  return m ? BMI_SUCCESS : BMI_FAILURE;
}

/* The axes of the interface run from the slowest to the fastest: y, x. A scalar has none. */
static int get_grid_shape(Bmi *self, int grid, int *shape) {
  const model *m = model_with(self, grid);
  const int rank = m && grid == GRID_CELLS ? grid_rank(m) : 0;
  for (int a = 0; a < rank; a++)
    shape[rank - 1 - a] = cells_along(m, a);
  return m ? BMI_SUCCESS : BMI_FAILURE;
}

static int get_grid_spacing(Bmi *self, int grid, double *spacing) {
  const model *m = model_with(self, grid);
  const int rank = m && grid == GRID_CELLS ? grid_rank(m) : 0;
  for (int a = 0; a < rank; a++)
    spacing[rank - 1 - a] = ria_stepper_grid(m->stepper)->spacing[a];
  return m ? BMI_SUCCESS : BMI_FAILURE;
}

/* The nodes of the interface are the centres of cells. */
static int get_grid_origin(Bmi *self, int grid, double *origin) {
  const model *m = model_with(self, grid);
  const int rank = m && grid == GRID_CELLS ? grid_rank(m) : 0;
  for (int a = 0; a < rank; a++) {
    const ria_grid *g = ria_stepper_grid(m->stepper);
    origin[rank - 1 - a] = g->origin[a] + 0.5 * g->spacing[a];
  }
  return m ? BMI_SUCCESS : BMI_FAILURE;
}

static int refuse_coordinates(Bmi *self, int grid, double *values) {
  (void)self;
  (void)grid;
  (void)values;
  return fail("the grid is uniform: it has shape, spacing and origin");
}

static int refuse_topology(Bmi *self, int grid, int *values) {
  (void)self;
  (void)grid;
  (void)values;
  return fail("the grid is uniform and has no list of nodes, edges and faces");
}

Bmi *register_bmi_ria(Bmi *table) {
  if (table)
    *table = (Bmi){.initialize = initialize,
                   .update = update,
                   .update_until = update_until,
                   .finalize = finalize,
                   .get_component_name = get_component_name,
                   .get_input_item_count = get_input_item_count,
                   .get_output_item_count = get_output_item_count,
                   .get_input_var_names = get_input_var_names,
                   .get_output_var_names = get_output_var_names,
                   .get_var_grid = get_var_grid,
                   .get_var_type = get_var_type,
                   .get_var_units = get_var_units,
                   .get_var_itemsize = get_var_itemsize,
                   .get_var_nbytes = get_var_nbytes,
                   .get_var_location = get_var_location,
                   .get_current_time = get_current_time,
                   .get_start_time = get_start_time,
                   .get_end_time = get_end_time,
                   .get_time_units = get_time_units,
                   .get_time_step = get_time_step,
                   .get_value = get_value,
                   .get_value_ptr = get_value_ptr,
                   .get_value_at_indices = get_value_at_indices,
                   .set_value = set_value,
                   .set_value_at_indices = set_value_at_indices,
                   .get_grid_rank = get_grid_rank,
                   .get_grid_size = get_grid_size,
                   .get_grid_type = get_grid_type,
                   .get_grid_shape = get_grid_shape,
                   .get_grid_spacing = get_grid_spacing,
                   .get_grid_origin = get_grid_origin,
                   .get_grid_x = refuse_coordinates,
                   .get_grid_y = refuse_coordinates,
                   .get_grid_z = refuse_coordinates,
                   .get_grid_node_count = refuse_topology,
                   .get_grid_edge_count = refuse_topology,
                   .get_grid_face_count = refuse_topology,
                   .get_grid_edge_nodes = refuse_topology,
                   .get_grid_face_edges = refuse_topology,
                   .get_grid_face_nodes = refuse_topology,
                   .get_grid_nodes_per_face = refuse_topology};
  return table;
}
