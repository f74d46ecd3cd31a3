/** \file
 * Private: memory layout of a trace, for trace.c, which fills it, and write.c.
 */
#ifndef TRACE_LANES_H
#define TRACE_LANES_H

#include <pthread.h>
#include <stdatomic.h>
#include "ria/trace.h"
#include "trace.h"

enum { TRACE_EVENTS = 32768 }; /**< events that a lane holds */

typedef struct {
  trace_event *event; /**< [TRACE_EVENTS], a ring buffer */
  uint64_t count;     /**< number of all events so far */
} trace_lane;

struct trace_record {
  ria_trace_options options;
  double zero;            /**< this rank's ria_seconds() when rank 0 started the trace */
  _Atomic int64_t latest; /**< latest step of a worker */
  int workers;
  trace_lane *lane;      /**< [workers + 1]; the last lane is for messages */
  pthread_mutex_t mutex; /**< protects the last lane */
};

#endif
