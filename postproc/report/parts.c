/* Shows one of several parts at a time without a script: a link makes a part the page's target.
 */
#include "report.h"

/* The link of the part that is shown. */
static void put_style(ria_report *r, const char *id, int parts, const ria_report_part *part) {
  static const char look[] =
      "{background:var(--active);color:var(--box);border-color:var(--active)}\n",
                    mark[] = "{fill:var(--bad)}\n";
  FILE *out = r->out;
  fputs("<style>\n", out);
  for (int i = 0; i < parts; i++) {
    fprintf(out, ".parts:has(#%s:target) .chips a[href=\"#%s\"]%s", part[i].id, part[i].id, look);
    fprintf(out, ".parts:has(#%s:target) .plan a[href=\"#%s\"] circle%s", part[i].id, part[i].id,
            mark);
  }
  fprintf(out, "#%s:target .chips a[href=\"#%s\"]%s", id, id, look);
  fprintf(out, "#%s:not(:has(.part:target)):not(:target) .chips a[href=\"#%s\"]%s", id, part[0].id,
          look);
  fprintf(out, "#%s:not(:has(.part:target)):not(:target) .plan a[href=\"#%s\"] circle%s", id,
          part[0].id, mark);
  fputs("</style>\n", out);
}

static void put_link(ria_report *r, const char *id, const char *title) {
  fputs("<a href=\"#", r->out);
  report_html_escape(r->out, id);
  fputs("\">", r->out);
  report_html_escape(r->out, title);
  fputs("</a>\n", r->out);
}

void ria_report_parts_begin(ria_report *r, const char *id, int parts, const ria_report_part *part,
                            const ria_report_plan *plan) {
  fprintf(r->out, "<div class=\"parts%s\" id=\"", plan ? " beside" : "");
  report_html_escape(r->out, id);
  fputs("\">\n", r->out);
  if (parts > 1)
    put_style(r, id, parts, part);
  fputs("<div class=\"where\">\n", r->out);
  if (plan)
    report_plan_put(r, plan);
  if (parts > 1) {
    fputs("<nav class=\"chips\">\n", r->out);
    for (int i = 0; i < parts; i++)
      put_link(r, part[i].id, part[i].title);
    put_link(r, id, "all");
    fputs("</nav>\n", r->out);
  }
  fputs("</div>\n<div>\n", r->out);
}

void ria_report_part_begin(ria_report *r, const ria_report_part *part) {
  fputs("<section class=\"part\" id=\"", r->out);
  report_html_escape(r->out, part->id);
  fputs("\">\n", r->out);
  ria_report_heading(r, 3, NULL, part->title);
}

void ria_report_part_end(ria_report *r) {
  fputs("</section>\n", r->out);
}

void ria_report_parts_end(ria_report *r) {
  fputs("</div></div>\n", r->out);
}
