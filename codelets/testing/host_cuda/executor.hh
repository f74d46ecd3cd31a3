/* CUDA's keywords and functions for a host's C++ compiler, and their implementation: executor.cc runs the threads of
 * a block as fibers, one at a time, each until it waits for others. That makes every run the same,
 * and mistakes that a GPU may let pass are found every time:
 *   - a barrier or a warp's operation that not all threads of the block or the mask come to;
 *   - a lane that is out of range, left out by the mask or has returned, as a shuffle's source;
 *   - shared memory that is read before it is written or out of range, and races: an element that
 * one thread writes and another reads or writes with no barrier between;
 *   - threads that wait for what no other ever writes.
 * A launch with a mistake returns cudaErrorLaunchFailure, and ria_executor_fault() says which. */
#ifndef RIA_CUDA_EXECUTOR_H
#define RIA_CUDA_EXECUTOR_H

#include <math.h>
#include <string.h>

#define ENTRY(name) ria_executed_##name
#define __global__
#define __device__
#define __host__
#define __forceinline__ inline __attribute__((unused))
#define __launch_bounds__(...)
#define UNROLL
#define UNROLL_TWICE
#define UNROLL_NEVER
#define APART static __attribute__((noinline, unused))
#define GRID_CONSTANT
#define FOLLOW() ((void)0)
#define SHARED(type, name)                                                                         \
  static const char name##_key = 0;                                                                \
  type &name = *static_cast<type *>(ria_executor::shared(&name##_key, sizeof(type)))
#define LAUNCH(kernel, blocks, threads, stream, ...)                                               \
  ((void)(stream), ria_executor::launch((blocks), (threads), [=] { (kernel)(__VA_ARGS__); }))

#define LAUNCH_SHARING(kernel, blocks, threads, bytes, stream, ...)                                \
  ((void)(stream),                                                                                 \
   ria_executor::launch((blocks), (threads), [=] { (kernel)(__VA_ARGS__); }, (bytes)))
#define LAUNCH_SO(follows, kernel, blocks, threads, bytes, stream, ...)                            \
  ((void)(follows), LAUNCH_SHARING(kernel, blocks, threads, bytes, stream, __VA_ARGS__))
#define LAUNCH_COOPERATIVE(kernel, blocks, threads, bytes, stream, ...)                            \
  ((void)(stream),                                                                                 \
   ria_executor::launch_cooperative((blocks), (threads), (bytes), [=] { (kernel)(__VA_ARGS__); }))
/* Memory that other blocks write while this one runs; a turn of a loop that waits for them. */
#define FRESH(pointer)                (*(pointer))
#define PAUSE()                       ria_executor::pause()
#define GRID_FENCE()                  ((void)0)
#define CLEAR(to, bytes, stream)      ((void)(stream), memset(to, 0, bytes), 0)
#define SEND(to, from, bytes, stream) ((void)(stream), memcpy(to, from, bytes), 0)
#define DYNAMIC_SHARED(name)                                                                       \
  unsigned char *const name = static_cast<unsigned char *>(ria_executor::dynamic_shared())

enum { cudaSuccess = 0, cudaErrorInvalidValue = 1, cudaErrorInvalidConfiguration = 9 };
enum { cudaErrorLaunchFailure = 719, cudaErrorNotSupported = 801 };

struct dim3 {
  unsigned x, y, z;
  dim3(unsigned nx = 1, unsigned ny = 1, unsigned nz = 1) : x(nx), y(ny), z(nz) {}
};

/* The mistake of the last launch that failed on this thread. */
extern "C" const char *ria_executor_fault(void);

/* See this_device(). */
extern "C" void ria_executor_become(int multiprocessors, size_t shared, int backwards);

namespace ria_executor {

/* The position of the running thread in the grid. */
struct place {
  dim3 thread, block, threads, blocks;
};
const place &here();

/* Memory that the block's threads share under a key, and the memory that the launch requested;
 * its bytes are initially those of NaN. */
void *shared(const void *key, size_t bytes);
void *dynamic_shared();

/* Ends the launch with a fault. */
[[noreturn]] void fault(const char *what);

void barrier();

/* Runs other threads until one has written the value that this thread waits for. */
void pause();

/* A barrier of two warps, one of which does not wait: the other one may then read data that the
 * first has written before. */
void partner_done();
void partner_wait();

/* Values that the lanes of a mask exchange. */
struct exchange {
  unsigned char value[8];
  int source; /* lane that the value is read from */
  int vote;
};
enum operation { SHUFFLE, VOTE };

/* Waits until all lanes of `mask` have reached this operation. On return `mine` has the source's
 * value, or with the bits of the lanes that voted 1 in `vote`. */
void meet(operation what, unsigned mask, exchange &mine);

int lane();
int run(const dim3 &blocks, const dim3 &threads, size_t bytes, void (*call)(const void *),
        const void *closure);

template <typename body>
int launch(const dim3 &blocks, const dim3 &threads, const body &thread, size_t bytes = 0) {
  return run(
      blocks, threads, bytes, [](const void *closure) { (*static_cast<const body *>(closure))(); },
      &thread);
}

/* Properties of the simulated device: its multiprocessors, which run one block each where all
 * blocks of a launch must be concurrent, and the memory that such a block may share. Backwards: the
 * last block runs first; correct results do not depend on it. */
struct device {
  int multiprocessors;
  size_t shared;
  bool backwards;
};
device &this_device();

int run_cooperative(unsigned blocks, unsigned threads, size_t bytes, void (*call)(const void *),
                    const void *closure);

template <typename body>
int launch_cooperative(unsigned blocks, unsigned threads, size_t bytes, const body &thread) {
  return run_cooperative(
      blocks, threads, bytes, [](const void *closure) { (*static_cast<const body *>(closure))(); },
      &thread);
}

template <typename K> int cooperative_room(K, int &blocks, size_t &shared) {
  blocks = this_device().multiprocessors;
  shared = this_device().shared;
  return cudaSuccess;
}

template <typename K> int cooperative_blocks(K, int, size_t bytes, int &blocks) {
  blocks = bytes > this_device().shared ? 0 : this_device().multiprocessors;
  return cudaSuccess;
}

template <typename T> T shuffled(unsigned mask, T value, int source) {
  static_assert(sizeof(T) <= sizeof(exchange::value), "a shuffle moves up to 8 bytes");
  exchange mine = {};
  memcpy(mine.value, &value, sizeof value);
  mine.source = source;
  meet(SHUFFLE, mask, mine);
  memcpy(&value, mine.value, sizeof value);
  return value;
}

/* The last thread that accessed an element, its barrier count then, and whether the writer had
 * told its partner. Fresh shared memory is all ones: no thread. */
struct trace {
  int writer, written, reader, read, after;
  int writer_syncs, reader_syncs; /* syncs of their warps at that time */
};

/* After it, the lanes of a warp see all data that they have written before. */
void warp_synced(unsigned mask);
void trace_read(trace &t, int i, int size);
void trace_write(trace &t, int i, int size);

} // namespace ria_executor

using ria_executor::cooperative_blocks;
using ria_executor::cooperative_room;

#define threadIdx (ria_executor::here().thread)
#define blockIdx  (ria_executor::here().block)
#define blockDim  (ria_executor::here().threads)
#define gridDim   (ria_executor::here().blocks)

template <typename T, int size> struct shared_array {
  T item[size];
  ria_executor::trace trace[size + 1]; /* the last value stands for all invalid indices */

  T get(int i) {
    const bool inside = i >= 0 && i < size;
    ria_executor::trace_read(trace[inside ? i : size], i, size);
    return inside ? item[i] : T();
  }
  void set(int i, T value) {
    const bool inside = i >= 0 && i < size;
    ria_executor::trace_write(trace[inside ? i : size], i, size);
    if (inside)
      item[i] = value;
  }
};

/* Numbers in the shared memory of a block, and the access record of each. */
template <typename T> struct shared_numbers {
  T *item;
  ria_executor::trace *traces;
  int count;

  shared_numbers(unsigned char *memory, int n)
      : item(reinterpret_cast<T *>(memory)),
        traces(reinterpret_cast<ria_executor::trace *>(memory + room_of_items(n))), count(n) {}
  T get(int i) {
    ria_executor::trace_read(traces[i >= 0 && i < count ? i : count], i, count);
    return item[i];
  }
  void set(int i, T value) {
    ria_executor::trace_write(traces[i >= 0 && i < count ? i : count], i, count);
    item[i] = value;
  }
  static size_t room_of_items(int n) {
    return (static_cast<size_t>(n) * sizeof(T) + 15) / 16 * 16;
  }
  static size_t bytes(int n) {
    return room_of_items(n) + (static_cast<size_t>(n) + 1) * sizeof(ria_executor::trace);
  }
};

/* A copy completes at once, as a GPU may do: the executor checks the barrier after the wait for
 * it. */
template <typename T> void copy_ahead(shared_numbers<T> &to, int i, const T *from) {
  to.set(i, *from);
}
#define COPIES_ASKED()   ((void)0)
#define COPIES_COME(but) ((void)(but))

/* Bits of `bytes` beyond the size are not a GPU's. */
template <typename K> int allow_sharing(K, size_t) {
  return cudaSuccess;
}

/* May be used only after one thread has initialised it and the block has passed a barrier. */
struct partners {
  shared_array<int, 1> begun;

  void begin() {
    begun.set(0, 1);
  }
  void done() {
    (void)begun.get(0);
    ria_executor::partner_done();
  }
  void wait() {
    (void)begun.get(0);
    ria_executor::partner_wait();
  }
};

static inline void __syncthreads() {
  ria_executor::barrier();
}

/* Lanes run in the order of their numbers, so the last lane finds all others done.
 */
static inline void __syncwarp(unsigned mask = 0xffffffffu) {
  ria_executor::exchange mine = {};
  ria_executor::meet(ria_executor::VOTE, mask, mine);
  ria_executor::warp_synced(mask);
}

template <typename T> T __shfl_sync(unsigned mask, T value, int source) {
  return ria_executor::shuffled(mask, value, source);
}

/* Lanes with a source outside the warp keep their own value. */
template <typename T> T __shfl_up_sync(unsigned mask, T value, unsigned distance) {
  const int lane = ria_executor::lane(), source = lane - (int)distance;
  return ria_executor::shuffled(mask, value, source < 0 ? lane : source);
}

template <typename T> T __shfl_down_sync(unsigned mask, T value, unsigned distance) {
  const int lane = ria_executor::lane(), source = lane + (int)distance;
  return ria_executor::shuffled(mask, value, source > 31 ? lane : source);
}

template <typename T> T __shfl_xor_sync(unsigned mask, T value, int bits) {
  return ria_executor::shuffled(mask, value, ria_executor::lane() ^ bits);
}

static inline unsigned __ballot_sync(unsigned mask, int vote) {
  ria_executor::exchange mine = {};
  mine.vote = vote != 0;
  ria_executor::meet(ria_executor::VOTE, mask, mine);
  return (unsigned)mine.vote;
}

static inline int __any_sync(unsigned mask, int vote) {
  return __ballot_sync(mask, vote) != 0;
}

static inline int __all_sync(unsigned mask, int vote) {
  return __ballot_sync(mask, vote) == mask;
}

static inline int __float_as_int(float value) {
  int bits;
  memcpy(&bits, &value, sizeof bits);
  return bits;
}

static inline float __int_as_float(int bits) {
  float value;
  memcpy(&value, &bits, sizeof value);
  return value;
}

static inline int __double2hiint(double value) {
  long long bits;
  memcpy(&bits, &value, sizeof bits);
  return (int)(bits >> 32);
}

static inline int __viaddmax_s32(int a, int b, int c) {
  const int sum = static_cast<int>(static_cast<unsigned>(a) + static_cast<unsigned>(b));
  return sum > c ? sum : c;
}

static inline unsigned __viaddmax_u32(unsigned a, unsigned b, unsigned c) {
  return a + b > c ? a + b : c;
}

static inline long long __double_as_longlong(double value) {
  long long bits;
  memcpy(&bits, &value, sizeof bits);
  return bits;
}

static inline double __longlong_as_double(long long bits) {
  double value;
  memcpy(&value, &bits, sizeof value);
  return value;
}

static inline int __ffs(int bits) {
  return __builtin_ffs(bits);
}

static inline int __popc(unsigned bits) {
  return __builtin_popcount(bits);
}

template <typename T> T atomicMax(T *at, T value) {
  const T before = *at;
  *at = value > before ? value : before;
  return before;
}

template <typename T> T atomicAdd(T *at, T value) {
  const T before = *at;
  *at = before + value;
  return before;
}

template <typename T> T atomicOr(T *at, T value) {
  const T before = *at;
  *at = before | value;
  return before;
}

#endif
