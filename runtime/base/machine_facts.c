/* CPUs and memory, from hwloc and the kernel's files. */
#include "ria/machine_facts.h"
#include <hwloc.h>
#include <sched.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>
#include "machine.h"
#include "ria/group_limits.h"

static int count_of(hwloc_topology_t topology, hwloc_obj_type_t type) {
  int count = hwloc_get_nbobjs_by_type(topology, type);
  return count > 0 ? count : 1;
}

static void read_topology(hwloc_topology_t topology, ria_cpu_facts *facts) {
  cpu_set_t mine;
  machine_share machine = {0};
  facts->sockets = count_of(topology, HWLOC_OBJ_PACKAGE);
  facts->nodes = count_of(topology, HWLOC_OBJ_NUMANODE);
  facts->cores = count_of(topology, HWLOC_OBJ_CORE);
  facts->threads = count_of(topology, HWLOC_OBJ_PU);
  hwloc_obj_t package = hwloc_get_obj_by_type(topology, HWLOC_OBJ_PACKAGE, 0);
  const char *model = package ? hwloc_obj_get_info_by_name(package, "CPUModel") : NULL;
  snprintf(facts->model, sizeof facts->model, "%s", model ? model : "");
  if (!sched_getaffinity(0, sizeof mine, &mine))
    machine_cores(topology, &mine, &machine);
  facts->usable = machine.cores > 0 ? machine.cores : 1;
}

/* Third-level caches, or second-level caches if there is no third level. */
static void find_last_caches(hwloc_topology_t topology, ria_cpu_facts *facts) {
  static const hwloc_obj_type_t level[] = {HWLOC_OBJ_L3CACHE, HWLOC_OBJ_L2CACHE};
  for (int l = 0; l < 2 && !facts->last_cache; l++) {
    hwloc_obj_t cache = hwloc_get_obj_by_type(topology, level[l], 0);
    facts->last_cache = cache ? (size_t)cache->attr->cache.size : 0;
    facts->last_caches = cache ? count_of(topology, level[l]) : 0;
  }
}

static void find_vectors(ria_cpu_facts *facts) {
  facts->vectors = "none";
#if defined(__x86_64__)
  static const struct {
    const char *text;
    int bits;
  } kinds[] = {{"AVX-512", 512}, {"AVX2 and FMA", 256}, {"AVX", 256}, {"SSE2", 128}};
  int kind = __builtin_cpu_supports("avx512f")                                 ? 0
             : __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") ? 1
             : __builtin_cpu_supports("avx")                                   ? 2
                                                                               : 3;
  facts->vectors = kinds[kind].text;
  facts->vector_bits = kinds[kind].bits;
#elif defined(__aarch64__)
  facts->vectors = "NEON";
  facts->vector_bits = 128;
#endif
}

/* The number after `key` in a file of lines, times `unit`; 0 if there is none. */
static size_t number_in(const char *path, const char *key, size_t unit) {
  char line[256];
  unsigned long long number = 0;
  FILE *file = fopen(path, "r");
  if (!file)
    return 0;
  while (!number && fgets(line, sizeof line, file))
    if (!strncmp(line, key, strlen(key)))
      sscanf(line + strlen(key), "%llu", &number);
  fclose(file);
  return (size_t)number * unit;
}

void ria_memory_facts_find(ria_cpu_facts *facts) {
  facts->memory = number_in("/proc/meminfo", "MemTotal:", 1024);
  facts->available = number_in("/proc/meminfo", "MemAvailable:", 1024);
  ria_group_limits group;
  ria_group_limits_find("", &group);
  facts->limit = (size_t)group.memory < facts->memory ? (size_t)group.memory : 0;
}

void ria_cpu_facts_find(ria_cpu_facts *facts) {
  hwloc_topology_t topology;
  *facts = (ria_cpu_facts){.sockets = 1, .nodes = 1, .cores = 1, .threads = 1, .usable = 1};
  if (gethostname(facts->host, sizeof facts->host - 1))
    snprintf(facts->host, sizeof facts->host, "localhost");
  find_vectors(facts);
  ria_memory_facts_find(facts);
  if (hwloc_topology_init(&topology))
    return;
  if (!hwloc_topology_load(topology)) {
    read_topology(topology, facts);
    find_last_caches(topology, facts);
  }
  hwloc_topology_destroy(topology);
}
