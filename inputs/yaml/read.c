/* Builds a tree from YAML text with libyaml's events. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <yaml.h>
#include "ria/yaml.h"
#include "ria/word_table.h"

enum { ANCHORS = 256 };

typedef struct {
  yaml_parser_t yaml;
  ria_yaml_memory *memory;
  const ria_yaml_source *source;
  ria_case_errors *errors;
  const char *data;
  size_t length;
  bool failed, doubled; /* an error was added; a duplicate key was reported, with a usable tree */
  int depth, anchors;
  struct {
    const char *name;
    const ria_yaml *node; /* NULL while the node is being read */
  } anchor[ANCHORS];
} parser;

static void place_of(const char *data, size_t offset, int *line, int *column) {
  *line = *column = 1;
  for (size_t i = 0; i < offset; i++) {
    if (data[i] == '\n') {
      (*line)++;
      *column = 1;
    } else if (((unsigned char)data[i] & 0xc0) != 0x80) {
      (*column)++;
    }
  }
}

static void complain_at_mark(parser *p, yaml_mark_t mark, const char *sentence) {
  p->failed = true;
  ria_case_complain_at(p->errors, p->source, (int)mark.line + 1, (int)mark.column + 1, "%s",
                       sentence);
}

/* libyaml's message, with a hint for the most common mistake. */
static void complain_of_syntax(parser *p) {
  const yaml_parser_t *y = &p->yaml;
  const char *problem = y->problem ? y->problem : "cannot be read";
  p->failed = true;
  if (y->error == YAML_MEMORY_ERROR) {
    p->memory->failed = true;
  } else if (y->error == YAML_READER_ERROR) {
    int line, column;
    size_t offset = y->problem_offset < p->length ? y->problem_offset : p->length;
    place_of(p->data, offset, &line, &column);
    ria_case_complain_at(p->errors, p->source, line, column, "this is not text in UTF-8: %s",
                         problem);
  } else {
    int line = (int)y->problem_mark.line + 1, column = (int)y->problem_mark.column + 1;
    const char *hint = "";
    if (y->problem_mark.index < p->length && p->data[y->problem_mark.index] == '\t')
      hint = "; YAML is indented by spaces, not by tabs";
    ria_case_complain_at(p->errors, p->source, line, column, "this is not YAML: %s%s%s%s",
                         y->context ? y->context : "", y->context ? ", " : "", problem, hint);
  }
}

static bool next(parser *p, yaml_event_t *event) {
  if (yaml_parser_parse(&p->yaml, event))
    return true;
  complain_of_syntax(p);
  return false;
}

static ria_yaml *at_mark(parser *p, ria_yaml *node, yaml_mark_t mark) {
  if (!node)
    return NULL;
  node->source = p->source;
  node->line = (int)mark.line + 1;
  node->column = (int)mark.column + 1;
  if (p->memory->nodes <= RIA_YAML_NODES)
    return node;
  complain_at_mark(p, mark,
                   "this makes more values than a file may hold, counting what aliases repeat; put "
                   "long series into CSV files");
  return NULL;
}

static const char *anchor_of(const yaml_event_t *event) {
  switch (event->type) {
  case YAML_SCALAR_EVENT:
    return (const char *)event->data.scalar.anchor;
  case YAML_SEQUENCE_START_EVENT:
    return (const char *)event->data.sequence_start.anchor;
  case YAML_MAPPING_START_EVENT:
    return (const char *)event->data.mapping_start.anchor;
  default:
    return NULL;
  }
}

static const char *tag_of(const yaml_event_t *event) {
  switch (event->type) {
  case YAML_SCALAR_EVENT:
    return (const char *)event->data.scalar.tag;
  case YAML_SEQUENCE_START_EVENT:
    return (const char *)event->data.sequence_start.tag;
  case YAML_MAPPING_START_EVENT:
    return (const char *)event->data.mapping_start.tag;
  default:
    return NULL;
  }
}

/* Register an anchor before its node is read, so that an alias inside the node is recognised as a
 * loop. Returns its number, -1 without an anchor, -2 on an error. */
static int open_anchor(parser *p, const yaml_event_t *event) {
  const char *name = anchor_of(event);
  if (!name)
    return -1;
  if (p->anchors == ANCHORS) {
    complain_at_mark(p, event->start_mark, "a file may have at most 256 anchors ('&name')");
    return -2;
  }
  p->anchor[p->anchors].name = ria_yaml_copy_text(p->memory, name, strlen(name));
  p->anchor[p->anchors].node = NULL;
  return p->memory->failed ? -2 : p->anchors++;
}

static ria_yaml *read_alias(parser *p, const yaml_event_t *event) {
  const char *name = (const char *)event->data.alias.anchor;
  for (int i = p->anchors - 1; i >= 0; i--) { /* the latest anchor with this name counts */
    if (strcmp(p->anchor[i].name, name))
      continue;
    if (!p->anchor[i].node) {
      complain_at_mark(p, event->start_mark, "this alias is inside the node that it repeats");
      return NULL;
    }
    ria_yaml *copy = ria_yaml_copy(p->memory, p->anchor[i].node);
    return at_mark(p, copy, event->start_mark);
  }
  complain_at_mark(p, event->start_mark, "this alias ('*name') has no anchor ('&name') before it");
  return NULL;
}

static ria_yaml *read_scalar(parser *p, const yaml_event_t *event) {
  const char *text = (const char *)event->data.scalar.value;
  if (strlen(text) != event->data.scalar.length) {
    complain_at_mark(p, event->start_mark, "this text has a NUL character in it");
    return NULL;
  }
  ria_yaml *node = at_mark(p, ria_yaml_scalar(p->memory, NULL, text), event->start_mark);
  if (node)
    node->quoted = event->data.scalar.style != YAML_PLAIN_SCALAR_STYLE;
  return node;
}

static ria_yaml *read_node(parser *p, yaml_event_t *event);

static ria_yaml *read_list(parser *p, const yaml_event_t *start) {
  ria_yaml *list = at_mark(p, ria_yaml_list(p->memory, NULL), start->start_mark);
  while (list) {
    yaml_event_t event;
    if (!next(p, &event))
      return NULL;
    if (event.type == YAML_SEQUENCE_END_EVENT) {
      yaml_event_delete(&event);
      break;
    }
    ria_yaml *item = read_node(p, &event);
    if (!item)
      return NULL;
    ria_yaml_append(p->memory, list, item);
  }
  return list;
}

/* False if reading cannot continue. */
static bool take_pair(parser *p, ria_yaml *map, ria_word_table *names, ria_yaml *key,
                      ria_yaml *value) {
  if (key->kind != RIA_YAML_SCALAR) {
    p->failed = true;
    ria_case_complain(p->errors, key, NULL, "a key must be a word, but this is %s",
                      ria_yaml_kind_text(key));
    return false;
  }
  if (!strcmp(key->text, "<<") && !key->quoted) {
    p->failed = true;
    ria_case_complain(p->errors, key, NULL,
                      "merge keys ('<<') have no meaning here; repeat the keys");
    return false;
  }
  int before = ria_word_table_find(names, key->text);
  if (before >= 0) {
    p->doubled = true;
    ria_text name = {0};
    ria_text_add_quoted(&name, key->text);
    char *shown = ria_text_take(&name);
    ria_case_complain(p->errors, key, shown,
                      "this key is here already, at line %d, column %d; keep one of the two",
                      map->key[before]->line, map->key[before]->column);
    free(shown);
    return true;
  }
  if (map->count == RIA_YAML_KEYS) {
    p->failed = true;
    ria_case_complain(p->errors, key, NULL, "a mapping may have at most %d keys", RIA_YAML_KEYS);
    return false;
  }
  p->memory->failed |= !ria_word_table_put(names, key->text, map->count);
  ria_yaml_put_new(p->memory, map, key, value);
  return true;
}

/* Read pairs up to the end of a mapping; `names` holds the keys seen so far. */
static bool read_pairs(parser *p, ria_yaml *map, ria_word_table *names) {
  for (;;) {
    yaml_event_t event;
    if (!next(p, &event))
      return false;
    if (event.type == YAML_MAPPING_END_EVENT) {
      yaml_event_delete(&event);
      return true;
    }
    ria_yaml *key = read_node(p, &event);
    if (!key || !next(p, &event))
      return false;
    ria_yaml *value = read_node(p, &event);
    if (!value || !take_pair(p, map, names, key, value))
      return false;
  }
}

static ria_yaml *read_map(parser *p, const yaml_event_t *start) {
  ria_word_table names = {0};
  ria_yaml *map = at_mark(p, ria_yaml_map(p->memory, NULL), start->start_mark);
  bool good = map && read_pairs(p, map, &names);
  ria_word_table_destroy(&names);
  return good ? map : NULL;
}

/* Read the node that starts with `event`, which is consumed. */
static ria_yaml *read_node(parser *p, yaml_event_t *event) {
  ria_yaml *node = NULL;
  const char *tag = tag_of(event);
  int anchor = -2;
  if (tag && strncmp(tag, "tag:yaml.org,2002:", 18))
    complain_at_mark(p, event->start_mark, "tags ('!name') have no meaning here");
  else if (p->depth >= RIA_YAML_DEPTH)
    complain_at_mark(p, event->start_mark, "this is nested deeper than a case or workflow ever is");
  else
    anchor = open_anchor(p, event);
  if (anchor > -2) {
    p->depth++;
    if (event->type == YAML_ALIAS_EVENT)
      node = read_alias(p, event);
    else if (event->type == YAML_SCALAR_EVENT)
      node = read_scalar(p, event);
    else if (event->type == YAML_SEQUENCE_START_EVENT)
      node = read_list(p, event);
    else if (event->type == YAML_MAPPING_START_EVENT)
      node = read_map(p, event);
    p->depth--;
    if (anchor >= 0)
      p->anchor[anchor].node = node;
  }
  yaml_event_delete(event);
  return node;
}

/* Skip events before the document's node; after it the stream must end. */
static ria_yaml *read_document(parser *p) {
  ria_yaml *root = NULL;
  for (;;) {
    yaml_event_t event;
    if (!next(p, &event))
      return NULL;
    yaml_event_type_t type = event.type;
    yaml_mark_t mark = event.start_mark;
    if (type == YAML_STREAM_START_EVENT || type == YAML_DOCUMENT_END_EVENT) {
      yaml_event_delete(&event);
    } else if (type == YAML_DOCUMENT_START_EVENT) {
      yaml_event_delete(&event);
      if (root) {
        complain_at_mark(p, mark, "a second document starts here; one file is one YAML document");
        return NULL;
      }
    } else if (type == YAML_STREAM_END_EVENT) {
      yaml_event_delete(&event);
      return root ? root : at_mark(p, ria_yaml_scalar(p->memory, NULL, ""), mark);
    } else {
      root = read_node(p, &event);
      if (!root)
        return NULL;
    }
  }
}

ria_yaml *ria_yaml_parse(ria_yaml_memory *memory, const ria_yaml_source *source, const char *data,
                         size_t length, ria_case_errors *errors) {
  static const char mark[] = "\xEF\xBB\xBF"; /* the byte order mark is not part of the text */
  if (length >= 3 && !memcmp(data, mark, 3)) {
    data += 3;
    length -= 3;
  }
  const char *nul = length ? memchr(data, '\0', length) : NULL;
  if (nul) {
    int line, column;
    place_of(data, (size_t)(nul - data), &line, &column);
    ria_case_complain_at(errors, source, line, column,
                         "there is a NUL byte here: this is not a text file");
    return NULL;
  }
  parser *p = ria_yaml_allocate(memory, sizeof *p);
  if (!p)
    return NULL;
  p->memory = memory;
  p->source = source;
  p->errors = errors;
  p->data = data;
  p->length = length;
  if (!yaml_parser_initialize(&p->yaml)) {
    memory->failed = true;
    return NULL;
  }
  yaml_parser_set_encoding(&p->yaml, YAML_UTF8_ENCODING);
  yaml_parser_set_input_string(&p->yaml, (const unsigned char *)data, length);
  ria_yaml *root = read_document(p);
  yaml_parser_delete(&p->yaml);
  if (root && p->doubled)
    root->bad = true;
  return p->failed || memory->failed ? NULL : root;
}

/* ---- a file ---- */

static ria_status fail_to_read(const char *path, const char *reason) {
  return ria_fail(RIA_ERROR_IO, "cannot read '%s': %s", path, reason);
}

static ria_status load(FILE *file, const char *path, ria_text *text) {
  if (!ria_text_add_file(text, file, RIA_YAML_BYTES))
    return fail_to_read(path, strerror(errno));
  if (text->length > RIA_YAML_BYTES)
    return fail_to_read(path, "it is larger than 16 MiB; put long series into CSV files");
  return text->failed ? ria_fail(RIA_ERROR_MEMORY, "no memory to read '%s'", path) : RIA_SUCCESS;
}

ria_status ria_yaml_load(const char *path, char **data, size_t *length) {
  FILE *file = fopen(path, "re");
  if (!file)
    return fail_to_read(path, strerror(errno));
  ria_text text = {0};
  ria_status status = load(file, path, &text);
  fclose(file);
  if (status != RIA_SUCCESS) {
    ria_text_destroy(&text);
    return status;
  }
  *length = text.length;
  *data = ria_text_take(&text);
  return *data ? RIA_SUCCESS : ria_fail(RIA_ERROR_MEMORY, "no memory to read '%s'", path);
}
