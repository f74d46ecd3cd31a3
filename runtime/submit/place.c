#include "place.h"

task_place place_of_host(const ria_runtime *r) {
  return (task_place){.where = STARPU_CPU,
                      .workers = r->cells ? (uint32_t *)r->host_workers : NULL};
}

int place_first_cell(const ria_runtime *r) {
  return (int)starpu_cpu_worker_get_count() - r->cells;
}
