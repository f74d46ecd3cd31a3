/** \file
 * Private: the events of a trace. Only the worker of a lane adds to it, so that nothing is locked;
 * the lane of messages has a lock, because StarPU-MPI calls back from whichever thread finds one
 * complete.
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
  int64_t message;   /**< of SEND and RECEIVE */
  int32_t tile, steps;
  trace_kind kind;
  bool edge; /**< of a tile with neighbours on other ranks */
} trace_event;

typedef struct trace_record trace_record;

/** Whether there is a trace of that step; no trace (NULL) has none. */
bool trace_wants(const trace_record *trace, int64_t step);
/** The step that a worker of this rank has last come to: what is received is taken to be of it. */
void trace_reach(trace_record *trace, int64_t step);
int64_t trace_latest(const trace_record *trace);
/** By the worker that calls, in its own lane. */
void trace_add(trace_record *trace, const trace_event *event);
/** Something else that the calling worker has done since `begin`, in that step. */
void trace_note(trace_record *trace, trace_kind kind, int64_t step, double begin);
/** In the lane of messages, by any thread. */
void trace_add_message(trace_record *trace, const trace_event *event);
/** NULL is fine. */
void trace_destroy(trace_record *trace);

#endif
