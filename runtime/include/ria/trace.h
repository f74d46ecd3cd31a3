/** \file
 * A trace: the activities of each worker over time, and the transfer times of halo strips between
 * ranks.
 *
 * Events are kept in memory, in a ring buffer for each worker that overwrites the oldest, and
 * written at the end to one file for each rank. Tasks on a GPU are timed on the device, by events
 * of its stream.
 */
#ifndef RIA_TRACE_H
#define RIA_TRACE_H

#include "ria/simulation.h"

#ifdef __cplusplus
extern "C" {
#endif

/** Steps to trace: [from, to). to < 0: to the end. A worker's ring holds 32768 events; new ones
 * overwrite the oldest. */
typedef struct {
  int64_t from, to;
} ria_trace_options;

/** Start a trace. Call it once, before the first ria_simulation_advance, while no other thread uses
 * ria_runtime_comm(), over which the ranks compare their clocks. Collective. Errors:
 * RIA_ERROR_MEMORY, RIA_ERROR_MPI. */
ria_status ria_simulation_trace(ria_simulation *simulation, const ria_trace_options *options);

/** Write this rank's events to a CSV file of lines
 *
 *     rank,lane,kind,begin,end,step,steps,tile,edge,message
 *
 * sorted by their beginning in each lane. lane: `cpu N`, `gpu N`, `to gpu N` (data that its tasks
 * wait for) or `messages`; kind: `unpack`, `work`, `pack`, `fetch` (a GPU waits for a tile's strips
 * to come to it), `snapshot`, `clock`, `send`, `receive`; begin and end: s of rank 0's clock since
 * ria_simulation_trace; step: steps done before; steps: how many it does; tile: its number, row by
 * row from the low corner, of a message that which sent it; edge: 1 if the tile has neighbours on
 * other ranks; message: the same number where a strip is sent and where it is received. Of messages
 * `end` is when they were complete. Waits for what is under way. Not collective. Errors:
 * RIA_ERROR_IO, RIA_ERROR_ARGUMENT (no trace was kept). */
ria_status ria_simulation_trace_write(ria_simulation *simulation, const char *path);

#ifdef __cplusplus
}
#endif
#endif
