/** \file
 * The GPUs of this machine: their properties, whether this ria can use them, and if not, why.
 *
 * Queries CUDA itself, before StarPU starts. Works in every build: without CUDA it reports no GPUs
 * and the reason.
 */
#ifndef RIA_GPUS_H
#define RIA_GPUS_H

#include <stdbool.h>
#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

enum { RIA_GPUS_MAX = 16, RIA_GPUS_WHY = 512 };

/** Result of the search for GPUs. */
typedef enum {
  RIA_GPUS_FOUND,
  RIA_GPUS_NOT_BUILT,  /**< this ria was built without CUDA */
  RIA_GPUS_NO_DRIVER,  /**< no NVIDIA driver is loaded */
  RIA_GPUS_OLD_DRIVER, /**< older than the CUDA that ria was built with */
  RIA_GPUS_NO_GPU,     /**< a driver, but no GPU that this process may see */
  RIA_GPUS_FAILED      /**< CUDA returns an error */
} ria_gpus_state;

typedef struct {
  char name[128], address[24]; /**< address: PCI bus address */
  int major, minor;            /**< compute capability */
  int processors;
  size_t memory, free; /**< bytes */
  int kernels; /**< compute capability of the compiled kernels that would run on it, such as 90; 0:
                  no kernels run on it */
  bool translated;         /**< the driver compiles the kernels from PTX at their first call */
  char failure[128];       /**< CUDA's error text if the GPU does not answer; else empty */
  double to_gpu, from_gpu; /**< bytes a second, to and from pinned memory; 0: not measured */
  double copy; /**< inside its memory: bytes read and written a second; 0: not measured */
  bool peer[RIA_GPUS_MAX];        /**< whether it can access another GPU's memory directly */
  double peer_copy[RIA_GPUS_MAX]; /**< bytes a second to another GPU; 0: not measured */
} ria_gpu;

typedef struct {
  char undriven[RIA_GPUS_WHY]; /**< reason why this ria, or its StarPU, can use no GPU; "" if they
                                  can */
  ria_gpus_state state;
  char why[RIA_GPUS_WHY]; /**< if the state is not RIA_GPUS_FOUND: a sentence for users */
  int driver, runtime;    /**< CUDA versions, such as 13000 for 13.0; 0: none */
  char module[32]; /**< version of the NVIDIA driver's kernel module; empty: none is loaded */
  int count;       /**< GPUs after the first RIA_GPUS_MAX are left out */
  ria_gpu gpu[RIA_GPUS_MAX];
} ria_gpus;

/** Start CUDA, which takes a tenth of a second or more, in a separate thread while the caller does
 * other work. Optional. The environment must not change until ria_gpus_wait() has returned, because
 * CUDA reads it. */
void ria_gpus_begin(void);
/** Wait for that start; returns at once if none was begun. */
void ria_gpus_wait(void);

/** Fill in *gpus. `measure`: also measure copy bandwidths. That takes half a second a GPU and, for
 * that time, up to a quarter of the free memory. Leaves the first GPU the current device. */
void ria_gpus_find(ria_gpus *gpus, bool measure);

/** Release the GPU memory that the queries took, on all GPUs except the `count` GPUs in `keep`. */
void ria_gpus_leave(const ria_gpus *gpus, int count, const unsigned *keep);

/** Whether this ria and its StarPU can both use GPUs; if not, `why` gets the reason for users, at
 * most RIA_GPUS_WHY bytes. */
bool ria_gpus_built(char *why);
/** The compute capabilities that kernels were compiled for, as "80;90"; "" without CUDA. */
const char *ria_gpus_architectures(void);

/** The rule of `target: auto`: whether the target cuda can take `bytes` bytes of tiles in this
 * process. `why` gets one sentence with the reason for either answer, at most RIA_GPUS_WHY bytes.
 */
bool ria_gpus_take(const ria_gpus *gpus, double bytes, char *why);
/** Whether any GPU can run the kernels; if not, the reason. */
bool ria_gpus_usable(const ria_gpus *gpus, char *why);

/** Callback: a thread of StarPU reports that a GPU has failed in a way after which StarPU would end
 * the process. `text` is the error. The callback must end the process, with a message to the user;
 * unwritten data is lost. It must not return, and may call only functions of ria that read. */
typedef void (*ria_gpu_lost_function)(void *context, const char *text);

#ifdef __cplusplus
}
#endif
#endif
