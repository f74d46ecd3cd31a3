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

static const char *solver_of(const ria_reader *reader) {
  const ria_yaml *solver = ria_yaml_get(reader->root, "solver");
  return solver && solver->kind == RIA_YAML_SCALAR
             ? solver->text
             : ria_schema_find(ria_case_keys, "solver")->fallback;
}

/* A solver without a bed gets a flat one, so that the code that reads the grid is the same. */
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

/* The solver that owns the key with this name; NULL: the key is shared. */
static const char *owner_of(const ria_reader *reader, const char *key) {
  const ria_case_names *names = reader->names;
  for (const char *const *name = names->solvers; *name; name++) {
    const ria_solver_keys *solver = names->declared ? names->declared(*name) : NULL;
    if (solver && solver->keys && ria_schema_find(solver->keys, key) &&
        !ria_schema_find(ria_case_keys, key))
      return *name;
  }
  return NULL;
}

static void refuse(ria_reader *reader, const char *key) {
  ria_yaml *given = ria_yaml_get(reader->root, key);
  if (!given && !strcmp(key, "bathymetry"))
    lay_flat(reader);
  if (!given)
    return;
  const char *owner = owner_of(reader, key);
  size_t mark = ria_reader_enter(reader, key);
  if (owner)
    ria_reader_reject(
        reader, given,
        "this is a key of the solver '%s'; the solver '%s' has no use for it: leave it "
        "out",
        owner, solver_of(reader));
  else
    ria_reader_reject(reader, given,
                      "the solver '%s' has no use for this; leave it out, or choose another solver",
                      solver_of(reader));
  ria_reader_leave(reader, mark);
  ria_yaml_remove(reader->root, key); /* errors inside it need no report */
  if (!strcmp(key, "bathymetry"))
    lay_flat(reader);
}

/* Remove a key whose default was filled in. */
static void drop(ria_reader *reader, const char *key) {
  ria_yaml_remove(reader->root, key);
}

/* Whether a value equals the key's default, in any unit. */
static bool is_default(const ria_key *key, const ria_yaml *given) {
  double value, fallback;
  if (given->kind != RIA_YAML_SCALAR || !key->fallback)
    return false;
  return !strcmp(given->text, key->fallback) ||
         (ria_schema_quantity(given->text, key->dimension, &value) &&
          ria_schema_quantity(key->fallback, key->dimension, &fallback) && value == fallback);
}

static void refuse_ignored(ria_reader *reader) {
  const ria_solver_keys *mine = reader->the_case->declared;
  for (const char *const *path = mine ? mine->ignores : NULL; path && *path; path++) {
    const char *name = strchr(*path, '.') + 1;
    char section[32];
    snprintf(section, sizeof section, "%.*s", (int)(name - *path) - 1, *path);
    ria_yaml *given = ria_yaml_get(ria_yaml_get(reader->root, section), name);
    if (!given ||
        is_default(ria_schema_find(ria_schema_find(ria_case_keys, section)->keys, name), given))
      continue;
    const size_t mark = ria_reader_enter(reader, section);
    ria_reader_enter(reader, name);
    ria_reader_reject(reader, given,
                      "the solver '%s' has no use for this; leave it out, or choose another solver",
                      solver_of(reader));
    ria_reader_leave(reader, mark);
  }
}

static bool is_listed(const char *const *list, const char *name) {
  for (; list && *list; list++)
    if (!strcmp(*list, name))
      return true;
  return false;
}

/* Whether a solver uses a top-level key: its own, a shared key that it lists, or a key that all
 * solvers use. True if the solver is unknown. */
static bool is_used(const ria_reader *reader, const char *name) {
  const ria_solver_keys *mine = reader->the_case->declared;
  const ria_key *shared = ria_schema_find(ria_case_keys, name);
  if (!mine || (mine->keys && ria_schema_find(mine->keys, name)))
    return true;
  return shared && (!(shared->flags & RIA_KEY_CHOSEN) || is_listed(mine->uses, name));
}

/* Call `use` for each key that the solver does not use. */
static void each_unused(ria_reader *reader, void (*use)(ria_reader *reader, const char *key)) {
  for (const ria_key *key = reader->top; key->name; key++)
    if (!is_used(reader, key->name))
      use(reader, key->name);
}

static void read_tree(ria_reader *reader, int sets, const ria_yaml_source *source) {
  schema_reader_expand(reader, reader->top, reader->root);
  for (int i = 0; i < sets; i++)
    case_set(reader, &source[i]);
  case_find_solver(reader, solver_of(reader));
  each_unused(reader, refuse);
  refuse_ignored(reader);
  case_fill_in(reader, reader->the_case->path);
  schema_reader_choose_tracer(reader, NULL);
  schema_reader_read_map(reader, reader->top, reader->root, reader->the_case);
  if (!reader->memory.failed)
    case_finish(reader);
  each_unused(reader, drop);
}

/* Whether a file has no case key except names, which files of other programs also have. */
static bool is_of_another_program(const ria_yaml *root) {
  static const char *const names[] = {"name", "title", NULL};
  bool known = false;
  for (int i = 0; i < root->count; i++)
    known |=
        !is_listed(names, root->key[i]->text) && ria_schema_find(ria_case_keys, root->key[i]->text);
  return root->count && !known;
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
  } else if (is_of_another_program(root)) {
    ria_reader_reject(reader, root,
                      "this is neither a case, which has keys such as 'time', 'grid' and "
                      "'bathymetry', nor a workflow, which has 'steps': `ria init case` and `ria "
                      "init` write one to begin with");
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
  reader->uses = is_used;
  reader->memory.failed |= reader->root && !case_open_keys(reader, solver_of(reader));
  if (reader->root && !reader->memory.failed)
    read_tree(reader, sets, source + 1);
  if (!reader->failed && !reader->memory.failed) {
    case_hash(reader, c);
    c->yaml = case_echo(reader);
  }
  case_close_keys(reader);
  ria_case_errors_sort(&c->warnings);
  ria_case_errors_sort(&c->notes);
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

/* A case with errors keeps its warnings: one may explain an error. */
static void keep_warnings(ria_case *the_case) {
  const ria_case_errors warnings = the_case->warnings;
  the_case->warnings = (ria_case_errors){0};
  ria_case_destroy(the_case);
  the_case->warnings = warnings;
}

ria_status ria_case_read_data(const char *path, const char *data, size_t length,
                              const ria_case_names *names, int sets, const char *const *set,
                              ria_case *the_case, ria_case_errors *errors) {
  *the_case = (ria_case){.path = strdup(path), .directory = directory_of(path)};
  *errors = (ria_case_errors){0};
  ria_reader reader = {.errors = errors, .names = names, .the_case = the_case, .judge = case_judge};
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
    keep_warnings(the_case);
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
  ria_case_errors_destroy(&the_case->notes);
  *the_case = (ria_case){0};
}
