/* Sweeps: the points of a step. Each parameter of a product is an axis. The parameters of a zip are
 * one axis together, after the others. The last axis varies fastest. */
#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "ria/exact_math.h"
#include "ria/number.h"
#include "reader.h"
#include "value.h"
#include "word.h"

enum { AXES = 16 };

typedef struct {
  const char *name;
  int count;
  workflow_value *value; /* in the workflow's memory */
  int axis;
} swept;

typedef struct {
  workflow_file *workflow;
  int parameters, axes;
  swept parameter[AXES];
  int length[AXES]; /* of each axis */
  bool failed;
} sweep;

static void complain(sweep *s, ria_yaml *node, const char *what) {
  s->failed = true;
  workflow_expected(s->workflow, node, what);
}

static bool take_value(sweep *s, const ria_yaml *node, workflow_value *value) {
  workflow_value read = {0};
  ria_status status =
      node->quoted ? value_set_text(&read, node->text) : value_set_plain(&read, node->text);
  *value = workflow_adopt(s->workflow, &read);
  s->workflow->memory->yaml.failed |= status != RIA_SUCCESS;
  return value->text != NULL;
}

/* --- ranges --- */

typedef struct {
  double from, to, by;
  char unit[64];
  bool multiply;
} range;

/* Reads one end of a range. Its unit must be that of the other end. */
static bool read_end(sweep *s, ria_yaml *map, const char *key, range *r, double *number,
                     bool has_unit) {
  ria_yaml *node = ria_yaml_get(map, key);
  workflow_value value = {0};
  const char *unit;
  if (!node) {
    s->failed = true;
    workflow_find_fault(s->workflow, map,
                        "a range is {from: 1, to: 16, step: 1} or {from: 1, to: 16, factor: "
                        "2}; '%s' is missing",
                        key);
    return false;
  }
  size_t mark = workflow_enter(s->workflow, key);
  bool good = node->kind == RIA_YAML_SCALAR && take_value(s, node, &value) &&
              quantity_read(&value, number, &unit) && strlen(unit) < sizeof r->unit;
  if (!good) {
    complain(s, node, "a number");
  } else if (has_unit && strcmp(key, "from") != 0 && strcmp(unit, r->unit) != 0) {
    s->failed = true;
    good = false;
    workflow_find_fault(s->workflow, node,
                        "the ends and the step of a range must have the same unit");
  } else if (!has_unit && *unit) {
    good = false;
    complain(s, node, "a number without a unit");
  } else if (has_unit) {
    stpcpy(r->unit, unit);
  }
  workflow_leave(s->workflow, mark);
  return good;
}

static bool check_range_keys(sweep *s, ria_yaml *map) {
  static const char *const keys[] = {"from", "to", "step", "factor"};
  for (int i = 0; i < map->count; i++) {
    bool known = false;
    for (size_t j = 0; j < sizeof keys / sizeof *keys; j++)
      known |= !strcmp(map->key[i]->text, keys[j]);
    if (known)
      continue;
    s->failed = true;
    workflow_find_fault(s->workflow, map->key[i],
                        "a range has the keys from, to, and step or factor");
    return false;
  }
  return true;
}

/* Both ends belong to the range, although 0.1 + 0.2 is not exactly 0.3. The number may exceed an
 * integer if the step is small or the factor near 1. */
static double values_of(const range *r) {
  const double steps =
      r->multiply ? ria_log(r->to / r->from) / ria_log(r->by) : (r->to - r->from) / r->by;
  return floor(steps * (1 + 1e-12) + 1e-9) + 1;
}

static bool read_range(sweep *s, ria_yaml *map, range *r) {
  *r = (range){.multiply = ria_yaml_get(map, "factor") != NULL};
  if (!check_range_keys(s, map) || !read_end(s, map, "from", r, &r->from, true) ||
      !read_end(s, map, "to", r, &r->to, true) ||
      !read_end(s, map, r->multiply ? "factor" : "step", r, &r->by, !r->multiply))
    return false;
  const char *why = NULL;
  if (r->multiply && ria_yaml_get(map, "step"))
    why = "'step' and 'factor' exclude each other; keep one of the two";
  else if (r->multiply && (r->from <= 0 || r->to < r->from || r->by <= 1))
    why = "a range with a factor must start above 0 and increase, and the factor must be above 1";
  else if (!r->multiply && (r->by == 0 || (r->to - r->from) / r->by < 0))
    why = "this step never reaches the end of the range";
  else if (!(values_of(r) <= WORKFLOW_POINTS))
    why = "this range has more values than a workflow may have points";
  if (why) {
    s->failed = true;
    workflow_find_fault(s->workflow, map, "%s", why);
  }
  return !why;
}

static double value_at(const range *r, int i) {
  char digits[WORKFLOW_NUMBER_BYTES];
  double value = r->multiply ? r->from * ria_pow(r->by, i) : r->from + i * r->by;
  ria_snprintf(digits, sizeof digits, "%.12g", value); /* 0.3, not 0.30000000000000004 */
  return ria_strtod(digits, NULL);
}

static void fill_range(sweep *s, swept *parameter, const range *r) {
  const int count = (int)values_of(r);
  parameter->value = workflow_allocate(s->workflow, (size_t)count, sizeof *parameter->value);
  for (int i = 0; parameter->value && i < count; i++) {
    workflow_value value = {0};
    if (quantity_write(&value, value_at(r, i), r->unit) != RIA_SUCCESS)
      s->workflow->memory->yaml.failed = true;
    parameter->value[i] = workflow_adopt(s->workflow, &value);
  }
  parameter->count = count;
}

/* --- axes --- */

static void read_list(sweep *s, swept *parameter, ria_yaml *list) {
  if (!list->count) {
    complain(s, list, "at least one value");
    return;
  }
  parameter->value = workflow_allocate(s->workflow, (size_t)list->count, sizeof *parameter->value);
  for (int i = 0; parameter->value && i < list->count; i++) {
    size_t mark = workflow_enter_item(s->workflow, i);
    if (list->value[i]->kind != RIA_YAML_SCALAR)
      complain(s, list->value[i], "a single value");
    else
      take_value(s, list->value[i], &parameter->value[i]);
    workflow_leave(s->workflow, mark);
  }
  parameter->count = list->count;
}

static void read_values(sweep *s, swept *parameter, ria_yaml *node) {
  range r;
  if (node->kind == RIA_YAML_MAP) {
    if (read_range(s, node, &r))
      fill_range(s, parameter, &r);
  } else if (node->kind == RIA_YAML_LIST) {
    read_list(s, parameter, node);
  } else if (ria_yaml_is_null(node)) {
    complain(s, node, "a list of values, or a range {from, to, step}");
  } else {
    parameter->value = workflow_allocate(s->workflow, 1, sizeof *parameter->value);
    parameter->count = 1;
    if (parameter->value)
      take_value(s, node, parameter->value);
  }
}

/* `axis`: the number of the axis; -1: each parameter is an axis of its own. */
static void read_axes(sweep *s, ria_yaml *map, int axis) {
  if (map->kind != RIA_YAML_MAP || !map->count) {
    complain(s, map, "a mapping of parameters to their values");
    return;
  }
  for (int i = 0; i < map->count; i++) {
    ria_yaml *key = map->key[i];
    size_t mark = workflow_enter(s->workflow, key->text);
    swept *parameter = &s->parameter[s->parameters];
    if (s->parameters == AXES) {
      complain(s, key, "at most 16 parameters in a sweep");
      workflow_leave(s->workflow, mark);
      return;
    }
    *parameter = (swept){.name = key->text, .axis = axis < 0 ? s->axes++ : axis};
    if (!workflow_is_word(key->text) || strlen(key->text) > 64)
      complain(s, key, "a parameter's name: a word of letters, digits, '_' and '-'");
    else
      read_values(s, parameter, map->value[i]);
    for (int j = 0; j < s->parameters; j++)
      if (!strcmp(s->parameter[j].name, key->text))
        complain(s, key, "each parameter in one axis only");
    s->parameters++;
    workflow_leave(s->workflow, mark);
  }
}

static void read_zip(sweep *s, ria_yaml *map) {
  int first = s->parameters;
  read_axes(s, map, s->axes++);
  for (int i = first + 1; i < s->parameters && !s->failed; i++) {
    if (s->parameter[i].count == s->parameter[first].count)
      continue;
    s->failed = true;
    workflow_find_fault(
        s->workflow, map,
        "the lists of a zip must have the same length, but '%s' has %d values and '%s' has %d",
        s->parameter[first].name, s->parameter[first].count, s->parameter[i].name,
        s->parameter[i].count);
  }
}

/* A sweep has `product:` and `zip:`, or the parameters of a product directly. */
static void read_sweep(sweep *s, ria_yaml *node) {
  ria_yaml *product = ria_yaml_get(node, "product"), *zip = ria_yaml_get(node, "zip");
  if (node->kind != RIA_YAML_MAP || node->count != (product != NULL) + (zip != NULL)) {
    read_axes(s, node, -1);
    return;
  }
  size_t mark = workflow_enter(s->workflow, "product");
  if (product)
    read_axes(s, product, -1);
  workflow_leave(s->workflow, mark);
  mark = workflow_enter(s->workflow, "zip");
  if (zip)
    read_zip(s, zip);
  workflow_leave(s->workflow, mark);
}

/* --- labels: "ranks=2,resolution=200m", for people and for file names --- */

enum { LABEL_BYTES = 100 };

static void add_to_label(ria_text *text, const char *value) {
  for (const unsigned char *p = (const unsigned char *)value; *p; p++) {
    char c = (char)*p;
    if (isalnum(*p) || *p >= 0x80 || strchr("._+-", c))
      ria_text_append(text, &c, 1);
    else if (c != ' ')
      ria_text_append(text, "_", 1);
  }
}

static void write_label(ria_text *text, const workflow_point *point) {
  const workflow_named *own = point->parameter + point->parameters - point->swept;
  for (int i = 0; i < point->swept; i++) {
    ria_text_add(text, "%s%s=", i ? "," : "", own[i].name);
    add_to_label(text, own[i].value.text);
  }
}

/* Cuts at the start of a character. */
static void cut_label(ria_text *text) {
  if (text->failed || text->length <= LABEL_BYTES)
    return;
  text->length = LABEL_BYTES;
  while (text->length && ((unsigned char)text->data[text->length] & 0xc0) == 0x80)
    text->length--;
  text->data[text->length] = '\0';
}

static char *take_label(workflow_file *workflow, ria_text *text) {
  char *label = text->failed || !text->data
                    ? NULL
                    : ria_yaml_copy_text(&workflow->memory->yaml, text->data, text->length);
  workflow->memory->yaml.failed |= !label;
  ria_text_destroy(text);
  return label;
}

/* A label that is cut or not unique ends with the point's number. */
static char *label_of(workflow_file *workflow, const workflow_point *point, bool numbered) {
  ria_text text = {0};
  ria_text_append(&text, "", 0);
  write_label(&text, point);
  if (numbered || text.length > LABEL_BYTES) {
    cut_label(&text);
    ria_text_add(&text, ",%d", point->index);
  }
  return take_label(workflow, &text);
}

static bool label_points(workflow_file *workflow, workflow_step *step) {
  ria_word_table taken = {0};
  bool good = true;
  for (int i = 0; i < step->points && good; i++) {
    workflow_point *point = &step->point[i];
    point->label = label_of(workflow, point, false);
    good = point->label != NULL;
    if (good && ria_word_table_find(&taken, point->label) >= 0)
      good = (point->label = label_of(workflow, point, true)) != NULL;
    good = good && ria_word_table_put(&taken, point->label, i);
  }
  ria_word_table_destroy(&taken);
  workflow->memory->yaml.failed |= !good; /* can fail only without memory */
  return good;
}

/* --- points --- */

static int count_points(sweep *s, ria_yaml *node) {
  long long points = 1;
  for (int i = 0; i < s->parameters; i++)
    s->length[s->parameter[i].axis] = s->parameter[i].count;
  for (int i = 0; i < s->axes && points <= WORKFLOW_POINTS; i++)
    points *= s->length[i];
  if (points + s->workflow->points <= WORKFLOW_POINTS)
    return (int)points;
  s->failed = true;
  workflow_find_fault(s->workflow, node,
                      "this makes more points than the %d that a workflow may have",
                      WORKFLOW_POINTS);
  return 0;
}

static void make_point(const sweep *s, workflow_step *step, workflow_point *point, int index) {
  workflow_file *w = s->workflow;
  int place[AXES], rest = index;
  for (int axis = s->axes - 1; axis >= 0; axis--) {
    place[axis] = rest % s->length[axis];
    rest /= s->length[axis];
  }
  *point = (workflow_point){.step = step,
                            .index = index,
                            .parameters = w->parameters + s->parameters,
                            .swept = s->parameters};
  point->parameter = workflow_allocate(w, (size_t)point->parameters, sizeof *point->parameter);
  if (!point->parameter)
    return;
  if (w->parameters)
    memcpy(point->parameter, w->parameter, (size_t)w->parameters * sizeof *point->parameter);
  workflow_named *own = point->parameter + w->parameters;
  for (int i = 0; i < s->parameters; i++)
    own[i] = (workflow_named){workflow_copy(w, s->parameter[i].name),
                              s->parameter[i].value[place[s->parameter[i].axis]]};
}

bool sweep_expand(workflow_file *workflow, workflow_step *step, ria_yaml *node) {
  sweep s = {.workflow = workflow};
  if (node)
    read_sweep(&s, node);
  int points = s.failed || workflow->memory->yaml.failed ? 0 : count_points(&s, node);
  if (!points || workflow->memory->yaml.failed)
    return false;
  step->point = workflow_allocate(workflow, (size_t)points, sizeof *step->point);
  if (!step->point)
    return false;
  for (int i = 0; i < points && !workflow->memory->yaml.failed; i++)
    make_point(&s, step, &step->point[i], i);
  step->points = points;
  workflow->points += points;
  return !workflow->memory->yaml.failed && label_points(workflow, step);
}
