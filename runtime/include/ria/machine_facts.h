/** \file
 * Properties of this machine, apart from GPUs: CPUs, memory, StarPU and MPI.
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
  char model[128]; /**< as the processor reports it; empty: unknown */
  char host[64];
  int sockets, nodes;       /**< nodes: NUMA nodes, at least 1 */
  int cores, threads;       /**< of the whole machine */
  int usable;               /**< cores that this process may use */
  const char *vectors;      /**< the widest vector instructions: "AVX-512", "AVX2", ..., "none" */
  int vector_bits;          /**< their width; 0: unknown */
  int last_caches;          /**< last-level caches of the whole machine; 0: unknown */
  size_t last_cache;        /**< bytes of one such cache */
  size_t memory, available; /**< bytes; 0: unknown */
  size_t limit;             /**< memory limit of this process's control group, bytes; 0: none */
} ria_cpu_facts;

typedef struct {
  char version[16];
  int buffers;            /**< most buffers of a static codelet (STARPU_NMAXBUFS) */
  int nodes;              /**< most memory nodes (STARPU_MAXNODES) */
  int cpus, cuda_devices; /**< most workers of a process, by kind */
  int workers;            /**< of all kinds together */
  bool cuda, trace;       /**< tracing with FxT */
} ria_starpu_facts;

/** GPU memory support as MPI reports it: no report, no, yes. */
typedef enum { RIA_CUDA_AWARE_UNKNOWN, RIA_CUDA_AWARE_NO, RIA_CUDA_AWARE_YES } ria_cuda_aware;

typedef struct {
  char library[128];   /**< first line or words of its version text */
  const char *threads; /**< thread level that it provides: "multiple", "serialized", ... */
  ria_cuda_aware cuda_aware;
} ria_mpi_facts;

void ria_cpu_facts_find(ria_cpu_facts *facts);
/** Only `memory`, `available` and `limit`, which is faster. */
void ria_memory_facts_find(ria_cpu_facts *facts);
void ria_starpu_facts_find(ria_starpu_facts *facts);
/** Facts of MPI. If MPI has not been started, this starts and ends it. Errors: RIA_ERROR_MPI. */
ria_status ria_mpi_facts_find(ria_mpi_facts *facts);

#ifdef __cplusplus
}
#endif
#endif
