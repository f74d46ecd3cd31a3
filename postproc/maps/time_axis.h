/* Axes of time: dates and hours if the start has a date, else time since the start. Private to
 * postproc/maps. */
#ifndef MAPS_TIME_AXIS_H
#define MAPS_TIME_AXIS_H

#include <stdbool.h>
#include <stdio.h>

enum { MAPS_TIME_TICKS = 24, MAPS_TIME_TEXT = 32 };

typedef struct {
  int count;
  struct {
    double at;                                       /* s since the start */
    char text[MAPS_TIME_TEXT], date[MAPS_TIME_TEXT]; /* date: a second line; "": none */
  } tick[MAPS_TIME_TICKS];
  char label[MAPS_TIME_TEXT];
} maps_time_axis;

/* Lay out an axis `length` pixels long over the times `from` to `to` (s since the start, `from` <
 * `to`). `start`: s since 1970, if it has one. The first tick, and the first tick of each day, have
 * a date. */
void maps_time_axis_layout(bool has_start, double start, double from, double to, int length,
                           maps_time_axis *axis);

/* Write range and ticks of axis `name`, x or y, for gnuplot; without `texts` the ticks alone. */
void maps_time_axis_script(const maps_time_axis *axis, char name, double from, double to,
                           bool texts, FILE *script);

#endif
