#include "cluster.h"
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>
#include "tests.h"

void test_cluster_enter(int nodes, const char *program) {
  char script[1024], count[16], *self;
  const char *source = getenv("RIA_SOURCE_DIR");
  if (getenv("RIA_CLUSTER"))
    return;
  self = realpath(program, NULL);
  snprintf(script, sizeof script, "%s/tests/slurm/cluster.bash", source ? source : ".");
  snprintf(count, sizeof count, "%d", nodes);
  execlp("bash", "bash", script, "run", count, self, (char *)NULL);
  perror("bash");
  exit(2);
}

static void tell(const char *what, const char *node) {
  pid_t child = fork();
  int code = -1;
  if (child == 0) {
    execlp("bash", "bash", getenv("RIA_CLUSTER"), what, node, (char *)NULL);
    _exit(127);
  }
  assert_int_equal(waitpid(child, &code, 0), child);
  assert_int_equal(code, 0);
}

void test_cluster_kill(const char *node) {
  tell("kill", node);
}

void test_cluster_start(const char *node) {
  tell("start", node);
}
