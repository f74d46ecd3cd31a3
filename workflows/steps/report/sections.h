/** \file
 * Private: the sections of a study's report, in the order of the page.
 */
#ifndef REPORT_SECTIONS_H
#define REPORT_SECTIONS_H

#include "snapshot.h"

/** Title and main numbers. `self`: the step that makes the page, or NULL. */
void put_head(ria_report *page, const snapshot *s, const char *self);
/** Each failed task, with the last lines of its output. */
void put_failures(ria_report *page, const snapshot *s);
void put_steps(ria_report *page, const snapshot *s, const char *self);
void put_timeline(ria_report *page, const snapshot *s);
void put_cost(ria_report *page, const snapshot *s);

/** Each step's results, files and tasks. Errors: RIA_ERROR_MEMORY. */
ria_status put_findings(ria_report *page, const snapshot *s);

/** Program, libraries, machines; the workflow; the events. Errors: RIA_ERROR_MEMORY. */
ria_status put_provenance(ria_report *page, const snapshot *s);
void put_workflow(ria_report *page, const snapshot *s);
void put_events(ria_report *page, const snapshot *s);

/** "2026-11-21 08:00:05 UTC"; "" for 0. */
void put_date(double time, char text[32]);
/** "3 h 20 min" between two times; "" if one is missing. */
void put_duration(double from, double to, char text[32]);
/** Cores times the time that they were held: "12.3 h", "35 s". */
void put_core_time(double core_seconds, char text[32]);

#endif
