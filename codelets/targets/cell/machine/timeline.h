/** \file
 * Computing and transfers of SPEs side by side. */
#ifndef RIA_CELL_TIMELINE_H
#define RIA_CELL_TIMELINE_H

#include <ria_cell/model.h>
#include "recorder.h"
#include "schedule.h"

/** What an SPE does in a phase. */
typedef struct {
  const ria_phase *phase;
  const ria_schedule *schedules; /**< of its recorder's regions */
} ria_track;

/** Adds seconds, compute, wait and ppe of so many phases like this one. SPEs whose phase has events
 * take part: the PPE writes to the mailbox of one after another, and at the end reads those of all
 * in this order, each as soon as its SPE has ended. */
void ria_cell_timeline(const ria_track *tracks, int spes, uint64_t phases,
                       const ria_cell_machine *machine, ria_cell_times *times);

#endif
