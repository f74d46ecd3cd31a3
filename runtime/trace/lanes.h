/** \file
 * Private: how a trace lies in memory, for trace.c, which fills it, and write.c. */
#ifndef RIA_TRACE_LANES_H
#define RIA_TRACE_LANES_H

#include <pthread.h>
#include <stdatomic.h>
#include "ria/trace.h"
#include "trace.h"

enum { RIA_TRACE_EVENTS = 32768 }; /**< that a lane holds */

typedef struct {
  ria_trace_event *event; /**< [RIA_TRACE_EVENTS], a ring */
  uint64_t count;         /**< that there ever were */
} ria_trace_lane;

struct ria_trace {
  ria_trace_options options;
  double zero;            /**< this rank's ria_seconds() when rank 0 began the trace */
  _Atomic int64_t latest; /**< step that a worker has come to */
  int workers;
  ria_trace_lane *lane;  /**< [workers + 1]; the last one is of messages */
  pthread_mutex_t mutex; /**< of the last one */
};

#endif
