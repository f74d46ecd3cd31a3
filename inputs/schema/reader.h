/** \file
 * How a case is read. Private to the files case_*.c.
 *
 * A case passes through these steps, each a pair of functions over the tree of YAML nodes:
 *   parse    ria_yaml_parse()
 *   expand   ria_case_expand(): short forms become full ones
 *   set      ria_case_set(): the command line's values replace the file's
 *   read     ria_case_read_map(): against the schema; fills in defaults, stores values in the
 * ria_case, and replaces texts by canonical ones, so that the tree becomes the case as run finish
 * ria_case_finish(): what several keys say together write    ria_case_echo(), ria_case_hash_of():
 * from the tree A finding is noted and reading goes on: all are told at once.
 */
#ifndef RIA_CASE_READER_H
#define RIA_CASE_READER_H

#include "ria/case_errors.h"
#include "ria/schema.h"
#include "ria/yaml.h"

enum { RIA_CASE_PATH = 256 };

typedef struct {
  ria_yaml_memory memory;
  ria_case_errors *errors;
  const ria_case_names *names;
  bool failed; /**< findings were made, or memory ran out */
  ria_case *the_case;
  ria_yaml *root;
  const ria_key *top;       /**< keys of `root`, for suggestions; NULL: not a case */
  const char *tracer_unit;  /**< of concentrations */
  double tracer_scale;      /**< its value in g/m3; 0: not a unit that ria knows */
  char path[RIA_CASE_PATH]; /**< of the key that is being read: "boundaries.0.level" */
} ria_case_reader;

/** Start with this path instead of none. */
void ria_case_start(ria_case_reader *reader, const char *path);

/** Enter a key (or an item) and leave it again with what entering gave. */
size_t ria_case_enter(ria_case_reader *reader, const char *name);
size_t ria_case_enter_item(ria_case_reader *reader, int index);
void ria_case_leave(ria_case_reader *reader, size_t mark);

/** Note a finding about the current path; marks the node as bad. `place` may be NULL. */
void ria_case_find(ria_case_reader *reader, ria_yaml *place, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/** Note a warning about the current path: the case stays valid. `place` may be NULL. */
void ria_case_warn(ria_case_reader *reader, const ria_yaml *place, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/** Note "expected ..., got ...": what the key accepts against what the node holds. `why` (may be
 * NULL) is put behind and destroyed. */
void ria_case_expected(ria_case_reader *reader, ria_yaml *node, const ria_key *key, ria_text *why);

/** Make `text` (destroyed) the text of a scalar. */
void ria_case_canonical(ria_case_reader *reader, ria_yaml *node, ria_text *text, bool quoted);

/* --- steps --- */
void ria_case_expand(ria_case_reader *reader, const ria_key *keys, ria_yaml *map);
void ria_case_set(ria_case_reader *reader, const ria_yaml_source *source);
/** Name the case after its file, records by their number, and sides that no boundary names as
 * walls. */
void ria_case_fill_in(ria_case_reader *reader, const char *path);
void ria_case_read_map(ria_case_reader *reader, const ria_key *keys, ria_yaml *map, void *base);
void ria_case_finish(ria_case_reader *reader);
void ria_case_finish_boundaries(ria_case_reader *reader);
/** The start's level where it is the tide's, and a warning where it is far from a boundary's. */
void ria_case_finish_levels(ria_case_reader *reader);
/** Series whose times lie before the run (an error), after it, or cover it only in part. */
void ria_case_finish_series(ria_case_reader *reader, const ria_yaml *releases);
/** The concentration that counts as arrival, where the case does not say. */
void ria_case_finish_threshold(ria_case_reader *reader, ria_yaml *tracer);
char *ria_case_echo(const ria_case_reader *reader);
void ria_case_hash_of(const ria_case_reader *reader, char hash[17]);

/* --- values; `object` is where the key's value is stored --- */
void ria_case_read_value(ria_case_reader *reader, const ria_key *key, ria_yaml *node, void *base);
bool ria_case_read_quantity(ria_case_reader *reader, const ria_key *key, ria_yaml *node,
                            double *value);
void ria_case_read_series(ria_case_reader *reader, const ria_key *key, ria_yaml *node,
                          ria_series *series);
void ria_case_read_constituents(ria_case_reader *reader, const ria_key *key, ria_yaml *node,
                                void *base);
void ria_case_read_shape(ria_case_reader *reader, const ria_key *key, ria_yaml *node,
                         ria_case_shape *shape);
/** A text of any kind, and a list of them. */
void ria_case_read_script(ria_case_reader *reader, const ria_key *key, ria_yaml *node,
                          char **object);
void ria_case_read_texts(ria_case_reader *reader, const ria_key *key, ria_yaml *node, void *base);
void ria_case_free_texts(const ria_key *key, void *base);
/** Resolve a file's name, check that it can be read, and note the hash of its bytes. The node's
 * text becomes the absolute path. NULL on a finding. */
const char *ria_case_read_file(ria_case_reader *reader, ria_yaml *node);

/** Free what the schema's keys hold in an object of the case. */
void ria_case_free_map(const ria_key *keys, void *base);

/** FNV-1a, 64 bits. */
uint64_t ria_case_fnv(uint64_t hash, const void *data, size_t length);
enum { RIA_CASE_BLOCK = 64 << 10 };
#define RIA_CASE_FNV_START UINT64_C(14695981039346656037)

/* --- the schema in words --- */
/** Append what a key accepts; with its range, with an example. */
void ria_schema_describe(ria_text *text, const ria_key *key, bool range, bool example);
/** Append "a|b|c" as "a, b or c". */
void ria_schema_add_list(ria_text *text, const char *list);
/** A key that an unknown name may have meant, here or elsewhere below `top` (the keys of a case, or
 * NULL): "; did you mean 'x'?" */
void ria_schema_suggest(ria_text *text, const ria_key *top, const ria_key *keys, const char *name);

#endif
