/* Reading of valid workflows. */
#include <unistd.h>
#include "workflow_fixture.h"

static const char *const example =
    "#!/usr/bin/env -S ria run\n"
    "#SBATCH --ntasks=4 --time=04:00:00\n"
    "\n"
    "name: estuary\n"
    "study: out/${size}\n"
    "mode: jobs\n"
    "parameters: {size: full, days: 7, steps: \"${days * 10}\", word: '5'}\n"
    "variants:\n"
    "  size:\n"
    "    full: {resolution: 100 m, ranks: [1, 2, 4]}\n"
    "    tiny: {resolution: 400 m, days: 1, ranks: [1, 2]}\n"
    "defaults:\n"
    "  resources: {time: 1 h, workers: 2, options: [--exclusive]}\n"
    "  retries: 1\n"
    "  modules: [gcc/12]\n"
    "  environment: {A: \"n ${steps}\", B: b}\n"
    "steps:\n"
    "  first:\n"
    "    kind: shell\n"
    "    command: [echo, \"${steps}\", \"$${steps}\", \"${word}\"]\n"
    "  second:\n"
    "    kind: shell\n"
    "    retries: 5\n"
    "    needs: first\n"
    "    sweep: {ranks: \"${ranks}\", cells: {from: 50 m, to: 200 m, factor: 2}}\n"
    "    resources: {ranks: \"${ranks}\", memory: 2 GB, time: 2 h}\n"
    "    environment: {B: \"${cells}\"}\n"
    "    command: [run, \"${cells / 2}\"]\n"
    "  third:\n"
    "    kind: shell\n"
    "    when: \"${second.ok and first.n < days}\"\n"
    "    modules: []\n"
    "    command: [cat, \"${first.x.y} and ${days}\"]\n";

static void reads_it_all(void **state) {
  (void)state;
  reading r = read_good(example, 0, NULL);
  const workflow_file *w = r.workflow;
  char here[4096], study[4200];
  assert_non_null(getcwd(here, sizeof here));
  snprintf(study, sizeof study, "%s/out/full", here);
  assert_string_equal(w->name, "estuary");
  assert_string_equal(w->study, study);
  assert_string_equal(w->directory, here);
  assert_int_equal(w->mode, MODE_JOBS);
  assert_int_equal(w->steps, 3);
  assert_int_equal(w->points, 11);
  const workflow_step *first = workflow_find(w, "first"), *second = workflow_find(w, "second");
  assert_null(workflow_find(w, "fourth"));
  assert_int_equal(first->retries, 1);
  assert_int_equal(first->modules, 1);
  assert_string_equal(first->module[0], "gcc/12");
  assert_int_equal(first->point[0].resources.seconds, 3600);
  assert_int_equal(first->point[0].resources.workers, 2);
  assert_string_equal(first->point[0].resources.options[0], "--exclusive");
  assert_null(first->point[0].resources.options[1]);
  assert_string_equal(first->point[0].environment[0], "A=n 70");
  assert_string_equal(first->point[0].label, "");
  assert_int_equal(second->retries, 5);
  assert_int_equal(second->depth, 1);
  assert_ptr_equal(second->need[0], first);
  assert_int_equal(second->points, 9);
  const workflow_point *point = &second->point[5];
  assert_string_equal(point->label, "ranks=2,cells=200m");
  assert_int_equal(point->resources.ranks, 2);
  assert_int_equal(point->resources.seconds, 7200);
  assert_true(point->resources.memory == 2000000000);
  assert_string_equal(point->environment[1], "B=200 m");
  free_reading(&r);
}

static void makes_tasks(void **state) {
  (void)state;
  reading r = read_good(example, 0, NULL);
  task_list list = tasks_of(&r.workflow->step[0].point[0]);
  assert_int_equal(list.count, 1);
  const workflow_task *task = &list.task[0];
  assert_string_equal(task->id, "first");
  assert_int_equal(task->arguments, 4);
  assert_string_equal(task->argument[1], "70");
  assert_string_equal(task->argument[2], "${steps}");
  assert_null(task->argument[4]);
  char *folder = point_folder(task->point);
  assert_string_equal(task->directory, folder);
  free(folder);
  task_list_destroy(&list);
  list = tasks_of(&r.workflow->step[1].point[5]);
  assert_string_equal(list.task[0].id, "second/ranks=2,cells=200m");
  assert_string_equal(list.task[0].argument[1], "100 m");
  task_list_destroy(&list);
  task_list none = {0};
  assert_int_equal(point_expand(&r.workflow->step[2].point[0], &none), RIA_ERROR_INTERNAL);
  free_reading(&r);
}

static void hash_of(const char *text, int sets, const char *const *set, char hash[17]) {
  reading r = read_good(text, sets, set);
  task_list list = tasks_of(&r.workflow->step[0].point[0]);
  memcpy(hash, list.task[0].hash, 17);
  task_list_destroy(&list);
  free_reading(&r);
}

static void hashes_tell_tasks_apart(void **state) {
  (void)state;
  char a[17], b[17];
  hash_of(example, 0, NULL, a);
  hash_of(example, 0, NULL, b);
  assert_string_equal(a, b);
  hash_of(example, 1, (const char *const[]){"days=8"}, b);
  assert_string_not_equal(a, b);
  hash_of(example, 1, (const char *const[]){"defaults.environment.B=c"}, b);
  assert_string_not_equal(a, b);
  hash_of(example, 1, (const char *const[]){"defaults.resources.time=3 h"}, b);
  assert_string_equal(a, b);
  hash_of(example, 1, (const char *const[]){"steps.third.retries=9"}, b);
  assert_string_equal(a, b);
}

static void sets_override(void **state) {
  (void)state;
  static const char *const sets[] = {"size=tiny", "steps.second.resources.time=10 min",
                                     "mode=local"};
  reading r = read_good(example, 3, sets);
  assert_int_equal(r.workflow->points, 8);
  assert_int_equal(r.workflow->mode, MODE_LOCAL);
  assert_string_equal(parameter_of(&r.workflow->step[0].point[0], "resolution"), "400 m");
  assert_string_equal(parameter_of(&r.workflow->step[0].point[0], "steps"), "10");
  assert_int_equal(r.workflow->step[1].point[0].resources.seconds, 600);
  free_reading(&r);
  static const char *const days[] = {"size=tiny", "days=3"}; /* over the variant's */
  r = read_good(example, 2, days);
  assert_string_equal(parameter_of(&r.workflow->step[0].point[0], "steps"), "30");
  free_reading(&r);
}

/* --- results --- */

typedef struct {
  const char *n, *x;
} results;

static name_state look_up(void *context, const char *name, workflow_value *value,
                          const char **hint) {
  static char text[64];
  const results *known = context;
  const char *found = !strcmp(name, "first.n")     ? known->n
                      : !strcmp(name, "first.x.y") ? known->x
                      : !strcmp(name, "second.ok") ? "true"
                                                   : NULL;
  (void)hint;
  if (!found)
    return NAME_LATER;
  snprintf(text, sizeof text, "%s", found);
  char *end;
  value->number = strtod(text, &end);
  value->is_number = !*end;
  value->text = text;
  return NAME_KNOWN;
}

static void waits_for_results(void **state) {
  (void)state;
  reading r = read_good(example, 0, NULL);
  workflow_step *third = &r.workflow->step[2];
  workflow_point *point = &third->point[0];
  results known = {NULL, NULL};
  name_state when;
  bool run = true;
  assert_int_equal(third->needs, 2); /* by what it refers to */
  assert_int_equal(third->depth, 2);
  assert_true(point->pending);
  assert_null(point->object);
  assert_int_equal(point_when(point, look_up, &known, &when, &run), RIA_SUCCESS);
  assert_int_equal(when, NAME_LATER);
  assert_int_equal(point_complete(r.workflow, point, look_up, &known, &r.errors), RIA_ERROR_CASE);
  assert_true(point->pending);
  known = (results){"8", "$(rm -rf /); \"'\n"};
  assert_int_equal(point_when(point, look_up, &known, &when, &run), RIA_SUCCESS);
  assert_int_equal(when, NAME_KNOWN);
  assert_false(run);
  known.n = "3";
  assert_int_equal(point_when(point, look_up, &known, &when, &run), RIA_SUCCESS);
  assert_true(run);
  assert_int_equal(point_complete(r.workflow, point, look_up, &known, &r.errors), RIA_SUCCESS);
  assert_false(point->pending);
  task_list list = tasks_of(point);
  assert_string_equal(list.task[0].argument[1], "$(rm -rf /); \"'\n and 7");
  task_list_destroy(&list);
  free_reading(&r);
}

static void orders_steps(void **state) {
  (void)state;
  reading r = read_good("steps:\n"
                        "  d: {kind: shell, needs: [b, c], command: [x]}\n"
                        "  b: {kind: shell, needs: [a], command: [x]}\n"
                        "  a: {kind: shell, command: [x]}\n"
                        "  c: {kind: shell, command: [\"${a.n}\", \"${a.m}\"]}\n",
                        0, NULL);
  const workflow_step *const *order = workflow_order(r.workflow);
  assert_string_equal(order[0]->name, "a");
  assert_string_equal(order[3]->name, "d");
  assert_int_equal(r.workflow->step[3].needs, 1);
  assert_int_equal(r.workflow->step[0].depth, 2);
  free_reading(&r);
}

static void names_the_study(void **state) {
  (void)state;
  reading r = read_good("name: 'R\xc3\xad"
                        "a/de $(x); \"Arousa\"'\nsteps: {a: {kind: shell, command: [x]}}\n",
                        0, NULL);
  const char *base = strrchr(r.workflow->study, '/');
  assert_string_equal(base, "/R\xc3\xad"
                            "a_de $(x); \"Arousa\"");
  free_reading(&r);
  r = read_good("steps: {a: {kind: shell, command: [x]}}\n", 0, NULL);
  assert_string_equal(r.workflow->name, "flow");
  free_reading(&r);
}

/* Slurm runs a copy from its spool folder. */
static void finds_the_folder_under_slurm(void **state) {
  (void)state;
  const char *text = "steps: {a: {kind: shell, command: [x]}}\n";
  workflow_file *w;
  ria_case_errors errors;
  setenv("SLURM_JOB_ID", "4", 1);
  setenv("SLURM_SUBMIT_DIR", "/home/someone", 1);
  setenv("SLURM_JOB_NAME", "week.yaml", 1);
  assert_int_equal(
      workflow_read_data("/var/spool/job00004/slurm_script", text, strlen(text), NULL, &w, &errors),
      RIA_SUCCESS);
  assert_string_equal(w->directory, "/home/someone");
  assert_string_equal(w->name, "week");
  assert_string_equal(w->study, "/home/someone/week");
  workflow_destroy(w);
  ria_case_errors_destroy(&errors);
  unsetenv("SLURM_JOB_ID");
  unsetenv("SLURM_SUBMIT_DIR");
  unsetenv("SLURM_JOB_NAME");
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(reads_it_all),      cmocka_unit_test(makes_tasks),
      cmocka_unit_test(sets_override),     cmocka_unit_test(hashes_tell_tasks_apart),
      cmocka_unit_test(waits_for_results), cmocka_unit_test(orders_steps),
      cmocka_unit_test(names_the_study),   cmocka_unit_test(finds_the_folder_under_slurm),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
