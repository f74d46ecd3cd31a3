/** \file
 * The ready workflows of the folders workflows/ and papers/. They are part of the program, so that
 * `ria init` finds them anywhere.
 */
#ifndef CLI_TEMPLATE_H
#define CLI_TEMPLATE_H

#include <stdbool.h>
#include "ria/status.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct {
  const char *name;         /**< the file's, without .yaml */
  const char *group;        /**< "cases", the purpose of a workflow such as "speed", or "papers" */
  const char *what;         /**< its `title:`, else the start of its comment */
  const char *const *lines; /**< each with its newline; then NULL */
} cli_template;

/** Cases, then workflows by purpose, then papers; each group sorted by name. A row without a name
 * ends the table. Generated from the folders. */
extern const cli_template cli_templates[];

/** Make the text of a template. Cases that come with ria get absolute paths, so that it works in
 * any folder. The first line of a workflow has the absolute path of this program, so that sbatch
 * finds it with any PATH (it uses `env` if the path does not fit in a first line). The caller owns
 * `*text` (free). Errors: RIA_ERROR_ARGUMENT (no such template; the detail lists them),
 * RIA_ERROR_MEMORY. */
ria_status template_make(const char *name, char **text);

/** Write a text to a new executable file; with `overwrite` it may replace an existing one. "-" is
 * standard output. Errors: RIA_ERROR_IO. */
ria_status template_write(const char *path, const char *text, bool overwrite);

#ifdef __cplusplus
}
#endif
#endif
