/* Reads a workflow: runs the stages in order, and holds their shared data. */
#include "reader.h"
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "workflow.h"
#include "ria/number.h"

enum { SENTENCE_BYTES = 1024 };

size_t workflow_enter(workflow_file *workflow, const char *key) {
  return ria_text_enter_key(workflow->memory->path, WORKFLOW_PATH, key);
}

size_t workflow_enter_item(workflow_file *workflow, int index) {
  char number[16];
  snprintf(number, sizeof number, "%d", index);
  return workflow_enter(workflow, number);
}

void workflow_leave(workflow_file *workflow, size_t mark) {
  workflow->memory->path[mark] = '\0';
}

void workflow_find_fault(workflow_file *workflow, ria_yaml *place, const char *format, ...) {
  char sentence[SENTENCE_BYTES];
  va_list arguments;
  va_start(arguments, format);
  ria_vsnprintf(sentence, sizeof sentence, format, arguments);
  va_end(arguments);
  workflow->memory->failed = true;
  if (place)
    place->bad = true;
  ria_case_complain(workflow->memory->errors, place, workflow->memory->path, "%s", sentence);
}

void workflow_expected(workflow_file *workflow, ria_yaml *node, const char *what) {
  if (node->kind != RIA_YAML_SCALAR || ria_yaml_is_null(node)) {
    workflow_find_fault(workflow, node, "expected %s, got %s", what, ria_yaml_kind_text(node));
    return;
  }
  ria_text shown = {0};
  ria_text_add_quoted(&shown, node->text);
  workflow_find_fault(workflow, node, "expected %s, got '%s'", what, shown.data ? shown.data : "");
  ria_text_destroy(&shown);
}

char *workflow_copy(workflow_file *workflow, const char *text) {
  return ria_yaml_copy_text(&workflow->memory->yaml, text, strlen(text));
}

void *workflow_allocate(workflow_file *workflow, size_t count, size_t bytes) {
  return ria_yaml_allocate(&workflow->memory->yaml, (count ? count : 1) * bytes);
}

workflow_value workflow_adopt(workflow_file *workflow, workflow_value *value) {
  workflow_value adopted = *value;
  adopted.text = value->text ? workflow_copy(workflow, value->text) : NULL;
  value_clear(value);
  return adopted;
}

static void read_tree(workflow_file *workflow, const workflow_options *options, bool is_spooled) {
  struct workflow_memory *m = workflow->memory;
  if (m->root->kind != RIA_YAML_MAP) {
    workflow_find_fault(workflow, m->root,
                        "a workflow is a mapping of keys such as 'steps', but this is %s",
                        ria_yaml_kind_text(m->root));
    return;
  }
  m->failed |= m->root->bad;
  m->root->bad = false;
  workflow_apply_sets(workflow);
  workflow_read_parameters(workflow);
  workflow_read_top(workflow, options, is_spooled);
  workflow_read_steps(workflow);
  if (!m->yaml.failed)
    workflow_link(workflow);
  if (!m->yaml.failed && !m->variants_failed)
    workflow_make_points(workflow);
  if (!m->yaml.failed && !m->failed)
    workflow_warn_of_unused(workflow);
}

static ria_status read_data(workflow_file *workflow, const char *data, size_t length,
                            const workflow_options *options) {
  struct workflow_memory *m = workflow->memory;
  bool is_spooled = false;
  m->progress = options->progress;
  char *directory = workflow_find_directory(workflow->path, &is_spooled);
  if (!directory)
    return ria_fail(RIA_ERROR_IO, "cannot find the folder from which '%s' is run", workflow->path);
  workflow->directory = workflow_copy(workflow, directory);
  free(directory);
  /* Slurm's copy of a batch script is not in the folder of the files that it reads. */
  char *files = options->files ? strdup(options->files)
                : is_spooled   ? NULL
                               : workflow_find_files(workflow->path);
  workflow->files = files ? workflow_copy(workflow, files) : workflow->directory;
  free(files);
  m->source = workflow_allocate(workflow, (size_t)options->sets + 1, sizeof *m->source);
  if (!m->source || !workflow->directory || !workflow->files)
    return RIA_ERROR_MEMORY;
  m->sources = options->sets + 1;
  for (int i = 0; i < m->sources; i++)
    m->source[i] = (ria_yaml_source){.directory = workflow->directory, .is_set = i > 0};
  m->source[0].name = workflow->path;
  m->source[0].directory = workflow->files;
  m->source[0].otherwise = workflow->directory;
  for (int i = 0; i < options->sets; i++)
    m->source[i + 1].name = workflow_copy(workflow, options->set[i]);
  workflow_check_lines(workflow, data, length);
  m->root =
      m->yaml.failed ? NULL : ria_yaml_parse(&m->yaml, &m->source[0], data, length, m->errors);
  m->failed |= !m->root;
  if (m->root)
    read_tree(workflow, options, is_spooled);
  return m->yaml.failed ? RIA_ERROR_MEMORY : m->failed ? RIA_ERROR_CASE : RIA_SUCCESS;
}

static ria_status summarize(const char *path, ria_case_errors *errors) {
  ria_case_errors_sort(errors);
  return ria_fail(RIA_ERROR_CASE, "'%s' has %d error%s%s%s", path, errors->count,
                  errors->count == 1 ? "" : "s", errors->count ? ": " : "",
                  errors->count ? errors->error[0].text : "");
}

static workflow_file *create(const char *path, const char *data, size_t length,
                             ria_case_errors *errors) {
  workflow_file *workflow = calloc(1, sizeof *workflow);
  struct workflow_memory *m = calloc(1, sizeof *m);
  char *text = malloc(length + 1);
  if (!workflow || !m || !text) {
    free(workflow);
    free(m);
    free(text);
    return NULL;
  }
  if (length)
    memcpy(text, data, length);
  text[length] = '\0';
  m->text = text;
  m->errors = errors;
  workflow->memory = m;
  workflow->text = text;
  workflow->length = length;
  workflow->path = workflow_copy(workflow, path);
  return workflow;
}

ria_status workflow_read_data(const char *path, const char *data, size_t length,
                              const workflow_options *options, workflow_file **workflow,
                              ria_case_errors *errors) {
  static const workflow_options none = {0};
  *errors = (ria_case_errors){0};
  *workflow = create(path, data, length, errors);
  ria_status status =
      *workflow ? read_data(*workflow, data, length, options ? options : &none) : RIA_ERROR_MEMORY;
  if (status == RIA_ERROR_MEMORY)
    ria_fail(status, "no memory to read '%s'", path);
  if (status == RIA_ERROR_CASE)
    summarize(path, errors);
  else if (status != RIA_SUCCESS)
    ria_case_complain_at(errors, NULL, 0, 0, "%s", ria_status_detail());
  if (*workflow)
    (*workflow)->memory->errors = NULL;
  if (status != RIA_SUCCESS) {
    workflow_destroy(*workflow);
    *workflow = NULL;
  }
  return status;
}

ria_status workflow_read(const char *path, const workflow_options *options,
                         workflow_file **workflow, ria_case_errors *errors) {
  char *data = NULL;
  size_t length = 0;
  *workflow = NULL;
  *errors = (ria_case_errors){0};
  ria_status status = ria_yaml_load(path, &data, &length);
  if (status == RIA_SUCCESS)
    status = workflow_read_data(path, data, length, options, workflow, errors);
  else
    ria_case_complain_at(errors, NULL, 0, 0, "%s", ria_status_detail());
  free(data);
  return status;
}

static void destroy_object(const workflow_point *point) {
  const workflow_step_kind *kind = point->step->kind;
  if (!point->object)
    return;
  if (kind->destroy)
    kind->destroy(point->object);
  ria_schema_free(kind->keys, point->object);
  free(point->object);
}

void workflow_destroy(workflow_file *workflow) {
  if (!workflow)
    return;
  struct workflow_memory *m = workflow->memory;
  for (int i = 0; i < workflow->steps; i++)
    for (int j = 0; j < workflow->step[i].points; j++)
      destroy_object(&workflow->step[i].point[j]);
  ria_case_errors_destroy(&workflow->warnings);
  ria_word_table_destroy(&m->step_names);
  ria_word_table_destroy(&m->parameter_names);
  ria_yaml_memory_destroy(&m->yaml);
  free(m->text);
  free(m);
  free(workflow);
}

const workflow_step *workflow_find(const workflow_file *workflow, const char *name) {
  int i = ria_word_table_find(&workflow->memory->step_names, name);
  return i < 0 ? NULL : &workflow->step[i];
}

const workflow_step *const *workflow_order(const workflow_file *workflow) {
  return workflow->memory->order;
}

void step_mark_needs(const workflow_step *step, bool *mark) {
  const workflow_step *const *order = workflow_order(step->workflow);
  mark[step->index] = true;
  for (int i = step->workflow->steps - 1; i >= 0; i--)
    for (int n = 0; mark[order[i]->index] && n < order[i]->needs; n++)
      mark[order[i]->need[n]->index] = true;
  mark[step->index] = false;
}

/* For a file that cannot be parsed. */
static bool has_line_of_steps(const char *data) {
  for (const char *line = data; line; line = strchr(line, '\n')) {
    line += *line == '\n';
    if (!strncmp(line, "steps:", 6))
      return true;
  }
  return false;
}

/* Whether the file has keys that only cases have. */
static bool has_key_of_cases(const ria_yaml *root) {
  static const char *const keys[] = {"grid",       "bathymetry", "time",
                                     "boundaries", "initial",    "solver"};
  for (size_t i = 0; i < sizeof keys / sizeof *keys; i++)
    if (ria_yaml_index(root, keys[i]) >= 0)
      return true;
  return false;
}

/* Finds out by its keys what a file is. */
static ria_status look_at(const char *path, bool *is_workflow, bool *is_case) {
  char *data;
  size_t length;
  RIA_TRY(ria_yaml_load(path, &data, &length));
  ria_yaml_source source = {.name = path, .directory = "."};
  ria_yaml_memory memory = {0};
  ria_case_errors errors = {0};
  const ria_yaml *root = ria_yaml_parse(&memory, &source, data, length, &errors);
  *is_workflow = root ? ria_yaml_index(root, "steps") >= 0 : has_line_of_steps(data);
  *is_case = root && !*is_workflow && has_key_of_cases(root);
  ria_status status =
      memory.failed ? ria_fail(RIA_ERROR_MEMORY, "no memory to read '%s'", path) : RIA_SUCCESS;
  ria_case_errors_destroy(&errors);
  ria_yaml_memory_destroy(&memory);
  free(data);
  return status;
}

ria_status workflow_is(const char *path, bool *is_workflow) {
  bool is_case;
  return look_at(path, is_workflow, &is_case);
}

ria_status workflow_is_case(const char *path, bool *is_case) {
  bool is_workflow;
  return look_at(path, &is_workflow, is_case);
}
