/* Base of generated CUDA source. It is compiled twice: by nvcc for a GPU, and by a host's C++
 * compiler for the executor, which runs grids, blocks and warps on a CPU and checks for
 * mistakes. */
#ifndef RIA_CUDA_DEVICE_H
#define RIA_CUDA_DEVICE_H

#include <ria/device_steps.h>
#include <math.h>

#ifdef __CUDACC__
#include <cuda_runtime.h>
#include <initializer_list>

#define ENTRY(name) ria_##name
/* A variable in the memory that a block shares; of arrays, a shared_array. */
#define SHARED(type, name) __shared__ type name
/* Launches a kernel on a stream; 0 or the error code. The kernel may start before the previous
 * one ends: its first statement is FOLLOW(), which waits until the previous kernel's writes are
 * visible. */
#define LAUNCH(kernel, blocks, threads, stream, ...)                                               \
  launch_following(kernel, blocks, threads, 0, stream, __VA_ARGS__)
/* The same for a kernel with blocks that share `bytes`; may start early only if it `follows`. */
#define LAUNCH_SO(follows, kernel, blocks, threads, bytes, stream, ...)                            \
  launch_so(follows, kernel, blocks, threads, bytes, stream, __VA_ARGS__)
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 900
#define FOLLOW() asm volatile("griddepcontrol.wait;" ::: "memory")
#else
#define FOLLOW() ((void)0)
#endif
#define UNROLL       _Pragma("unroll")
#define UNROLL_TWICE _Pragma("unroll 2")
#define UNROLL_NEVER _Pragma("unroll 1")
/* A function that is not inlined, for code that is seldom run; a parameter that is not copied for
 * it. */
#define APART         static __device__ __noinline__
#define GRID_CONSTANT __grid_constant__
/* Data that other blocks write while this one runs is read past the multiprocessor's own cache. */
#define FRESH(pointer) __ldcg(pointer)
/* A turn of a loop that waits for other blocks. */
#define PAUSE() ((void)0)
/* Writes of this thread, and of those it has synchronised with, become visible to others before its
   later writes. */
#define GRID_FENCE()         asm volatile("fence.acq_rel.gpu;" ::: "memory")
#define DYNAMIC_SHARED(name) extern __shared__ __align__(16) unsigned char name[]
/* Launches a kernel whose blocks share `bytes` of memory each; otherwise as LAUNCH. */
#define LAUNCH_SHARING(kernel, blocks, threads, bytes, stream, ...)                                \
  launch_following(kernel, blocks, threads, bytes, stream, __VA_ARGS__)
/* Launches a kernel with blocks that wait for each other; 0 or the error code. */
#define LAUNCH_COOPERATIVE(kernel, blocks, threads, bytes, stream, ...)                            \
  launch_cooperative(kernel, blocks, threads, bytes, stream, __VA_ARGS__)

/* An array in shared memory. The executor's version checks accesses between barriers. */
template <typename T, int size> struct shared_array {
  T item[size];
  __device__ T get(int i) const {
    return item[i];
  }
  __device__ void set(int i, T value) {
    item[i] = value;
  }
};

/* A barrier of two warps of one block, in shared memory: one warp signals each time that it has
 * finished the work that the other waits for. An mbarrier, which compute-sanitizer's racecheck
 * understands. One thread initialises it, followed by a barrier of the block. */
struct partners {
  unsigned long long barrier;
  unsigned waits; /* number of phases that have ended */

  __device__ unsigned place() const {
    return static_cast<unsigned>(__cvta_generic_to_shared(&barrier));
  }
  __device__ void begin() {
    waits = 0;
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 800
    asm volatile("mbarrier.init.shared.b64 [%0], 32;" ::"r"(place()) : "memory");
#endif
  }
  __device__ void done() {
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 800
    asm volatile("{ .reg .b64 state; mbarrier.arrive.shared.b64 state, [%0]; }" ::"r"(place())
                 : "memory");
#else
    asm volatile("barrier.arrive 1, 64;" ::: "memory");
#endif
  }
  __device__ void wait() {
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 800
    const unsigned turn = waits & 1u; /* distinguishes phases of the barrier */
    unsigned over = 0;
    while (!over)
      asm volatile("{ .reg .pred over; mbarrier.test_wait.parity.shared.b64 over, [%1], %2; "
                   "selp.u32 %0, 1, 0, over; }"
                   : "=r"(over)
                   : "r"(place()), "r"(turn)
                   : "memory");
    __syncwarp();
    if (threadIdx.x % 32 == 0)
      waits++;
    __syncwarp();
#else
    asm volatile("barrier.sync 1, 64;" ::: "memory");
#endif
  }
};

/* Numbers in the shared memory of a launch. The executor's version checks accesses. */
template <typename T> struct shared_numbers {
  T *item;
  __device__ shared_numbers(unsigned char *memory, int) : item(reinterpret_cast<T *>(memory)) {}
  __device__ T get(int i) const {
    return item[i];
  }
  __device__ void set(int i, T value) {
    item[i] = value;
  }
  static size_t bytes(int count) {
    return static_cast<size_t>(count) * sizeof(T);
  }
};

/* Copies a number into a block's shared memory while the thread continues. The copies before
 * COPIES_ASKED() form a group; COPIES_COME(n) waits until all groups of the thread but the last n
 * have arrived, for this thread to read. */
template <typename T>
__device__ __forceinline__ void copy_ahead(shared_numbers<T> &to, int i, const T *from) {
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 800
  const unsigned at = static_cast<unsigned>(__cvta_generic_to_shared(to.item + i));
  if constexpr (sizeof(T) % 16 == 0) {
    for (unsigned part = 0; part < sizeof(T); part += 16)
      asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" ::"r"(at + part),
                   "l"(reinterpret_cast<const char *>(from) + part)
                   : "memory");
  } else {
    asm volatile("cp.async.ca.shared.global [%0], [%1], %2;" ::"r"(at), "l"(from), "n"(sizeof(T))
                 : "memory");
  }
#else
  to.set(i, *from);
#endif
}
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 800
#define COPIES_ASKED()   asm volatile("cp.async.commit_group;" ::: "memory")
#define COPIES_COME(but) asm volatile("cp.async.wait_group %0;" ::"n"(but) : "memory")
#else
#define COPIES_ASKED()   ((void)0)
#define COPIES_COME(but) ((void)0)
#endif

/* Allows the blocks of a kernel to share `bytes` of memory each, and launches it; 0 or the error
 * code. */
template <typename K> int allow_sharing(K kernel, size_t bytes) {
  enum { WITHOUT_ASKING = 48 << 10 };
  if (bytes <= WITHOUT_ASKING)
    return cudaSuccess;
  const int error = (int)cudaFuncSetAttribute(
      (const void *)kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, (int)bytes);
  if (error)
    cudaGetLastError(); /* clears the error, which is returned here */
  return error;
}

/* Clears device memory, or fills it from the host's, in stream order; 0 or the error code.
 */
#define CLEAR(to, bytes, stream) (int)cudaMemsetAsync(to, 0, bytes, (cudaStream_t)(stream))
#define SEND(to, from, bytes, stream)                                                              \
  (int)cudaMemcpyAsync(to, from, bytes, cudaMemcpyHostToDevice, (cudaStream_t)(stream))

/* Number of blocks of a kernel that can be resident together, one on each multiprocessor, and the
 * memory that each may share by the launch; 0 or the error code. */
template <typename K> int cooperative_room(K kernel, int &blocks, size_t &shared) {
  int device = 0, cooperative = 0, most = 0;
  cudaFuncAttributes own;
  int error = (int)cudaGetDevice(&device);
  if (!error)
    error = (int)cudaDeviceGetAttribute(&cooperative, cudaDevAttrCooperativeLaunch, device);
  if (!error)
    error = (int)cudaDeviceGetAttribute(&blocks, cudaDevAttrMultiProcessorCount, device);
  if (!error)
    error = (int)cudaDeviceGetAttribute(&most, cudaDevAttrMaxSharedMemoryPerBlockOptin, device);
  if (!error)
    error = (int)cudaFuncGetAttributes(&own, (const void *)kernel);
  if (!error && (!cooperative || (size_t)most < own.sharedSizeBytes))
    error = (int)cudaErrorNotSupported;
  if (error)
    return error;
  shared = (size_t)most - own.sharedSizeBytes;
  return (int)cudaFuncSetAttribute((const void *)kernel,
                                   cudaFuncAttributeMaxDynamicSharedMemorySize, (int)shared);
}

/* Number of blocks of a kernel that can be resident together if each shares `bytes`; 0 or the
 * error code. */
template <typename K> int cooperative_blocks(K kernel, int threads, size_t bytes, int &blocks) {
  int device = 0, processors = 0, each = 0;
  int error = (int)cudaFuncSetAttribute((const void *)kernel,
                                        cudaFuncAttributeMaxDynamicSharedMemorySize, (int)bytes);
  if (!error)
    error = (int)cudaGetDevice(&device);
  if (!error)
    error = (int)cudaDeviceGetAttribute(&processors, cudaDevAttrMultiProcessorCount, device);
  if (!error)
    error = (int)cudaOccupancyMaxActiveBlocksPerMultiprocessor(&each, (const void *)kernel, threads,
                                                               bytes);
  blocks = each * processors;
  if (error)
    cudaGetLastError(); /* clears the error, which is returned here */
  return error;
}

template <typename T> struct plain_type { typedef T type; };

/* Whether kernels may start early: only if all code is compiled for GPUs of compute capability
 * 9.0 or later, which can wait for the previous kernel. */
constexpr bool follows() {
  for (const int architecture : {__CUDA_ARCH_LIST__})
    if (architecture < 900)
      return false;
  return true;
}

template <typename... T>
int launch_so(bool asked, void (*kernel)(T...), unsigned blocks, unsigned threads, size_t bytes,
              void *stream, typename plain_type<T>::type... arguments) {
  void *pointers[] = {&arguments...};
  cudaLaunchAttribute follow = {};
  follow.id = cudaLaunchAttributeProgrammaticStreamSerialization;
  follow.val.programmaticStreamSerializationAllowed = 1;
  cudaLaunchConfig_t config = {};
  config.gridDim = dim3(blocks);
  config.blockDim = dim3(threads);
  config.dynamicSmemBytes = bytes;
  config.stream = (cudaStream_t)stream;
  config.attrs = &follow;
  config.numAttrs = asked && follows() ? 1 : 0;
  const int error = (int)cudaLaunchKernelExC(&config, (const void *)kernel, pointers);
  if (error)
    cudaGetLastError(); /* clears the error, which is returned here */
  return error;
}

template <typename... T>
int launch_following(void (*kernel)(T...), unsigned blocks, unsigned threads, size_t bytes,
                     void *stream, typename plain_type<T>::type... arguments) {
  return launch_so(true, kernel, blocks, threads, bytes, stream, arguments...);
}

template <typename... T>
int launch_cooperative(void (*kernel)(T...), unsigned blocks, unsigned threads, size_t bytes,
                       void *stream, typename plain_type<T>::type... arguments) {
  void *pointers[] = {&arguments...};
  return (int)cudaLaunchCooperativeKernel((const void *)kernel, dim3(blocks), dim3(threads),
                                          pointers, bytes, (cudaStream_t)stream);
}
#else
#include "executor.hh"
#endif

#define DEVICE        static __device__ __forceinline__
#define DEVICE_MEMBER __device__ __forceinline__
#define EITHER        static __host__ __device__ __forceinline__

namespace {

/* a < b ? a : b and a > b ? a : b. Where the results are equal, nvcc uses CUDA's own minimum and
 * maximum; GPUs have none for doubles, and seven instructions replace one. */
EITHER double lesser(double a, double b) {
#ifdef __CUDA_ARCH__
  double taken;
  asm("{ .reg .pred less; setp.lt.f64 less, %1, %2; selp.f64 %0, %1, %2, less; }"
      : "=d"(taken)
      : "d"(a), "d"(b));
  return taken;
#else
  return a < b ? a : b;
#endif
}

EITHER double greater(double a, double b) {
#ifdef __CUDA_ARCH__
  double taken;
  asm("{ .reg .pred more; setp.gt.f64 more, %1, %2; selp.f64 %0, %1, %2, more; }"
      : "=d"(taken)
      : "d"(a), "d"(b));
  return taken;
#else
  return a > b ? a : b;
#endif
}

/* The number nearer to 0 if both have one sign, else 0; a where b is NaN. */
EITHER float nearer(float a, float b) {
  return fmaxf(fminf(b, a), fminf(fmaxf(b, a), 0));
}

/* For doubles by the bits, because a comparison of doubles takes as long as several instructions
 * of other kinds. */
EITHER double nearer(double a, double b) {
#ifdef __CUDA_ARCH__
  const int turned =
      __double2hiint(b) ^ (__double2hiint(a) & (int)0x80000000); /* as if a were not below 0 */
  const double other = turned < 0 ? 0.0 : b;
  return __hiloint2double(turned, __double2loint(b)) < fabs(a) ? other : a;
#else
  return greater(lesser(b, a), lesser(greater(b, a), 0));
#endif
}

/* The larger, or smaller, of a number and 0. For NaN either of the two. For doubles by the sign. */
EITHER float above_zero(float a) {
  return fmaxf(a, 0);
}

EITHER float below_zero(float a) {
  return fminf(a, 0);
}

EITHER double above_zero(double a) {
#ifdef __CUDA_ARCH__
  return __double2hiint(a) < 0 ? 0.0 : a;
#else
  return a > 0 ? a : 0;
#endif
}

EITHER double below_zero(double a) {
#ifdef __CUDA_ARCH__
  return __double2hiint(a) < 0 ? a : 0.0;
#else
  return a < 0 ? a : 0;
#endif
}

/* minmod of three numbers, none of them NaN. For doubles by the bits. */
EITHER float nearest(float a, float b, float c) {
  return fmaxf(fminf(fmaxf(fminf(a, b), 0), c), fminf(fmaxf(a, b), 0));
}

EITHER double nearest(double a, double b, double c) {
#ifdef __CUDA_ARCH__
  const int sign = __double2hiint(a);
  const int differ = (sign ^ __double2hiint(b)) | (sign ^ __double2hiint(c));
  const double two = fabs(b) < fabs(a) ? b : a;
  const double three = fabs(c) < fabs(two) ? c : two;
  return differ < 0 ? 0.0 : three;
#else
  return nearer(nearer(a, b), c);
#endif
}

enum { WARP = 32, MOST_WARPS = 8, MOST_THREADS = WARP * MOST_WARPS };
const unsigned ALL_LANES = 0xffffffffu;

/* Two words that another block reads or writes at the same time, each accessed as a whole. */
DEVICE void load_words(const unsigned long long *from, unsigned long long &a,
                       unsigned long long &b) {
#ifdef __CUDA_ARCH__
  asm volatile("ld.relaxed.gpu.global.v2.u64 {%0, %1}, [%2];"
               : "=l"(a), "=l"(b)
               : "l"(from)
               : "memory");
#else
  a = from[0], b = from[1];
#endif
}

DEVICE void store_words(unsigned long long *to, unsigned long long a, unsigned long long b) {
#ifdef __CUDA_ARCH__
  asm volatile("st.relaxed.gpu.global.v2.u64 [%0], {%1, %2};" ::"l"(to), "l"(a), "l"(b) : "memory");
#else
  to[0] = a, to[1] = b;
#endif
}

/* The same for one word. */
DEVICE unsigned load_word(const unsigned *from) {
#ifdef __CUDA_ARCH__
  unsigned a;
  asm volatile("ld.relaxed.gpu.global.u32 %0, [%1];" : "=r"(a) : "l"(from) : "memory");
  return a;
#else
  return *from;
#endif
}

DEVICE void store_word(unsigned *to, unsigned a) {
#ifdef __CUDA_ARCH__
  asm volatile("st.relaxed.gpu.global.u32 [%0], %1;" ::"l"(to), "r"(a) : "memory");
#else
  *to = a;
#endif
}

/* The same; a reader of the word also sees the earlier writes of this thread, and of those it has
 * synchronised with. */
DEVICE unsigned load_word_and_what_was_before(const unsigned *from) {
#ifdef __CUDA_ARCH__
  unsigned a;
  asm volatile("ld.acquire.gpu.global.u32 %0, [%1];" : "=r"(a) : "l"(from) : "memory");
  return a;
#else
  return *from;
#endif
}

DEVICE void store_word_after_all(unsigned *to, unsigned a) {
#ifdef __CUDA_ARCH__
  asm volatile("st.release.gpu.global.u32 [%0], %1;" ::"l"(to), "r"(a) : "memory");
#else
  *to = a;
#endif
}

/* Several adjacent reals, read and written as one. */
template <typename real, int count> struct alignas(count * sizeof(real)) pack { real item[count]; };

/* Two that other blocks write while this one runs. */
DEVICE void load_fresh_pair(const double *from, double &a, double &b) {
#ifdef __CUDA_ARCH__
  const double2 two = __ldcg(reinterpret_cast<const double2 *>(from));
  a = two.x, b = two.y;
#else
  a = from[0], b = from[1];
#endif
}

DEVICE void load_fresh_pair(const float *from, float &a, float &b) {
#ifdef __CUDA_ARCH__
  const float2 two = __ldcg(reinterpret_cast<const float2 *>(from));
  a = two.x, b = two.y;
#else
  a = from[0], b = from[1];
#endif
}

/* A pack that other blocks write while this one runs. */
template <typename real, int count>
DEVICE struct pack<real, count> load_fresh_pack(const struct pack<real, count> *from) {
#ifdef __CUDA_ARCH__
  struct pack<real, count> made;
  if constexpr (sizeof made % sizeof(uint4) == 0) {
    const int count_of_words = sizeof made / sizeof(uint4);
    uint4 words[count_of_words];
    UNROLL for (int i = 0; i < count_of_words; i++) words[i] =
        __ldcg(reinterpret_cast<const uint4 *>(from) + i);
    memcpy(&made, words, sizeof made);
  } else {
    UNROLL for (int i = 0; i < count; i++) made.item[i] = __ldcg(from->item + i);
  }
  return made;
#else
  return *from;
#endif
}

DEVICE int
lane_of_thread() {
  return (int)(threadIdx.x % WARP);
}

DEVICE int warp_of_thread() {
  return (int)(threadIdx.x / WARP);
}

#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 800
/* The largest of a warp's numbers, none of them negative or NaN, so their bits have the same
 * order. */
DEVICE float largest_of_warp(float value) {
  return __int_as_float(__reduce_max_sync(ALL_LANES, __float_as_int(value)));
}

DEVICE int largest_of_warp(int value) {
  return __reduce_max_sync(ALL_LANES, value);
}

DEVICE double largest_of_warp(double value) {
  const int high = __reduce_max_sync(ALL_LANES, __double2hiint(value));
  const unsigned low = __double2hiint(value) == high ? (unsigned)__double2loint(value) : 0u;
  return __hiloint2double(high, (int)__reduce_max_sync(ALL_LANES, low));
}
#else
template <typename real> DEVICE real largest_of_warp(real value) {
  for (int distance = WARP / 2; distance > 0; distance /= 2) {
    const real other = __shfl_xor_sync(ALL_LANES, value, distance);
    value = other > value ? other : value;
  }
  return value;
}
#endif

/* A number that is equal in all lanes of a warp, not below 0. This tells the compiler that it is
 * equal: the lanes of a loop bounded by it then stay together, without an instruction that checks
 * it. */
DEVICE int same_in_warp(int value) {
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 800
  return __reduce_max_sync(ALL_LANES, value);
#else
  return value;
#endif
}

/* Merges the largest rate of a block's threads into the report; all of them call it, once. No
 * rate is NaN or negative. Reading the report first saves most blocks the atomic operation. */
template <typename real> DEVICE void report_rate(ria_device_report *report, real rate) {
  typedef shared_array<real, MOST_WARPS> rates_of_warps;
  SHARED(rates_of_warps, rates);
  rate = largest_of_warp(rate);
  if (lane_of_thread() == 0)
    rates.set(warp_of_thread(), rate);
  __syncthreads();
  if (warp_of_thread() > 0)
    return;
  const int warps = (int)(blockDim.x / WARP);
  rate = largest_of_warp(lane_of_thread() < warps ? rates.get(lane_of_thread()) : (real)0);
  if (lane_of_thread() > 0)
    return;
  const unsigned long long bits = (unsigned long long)__double_as_longlong((double)rate);
  if (bits > *(const volatile unsigned long long *)&report->rate)
    atomicMax(&report->rate, bits);
}

/* Records that a cell failed CHECK. */
DEVICE void report_bad(ria_device_report *report) {
  if (!*(const volatile int *)&report->bad)
    atomicOr(&report->bad, 1);
}

/* The largest distance along an axis from cell 0 to a box and the cells within `reach` of it. */
static inline double farthest(const ria_box &box, int axis, int reach) {
  const double low = -(double)box.lo[axis], high = box.hi[axis] - 1.0;
  return (low > high ? low : high) + reach;
}

/* Whether offsets of cells in a box, and within `reach` of it, fit an int. */
static inline bool addressable(const ria_box &box, int reach, size_t pitch, size_t plane) {
  return farthest(box, 0, reach) + farthest(box, 1, reach) * (double)pitch +
             farthest(box, 2, reach) * (double)plane <
         2147483647.0;
}

/* The same for a FACE kernel's step, which reads at most two cells away. */
static inline bool addressable(const ria_step_args &args) {
  return addressable(args.update, 2, args.pitch, 0);
}

static inline int quotient_up(int a, int b) {
  return (a + b - 1) / b;
}

/* A shape, with the defaults for missing numbers. */
static inline ria_shape completed(ria_shape shape, const ria_shape &defaults) {
  shape.columns = shape.columns ? shape.columns : defaults.columns;
  shape.rows = shape.rows ? shape.rows : defaults.rows;
  shape.warps = shape.warps ? shape.warps : defaults.warps;
  return shape;
}

/* Strips of a box, for warps; adjacent warps share a column. */
static inline int strips_of(const ria_box &box, int columns) {
  return quotient_up(box.hi[0] - box.lo[0], (WARP - 1) * columns);
}

/* Fewer columns and rows than the shape's if a tile is too small to give a whole GPU warps: a
 * march processes its rows one after the other, so only other warps hide the memory latency.
 * Measured on an H200 from 300 x 300 to 8000 x 8000 cells: 8 warps on each multiprocessor are
 * enough if all is wet. \param warps that rows are cut for: more where land has some end at
 * once. */
static inline ria_shape shape_that_fills(const ria_box &box, ria_shape shape, bool any_columns,
                                         int warps) {
  enum { LEAST_ROWS = 4, ENOUGH_WARPS = 1024 };
  const int height = box.hi[1] - box.lo[1];
  if (any_columns && (double)strips_of(box, shape.columns) * height / shape.rows < ENOUGH_WARPS)
    shape.columns = 1;
  const double rows = (double)strips_of(box, shape.columns) * height / warps;
  const int least = shape.rows < LEAST_ROWS ? shape.rows : LEAST_ROWS;
  shape.rows = rows < least ? least : rows < shape.rows ? (int)rows : shape.rows;
  return shape;
}

} // namespace

#endif
