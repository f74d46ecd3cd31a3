/* Reading a case, from its file to the struct; steps.h lists the steps. */
#include "ria/case.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "plausible.h"
#include "steps.h"
#include "units/units.h"

/* The absolute path that the case's relative files start from. */
static char *directory_of(const char *path) {
  char *copy = strdup(path);
  if (!copy)
    return NULL;
  char *slash = strrchr(copy, '/');
  if (slash)
    slash[slash == copy] = '\0';
  char *directory = realpath(slash ? copy : ".", NULL);
  free(copy);
  return directory;
}

/* The unit of concentrations must be known before the first one is read. */
static void find_tracer_unit(ria_reader *reader) {
  const ria_yaml *tracers = ria_yaml_get(reader->root, "tracers");
  const ria_yaml *unit = tracers && tracers->kind == RIA_YAML_LIST && tracers->count
                             ? ria_yaml_get(tracers->value[0], "unit")
                             : NULL;
  ria_dimension dimension;
  double factor;
  reader->tracer_unit = unit && unit->kind == RIA_YAML_SCALAR && *unit->text ? unit->text : "1";
  if (ria_units_find(reader->tracer_unit, &dimension, &factor) && dimension == RIA_CONCENTRATION)
    reader->tracer_scale = factor;
}

static const char *solver_of(const ria_reader *reader) {
  const ria_yaml *solver = ria_yaml_get(reader->root, "solver");
  return solver && solver->kind == RIA_YAML_SCALAR
             ? solver->text
             : ria_schema_find(ria_case_keys, "solver")->fallback;
}

/* A solver without a bed gets a flat one, so that the grid is read as always. */
static void lay_flat(ria_reader *reader) {
  ria_yaml_memory *memory = &reader->memory;
  ria_yaml *bed = ria_yaml_map(memory, reader->root), *shape = ria_yaml_map(memory, reader->root);
  ria_yaml *flat = ria_yaml_scalar(memory, reader->root, "flat");
  if (!bed || !shape || !flat)
    return; /* no memory; `failed` is set */
  ria_yaml_put_text(memory, shape, "kind", flat);
  ria_yaml_put_text(memory, bed, "shape", shape);
  ria_yaml_put_text(memory, reader->root, "bathymetry", bed);
}

static void refuse(ria_reader *reader, const char *key) {
  ria_yaml *given = ria_yaml_get(reader->root, key);
  if (!given && !strcmp(key, "bathymetry"))
    lay_flat(reader);
  if (!given)
    return;
  size_t mark = ria_reader_enter(reader, key);
  ria_reader_reject(reader, given,
                    "the solver '%s' has no use for this; leave it out, or choose another solver",
                    solver_of(reader));
  ria_reader_leave(reader, mark);
}

/* Remove a key whose default was filled in. */
static void drop(ria_reader *reader, const char *key) {
  ria_yaml_remove(reader->root, key);
}

static bool is_listed(const char *const *list, const char *name) {
  for (; list && *list; list++)
    if (!strcmp(*list, name))
      return true;
  return false;
}

/* Call `use` for each key that the solver does not use: the shared ones that it does not list, and
 * those of other solvers. None if the solver is unknown. */
static void each_unused(ria_reader *reader, void (*use)(ria_reader *reader, const char *key)) {
  const ria_case_names *names = reader->names;
  const ria_solver_keys *mine = reader->the_case->declared;
  for (const ria_key *key = ria_case_keys; mine && key->name; key++)
    if ((key->flags & RIA_KEY_CHOSEN) && !is_listed(mine->uses, key->name) &&
        !ria_case_replaces(mine, key->name))
      use(reader, key->name);
  for (const char *const *name = names->solvers; mine && *name; name++) {
    const ria_solver_keys *other = names->declared(*name);
    for (const ria_key *key = other ? other->keys : NULL; key && key->name && other != mine; key++)
      if (!ria_case_replaces(other, key->name))
        use(reader, key->name);
  }
}

static void read_tree(ria_reader *reader, int sets, const ria_yaml_source *source) {
  ria_reader_expand(reader, reader->top, reader->root);
  for (int i = 0; i < sets; i++)
    ria_case_set(reader, &source[i]);
  ria_case_find_solver(reader, solver_of(reader));
  each_unused(reader, refuse);
  ria_case_fill_in(reader, reader->the_case->path);
  find_tracer_unit(reader);
  ria_reader_read_map(reader, reader->top, reader->root, reader->the_case);
  if (!reader->memory.failed)
    ria_case_finish(reader);
  each_unused(reader, drop);
}

static void parse(ria_reader *reader, const ria_yaml_source *file, const char *data,
                  size_t length) {
  ria_yaml *root = ria_yaml_parse(&reader->memory, file, data, length, reader->errors);
  reader->root = root;
  if (!root) {
    reader->failed = true;
  } else if (root->kind != RIA_YAML_MAP) {
    ria_reader_reject(reader, root,
                      "a case is a mapping of keys such as 'time: {end: 6 h}', but this is %s",
                      ria_yaml_kind_text(root));
    reader->root = NULL;
  } else if (root->bad) {
    reader->failed = true;
    root->bad = false;
  }
}

static ria_status read_text(ria_reader *reader, int sets, const char *const *set, const char *data,
                            size_t length) {
  ria_case *c = reader->the_case;
  ria_yaml_source *source = calloc((size_t)sets + 1, sizeof *source);
  char *here = realpath(".", NULL);
  if (!source || !here) {
    free(source);
    free(here);
    return ria_fail(RIA_ERROR_MEMORY, "no memory to read '%s'", c->path);
  }
  source[0] = (ria_yaml_source){.name = c->path, .directory = c->directory};
  for (int i = 0; i < sets; i++)
    source[i + 1] = (ria_yaml_source){.name = set[i], .directory = here, .is_set = true};
  parse(reader, &source[0], data, length);
  reader->memory.failed |= reader->root && !ria_case_open_keys(reader, solver_of(reader));
  if (reader->root && !reader->memory.failed)
    read_tree(reader, sets, source + 1);
  if (!reader->failed && !reader->memory.failed) {
    ria_case_hash_of(reader, c->hash);
    c->yaml = ria_case_echo(reader);
  }
  ria_case_close_keys(reader);
  ria_case_errors_sort(&c->warnings);
  bool memory = reader->memory.failed || (!reader->failed && !c->yaml);
  free(source);
  free(here);
  return memory           ? ria_fail(RIA_ERROR_MEMORY, "no memory to read '%s'", c->path)
         : reader->failed ? RIA_ERROR_CASE
                          : RIA_SUCCESS;
}

static ria_status summarize(const char *path, ria_case_errors *errors) {
  ria_case_errors_sort(errors);
  return ria_fail(RIA_ERROR_CASE, "'%s' has %d error%s%s%s", path, errors->count,
                  errors->count == 1 ? "" : "s", errors->count ? ": " : "",
                  errors->count ? errors->error[0].text : "");
}

ria_status ria_case_read_data(const char *path, const char *data, size_t length,
                              const ria_case_names *names, int sets, const char *const *set,
                              ria_case *the_case, ria_case_errors *errors) {
  *the_case = (ria_case){.path = strdup(path), .directory = directory_of(path)};
  *errors = (ria_case_errors){0};
  ria_reader reader = {
      .errors = errors, .names = names, .the_case = the_case, .judge = ria_case_judge};
  ria_status status;
  if (!the_case->path || !the_case->directory) {
    status = ria_fail(RIA_ERROR_IO, "cannot find the folder of '%s'", path);
    ria_case_complain_at(errors, NULL, 0, 0, "%s", ria_status_detail());
  } else {
    status = read_text(&reader, sets, set, data, length);
  }
  if (status == RIA_ERROR_MEMORY)
    ria_case_complain_at(errors, NULL, 0, 0, "%s", ria_status_detail());
  if (status == RIA_ERROR_CASE)
    status = summarize(path, errors);
  if (status != RIA_SUCCESS)
    ria_case_destroy(the_case);
  ria_yaml_memory_destroy(&reader.memory);
  return status;
}

ria_status ria_case_read(const char *path, const ria_case_names *names, int sets,
                         const char *const *set, ria_case *the_case, ria_case_errors *errors) {
  char *data = NULL;
  size_t length = 0;
  *the_case = (ria_case){0};
  *errors = (ria_case_errors){0};
  ria_status status = ria_yaml_load(path, &data, &length);
  if (status == RIA_SUCCESS)
    status = ria_case_read_data(path, data, length, names, sets, set, the_case, errors);
  else
    ria_case_complain_at(errors, NULL, 0, 0, "%s", ria_status_detail());
  free(data);
  return status;
}

void ria_case_destroy(ria_case *the_case) {
  if (!the_case)
    return;
  ria_schema_free(ria_case_keys, the_case);
  if (the_case->own)
    ria_schema_free(the_case->declared->keys, the_case->own);
  free(the_case->own);
  free(the_case->path);
  free(the_case->directory);
  free(the_case->yaml);
  ria_case_errors_destroy(&the_case->warnings);
  *the_case = (ria_case){0};
}
