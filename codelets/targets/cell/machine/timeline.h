/** \file
 * Concurrent computation and transfers of SPEs. */
#ifndef RIA_CELL_TIMELINE_H
#define RIA_CELL_TIMELINE_H

#include <ria_cell/model.h>
#include "recorder.h"
#include "schedule.h"

/** An SPE's work in a phase. */
typedef struct {
  const ria_phase *phase;
  const ria_schedule *schedules; /**< of its recorder's regions */
} ria_track;

/** Adds seconds, compute, wait and ppe of `phases` phases like this one. SPEs with events in the
 * phase take part: the PPE writes to the mailboxes one after another, and at the end reads them in
 * the same order, each as soon as its SPE has ended. */
void ria_cell_timeline(const ria_track *tracks, int spes, uint64_t phases,
                       const ria_cell_machine *machine, ria_cell_times *times);

#endif
