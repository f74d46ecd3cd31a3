/* Runs the blocks of a grid one after the other, or concurrently where they may wait for each
 * other; their threads are fibers that run in turn. */
#include "executor.hh"
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <memory>
#include <string>
#include <vector>

/* A fault abandons fibers inside functions, with AddressSanitizer's marks around their variables;
 * a later launch uses the same stacks. */
#if defined(RIA_ADDRESS_SANITIZER)
#include <sanitizer/asan_interface.h>
#define CLEAN_STACK(stack, bytes) __asan_unpoison_memory_region(stack, bytes)
#else
#define CLEAN_STACK(stack, bytes) ((void)0)
#endif

/* Saves the callee-saved registers on the stack, and switches to another stack. */
#if defined(__x86_64__)
extern "C" void ria_fiber_switch(void **from, void *to);
asm(R"(
.pushsection .text
.globl ria_fiber_switch
.type ria_fiber_switch, @function
ria_fiber_switch:
  pushq %rbp
  pushq %rbx
  pushq %r12
  pushq %r13
  pushq %r14
  pushq %r15
  movq %rsp, (%rdi)
  movq %rsi, %rsp
  popq %r15
  popq %r14
  popq %r13
  popq %r12
  popq %rbx
  popq %rbp
  ret
.size ria_fiber_switch, .-ria_fiber_switch
.popsection
)");
#endif

namespace {

/* --- Fibers: stacks between which one thread of the host switches ------------------------------
 */

#if defined(RIA_ADDRESS_SANITIZER)
const size_t STACK = 512 << 10; /* sanitizers make frames large */
#else
const size_t STACK = 128 << 10;
#endif

#if defined(__x86_64__)
struct fiber {
  void *at = nullptr;

  void start(char *stack, void (*entry)()) {
    uintptr_t top = ((uintptr_t)stack + STACK) / 64 * 64;
    void **slot = (void **)top;
    *--slot = nullptr; /* aligns the entry's stack as after a call */
    *--slot = (void *)entry;
    at = slot - 6; /* the six registers that a switch restores */
    memset(at, 0, 6 * sizeof(void *));
  }
  static void change(fiber &from, fiber &to) {
    ria_fiber_switch(&from.at, to.at);
  }
};
#else
#include <ucontext.h>

struct fiber {
  ucontext_t at;

  void start(char *stack, void (*entry)()) {
    getcontext(&at);
    at.uc_stack.ss_sp = stack;
    at.uc_stack.ss_size = STACK;
    at.uc_link = nullptr;
    makecontext(&at, entry, 0);
  }
  static void change(fiber &from, fiber &to) {
    swapcontext(&from.at, &to.at);
  }
};
#endif

/* --- The threads of a block --------------------------------------------------------------------
 */

enum state { READY, PAUSED, AT_BARRIER, IN_WARP, RETURNED };

struct thread {
  fiber run;
  dim3 index;
  state is = READY;
  ria_executor::operation what = ria_executor::SHUFFLE; /* the mask that it waits for, if IN_WARP */
  unsigned mask = 0;
  ria_executor::exchange mine = {};
  int told = 0, heard = 0; /* count of the block's barriers, and its value when the thread told a
                              partner or heard one */
  int syncs = 0;           /* count of syncs of all lanes of its warp that it has passed */
  std::unique_ptr<char[]> stack;
  bool left = true; /* inside a function, or perhaps with marks of AddressSanitizer */
};

struct variable {
  const void *key;
  size_t bytes;
  std::unique_ptr<max_align_t[]> memory;
};

/* A block that has begun and not ended. */
struct block {
  dim3 index;
  int barriers = 0; /* barriers that it has passed */
  int done = 0;     /* threads that have told their partners, */
  int taken = 0;    /* and partners that have continued since */
  std::vector<variable> variables;
  std::unique_ptr<max_align_t[]> dynamic; /* further parameters of the launch */
};

/* A launch. Its memory is kept for the next one. The threads of block n start at index n *
   count. */
struct machine {
  std::vector<thread> threads;
  std::vector<block> blocks;
  ria_executor::place place;
  int count = 0, current = 0;
  size_t dynamic = 0;
  fiber scheduler;
  void (*call)(const void *) = nullptr;
  const void *closure = nullptr;
  std::string fault;
};

/* The launch of this host thread. Its owner is a separate variable: each access to a thread-local
 * object with a destructor would check whether it is constructed. */
thread_local std::unique_ptr<machine> owned;
thread_local machine *m = nullptr;
thread_local std::string last_fault;
thread_local ria_executor::device the_device = {3, 48 << 10, false};

block &block_of(int number) {
  return m->blocks[(size_t)(number / m->count)];
}

std::string name_of(int number) {
  char text[160];
  const dim3 t = m->threads[(size_t)number].index, b = block_of(number).index;
  snprintf(text, sizeof text, "thread (%u, %u, %u) of block (%u, %u, %u)", t.x, t.y, t.z, b.x, b.y,
           b.z);
  return text;
}

/* Why a thread waits, for the message of a fault. */
std::string waiting_of(int number) {
  const thread &t = m->threads[(size_t)number];
  char text[80];
  snprintf(text, sizeof text, "%s of the lanes %08x",
           t.what == ria_executor::VOTE ? "a vote" : "a shuffle", t.mask);
  return t.is == RETURNED     ? "has returned"
         : t.is == AT_BARRIER ? "waits at a barrier"
         : t.is == PAUSED     ? "waits for what others never write"
                              : std::string("waits in ") + text;
}

thread &current() {
  return m->threads[(size_t)m->current];
}

void to_scheduler() {
  fiber::change(current().run, m->scheduler);
}

void entry() {
  m->call(m->closure);
  current().is = RETURNED;
  current().left = false;
  to_scheduler();
}

/* The current thread's index in its block, and the first thread of its warp. */
int in_block() {
  return m->current % m->count;
}

int first_of_warp() {
  return m->current - in_block() % 32;
}

/* Completes the operation of the lanes of a mask, which all wait for it. */
void hand_out(unsigned mask) {
  const int first = first_of_warp();
  unsigned votes = 0;
  ria_executor::exchange given[32];
  for (int l = 0; l < 32; l++)
    if (mask >> l & 1) {
      given[l] = m->threads[(size_t)(first + l)].mine;
      votes |= given[l].vote ? 1u << l : 0;
    }
  for (int l = 0; l < 32; l++) {
    if (!(mask >> l & 1))
      continue;
    thread &t = m->threads[(size_t)(first + l)];
    if (t.what == ria_executor::SHUFFLE) {
      if (t.mine.source < 0 || t.mine.source > 31 || !(mask >> t.mine.source & 1)) {
        m->current = first + l;
        ria_executor::fault("takes a value from a lane that is out of range or not in the mask");
      }
      memcpy(t.mine.value, given[t.mine.source].value, sizeof t.mine.value);
    } else
      t.mine.vote = (int)votes;
    t.is = READY;
  }
}

/* Releases a block's threads if all of them are at the barrier. */
bool pass_barrier(int number) {
  const int first = number * m->count;
  for (int n = first; n < first + m->count; n++)
    if (m->threads[(size_t)n].is != AT_BARRIER)
      return false;
  for (int n = first; n < first + m->count; n++)
    m->threads[(size_t)n].is = READY;
  m->blocks[(size_t)number].barriers++;
  return true;
}

/* Deadlock: reports which threads wait for which event. */
void note_standstill(int threads) {
  int first = -1, other = -1;
  for (int n = 0; n < threads && first < 0; n++)
    first = m->threads[(size_t)n].is != RETURNED ? n : first;
  const int begin = first / m->count * m->count;
  for (int n = begin; n < threads && other < 0; n++)
    other = waiting_of(n) != waiting_of(first) ? n : other;
  m->fault = name_of(first) + " " + waiting_of(first);
  if (other >= 0)
    m->fault += ", " + name_of(other) + " " + waiting_of(other);
}

/* Runs a thread until it waits; returns whether it made progress. */
bool run_thread(int number) {
  thread &t = m->threads[(size_t)number];
  if (t.is != READY && t.is != PAUSED)
    return false;
  m->current = number;
  m->place.thread = t.index;
  m->place.block = block_of(number).index;
  fiber::change(m->scheduler, t.run);
  return t.is != PAUSED;
}

/* Runs the blocks that have begun to their end or to a fault. */
bool run_blocks() {
  const int blocks = (int)m->blocks.size(), threads = blocks * m->count;
  for (int n = 0; n < threads; n++) {
    thread &t = m->threads[(size_t)n];
    if (!t.stack)
      t.stack.reset(new char[STACK]);
    if (t.left)
      CLEAN_STACK(t.stack.get(), STACK);
    t.left = true;
    t.is = READY;
    t.told = t.heard = t.syncs = 0;
    t.run.start(t.stack.get(), entry);
  }
  for (;;) {
    bool moved = false, left = false;
    for (int turn = 0; turn < blocks; turn++) {
      const int b = the_device.backwards ? blocks - 1 - turn : turn;
      for (int n = b * m->count; n < (b + 1) * m->count; n++) {
        moved |= run_thread(n);
        if (!m->fault.empty())
          return false;
        left |= m->threads[(size_t)n].is != RETURNED;
      }
    }
    if (!left)
      return true;
    for (int b = 0; b < blocks && !moved; b++)
      moved = pass_barrier(b);
    if (!moved) {
      note_standstill(threads);
      return false;
    }
  }
}

/* Creates a block, with memory marked as not written. */
void begin_block(block &b, const dim3 &index) {
  b.index = index;
  b.barriers = b.done = b.taken = 0;
  b.variables.clear();
  const size_t units = m->dynamic / sizeof(max_align_t) + 1;
  b.dynamic.reset(new max_align_t[units]);
  memset((void *)b.dynamic.get(), 0xff, units * sizeof(max_align_t));
}

} // namespace

extern "C" const char *ria_executor_fault(void) {
  return last_fault.c_str();
}

namespace ria_executor {

const place &here() {
  return m->place;
}

int lane() {
  return in_block() % 32;
}

void fault(const char *what) {
  m->fault = name_of(m->current) + " " + what;
  to_scheduler();
  abort(); /* no later switch returns here */
}

void barrier() {
  current().is = AT_BARRIER;
  to_scheduler();
}

void pause() {
  current().is = PAUSED;
  to_scheduler();
}

/* A waiting thread may read data that the telling thread wrote before: see has_heard(). */
void partner_done() {
  block &b = block_of(m->current);
  b.done++;
  current().told = b.barriers + 1;
}

/* The lanes of the waiting warp arrive one after the other; all lanes of the other warp must have
   arrived. */
void partner_wait() {
  const int rounds = block_of(m->current).taken++ / 32 + 1;
  while (block_of(m->current).done < 32 * rounds)
    pause();
  current().heard = block_of(m->current).barriers + 1;
}

void meet(operation what, unsigned mask, exchange &mine) {
  thread &t = current();
  const int first = first_of_warp(), end = m->current - in_block() + m->count;
  if (!(mask >> lane() & 1))
    fault("takes part in a warp's operation and is not in its mask");
  t.is = IN_WARP;
  t.what = what;
  t.mask = mask;
  t.mine = mine;
  bool all = true;
  for (int l = 31; l >= 0 && all; l--) { /* the last lane arrives last */
    if (!(mask >> l & 1))
      continue;
    const int n = first + l;
    all = n < end && m->threads[(size_t)n].is == IN_WARP && m->threads[(size_t)n].what == what &&
          m->threads[(size_t)n].mask == mask;
  }
  if (all)
    hand_out(mask);
  else
    to_scheduler();
  mine = t.mine;
}

void *shared(const void *key, size_t bytes) {
  std::vector<variable> &variables = block_of(m->current).variables;
  for (variable &v : variables)
    if (v.key == key && v.bytes == bytes)
      return v.memory.get();
  const size_t units = bytes / sizeof(max_align_t) + 1;
  variables.push_back({key, bytes, std::unique_ptr<max_align_t[]>(new max_align_t[units])});
  memset((void *)variables.back().memory.get(), 0xff, units * sizeof(max_align_t));
  return variables.back().memory.get();
}

void *dynamic_shared() {
  return block_of(m->current).dynamic.get();
}

enum { NOBODY = -1, SEVERAL = -2 };

/* Whether this thread has waited for data that another thread wrote before it told its partner. */
static bool has_heard(const trace &t) {
  const int now = block_of(m->current).barriers + 1;
  return current().heard == now && t.writer >= 0 && m->threads[(size_t)t.writer].told == now &&
         !t.after;
}

void warp_synced(unsigned mask) {
  current().syncs += mask == 0xffffffffu;
}

/* Whether this thread has synchronised with another thread of its warp since that one had passed
   this number of syncs. */
static bool has_met(int other, int syncs) {
  const int first = first_of_warp();
  return other >= first && other < first + 32 && current().syncs > syncs;
}

void trace_read(trace &t, int i, int size) {
  const int barriers = block_of(m->current).barriers;
  if (i < 0 || i >= size)
    fault("reads shared memory out of range");
  if (t.writer == NOBODY)
    fault("reads shared memory that nobody has written");
  if (t.written == barriers && t.writer != m->current && !has_heard(t) &&
      !has_met(t.writer, t.writer_syncs))
    fault("reads shared memory that another thread has written since the last barrier");
  const bool several = t.read == barriers && t.reader != m->current && t.reader != NOBODY &&
                       !has_met(t.reader, t.reader_syncs);
  t.reader = several ? (int)SEVERAL : m->current;
  t.reader_syncs = current().syncs;
  t.read = barriers;
}

void trace_write(trace &t, int i, int size) {
  const int barriers = block_of(m->current).barriers;
  if (i < 0 || i >= size)
    fault("writes shared memory out of range");
  if (t.written == barriers && t.writer != m->current && !has_met(t.writer, t.writer_syncs))
    fault("writes shared memory that another thread has written since the last barrier");
  if (t.read == barriers && t.reader != m->current && !has_met(t.reader, t.reader_syncs))
    fault("writes shared memory that another thread has read since the last barrier");
  t.writer = m->current;
  t.writer_syncs = current().syncs;
  t.written = barriers;
  t.after = current().told == barriers + 1;
}

/* Prepares for a launch of `blocks` concurrent blocks; returns 0 or the error code. */
static int begin(size_t blocks, const dim3 &threads, void (*call)(const void *),
                 const void *closure) {
  const uint64_t count = (uint64_t)threads.x * threads.y * threads.z;
  if (!count || count > 1024 || !blocks)
    return cudaErrorInvalidConfiguration;
  if (!m) {
    owned.reset(new machine);
    m = owned.get();
  }
  m->count = (int)count;
  m->call = call;
  m->closure = closure;
  m->fault.clear();
  if (m->threads.size() < count * blocks)
    m->threads.resize(count * blocks);
  m->blocks.resize(blocks);
  m->place.threads = threads;
  for (size_t n = 0; n < count * blocks; n++) {
    const unsigned u = (unsigned)(n % count);
    m->threads[n].index = dim3(u % threads.x, u / threads.x % threads.y, u / threads.x / threads.y);
  }
  return cudaSuccess;
}

static int verdict(bool well) {
  if (!well)
    last_fault = m->fault;
  return well ? 0 : (int)cudaErrorLaunchFailure;
}

int run(const dim3 &blocks, const dim3 &threads, size_t bytes, void (*call)(const void *),
        const void *closure) {
  const int error = begin(blocks.x && blocks.y && blocks.z, threads, call, closure);
  if (error)
    return error;
  m->dynamic = bytes;
  m->place.blocks = blocks;
  for (unsigned z = 0; z < blocks.z; z++)
    for (unsigned y = 0; y < blocks.y; y++)
      for (unsigned x = 0; x < blocks.x; x++) {
        begin_block(m->blocks[0], dim3(x, y, z));
        if (!run_blocks())
          return verdict(false);
      }
  return cudaSuccess;
}

int run_cooperative(unsigned blocks, unsigned threads, size_t bytes, void (*call)(const void *),
                    const void *closure) {
  if (blocks > (unsigned)the_device.multiprocessors || bytes > the_device.shared)
    return cudaErrorInvalidConfiguration;
  const int error = begin(blocks, dim3(threads), call, closure);
  if (error)
    return error;
  m->dynamic = bytes;
  m->place.blocks = dim3(blocks);
  for (unsigned b = 0; b < blocks; b++)
    begin_block(m->blocks[b], dim3(b, 0, 0));
  return verdict(run_blocks());
}

device &this_device() {
  return the_device;
}

} // namespace ria_executor

extern "C" void ria_executor_become(int multiprocessors, size_t shared, int backwards) {
  the_device = {multiprocessors, shared, backwards != 0};
}
