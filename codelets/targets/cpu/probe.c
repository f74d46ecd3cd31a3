/* The peaks of a core. Compiled with the flags of the codelets, so that they are peaks of what the
 * codelets could reach. Each loop is timed several times, and the best time counts. */
#include <ria/probe.h>
#include <math.h>
#include <stdlib.h>
#include <time.h>

enum {
  ELEMENTS = 2048, /* of the arithmetic loops: fit the first-level cache */
  TURNS = 100,     /* passes over them between two looks at the clock */
  TRIES = 20
};

static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
  return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* Keeps a compiler from seeing that nobody reads an array. */
static void used(void *data) {
  __asm__ volatile("" : : "r"(data) : "memory");
}

#define LESS(x, y) ((x) < (y) ? (x) : (y))
#define MORE(x, y) ((x) > (y) ? (x) : (y))

/* The loops in one precision. An element goes through 4 or 8 dependent operations; a processor
 * overlaps those of many elements, so that latency does not count. Longer chains fill its queue of
 * waiting operations: 16 of them showed three quarters of what 8 do. */
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
    real *a = data; /* of limits that a compiler does not know, or it leaves some out */           \
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

/* Calls of `loop` a second: the best of several tries of `turns` calls. */
static double calls_a_second(void (*loop)(void *, size_t), void *data, size_t n, int turns) {
  double best = 0;
  for (int i = 0; i < TRIES; i++) {
    const double start = now();
    for (int turn = 0; turn < turns; turn++) {
      loop(data, n);
      used(data);
    }
    const double calls = turns / (now() - start);
    best = calls > best ? calls : best;
  }
  return best;
}

ria_status ria_cpu_probe(ria_precision precision, size_t bytes, ria_peaks *peaks) {
  static const struct {
    void (*ones)(void *, size_t), (*triad)(void *, size_t), (*flops)(void *, size_t),
        (*operations)(void *, size_t), (*comparisons)(void *, size_t), (*divisions)(void *, size_t),
        (*square_roots)(void *, size_t);
  } loops[RIA_PRECISIONS] = {{ones_float, triad_float, flops_float, operations_float,
                              comparisons_float, divisions_float, square_roots_float},
                             {ones_double, triad_double, flops_double, operations_double,
                              comparisons_double, divisions_double, square_roots_double}};
  const size_t size = ria_precision_size(precision);
  const size_t n = bytes > 65536 ? bytes / size / 3 : 65536 / size / 3;
  void *data = malloc(3 * n * size);
  if (!data)
    return ria_fail(RIA_ERROR_MEMORY, "no %zu bytes to measure memory with; ask for a smaller size",
                    3 * n * size);
  loops[precision].ones(data, 3 * n);
  const int turns = bytes > 2000000 ? 1 : (int)(2000000 / (3 * n * size)) + 1;
  peaks->bandwidth =
      3.0 * (double)(n * size) * calls_a_second(loops[precision].triad, data, n, turns);
  loops[precision].ones(data, ELEMENTS);
  peaks->flops = 16.0 * ELEMENTS * calls_a_second(loops[precision].flops, data, ELEMENTS, TURNS);
  peaks->operations =
      8.0 * ELEMENTS * calls_a_second(loops[precision].operations, data, ELEMENTS, TURNS);
  peaks->comparisons =
      8.0 * ELEMENTS * calls_a_second(loops[precision].comparisons, data, ELEMENTS, TURNS);
  loops[precision].ones(data, ELEMENTS);
  peaks->divisions =
      4.0 * ELEMENTS * calls_a_second(loops[precision].divisions, data, ELEMENTS, TURNS);
  peaks->square_roots =
      4.0 * ELEMENTS * calls_a_second(loops[precision].square_roots, data, ELEMENTS, TURNS);
  free(data);
  return RIA_SUCCESS;
}
