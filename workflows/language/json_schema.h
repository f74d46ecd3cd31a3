/** \file
 * JSON Schemas (draft 7) of the files that ria reads, made from the tables that it reads them by,
 * so that editors complete keys and mark slips. A schema takes everything that ria takes; what
 * several keys say together is for `ria validate`.
 */
#ifndef RIA_LANGUAGE_JSON_SCHEMA_H
#define RIA_LANGUAGE_JSON_SCHEMA_H

#include <jansson.h>

/** NULL without memory. */
json_t *ria_json_schema_case(void);
json_t *ria_json_schema_workflow(void);
/** Of a file that is the one or the other, told apart by the key `steps`. */
json_t *ria_json_schema_any(void);

#endif
