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

/** Kernel of that name, or NULL. */
const ria_kernel *ria_kernel_find(const char *name);

#ifdef __cplusplus
}
#endif
#endif
