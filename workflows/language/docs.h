/** \file
 * The keys of workflows as Markdown: the part of docs/workflows.md that is generated from the
 * tables which also read the file.
 */
#ifndef LANGUAGE_DOCS_H
#define LANGUAGE_DOCS_H

#include "step_kind.h"

/** The keys of the file, of `defaults`, of every step, of `resources` and of several kinds. Owned
 * by the caller (free); NULL without memory. */
char *workflow_docs_common(void);
/** The keys of one kind. Owned by the caller (free); NULL without memory. */
char *workflow_docs_kind(const workflow_step_kind *kind);
/** The whole document, with the kinds by name. Owned by the caller (free); NULL without memory. */
char *workflow_docs(void);

#endif
