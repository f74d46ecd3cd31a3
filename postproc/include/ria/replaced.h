/** \file
 * Checks before an output replaces an existing file.
 */
#ifndef RIA_REPLACED_H
#define RIA_REPLACED_H

#include "ria/status.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef enum {
  RIA_REPLACED_PICTURE, /**< PNG, or SVG if the name ends in .svg */
  RIA_REPLACED_FILM,    /**< MP4 */
  RIA_REPLACED_REPORT,  /**< an HTML page of `ria report` */
  RIA_REPLACED_JSON
} ria_replaced;

/** Check that `path` may be written: it does not exist, is empty, or its first bytes show the same
 * kind of file. This protects other files from a slip such as `-o thesis.tex`. Errors:
 * RIA_ERROR_IO.
 */
ria_status ria_replaced_check(const char *path, ria_replaced kind);

#ifdef __cplusplus
}
#endif
#endif
