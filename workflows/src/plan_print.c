/* The plan for people. */
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include "fold.h"
#include "plan.h"

enum { SHOWN = 3, STEPS = 40, LINES = 6 };

static const char *plural(int count) {
  return count == 1 ? "" : "s";
}

static void print_duration(double seconds) {
  if (seconds >= 2 * 86400)
    printf("%g d", seconds / 86400);
  else if (seconds >= 3600)
    printf("%g h", seconds / 3600);
  else if (seconds >= 60)
    printf("%g min", seconds / 60);
  else
    printf("%g s", seconds);
}

/* Core hours, or core seconds where it would be less than a tenth of one. */
static void print_cost(const char *before, double hours) {
  if (hours >= 100)
    printf("%s%.0f core hours", before, hours);
  else if (hours >= 0.1)
    printf("%s%.3g core hours", before, hours);
  else
    printf("%s%.0f core seconds", before, 3600 * hours);
}

/* "2 ranks", between what is already on the line and what follows. */
static const char *print_count(const char *between, int count, const char *what, bool each) {
  if (!count)
    return between;
  printf("%s%d %s%s%s", between, count, what, plural(count), each ? " each" : "");
  return ", ";
}

static void print_resources(const ria_resources *r) {
  const char *between = ": ";
  between = print_count(between, r->ranks, "rank", false);
  between = print_count(between, r->nodes, "node", false);
  between = print_count(between, r->workers, "core", r->ranks > 1);
  between = print_count(between, r->gpus, "GPU", r->ranks > 1);
  if (r->memory) {
    printf("%s%.3g GB", between, (double)r->memory / 1e9);
    between = ", ";
  }
  if (r->seconds) {
    printf("%sat most ", between);
    print_duration((double)r->seconds);
  }
}

/* What becomes of a task, in words; "" where it just runs. */
static const char *const words[RIA_PLAN_FATES] = {
    [RIA_PLAN_NEW] = "",
    [RIA_PLAN_CHANGED] = " has changed and runs again",
    [RIA_PLAN_FOLLOWS] = " runs again after what it needs",
    [RIA_PLAN_AGAIN] = " did not succeed and runs again",
    [RIA_PLAN_RUNNING] = " is running",
    [RIA_PLAN_FAILED] = " has failed; `ria retry` lets it run again",
    [RIA_PLAN_CANCELLED] = " was cancelled; `ria retry` lets it run again",
    [RIA_PLAN_SKIPPED] = " is skipped",
    [RIA_PLAN_DONE] = " is done"};

static void print_task(const ria_plan_task *t, bool all, int width) {
  int most = all ? 0 : LINES;
  if (t->submit && t->elements) {
    printf("    %d tasks as one array of jobs:\n", t->elements);
    fold_command(stdout, t->submit, 6, width, most);
  }
  printf("    %s%s", t->task->id, t->asked ? " runs again: `ria retry`" : words[t->fate]);
  if (ria_plan_runs(t->fate))
    print_resources(&t->task->resources);
  puts("");
  if (t->submit && !t->elements)
    fold_command(stdout, t->submit, 6, width, most);
  if (t->command)
    fold_command(stdout, t->command, 6, width, most);
}

/* "3 done, 2 changed, 1 to run": only what there is; "all done" where that is all. */
static void print_counts(const int count[RIA_PLAN_FATES], int tasks) {
  static const char *const name[RIA_PLAN_FATES] = {[RIA_PLAN_NEW] = "to run",
                                                   [RIA_PLAN_CHANGED] = "changed",
                                                   [RIA_PLAN_FOLLOWS] =
                                                       "to run again with what changed",
                                                   [RIA_PLAN_AGAIN] = "to try again",
                                                   [RIA_PLAN_RUNNING] = "running",
                                                   [RIA_PLAN_FAILED] = "failed",
                                                   [RIA_PLAN_CANCELLED] = "cancelled",
                                                   [RIA_PLAN_SKIPPED] = "skipped",
                                                   [RIA_PLAN_DONE] = "done"};
  const char *between = "";
  for (int f = RIA_PLAN_FATES - 1; f >= 0; f--) {
    if (!count[f])
      continue;
    if (count[f] == tasks)
      printf("%s%s", tasks > 1 ? "all " : "", name[f]);
    else
      printf("%s%d %s", between, count[f], name[f]);
    between = ", ";
  }
}

static int left(const int count[RIA_PLAN_FATES]) {
  int runs = 0;
  for (int f = 0; f < RIA_PLAN_FATES; f++)
    runs += ria_plan_runs((ria_plan_fate)f) ? count[f] : 0;
  return runs;
}

static void print_head(const ria_plan_step *part) {
  const ria_step *step = part->step;
  int tasks = part->list.count;
  printf("  %s (%s)", step->name, step->kind->name);
  for (int i = 0; i < step->needs; i++)
    printf("%s%s", i ? ", " : " after ", step->need[i]->name);
  if (step->needs && step->kind->always)
    printf(", however %s", step->needs > 1 ? "they end" : "it ends");
  if (step->when)
    printf(", if %s", step->when);
  printf(": %d task%s", tasks, plural(tasks));
  if (part->count[RIA_PLAN_NEW] < tasks) {
    fputs(", ", stdout);
    print_counts(part->count, tasks);
  }
  if (part->core_hours > 0)
    print_cost(", ", part->core_hours);
  puts("");
}

/* How many of its tasks are worth a line. */
static int wanted_of(const ria_plan_step *part, bool all) {
  return all ? part->list.count : left(part->count);
}

static void print_step(const ria_plan_step *part, bool all, int width) {
  int wanted = wanted_of(part, all), shown = 0;
  int most = all || wanted <= SHOWN + 1 ? wanted : SHOWN;
  print_head(part);
  for (int i = 0; i < part->list.count && shown < most; i++) {
    if (!all && !ria_plan_runs(part->task[i].fate))
      continue;
    print_task(&part->task[i], all, width);
    shown++;
  }
  if (shown < wanted)
    printf("    ... and %d more (--all shows them)\n", wanted - shown);
  if (part->waiting)
    printf("    %d point%s wait%s for results of earlier steps\n", part->waiting,
           plural(part->waiting), part->waiting == 1 ? "s" : "");
}

static void print_progress(const ria_plan *plan) {
  printf("%s; ", plan->state);
  print_counts(plan->count, plan->tasks);
  puts("");
}

static void print_place(const ria_plan *plan) {
  static const char *const places[] = {[RIA_LAUNCHER_LOCAL] = "on this machine",
                                       [RIA_LAUNCHER_ALLOCATION] = "inside the Slurm allocation",
                                       [RIA_LAUNCHER_JOBS] = "each as a Slurm job of its own"};
  const ria_workflow *w = plan->workflow;
  printf("%s: %d step%s, %d task%s, %s", w->title, w->steps, plural(w->steps), plan->tasks,
         plural(plan->tasks), places[plan->kind]);
  if (w->mode == RIA_MODE_AUTO && plan->kind == RIA_LAUNCHER_LOCAL)
    fputs(" (under sbatch in its allocation: --mode allocation tells that)", stdout);
  printf("\n  study %s: ", w->study);
  if (plan->state)
    print_progress(plan);
  else
    puts("not there yet");
  if (plan->forgotten)
    printf("  %d step%s of it %s no longer in the workflow and will be forgotten\n",
           plan->forgotten, plural(plan->forgotten), plan->forgotten == 1 ? "is" : "are");
}

/* Where the kinds expect nothing, the time limits alone can be told. */
static void print_total(const ria_plan *plan) {
  int runs = left(plan->count);
  puts("");
  if (!runs) {
    fputs("nothing is left to run", stdout);
  } else if (runs == plan->unlimited) {
    fputs("what it costs is not known: no time limit is given", stdout);
  } else {
    if (plan->core_hours != plan->most)
      print_cost("about ", plan->core_hours);
    if (plan->most > 0) {
      print_cost(plan->core_hours != plan->most ? ", at most " : "at most ", plan->most);
      fputs(" by the time limits", stdout);
    }
  }
  if (plan->unlimited && plan->unlimited < runs)
    printf("; %d task%s not counted: no time limit is given", plan->unlimited,
           plural(plan->unlimited));
}

void ria_plan_print(const ria_plan *plan, bool all, int width) {
  const ria_workflow *w = plan->workflow;
  print_place(plan);
  int shown = all || w->steps <= STEPS ? w->steps : STEPS;
  for (int i = 0; i < shown; i++) {
    /* Steps with lines below them stand apart; those without make a list. */
    if (!i || wanted_of(&plan->step[i], all) || wanted_of(&plan->step[i - 1], all))
      puts("");
    print_step(&plan->step[i], all, width);
  }
  if (shown < w->steps)
    printf("\n  ... and %d more steps (--all shows them)\n", w->steps - shown);
  if (*plan->note)
    printf("\nnote: %s\n", plan->note);
  print_total(plan);
  puts("\nNothing was run.");
}
