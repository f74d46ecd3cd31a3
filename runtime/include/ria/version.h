/** \file
 * Version of ria, and how this binary was built. */
#ifndef RIA_VERSION_H
#define RIA_VERSION_H

#include <stdbool.h>

#ifdef __cplusplus
extern "C" {
#endif

#define RIA_VERSION "1.0.0"

typedef struct {
  const char *commit;        /**< of git; "unknown" when built from neither a checkout nor a git archive */
  bool dirty;                /**< the tree held changes that the commit does not have */
  const char *compiler;      /**< name and version */
  const char *flags;         /**< of everything */
  const char *codelet_flags; /**< besides those, of the codelets */
  const char *build_type;    /**< Release, Debug, ... */
} ria_build;

/** Borrowed, for good. */
const ria_build *ria_build_info(void);

#ifdef __cplusplus
}
#endif
#endif
