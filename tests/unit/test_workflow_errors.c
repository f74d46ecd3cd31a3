/* All errors of a workflow are reported together, each with its place. */
#include "workflow_fixture.h"

#define GOOD_STEP "steps: {a: {kind: shell, command: [x]}}\n"

static void structure(void **state) {
  (void)state;
  EXPECT_FINDINGS("[1]\n", "flow.yaml:1:1: a workflow is a mapping of keys");
  EXPECT_FINDINGS("name: x\n", "flow.yaml:1:1: 'steps' is missing");
  EXPECT_FINDINGS("steps:\n", "flow.yaml:1:7: 'steps' is missing");
  EXPECT_FINDINGS("steps: [a]\n", "flow.yaml:1:8: steps: expected a mapping of steps");
  EXPECT_FINDINGS("nam: x\n" GOOD_STEP,
                  "flow.yaml:1:1: nam: there is no such key; did you mean 'name'?");
  EXPECT_FINDINGS("mode: remote\n" GOOD_STEP,
                  "flow.yaml:1:7: mode: expected auto, local, allocation or jobs");
  EXPECT_FINDINGS("steps: {a: 3}\n", "flow.yaml:1:12: steps.a: expected a mapping");
  EXPECT_FINDINGS("steps: {a: {command: [x]}}\n", "flow.yaml:1:12: steps.a: 'kind' is missing");
  EXPECT_FINDINGS("steps: {a: {kind: shel, x: 1}}\n", "flow.yaml:1:19: steps.a.kind: expected ");
  EXPECT_FINDINGS("steps: {a: {kind: shell, command: [x], neds: b}}\n",
                  "flow.yaml:1:40: steps.a.neds: there is no such key; did you mean 'needs'?");
  EXPECT_FINDINGS("steps: {a: {kind: shell, command: [x]}, a: {kind: shell}}\n",
                  "flow.yaml:1:41: a: this key is here already, at line 1, column 9");
  EXPECT_FINDINGS("defaults: {retries: -1, x: 2}\n" GOOD_STEP,
                  "flow.yaml:1:21: defaults.retries: -1 is too small",
                  "flow.yaml:1:25: defaults.x: there is no such key");
}

static void all_at_once(void **state) {
  (void)state;
  EXPECT_FINDINGS(
      "steps:\n"
      "  a: {kind: shell, needs: [b, zz], comand: [x]}\n"
      "  b: {kind: shell, needs: c, command: [x], retries: many}\n"
      "  c: {kind: shell, needs: a, command: [\"${nope + 1}\", \"${d.y}\"]}\n",
      "flow.yaml:2:3: steps.a: these steps need each other in a cycle: a needs b needs c "
      "needs a",
      "flow.yaml:2:6: steps.a.command: this is missing",
      "flow.yaml:2:31: steps.a.needs.1: there is no step 'zz'",
      "flow.yaml:2:36: steps.a.comand: there is no such key; did you mean 'command'?",
      "flow.yaml:3:53: steps.b.retries: expected a whole number",
      "flow.yaml:4:43: steps.c.command.0: there is no 'nope'",
      "flow.yaml:4:58: steps.c.command.1: there is no 'd.y': there is no step 'd'");
}

static void cycles(void **state) {
  (void)state;
  EXPECT_FINDINGS("steps:\n"
                  "  a: {kind: shell, needs: a, command: [x]}\n",
                  "flow.yaml:2:27: steps.a.needs: a step cannot need itself");
  EXPECT_FINDINGS(
      "steps:\n"
      "  a: {kind: shell, command: [\"${b.x}\"]}\n"
      "  b: {kind: shell, when: a.x > 1, command: [x]}\n"
      "  c: {kind: shell, needs: [d, a], command: [x]}\n"
      "  d: {kind: shell, needs: c, command: [x]}\n"
      "  e: {kind: shell, command: ['${e.x}']}\n",
      "flow.yaml:2:3: steps.a: these steps need each other in a cycle: a needs b needs a",
      "flow.yaml:4:3: steps.c: these steps need each other in a cycle: c needs d needs c",
      "flow.yaml:6:33: steps.e.command: a step cannot refer to its own results");
}

static void parameters(void **state) {
  (void)state;
  EXPECT_FINDINGS("parameters: {a: \"${b}\", b: \"${c + 1}\", c: \"${a}\"}\n" GOOD_STEP,
                  "flow.yaml:1:17: parameters.a: the value of 'a' depends on itself");
  EXPECT_FINDINGS("parameters: {and: 1, 'a b': 2, '': 3}\n" GOOD_STEP,
                  "flow.yaml:1:14: parameters.and: a parameter's name",
                  "flow.yaml:1:22: parameters.a b: a parameter's name",
                  "flow.yaml:1:32: parameters.: a parameter's name");
  EXPECT_FINDINGS("parameters: {n: \"${a.x}\"}\n" GOOD_STEP,
                  "flow.yaml:1:20: parameters.n: there is no 'a.x': results of steps are not known "
                  "here");
  EXPECT_FINDINGS(
      "parameters: {size: ful}\nvariants: {size: {full: {}, tiny: {}}, big: {}}\n" GOOD_STEP,
      "flow.yaml:1:20: variants.size: expected full or tiny, got 'ful'; did you mean "
      "'full'?",
      "flow.yaml:2:40: variants.big: there is no parameter of that name");
  EXPECT_FINDINGS("parameters: {list: [1, 2]}\n"
                  "steps: {a: {kind: shell, command: [\"${list + 1}\"]}}\n",
                  "flow.yaml:2:39: steps.a.command.0: there is no 'list' to calculate with");
}

static void sweeps(void **state) {
  (void)state;
  static const struct {
    const char *sweep, *finding;
  } wrong[] = {
      {"", "flow.yaml:1:47: steps.a.sweep: expected parameters and their values"},
      {"3", "flow.yaml:1:47: steps.a.sweep: expected a mapping"},
      {"{n: []}", "flow.yaml:1:51: steps.a.sweep.n: expected at least one value"},
      {"{n: [[1]]}", "flow.yaml:1:52: steps.a.sweep.n.0: expected a single value"},
      {"{n: {from: 1, to: 3}}", "flow.yaml:1:51: steps.a.sweep.n: a range is"},
      {"{n: {from: 1, to: 3, step: 0}}",
       "flow.yaml:1:51: steps.a.sweep.n: this step never reaches"},
      {"{n: {from: 3, to: 1, step: 1}}",
       "flow.yaml:1:51: steps.a.sweep.n: this step never reaches"},
      {"{n: {from: 0, to: 8, factor: 2}}",
       "flow.yaml:1:51: steps.a.sweep.n: a range with a factor"},
      {"{n: {from: 1, to: 8, factor: 1}}",
       "flow.yaml:1:51: steps.a.sweep.n: a range with a factor"},
      {"{n: {from: 1, to: 1e9, step: 1}}", "flow.yaml:1:51: steps.a.sweep.n: this range has more"},
      {"{n: {from: 1, to: 6, factor: 1.0000125}}",
       "flow.yaml:1:51: steps.a.sweep.n: this range has more"},
      {"{n: {from: 2, to: 3, factor: 1.0000000000000002}}",
       "flow.yaml:1:51: steps.a.sweep.n: this range has more"},
      {"{n: {from: -1e308, to: 1e308, step: 1e-308}}",
       "flow.yaml:1:51: steps.a.sweep.n: this range has more"},
      {"{n: {from: 1 m, to: 2 km, step: 1 m}}", "flow.yaml:1:67: steps.a.sweep.n.to: the ends"},
      {"{n: {from: x, to: 2, step: 1}}", "flow.yaml:1:58: steps.a.sweep.n.from: expected a number"},
      {"{n: {form: 1, to: 2, step: 1}}", "flow.yaml:1:52: steps.a.sweep.n: a range has the keys"},
      {"{zip: {a: [1, 2], b: [3]}}", "flow.yaml:1:53: steps.a.sweep.zip: the lists of a zip"},
      {"{product: {a: [1]}, zip: {a: [3]}}",
       "flow.yaml:1:73: steps.a.sweep.zip.a: expected each parameter in one axis only"},
      {"{a: {from: 1, to: 90000, step: 1}, b: [1, 2]}",
       "flow.yaml:1:47: steps.a.sweep: this makes more points than the 100000"},
      {"{n: \"${b.x}\"}", "flow.yaml:1:54: steps.a.sweep.n: there is no 'b.x': results"},
  };
  for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
    char text[300];
    snprintf(text, sizeof text, "steps: {a: {kind: shell, command: [x], sweep: %s}}\n",
             wrong[i].sweep);
    EXPECT_FINDINGS(text, wrong[i].finding);
  }
}

/* Only the first point with errors is reported. */
static void points(void **state) {
  (void)state;
  EXPECT_FINDINGS("steps:\n  a:\n    kind: shell\n    sweep: {n: [1, 0, 0]}\n"
                  "    resources: {ranks: \"${n}\"}\n    command: [\"${1 / n}\"]\n",
                  "flow.yaml:5:24: steps.a(n=0).resources.ranks: 0 is too small",
                  "flow.yaml:6:20: steps.a(n=0).command.0: this divides by 0");
  EXPECT_FINDINGS("steps: {a: {kind: shell, command: [], outputs: ['']}}\n",
                  "flow.yaml:1:35: steps.a.command: this names no program",
                  "flow.yaml:1:49: steps.a.outputs.0: this names no file");
  EXPECT_FINDINGS("steps: {a: {kind: shell, command: [x], resources: {nodes: 4, ranks: 2}}}\n",
                  "flow.yaml:1:69: steps.a.resources: 2 ranks cannot use 4 nodes");
  EXPECT_FINDINGS("steps: {a: {kind: shell, command: [x], resources: {options: [x; y]}}}\n",
                  "flow.yaml:1:62: steps.a.resources.options: an option starts with '-'");
  EXPECT_FINDINGS("steps: {a: {kind: shell, command: [x], environment: {'A B': x, C: [1]}}}\n",
                  "flow.yaml:1:54: steps.a.environment.A B: a variable's name",
                  "flow.yaml:1:67: steps.a.environment.C: expected a text");
  EXPECT_FINDINGS("parameters: {PATH: x}\nsteps: {a: {kind: shell, script: ls}}\n",
                  "flow.yaml:2:34: steps.a.script: the parameter 'PATH' would become");
  EXPECT_FINDINGS("steps: {a: {kind: shell, when: \"${1 +}\", command: [x]}}\n",
                  "flow.yaml:1:38: steps.a.when: a value is missing here");
  EXPECT_FINDINGS("steps: {a: {kind: shell, when: \"${1} < 2\", command: [x]}}\n",
                  "flow.yaml:1:32: steps.a.when: write the whole condition inside one");
}

#define RESOURCES(text) "steps: {a: {kind: shell, command: [x], resources: " text "}}\n"

/* Numbers whose unit Slurm and ria take for different ones; what excludes each other. */
static void resources(void **state) {
  (void)state;
  static const struct {
    const char *resources, *finding;
  } wrong[] = {
      {"{time: 45}", "flow.yaml:1:58: steps.a.resources.time: expected a time such as '90 min'"},
      {"{time: '1e2'}",
       "steps.a.resources.time: expected a time such as '90 min' or '1.5 h', or in "
       "Slurm's forms '90:00' (min:s), '12:00:00', '1-12:00:00' (days first), got "
       "'1e2' without a unit, which means minutes in Slurm"},
      {"{time: 1:2:3:4}", "got '1:2:3:4'"},
      {"{time: 2026-03-01}", "got '2026-03-01'"},
      {"{time: 0:00}", "time: 0 s is too small"},
      {"{time: \"${2 * 30}\"}", "got '60' without a unit"},
      {"{memory: 2048}", "memory: expected an amount of memory with its unit, such as '500 MB', "
                         "'2 GB', '2G', got '2048' without a unit, which means MB in Slurm"},
      {"{memory_per_core: 0.5}", "memory_per_core: expected an amount of memory with its unit"},
      {"{memory: 1G, memory_per_core: 1G}", "`memory`, of a node, and `memory_per_core` exclude"},
      {"{memory: 1G, options: [--mem-per-gpu=3]}",
       "--mem-per-gpu and `memory` both request memory"},
      {"{memory_per_core: 1G, options: [--exclusive, --mem=3]}",
       "--mem and `memory_per_core` both"},
      {"{options: [--mem=3, --mem-per-c=3]}", "--mem-per-cpu and `--mem=3` both request memory"},
      {"{options: [-a1-4]}", "--array cannot be used here"},
      {"{bundle: 4}", "a bundle needs the `time` of a point: its job requests 4 times that"},
      {"{bundle: 4000, time: 3000 d}", "4000 times the `time` of a point is too long for a job"},
      {"{bundle: 0, time: 1 min}", "bundle: 0 is too small"},
  };
  for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
    char text[300];
    snprintf(text, sizeof text, RESOURCES("%s"), wrong[i].resources);
    reading r = read_workflow(text, 0, NULL);
    if (r.status != RIA_ERROR_CASE || r.errors.count != 1 ||
        !strstr(r.errors.error[0].text, wrong[i].finding))
      fail_msg("%s: %d findings: %s", text, r.errors.count,
               r.errors.count ? r.errors.error[0].text : "");
    free_reading(&r);
  }
}

static void good_resources(void **state) {
  (void)state;
  static const struct {
    const char *text;
    int64_t seconds;
  } times[] = {{"90:00", 5400},        {"12:00:00", 43200},    {"1-12", 129600},
               {"'1-12:30'", 131400},  {"2-00:00:01", 172801}, {"0:30", 30},
               {"1.5 h", 5400},        {"PT6H", 21600},        {"1 d 6 h", 108000},
               {"\"${slurm}\"", 5400}, {"\"${n} min\"", 1800}};
  for (size_t i = 0; i < sizeof times / sizeof *times; i++) {
    char text[300];
    snprintf(text, sizeof text, "parameters: {slurm: 90:00, n: 30}\n" RESOURCES("{time: %s}"),
             times[i].text);
    reading r = read_good(text, 0, NULL);
    assert_int_equal(r.workflow->step[0].point[0].resources.seconds, times[i].seconds);
    free_reading(&r);
  }
  /* One kind of memory takes the place of the defaults' other. */
  reading r = read_good("defaults: {resources: {memory: 2G, time: 1 h}}\n" RESOURCES(
                            "{memory_per_core: 300 MB, bundle: 8}"),
                        0, NULL);
  const ria_resources *got = &r.workflow->step[0].point[0].resources;
  assert_true(got->memory == 0 && got->core_memory == 300000000 && got->bundle == 8);
  free_reading(&r);
}

/* The options of the lines, against those that sbatch has and against the steps. */
static void sbatch_options(void **state) {
  (void)state;
  static const char *const further[] = {"--mem-per-gpu=1G", NULL};
  ria_case_errors errors = {0};
  reading r =
      read_good("#!/usr/bin/env -S ria run\n"
                "#SBATCH -N 2 -n4 --exclusive --mail-type=END -t 1-0 # --foo\n"
                "#SBATCH --tasks-per-node=4 --cluster-constraint=x -HQ --gres gpu:2\n" RESOURCES(
                    "{memory: 1G}"),
                0, NULL);
  assert_int_equal(workflow_check_options(r.workflow, NULL, &errors), RIA_SUCCESS);
  assert_int_equal(errors.count + r.workflow->warnings.count, 0);
  assert_int_equal(workflow_check_options(r.workflow, further, &errors), RIA_SUCCESS);
  assert_int_equal(errors.count, 1);
  assert_non_null(
      strstr(errors.error[0].text, "sbatch's options: --mem-per-gpu, but the step 'a'"));
  free_reading(&r);
  ria_case_errors_destroy(&errors);
  errors = (ria_case_errors){0};
  r = read_good("#!/usr/bin/env -S ria run\n"
                "#SBATCH --mem-per-cpu=1G\n"
                "#SBATCH --mem=1G --partiton=long -Y x\n" RESOURCES("{memory_per_core: 1G}"),
                0, NULL);
  assert_int_equal(workflow_check_options(r.workflow, NULL, &errors), RIA_SUCCESS);
  assert_int_equal(errors.count, 1);
  assert_non_null(strstr(errors.error[0].text, "flow.yaml:3:1: #SBATCH: --mem and --mem-per-cpu"));
  assert_int_equal(r.workflow->warnings.count, 3);
  assert_non_null(strstr(r.workflow->warnings.error[0].text,
                         "flow.yaml:3:1: #SBATCH: sbatch has no option "
                         "'--partiton'; did you mean '--partition'?"));
  assert_non_null(strstr(r.workflow->warnings.error[1].text, "no option '-Y'"));
  free_reading(&r);
  ria_case_errors_destroy(&errors);
}

static void step_names(void **state) {
  (void)state;
  static const char *const names[] = {"\"a b\"", "\"a\\nb\"", "'$(x)'", "'a;b'",
                                      "'it''s'", "'../x'",    "'a.b'",  "''",
                                      "'-a'",    "'1a'",      "not"};
  for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
    char text[200];
    snprintf(text, sizeof text, "steps: {%s: {kind: shell, command: [x]}}\n", names[i]);
    reading r = read_workflow(text, 0, NULL);
    assert_int_equal(r.status, RIA_ERROR_CASE);
    assert_int_equal(r.errors.count, 1);
    assert_non_null(strstr(r.errors.error[0].text, "a step's name is a word"));
    assert_null(strchr(r.errors.error[0].text, '\n'));
    free_reading(&r);
  }
  reading r = read_good("steps: {r\xc3\xad"
                        "a-1_b: {kind: shell, command: [x]}, "
                        "b: {kind: shell, command: [\"${r\xc3\xad"
                        "a-1_b.x - 1}\"]}}\n",
                        0, NULL);
  assert_int_equal(r.workflow->step[1].needs, 1);
  free_reading(&r);
}

static void slurm_lines(void **state) {
  (void)state;
  EXPECT_FINDINGS("#!/usr/bin/env -S ria run\n---\n#SBATCH --ntasks=4\n" GOOD_STEP,
                  "flow.yaml:3:1: sbatch ignores this: it stops reading at line 2, '---'");
  EXPECT_FINDINGS("#!/usr/bin/env -S ria run\n  #SBATCH --ntasks=4\n" GOOD_STEP,
                  "flow.yaml:2:3: sbatch ignores this: #SBATCH must stand at the start");
  EXPECT_FINDINGS("#!/usr/bin/env -S ria run\nname: a\n#SBATCH --ntasks=4\n" GOOD_STEP,
                  "flow.yaml:3:1: sbatch ignores this: it stops reading at line 2, 'name: a'");
  EXPECT_FINDINGS("#!/usr/bin/env -S ria run\r\n#SBATCH --ntasks=4\r\n" GOOD_STEP,
                  "flow.yaml:1:26: this line ends in CR LF");
  EXPECT_FINDINGS("#SBATCH --ntasks=4\n" GOOD_STEP, "flow.yaml:1:1: sbatch refuses a file whose");
  EXPECT_FINDINGS("#!/usr/bin/env ria run\n" GOOD_STEP,
                  "flow.yaml:1:1: env reads the rest of the line");
  EXPECT_FINDINGS("\xef\xbb\xbf#!/usr/bin/env -S ria run\n" GOOD_STEP,
                  "flow.yaml:1:1: there is a byte-order mark");
  static const char nul[] = "steps:\n  a: {kind: sh\0ell}\n";
  workflow_file *w;
  ria_case_errors errors;
  assert_int_equal(workflow_read_data("flow.yaml", nul, sizeof nul - 1, NULL, &w, &errors),
                   RIA_ERROR_CASE);
  assert_string_equal(errors.error[0].text,
                      "flow.yaml:2:15: there is a NUL byte here: this is not a text file");
  ria_case_errors_destroy(&errors);
  reading r = read_good("#!/usr/bin/env -S ria run\n# c\n\n#SBATCH -n 4\n" GOOD_STEP
                        "# later\nname: b\ntitle: x\n",
                        0, NULL);
  free_reading(&r);
}

static void yaml_traps(void **state) {
  (void)state;
  EXPECT_FINDINGS("steps: {a: [\n", "flow.yaml:2:1: this is not YAML");
  EXPECT_FINDINGS("steps: &s {a: *s}\n",
                  "flow.yaml:1:15: this alias is inside the node that it repeats");
  ria_text text = {0};
  ria_text_add(&text, "a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n");
  for (int i = 1; i < 10; i++) {
    ria_text_add(&text, "a%d: &a%d [", i, i);
    for (int j = 0; j < 10; j++)
      ria_text_add(&text, "%s*a%d", j ? ", " : "", i - 1);
    ria_text_add(&text, "]\n");
  }
  ria_text_add(&text, GOOD_STEP);
  reading r = read_workflow(text.data, 0, NULL);
  assert_int_equal(r.status, RIA_ERROR_CASE);
  assert_non_null(strstr(r.errors.error[0].text, "more values than a file may hold"));
  free_reading(&r);
  ria_text_destroy(&text);
}

static void command_line(void **state) {
  (void)state;
  static const char *const sets[] = {"days=3", "=1", "x", "steps.b.retries=1", "dys=[", "size=["};
  static const char *const findings[] = {"there is no parameter of that name",
                                         "expected name=value",
                                         "expected name=value",
                                         "there is no step 'b'",
                                         "there is no parameter of that name; did you mean 'days'?",
                                         "this is not YAML"};
  for (size_t i = 1; i < sizeof sets / sizeof *sets; i++) {
    reading r = read_workflow("parameters: {days: 1, size: 2}\n" GOOD_STEP, 1, &sets[i]);
    assert_int_equal(r.status, RIA_ERROR_CASE);
    assert_int_equal(r.errors.count, 1);
    if (!strstr(r.errors.error[0].text, findings[i]))
      fail_msg("'%s'", r.errors.error[0].text);
    free_reading(&r);
  }
}

/* Swept parameters that no point uses, and those that one does. */
static void unused_parameters(void **state) {
  (void)state;
  static const struct {
    const char *step, *warning; /* NULL: none */
  } steps[] = {
      {"kind: shell, script: 'echo $speed', sweep: {speed: [1, 2], angle: [3]}",
       "flow.yaml:1:56: steps.a.sweep.angle: this step does not use 'angle'"},
      {"kind: shell, script: 'echo $wind_speeds', sweep: {wind-speed: [1, 2]}", "'wind-speed'"},
      {"kind: shell, script: 'echo ${wind_speed}', sweep: {wind-speed: [1, 2]}", NULL},
      {"kind: shell, command: [./model], sweep: {speed: [1, 2]}", NULL}, /* by its environment */
      {"kind: shell, script: 'true', environment: {N: \"${n}\"}, sweep: {n: [1, 2]}", NULL},
      {"kind: shell, script: 'true', when: n > 1, sweep: {n: [1, 2]}", NULL},
      {"kind: shell, script: 'true', resources: {ranks: \"${min(n, 4)}\"}, sweep: {n: [1]}", NULL},
  };
  for (size_t i = 0; i < sizeof steps / sizeof *steps; i++) {
    char text[512];
    snprintf(text, sizeof text, "steps: {a: {%s}}\n", steps[i].step);
    reading r = read_good(text, 0, NULL);
    const ria_case_errors *warnings = &r.workflow->warnings;
    if (warnings->count != (steps[i].warning != NULL) ||
        (steps[i].warning && !strstr(warnings->error[0].text, steps[i].warning)))
      fail_msg("%s: %s", text, warnings->count ? warnings->error[0].text : "no warning");
    free_reading(&r);
  }
}

static void many_steps(void **state) {
  (void)state;
  ria_text text = {0};
  ria_text_add(&text, "steps:\n");
  for (int i = 0; i < 10000; i++)
    ria_text_add(&text, "  s%d: {kind: shell, needs: [s%d], command: [echo, a b]}\n", i,
                 (i + 9999) % 10000);
  reading r = read_workflow(text.data, 0, NULL);
  assert_int_equal(r.errors.count, 1); /* one long cycle */
  assert_non_null(strstr(r.errors.error[0].text, "... needs"));
  free_reading(&r);
  const char *const set = "steps.s0.needs=[]";
  r = read_good(text.data, 1, &set);
  assert_int_equal(r.workflow->step[9999].depth, 9999);
  free_reading(&r);
  ria_text_destroy(&text);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(structure),
      cmocka_unit_test(all_at_once),
      cmocka_unit_test(cycles),
      cmocka_unit_test(parameters),
      cmocka_unit_test(sweeps),
      cmocka_unit_test(points),
      cmocka_unit_test(resources),
      cmocka_unit_test(good_resources),
      cmocka_unit_test(sbatch_options),
      cmocka_unit_test(step_names),
      cmocka_unit_test(slurm_lines),
      cmocka_unit_test(yaml_traps),
      cmocka_unit_test(command_line),
      cmocka_unit_test(many_steps),
      cmocka_unit_test(unused_parameters),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
