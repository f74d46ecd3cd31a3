/* Ring buffers of events, and a clock that all ranks share. */
#include "trace.h"
#include <math.h>
#include <pthread.h>
#include <stdlib.h>
#include "access/simulation.h"
#include "ria/trace.h"
#include "lanes.h"

/* Rounds in which two ranks compare their clocks: the fastest round is the most accurate. */
enum { ROUNDS = 16, TAG = 7 };

bool trace_wants(const trace_record *t, int64_t step) {
  return t && step >= t->options.from && (t->options.to < 0 || step < t->options.to);
}

void trace_reach(trace_record *t, int64_t step) {
  atomic_store_explicit(&t->latest, step, memory_order_relaxed);
}

int64_t trace_latest(const trace_record *t) {
  return atomic_load_explicit(&t->latest, memory_order_relaxed);
}

static void put(trace_lane *lane, const trace_event *event) {
  lane->event[lane->count++ % TRACE_EVENTS] = *event;
}

void trace_add(trace_record *t, const trace_event *event) {
  int worker = starpu_worker_get_id();
  if (worker >= 0 && worker < t->workers)
    put(&t->lane[worker], event);
}

void trace_note(trace_record *t, trace_kind kind, int64_t step, double begin) {
  if (trace_wants(t, step))
    trace_add(t, &(trace_event){
                     .begin = begin, .end = ria_seconds(), .step = step, .tile = -1, .kind = kind});
}

void trace_add_message(trace_record *t, const trace_event *event) {
  pthread_mutex_lock(&t->mutex);
  put(&t->lane[t->workers], event);
  pthread_mutex_unlock(&t->mutex);
}

/* How far rank 0's clock is ahead of `other`'s: the reply is assumed to be in the middle of a
 * round. */
static double compare_on_root(MPI_Comm comm, int other) {
  double shortest = INFINITY, ahead = 0;
  for (int i = 0; i < ROUNDS; i++) {
    double theirs, asked = ria_seconds();
    MPI_Send(&asked, 1, MPI_DOUBLE, other, TAG, comm);
    MPI_Recv(&theirs, 1, MPI_DOUBLE, other, TAG, comm, MPI_STATUS_IGNORE);
    double answered = ria_seconds();
    if (answered - asked < shortest) {
      shortest = answered - asked;
      ahead = 0.5 * (asked + answered) - theirs;
    }
  }
  MPI_Send(&ahead, 1, MPI_DOUBLE, other, TAG, comm);
  return ahead;
}

static double compare_with_root(MPI_Comm comm) {
  double ahead, ours;
  for (int i = 0; i < ROUNDS; i++) {
    MPI_Recv(&ahead, 1, MPI_DOUBLE, 0, TAG, comm, MPI_STATUS_IGNORE);
    ours = ria_seconds();
    MPI_Send(&ours, 1, MPI_DOUBLE, 0, TAG, comm);
  }
  MPI_Recv(&ahead, 1, MPI_DOUBLE, 0, TAG, comm, MPI_STATUS_IGNORE);
  return ahead;
}

/* MPI errors end the process, unless another handler is set: no check is needed here. */
static ria_status agree_on_clock(const ria_simulation *s, trace_record *t) {
  const ria_runtime *r = s->runtime;
  t->zero = ria_seconds();
  if (r->ranks == 1)
    return RIA_SUCCESS;
  for (int other = 1; other < r->ranks && r->rank == 0; other++)
    compare_on_root(r->files, other);
  double ahead = r->rank ? compare_with_root(r->files) : 0;
  if (MPI_Bcast(&t->zero, 1, MPI_DOUBLE, 0, r->files))
    return ria_fail(RIA_ERROR_MPI, "MPI cannot compare the ranks' clocks");
  t->zero -= ahead;
  return RIA_SUCCESS;
}

static ria_status create_lanes(trace_record *t) {
  t->lane = calloc((size_t)t->workers + 1, sizeof *t->lane);
  if (!t->lane)
    return ria_fail(RIA_ERROR_MEMORY, "no memory for a trace");
  for (int i = 0; i <= t->workers; i++) {
    t->lane[i].event = calloc(TRACE_EVENTS, sizeof *t->lane[i].event);
    if (!t->lane[i].event)
      return ria_fail(RIA_ERROR_MEMORY, "no memory for a trace");
  }
  return RIA_SUCCESS;
}

ria_status ria_simulation_trace(ria_simulation *s, const ria_trace_options *options) {
  trace_record *t = calloc(1, sizeof *t);
  if (!t)
    return ria_fail(RIA_ERROR_MEMORY, "no memory for a trace");
  t->options = *options;
  t->workers = (int)starpu_worker_get_count();
  pthread_mutex_init(&t->mutex, NULL);
  simulation_take_mpi(s);
  ria_status status = agree_on_clock(s, t);
  if (status == RIA_SUCCESS)
    status = create_lanes(t);
  if (status != RIA_SUCCESS) {
    trace_destroy(t);
    return status;
  }
  /* StarPU reports for a task on a GPU how long its data was fetched. */
  if (s->runtime->gpus)
    starpu_profiling_status_set(STARPU_PROFILING_ENABLE);
  s->trace = t;
  return RIA_SUCCESS;
}

void trace_destroy(trace_record *t) {
  if (!t)
    return;
  for (int i = 0; i <= t->workers && t->lane; i++)
    free(t->lane[i].event);
  free(t->lane);
  pthread_mutex_destroy(&t->mutex);
  free(t);
}
