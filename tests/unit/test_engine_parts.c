/* The engine's decisions: dependencies, resources, and retries. */
#include "tests.h"
#include <math.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include "../../workflows/tasks/graph.h"
#include "../../workflows/engine/retry.h"
#include "../../workflows/engine/room.h"

/* ---- The graph. */

/* Node i of the list has the needs in `needs[i]`, ended by -1. */
static void build(task_graph *graph, int nodes, int needs[][4]) {
  *graph = (task_graph){0};
  for (int i = 0; i < nodes; i++) {
    assert_int_equal(task_graph_node(graph), RIA_SUCCESS);
    for (int *n = needs[i]; *n >= 0; n++)
      assert_int_equal(task_graph_need(graph, *n, TASK_AFTER_SUCCESS), RIA_SUCCESS);
  }
}

static void test_order(void **state) {
  (void)state;
  int needs[5][4] = {{3, -1}, {0, 2, -1}, {3, -1}, {-1}, {1, 0, -1}}, order[5], at[5];
  task_graph graph;
  build(&graph, 5, needs);
  assert_int_equal(task_graph_order(&graph, order), RIA_SUCCESS);
  for (int i = 0; i < 5; i++)
    at[order[i]] = i;
  for (int i = 0; i < 5; i++)
    for (int *n = needs[i]; *n >= 0; n++)
      assert_true(at[*n] < at[i]);
  task_graph_destroy(&graph);
}

static void test_circle(void **state) {
  (void)state;
  int needs[3][4] = {{2, -1}, {0, -1}, {1, -1}}, wrong[1][4] = {{7, -1}}, order[3];
  task_graph graph;
  build(&graph, 3, needs);
  assert_int_equal(task_graph_order(&graph, order), RIA_ERROR_ARGUMENT);
  task_graph_destroy(&graph);
  build(&graph, 1, wrong);
  assert_int_equal(task_graph_order(&graph, order), RIA_ERROR_ARGUMENT);
  task_graph_destroy(&graph);
}

static void test_chain(void **state) {
  (void)state;
  /* 0 -> 1 -> 3, 0 -> 2 -> 3, and 4 alone. */
  int needs[5][4] = {{-1}, {0, -1}, {0, -1}, {1, 2, -1}, {-1}};
  double seconds[5] = {1, 10, 100, 1000, 50}, chain[5];
  task_graph graph;
  build(&graph, 5, needs);
  assert_int_equal(task_graph_chain(&graph, seconds, chain), RIA_SUCCESS);
  assert_true(chain[0] == 1101 && chain[1] == 1010 && chain[2] == 1100 && chain[3] == 1000 &&
              chain[4] == 50);
  task_graph_destroy(&graph);
}

static void test_spread(void **state) {
  (void)state;
  int needs[5][4] = {{-1}, {0, -1}, {0, -1}, {1, -1}, {2, 3, -1}};
  bool mark[5] = {false, true, false, false, false};
  task_graph graph;
  build(&graph, 5, needs);
  assert_int_equal(task_graph_spread(&graph, mark), RIA_SUCCESS);
  assert_true(!mark[0] && mark[1] && !mark[2] && mark[3] && mark[4]);
  task_graph_destroy(&graph);
}

/* A change of a task does not affect a task that only follows it in order. */
static void test_order_alone(void **state) {
  (void)state;
  bool mark[2] = {true, false};
  task_graph graph = {0};
  assert_int_equal(task_graph_node(&graph), RIA_SUCCESS);
  assert_int_equal(task_graph_node(&graph), RIA_SUCCESS);
  assert_int_equal(task_graph_need(&graph, 0, TASK_IN_ORDER), RIA_SUCCESS);
  assert_int_equal(task_graph_spread(&graph, mark), RIA_SUCCESS);
  assert_false(mark[1]);
  task_graph_destroy(&graph);
}

/* 0 ends as given; 1 needs its success, 2 its end, 3 only the order; 4 is a gate after all. */
static void test_outcomes(void **state) {
  (void)state;
  static const struct {
    task_outcome given, second, gate;
  } expected[] = {{TASK_OPEN, TASK_OPEN, TASK_OPEN},
                  {TASK_BAD, TASK_BAD, TASK_BAD},
                  {TASK_GOOD, TASK_OPEN, TASK_OPEN}};
  task_graph graph = {0};
  for (int i = 0; i < 5; i++) {
    assert_int_equal(task_graph_node(&graph), RIA_SUCCESS);
    if (i > 0 && i < 4)
      assert_int_equal(task_graph_need(&graph, 0, (task_bond)(i - 1)), RIA_SUCCESS);
  }
  for (int i = 0; i < 4; i++)
    assert_int_equal(task_graph_need(&graph, i, TASK_AFTER_SUCCESS), RIA_SUCCESS);
  for (size_t i = 0; i < sizeof expected / sizeof *expected; i++) {
    task_outcome o[5] = {expected[i].given, TASK_WAITS, TASK_WAITS, TASK_WAITS, TASK_GATE};
    assert_int_equal(task_graph_outcomes(&graph, o), RIA_SUCCESS);
    assert_int_equal(o[1], expected[i].second);
    assert_true(o[2] == TASK_OPEN && o[3] == TASK_OPEN && o[4] == TASK_OPEN);
    o[0] = expected[i].given;
    o[1] = TASK_WAITS;
    o[2] = o[3] = TASK_GOOD;
    o[4] = TASK_GATE;
    assert_int_equal(task_graph_outcomes(&graph, o), RIA_SUCCESS);
    assert_int_equal(o[4], expected[i].gate);
    /* A skipped task is complete when all tasks before it are. */
    o[0] = expected[i].given;
    o[1] = o[2] = o[3] = o[4] = TASK_PASSES;
    assert_int_equal(task_graph_outcomes(&graph, o), RIA_SUCCESS);
    for (int node = 1; node < 5; node++)
      assert_int_equal(o[node], expected[i].given == TASK_OPEN ? TASK_OPEN : TASK_GOOD);
  }
  task_graph_destroy(&graph);
}

/* ---- The room. */

static void test_best_fit(void **state) {
  (void)state;
  engine_node node[3] = {{8, 0, INT64_MAX}, {4, 0, INT64_MAX}, {6, 0, INT64_MAX}};
  int ranks[3];
  assert_true(engine_room_place(node, 3, &(ria_resources){.ranks = 2, .workers = 2}, ranks));
  assert_true(ranks[0] == 0 && ranks[1] == 2 && ranks[2] == 0);
  engine_room_take(node, 3, &(ria_resources){.ranks = 2, .workers = 2}, ranks, 1);
  assert_int_equal(node[1].cores, 0);
  assert_true(engine_room_place(node, 3, &(ria_resources){0}, ranks));
  assert_int_equal(ranks[2], 1);
  /* Twelve ranks go over both nodes that are left. */
  assert_true(engine_room_place(node, 3, &(ria_resources){.ranks = 12}, ranks));
  assert_true(ranks[0] == 6 && ranks[1] == 0 && ranks[2] == 6);
  assert_false(engine_room_place(node, 3, &(ria_resources){.ranks = 15}, ranks));
}

static void test_limits(void **state) {
  (void)state;
  engine_node node[2] = {{8, 2, 100}, {8, 0, 50}};
  int ranks[2];
  assert_false(engine_room_place(node, 2, &(ria_resources){.memory = 101}, ranks));
  assert_true(engine_room_place(node, 2, &(ria_resources){.memory = 60}, ranks));
  assert_int_equal(ranks[0], 1);
  assert_true(engine_room_place(node, 2, &(ria_resources){.ranks = 2, .gpus = 1}, ranks));
  assert_int_equal(ranks[0], 2);
  assert_false(engine_room_place(node, 2, &(ria_resources){.ranks = 3, .gpus = 1}, ranks));
  ria_resources spread = {.ranks = 4, .ranks_per_node = 2, .memory = 50};
  assert_true(engine_room_place(node, 2, &spread, ranks));
  assert_true(ranks[0] == 2 && ranks[1] == 2);
  engine_room_take(node, 2, &spread, ranks, 1);
  assert_true(node[0].cores == 6 && node[0].memory == 50 && node[1].memory == 0);
  engine_room_take(node, 2, &spread, ranks, -1);
  assert_true(node[0].cores == 8 && node[0].memory == 100 && node[1].memory == 50);
  assert_true(engine_room_place(node, 2, &(ria_resources){.nodes = 2, .ranks = 3}, ranks));
  assert_int_equal(ranks[0] + ranks[1], 3);
  assert_false(engine_room_place(node, 2, &(ria_resources){.nodes = 3, .ranks = 3}, ranks));
  assert_false(engine_room_place(node, 2, &(ria_resources){.nodes = 2}, ranks));
}

/* ---- Retries. */

static void test_success(void **state) {
  (void)state;
  engine_end end = {.cause = RIA_CAUSE_NONE};
  assert_int_equal(engine_decide(&end, 1).verdict, ENGINE_SUCCEEDED);
}

static void test_program_error(void **state) {
  (void)state;
  engine_end end = {.cause = RIA_CAUSE_PROGRAM, .exit_code = 7, .retries = 2};
  engine_decision d = engine_decide(&end, 10);
  assert_int_equal(d.verdict, ENGINE_AGAIN);
  assert_true(d.burns && d.delay == 10);
  assert_non_null(strstr(d.why, "exit code 7"));
  end.burned = 1;
  assert_true(engine_decide(&end, 10).delay == 20);
  end.burned = 2;
  assert_int_equal(engine_decide(&end, 10).verdict, ENGINE_FAILED);
  end.retries = 100, end.burned = 60;
  assert_true(engine_decide(&end, 10).delay == 600);
}

static void test_time_limit(void **state) {
  (void)state;
  engine_end end = {.cause = RIA_CAUSE_TIME_LIMIT, .retries = 5};
  engine_decision d = engine_decide(&end, 10);
  assert_int_equal(d.verdict, ENGINE_FAILED);
  assert_non_null(strstr(d.why, "resources.time"));
  end.checkpoints = end.progressed = true;
  end.retries = 0;
  d = engine_decide(&end, 10);
  assert_true(d.verdict == ENGINE_AGAIN && !d.burns && !d.stalls && d.delay == 0);
  end.progressed = false;
  d = engine_decide(&end, 10);
  assert_true(d.verdict == ENGINE_AGAIN && !d.burns && d.stalls && d.delay == 10);
  end.stalls = ENGINE_STALLS - 1;
  d = engine_decide(&end, 10);
  assert_int_equal(d.verdict, ENGINE_FAILED);
  assert_non_null(strstr(d.why, "3 times in a row"));
  /* A case that Slurm told to stop ends by itself, in time. */
  end = (engine_end){
      .cause = RIA_CAUSE_PROGRAM, .exit_code = 3, .checkpoints = true, .progressed = true};
  d = engine_decide(&end, 10);
  assert_true(d.verdict == ENGINE_AGAIN && !d.burns);
  end.checkpoints = false;
  assert_int_equal(engine_decide(&end, 10).verdict, ENGINE_FAILED);
}

static void test_not_its_fault(void **state) {
  (void)state;
  static const ria_job_cause causes[] = {RIA_CAUSE_NODE, RIA_CAUSE_PREEMPTED, RIA_CAUSE_UNKNOWN};
  for (size_t c = 0; c < sizeof causes / sizeof *causes; c++) {
    engine_end end = {.cause = causes[c]};
    engine_decision d = engine_decide(&end, 10);
    assert_true(d.verdict == ENGINE_AGAIN && !d.burns && d.stalls);
    end.stalls = ENGINE_STALLS - 1;
    assert_int_equal(engine_decide(&end, 10).verdict, ENGINE_FAILED);
    end.progressed = true;
    assert_int_equal(engine_decide(&end, 10).verdict, ENGINE_AGAIN);
  }
}

static void test_not_worth_it(void **state) {
  (void)state;
  engine_end end = {.cause = RIA_CAUSE_MEMORY, .retries = 5};
  engine_decision d = engine_decide(&end, 10);
  assert_int_equal(d.verdict, ENGINE_FAILED);
  assert_non_null(strstr(d.why, "resources.memory"));
  end =
      (engine_end){.cause = RIA_CAUSE_PROGRAM, .exit_code = 127, .no_modules = true, .retries = 5};
  d = engine_decide(&end, 10);
  assert_int_equal(d.verdict, ENGINE_FAILED);
  assert_non_null(strstr(d.why, "modules cannot be loaded"));
  end.no_modules = false;
  end.cause = RIA_CAUSE_CANCELLED;
  assert_int_equal(engine_decide(&end, 10).verdict, ENGINE_CANCELLED);
  end.stopped = true;
  d = engine_decide(&end, 10);
  assert_true(d.verdict == ENGINE_AGAIN && !d.burns && d.delay == 0);
  end = (engine_end){.cause = RIA_CAUSE_SIGNAL, .signal = SIGSEGV};
  d = engine_decide(&end, 10);
  assert_int_equal(d.verdict, ENGINE_FAILED);
  assert_non_null(strstr(d.why, "Segmentation"));
  end.retries = 1;
  assert_true(engine_decide(&end, 10).burns);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_order),       cmocka_unit_test(test_circle),
      cmocka_unit_test(test_chain),       cmocka_unit_test(test_spread),
      cmocka_unit_test(test_order_alone), cmocka_unit_test(test_outcomes),
      cmocka_unit_test(test_best_fit),    cmocka_unit_test(test_limits),
      cmocka_unit_test(test_success),     cmocka_unit_test(test_program_error),
      cmocka_unit_test(test_time_limit),  cmocka_unit_test(test_not_its_fault),
      cmocka_unit_test(test_not_worth_it)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
