/** \file
 * JSON Schemas (draft 7) of the files that ria reads, made from the tables that read them. Editors
 * use them to complete keys and mark mistakes. A schema accepts every file that ria accepts;
 * relations between keys are checked by `ria validate` only.
 */
#ifndef LANGUAGE_JSON_SCHEMA_H
#define LANGUAGE_JSON_SCHEMA_H

#include <jansson.h>

/** NULL without memory. */
json_t *json_schema_case(void);
json_t *json_schema_workflow(void);
/** For a case or a workflow: a file with the key `steps` is a workflow. */
json_t *json_schema_any(void);

#endif
