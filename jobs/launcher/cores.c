#include "cores.h"
#include <hwloc.h>
#include <math.h>
#include "ria/group_limits.h"

/* Count the cores that have a hardware thread in our affinity mask. */
static int count_cores(hwloc_topology_t topology, hwloc_const_bitmap_t mine) {
  int count = 0;
  for (hwloc_obj_t core = NULL;
       (core = hwloc_get_next_obj_by_type(topology, HWLOC_OBJ_CORE, core)) != NULL;)
    count += hwloc_bitmap_intersects(core->cpuset, mine);
  return count;
}

/* At most as many cores as the control group grants processor time for; 1.5 cores count as 2. */
static int limit_count(int count) {
  ria_group_limits limits;
  ria_group_limits_find("", &limits);
  return limits.cores > 0 && limits.cores < count ? (int)ceil(limits.cores) : count;
}

launcher_cores launcher_cores_find(void) {
  launcher_cores cores = {.count = 1, .all = false};
  hwloc_topology_t topology;
  if (hwloc_topology_init(&topology))
    return cores;
  hwloc_bitmap_t mine = hwloc_bitmap_alloc();
  if (mine && !hwloc_topology_load(topology) &&
      !hwloc_get_cpubind(topology, mine, HWLOC_CPUBIND_PROCESS)) {
    int usable = count_cores(topology, mine);
    if (usable > 0)
      cores.count = limit_count(usable);
    cores.all = hwloc_bitmap_isincluded(hwloc_topology_get_topology_cpuset(topology), mine);
  }
  hwloc_bitmap_free(mine);
  hwloc_topology_destroy(topology);
  return cores;
}
