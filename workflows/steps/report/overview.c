/* The first part of the page: the study's state, failures, the timeline and the cost. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include "files.h"
#include "sections.h"
#include "ria/number.h"

enum { LANES = 60, FAILURES = 20, LINES = 30 };

void put_date(double when, char text[32]) {
  time_t seconds = ria_whole_seconds(when);
  struct tm utc;
  text[0] = '\0';
  if (when > 0 && gmtime_r(&seconds, &utc))
    strftime(text, 32, "%Y-%m-%d %H:%M:%S UTC", &utc);
}

void put_duration(double from, double to, char text[32]) {
  text[0] = '\0';
  if (from > 0 && to >= from)
    ria_report_duration(to - from, text);
}

void put_core_time(double core_seconds, char text[32]) {
  enum { HOUR = 3600 };
  if (core_seconds < HOUR)
    ria_report_duration(core_seconds, text);
  else
    ria_snprintf(text, 32, core_seconds < 100. * HOUR ? "%.3g h" : "%.0f h", core_seconds / HOUR);
}

/* --- head --- */

typedef struct {
  int done, skipped, failed, cancelled, going, waiting;
} count;

static count count_steps(const snapshot *s, const char *self) {
  count c = {0};
  for (int i = 0; i < s->steps.count; i++) {
    const study_step *step = &s->steps.item[i];
    if (self && !strcmp(step->name, self))
      continue;
    ria_tone tone = snapshot_state_tone(step->state);
    c.done += tone == RIA_TONE_GOOD;
    c.skipped += step->state == TASK_SKIPPED;
    c.cancelled += step->state == TASK_CANCELLED;
    c.failed += tone == RIA_TONE_BAD;
    c.going += tone == RIA_TONE_ACTIVE;
    c.waiting += tone == RIA_TONE_WAITING;
  }
  return c;
}

static ria_tone describe_state(const snapshot *s, const count *c, const char **text) {
  bool open = c->going || c->waiting;
  if (open && s->held && s->life != OWNER_DEAD) {
    *text = c->failed ? "running, with failures" : "running";
    return RIA_TONE_ACTIVE;
  }
  if (c->failed) {
    *text = "failed";
    return RIA_TONE_BAD;
  }
  if (c->cancelled) {
    *text = "cancelled";
    return RIA_TONE_IDLE;
  }
  *text = open ? "stopped before its end" : "finished";
  return open ? RIA_TONE_WAITING : RIA_TONE_GOOD;
}

static void put_numbers(ria_report *page, const snapshot *s, const count *c) {
  char text[64], more[64];
  snprintf(text, sizeof text, "%d of %d", c->done,
           c->done + c->failed + c->cancelled + c->going + c->waiting);
  snprintf(more, sizeof more, c->skipped ? "steps done, %d skipped" : "steps done", c->skipped);
  ria_report_fact(page, RIA_TONE_PLAIN, text, more);
  put_duration(s->tally.began, s->tally.ended, text);
  if (*text)
    ria_report_fact(page, RIA_TONE_PLAIN, text, "from the first start to the last end");
  put_core_time(tally_cost(&s->tally), text);
  ria_report_fact(page, RIA_TONE_PLAIN, text, "core time");
  if (s->tally.cost[RIA_TONE_BAD] > 0) {
    put_core_time(s->tally.cost[RIA_TONE_BAD], text);
    ria_report_fact(page, RIA_TONE_PLAIN, text, "of them in failed attempts");
  }
  snprintf(text, sizeof text, "%d", s->tally.attempts);
  snprintf(more, sizeof more, "attempts of %d tasks, %d failed", s->tasks.count, s->tally.bad);
  ria_report_fact(page, RIA_TONE_PLAIN, text, more);
}

void put_head(ria_report *page, const snapshot *s, const char *self) {
  char now[32], began[32];
  const char *state;
  count c = count_steps(s, self);
  ria_tone tone = describe_state(s, &c, &state);
  ria_report_heading(page, 1, NULL, *s->title ? s->title : *s->name ? s->name : s->folder);
  put_date(s->now, now);
  put_date(s->tally.began, began);
  ria_report_paragraph(page, "Study %s%s%s at %s.%s%s%s", s->name, *s->name ? " in " : "",
                       s->folder, now, *began ? " The first task began at " : "", began,
                       *began ? "." : "");
  ria_report_facts_begin(page);
  ria_report_fact(page, tone, state, "state");
  put_numbers(page, s, &c);
  ria_report_facts_end(page);
  if (s->held && s->life == OWNER_DEAD && (c.going || c.waiting))
    ria_report_alert(
        page, RIA_TONE_BAD,
        "The engine (process %lld on %s) ended unexpectedly. Run the workflow again to continue.",
        (long long)s->owner.pid, s->owner.host);
}

/* --- failures --- */

static const study_attempt *last_attempt(const snapshot *s, int task) {
  const task_sum *sum = &s->task[task];
  return sum->attempts ? &s->attempts.item[sum->attempt + sum->attempts - 1] : NULL;
}

static void put_output(ria_report *page, const snapshot *s, const study_attempt *a) {
  char *path = NULL;
  size_t length;
  if (asprintf(&path, "%s/%s/output.txt", s->folder, a->folder) < 0)
    return;
  char *text = file_tail(path, LINES, &length);
  if (text && length) {
    ria_report_paragraph(page, "The last lines of its output (%s/output.txt):", a->folder);
    ria_report_code(page, text, length);
  } else {
    ria_report_paragraph(page, text ? "It printed nothing." : "Its output no longer exists.");
  }
  free(text);
  free(path);
}

static void put_cause(ria_report *page, const study_task *t, const study_attempt *a) {
  char text[96] = "", when[32];
  if (a->signal)
    snprintf(text, sizeof text, ", signal %d (%s)", a->signal, strsignal(a->signal));
  else if (a->exit_code)
    snprintf(text, sizeof text, ", exit code %d", a->exit_code);
  put_date(a->ended, when);
  ria_report_paragraph(page, "Attempt %d of %d: %s%s%s%s%s%s.", a->number, t->attempts,
                       *a->cause ? a->cause : "unknown", text, *a->nodes ? ", on " : "", a->nodes,
                       *when ? ", " : "", when);
  if (*a->note && strcmp(a->note, t->note))
    ria_report_paragraph(page, "%s", a->note);
}

static void put_failure(ria_report *page, const snapshot *s, int task) {
  const study_task *t = &s->tasks.item[task];
  const study_attempt *a = last_attempt(s, task);
  ria_report_heading(page, 3, NULL, t->id);
  if (*t->note)
    ria_report_alert(page, RIA_TONE_BAD, "%s", t->note);
  if (!a)
    return;
  put_cause(page, t, a);
  put_output(page, s, a);
}

void put_failures(ria_report *page, const snapshot *s) {
  int told = 0, all = 0;
  for (int i = 0; i < s->steps.count; i++) {
    const step_sum *sum = &s->step[i];
    const study_step *step = &s->steps.item[i];
    bool itself = step->state == TASK_FAILED && !sum->failed;
    all += sum->failed + itself;
    if ((sum->failed || itself) && !told)
      ria_report_heading(page, 2, "failures", "Failures");
    if (itself && told++ < FAILURES) {
      ria_report_heading(page, 3, NULL, step->name);
      ria_report_alert(page, RIA_TONE_BAD, "%s", *step->note ? step->note : "The step failed.");
    }
    for (int k = 0; k < sum->tasks; k++)
      if (s->tasks.item[sum->task[k]].state == TASK_FAILED && told++ < FAILURES)
        put_failure(page, s, sum->task[k]);
  }
  if (all > FAILURES)
    ria_report_paragraph(page, "%d further tasks failed; `ria logs` shows their output.",
                         all - FAILURES);
}

/* --- steps --- */

static void put_step(ria_report *page, const snapshot *s, int i, bool self) {
  const study_step *step = &s->steps.item[i];
  const step_sum *sum = &s->step[i];
  char link[256], tasks[32], attempts[48], took[32], cost[32], skipped[64] = "";
  snprintf(link, sizeof link, "#%s", sum->id);
  snprintf(tasks, sizeof tasks, "%d / %d", sum->done, sum->tasks - sum->skipped);
  if (sum->skipped)
    snprintf(skipped, sizeof skipped, "%d more skipped by its `when`", sum->skipped);
  snprintf(attempts, sizeof attempts, sum->tally.bad ? "%d (%d ✗)" : "%d", sum->tally.attempts,
           sum->tally.bad);
  put_duration(sum->tally.began, sum->tally.ended, took);
  put_core_time(tally_cost(&sum->tally), cost);
  ria_report_row(page,
                 (ria_report_cell[]){
                     {.text = step->name, .link = strlen(sum->id) < sizeof link - 2 ? link : NULL},
                     {.text = step->kind},
                     {.text = self ? "makes this page" : task_state_text(step->state),
                      .tone = self ? RIA_TONE_ACTIVE : snapshot_state_tone(step->state)},
                     {.text = tasks},
                     {.text = attempts},
                     {.text = took},
                     {.text = sum->tally.attempts ? cost : ""},
                     {.text = step->needs},
                     {.text = *step->note ? step->note : skipped}});
}

void put_steps(ria_report *page, const snapshot *s, const char *self) {
  static const ria_report_column columns[] = {
      {"step", false},      {"kind", false},    {"state", false},
      {"tasks done", true}, {"attempts", true}, {"took", true},
      {"core time", true},  {"needs", false},   {"remark", false}};
  ria_report_heading(page, 2, "steps", "Steps");
  ria_report_table_begin(page, NULL, sizeof columns / sizeof *columns, columns);
  for (int i = 0; i < s->steps.count; i++)
    put_step(page, s, i, self && !strcmp(s->steps.item[i].name, self));
  ria_report_table_end(page);
}

/* --- timeline --- */

typedef struct {
  ria_report_span *span;
  char (*what)[160];
  int spans, room;
} span_list;

static bool make_room(span_list *list, int room) {
  list->span = calloc((size_t)room + 1, sizeof *list->span);
  list->what = calloc((size_t)room + 1, sizeof *list->what);
  list->room = room;
  return list->span && list->what;
}

static void add_span(span_list *list, const snapshot *s, const study_attempt *a) {
  ria_tone tone = snapshot_attempt_tone(a);
  double start = a->started > 0 ? a->started : a->ended > 0 ? a->ended : s->now;
  double end = a->ended > 0 ? a->ended : *a->cause ? start : s->now;
  char took[32], when[32];
  if (list->spans + 2 > list->room)
    return;
  if (a->submitted > 0 && start - a->submitted > 0.5) {
    put_duration(a->submitted, start, took);
    snprintf(list->what[list->spans], sizeof *list->what, "attempt %d waited %s", a->number, took);
    list->span[list->spans] =
        (ria_report_span){a->submitted, start, RIA_TONE_WAITING, list->what[list->spans]};
    list->spans++;
  }
  if (a->started <= 0)
    return;
  put_duration(a->started, end, took);
  put_date(a->started, when);
  const char *cause = *a->cause ? a->cause : "runs";
  snprintf(list->what[list->spans], sizeof *list->what, "attempt %d, %s, from %s: %s", a->number,
           took, when, !strcmp(cause, "none") ? "done" : cause);
  list->span[list->spans] = (ria_report_span){start, end, tone, list->what[list->spans]};
  list->spans++;
}

static void add_task(const snapshot *s, int task, span_list *list) {
  for (int k = 0; k < s->task[task].attempts; k++)
    add_span(list, s, &s->attempts.item[s->task[task].attempt + k]);
}

/* A lane for each task if there are few, else one for each step. */
static int make_lanes(const snapshot *s, bool by_task, ria_report_lane *lane, char (*value)[32],
                      span_list *list) {
  int lanes = 0;
  for (int i = 0; i < s->steps.count; i++) {
    const step_sum *sum = &s->step[i];
    for (int k = 0; k < sum->tasks; k++) {
      int first = list->spans, task = sum->task[k];
      const tally *t = by_task ? &s->task[task].tally : &sum->tally;
      add_task(s, task, list);
      if (!t->attempts || (!by_task && k && lane[lanes - 1].label == s->steps.item[i].name)) {
        if (t->attempts)
          lane[lanes - 1].spans += list->spans - first;
        continue;
      }
      put_duration(t->began, t->ended, value[lanes]);
      lane[lanes] =
          (ria_report_lane){.label = by_task ? s->tasks.item[task].id : s->steps.item[i].name,
                            .value = value[lanes],
                            .spans = list->spans - first,
                            .span = list->span + first};
      if (++lanes == LANES)
        return lanes;
    }
  }
  return lanes;
}

void put_timeline(ria_report *page, const snapshot *s) {
  ria_report_lane lane[LANES];
  char value[LANES][32];
  span_list list = {0};
  int used = 0;
  for (int i = 0; i < s->tasks.count; i++)
    used += s->task[i].attempts > 0;
  if (used && make_room(&list, 2 * s->attempts.count)) {
    bool by_task = used <= LANES;
    int lanes = make_lanes(s, by_task, lane, value, &list);
    ria_report_heading(page, 2, "timeline", "When what ran");
    ria_report_timeline(page,
                        by_task ? "Attempts of each task, since the first was submitted"
                                : "Attempts of each step's tasks, since the first was submitted",
                        lanes, lane);
    ria_report_paragraph(page,
                         "Thin: waiting in a queue or for a machine. Grey: stopped by a time limit "
                         "or by a person. Hatched: failed. Point at a bar for its attempt.");
    if (!by_task && lanes == LANES)
      ria_report_paragraph(page, "These are the first %d steps.", LANES);
  }
  free(list.span);
  free(list.what);
}

/* --- cost --- */

void put_cost(ria_report *page, const snapshot *s) {
  static const ria_tone tones[] = {RIA_TONE_GOOD, RIA_TONE_ACTIVE, RIA_TONE_IDLE, RIA_TONE_BAD};
  static const char *const what[] = {"done", "still running",
                                     "stopped by a time limit or by a person", "failed"};
  enum { PARTS = sizeof tones / sizeof *tones };
  ria_report_lane lane[LANES];
  ria_report_span span[LANES][PARTS];
  char value[LANES][32], link[LANES][160];
  int lanes = 0;
  double most = 0;
  for (int i = 0; i < s->steps.count; i++)
    most = fmax(most, tally_cost(&s->step[i].tally));
  const double unit = most < 120 ? 1 : most < 7200 ? 60 : 3600;
  for (int i = 0; i < s->steps.count && lanes < LANES; i++) {
    const step_sum *sum = &s->step[i];
    if (!(tally_cost(&sum->tally) > 0))
      continue;
    for (int k = 0; k < PARTS; k++)
      span[lanes][k] = (ria_report_span){0, sum->tally.cost[tones[k]] / unit, tones[k], what[k]};
    put_core_time(tally_cost(&sum->tally), value[lanes]);
    snprintf(link[lanes], sizeof link[lanes], "#%s", sum->id);
    lane[lanes] = (ria_report_lane){.label = s->steps.item[i].name,
                                    .link = link[lanes],
                                    .value = value[lanes],
                                    .spans = PARTS,
                                    .span = span[lanes]};
    lanes++;
  }
  if (!lanes)
    return;
  ria_report_heading(page, 2, "cost", "What it cost");
  ria_report_bars(page, "Core time of each step",
                  unit > 60  ? "h"
                  : unit > 1 ? "min"
                             : "s",
                  lanes, lane);
  ria_report_paragraph(
      page,
      "Core-hours of all attempts. Grey: stopped by a time limit or by a person. Hatched: failed.");
}
