/** \file
 * Targets: what kernels are made for. Each is a folder in codelets/targets, whose target.py says
 * what is here. */
#ifndef RIA_TARGET_H
#define RIA_TARGET_H

#ifdef __cplusplus
extern "C" {
#endif

typedef enum {
  RIA_TARGET_HOST,   /**< a CPU calls its functions, on fields in main memory */
  RIA_TARGET_DEVICE, /**< a processor with a memory and queues of its own: ria/device_kernel.h */
  RIA_TARGET_CELL    /**< programs of SPEs, which a CPU worker drives: ria/ppe.h */
} ria_target_kind;

typedef struct {
  const char *name; /**< of its folder, as a case names it: "cpu" */
  ria_target_kind kind;
  unsigned workers;    /**< StarPU's mask of the workers that its tiles run on: STARPU_CPU, */
  int worker_type;     /**< and their type: STARPU_CPU_WORKER */
  const void *driver;  /**< for the executor of its kind: of a RIA_TARGET_CELL see ria_ppe_of();
                          NULL: none */
  const char *missing; /**< why this ria cannot run it, for people; NULL if it can */
} ria_target;

#ifdef __cplusplus
}
#endif
#endif
