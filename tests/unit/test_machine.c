/* Distribution of a machine's cores to ranks, on simulated machines. */
#include "tests.h"
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include "../../runtime/base/machine.h"
#include "ria/group_limits.h"

/* The cores of a made-up machine of which hardware threads [first, end) are ours. */
static machine_share make(const char *synthetic, int first, int end) {
  machine_share machine = {.ranks = 1, .sharing = 1};
  hwloc_topology_t topology;
  cpu_set_t mine;
  CPU_ZERO(&mine);
  for (int cpu = first; cpu < end; cpu++)
    CPU_SET(cpu, &mine);
  assert_int_equal(hwloc_topology_init(&topology), 0);
  assert_int_equal(hwloc_topology_set_synthetic(topology, synthetic), 0);
  assert_int_equal(hwloc_topology_load(topology), 0);
  machine_cores(topology, &mine, &machine);
  hwloc_topology_destroy(topology);
  return machine;
}

static machine_share share(const char *synthetic, int ranks, int place) {
  machine_share machine = make(synthetic, 0, 1000);
  machine.ranks = machine.sharing = ranks;
  machine.place = place;
  return machine;
}

static void cores_are_not_hardware_threads(void **state) {
  (void)state;
  machine_share m = make("pack:2 core:4 pu:2", 0, 16);
  assert_int_equal(m.cores, 8);
  for (unsigned i = 0; i < 8; i++)
    assert_int_equal(m.pu[i], 2 * i);
  m = make("pack:2 core:4 pu:2", 5, 9); /* of one core the second thread, of another the first */
  assert_int_equal(m.cores, 3);
  assert_int_equal(m.pu[0], 5);
  assert_int_equal(m.pu[1], 6);
  assert_int_equal(m.pu[2], 8);
}

static void workers_leave_a_core_to_the_other_threads(void **state) {
  (void)state;
  machine_share m = share("core:16 pu:1", 1, 0);
  assert_int_equal(machine_workers(&m, 1, 0), 15);
  assert_int_equal(machine_workers(&m, 1, 3), 3);
  assert_int_equal(machine_workers(&m, 1, 16), 16);
  m = share("core:4 pu:1", 1, 0); /* too few to spare one */
  assert_int_equal(machine_workers(&m, 1, 0), 4);
  m = share("core:1 pu:2", 1, 0);
  assert_int_equal(machine_workers(&m, 1, 0), 1);
  m = share("core:16 pu:1", 4, 0);
  assert_int_equal(machine_workers(&m, 4, 0), 3);
  m = share("core:2 pu:1", 2, 0);
  assert_int_equal(machine_workers(&m, 2, 0), 1);
  m = share("core:2 pu:1", 4, 0);
  assert_int_equal(machine_workers(&m, 4, 0), 1);
}

/* More of them where StarPU's limit of a process would leave cores idle, unless the cores that
 * their MPI threads take are all that would be won. */
static void ranks_use_all_cores(void **state) {
  (void)state;
  assert_int_equal(machine_ranks(2, 4), 1);
  assert_int_equal(machine_ranks(5, 4), 1);
  assert_int_equal(machine_ranks(7, 4), 1); /* 2 x 2 workers, or 4 */
  assert_int_equal(machine_ranks(8, 4), 2);
  assert_int_equal(machine_ranks(16, 4), 4);
  assert_int_equal(machine_ranks(64, 4), 13);
  assert_int_equal(machine_ranks(64, 64), 1);
  assert_int_equal(machine_ranks(16, 1), 8);
}

/* Ranks with the same cores take different ones, and a core is given twice by none. */
static void ranks_do_not_meet(void **state) {
  (void)state;
  bool taken[32] = {false};
  for (int place = 0; place < 4; place++) {
    unsigned pu[16];
    machine_share m = share("core:16 pu:2", 4, place);
    assert_true(machine_bind(&m, 3, 16, pu));
    for (int i = 0; i < 4; i++) { /* three workers and the MPI thread */
      assert_false(taken[pu[i]]);
      assert_int_equal(pu[i] % 2, 0);
      taken[pu[i]] = true;
    }
    for (int i = 4; i < 16; i++)
      assert_int_equal(pu[i], pu[i % 4]);
  }
}

static void no_choice_of_cores(void **state) {
  (void)state;
  unsigned pu[16];
  machine_share m = share("core:2 pu:1", 4, 1); /* more ranks than cores */
  assert_false(machine_bind(&m, 1, 16, pu));
  m = share("core:16 pu:1", 1, 0); /* alone: StarPU chooses well */
  assert_false(machine_bind(&m, 16, 16, pu));
}

static void expect_notice(const char *synthetic, int ranks, bool bound, int most,
                          const char *wanted) {
  char text[160];
  machine_share m = share(synthetic, ranks, 0);
  if (bound) { /* by mpirun, to cores of its own */
    m.cores /= ranks;
    m.sharing = 1;
  }
  machine_notice(&m, ranks, most, text, sizeof text);
  assert_string_equal(text, wanted);
}

static void idle_cores_are_reported(void **state) {
  (void)state;
  expect_notice("core:4 pu:2", 1, false, 4, "");
  expect_notice(
      "core:16 pu:1", 1, false, 4,
      "this StarPU drives at most 4 CPU workers, but the machine has 16 cores: start more "
      "ranks (-n 4)");
  const char *const two = "this StarPU drives at most 4 CPU workers a rank, but the machine has 64 "
                          "cores: start more ranks (-n 14)";
  expect_notice("core:64 pu:2", 2, false, 4, two);
  expect_notice("core:64 pu:2", 2, true, 4, two);
  expect_notice("core:10 pu:1", 2, true, 4, ""); /* four workers and the MPI thread each */
  expect_notice("core:64 pu:1", 1, false, 256, "");
}

/* A file in a folder of its own below `root`. */
static void put(const char *root, const char *path, const char *text) {
  char full[512];
  snprintf(full, sizeof full, "%s/%s", root, path);
  for (char *slash = strchr(full + strlen(root) + 1, '/'); slash; slash = strchr(slash + 1, '/')) {
    *slash = '\0';
    mkdir(full, 0777);
    *slash = '/';
  }
  FILE *file = fopen(full, "w");
  assert_non_null(file);
  fputs(text, file);
  assert_int_equal(fclose(file), 0);
}

/* The files that kernels with version 2, with version 1 and with both show. */
static void control_groups_limit(void **state) {
  (void)state;
  char *root = test_folder_create();
  ria_group_limits limits;
  ria_group_limits_find(root, &limits);
  assert_true(limits.cores == 0 && limits.memory == 0);
  put(root, "proc/self/cgroup", "0::/slice/job\n");
  put(root, "sys/fs/cgroup/slice/job/cpu.max", "max 100000\n");
  put(root, "sys/fs/cgroup/slice/job/memory.max", "max\n");
  ria_group_limits_find(root, &limits);
  assert_true(limits.cores == 0 && limits.memory == 0);
  put(root, "sys/fs/cgroup/slice/job/memory.max", "3000000000\n");
  put(root, "sys/fs/cgroup/slice/cpu.max", "150000 100000\n"); /* of the group above */
  put(root, "sys/fs/cgroup/slice/memory.max", "4000000000\n");
  ria_group_limits_find(root, &limits);
  assert_true(limits.cores == 1.5 && limits.memory == 3000000000);
  /* A container of version 1, whose own path is not in its /sys. */
  put(root, "proc/self/cgroup", "4:memory:/elsewhere/abc\n3:cpu,cpuacct:/elsewhere/abc\n0::/\n");
  put(root, "sys/fs/cgroup/memory/memory.limit_in_bytes", "9223372036854771712\n");
  put(root, "sys/fs/cgroup/cpu,cpuacct/cpu.cfs_quota_us", "-1\n");
  put(root, "sys/fs/cgroup/cpu,cpuacct/cpu.cfs_period_us", "100000\n");
  ria_group_limits_find(root, &limits);
  assert_true(limits.cores == 0 && limits.memory == 0);
  put(root, "sys/fs/cgroup/memory/memory.limit_in_bytes", "2000000000\n");
  put(root, "sys/fs/cgroup/cpu,cpuacct/cpu.cfs_quota_us", "250000\n");
  ria_group_limits_find(root, &limits);
  assert_true(limits.cores == 2.5 && limits.memory == 2000000000);
  test_folder_remove(root);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(control_groups_limit),
                                     cmocka_unit_test(cores_are_not_hardware_threads),
                                     cmocka_unit_test(workers_leave_a_core_to_the_other_threads),
                                     cmocka_unit_test(ranks_use_all_cores),
                                     cmocka_unit_test(ranks_do_not_meet),
                                     cmocka_unit_test(no_choice_of_cores),
                                     cmocka_unit_test(idle_cores_are_reported)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
