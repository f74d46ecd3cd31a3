/** \file
 * The GPUs of this machine: what there is, whether this ria can use them, and why not.
 *
 * Asked of CUDA itself, before StarPU starts. Works in every build: without CUDA there are none,
 * and the reason is given.
 */
#ifndef RIA_GPUS_H
#define RIA_GPUS_H

#include <stdbool.h>
#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

enum { RIA_GPUS_MAX = 16, RIA_GPUS_WHY = 512 };

/** What came of looking for GPUs. */
typedef enum {
  RIA_GPUS_FOUND,
  RIA_GPUS_NOT_BUILT,  /**< this ria has no CUDA in it */
  RIA_GPUS_NO_DRIVER,  /**< no NVIDIA driver is loaded */
  RIA_GPUS_OLD_DRIVER, /**< older than the CUDA that ria was built with */
  RIA_GPUS_NO_GPU,     /**< a driver, but no GPU that this process may see */
  RIA_GPUS_FAILED      /**< CUDA answers with an error */
} ria_gpus_state;

typedef struct {
  char name[128], address[24]; /**< address: on the PCI bus */
  int major, minor;            /**< compute capability */
  int processors;
  size_t memory, free; /**< bytes */
  int kernels;         /**< compute capability that the kernels it would run were compiled for, as
                            90; 0: they cannot run on it */
  bool translated;     /**< from PTX, by the driver, when they are first called */
  char failure[128];   /**< CUDA's words, where the GPU does not answer; else empty */
  double to_gpu, from_gpu; /**< bytes a second, from and to pinned memory; 0: not measured */
  double copy; /**< inside its memory: bytes read and written a second; 0: not measured */
  bool peer[RIA_GPUS_MAX];        /**< whether it reaches the memory of another one directly */
  double peer_copy[RIA_GPUS_MAX]; /**< bytes a second from it to another one; 0: not measured */
} ria_gpu;

typedef struct {
  char undriven[RIA_GPUS_WHY]; /**< why this ria, or its StarPU, could use none; "" if they could */
  ria_gpus_state state;
  char why[RIA_GPUS_WHY]; /**< where the state is not RIA_GPUS_FOUND: a sentence for people */
  int driver, runtime;    /**< CUDA versions, 13000 for 13.0; 0: none */
  char module[32]; /**< version of the NVIDIA driver's kernel module; empty: none is loaded */
  int count;       /**< those after the first RIA_GPUS_MAX are left out */
  ria_gpu gpu[RIA_GPUS_MAX];
} ria_gpus;

/** Have CUDA start, which takes a tenth of a second and more, in a thread of its own, while the
 * caller does something else; not needed. Until it has been waited for the environment must stay
 * as it is, because CUDA reads it. */
void ria_gpus_begin(void);
/** Wait for that; without it, do nothing. */
void ria_gpus_wait(void);

/** Fill in *gpus. `measure`: copy bandwidths too, which takes half a second a GPU and, for that
 * time, up to a quarter of the memory that is free. Leaves the first GPU the current one. */
void ria_gpus_find(ria_gpus *gpus, bool measure);

/** Give back what asking about a GPU took of its memory, for all but the `count` GPUs in `keep`. */
void ria_gpus_leave(const ria_gpus *gpus, int count, const unsigned *keep);

/** Whether this ria and its StarPU can both use GPUs at all; else why not, for people. `why` has
 * room for RIA_GPUS_WHY bytes. */
bool ria_gpus_built(char *why);
/** The compute capabilities that kernels were compiled for, as "80;90"; "" without CUDA. */
const char *ria_gpus_architectures(void);

/** What `target: auto` goes by: whether the target cuda can take `bytes` bytes of tiles in this
 * process. One sentence says why, or why not: `why` has room for RIA_GPUS_WHY bytes. */
bool ria_gpus_take(const ria_gpus *gpus, double bytes, char *why);
/** Whether any of them can run the kernels; else why not. */
bool ria_gpus_usable(const ria_gpus *gpus, char *why);

/** Told by a thread of StarPU that a GPU has failed, in a way after which StarPU would end the
 * process: `text` says how. To end it, with a word to the user; what is not written by then is
 * lost. Must not return, and call nothing of ria but what only reads. */
typedef void (*ria_gpu_lost_function)(void *context, const char *text);

#ifdef __cplusplus
}
#endif
#endif
