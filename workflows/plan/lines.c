/* The command lines that would start the plan's tasks. Jobs are made and described as the engine
 * does it. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "ria/processes.h"
#include "tasks/job.h"
#include "tasks/launcher_kind.h"
#include "plan.h"

typedef struct {
  plan_tree *plan;
  ria_launcher *launcher;
  int array_limit, array_cap;
  char program[RIA_PROGRAM_SIZE];
} lines;

/* The folder of the next attempt: the first one that does not exist. */
static char *next_folder(const plan_tree *plan, const plan_task *t) {
  for (int number = t->attempts + 1;; number++) {
    char *path = NULL;
    if (asprintf(&path, "%s/tasks/%s/attempt-%d", plan->workflow->study, t->task->id, number) < 0)
      return NULL;
    if (access(path, F_OK))
      return path;
    free(path);
  }
}

static ria_status make_job(const lines *l, const plan_task *t, task_job *made) {
  char *folder = next_folder(l->plan, t);
  *made = (task_job){0};
  if (!folder)
    return plan_no_memory();
  ria_status status = task_job_make(made, t->task, l->plan->workflow->name, folder, l->program);
  free(folder);
  return status;
}

static ria_status describe_one(const lines *l, plan_task *t) {
  task_job made;
  char *text = NULL;
  ria_status status = make_job(l, t, &made);
  if (status == RIA_SUCCESS)
    status = ria_launcher_describe(l->launcher, &made.job, &text);
  task_job_destroy(&made);
  RIA_TRY(status);
  char *second = l->plan->kind == RIA_LAUNCHER_JOBS ? strchr(text, '\n') : NULL;
  if (!second) {
    t->command = text;
    return RIA_SUCCESS;
  }
  *second = '\0';
  t->submit = text;
  t->command = strdup(second + 1);
  return t->command ? RIA_SUCCESS : plan_no_memory();
}

/* Splits the text: first the sbatch line, then one line per element. */
static ria_status take_lines(plan_task *t, int count, char *text) {
  char *rest = text, *line = strsep(&rest, "\n");
  t->elements = count;
  bool good = (t->submit = strdup(line)) != NULL;
  for (int i = 0; i < count && good && (line = strsep(&rest, "\n")); i++)
    good = (t[i].command = strdup(line)) != NULL;
  return good ? RIA_SUCCESS : plan_no_memory();
}

static ria_status describe_array(const lines *l, plan_task *t, int count, int each) {
  task_job *made = calloc((size_t)count, sizeof *made);
  ria_job *jobs = calloc((size_t)count, sizeof *jobs);
  char *text = NULL;
  ria_status status = made && jobs ? RIA_SUCCESS : plan_no_memory();
  for (int i = 0; i < count && status == RIA_SUCCESS; i++) {
    status = make_job(l, &t[i], &made[i]);
    if (status == RIA_SUCCESS && i == 0)
      status = task_job_name_array(made, t->task, l->plan->workflow->name);
    jobs[i] = made[i].job;
    jobs[i].resources.bundle = each;
  }
  if (status == RIA_SUCCESS)
    status = ria_launcher_describe_array(l->launcher, jobs, count, l->array_cap, &text);
  if (status == RIA_SUCCESS)
    status = take_lines(t, count, text);
  free(text);
  for (int i = 0; made && i < count; i++)
    task_job_destroy(&made[i]);
  free(made);
  free(jobs);
  return status;
}

static bool is_done(const plan_entry *part, const char *id) {
  for (int i = 0; i < part->list.count; i++)
    if (!strcmp(part->task[i].task->id, id))
      return !plan_runs(part->task[i].fate);
  return true;
}

static bool are_done(const plan_entry *part, int count, char *const *id) {
  for (int i = 0; i < count; i++)
    if (!is_done(part, id[i]))
      return false;
  return true;
}

/* Whether it can start as soon as its step opens. */
static bool is_ready(const plan_entry *part, const plan_task *t) {
  return plan_runs(t->fate) && !t->task->is_finish &&
         are_done(part, t->task->needs, t->task->need) &&
         are_done(part, t->task->afters, t->task->after);
}

/* How many tasks, starting with the first, make one array or bundle: neighbours that are ready
 * together. */
static int array_length(const lines *l, const plan_entry *part, int from, int each) {
  int n = 1, most = each * (l->array_limit > 1 ? l->array_limit : 1);
  if (l->plan->kind != RIA_LAUNCHER_JOBS || !is_ready(part, &part->task[from]))
    return 1;
  while (from + n < part->list.count && n < most && is_ready(part, &part->task[from + n]) &&
         task_job_alike(part->task[from].task, part->task[from + n].task))
    n++;
  return n;
}

static ria_status describe_step(const lines *l, plan_entry *part) {
  for (int i = 0, n; i < part->list.count; i += n) {
    n = 1;
    if (!plan_runs(part->task[i].fate))
      continue;
    int each = task_job_bundle(l->launcher, part->task[i].task);
    n = array_length(l, part, i, each);
    RIA_TRY(n == 1 ? describe_one(l, &part->task[i]) : describe_array(l, &part->task[i], n, each));
  }
  return RIA_SUCCESS;
}

/* Slurm's programs print several messages if they cannot reach the controller. */
static const char *first_line(const char *detail, char line[200]) {
  snprintf(line, 200, "%.*s", (int)strcspn(detail, ";"), detail);
  return line;
}

/* Without Slurm, or outside an allocation, the lines assume Slurm's defaults. */
static ria_status find_launcher(lines *l) {
  plan_tree *plan = l->plan;
  ria_status status = ria_launcher_create(&l->launcher, plan->kind, NULL);
  if (status == RIA_ERROR_UNSUPPORTED || status == RIA_ERROR_IO || status == RIA_ERROR_FORMAT) {
    const ria_launcher_options offline = {.offline = true};
    char line[200];
    snprintf(plan->note, sizeof plan->note,
             plan->kind == RIA_LAUNCHER_JOBS
                 ? "Slurm could not be asked how long an array may be (%s)"
                 : "the srun lines lack nodes and memory, which depend on the allocation (%s)",
             first_line(ria_status_detail(), line));
    status = ria_launcher_create(&l->launcher, plan->kind, &offline);
  }
  return status;
}

ria_status plan_lines(plan_tree *plan, int array_cap) {
  lines l = {.plan = plan, .array_limit = RIA_ARRAY_LIMIT, .array_cap = array_cap};
  ria_capacity capacity;
  if (!ria_program_path(l.program))
    return ria_fail(RIA_ERROR_IO, "cannot find the path of this program: /proc is not mounted");
  RIA_TRY(find_launcher(&l));
  if (plan->kind == RIA_LAUNCHER_JOBS && !*plan->note &&
      ria_launcher_capacity(l.launcher, &capacity) == RIA_SUCCESS)
    l.array_limit = capacity.array_limit;
  ria_status status = RIA_SUCCESS;
  for (int s = 0; s < plan->workflow->steps && status == RIA_SUCCESS; s++)
    status = describe_step(&l, &plan->step[s]);
  ria_launcher_destroy(l.launcher);
  return status;
}
