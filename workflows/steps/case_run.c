#include "case_run.h"
#include <ctype.h>
#include <jansson.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "language/word.h"
#include "ria/csv_table.h"
#include "ria/number.h"
#include "ria/registry.h"
#include "ria/solver.h"
#include "ria/text.h"
#include "ria/yaml.h"

static ria_status fail_memory(void) {
  return ria_fail(RIA_ERROR_MEMORY, "no memory for the settings of a run");
}

void case_settings_destroy(case_settings *s) {
  for (int i = 0; i < s->count; i++)
    free(s->set[i]);
  free(s->set);
  *s = (case_settings){0};
}

static ria_status add_setting(case_settings *s, const char *key, const char *value) {
  char **grown = realloc(s->set, (size_t)(s->count + 1) * sizeof *grown), *text = NULL;
  if (!grown)
    return fail_memory();
  s->set = grown;
  if (asprintf(&text, "%s=%s", key, value) < 0)
    return fail_memory();
  s->set[s->count++] = text;
  return RIA_SUCCESS;
}

/* ---- `set:` as command-line values ---- */

static void put_flow(ria_text *text, const ria_yaml *node);

/* Double quotes allow any text. */
static void put_scalar(ria_text *text, const ria_yaml *node) {
  if (!node->quoted && !strpbrk(node->text, ",:{}[]#&*!|>'\"%@`\n")) {
    ria_text_add(text, "%s", node->text);
    return;
  }
  ria_text_add(text, "\"");
  for (const char *c = node->text; *c; c++)
    if (*c == '"' || *c == '\\')
      ria_text_add(text, "\\%c", *c);
    else if (*c == '\n')
      ria_text_add(text, "\\n");
    else
      ria_text_append(text, c, 1);
  ria_text_add(text, "\"");
}

static void put_flow(ria_text *text, const ria_yaml *node) {
  bool is_map = node->kind == RIA_YAML_MAP;
  if (node->kind == RIA_YAML_SCALAR) {
    put_scalar(text, node);
    return;
  }
  ria_text_add(text, is_map ? "{" : "[");
  for (int i = 0; i < node->count; i++) {
    ria_text_add(text, i ? ", " : "");
    if (is_map) {
      put_scalar(text, node->key[i]);
      ria_text_add(text, ": ");
    }
    put_flow(text, node->value[i]);
  }
  ria_text_add(text, is_map ? "}" : "]");
}

/* Sets each key of a mapping by itself, so that the case's other keys stay. */
static ria_status add_node(case_settings *s, const char *path, const ria_yaml *node) {
  if (node->kind == RIA_YAML_MAP && node->count > 0) {
    for (int i = 0; i < node->count; i++) {
      char *below = NULL;
      if (asprintf(&below, "%s%s%s", path, *path ? "." : "", node->key[i]->text) < 0)
        return fail_memory();
      ria_status status = add_node(s, below, node->value[i]);
      free(below);
      RIA_TRY(status);
    }
    return RIA_SUCCESS;
  }
  if (node->kind == RIA_YAML_SCALAR && !*node->text) /* removes the key, as on a command line */
    return add_setting(s, path, "");
  ria_text text = {0};
  put_flow(&text, node);
  char *value = ria_text_take(&text);
  ria_status status = value ? add_setting(s, path, value) : fail_memory();
  free(value);
  return status;
}

/* ---- short forms ---- */

static ria_status add_depth(case_settings *s, const char *value) {
  if (!strcmp(value, "1"))
    return add_setting(s, "time_tiling", "{scheme: classic}");
  char text[96];
  snprintf(text, sizeof text, "{scheme: expansion, depth: %.40s}", value);
  return add_setting(s, "time_tiling", text);
}

/* classic, auto, expansion-DEPTH or swept-STEPS. */
static ria_status add_tiling(case_settings *s, const char *value) {
  const char *number = strchr(value, '-');
  const bool expansion = !strncmp(value, "expansion-", 10);
  char text[96];
  if (!expansion && strncmp(value, "swept-", 6))
    return add_setting(s, "time_tiling", value);
  snprintf(text, sizeof text, "{scheme: %s, %s: %.40s}", expansion ? "expansion" : "swept",
           expansion ? "depth" : "steps", number + 1);
  return add_setting(s, "time_tiling", text);
}

/* Adds a short form by its name; *known: whether it is one. */
static ria_status add_short(case_settings *s, const char *name, const char *value, bool *known) {
  static const char *const same[] = {"target", "strategy", "precision", "tiles"};
  *known = true;
  for (size_t i = 0; i < sizeof same / sizeof *same; i++)
    if (!strcmp(name, same[i]))
      return add_setting(s, name, value);
  if (!strcmp(name, "cells")) {
    RIA_TRY(add_setting(s, "grid.resolution", ""));
    return add_setting(s, "grid.cells", value);
  }
  if (!strcmp(name, "resolution")) {
    RIA_TRY(add_setting(s, "grid.cells", ""));
    return add_setting(s, "grid.resolution", value);
  }
  if (!strcmp(name, "steps"))
    return add_setting(s, "time.steps", value);
  if (!strcmp(name, "depth"))
    return add_depth(s, value);
  if (!strcmp(name, "tiling"))
    return add_tiling(s, value);
  *known = false;
  return RIA_SUCCESS;
}

bool case_run_takes(const char *parameter) {
  case_settings unused = {0};
  bool known = false;
  const ria_status status = add_short(&unused, parameter, "1", &known);
  case_settings_destroy(&unused);
  return status == RIA_SUCCESS && (known || case_run_is_machine(parameter));
}

static ria_status add_number(case_settings *s, const char *name, int value) {
  char text[16];
  bool known;
  snprintf(text, sizeof text, "%d", value);
  return value > 0 ? add_short(s, name, text, &known) : RIA_SUCCESS;
}

ria_status case_settings_add_run(case_settings *s, const case_run *run) {
  const struct {
    const char *name, *value;
  } text[] = {{"target", run->target},       {"strategy", run->strategy},
              {"precision", run->precision}, {"tiles", run->tiles},
              {"cells", run->cells},         {"resolution", run->resolution}};
  bool known;
  for (size_t i = 0; i < sizeof text / sizeof *text; i++)
    if (text[i].value)
      RIA_TRY(add_short(s, text[i].name, text[i].value, &known));
  RIA_TRY(add_number(s, "depth", run->depth));
  RIA_TRY(add_number(s, "steps", run->steps));
  return ria_yaml_is_null(run->set) ? RIA_SUCCESS : add_node(s, "", run->set);
}

ria_status case_settings_add_sweep(case_settings *s, const workflow_point *point) {
  bool known;
  for (int i = point->parameters - point->swept; i < point->parameters; i++)
    RIA_TRY(add_short(s, point->parameter[i].name, point->parameter[i].value.text, &known));
  return RIA_SUCCESS;
}

ria_status case_settings_add_quiet(case_settings *s) {
  RIA_TRY(add_setting(s, "output.maps", "false"));
  RIA_TRY(add_setting(s, "output.history", "false"));
  RIA_TRY(add_setting(s, "output.every", "0 s")); /* steps would be fitted to output times */
  return add_setting(s, "checkpoint.every", "0 s");
}

/* ---- checking ---- */

bool case_run_check(const workflow_point *point, const char *path, const case_settings *settings,
                    const char *what, ria_case_errors *errors, double *end) {
  ria_case_errors found = {0};
  ria_case the_case;
  ria_status status = ria_case_read(path, &ria_known_names, settings->count,
                                    (const char *const *)settings->set, &the_case, &found);
  for (int i = 0; i < found.count; i++)
    point_complain(point, errors, *what ? what : "case", "%s", found.error[i].text);
  if (status != RIA_SUCCESS && !found.count)
    point_complain(point, errors, "case", "%s", ria_status_detail());
  if (end && status == RIA_SUCCESS)
    *end = the_case.time.steps < 0 ? the_case.time.end : INFINITY;
  ria_case_errors_destroy(&found);
  ria_case_destroy(&the_case);
  return status == RIA_SUCCESS;
}

/* ---- resources and the command ---- */

static int *resource_of(ria_resources *r, const char *name) {
  const struct {
    const char *name;
    int *place;
  } known[] = {{"ranks", &r->ranks},
               {"nodes", &r->nodes},
               {"workers", &r->workers},
               {"gpus", &r->gpus},
               {"ranks_per_node", &r->ranks_per_node}};
  for (size_t i = 0; i < sizeof known / sizeof *known; i++)
    if (!strcmp(name, known[i].name))
      return known[i].place;
  return NULL;
}

bool case_run_is_machine(const char *parameter) {
  ria_resources any;
  return resource_of(&any, parameter) || !strcmp(parameter, "latency");
}

/* Sets the latency between ranks of one machine, in s. */
static ria_status add_latency(workflow_task *task, const workflow_value *value) {
  if (!value->is_number || !(value->number >= 0 && value->number <= 1))
    return ria_fail(RIA_ERROR_CASE,
                    "%s: the sweep's latency is '%s'; expected the seconds that messages are to "
                    "take longer, from 0 to 1",
                    task->point->step->name, value->text);
  return task_add_environment(task, "RIA_MPI_LATENCY", value->text);
}

static ria_status add_sweep_resources(workflow_task *task) {
  const workflow_point *p = task->point;
  for (int i = p->parameters - p->swept; i < p->parameters; i++) {
    const workflow_value *value = &p->parameter[i].value;
    int *place = resource_of(&task->resources, p->parameter[i].name);
    if (!strcmp(p->parameter[i].name, "latency"))
      RIA_TRY(add_latency(task, value));
    if (!place)
      continue;
    if (!value->is_number || value->number < 1 || value->number > 1e6 ||
        value->number != floor(value->number))
      return ria_fail(RIA_ERROR_CASE, "%s: the sweep's %s is '%s'; expected a whole number from 1",
                      p->step->name, p->parameter[i].name, value->text);
    *place = (int)value->number;
  }
  return RIA_SUCCESS;
}

bool case_run_needs_gpu(const workflow_point *point, const case_run *run) {
  const char *target = run->target;
  for (int i = point->parameters - point->swept; i < point->parameters && !target; i++)
    if (!strcmp(point->parameter[i].name, "target"))
      target = point->parameter[i].value.text;
  return target && ria_target_is(target, RIA_TARGET_DEVICE);
}

ria_status case_run_add_resources(workflow_task *task, const case_run *run) {
  RIA_TRY(add_sweep_resources(task));
  ria_resources *r = &task->resources;
  if (run) {
    r->ranks = run->ranks > 0 ? run->ranks : r->ranks;
    r->workers = run->workers > 0 ? run->workers : r->workers;
    r->gpus = run->gpus > 0 ? run->gpus : r->gpus;
    r->nodes = run->nodes > 0 ? run->nodes : r->nodes;
  }
  char text[16];
  snprintf(text, sizeof text, "%d", r->workers);
  if (r->workers > 0)
    RIA_TRY(task_add_environment(task, "STARPU_NCPU", text));
  snprintf(text, sizeof text, "%d", r->gpus);
  return r->gpus > 0 ? task_add_environment(task, "STARPU_NCUDA", text) : RIA_SUCCESS;
}

static ria_status read_case(const char *path, const case_settings *settings, ria_case *the_case) {
  ria_case_errors found = {0};
  ria_status status = ria_case_read(path, &ria_known_names, settings->count,
                                    (const char *const *)settings->set, the_case, &found);
  if (status != RIA_SUCCESS) {
    if (found.count)
      status = ria_fail(status, "%s", found.error[0].text);
    ria_case_destroy(the_case);
  }
  ria_case_errors_destroy(&found);
  return status;
}

ria_status case_run_end(const char *path, const case_settings *settings, double *end) {
  ria_case the_case;
  RIA_TRY(read_case(path, settings, &the_case));
  *end = the_case.time.steps < 0 ? the_case.time.end : INFINITY;
  ria_case_destroy(&the_case);
  return RIA_SUCCESS;
}

ria_status case_run_solver(const char *path, const case_settings *settings, char **solver) {
  ria_case the_case;
  RIA_TRY(read_case(path, settings, &the_case));
  *solver = strdup(the_case.solver);
  ria_case_destroy(&the_case);
  return *solver ? RIA_SUCCESS : fail_memory();
}

/* The case's hash includes its files; the text of the case as run includes all keys. */
static ria_status hash_case(workflow_task *task, const char *path, const case_settings *settings) {
  ria_case the_case;
  RIA_TRY(read_case(path, settings, &the_case));
  char what[200];
  const char *name = strrchr(path, '/') ? strrchr(path, '/') + 1 : path;
  snprintf(what, sizeof what, "input files of %s", name);
  ria_status status = task_hash(task, what, the_case.hash, strlen(the_case.hash));
  snprintf(what, sizeof what, "case %s", name);
  if (status == RIA_SUCCESS)
    status = task_hash(task, what, the_case.yaml, strlen(the_case.yaml));
  ria_case_destroy(&the_case);
  return status;
}

ria_status case_run_add_after(workflow_task *task, const workflow_point *point,
                              const char *suffix) {
  char *id = point_task_id(point, suffix);
  ria_status status = id ? task_add_after(task, id) : fail_memory();
  free(id);
  return status;
}

ria_status case_run_add_settings(workflow_task *task, const case_settings *settings) {
  for (int i = 0; i < settings->count; i++) {
    RIA_TRY(task_add_argument(task, "--set"));
    RIA_TRY(task_add_argument(task, settings->set[i]));
  }
  return RIA_SUCCESS;
}

ria_status case_run_add_command(workflow_task *task, const char *path,
                                const case_settings *settings) {
  const char *const start[] = {"ria", "run", path, "-o", "."};
  for (size_t i = 0; i < sizeof start / sizeof *start; i++)
    RIA_TRY(task_add_argument(task, start[i]));
  RIA_TRY(case_run_add_settings(task, settings));
  return hash_case(task, path, settings);
}

/* ---- results ---- */

enum { KEY = 256, PATH = 4352 };

/* Makes a key of a name: "Illa de Arousa" gives "Illa_de_Arousa", after `what` and a dot if that is
 * not empty. */
static void key_of(const char *what, const char *name, char key[KEY]) {
  int n = snprintf(key, KEY, "%s%s", what, *what ? "." : "");
  n = n < KEY - 2 ? n : KEY - 2;
  if (isdigit((unsigned char)*name) || *name == '-')
    key[n++] = '_';
  for (; *name && n < KEY - 1; name++)
    key[n++] = isalnum((unsigned char)*name) || (unsigned char)*name >= 0x80 ? *name : '_';
  key[n] = 0;
}

/* The same, but a word keeps its dashes. */
static void key_of_member(const char *what, const char *name, char key[KEY]) {
  if (workflow_is_word(name))
    snprintf(key, KEY, "%s%s%s", what, *what ? "." : "", name);
  else
    key_of(what, name, key);
}

/* Adds the members of an object by their keys, and those of a list by their names; lists without
 * names are skipped. */
static ria_status put_json(workflow_results *results, const char *path, const json_t *value) {
  const char *key;
  json_t *below;
  size_t i;
  char name[KEY];
  if (json_is_number(value))
    return results_put_number(results, path, json_number_value(value));
  if (json_is_string(value))
    return results_put_text(results, path, json_string_value(value));
  json_object_foreach((json_t *)value, key, below) {
    key_of_member(path, key, name);
    RIA_TRY(put_json(results, name, below));
  }
  json_array_foreach(value, i, below) {
    if ((key = json_string_value(json_object_get(below, "name")))) {
      key_of_member(path, key, name);
      RIA_TRY(put_json(results, name, below));
    }
  }
  return RIA_SUCCESS;
}

ria_status case_run_collect_json(const char *folder, const char *name, workflow_results *results) {
  char path[PATH];
  json_error_t error;
  snprintf(path, sizeof path, "%s/%s", folder, name);
  json_t *summary = json_load_file(path, 0, &error);
  if (!summary)
    return ria_fail(access(path, R_OK) ? RIA_ERROR_IO : RIA_ERROR_FORMAT,
                    "%s: the numbers of the run cannot be read: %s", path, error.text);
  ria_status status = put_json(results, "", summary);
  json_decref(summary);
  return status;
}

static ria_status put_cell(workflow_results *results, const char *key, const char *cell) {
  char *end;
  double value = ria_strtod(cell, &end);
  return *cell && !*end ? results_put_number(results, key, value)
                        : results_put_text(results, key, "never");
}

/* Removes the apostrophe that protects the name in spreadsheets (ria/gauges.h). */
static const char *gauge_of(const char *cell) {
  return cell[0] == '\'' && cell[1] && strchr("=+-@", cell[1]) ? cell + 1 : cell;
}

static ria_status put_arrivals(workflow_results *results, const ria_csv_table *t) {
  int place = ria_csv_table_column(t, "gauge"), time = ria_csv_table_column(t, "arrival_seconds"),
      peak = ria_csv_table_column(t, "peak_concentration");
  for (int r = 0; r < t->rows; r++) {
    char key[KEY];
    key_of("arrival", gauge_of(ria_csv_table_cell(t, r, place)), key);
    if (time >= 0) /* without a threshold the arrival is not determined */
      RIA_TRY(put_cell(results, key, ria_csv_table_cell(t, r, time)));
    key_of("peak", gauge_of(ria_csv_table_cell(t, r, place)), key);
    RIA_TRY(put_cell(results, key, ria_csv_table_cell(t, r, peak)));
  }
  return RIA_SUCCESS;
}

ria_status case_run_collect(const workflow_task *task, const char *folder,
                            workflow_results *results) {
  (void)task; /* unused: this is a kind's collect() */
  char path[PATH];
  ria_csv_table arrivals;
  RIA_TRY(case_run_collect_json(folder, "summary.json", results));
  snprintf(path, sizeof path, "%s/arrivals.csv", folder);
  if (access(path, F_OK))
    return RIA_SUCCESS;
  RIA_TRY(ria_csv_table_read(path, &arrivals));
  ria_status status = put_arrivals(results, &arrivals);
  ria_csv_table_destroy(&arrivals);
  return status;
}
