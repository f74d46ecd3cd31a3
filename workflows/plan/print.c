/* Prints the plan for people. */
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include "ria/number.h"
#include "ria/sbatch_lines.h"
#include "ria/text.h"
#include "view/fold.h"
#include "plan.h"

enum { SHOWN = 3, STEPS = 40, LINES = 12, REASONS = 5 };

static const char *plural(int count) {
  return count == 1 ? "" : "s";
}

static void print_duration(double seconds) {
  if (seconds >= 2 * 86400)
    ria_printf("%g d", seconds / 86400);
  else if (seconds >= 3600)
    ria_printf("%g h", seconds / 3600);
  else if (seconds >= 60)
    ria_printf("%g min", seconds / 60);
  else
    ria_printf("%g s", seconds);
}

/* Core hours, or core seconds if that is less than 0.1. */
static void add_cost(ria_text *text, const char *before, double hours) {
  if (hours >= 100)
    ria_text_add(text, "%s%.0f core hours", before, hours);
  else if (hours >= 0.1)
    ria_text_add(text, "%s%.3g core hours", before, hours);
  else
    ria_text_add(text, "%s%.0f core seconds", before, 3600 * hours);
}

static ria_status no_memory(void) {
  return ria_fail(RIA_ERROR_MEMORY, "no memory to print the plan");
}

static ria_status print_text(ria_text *text) {
  const bool whole = text->data && !text->failed;
  if (whole)
    fputs(text->data, stdout);
  ria_text_destroy(text);
  return whole ? RIA_SUCCESS : no_memory();
}

/* "2 ranks", preceded by `between`. */
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
    ria_printf("%s%.3g GB", between, (double)r->memory / 1e9);
    between = ", ";
  }
  if (r->core_memory) {
    ria_printf("%s%.3g GB a core", between, (double)r->core_memory / 1e9);
    between = ", ";
  }
  if (r->seconds) {
    printf("%sat most ", between);
    print_duration((double)r->seconds);
  }
}

/* The fate of a task as text; "" if it simply runs. */
static const char *const words[PLAN_FATES] = {
    [PLAN_NEW] = "",
    [PLAN_CHANGED] = " (changed)",
    [PLAN_FOLLOWS] = " (again, after what it needs)",
    [PLAN_AGAIN] = " (tried again)",
    [PLAN_RUNNING] = " is running",
    [PLAN_FAILED] = " has failed; `ria retry` runs it again",
    [PLAN_CANCELLED] = " was cancelled; `ria retry` runs it again",
    [PLAN_SKIPPED] = " is skipped",
    [PLAN_DONE] = " is done"};

static void print_task(const plan_task *t, bool all, int width) {
  int most = all ? 0 : LINES;
  if (t->submit && t->elements) {
    printf("    %d tasks as one array of jobs:\n", t->elements);
    fold_command(stdout, t->submit, 6, width, most);
  }
  printf("    %s%s", t->task->id, t->asked ? " (again, by `ria retry`)" : words[t->fate]);
  if (plan_runs(t->fate))
    print_resources(&t->task->resources);
  puts("");
  if (t->submit && !t->elements)
    fold_command(stdout, t->submit, 6, width, most);
  if (t->command)
    fold_command(stdout, t->command, 6, width, most);
}

/* "3 done, 2 changed, 1 to run", without zero counts; "all done" if that is all. */
static void add_counts(ria_text *text, const int count[PLAN_FATES], int tasks) {
  static const char *const name[PLAN_FATES] = {[PLAN_NEW] = "to run",
                                               [PLAN_CHANGED] = "changed",
                                               [PLAN_FOLLOWS] = "to run again after others",
                                               [PLAN_AGAIN] = "to try again",
                                               [PLAN_RUNNING] = "running",
                                               [PLAN_FAILED] = "failed",
                                               [PLAN_CANCELLED] = "cancelled",
                                               [PLAN_SKIPPED] = "skipped",
                                               [PLAN_DONE] = "done"};
  const char *between = "";
  for (int f = PLAN_FATES - 1; f >= 0; f--) {
    if (!count[f])
      continue;
    if (count[f] == tasks)
      ria_text_add(text, "%s%s", tasks > 1 ? "all " : "", name[f]);
    else
      ria_text_add(text, "%s%d %s", between, count[f], name[f]);
    between = ", ";
  }
}

static int left(const int count[PLAN_FATES]) {
  int runs = 0;
  for (int f = 0; f < PLAN_FATES; f++)
    runs += plan_runs((plan_fate)f) ? count[f] : 0;
  return runs;
}

/* "after a, b and 7 more, if ...". */
static void add_conditions(ria_text *text, const workflow_step *step) {
  enum { NEEDS = 6 };
  int shown = step->needs <= NEEDS + 1 ? step->needs : NEEDS;
  for (int i = 0; i < shown; i++)
    ria_text_add(text, "%s%s", i ? ", " : " after ", step->need[i]->name);
  if (shown < step->needs)
    ria_text_add(text, " and %d more", step->needs - shown);
  if (step->needs && step->kind->always)
    ria_text_add(text, ", however %s", step->needs > 1 ? "they end" : "it ends");
  if (step->when)
    ria_text_add(text, ", if %s", step->when);
}

static int columns_of(const char *text) {
  int columns = 0;
  for (; *text; text++)
    columns += ((unsigned char)*text & 0xc0) != 0x80;
  return columns;
}

/* On two lines if one line is too short. */
static ria_status print_head(const plan_entry *part, int width) {
  const workflow_step *step = part->step;
  int tasks = part->list.count;
  ria_text what = {0}, how = {0};
  ria_text_add(&what, "  %s (%s)", step->name, step->kind->name);
  add_conditions(&what, step);
  ria_text_add(&how, "%d task%s", tasks, plural(tasks));
  if (part->count[PLAN_NEW] < tasks) {
    ria_text_add(&how, ", ");
    add_counts(&how, part->count, tasks);
  }
  if (tasks && part->count[PLAN_DONE] == tasks)
    ria_text_add(&how, ": up to date");
  if (part->core_hours > 0)
    add_cost(&how, ", ", part->core_hours);
  const bool whole = what.data && how.data && !what.failed && !how.failed;
  if (whole) {
    bool fits = width <= 0 || columns_of(what.data) + 2 + columns_of(how.data) <= width;
    printf("%s:%s%s\n", what.data, fits ? " " : "\n    ", how.data);
  }
  ria_text_destroy(&what);
  ria_text_destroy(&how);
  return whole ? RIA_SUCCESS : no_memory();
}

/* ---- What has changed. */

/* Names the needed steps that run again or whose outputs were changed by hand. */
static void add_causes(const plan_tree *plan, const plan_entry *part, ria_text *text) {
  for (int n = 0; n < part->step->needs; n++) {
    for (int i = 0; i < plan->workflow->steps; i++) {
      const plan_entry *need = &plan->step[i];
      bool edited = false;
      if (need->step != part->step->need[n])
        continue;
      for (int t = 0; t < need->list.count; t++)
        edited |= need->task[t].edited;
      if (left(need->count) || edited)
        ria_text_add(text, "%s%s", text->length ? ", " : "", need->step->name);
    }
  }
}

/* Why a task runs again: "runs again: command changed". */
static void add_reason(const plan_tree *plan, const plan_entry *part, const plan_task *t,
                       ria_text *text) {
  ria_text causes = {0};
  if (t->fate == PLAN_CHANGED) {
    ria_text_add(text, "runs again: %s", t->why ? t->why : "it has changed");
  } else if (t->fate == PLAN_FOLLOWS) {
    add_causes(plan, part, &causes);
    ria_text_add(text, "runs again: after %s", causes.length ? causes.data : "what it needs");
    text->failed |= causes.failed;
  } else if (t->why) {
    ria_text_add(text, "%s; it is used as it is now", t->why);
  }
  ria_text_destroy(&causes);
}

/* Prints each reason of a step once. */
static ria_status print_reasons(const plan_tree *plan, const plan_entry *part) {
  ria_text printed = {0};
  bool whole = true;
  int count = 0;
  for (int i = 0; i < part->list.count; i++) {
    ria_text line = {0};
    ria_text_add(&line, "\n");
    add_reason(plan, part, &part->task[i], &line);
    ria_text_add(&line, "\n");
    whole &= line.data && !line.failed;
    bool is_new =
        line.data && line.length > 2 && !(printed.data && strstr(printed.data, line.data));
    if (is_new && ++count <= REASONS) {
      printf("    %s", line.data + 1);
      ria_text_add(&printed, "%s", line.data);
    }
    ria_text_destroy(&line);
  }
  if (count > REASONS)
    puts("    and for other reasons (--json lists all)");
  whole &= !printed.failed;
  ria_text_destroy(&printed);
  return whole ? RIA_SUCCESS : no_memory();
}

/* How many of its tasks get a line. */
static int wanted_of(const plan_entry *part, bool all) {
  return all ? part->list.count : left(part->count);
}

static ria_status print_step(const plan_tree *plan, const plan_entry *part, bool all, int width) {
  int wanted = wanted_of(part, all), shown = 0;
  int most = all || wanted <= SHOWN + 1 ? wanted : SHOWN;
  RIA_TRY(print_head(part, width));
  RIA_TRY(print_reasons(plan, part));
  for (int i = 0; i < part->list.count && shown < most; i++) {
    if (!all && !plan_runs(part->task[i].fate))
      continue;
    print_task(&part->task[i], all, width);
    shown++;
  }
  if (shown < wanted)
    printf("    ... and %d more (--all shows them)\n", wanted - shown);
  if (part->waiting)
    printf("    %d point%s wait%s for results of earlier steps\n", part->waiting,
           plural(part->waiting), part->waiting == 1 ? "s" : "");
  return RIA_SUCCESS;
}

static ria_status print_place(const plan_tree *plan) {
  static const char *const places[] = {[RIA_LAUNCHER_LOCAL] = "on this machine",
                                       [RIA_LAUNCHER_ALLOCATION] = "inside the Slurm allocation",
                                       [RIA_LAUNCHER_JOBS] = "each as a Slurm job of its own"};
  const workflow_file *w = plan->workflow;
  printf("%s: %d step%s, %d task%s, %s\n", w->title, w->steps, plural(w->steps), plan->tasks,
         plural(plan->tasks), places[plan->kind]);
  if (w->mode == MODE_AUTO && plan->kind == RIA_LAUNCHER_LOCAL &&
      ria_sbatch_lines_exist(w->text, w->length))
    puts("  under sbatch inside its allocation: --mode allocation shows that");
  ria_text text = {0};
  ria_text_add(&text, "  study %s: %s", w->study, plan->state ? plan->state : "not there yet");
  if (plan->state) {
    ria_text_add(&text, "; ");
    add_counts(&text, plan->count, plan->tasks);
  }
  RIA_TRY(print_text(&text));
  puts("");
  if (plan->forgotten)
    printf("  %d step%s of it %s no longer in the workflow and will be forgotten\n",
           plan->forgotten, plural(plan->forgotten), plan->forgotten == 1 ? "is" : "are");
  return RIA_SUCCESS;
}

/* Without estimates by the kinds, only the time limits are known. */
static ria_status print_total(const plan_tree *plan) {
  int runs = left(plan->count);
  ria_text text = {0};
  if (!runs) {
    ria_text_add(&text, "nothing is left to run");
  } else if (runs == plan->unlimited) {
    ria_text_add(&text, "cost unknown: no time limit is given");
  } else {
    bool same = plan->core_hours == plan->most;
    if (!same)
      add_cost(&text, "about ", plan->core_hours);
    if (plan->most > 0) {
      add_cost(&text, same ? "at most " : ", at most ", plan->most);
      ria_text_add(&text, " by the time limits");
    }
    if (plan->unlimited)
      ria_text_add(&text, "; %d task%s not counted: no time limit is given", plan->unlimited,
                   plural(plan->unlimited));
  }
  puts("");
  return print_text(&text);
}

ria_status plan_print(const plan_tree *plan, bool all, int width) {
  const workflow_file *w = plan->workflow;
  RIA_TRY(print_place(plan));
  int shown = all || w->steps <= STEPS ? w->steps : STEPS;
  for (int i = 0; i < shown; i++) {
    /* A blank line separates steps that have lines of tasks below them. */
    if (!i || wanted_of(&plan->step[i], all) || wanted_of(&plan->step[i - 1], all))
      puts("");
    RIA_TRY(print_step(plan, &plan->step[i], all, width));
  }
  if (shown < w->steps)
    printf("\n  ... and %d more steps (--all shows them)\n", w->steps - shown);
  if (*plan->note)
    printf("\nnote: %s\n", plan->note);
  RIA_TRY(print_total(plan));
  puts("\nNothing was run.");
  return RIA_SUCCESS;
}
