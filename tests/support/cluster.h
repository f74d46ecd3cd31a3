/** \file
 * The Slurm cluster of tests/slurm/cluster.bash, for test programs. */
#ifndef RIA_TEST_CLUSTER_H
#define RIA_TEST_CLUSTER_H

/** Run this program again on the head of a cluster of so many nodes, and exit with its code;
 * returns there. Exits with 77 where Slurm cannot run. */
void test_cluster_enter(int nodes, const char *program);

/** Kill a node's slurmd and all its processes with SIGKILL; restart the node. */
void test_cluster_kill(const char *node);
void test_cluster_start(const char *node);

#endif
