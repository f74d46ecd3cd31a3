#include "cores.h"
#include <hwloc.h>

ria_cores ria_cores_find(void) {
  ria_cores cores = {.count = 1, .all = false};
  hwloc_topology_t topology;
  if (hwloc_topology_init(&topology))
    return cores;
  hwloc_bitmap_t mine = hwloc_bitmap_alloc();
  if (mine && !hwloc_topology_load(topology) &&
      !hwloc_get_cpubind(topology, mine, HWLOC_CPUBIND_PROCESS)) {
    int usable = hwloc_get_nbobjs_inside_cpuset_by_type(topology, mine, HWLOC_OBJ_CORE);
    if (usable > 0)
      cores.count = usable;
    cores.all = hwloc_bitmap_isincluded(hwloc_topology_get_topology_cpuset(topology), mine);
  }
  hwloc_bitmap_free(mine);
  hwloc_topology_destroy(topology);
  return cores;
}
