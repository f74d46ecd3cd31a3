/** \file
 * Private: how a trace lies in memory, for trace.c, which fills it, and write.c. */
#ifndef TRACE_LANES_H
#define TRACE_LANES_H

#include <pthread.h>
#include <stdatomic.h>
#include "ria/trace.h"
#include "trace.h"

enum { TRACE_EVENTS = 32768 }; /**< that a lane holds */

typedef struct {
  trace_event *event; /**< [TRACE_EVENTS], a ring */
  uint64_t count;     /**< that there ever were */
} trace_lane;

struct trace_record {
  ria_trace_options options;
  double zero;            /**< this rank's ria_seconds() when rank 0 began the trace */
  _Atomic int64_t latest; /**< step that a worker has come to */
  int workers;
  trace_lane *lane;      /**< [workers + 1]; the last one is of messages */
  pthread_mutex_t mutex; /**< of the last one */
};

#endif
