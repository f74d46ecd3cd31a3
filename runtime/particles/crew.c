#include "crew.h"
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include "particles.h"

enum { CHUNK = 1024 /* particles that a thread takes at once */ };

struct particles_crew {
  ria_particles *particles;
  int threads;
  pthread_t *thread; /* [threads] */
  pthread_mutex_t mutex;
  pthread_cond_t begun, ended;
  uint64_t round; /* of moving all particles */
  uint64_t taken; /* the last one whose currents are there */
  int working;    /* threads that have not ended it */
  bool stop;
  ria_currents currents;
  bool taking;          /* one thread takes them; the others wait until they are there */
  _Atomic int64_t next; /* particle that nobody has taken yet */
};

/* All but the thread that begins a round wait until it has taken the currents. */
static void take_currents(particles_crew *crew) {
  if (!crew->taking) {
    while (crew->taken != crew->round)
      pthread_cond_wait(&crew->begun, &crew->mutex);
    return;
  }
  crew->taking = false;
  pthread_mutex_unlock(&crew->mutex);
  particles_take_currents(crew->particles, &crew->currents);
  pthread_mutex_lock(&crew->mutex);
  crew->taken = crew->round;
  pthread_cond_broadcast(&crew->begun);
}

static void move_some(particles_crew *crew) {
  const int64_t own = crew->particles->own;
  for (int64_t from; (from = atomic_fetch_add(&crew->next, CHUNK)) < own;)
    particles_move(crew->particles, from, from + CHUNK < own ? from + CHUNK : own);
}

static void *work(void *context) {
  particles_crew *crew = context;
  uint64_t seen = 0;
  pthread_mutex_lock(&crew->mutex);
  while (true) {
    while (crew->round == seen && !crew->stop)
      pthread_cond_wait(&crew->begun, &crew->mutex);
    if (crew->stop)
      break;
    seen = crew->round;
    take_currents(crew);
    pthread_mutex_unlock(&crew->mutex);
    move_some(crew);
    pthread_mutex_lock(&crew->mutex);
    if (!--crew->working)
      pthread_cond_signal(&crew->ended);
  }
  pthread_mutex_unlock(&crew->mutex);
  return NULL;
}

/* Signals are for the threads that were there before. */
static void start_threads(particles_crew *crew, int threads) {
  sigset_t all, before;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &before);
  while (crew->threads < threads && !pthread_create(&crew->thread[crew->threads], NULL, work, crew))
    crew->threads++;
  pthread_sigmask(SIG_SETMASK, &before, NULL);
}

particles_crew *particles_crew_create(ria_particles *particles, int threads) {
  particles_crew *crew = calloc(1, sizeof *crew);
  if (crew)
    crew->thread = calloc((size_t)threads, sizeof *crew->thread);
  if (!crew || !crew->thread) {
    free(crew);
    return NULL;
  }
  crew->particles = particles;
  pthread_mutex_init(&crew->mutex, NULL);
  pthread_cond_init(&crew->begun, NULL);
  pthread_cond_init(&crew->ended, NULL);
  start_threads(crew, threads);
  if (crew->threads)
    return crew;
  particles_crew_destroy(crew);
  return NULL;
}

void particles_crew_destroy(particles_crew *crew) {
  if (!crew)
    return;
  pthread_mutex_lock(&crew->mutex);
  crew->stop = true;
  pthread_cond_broadcast(&crew->begun);
  pthread_mutex_unlock(&crew->mutex);
  for (int i = 0; i < crew->threads; i++)
    pthread_join(crew->thread[i], NULL);
  pthread_cond_destroy(&crew->ended);
  pthread_cond_destroy(&crew->begun);
  pthread_mutex_destroy(&crew->mutex);
  free(crew->thread);
  free(crew);
}

void particles_crew_begin(particles_crew *crew, const ria_currents *currents) {
  pthread_mutex_lock(&crew->mutex);
  atomic_store(&crew->next, 0);
  crew->currents = *currents;
  crew->taking = true;
  crew->working = crew->threads;
  crew->round++;
  pthread_cond_broadcast(&crew->begun);
  pthread_mutex_unlock(&crew->mutex);
}

void particles_crew_wait(particles_crew *crew) {
  pthread_mutex_lock(&crew->mutex);
  while (crew->working)
    pthread_cond_wait(&crew->ended, &crew->mutex);
  pthread_mutex_unlock(&crew->mutex);
}
