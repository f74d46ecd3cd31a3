/* Draws the tree of a study for a terminal. */
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include "view.h"
#include "ria/number.h"

/* ---- Texts in columns. */

/* Bytes of `text` that fit in `columns`, counting each character as one column. Stops at control
 * characters, which would break the picture. */
static size_t fitting(const char *text, int columns, int *used) {
  size_t n = 0;
  for (*used = 0; text[n]; n++) {
    bool starts = ((unsigned char)text[n] & 0xc0) != 0x80;
    if ((unsigned char)text[n] < 32 || (starts && *used == columns))
      break;
    *used += starts;
  }
  return n;
}

static int columns_of(const char *text) {
  int used;
  fitting(text, 1 << 20, &used);
  return used;
}

/* A line that is cut at the width. Colours take no columns. */
typedef struct {
  ria_text *text;
  const view_style *style;
  int at;
} line;

/* If the words do not fit, a mark in the last column shows that they were cut. */
static void put(line *l, const char *words) {
  int room = l->style->width > 0 ? l->style->width - l->at : 1 << 20, used;
  bool fits = columns_of(words) <= room;
  size_t n = fitting(words, fits ? room : room - 1, &used);
  if (room <= 0)
    return;
  ria_text_append(l->text, words, n);
  l->at += used;
  if (!fits) {
    ria_text_add(l->text, "%s", l->style->utf8 ? "…" : "~");
    l->at++;
  }
}

__attribute__((format(printf, 2, 3))) static void putf(line *l, const char *format, ...) {
  char words[1024];
  va_list args;
  va_start(args, format);
  ria_vsnprintf(words, sizeof words, format, args);
  va_end(args);
  put(l, words);
}

static void pad(line *l, int column) {
  while (l->at < column && (l->style->width <= 0 || l->at < l->style->width))
    put(l, " ");
}

static void end_line(line *l) {
  while (l->text->length && l->text->data[l->text->length - 1] == ' ')
    l->text->data[--l->text->length] = 0;
  ria_text_append(l->text, "\n", 1);
  l->at = 0;
}

/* For words that must not be cut, such as advice: they are wrapped below their beginning. */
static void put_whole(line *l, const char *words) {
  int indent = l->at, width = l->style->width, used;
  while (indent < width / 2 && columns_of(words) > width - indent) {
    size_t n = fitting(words, width - indent, &used);
    while (n > 0 && words[n] != ' ')
      n--;
    if (!n)
      break;
    ria_text_append(l->text, words, n);
    words += n + 1;
    end_line(l);
    pad(l, indent);
  }
  put(l, words);
}

static void paint(line *l, const char *code) {
  if (l->style->colour)
    ria_text_add(l->text, "\033[%sm", code);
}

/* ---- Times. */

static void format_duration(double seconds, char text[32]) {
  long s = lround(fmax(seconds, 0));
  if (s < 60)
    snprintf(text, 32, "%ld s", s);
  else if (s < 3600)
    snprintf(text, 32, "%ld min %02ld s", s / 60, s % 60);
  else if (s < 86400)
    snprintf(text, 32, "%ld h %02ld min", s / 3600, s / 60 % 60);
  else
    snprintf(text, 32, "%ld d %02ld h", s / 86400, s / 3600 % 24);
}

/* The time of day, with the date if it is another day. */
static void format_instant(double instant, double now, char text[32]) {
  time_t then = ria_whole_seconds(instant), today = ria_whole_seconds(now);
  struct tm a, b;
  localtime_r(&then, &a);
  localtime_r(&today, &b);
  bool same = a.tm_yday == b.tm_yday && a.tm_year == b.tm_year;
  strftime(text, 32, same ? "%H:%M" : "%a %d %b %H:%M", &a);
}

/* ---- States. */

static const struct {
  const char *plain, *pretty, *colour;
} signs[] = {[TASK_PENDING] = {".", "·", "2"},    [TASK_READY] = {"o", "○", "36"},
             [TASK_STARTING] = {">", "▸", "34"},  [TASK_RUNNING] = {">", "▸", "34;1"},
             [TASK_DONE] = {"+", "✓", "32"},      [TASK_FAILED] = {"x", "✗", "31;1"},
             [TASK_CANCELLED] = {"-", "⊘", "33"}, [TASK_SKIPPED] = {"~", "↷", "2"}};

static void put_state(line *l, task_state state) {
  paint(l, signs[state].colour);
  put(l, l->style->utf8 ? signs[state].pretty : signs[state].plain);
  paint(l, "0");
}

static void put_bar(line *l, double fraction) {
  enum { CELLS = 12 };
  fraction = fmin(fmax(fraction, 0), 1); /* a damaged study may hold any number */
  int full = (int)(fraction * CELLS + 0.5);
  paint(l, "34");
  for (int i = 0; i < CELLS; i++)
    put(l, l->style->utf8 ? (i < full ? "━" : "╌") : (i < full ? "=" : "-"));
  paint(l, "0");
  putf(l, " %3.0f %%", 100 * fraction);
}

/* ---- Tasks. */

static void put_task_words(line *l, const view_tree *v, int task) {
  const study_task *t = &v->tasks.item[task];
  const study_attempt *a = view_newest(v, task);
  char took[32] = "";
  if (a && a->started > 0)
    format_duration((a->ended > 0 ? a->ended : v->now) - a->started, took);
  switch (t->state) {
  case TASK_RUNNING:
    if (t->fraction >= 0) {
      put_bar(l, t->fraction);
      put(l, "  ");
    }
    put(l, a && a->started > 0 ? "running " : "");
    put(l, took);
    if (a && *a->nodes)
      putf(l, "  on %s", a->nodes);
    if (*t->note && a && (a->started > 0 || *a->nodes))
      put(l, "  ");
    put_whole(l, t->note);
    break;
  case TASK_READY:
    if (t->not_before > v->now) {
      char wait[32];
      format_duration(t->not_before - v->now, wait);
      putf(l, "again in %s: %s", wait, t->note);
    } else {
      put(l, *t->note ? t->note : "waits for room");
    }
    break;
  case TASK_DONE:
    putf(l, "done in %s%s", *took ? took : "no time",
         *t->hash ? "" : "; runs again with the next `ria run`"); /* after `ria retry` */
    break;
  case TASK_FAILED:
    put(l, "failed: ");
    put_whole(l, t->note);
    break;
  default:
    put(l, task_state_text(t->state));
  }
  if (t->attempts > 1)
    putf(l, "  (attempt %d)", t->attempts);
}

static int is_pressing(const study_task *t) {
  return t->state == TASK_RUNNING || t->state == TASK_STARTING || t->state == TASK_FAILED ||
         (t->state == TASK_READY && t->attempts > 0);
}

typedef struct {
  int total, count[TASK_STATES];
  double done; /* in tasks; running ones count by their progress */
} tally;

static tally count_tasks(const view_tree *v, int step) {
  tally n = {0};
  for (int i = v->first[step]; i < v->first[step + 1]; i++) {
    const study_task *t = &v->tasks.item[i];
    n.total++;
    n.count[t->state]++;
    n.done += task_state_is_final(t->state) ? 1 : fmax(t->fraction, 0);
  }
  return n;
}

static void draw_tasks(const view_tree *v, const view_style *style, int step, int name_width,
                       ria_text *text) {
  int shown = 0, left = 0, most = style->most > 0 ? style->most : 1 << 30;
  tally n = count_tasks(v, step);
  bool all = n.total <= most;
  for (int i = v->first[step]; i < v->first[step + 1]; i++) {
    const study_task *t = &v->tasks.item[i];
    if (!all && (!is_pressing(t) || shown >= most)) {
      left++;
      continue;
    }
    line l = {text, style, 0};
    put(&l, "    ");
    put_state(&l, t->state);
    putf(&l, " %s", t->id);
    if (l.at > name_width + 6) /* do not lose the note after a long name */
      end_line(&l);
    pad(&l, name_width + 6);
    put(&l, " ");
    put_task_words(&l, v, i);
    end_line(&l);
    shown++;
  }
  if (left && shown) {
    line l = {text, style, 0};
    putf(&l, "      and %d more", left);
    end_line(&l);
  }
}

/* ---- Steps. */

static void put_counts(line *l, const tally *n) {
  const char *between = "";
  for (int s = TASK_STATES - 1; s >= 0; s--) {
    if (!n->count[s])
      continue;
    putf(l, "%s%d %s", between, n->count[s], task_state_text((task_state)s));
    between = ", ";
  }
}

static void put_end(line *l, const view_tree *v, int step, const char *behind) {
  char when[32];
  if (v->step_ends[step] <= v->now)
    return;
  format_instant(v->step_ends[step], v->now, when);
  putf(l, "ends about %s%s", when, behind);
}

/* `needs`: names separated by blanks. */
static void put_needs(line *l, const char *needs) {
  for (const char *name = needs; *name;) {
    int length = (int)strcspn(name, " ");
    putf(l, "%s%.*s", name == needs ? ", after " : ", ", length, name);
    name += length + (name[length] == ' ');
  }
}

static void draw_step(const view_tree *v, const view_style *style, int step, int name_width,
                      ria_text *text) {
  const study_step *s = &v->steps.item[step];
  bool only = v->first[step + 1] - v->first[step] == 1;
  tally n = count_tasks(v, step);
  line l = {text, style, 0};
  put(&l, "  ");
  put_state(&l, s->state);
  put(&l, " ");
  paint(&l, "1");
  put(&l, s->name);
  paint(&l, "0");
  pad(&l, name_width + 6);
  put(&l, " ");
  bool waits = s->state == TASK_PENDING || s->state == TASK_SKIPPED;
  if (waits || (s->state == TASK_FAILED && !n.count[TASK_FAILED])) {
    put(&l, task_state_text(s->state));
    if (*s->note)
      putf(&l, ": %s", s->note);
    else if (s->state == TASK_PENDING && *s->needs)
      put_needs(&l, s->needs);
  } else if (only) {
    put_task_words(&l, v, v->first[step]);
  } else {
    if (s->state == TASK_RUNNING || s->state == TASK_READY) {
      put_bar(&l, n.total ? n.done / n.total : 0);
      put(&l, "  ");
      put_end(&l, v, step, ", ");
    }
    put_counts(&l, &n);
  }
  if (only && s->state == TASK_RUNNING) {
    put(&l, "  ");
    put_end(&l, v, step, "");
  }
  end_line(&l);
  if (!only && s->state != TASK_PENDING && s->state != TASK_SKIPPED)
    draw_tasks(v, style, step, name_width, text);
}

/* ---- Which steps to show if there are many: active ones first, then the next ones. */

static int rank_of(const study_step *s) {
  switch (s->state) {
  case TASK_PENDING:
    return 1;
  case TASK_DONE:
  case TASK_SKIPPED:
    return 2;
  default:
    return 0;
  }
}

static bool *choose_steps(const view_tree *v, int most) {
  bool *chosen = calloc((size_t)v->steps.count + 1, sizeof *chosen);
  int left = most;
  for (int rank = 0; chosen && rank < 3; rank++) {
    for (int i = 0; i < v->steps.count && left > 0; i++) {
      if (rank_of(&v->steps.item[i]) != rank)
        continue;
      chosen[i] = true;
      left--;
    }
  }
  return chosen;
}

static void draw_rest(const view_tree *v, const view_style *style, const bool *chosen,
                      ria_text *text) {
  tally n = {0};
  for (int i = 0; i < v->steps.count; i++) {
    n.total += !chosen[i];
    n.count[v->steps.item[i].state] += !chosen[i];
  }
  line l = {text, style, 0};
  putf(&l, "  and %d more step%s: ", n.total, n.total == 1 ? "" : "s");
  put_counts(&l, &n);
  put(&l, " (`ria status --all` lists them)");
  end_line(&l);
}

static void draw_steps(const view_tree *v, const view_style *style, int name_width,
                       ria_text *text) {
  bool few = style->steps <= 0 || v->steps.count <= style->steps;
  bool *chosen = few ? NULL : choose_steps(v, style->steps);
  for (int i = 0; i < v->steps.count; i++)
    if (!chosen || chosen[i])
      draw_step(v, style, i, name_width, text);
  if (chosen)
    draw_rest(v, style, chosen, text);
  free(chosen);
}

/* ---- The display. */

/* Advice after a failure: which command to run. */
static void draw_advice(const view_tree *v, const view_style *style, ria_text *text) {
  for (int i = 0; i < v->tasks.count; i++) {
    line l = {text, style, 0};
    if (v->tasks.item[i].state != TASK_FAILED || !view_newest(v, i))
      continue;
    putf(&l, "`ria logs '%s'` prints its output", v->tasks.item[i].id);
    end_line(&l);
    return;
  }
}

static void draw_engine(const view_tree *v, const view_style *style, ria_text *text) {
  line l = {text, style, 0};
  if (!v->held && v->submitted) {
    put(&l, v->submitted);
  } else if (!v->held) {
    if (!strcmp(v->state, "running"))
      put(&l, "no engine: the last one died; `ria run` continues");
    else if (!strcmp(v->state, "interrupted"))
      put(&l, "no engine: the last one was told to stop; `ria run` continues");
    else
      return;
  } else {
    char since[32];
    format_instant(v->owner.since, v->now, since);
    putf(&l, "engine on %s, process %lld%s%s, since %s", v->owner.host, (long long)v->owner.pid,
         *v->owner.job ? ", job " : "", v->owner.job, since);
    if (v->life == OWNER_DEAD)
      put(&l, "; it has died, `ria run` continues");
    else if (v->life == OWNER_UNKNOWN && v->now - v->owner.seen > 120) {
      char ago[32];
      format_duration(v->now - v->owner.seen, ago);
      putf(&l, "; not heard of for %s", ago);
    }
  }
  end_line(&l);
}

static void put_cost(line *l, double core_seconds) {
  if (core_seconds >= 360)
    putf(l, ", %.1f core-hours", core_seconds / 3600);
  else if (core_seconds > 0)
    putf(l, ", %.0f core-seconds", core_seconds);
}

/* The width of the column of names: that of the longest name, at most a third of the line. */
static int width_of_names(const view_tree *v, const view_style *style) {
  int widest = 8, most = style->width > 0 ? style->width / 3 : 32;
  for (int i = 0; i < v->steps.count; i++) {
    int width = columns_of(v->steps.item[i].name);
    widest = width > widest ? width : widest;
  }
  for (int i = 0; i < v->tasks.count; i++) {
    int width = columns_of(v->tasks.item[i].id) + 2;
    widest = width > widest ? width : widest;
  }
  return widest < most ? widest : most;
}

void view_draw(const view_tree *v, const view_style *style, ria_text *text) {
  int done = 0, name_width = width_of_names(v, style);
  for (int i = 0; i < v->steps.count; i++)
    done += v->steps.item[i].state == TASK_DONE || v->steps.item[i].state == TASK_SKIPPED;
  line l = {text, style, 0};
  paint(&l, "1");
  put(&l, *v->name ? v->name : "a study");
  paint(&l, "0");
  putf(&l, "  %s", *v->state ? v->state : "not run");
  if (v->ends > v->now && !strcmp(v->state, "running")) {
    char when[32];
    format_instant(v->ends, v->now, when);
    putf(&l, ", ends about %s", when);
  }
  putf(&l, ", %d of %d steps done", done, v->steps.count);
  put_cost(&l, view_cost(v, -1));
  end_line(&l);
  putf(&l, "study %s", v->folder);
  end_line(&l);
  draw_engine(v, style, text);
  draw_steps(v, style, name_width, text);
  draw_advice(v, style, text);
}
