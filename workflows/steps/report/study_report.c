#include "study_report.h"
#include <stdio.h>
#include <stdlib.h>
#include "sections.h"

static ria_status put_page(ria_report *page, const snapshot *s, const char *self) {
  put_head(page, s, self);
  put_failures(page, s);
  put_steps(page, s, self);
  put_timeline(page, s);
  put_cost(page, s);
  RIA_TRY(put_findings(page, s));
  RIA_TRY(put_provenance(page, s));
  put_workflow(page, s);
  put_events(page, s);
  return RIA_SUCCESS;
}

static ria_status make_page(const snapshot *s, const study_report_options *o, const char *path) {
  ria_report *page;
  char *title = NULL;
  if (asprintf(&title, "%s: report", *s->name ? s->name : s->folder) < 0)
    return ria_fail(RIA_ERROR_MEMORY, "no memory for a report");
  ria_status status = ria_report_begin(path, title, &o->limits, &page);
  free(title);
  RIA_TRY(status);
  return ria_report_finish(page, put_page(page, s, o->step));
}

ria_status study_report_write(study_store *study, const study_report_options *options) {
  study_report_options o = options ? *options : (study_report_options){0};
  snapshot s;
  char *path = NULL;
  if (!o.path && asprintf(&path, "%s/report.html", study_folder(study)) < 0)
    return ria_fail(RIA_ERROR_MEMORY, "no memory for a report");
  ria_status status = snapshot_read(study, &s);
  if (status == RIA_SUCCESS)
    status = make_page(&s, &o, o.path ? o.path : path);
  snapshot_destroy(&s);
  free(path);
  return status;
}
