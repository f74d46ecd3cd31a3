/* The table of a case's keys: the shared ones, and those of the solvers. */
#include <stdlib.h>
#include <string.h>
#include "steps.h"

/* The keys of solvers precede this one. The order of the table is that of cases as run and of their
 * hashes. */
static const char behind[] = "tracers";

static int count_keys(const ria_key *keys) {
  int count = 0;
  for (; keys && keys[count].name; count++)
    ;
  return count;
}

static const ria_solver_keys *keys_of(const ria_case_names *names, const char *solver) {
  return names->declared ? names->declared(solver) : NULL;
}

static const ria_key *find_key(const ria_solver_keys *solver, const char *name) {
  return solver && solver->keys ? ria_schema_find(solver->keys, name) : NULL;
}

bool case_replaces(const ria_solver_keys *solver, const char *name) {
  return find_key(solver, name) && ria_schema_find(ria_case_keys, name);
}

/* The table for the cases of a solver, whose keys replace shared ones of the same name. */
static ria_key *schema_for(const ria_case_names *names, const ria_solver_keys *chosen) {
  int count = count_keys(ria_case_keys);
  for (const char *const *name = names->solvers; *name; name++)
    if (keys_of(names, *name))
      count += count_keys(keys_of(names, *name)->keys);
  ria_key *keys = calloc((size_t)count + 1, sizeof *keys), *end = keys;
  for (const ria_key *shared = ria_case_keys; keys && shared->name; shared++) {
    if (!strcmp(shared->name, behind))
      for (const char *const *name = names->solvers; *name; name++) {
        const ria_solver_keys *solver = keys_of(names, *name);
        for (const ria_key *key = solver ? solver->keys : NULL; key && key->name; key++)
          if (!ria_schema_find(ria_case_keys, key->name))
            *end++ = *key;
      }
    const ria_key *own = find_key(chosen, shared->name);
    *end++ = own ? *own : *shared;
  }
  return keys;
}

ria_key *ria_case_schema(const ria_case_names *names) {
  return schema_for(names, NULL);
}

/* The solver's first row in the table, or NULL. */
static ria_key *row_of(const ria_reader *reader, const ria_solver_keys *solver) {
  if (!solver || !solver->keys || !solver->keys->name)
    return NULL;
  for (ria_key *key = reader->table; key->name; key++)
    if (!strcmp(key->name, solver->keys->name))
      return key;
  return NULL;
}

bool case_open_keys(ria_reader *reader, const char *chosen) {
  const ria_solver_keys *mine = keys_of(reader->names, chosen);
  reader->top = reader->table = schema_for(reader->names, mine);
  if (!reader->table)
    return false;
  for (const char *const *name = reader->names->solvers; *name; name++) {
    const ria_solver_keys *solver = keys_of(reader->names, *name);
    ria_key *row = row_of(reader, solver);
    void *object = row ? calloc(1, solver->bytes) : NULL;
    if (row && !object)
      return false;
    for (ria_key *key = reader->table; row && key->name; key++)
      if (find_key(solver, key->name) &&
          (solver == mine || !ria_schema_find(ria_case_keys, key->name)))
        key->object = object;
  }
  return true;
}

void case_find_solver(ria_reader *reader, const char *solver) {
  ria_case *c = reader->the_case;
  c->declared = keys_of(reader->names, solver);
  c->natural = c->declared && c->declared->natural;
  const ria_key *row = row_of(reader, c->declared);
  c->own = row ? row->object : NULL;
}

void case_close_keys(ria_reader *reader) {
  for (const char *const *name = reader->names->solvers; reader->table && *name; name++) {
    const ria_solver_keys *solver = keys_of(reader->names, *name);
    const ria_key *row = row_of(reader, solver);
    if (!row || !row->object || row->object == reader->the_case->own)
      continue;
    ria_schema_free(solver->keys, row->object);
    free(row->object);
  }
  free(reader->table);
}
