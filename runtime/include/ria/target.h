/** \file
 * Targets of kernels. Each is a folder in codelets/targets; its target.py defines the fields of
 * this struct.
 */
#ifndef RIA_TARGET_H
#define RIA_TARGET_H

#ifdef __cplusplus
extern "C" {
#endif

typedef enum {
  RIA_TARGET_HOST,   /**< a CPU calls its functions on fields in main memory */
  RIA_TARGET_DEVICE, /**< a processor with its own memory and queues: ria/device_kernel.h */
  RIA_TARGET_CELL    /**< programs for SPEs, driven by a CPU worker: ria/ppe.h */
} ria_target_kind;

typedef struct {
  const char *name; /**< name of its folder and in cases: "cpu" */
  ria_target_kind kind;
  unsigned workers;    /**< StarPU's mask of the workers that run its tiles: STARPU_CPU, ... */
  int worker_type;     /**< and the type of these workers: STARPU_CPU_WORKER, ... */
  const void *driver;  /**< data for the executor of its kind; for a RIA_TARGET_CELL see
                          ria_ppe_of(); NULL: none */
  const char *missing; /**< why this ria cannot run it, for users; NULL if it can */
} ria_target;

#ifdef __cplusplus
}
#endif
#endif
