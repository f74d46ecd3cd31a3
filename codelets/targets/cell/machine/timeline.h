/** \file
 * Computing and transfers of SPEs side by side. */
#ifndef RIA_CELL_TIMELINE_H
#define RIA_CELL_TIMELINE_H

#include <ria_cell/model.h>
#include "recorder.h"
#include "schedule.h"

typedef struct {
  const ria_event *events;
  size_t count;
  const ria_count *counts;
  const ria_schedule *schedules;
} ria_track;

/** Fills in seconds, compute and wait. */
void ria_cell_timeline(const ria_track *tracks, int spes, const ria_cell_machine *machine,
                       ria_cell_times *times);

#endif
