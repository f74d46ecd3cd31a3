/** \file
 * What a run has to go by on this machine, besides GPUs: CPUs, memory, StarPU and MPI.
 */
#ifndef RIA_MACHINE_FACTS_H
#define RIA_MACHINE_FACTS_H

#include <stdbool.h>
#include <stddef.h>
#include "ria/status.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct {
  char model[128]; /**< as the processor says it; empty: unknown */
  char host[64];
  int sockets, nodes;       /**< nodes: of memory (NUMA), at least 1 */
  int cores, threads;       /**< of the whole machine */
  int usable;               /**< cores that this process may use */
  const char *vectors;      /**< the widest vector instructions: "AVX-512", "AVX2", ..., "none" */
  int vector_bits;          /**< their width; 0: unknown */
  int last_caches;          /**< caches of the last level, of the whole machine; 0: unknown */
  size_t last_cache;        /**< bytes of one of them */
  size_t memory, available; /**< bytes; 0: unknown */
  size_t limit;             /**< of the control group of this process, bytes; 0: none */
} ria_cpu_facts;

typedef struct {
  char version[16];
  int buffers;            /**< that a task's codelet may fix in advance (STARPU_NMAXBUFS) */
  int nodes;              /**< memories (STARPU_MAXNODES) */
  int cpus, cuda_devices; /**< workers at most of a process, by kind */
  int workers;            /**< of all kinds together */
  bool cuda, trace;       /**< trace: FxT */
} ria_starpu_facts;

/** What MPI says of GPU memory: not at all, no, yes. */
typedef enum { RIA_CUDA_AWARE_UNKNOWN, RIA_CUDA_AWARE_NO, RIA_CUDA_AWARE_YES } ria_cuda_aware;

typedef struct {
  char library[128];   /**< its first line or words */
  const char *threads; /**< the level that it gives: "multiple", "serialized", ... */
  ria_cuda_aware cuda_aware;
} ria_mpi_facts;

void ria_cpu_facts_find(ria_cpu_facts *facts);
/** `memory`, `available` and `limit` alone, which takes less time. */
void ria_memory_facts_find(ria_cpu_facts *facts);
void ria_starpu_facts_find(ria_starpu_facts *facts);
/** Starts MPI, and ends it, unless it has been started. Errors: RIA_ERROR_MPI. */
ria_status ria_mpi_facts_find(ria_mpi_facts *facts);

#ifdef __cplusplus
}
#endif
#endif
