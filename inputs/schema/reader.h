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
  bool failed; /**< findings were made, or memory ran out */
  ria_case *the_case;
  ria_yaml *root;
  ria_key *table;                /**< of a case: `top`, owned */
  const ria_key *top;            /**< keys of `root`, for suggestions; NULL: not a case */
  const char *tracer_unit;       /**< of concentrations */
  double tracer_scale;           /**< its value in g/m3; 0: a unit that ria does not know */
  char path[SCHEMA_READER_PATH]; /**< of the current key: "boundaries.0.level" */
  /** Whether the solver of the case uses a key at its top. NULL: all are used. */
  bool (*uses)(const ria_reader *reader, const char *key);
  /** Judges a value of the current key: for an unusual one, adds an error or a warning at `place`
   * and returns false. NULL: every value in the key's range is usual. */
  bool (*judge)(ria_reader *reader, const ria_key *key, ria_yaml *place, double value);
};

static inline bool schema_reader_uses(const ria_reader *reader, const char *key) {
  return !reader->uses || reader->uses(reader, key);
}

/** Add the error "expected ..., got ...", from the key and the node. `why` (may be NULL) is
 * appended and destroyed. */
void schema_reader_reject_value(ria_reader *reader, ria_yaml *node, const ria_key *key,
                                ria_text *why);

/** Make `text`, which is destroyed, the text of a scalar. */
void schema_reader_set_text(ria_reader *reader, ria_yaml *node, ria_text *text, bool quoted);

/* --- reading --- */
void schema_reader_expand(ria_reader *reader, const ria_key *keys, ria_yaml *map);
void schema_reader_read_map(ria_reader *reader, const ria_key *keys, ria_yaml *map, void *base);
/** Append a copy of `record` for each side that neither the list names nor grid.periodic joins. */
void schema_reader_add_sides(ria_reader *reader, const ria_key *key, ria_yaml *list,
                             const ria_yaml *record);

/* --- values; `object` is where the key's value is stored --- */
void schema_reader_read_value(ria_reader *reader, const ria_key *key, ria_yaml *node, void *base);
bool schema_reader_read_quantity(ria_reader *reader, const ria_key *key, ria_yaml *node,
                                 double *value);
void schema_reader_read_series(ria_reader *reader, const ria_key *key, ria_yaml *node,
                               ria_series *series);
/** Check the values of a series from a file: that its dates have a start, the key's range, `judge`.
 */
void schema_reader_check_values(ria_reader *reader, const ria_key *key, ria_yaml *node,
                                const ria_series *series);
/** Judge amplitudes and phases of a file: they have the usual ranges of those of a case. */
void schema_reader_judge_constituents(ria_reader *reader, ria_yaml *node, int count,
                                      const ria_constituent *constituent);
/** Pass on what a file's reader has told, and destroy it. */
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

/** Take concentrations that follow in the unit of the tracer that a record of a list is about
 * (RIA_KEY_OF_TRACER); NULL: of the case's first tracer. */
void schema_reader_choose_tracer(ria_reader *reader, const ria_yaml *record);

/** Whether a key of that name may be given in place of `key`. */
bool schema_is_instead(const ria_key *key, const char *name);

/** Call `judge` if there is one; true without. */
bool schema_reader_judge(ria_reader *reader, const ria_key *key, ria_yaml *place, double value);

/* --- the schema in words --- */
/** Append Markdown tables: one of these keys, then one of each key that has keys of its own. */
void schema_add_table(ria_text *text, const ria_key *keys, const char *prefix,
                      const ria_case_names *names);
/** Append what a key accepts, on request with its range and an example. */
void schema_describe(ria_text *text, const ria_key *key, bool range, bool example);
/** Append "a|b|c" as "a, b or c". */
void schema_add_list(ria_text *text, const char *list);
/** Append what to do about an unknown name among `keys`: "; did you mean 'x'?", that ria does not
 * have it, or the keys that there are, at most ten at the top of a case. */
void schema_suggest(ria_text *text, const ria_reader *reader, const ria_key *keys,
                    const char *name);

#endif
