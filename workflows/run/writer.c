#include "writer.h"
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>

/* One job is written while the next is copied; more would only use memory. */
enum { QUEUE = 2 };

typedef struct {
  run_writer_job job;
  void *context;
  ria_snapshot *snapshot;
  void *note;
} entry;

struct run_writer {
  bool threads;
  pthread_t thread;
  pthread_mutex_t mutex;
  pthread_cond_t changed;
  entry queue[QUEUE];
  int first, count; /* the first one is running */
  bool stop;
  ria_status status;
  char detail[1024]; /* details are per thread: copied to the caller */
};

static void do_job(run_writer *w, const entry *e) {
  ria_status status = RIA_SUCCESS;
  if (w->status == RIA_SUCCESS)
    status = e->job(e->context, e->snapshot, e->note);
  ria_snapshot_destroy(e->snapshot);
  free(e->note);
  if (status == RIA_SUCCESS)
    return;
  pthread_mutex_lock(&w->mutex);
  w->status = status;
  snprintf(w->detail, sizeof w->detail, "%s", ria_status_detail());
  pthread_mutex_unlock(&w->mutex);
}

static void *work(void *writer) {
  run_writer *w = writer;
  pthread_mutex_lock(&w->mutex);
  for (;;) {
    while (!w->count && !w->stop)
      pthread_cond_wait(&w->changed, &w->mutex);
    if (!w->count)
      break;
    entry e = w->queue[w->first];
    pthread_mutex_unlock(&w->mutex);
    do_job(w, &e);
    pthread_mutex_lock(&w->mutex);
    w->first = (w->first + 1) % QUEUE;
    w->count--;
    pthread_cond_broadcast(&w->changed);
  }
  pthread_mutex_unlock(&w->mutex);
  return NULL;
}

/* The main thread handles signals. */
static int start_thread(run_writer *w) {
  sigset_t all, before;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &before);
  int status = pthread_create(&w->thread, NULL, work, w);
  pthread_sigmask(SIG_SETMASK, &before, NULL);
  return status;
}

ria_status run_writer_create(bool threads, run_writer **writer) {
  run_writer *w = *writer = calloc(1, sizeof *w);
  if (!w)
    return ria_fail(RIA_ERROR_MEMORY, "no memory for the writer of files");
  pthread_mutex_init(&w->mutex, NULL);
  pthread_cond_init(&w->changed, NULL);
  w->threads = threads;
  if (threads && start_thread(w)) {
    w->threads = false;
    return ria_fail(RIA_ERROR_MEMORY, "no thread for the writer of files");
  }
  return RIA_SUCCESS;
}

void run_writer_add(run_writer *w, run_writer_job job, void *context, ria_snapshot *snapshot,
                    void *note) {
  entry e = {.job = job, .context = context, .snapshot = snapshot, .note = note};
  if (!w->threads) {
    do_job(w, &e);
    return;
  }
  pthread_mutex_lock(&w->mutex);
  while (w->count == QUEUE)
    pthread_cond_wait(&w->changed, &w->mutex);
  w->queue[(w->first + w->count++) % QUEUE] = e;
  pthread_cond_broadcast(&w->changed);
  pthread_mutex_unlock(&w->mutex);
}

bool run_writer_failed(run_writer *w) {
  pthread_mutex_lock(&w->mutex);
  bool failed = w->status != RIA_SUCCESS;
  pthread_mutex_unlock(&w->mutex);
  return failed;
}

ria_status run_writer_flush(run_writer *w) {
  pthread_mutex_lock(&w->mutex);
  while (w->count)
    pthread_cond_wait(&w->changed, &w->mutex);
  ria_status status = w->status;
  pthread_mutex_unlock(&w->mutex);
  return status == RIA_SUCCESS ? status : ria_fail(status, "%s", w->detail);
}

void run_writer_destroy(run_writer *w) {
  if (!w)
    return;
  if (w->threads) {
    pthread_mutex_lock(&w->mutex);
    w->stop = true;
    pthread_cond_broadcast(&w->changed);
    pthread_mutex_unlock(&w->mutex);
    pthread_join(w->thread, NULL);
  }
  pthread_cond_destroy(&w->changed);
  pthread_mutex_destroy(&w->mutex);
  free(w);
}
