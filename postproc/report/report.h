/** \file
 * Private: the parts of writing a page.
 */
#ifndef REPORT_POSTPROC_REPORT_H
#define REPORT_POSTPROC_REPORT_H

#include <stdio.h>
#include "ria/report.h"

struct ria_report {
  FILE *out;
  char *path, *partial;
  ria_report_limits limits;
  size_t embedded;                 /**< bytes of pictures so far */
  int columns;                     /**< columns of the open table */
  const ria_report_column *column; /**< [columns] borrowed */
  int patterns;                    /**< number of ids given to SVG */
  int films;                       /**< number of ids given to films */
};

/** Escape text for use between tags and in attributes within double quotes. */
void report_html_escape(FILE *out, const char *text);
void report_html_escape_bytes(FILE *out, const char *text, size_t length);
/** Bytes of the UTF-8 character at `text`; 0 if it is invalid, negative if a page must not contain
 * it. */
int report_html_character(const unsigned char *text, size_t length);

/** Put a plan into the page. */
void report_plan_put(ria_report *report, const ria_report_plan *plan);

/** A step of 1, 2 or 5 times a power of ten that fits about `most` times into `range`; for seconds
 * also minutes, hours and days. */
double report_axis_step(double range, int most);
double report_axis_time_step(double range, int most);

/** CSS class and sign of a tone. */
const char *report_tone_class(ria_tone tone);
const char *report_tone_sign(ria_tone tone);

/** The page's style sheet, in pieces; NULL at the end. */
extern const char *const report_style[];

#endif
