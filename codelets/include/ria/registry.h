/** \file
 * The kernels of this build, by name. The tables are generated from the definitions and
 * codelets/targets. */
#ifndef RIA_REGISTRY_H
#define RIA_REGISTRY_H

#include <ria/kernel.h>

#ifdef __cplusplus
extern "C" {
#endif

/** Every kernel, in alphabetical order, NULL at the end. */
extern const ria_kernel *const ria_kernels[];

/** The targets that kernels are generated for, in alphabetical order, NULL at the end. */
extern const ria_target *const ria_targets[];

/** The targets that a case may name: "auto", and the names of ria_targets; NULL at the end. */
extern const char *const ria_target_choices[];

/** Target of that name, or NULL. */
const ria_target *ria_target_find(const char *name);

/** Whether there is a target of that name and kind. */
bool ria_target_is(const char *name, ria_target_kind kind);

/** The first target of a kind, or NULL. */
const ria_target *ria_target_of(ria_target_kind kind);

/** The reason why this ria cannot run the target of that name on this processor, as a message; NULL
 * if it can. */
const char *ria_target_missing(const char *target);

/** The instruction set of the kernels for CPUs in this process, a value of the compiler's -march:
 * "native", "x86-64-v3", ... A portable build has several sets; the loader takes the best one that
 * this processor runs. */
const char *ria_cpu_march(void);

/** Kernel of that name, or NULL. */
const ria_kernel *ria_kernel_find(const char *name);

#ifdef __cplusplus
}
#endif
#endif
