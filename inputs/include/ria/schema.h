/** \file
 * A schema: a table of keys with type, unit, default, range and meaning. The reader, the messages,
 * the defaults, the case as run and the reference pages all use it. The keys shared by all cases
 * are in inputs/case/schema.c; each solver and each kind of workflow step has its own table.
 */
#ifndef RIA_SCHEMA_H
#define RIA_SCHEMA_H

#include <stdbool.h>
#include <stddef.h>
#include "ria/case.h"
#include "ria/yaml.h"

#ifdef __cplusplus
extern "C" {
#endif

/* name, name in sentences, base unit, example. */
#define RIA_DIMENSION_LIST(X)                                                                      \
  X(RIA_NUMBER, "a number", "", "0.5")                                                             \
  X(RIA_LENGTH, "a length", "m", "30 m")                                                           \
  X(RIA_TIME, "a time", "s", "6 h")                                                                \
  X(RIA_SPEED, "a speed", "m/s", "3 m/s")                                                          \
  X(RIA_ACCELERATION, "an acceleration", "m/s2", "9.81 m/s2")                                      \
  X(RIA_DISCHARGE, "a discharge", "m3/s", "2.5 m3/s")                                              \
  X(RIA_WIDTH_DISCHARGE, "a discharge per metre of width", "m2/s", "4.42 m2/s")                    \
  X(RIA_DIFFUSIVITY, "a viscosity or diffusivity", "m2/s", "1 m2/s")                               \
  X(RIA_MANNING, "a Manning coefficient", "s/m1/3", "0.025 s/m1/3")                                \
  X(RIA_CHEZY, "a Chezy coefficient", "m1/2/s", "50 m1/2/s")                                       \
  X(RIA_ANGLE, "an angle", "deg", "45 deg")                                                        \
  X(RIA_RATE, "a rate", "1/s", "0.1 1/d")                                                          \
  X(RIA_CONCENTRATION, "a concentration", "", "12")                                                \
  X(RIA_RELEASE, "a release (concentration x m3/s)", "", "5")                                      \
  X(RIA_PRESSURE, "a pressure", "Pa", "100 kPa")                                                   \
  X(RIA_TEMPERATURE, "a temperature", "K", "300 K")                                                \
  X(RIA_ROTATION, "a speed of rotation", "rad/s", "6000 1/min")                                    \
  X(RIA_HEAT_CAPACITY, "a heat capacity", "J/kg/K", "1005 J/kg/K")                                 \
  X(RIA_DYNAMIC_VISCOSITY, "a dynamic viscosity", "Pa s", "1.8e-5 Pa s")                           \
  X(RIA_BYTES, "an amount of memory", "B", "2 GB")                                                 \
  X(RIA_MASS, "a mass", "kg", "100 kg")

typedef enum {
#define RIA_DIMENSION_ENUM(name, what, base, example) name,
  RIA_DIMENSION_LIST(RIA_DIMENSION_ENUM)
#undef RIA_DIMENSION_ENUM
} ria_dimension;

/** The kinds of keys, each with the C object that is stored at the key's offset. */
typedef enum {
  RIA_KEY_MAP,   /**< further keys; `keys`, with the same base object */
  RIA_KEY_FIELD, /**< ria_case_field, or an object that begins with one: a map, whose keys lie in
                    it. A text such as bed.tif means {file: text} */
  RIA_KEY_LIST,  /**< records; `keys` describe one. Stored: a pointer to `record` bytes each, with
                    their number (int) at `count`. record 0: at most one record, in the same base
                    object */
  RIA_KEY_QUANTITY,   /**< double, in base units */
  RIA_KEY_QUANTITIES, /**< a list of `axes` quantities: double[axes] */
  RIA_KEY_LEVEL,      /**< a length, or `tide`; double, NAN for the word */
  RIA_KEY_HALF_LIFE,  /**< a time; stored as the rate ln 2 / time (double) */
  RIA_KEY_TENTH_LIFE, /**< the time of a decay by nine tenths; stored as the rate ln 10 / time
                           (double) */
  RIA_KEY_INTEGER,    /**< int or int64_t by `size` */
  RIA_KEY_BOOL,       /**< bool */
  RIA_KEY_CHOICE,     /**< enum (int): position in `choices` */
  RIA_KEY_NAME,       /**< char *: one of a list of ria_case_names, at offset `names` */
  RIA_KEY_TEXT,       /**< char *: one line */
  RIA_KEY_SCRIPT,     /**< char *: any text, with line breaks */
  RIA_KEY_TEXTS,      /**< char **, NULL after the last, with their number (int) at `count` */
  RIA_KEY_NODE,       /**< ria_yaml *: any value, borrowed from the tree */
  RIA_KEY_FILE,       /**< char *, an absolute path of a file that can be read */
  RIA_KEY_INSTANT,    /**< double, seconds since 1970 */
  RIA_KEY_END,        /**< a time, or an instant after time.start; double, s since start */
  RIA_KEY_SERIES,     /**< ria_series */
  RIA_KEY_POINT,      /**< [x, y]: double[axes], m */
  RIA_KEY_EXTENT,     /**< [x0, y0, x1, y1]: double[2][axes], m: low and high corner */
  RIA_KEY_CELLS,     /**< NXxNY or [nx, ny]: int[axes] or int64_t[axes] by `size`; `auto` (all 0) if
                        default */
  RIA_KEY_BED_SHAPE, /**< ria_case_shape, of ria_bed_shapes */
  RIA_KEY_START_SHAPE, /**< ria_case_shape, of ria_start_shapes */
  RIA_KEY_CONSTITUENTS /**< ria_constituent *, with its count (int) at `count` */
} ria_key_kind;

enum {
  RIA_KEY_REQUIRED = 1,    /**< must be given (or its `instead`) */
  RIA_KEY_OPTIONAL = 2,    /**< a map that is absent unless given: its defaults are not filled in */
  RIA_KEY_LEAST = 4,       /**< value >= least */
  RIA_KEY_ABOVE = 8,       /**< value > least */
  RIA_KEY_MOST = 16,       /**< value <= most */
  RIA_KEY_NOT_ANSWER = 32, /**< does not change the answer: left out of the hash */
  RIA_KEY_VERBATIM = 64,   /**< for a workflow's step: `${...}` is not substituted */
  RIA_KEY_NOT_ZERO = 128,  /**< value != 0 */
  RIA_KEY_FOLDER = 256,    /**< TEXT: names a folder: one part of a path, not "." or ".." */
  RIA_KEY_SHARED = 16384,  /**< Markdown lists the key only in the table "Shared keys" */
  RIA_KEY_OR_BOOL = 4096,  /**< INTEGER: `true` may stand for `most`, and `false` for 0 */
  RIA_KEY_OR_TEXT = 1024,  /**< TEXTS: one text may stand for a list of one */
  RIA_KEY_OF_TRACER = 2048, /**< LIST of a case: each record concerns one tracer (named by its key
                                 `tracer`, or itself); its concentrations are in that tracer's unit
 */
  RIA_KEY_CHOSEN = 512      /**< for a case: an error unless the solver lists the key in `uses` */
};

typedef struct ria_key {
  const char *name; /**< NULL ends a table */
  ria_key_kind kind;
  unsigned flags;
  ria_dimension dimension; /**< QUANTITY, SERIES */
  double least, most;      /**< range, in base units, by flags */
  int axes; /**< QUANTITIES: their number. POINT, EXTENT, CELLS: 2, or 3 if a box is allowed too;
                 for a plane the third numbers are then 0 */
  const char *fallback; /**< the default, as a user would write it; NULL: absent unless given */
  const char *varies; /**< for the docs: cases with another default, set by ria_solver_keys.fill_in;
                           NULL: none */
  const char *const *choices; /**< CHOICE; NULL at the end. For a NAME: ria_schema_known() */
  const char *answer; /**< CHOICE with NOT_ANSWER: the one choice that does change the answer */
  const struct ria_key *keys; /**< MAP, LIST */
  const char *instead;   /**< sibling that replaces this key, or several, "a|b"; to give two is an
                              error */
  const char *word;      /**< LIST: a word allowed in its place; it stores nothing */
  const char *field;     /**< LEVEL, QUANTITY: the sibling of kind FIELD that gets a map or file
                              name given here, or the sibling of kind LIST that gets a map given
                              here */
  const char *shorthand; /**< MAP: a plain value (or a list) means {shorthand: value}. LIST: the
                              same for an item */
  const char
      *identity; /**< LIST: the key that names items, so that {NAME: item, ...} is accepted */
  const char *only, *only_for; /**< applies only if sibling choice `only` is one of "a|b|c" */
  const char *example;         /**< for messages and docs; NULL: by dimension */
  const char *what;            /**< one line for users */
  size_t offset, size;         /**< of the stored object inside its base object; size 0: not stored
                                */
  size_t count, record;        /**< LIST, CONSTITUENTS */
  size_t names;                /**< NAME: offset in ria_case_names */
  size_t present;              /**< offset of a bool that is true if the key was given; 0: none */
  void *object; /**< base object of this key and its subkeys; NULL: the object being read */
} ria_key;

/** Whether a key has subkeys, each at most once. */
static inline bool ria_key_is_map(const ria_key *key) {
  return key->kind == RIA_KEY_MAP || key->kind == RIA_KEY_FIELD;
}

/** The base object of a map's subkeys. */
static inline void *ria_key_inside(const ria_key *key, void *base) {
  return key->kind == RIA_KEY_FIELD ? (char *)base + key->offset : (char *)base;
}

/** The keys shared by all cases. */
extern const ria_key ria_case_keys[];

/** The keys of a case: the shared keys and those of all solvers. Owned by the caller (free); NULL
 * if memory ran out. */
ria_key *ria_case_schema(const ria_case_names *names);

/** Whether a key with this value (NULL: not given) affects the answer. */
bool ria_schema_counts(const ria_key *key, const ria_yaml *value);

/** The key with this name in a table, or NULL. */
const ria_key *ria_schema_find(const ria_key *keys, const char *name);

/** A copy of the key. A NAME gets its choices from `names` (borrowed). */
ria_key ria_schema_known(const ria_key *key, const ria_case_names *names);

/** Read a mapping of YAML against a table of keys into an object of zeroed bytes. Short forms
 * become full ones, defaults are filled in, and texts become canonical, so that `map` then holds
 * everything. Nodes that are `pending` count as given and are not read. `path` (borrowed) precedes
 * the keys in messages: "steps.week", or "". Kinds NAME and END occur only in cases. Errors:
 * RIA_ERROR_CASE (added to `errors`), RIA_ERROR_MEMORY. Free the object with ria_schema_free() in
 * any case. */
ria_status ria_schema_read(ria_yaml_memory *memory, const ria_key *keys, ria_yaml *map,
                           const char *path, void *object, ria_case_errors *errors);
/** Free the memory that the keys own in the object, but not the object. */
void ria_schema_free(const ria_key *keys, void *object);

/** Read a quantity with or without its unit ("12 h", "PT12H", "43200") in base units. False if the
 * text is not a quantity. */
bool ria_schema_quantity(const char *text, ria_dimension dimension, double *value);

/** Describe what a key accepts: "a length above 0 such as '30 m'". Owned by the caller (free); NULL
 * if memory ran out. */
char *ria_schema_expects(const ria_key *key);

/** The shared keys of a case as Markdown tables, for docs/case.md. Owned by the caller (free); NULL
 * if memory ran out. */
char *ria_schema_markdown(const ria_case_names *names);
/** The keys of a solver, for docs/case-SOLVER.md. NULL also for an unknown solver and a solver
 * without keys. */
char *ria_schema_solver_markdown(const ria_case_names *names, const char *solver);

/** The keys of another table without a NAME, such as those of a step kind. `prefix` precedes the
 * keys in headings: "resources." */
char *ria_schema_table(const ria_key *keys, const char *prefix);

#ifdef __cplusplus
}
#endif
#endif
