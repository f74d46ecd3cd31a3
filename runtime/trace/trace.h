/** \file
 * Private: the events of a trace. Only the worker of a lane adds to it, so that nothing is locked;
 * the lane of messages has a lock, because StarPU-MPI calls back from whichever thread finds one
 * complete.
 */
#ifndef RIA_TRACE_EVENTS_H
#define RIA_TRACE_EVENTS_H

#include <stdbool.h>
#include <stdint.h>

typedef enum {
  RIA_TRACE_UNPACK,
  RIA_TRACE_WORK,
  RIA_TRACE_PACK,
  RIA_TRACE_FETCH,
  RIA_TRACE_SNAPSHOT,
  RIA_TRACE_CLOCK,
  RIA_TRACE_SEND,
  RIA_TRACE_RECEIVE
} ria_trace_kind;

typedef struct {
  double begin, end; /**< ria_seconds(), s */
  int64_t step;      /**< steps done before */
  int64_t message;   /**< of SEND and RECEIVE */
  int32_t tile, steps;
  ria_trace_kind kind;
  bool edge; /**< of a tile with neighbours on other ranks */
} ria_trace_event;

typedef struct ria_trace ria_trace;

/** Whether there is a trace of that step; no trace (NULL) has none. */
bool ria_trace_wants(const ria_trace *trace, int64_t step);
/** The step that a worker of this rank has last come to: what is received is taken to be of it. */
void ria_trace_reach(ria_trace *trace, int64_t step);
int64_t ria_trace_latest(const ria_trace *trace);
/** By the worker that calls, in its own lane. */
void ria_trace_add(ria_trace *trace, const ria_trace_event *event);
/** Something else that the calling worker has done since `begin`, in that step. */
void ria_trace_note(ria_trace *trace, ria_trace_kind kind, int64_t step, double begin);
/** In the lane of messages, by any thread. */
void ria_trace_add_message(ria_trace *trace, const ria_trace_event *event);
/** NULL is fine. */
void ria_trace_destroy(ria_trace *trace);

#endif
