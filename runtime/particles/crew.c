#include "crew.h"
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include "particles.h"

/* Work of the threads in parts; each part begins when the preceding one has ended. */
enum { TAKE, MAKE, END, MOVE, PARTS };

struct particles_crew {
  ria_particles *particles;
  int threads;
  pthread_t *thread; /* [threads] */
  pthread_mutex_t mutex;
  pthread_cond_t begun, ended;
  pthread_barrier_t together;
  uint64_t round; /* first particle of the part that moves all particles */
  int working;    /* threads that have not finished it */
  bool stop;
  ria_currents currents;
  _Atomic int64_t next[PARTS]; /* for each part, the first item that no thread has taken yet */
};

static void do_part(particles_crew *crew, int part, int64_t from, int64_t to) {
  ria_particles *p = crew->particles;
  if (part == MOVE)
    particles_move(p, from, to);
  else if (part == END)
    particles_end_currents(p, &crew->currents);
  for (int64_t row = from; row < to && part < END; row++)
    if (part == TAKE)
      particles_take_row(p, &crew->currents, (int)row - 1);
    else
      particles_make_row(p, (int)row - 1);
}

static void do_parts(particles_crew *crew) {
  enum { ROWS = 4, PARTICLES = 1024 /* items that a thread takes at once */ };
  const ria_particles *p = crew->particles;
  const int64_t all[PARTS] = {p->high, p->high, 1, p->own},
                some[PARTS] = {ROWS, ROWS, 1, PARTICLES};
  for (int part = 0; part < PARTS; part++) {
    for (int64_t from; (from = atomic_fetch_add(&crew->next[part], some[part])) < all[part];)
      do_part(crew, part, from, from + some[part] < all[part] ? from + some[part] : all[part]);
    if (part + 1 < PARTS)
      pthread_barrier_wait(&crew->together);
  }
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
    pthread_mutex_unlock(&crew->mutex);
    do_parts(crew);
    pthread_mutex_lock(&crew->mutex);
    if (!--crew->working)
      pthread_cond_signal(&crew->ended);
  }
  pthread_mutex_unlock(&crew->mutex);
  return NULL;
}

/* Signals go to the threads that existed before. */
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
  pthread_barrier_init(&crew->together, NULL, crew->threads ? (unsigned)crew->threads : 1);
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
  pthread_barrier_destroy(&crew->together);
  pthread_cond_destroy(&crew->ended);
  pthread_cond_destroy(&crew->begun);
  pthread_mutex_destroy(&crew->mutex);
  free(crew->thread);
  free(crew);
}

void particles_crew_begin(particles_crew *crew, const ria_currents *currents) {
  pthread_mutex_lock(&crew->mutex);
  crew->currents = *currents;
  for (int part = 0; part < PARTS; part++)
    atomic_store(&crew->next[part], 0);
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
