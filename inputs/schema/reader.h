/** \file
 * Reading a tree of YAML nodes against a table of keys. Private to inputs/.
 *
 * A mapping passes through two steps: schema_reader_expand() turns short forms into full ones, and
 * schema_reader_read_map() fills in defaults, stores the values in a C object and replaces texts by
 * canonical ones. A finding is added to `errors` and reading continues, so that the user sees all
 * findings at once.
 */
#ifndef SCHEMA_READER_H
#define SCHEMA_READER_H

#include "ria/case_errors.h"
#include "ria/hash.h"
#include "ria/schema.h"
#include "ria/solver_keys.h"
#include "ria/tide.h"
#include "ria/yaml.h"

enum { SCHEMA_READER_PATH = 256 };

struct ria_reader {
  ria_yaml_memory memory;
  ria_case_errors *errors;
  const ria_case_names *names;
  bool failed; /**< an error was added, or memory ran out */
  ria_case *the_case;
  ria_yaml *root;
  ria_key *table;                /**< for a case: the memory of `top`, owned */
  const ria_key *top;            /**< keys of `root`, for suggestions; NULL: not a case */
  const char *tracer_unit;       /**< of concentrations */
  double tracer_scale;           /**< the unit in g/m3; 0: ria does not know the unit */
  char path[SCHEMA_READER_PATH]; /**< of the current key: "boundaries.0.level" */
  /** Whether the case's solver uses a top-level key. NULL: it uses all keys. */
  bool (*uses)(const ria_reader *reader, const char *key);
  /** Checks a value of the current key. For an unusual value it adds an error or a warning at
   * `place` and returns false. NULL: no check beyond the key's range. */
  bool (*judge)(ria_reader *reader, const ria_key *key, ria_yaml *place, double value);
};

static inline bool schema_reader_uses(const ria_reader *reader, const char *key) {
  return !reader->uses || reader->uses(reader, key);
}

/** Add the error "expected ..., got ...", from the key and the node. `why` (may be NULL) is
 * appended and destroyed. */
void schema_reader_reject_value(ria_reader *reader, ria_yaml *node, const ria_key *key,
                                ria_text *why);

/** Set a scalar's text to `text`, which is then destroyed. */
void schema_reader_set_text(ria_reader *reader, ria_yaml *node, ria_text *text, bool quoted);

/* --- reading --- */
void schema_reader_expand(ria_reader *reader, const ria_key *keys, ria_yaml *map);
void schema_reader_read_map(ria_reader *reader, const ria_key *keys, ria_yaml *map, void *base);
/** Append a copy of `record` for each side that is neither in the list nor joined by grid.periodic.
 */
void schema_reader_add_sides(ria_reader *reader, const ria_key *key, ria_yaml *list,
                             const ria_yaml *record);

/* --- values; `object` stores the key's value --- */
void schema_reader_read_value(ria_reader *reader, const ria_key *key, ria_yaml *node, void *base);
bool schema_reader_read_quantity(ria_reader *reader, const ria_key *key, ria_yaml *node,
                                 double *value);
void schema_reader_read_series(ria_reader *reader, const ria_key *key, ria_yaml *node,
                               ria_series *series);
/** Check a series from a file: dates need time.start; values are checked against the key's range
 * and by `judge`.
 */
void schema_reader_check_values(ria_reader *reader, const ria_key *key, ria_yaml *node,
                                const ria_series *series);
/** Check a file's amplitudes and phases against the usual ranges of those in a case. */
void schema_reader_judge_constituents(ria_reader *reader, ria_yaml *node, int count,
                                      const ria_constituent *constituent);
/** Pass on the warnings and notes of a file's reader, and destroy them. */
void schema_reader_tell(ria_reader *reader, const ria_yaml *node, ria_told *told);
void schema_reader_read_constituents(ria_reader *reader, const ria_key *key, ria_yaml *node,
                                     void *base);
void schema_reader_read_shape(ria_reader *reader, const ria_key *key, ria_yaml *node,
                              ria_case_shape *shape);
/** Read a key of the kind FIELD into its object (schema/field.c). */
void schema_reader_read_field(ria_reader *reader, const ria_key *key, ria_yaml *node, void *object);
/** Read the file of its key `table` into its rows (schema/field_table.c). */
void schema_reader_read_table(ria_reader *reader, const ria_key *key, ria_yaml *node,
                              ria_case_field *field);
void schema_reader_free_texts(const ria_key *key, void *base);
/** Resolve a file's name, check that the file can be read, and store the hash of its bytes. The
 * node's text becomes the absolute path. NULL on an error. */
const char *schema_reader_read_file(ria_reader *reader, ria_yaml *node);

/** Read the following concentrations in the unit of the record's tracer (RIA_KEY_OF_TRACER); NULL:
 * of the case's first tracer. */
void schema_reader_choose_tracer(ria_reader *reader, const ria_yaml *record);

/** Whether the key `name` may be given instead of `key`. */
bool schema_is_instead(const ria_key *key, const char *name);

/** Call `judge`; true if it is NULL. */
bool schema_reader_judge(ria_reader *reader, const ria_key *key, ria_yaml *place, double value);

/* --- the schema in words --- */
/** Append Markdown tables: one for these keys, then one for each key with subkeys. */
void schema_add_table(ria_text *text, const ria_key *keys, const char *prefix,
                      const ria_case_names *names);
/** Append a description of the values that a key accepts, on request with its range and an example.
 */
void schema_describe(ria_text *text, const ria_key *key, bool range, bool example);
/** Append "a|b|c" as "a, b or c". */
void schema_add_list(ria_text *text, const char *list);
/** Append advice about an unknown name among `keys`: "; did you mean 'x'?", that ria lacks the
 * feature, or the valid keys (at most ten at the top of a case). */
void schema_suggest(ria_text *text, const ria_reader *reader, const ria_key *keys,
                    const char *name);

#endif
