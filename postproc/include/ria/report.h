/** \file
 * A page: one HTML file that needs nothing else, neither other files nor scripts.
 *
 * It reads well on a phone and on a desk, in light and in dark, on paper, and without telling
 * colours apart. Whatever text is given is escaped; bytes that are not UTF-8 and control characters
 * are shown as U+FFFD. Nothing is written in its place until ria_report_finish(): a reader sees the
 * old page or the new one.
 *
 * What is put into a page never fails by itself: a full disk is told at the end.
 */
#ifndef RIA_REPORT_H
#define RIA_REPORT_H

#include <stdbool.h>
#include <stddef.h>
#include "ria/status.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct ria_report ria_report;

/* name, CSS class, sign: no meaning hangs on a colour alone. */
#define RIA_TONE_LIST(X)                                                                           \
  X(RIA_TONE_PLAIN, "plain", "")                                                                   \
  X(RIA_TONE_GOOD, "good", "✓")                                                                    \
  X(RIA_TONE_BAD, "bad", "✗")                                                                      \
  X(RIA_TONE_ACTIVE, "active", "▶")                                                                \
  X(RIA_TONE_WAITING, "waiting", "◦")                                                              \
  X(RIA_TONE_IDLE, "idle", "–")

/** What a thing is like. */
typedef enum {
#define RIA_TONE_ENUM(name, word, sign) name,
  RIA_TONE_LIST(RIA_TONE_ENUM)
#undef RIA_TONE_ENUM
} ria_tone;

/** Zero: the default. */
typedef struct {
  size_t most_bytes;      /**< of one picture or film; larger ones are named only. 0: 4 MB */
  size_t most_page_bytes; /**< of all of them. 0: 24 MB */
} ria_report_limits;

/** Begin a page that will be `path`. `limits` may be NULL. Errors: RIA_ERROR_IO, RIA_ERROR_MEMORY;
 * there is nothing to finish then. */
ria_status ria_report_begin(const char *path, const char *title, const ria_report_limits *limits,
                            ria_report **report);
/** Complete the page and put it in its place; with a `status` that is an error leave what is there
 * as it was, and pass the error on. Frees in any case; NULL is allowed. Errors: RIA_ERROR_IO. */
ria_status ria_report_finish(ria_report *report, ria_status status);

/* ---- Text. */

/** A heading of level 1 .. 3. `id` (may be NULL) is what links of the page ("#id") lead to. */
void ria_report_heading(ria_report *report, int level, const char *id, const char *title);
/** A paragraph; printf-like. */
void ria_report_paragraph(ria_report *report, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
/** A sentence that must not be overlooked, in a box; printf-like. */
void ria_report_alert(ria_report *report, ria_tone tone, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
/** Text as it is, in its own scrolling box. */
void ria_report_code(ria_report *report, const char *text, size_t length);
/** What follows is hidden until the reader opens it. They may nest. */
void ria_report_fold_begin(ria_report *report, const char *title, bool open);
void ria_report_fold_end(ria_report *report);
/** An id of letters, digits and '-' made from any name; different names may share one only if they
 * differ in other characters, for which `number` helps. Owned by the caller (free); NULL without
 * memory. */
char *ria_report_id(const char *prefix, const char *name, int number);

/** A row of numbers to be seen at a glance, such as "12 / 14", "steps done". */
void ria_report_facts_begin(ria_report *report);
void ria_report_fact(ria_report *report, ria_tone tone, const char *value, const char *what);
void ria_report_facts_end(ria_report *report);

/* ---- Tables, each in a box that scrolls by itself. */

typedef struct {
  const char *title;
  bool numeric; /**< stands to the right */
} ria_report_column;

typedef struct {
  const char *text; /**< NULL: nothing */
  const char *link; /**< "#id" within the page; NULL: none */
  ria_tone tone;    /**< a sign before the text */
} ria_report_cell;

/** `caption` may be NULL. `column` [columns] is borrowed until the table ends. */
void ria_report_table_begin(ria_report *report, const char *caption, int columns,
                            const ria_report_column *column);
void ria_report_row(ria_report *report, const ria_report_cell *cell);
void ria_report_table_end(ria_report *report);

/** A table that ria_table_write() left as Markdown, with its caption and notes. Errors:
 * RIA_ERROR_IO (cannot be read), RIA_ERROR_FORMAT (holds no table, or is larger than a table for
 * people would be), RIA_ERROR_MEMORY; nothing has been put into the page then. */
ria_status ria_report_markdown_table(ria_report *report, const char *path);

/* ---- Pictures and films: PNG, JPEG, SVG, MP4. */

/** Figures beside one another where there is room. */
void ria_report_figures_begin(ria_report *report);
void ria_report_figures_end(ria_report *report);
/** Embed a file. Where that cannot be (missing, too large, another format) the caption says why.
 * Returns whether it is embedded. */
bool ria_report_figure(ria_report *report, const char *path, const char *caption);

/* ---- Charts, as SVG. */

/** "90 s", "2 min 30 s", "6 h", "2 d 4 h"; "?" for what is no duration. */
void ria_report_duration(double seconds, char text[32]);

/** A bar from `from` to `to`. */
typedef struct {
  double from, to;
  ria_tone tone;
  const char *what; /**< shown when pointed at; NULL: nothing */
} ria_report_span;

typedef struct {
  const char *label, *link; /**< link "#id" or NULL */
  const char *value;        /**< at the end of the line; NULL: nothing */
  int spans;
  const ria_report_span *span; /**< in the order in which they are drawn */
} ria_report_lane;

/** Bars of durations under one another, as in a Gantt chart; `span` in seconds since whatever. */
void ria_report_timeline(ria_report *report, const char *caption, int lanes,
                         const ria_report_lane *lane);
/** Bars from 0 in any unit; spans follow one another from the left: `to` - `from` counts. */
void ria_report_bars(ria_report *report, const char *caption, const char *unit, int lanes,
                     const ria_report_lane *lane);

#ifdef __cplusplus
}
#endif
#endif
