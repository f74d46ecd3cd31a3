/** \file
 * A YAML document as a tree; each node has its place in the text.
 *
 * All nodes and texts lie in one ria_yaml_memory and are freed with it. When memory runs out,
 * `failed` is set and functions return NULL. All functions accept NULL nodes, so a caller checks
 * once, at the end.
 */
#ifndef RIA_YAML_H
#define RIA_YAML_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "ria/case_errors.h"
#include "ria/status.h"
#include "ria/text.h"

#ifdef __cplusplus
extern "C" {
#endif

enum {
  RIA_YAML_DEPTH = 24,      /**< levels of nesting */
  RIA_YAML_NODES = 400000,  /**< nodes with aliases expanded: against "billion laughs" */
  RIA_YAML_KEYS = 20000,    /**< keys of one mapping */
  RIA_YAML_BYTES = 16 << 20 /**< size of a file */
};

/** The origin of text: a file, or a --set of the command line. */
struct ria_yaml_source {
  const char *name;      /**< the path, or the --set's argument; borrowed */
  const char *directory; /**< relative files start here; borrowed */
  const char *otherwise; /**< second folder for relative files; NULL: none. Borrowed */
  bool is_set;
};

typedef enum { RIA_YAML_SCALAR, RIA_YAML_LIST, RIA_YAML_MAP } ria_yaml_kind;

struct ria_yaml {
  ria_yaml_kind kind;
  const ria_yaml_source *source;
  int line, column; /**< 1-based, in characters */
  const char *text; /**< scalar; has no NUL inside */
  bool quoted;      /**< scalar: "null" in quotes is a word */
  int count, room;  /**< list, map */
  ria_yaml **key;   /**< map: scalars */
  ria_yaml **value; /**< list, map */
  bool bad;         /**< has an error: do not report errors that follow from it */
  bool pending;     /**< value not known yet: counts as given, is not read */
  bool is_file;     /**< scalar: the path of a file whose bytes have the hash `content` */
  uint64_t content;
};

typedef struct {
  void *chunk;
  size_t used, room;
  int nodes;
  bool failed;
} ria_yaml_memory;

void *ria_yaml_allocate(ria_yaml_memory *memory, size_t bytes);
char *ria_yaml_copy_text(ria_yaml_memory *memory, const char *text, size_t length);
void ria_yaml_memory_destroy(ria_yaml_memory *memory);

/** New nodes get the place of another node (NULL: none). Texts are copied. */
ria_yaml *ria_yaml_scalar(ria_yaml_memory *memory, const ria_yaml *place, const char *text);
ria_yaml *ria_yaml_list(ria_yaml_memory *memory, const ria_yaml *place);
ria_yaml *ria_yaml_map(ria_yaml_memory *memory, const ria_yaml *place);
ria_yaml *ria_yaml_copy(ria_yaml_memory *memory, const ria_yaml *node);

void ria_yaml_append(ria_yaml_memory *memory, ria_yaml *list, ria_yaml *item);
/** Add a key, or replace its value. */
void ria_yaml_put(ria_yaml_memory *memory, ria_yaml *map, ria_yaml *key, ria_yaml *value);
void ria_yaml_put_text(ria_yaml_memory *memory, ria_yaml *map, const char *key, ria_yaml *value);
/** Add a key. The mapping must not have it yet. */
void ria_yaml_put_new(ria_yaml_memory *memory, ria_yaml *map, ria_yaml *key, ria_yaml *value);
/** The value of a key; NULL if it is missing or `map` is not a mapping. */
ria_yaml *ria_yaml_get(const ria_yaml *map, const char *key);
int ria_yaml_index(const ria_yaml *map, const char *key);
void ria_yaml_remove(ria_yaml *map, const char *key);

/** True for an absent node and an unquoted "", "~" or "null". */
bool ria_yaml_is_null(const ria_yaml *node);
/** "nothing", "a single value", "a list" or "a mapping". */
const char *ria_yaml_kind_text(const ria_yaml *node);

/** Parse one document of `length` bytes of UTF-8. Errors go to `errors`; the result is then NULL,
 * as without memory. If duplicate keys are the only errors, the tree has the first of each, marked
 * bad. An empty document is a null scalar. */
ria_yaml *ria_yaml_parse(ria_yaml_memory *memory, const ria_yaml_source *source, const char *data,
                         size_t length, ria_case_errors *errors);

/** Append the tree as YAML in block style. Reading it back gives the same tree. */
void ria_yaml_write(ria_text *text, const ria_yaml *node);

/** Read a whole file of at most RIA_YAML_BYTES and append a NUL. Owned by the caller (free).
 * Errors: RIA_ERROR_IO, RIA_ERROR_MEMORY. */
ria_status ria_yaml_load(const char *path, char **data, size_t *length);

#ifdef __cplusplus
}
#endif

#endif
