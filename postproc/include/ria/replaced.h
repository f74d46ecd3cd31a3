/** \file
 * Files that stand where a picture, film, page or table is to be written.
 */
#ifndef RIA_REPLACED_H
#define RIA_REPLACED_H

#include "ria/status.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef enum {
  RIA_REPLACED_PICTURE, /**< PNG, or SVG where the name ends in .svg */
  RIA_REPLACED_FILM,    /**< MP4 */
  RIA_REPLACED_REPORT,  /**< an HTML page of `ria report` */
  RIA_REPLACED_JSON
} ria_replaced;

/** Whether `path` may be written: there is nothing, an empty file, or a file of the same kind, by
 * its first bytes. So a slip such as `-o thesis.tex` destroys nothing. Errors: RIA_ERROR_IO. */
ria_status ria_replaced_check(const char *path, ria_replaced kind);

#ifdef __cplusplus
}
#endif
#endif
