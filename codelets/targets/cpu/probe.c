/* The peaks of a core, alone or with other cores busy. Compiled with the flags of the codelets,
 * so that codelets could reach these peaks. Each loop is timed several times, and the shortest time
 * counts. */
#include <ria/probe.h>
#include <math.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <time.h>
#include <ria/machine_facts.h>
#include <ria/processes.h>

enum {
  ELEMENTS = 2048, /* of the arithmetic loops: fit the first-level cache */
  TURNS = 100,     /* passes over them between two readings of the clock */
  TRIES = 20,
  FAR_TRIES = 5 /* of data beyond the caches */
};

/* Processor time of this thread, which excludes other programs on a shared machine. */
static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
  return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* Prevents the compiler from removing an array that is never read. */
static void used(void *data) {
  __asm__ volatile("" : : "r"(data) : "memory");
}

#define LESS(x, y) ((x) < (y) ? (x) : (y))
#define MORE(x, y) ((x) > (y) ? (x) : (y))

/* The loops in one precision. Each element has 4 or 8 dependent operations; a processor overlaps
 * those of many elements, so that latency does not matter. Longer chains fill its queue of waiting
 * operations: 16 operations reach three quarters of the rate of 8. */
#define LOOPS(real, fma, sqrt)                                                                     \
  static void triad_##real(void *data, size_t n) {                                                 \
    real *a = data, *b = a + n, *c = b + n;                                                        \
    _Pragma("omp simd") for (size_t i = 0; i < n; i++) a[i] = b[i] + (real)3 * c[i];               \
  }                                                                                                \
  static void flops_##real(void *data, size_t n) {                                                 \
    real *a = data;                                                                                \
    const real p = (real)0.9, q = (real)0.1;                                                       \
    _Pragma("omp simd") for (size_t i = 0; i < n; i++) {                                           \
      real x = a[i];                                                                               \
      x = fma(x, p, q), x = fma(x, p, q), x = fma(x, p, q), x = fma(x, p, q);                      \
      x = fma(x, p, q), x = fma(x, p, q), x = fma(x, p, q), x = fma(x, p, q);                      \
      a[i] = x;                                                                                    \
    }                                                                                              \
  }                                                                                                \
  static void operations_##real(void *data, size_t n) {                                            \
    real *a = data;                                                                                \
    const real p = (real)0.9, q = (real)0.1;                                                       \
    _Pragma("omp simd") for (size_t i = 0; i < n; i++) {                                           \
      real x = a[i];                                                                               \
      x = x * p, x = x + q, x = x * p, x = x + q, x = x * p, x = x + q, x = x * p, x = x + q;      \
      a[i] = x;                                                                                    \
    }                                                                                              \
  }                                                                                                \
  static void comparisons_##real(void *data, size_t n) {                                           \
    real *a = data; /* limits unknown to the compiler, which would otherwise remove some           \
                       operations */                                                               \
    const real c0 = a[n], c1 = a[n + 1], c2 = a[n + 2], c3 = a[n + 3];                             \
    const real c4 = a[n + 4], c5 = a[n + 5], c6 = a[n + 6], c7 = a[n + 7];                         \
    _Pragma("omp simd") for (size_t i = 0; i < n; i++) {                                           \
      real x = a[i];                                                                               \
      x = LESS(x, c0), x = MORE(x, c1), x = LESS(x, c2), x = MORE(x, c3);                          \
      x = LESS(x, c4), x = MORE(x, c5), x = LESS(x, c6), x = MORE(x, c7);                          \
      a[i] = x;                                                                                    \
    }                                                                                              \
  }                                                                                                \
  static void divisions_##real(void *data, size_t n) {                                             \
    real *a = data;                                                                                \
    const real p = (real)1.7;                                                                      \
    _Pragma("omp simd") for (size_t i = 0; i < n; i++) {                                           \
      real x = a[i];                                                                               \
      x = p / x, x = p / x, x = p / x, x = p / x;                                                  \
      a[i] = x;                                                                                    \
    }                                                                                              \
  }                                                                                                \
  static void square_roots_##real(void *data, size_t n) {                                          \
    real *a = data;                                                                                \
    _Pragma("omp simd") for (size_t i = 0; i < n; i++) {                                           \
      real x = a[i];                                                                               \
      x = sqrt(x), x = sqrt(x), x = sqrt(x), x = sqrt(x);                                          \
      a[i] = x;                                                                                    \
    }                                                                                              \
  }                                                                                                \
  static void ones_##real(void *data, size_t n) {                                                  \
    for (size_t i = 0; i < n; i++)                                                                 \
      ((real *)data)[i] = 1;                                                                       \
  }

LOOPS(float, fmaf, sqrtf)
LOOPS(double, fma, sqrt)

/* All cores that are measured. Each has a thread, which touches its own data first, so that they
 * are allocated near the core. */
typedef struct {
  ria_precision precision;
  int cores;
  size_t near, far;      /* numbers of an array of the triad: as requested, and beyond the caches */
  pthread_mutex_t start; /* held until all threads have started */
  pthread_barrier_t gate;
  atomic_bool failed;
  int turns;        /* time between two readings of the clock */
  ria_peaks *peaks; /* rate of one core, while all are busy */
} team;

typedef struct {
  team *team;
  int number;
  void *data;
} member;

typedef void (*loop_function)(void *, size_t);

static const struct {
  loop_function ones, triad, flops, operations, comparisons, divisions, square_roots;
} loops[RIA_PRECISIONS] = {{ones_float, triad_float, flops_float, operations_float,
                            comparisons_float, divisions_float, square_roots_float},
                           {ones_double, triad_double, flops_double, operations_double,
                            comparisons_double, divisions_double, square_roots_double}};

static double seconds_of(loop_function loop, void *data, size_t n, int turns,
                         double (*clock)(void)) {
  const double start = clock();
  for (int turn = 0; turn < turns; turn++) {
    loop(data, n);
    used(data);
  }
  return clock() - start;
}

/* Threads start up to 10 us apart, so a trial of several threads takes 2 ms at least. */
static void choose_turns(member *m, loop_function loop, size_t n, int turns) {
  team *t = m->team;
  if (m->number == 0) {
    const double shortest = 2e-3, once = seconds_of(loop, m->data, n, turns, now);
    t->turns = once < shortest ? turns * (int)(shortest / fmax(once, 1e-6) + 1) : turns;
  }
  pthread_barrier_wait(&t->gate);
}

/* Calls of `loop` per second and core, in the first thread: the best of several trials. */
static double calls_a_second(member *m, loop_function loop, size_t n, int turns, int tries) {
  team *t = m->team;
  double best = 0;
  if (t->cores == 1) {
    for (int i = 0; i < tries; i++)
      best = fmax(best, turns / seconds_of(loop, m->data, n, turns, now));
    return best;
  }
  choose_turns(m, loop, n, turns);
  turns = t->turns;
  for (int i = 0; i < tries; i++) {
    pthread_barrier_wait(&t->gate);
    const double start = ria_seconds();
    (void)seconds_of(loop, m->data, n, turns, now);
    pthread_barrier_wait(&t->gate);
    best = fmax(best, turns / (ria_seconds() - start));
  }
  pthread_barrier_wait(&t->gate); /* all have read the number of turns */
  return best;
}

static double bandwidth(member *m, size_t n, int tries) {
  const size_t bytes = 3 * n * ria_precision_size(m->team->precision);
  const int turns = bytes > 2000000 ? 1 : (int)(2000000 / bytes) + 1;
  return (double)bytes * calls_a_second(m, loops[m->team->precision].triad, n, turns, tries);
}

static double rate(member *m, loop_function loop, double operations) {
  return operations * ELEMENTS * calls_a_second(m, loop, ELEMENTS, TURNS, TRIES);
}

static ria_peaks measure(member *m) {
  const ria_precision precision = m->team->precision;
  const size_t near = m->team->near, far = m->team->far;
  ria_peaks p = {0};
  p.bandwidth = bandwidth(m, near, TRIES);
  p.memory = far > near ? bandwidth(m, far, FAR_TRIES) : p.bandwidth;
  loops[precision].ones(m->data, ELEMENTS);
  p.flops = rate(m, loops[precision].flops, 16);
  p.operations = rate(m, loops[precision].operations, 8);
  p.comparisons = rate(m, loops[precision].comparisons, 8);
  loops[precision].ones(m->data, ELEMENTS);
  p.divisions = rate(m, loops[precision].divisions, 4);
  p.square_roots = rate(m, loops[precision].square_roots, 4);
  return p;
}

static void *work(void *context) {
  member *m = context;
  team *t = m->team;
  const size_t numbers = 3 * (t->far > t->near ? t->far : t->near);
  pthread_mutex_lock(&t->start);
  pthread_mutex_unlock(&t->start);
  m->data = malloc(numbers * ria_precision_size(t->precision));
  if (m->data)
    loops[t->precision].ones(m->data, numbers);
  else
    atomic_store(&t->failed, true);
  pthread_barrier_wait(&t->gate);
  if (!atomic_load(&t->failed)) {
    const ria_peaks peaks = measure(m);
    if (m->number == 0)
      *t->peaks = peaks;
  }
  free(m->data);
  return NULL;
}

static void run_team(team *t, member *all, pthread_t *thread) {
  int started = 0;
  pthread_mutex_init(&t->start, NULL);
  pthread_mutex_lock(&t->start);
  for (; started < t->cores; started++) {
    all[started] = (member){.team = t, .number = started};
    if (pthread_create(&thread[started], NULL, work, &all[started]))
      break;
  }
  if (started < t->cores)
    atomic_store(&t->failed, true);
  pthread_barrier_init(&t->gate, NULL, started ? (unsigned)started : 1);
  pthread_mutex_unlock(&t->start);
  for (int i = 0; i < started; i++)
    pthread_join(thread[i], NULL);
  pthread_barrier_destroy(&t->gate);
  pthread_mutex_destroy(&t->start);
}

/* Bytes for each core, beyond the caches that these cores can have: four times their size, at
 * most a quarter of the free memory. */
static size_t beyond_caches(int cores) {
  ria_cpu_facts facts;
  ria_cpu_facts_find(&facts);
  const int caches = facts.last_caches < cores ? facts.last_caches : cores;
  const size_t bytes = 4 * (size_t)caches * facts.last_cache;
  const size_t room =
      (facts.limit && facts.limit < facts.available ? facts.limit : facts.available) / 4;
  return (room && room < bytes ? room : bytes) / (size_t)cores;
}

ria_status ria_cpu_probe(ria_precision precision, size_t bytes, int cores, ria_peaks *peaks) {
  const size_t three = 3 * ria_precision_size(precision);
  team t = {.precision = precision, .cores = cores > 1 ? cores : 1, .peaks = peaks};
  t.near = (bytes > 65536 ? bytes : 65536) / three;
  t.far = beyond_caches(t.cores) / three;
  member *all = calloc((size_t)t.cores, sizeof *all);
  pthread_t *thread = calloc((size_t)t.cores, sizeof *thread);
  if (all && thread)
    run_team(&t, all, thread);
  else
    t.failed = true;
  free(all);
  free(thread);
  return t.failed ? ria_fail(RIA_ERROR_MEMORY,
                             "no memory to measure the peaks of %d cores with %zu bytes each; ask "
                             "for a smaller size",
                             t.cores, three * (t.far > t.near ? t.far : t.near))
                  : RIA_SUCCESS;
}
