/* CUDA's words for a host's C++ compiler, and what is behind them: executor.cc runs the threads of
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

/* What the last launch that failed on this thread did wrong. */
extern "C" const char *ria_executor_fault(void);

/* See this_device(). */
extern "C" void ria_executor_become(int multiprocessors, size_t shared, int backwards);

namespace ria_executor {

/* Where the running thread of the grid is. */
struct place {
  dim3 thread, block, threads, blocks;
};
const place &here();

/* Memory that the block's threads share under a key, and what the launch asked for; its bytes are
 * those of NaN at first. */
void *shared(const void *key, size_t bytes);
void *dynamic_shared();

/* Ends the launch with a fault. */
[[noreturn]] void fault(const char *what);

void barrier();

/* Lets others run, until one has written what this thread waits for. */
void pause();

/* A barrier of two warps, of which one does not wait: what that has written before, the other one
 * may read. */
void partner_done();
void partner_wait();

/* What the lanes of a mask hand to each other. */
struct exchange {
  unsigned char value[8];
  int source; /* lane that a value is wanted of */
  int vote;
};
enum operation { SHUFFLE, VOTE };

/* Waits until all lanes of `mask` have come to this operation. `mine` comes back with the source's
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

/* What the executor passes for: its multiprocessors, which have a block each where all of a launch
 * must be under way together, and how much memory a block of these may share. Backwards: the last
 * block goes first; what is right does not depend on it. */
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

/* Who touched an element last, since which barrier, and whether the writer had told its partner by
 * then. Fresh shared memory is all ones: nobody. */
struct trace {
  int writer, written, reader, read, after;
  int writer_syncs, reader_syncs; /* of their warps, when they did so */
};

/* After it, a warp's lanes see what they have written before it. */
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
  ria_executor::trace trace[size + 1]; /* the last is that of all wrong places */

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

/* Numbers in the memory that a launch has a block share, and what is known of each. */
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

/* A copy is there at once, which a GPU allows: the barrier after the wait for it is what is looked
 * at. */
template <typename T> void copy_ahead(shared_numbers<T> &to, int i, const T *from) {
  to.set(i, *from);
}
#define COPIES_ASKED()   ((void)0)
#define COPIES_COME(but) ((void)(but))

/* What `bytes` has besides is not a GPU's. */
template <typename K> int allow_sharing(K, size_t) {
  return cudaSuccess;
}

/* Not to be used before one thread has begun it and the block has met. */
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

/* Lanes take turns in the order of their numbers, so that the last one here finds all others done.
 */
static inline void __syncwarp(unsigned mask = 0xffffffffu) {
  ria_executor::exchange mine = {};
  ria_executor::meet(ria_executor::VOTE, mask, mine);
  ria_executor::warp_synced(mask);
}

template <typename T> T __shfl_sync(unsigned mask, T value, int source) {
  return ria_executor::shuffled(mask, value, source);
}

/* Lanes whose source would be outside keep their own value. */
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
