/** \file
 * A page: one HTML file that needs no other files and no scripts.
 *
 * The page adapts to narrow screens, dark mode and print, and no meaning depends on colour alone.
 * All text is escaped; bytes that are not UTF-8 and control characters are shown as U+FFFD.
 * ria_report_finish() replaces the page atomically.
 *
 * Calls that add to a page do not fail; a full disk is reported at the end.
 */
#ifndef RIA_REPORT_H
#define RIA_REPORT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "ria/status.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct ria_report ria_report;

/* name, CSS class, sign: no meaning depends on colour alone. */
#define RIA_TONE_LIST(X)                                                                           \
  X(RIA_TONE_PLAIN, "plain", "")                                                                   \
  X(RIA_TONE_GOOD, "good", "✓")                                                                    \
  X(RIA_TONE_BAD, "bad", "✗")                                                                      \
  X(RIA_TONE_ACTIVE, "active", "▶")                                                                \
  X(RIA_TONE_WAITING, "waiting", "◦")                                                              \
  X(RIA_TONE_IDLE, "idle", "–")

/** The state that a tone stands for. */
typedef enum {
#define RIA_TONE_ENUM(name, word, sign) name,
  RIA_TONE_LIST(RIA_TONE_ENUM)
#undef RIA_TONE_ENUM
} ria_tone;

/** Limits of embedded files. Zero: the default. */
typedef struct {
  size_t most_bytes;      /**< bytes of one picture or film; larger files are only named. 0: 4 MB */
  size_t most_page_bytes; /**< bytes of all pictures and films. 0: 24 MB */
} ria_report_limits;

/** Begin a page for `path`. `limits` may be NULL. Errors: RIA_ERROR_IO, RIA_ERROR_MEMORY;
 * then there is nothing to finish. */
ria_status ria_report_begin(const char *path, const char *title, const ria_report_limits *limits,
                            ria_report **report);
/** Complete the page and replace `path`. If `status` is an error, keep the old page and return the
 * error. Frees in any case; NULL is allowed. Errors: RIA_ERROR_IO. */
ria_status ria_report_finish(ria_report *report, ria_status status);

/* ---- text ---- */

/** A heading of level 1 .. 3. `id` (may be NULL) is the target of links ("#id"). */
void ria_report_heading(ria_report *report, int level, const char *id, const char *title);
/** A paragraph; printf-like. */
void ria_report_paragraph(ria_report *report, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
/** An important sentence in a box; printf-like. */
void ria_report_alert(ria_report *report, ria_tone tone, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
/** Preformatted text in a scrolling box. */
void ria_report_code(ria_report *report, const char *text, size_t length);
/** The content is hidden until the reader opens it. Folds may nest. */
void ria_report_fold_begin(ria_report *report, const char *title, bool open);
void ria_report_fold_end(ria_report *report);
/** Make an id of letters, digits and '-' from any name. Names that differ only in other characters
 * get the same id, so `number` must differ. Owned by the caller (free); NULL without memory. */
char *ria_report_id(const char *prefix, const char *name, int number);

/* ---- parts: the reader sees one of them at a time ---- */

typedef struct {
  const char *id; /**< id from ria_report_id() */
  const char *title;
} ria_report_part;

typedef struct {
  const char *name, *link; /**< link "#id" of a part */
  double x, y;             /**< m */
} ria_report_point;

/** A plan of an area; its points are links. */
typedef struct {
  const char *caption; /**< text alternative of the plan, for screen readers */
  int64_t nx, ny;
  double x0, y0, dx, dy; /**< m */
  const double *ground;  /**< [ny][nx] depth, negative on land; NULL: the plan has no coast */
  int points;            /**< at most 256 are drawn */
  const ria_report_point *point;
} ria_report_plan;

/** Begin a group of parts; ria_report_part_begin() starts each. Links show one part, or all parts
 * (`id`); at first the first part is shown. Old browsers and print show all parts. `plan` (may be
 * NULL) has further links. All arguments are borrowed for the call. */
void ria_report_parts_begin(ria_report *report, const char *id, int parts,
                            const ria_report_part *part, const ria_report_plan *plan);
void ria_report_part_begin(ria_report *report, const ria_report_part *part);
void ria_report_part_end(ria_report *report);
void ria_report_parts_end(ria_report *report);

/** A row of key figures, such as "12 / 14", "steps done". */
void ria_report_facts_begin(ria_report *report);
void ria_report_fact(ria_report *report, ria_tone tone, const char *value, const char *what);
void ria_report_facts_end(ria_report *report);

/* ---- tables, each in a scrolling box of its own ---- */

typedef struct {
  const char *title;
  bool numeric; /**< aligned to the right */
} ria_report_column;

typedef struct {
  const char *text; /**< NULL: an empty cell */
  const char *link; /**< "#id" within the page; NULL: none */
  ria_tone tone;    /**< a sign before the text */
} ria_report_cell;

/** `caption` may be NULL. `column` [columns] is borrowed until the table ends. */
void ria_report_table_begin(ria_report *report, const char *caption, int columns,
                            const ria_report_column *column);
void ria_report_row(ria_report *report, const ria_report_cell *cell);
void ria_report_table_end(ria_report *report);

/** Add a table that ria_table_write_all() wrote as Markdown, with its caption and notes. Errors:
 * RIA_ERROR_IO (cannot be read), RIA_ERROR_FORMAT (no table, or too large for a page),
 * RIA_ERROR_MEMORY; then the page is unchanged. */
ria_status ria_report_markdown_table(ria_report *report, const char *path);

/* ---- pictures and films: PNG, JPEG, SVG, MP4 ---- */

/** Figures side by side if the page is wide enough. */
void ria_report_figures_begin(ria_report *report);
void ria_report_figures_end(ria_report *report);
/** Embed a file. If that is impossible (missing, too large, another format), the caption says why.
 * Returns whether it is embedded. */
bool ria_report_figure(ria_report *report, const char *path, const char *caption);

/** A series of pictures: buttons below choose one, by mouse or keys, and a check box plays the
 * series. Captions [count] name each picture; the last picture is shown first. Files that cannot be
 * embedded are left out. Returns the number of embedded pictures; if it is 0, only the caption is
 * written, and it gives the reason. */
int ria_report_film(ria_report *report, const char *title, int count, const char *const *path,
                    const char *const *caption);

/* ---- charts, as SVG ---- */

/** Values over time. */
typedef struct {
  const char *name; /**< in the key; NULL: none */
  int count;
  const double *x, *y; /**< [count] x grows: seconds since 1970, or since the start; y NAN: a gap */
  bool marks;          /**< marks instead of a line */
} ria_report_curve;

/** Curves over time with one axis. `dates`: x are seconds since 1970-01-01T00:00:00Z. Curves with
 * more values than a screen shows are reduced to the maximum and minimum of each interval. Curves
 * without a finite value are left out; if no curve is left, there is no chart. */
void ria_report_series(ria_report *report, const char *caption, const char *unit, bool dates,
                       int curves, const ria_report_curve *curve);

/** "90 s", "2 min 30 s", "6 h", "2 d 4 h"; "?" if `seconds` is negative or not finite. */
void ria_report_duration(double seconds, char text[32]);

/** A bar from `from` to `to`. */
typedef struct {
  double from, to;
  ria_tone tone;
  const char *what; /**< tooltip; NULL: none */
} ria_report_span;

typedef struct {
  const char *label, *link; /**< link "#id" or NULL */
  const char *value;        /**< text at the end of the line; NULL: none */
  int spans;
  const ria_report_span *span; /**< in drawing order */
} ria_report_lane;

/** A Gantt chart; spans are in seconds since a common origin. */
void ria_report_timeline(ria_report *report, const char *caption, int lanes,
                         const ria_report_lane *lane);
/** Stacked bars from 0 in any unit; a span's length is `to` - `from`. */
void ria_report_bars(ria_report *report, const char *caption, const char *unit, int lanes,
                     const ria_report_lane *lane);

#ifdef __cplusplus
}
#endif
#endif
