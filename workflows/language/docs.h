/** \file
 * Private: the keys of workflows as Markdown, the part of docs/workflows.md that is made from the
 * tables that also read them.
 */
#ifndef RIA_LANGUAGE_DOCS_H
#define RIA_LANGUAGE_DOCS_H

#include "step_kind.h"

/** Keys of the file, of `defaults`, of every step and of `resources`. Owned by the caller (free);
 * NULL without memory. */
char *ria_workflow_docs_common(void);
/** Keys of a kind's own; likewise. */
char *ria_workflow_docs_kind(const ria_step_kind *kind);
/** All of it, the kinds by name; likewise. */
char *ria_workflow_docs(void);

#endif
