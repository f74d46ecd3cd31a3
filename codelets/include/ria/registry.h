/** \file
 * The kernels of this build, by name. The tables are generated from the folders codelets/kernels
 * and codelets/targets. */
#ifndef RIA_REGISTRY_H
#define RIA_REGISTRY_H

#include <ria/kernel.h>

#ifdef __cplusplus
extern "C" {
#endif

/** Every kernel, in alphabetical order, NULL at the end. */
extern const ria_kernel *const ria_kernels[];

/** Names of the targets that kernels are made for, in alphabetical order, NULL at the end. */
extern const char *const ria_targets[];

/** What a case may name: "auto", and ria_targets; NULL at the end. */
extern const char *const ria_target_choices[];

/** Of each of ria_targets: NULL, or why this ria cannot run it. */
extern const char *const ria_targets_missing[];

/** Why this ria cannot run a target of ria_targets, for people; NULL if it can. */
const char *ria_target_missing(const char *target);

/** Kernel of that name, or NULL. */
const ria_kernel *ria_kernel_find(const char *name);

#ifdef __cplusplus
}
#endif
#endif
