/** \file
 * Private: the events of a trace. Only the worker of a lane adds to it, so no lock is needed. The
 * lane of messages has a lock, because StarPU-MPI may call back from several threads.
 */
#ifndef TRACE_TRACE_H
#define TRACE_TRACE_H

#include <stdbool.h>
#include <stdint.h>

typedef enum {
  TRACE_UNPACK,
  TRACE_WORK,
  TRACE_PACK,
  TRACE_FETCH,
  TRACE_SNAPSHOT,
  TRACE_CLOCK,
  TRACE_SEND,
  TRACE_RECEIVE
} trace_kind;

typedef struct {
  double begin, end; /**< ria_seconds(), s */
  int64_t step;      /**< steps done before */
  int64_t message;   /**< for SEND and RECEIVE */
  int32_t tile, steps;
  trace_kind kind;
  bool edge; /**< whether the tile has neighbours on other ranks */
} trace_event;

typedef struct trace_record trace_record;

/** Whether a step is traced; false without a trace (NULL). */
bool trace_wants(const trace_record *trace, int64_t step);
/** The latest step of a worker of this rank; received messages are assigned to it. */
void trace_reach(trace_record *trace, int64_t step);
int64_t trace_latest(const trace_record *trace);
/** Add an event in the lane of the calling worker. */
void trace_add(trace_record *trace, const trace_event *event);
/** Add another activity of the calling worker since `begin`, in that step. */
void trace_note(trace_record *trace, trace_kind kind, int64_t step, double begin);
/** Add an event in the lane of messages; any thread may call this. */
void trace_add_message(trace_record *trace, const trace_event *event);
/** Free a trace. NULL is fine. */
void trace_destroy(trace_record *trace);

#endif
