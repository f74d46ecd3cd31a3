/** \file
 * Version of ria, and how this binary was built.
 */
#ifndef RIA_VERSION_H
#define RIA_VERSION_H

#include <stdbool.h>

#ifdef __cplusplus
extern "C" {
#endif

#define RIA_VERSION "1.0.0"

typedef struct {
  const char
      *commit; /**< commit in git; "unknown" when built from neither a checkout nor a git archive */
  bool dirty;  /**< the source tree had uncommitted changes */
  const char *compiler;      /**< compiler name and version */
  const char *flags;         /**< flags for all sources */
  const char *codelet_flags; /**< additional flags for the codelets */
  const char *build_type;    /**< Release, Debug, ... */
} ria_build;

/** Borrowed, valid forever. */
const ria_build *ria_build_info(void);

#ifdef __cplusplus
}
#endif
#endif
