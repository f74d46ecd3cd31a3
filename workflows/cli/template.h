/** \file
 * The ready-made workflows of the folder workflows/, which lie in the program itself, so that
 * `ria init` gives them wherever it is.
 */
#ifndef RIA_CLI_TEMPLATE_H
#define RIA_CLI_TEMPLATE_H

#include <stdbool.h>
#include "ria/status.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct {
  const char *name;         /**< of the file, without .yaml */
  const char *what;         /**< its `title:`, else what its comment begins with */
  const char *const *lines; /**< each with its newline; NULL at the end */
} ria_template;

/** Sorted by name, a row without a name at the end. Generated from the folder. */
extern const ria_template ria_templates[];

/** The text of a template. Cases that come with ria are named by their whole paths, so that it
 * works from any folder. Of a workflow the first line names this program by its whole path, so that
 * sbatch finds it whatever PATH is there (by `env` where a first line cannot hold that path).
 * `*text` is owned by the caller (free). Errors: RIA_ERROR_ARGUMENT (there is no such template; the
 * detail lists them), RIA_ERROR_MEMORY. */
ria_status ria_template_make(const char *name, char **text);

/** Write a text to a new file that may be executed, or with `overwrite` in the place of an old one;
 * "-" is standard output. Errors: RIA_ERROR_IO. */
ria_status ria_template_write(const char *path, const char *text, bool overwrite);

#ifdef __cplusplus
}
#endif
#endif
