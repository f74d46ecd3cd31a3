#include "report.h"
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "ria/number.h"
#include "ria/replaced.h"

static void release(ria_report *r) {
  free(r->path);
  free(r->partial);
  free(r);
}

static ria_status open_partial(ria_report *r) {
  /* With our process id, because several processes may write a page at the same time. */
  if (!r->path || asprintf(&r->partial, "%s.%ld.partial", r->path, (long)getpid()) < 0) {
    r->partial = NULL;
    return ria_fail(RIA_ERROR_MEMORY, "no memory for a page");
  }
  r->out = fopen(r->partial, "we");
  if (!r->out)
    return ria_fail(RIA_ERROR_IO, "%s: cannot be made: %s", r->path, strerror(errno));
  return RIA_SUCCESS;
}

ria_status ria_report_begin(const char *path, const char *title, const ria_report_limits *limits,
                            ria_report **report) {
  *report = NULL;
  RIA_TRY(ria_replaced_check(path, RIA_REPLACED_REPORT));
  ria_report *r = calloc(1, sizeof *r);
  if (!r)
    return ria_fail(RIA_ERROR_MEMORY, "no memory for a page");
  r->limits = limits ? *limits : (ria_report_limits){0};
  if (!r->limits.most_bytes)
    r->limits.most_bytes = 4000000;
  if (!r->limits.most_page_bytes)
    r->limits.most_page_bytes = 24000000;
  r->path = strdup(path);
  ria_status status = open_partial(r);
  if (status != RIA_SUCCESS) {
    release(r);
    return status;
  }
  /* The page may not load or run anything, even if something got past the escaping. */
  fputs("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
        "<meta name=\"generator\" content=\"ria\">\n"
        "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
        "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; img-src data:; "
        "media-src data:; style-src 'unsafe-inline'\">\n<title>",
        r->out);
  report_html_escape(r->out, title);
  fputs("</title>\n<style>\n", r->out);
  for (const char *const *piece = report_style; *piece; piece++)
    fputs(*piece, r->out);
  fputs("</style>\n</head>\n<body>\n<main>\n", r->out);
  *report = r;
  return RIA_SUCCESS;
}

static ria_status close_page(ria_report *r) {
  errno = 0;
  int failed = fputs("</main>\n</body>\n</html>\n", r->out) < 0 || fflush(r->out) || ferror(r->out);
  int reason = errno;
  failed |= fclose(r->out);
  r->out = NULL;
  if (!failed && rename(r->partial, r->path)) {
    failed = 1;
    reason = errno;
  }
  if (!failed)
    return RIA_SUCCESS;
  return ria_fail(RIA_ERROR_IO, "%s: cannot be written: %s", r->path,
                  strerror(reason ? reason : EIO));
}

ria_status ria_report_finish(ria_report *r, ria_status status) {
  if (!r)
    return status;
  if (status == RIA_SUCCESS)
    status = close_page(r);
  if (r->out)
    fclose(r->out);
  if (status != RIA_SUCCESS)
    unlink(r->partial);
  release(r);
  return status;
}

/* --- text --- */

void ria_report_heading(ria_report *r, int level, const char *id, const char *title) {
  fprintf(r->out, "<h%d", level);
  if (id) {
    fputs(" id=\"", r->out);
    report_html_escape(r->out, id);
    fputc('"', r->out);
  }
  fputc('>', r->out);
  report_html_escape(r->out, title);
  fprintf(r->out, "</h%d>\n", level);
}

static void put_formatted(ria_report *r, const char *format, va_list arguments) {
  char *text = NULL;
  if (ria_vasprintf(&text, format, arguments) < 0)
    return;
  report_html_escape(r->out, text);
  free(text);
}

void ria_report_paragraph(ria_report *r, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  fputs("<p>", r->out);
  put_formatted(r, format, arguments);
  fputs("</p>\n", r->out);
  va_end(arguments);
}

void ria_report_alert(ria_report *r, ria_tone tone, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  fprintf(r->out, "<div class=\"alert %s\">%s <span>", report_tone_class(tone),
          report_tone_sign(tone));
  put_formatted(r, format, arguments);
  fputs("</span></div>\n", r->out);
  va_end(arguments);
}

void ria_report_code(ria_report *r, const char *text, size_t length) {
  /* Reachable by keyboard, because it scrolls. */
  fputs("<pre tabindex=\"0\">", r->out);
  report_html_escape_bytes(r->out, text, length);
  fputs("</pre>\n", r->out);
}

void ria_report_fold_begin(ria_report *r, const char *title, bool open) {
  fprintf(r->out, "<details%s><summary>", open ? " open" : "");
  report_html_escape(r->out, title);
  fputs("</summary>\n", r->out);
}

void ria_report_fold_end(ria_report *r) {
  fputs("</details>\n", r->out);
}

void ria_report_facts_begin(ria_report *r) {
  fputs("<div class=\"facts\">\n", r->out);
}

void ria_report_fact(ria_report *r, ria_tone tone, const char *value, const char *what) {
  fprintf(r->out, "<div class=\"fact\"><b class=\"%s\">%s%s", report_tone_class(tone),
          report_tone_sign(tone), tone == RIA_TONE_PLAIN ? "" : " ");
  report_html_escape(r->out, value);
  fputs("</b><span>", r->out);
  report_html_escape(r->out, what);
  fputs("</span></div>\n", r->out);
}

void ria_report_facts_end(ria_report *r) {
  fputs("</div>\n", r->out);
}

/* --- tables --- */

enum { MANY = 12 /* from so many columns on, cells are set closer to fit a desktop's page */ };

void ria_report_table_begin(ria_report *r, const char *caption, int columns,
                            const ria_report_column *column) {
  r->columns = columns;
  r->column = column;
  fprintf(r->out, "<div class=\"box\" tabindex=\"0\"><table%s>\n",
          columns > MANY ? " class=\"wide\"" : "");
  if (caption) {
    fputs("<caption>", r->out);
    report_html_escape(r->out, caption);
    fputs("</caption>\n", r->out);
  }
  fputs("<thead><tr>", r->out);
  for (int c = 0; c < columns; c++) {
    fprintf(r->out, "<th scope=\"col\"%s>", column[c].numeric ? " class=\"n\"" : "");
    report_html_escape(r->out, column[c].title);
    fputs("</th>", r->out);
  }
  fputs("</tr></thead>\n<tbody>\n", r->out);
}

static void put_cell(ria_report *r, const ria_report_cell *cell) {
  if (cell->tone != RIA_TONE_PLAIN)
    fprintf(r->out, "<span class=\"%s\">%s</span> ", report_tone_class(cell->tone),
            report_tone_sign(cell->tone));
  if (cell->link) {
    fputs("<a href=\"", r->out);
    report_html_escape(r->out, cell->link);
    fputs("\">", r->out);
  }
  report_html_escape(r->out, cell->text);
  fputs(cell->link ? "</a>" : "", r->out);
}

void ria_report_row(ria_report *r, const ria_report_cell *cell) {
  fputs("<tr>", r->out);
  for (int c = 0; c < r->columns; c++) {
    bool sign = cell[c].tone != RIA_TONE_PLAIN;
    fputs(r->column[c].numeric ? "<td class=\"n\">" : sign ? "<td class=\"s\">" : "<td>", r->out);
    put_cell(r, &cell[c]);
    fputs("</td>", r->out);
  }
  fputs("</tr>\n", r->out);
}

void ria_report_table_end(ria_report *r) {
  fputs("</tbody></table></div>\n", r->out);
  r->columns = 0;
}
