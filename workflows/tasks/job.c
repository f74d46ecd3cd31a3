#include "job.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

bool task_job_checkpoints(const workflow_task *task) {
  return task->arguments > 1 && !strcmp(task->argument[0], "ria") &&
         !strcmp(task->argument[1], "run");
}

static bool same_text(const char *a, const char *b) {
  return a == b || (a && b && !strcmp(a, b));
}

static bool same_list(const char *const *a, const char *const *b) {
  for (; a && b && *a && same_text(*a, *b); a++)
    b++;
  return a == b || (a && b && !*a && !*b);
}

/* Each point has its own copies of the texts. */
bool task_job_alike(const workflow_task *a, const workflow_task *b) {
  const ria_resources *x = &a->resources, *y = &b->resources;
  return a->point->step == b->point->step && a->is_finish == b->is_finish && x->nodes == y->nodes &&
         x->ranks == y->ranks && x->ranks_per_node == y->ranks_per_node &&
         x->workers == y->workers && x->gpus == y->gpus && x->memory == y->memory &&
         x->core_memory == y->core_memory && x->bundle == y->bundle && x->seconds == y->seconds &&
         same_text(x->partition, y->partition) && same_text(x->account, y->account) &&
         same_text(x->qos, y->qos) && same_list(x->options, y->options);
}

int task_job_bundle(ria_launcher *launcher, const workflow_task *task) {
  ria_resources asked = task->resources;
  int most = ria_launcher_has_queue(launcher) ? asked.bundle : 1;
  for (; most > 1; most--) {
    asked.seconds = most * task->resources.seconds;
    if (ria_launcher_check(launcher, &asked) != RIA_ERROR_UNSUPPORTED)
      break;
  }
  return most > 1 ? most : 1;
}

/* Environment modules are a shell function. A fixed shell script loads them, given as arguments,
 * and then becomes the command. If the session does not define the function, the login profile
 * does; PATH is restored afterwards, because Debian's profile resets it. The script uses no other
 * variable, because any name may belong to the step. */
static const char module_shell[] =
    "set -- \"$PATH\" \"$@\"; type module >/dev/null 2>&1 || . /etc/profile; PATH=$1; "
    "module load \"${@:4:$3}\" || { : >\"$2/" TASK_JOB_NO_MODULES "\"; exit 127; }; "
    "shift $(($3 + 3)); exec \"$@\"";

static bool make_words(task_job *m, const workflow_task *task, const char *program) {
  const workflow_step *step = task->point->step;
  int modules = task->is_finish ? 0 : step->modules, n = 0;
  m->words = calloc((size_t)(task->arguments + modules) + 8, sizeof *m->words);
  if (!m->words || asprintf(&m->modules, "%d", modules) < 0) {
    m->modules = NULL;
    return false;
  }
  if (modules > 0) {
    const char *const shell[] = {"bash", "-c", module_shell, "bash", m->markers, m->modules};
    for (size_t k = 0; k < sizeof shell / sizeof *shell; k++)
      m->words[n++] = (char *)shell[k];
    for (int k = 0; k < modules; k++)
      m->words[n++] = (char *)step->module[k];
  }
  for (int k = 0; k < task->arguments; k++)
    m->words[n++] = k || strcmp(task->argument[k], "ria") ? task->argument[k] : (char *)program;
  return true;
}

/* Seconds before the time limit at which SIGUSR1 comes: a tenth of the limit, for writing a
 * checkpoint. */
static int64_t warning_of(const workflow_task *task) {
  int64_t tenth = task->resources.seconds / 10;
  if (!task_job_checkpoints(task) || task->resources.seconds <= 0)
    return 0;
  return tenth < 5 ? 5 : tenth > 300 ? 300 : tenth;
}

static char *make_name(const char *id, const char *workflow) {
  char *name;
  if (asprintf(&name, "%s.%s", id, workflow) < 0)
    return NULL;
  for (char *c = name; *c; c++)
    if (*c == '/')
      *c = '.';
  return name;
}

ria_status task_job_make(task_job *m, const workflow_task *task, const char *workflow,
                         const char *folder, const char *program) {
  *m = (task_job){.name = make_name(task->id, workflow), .markers = strdup(folder)};
  bool good = m->name && m->markers && make_words(m, task, program);
  if (good && asprintf(&m->output, "%s/output.txt", folder) < 0) {
    m->output = NULL;
    good = false;
  }
  m->job = (ria_job){.name = m->name,
                     .argv = (const char *const *)m->words,
                     .environment = (const char *const *)task->environment,
                     .directory = task->directory,
                     .output = m->output,
                     .markers = m->markers,
                     .resources = task->resources,
                     .warning = warning_of(task)};
  return good ? RIA_SUCCESS : ria_fail(RIA_ERROR_MEMORY, "no memory for the job of a task");
}

ria_status task_job_name_array(task_job *first, const workflow_task *task, const char *workflow) {
  char *name = make_name(task->point->step->name, workflow);
  if (!name)
    return ria_fail(RIA_ERROR_MEMORY, "no memory for the job of a task");
  free(first->name);
  first->job.name = first->name = name;
  return RIA_SUCCESS;
}

void task_job_destroy(task_job *m) {
  free(m->name);
  free(m->output);
  free(m->markers);
  free(m->words);
  free(m->modules);
  *m = (task_job){0};
}
