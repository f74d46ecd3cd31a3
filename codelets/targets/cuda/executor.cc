/* Blocks of a grid one after the other, their threads as fibers that take turns. */
#include "executor.hh"
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <memory>
#include <string>
#include <vector>

/* A fault leaves fibers in mid-function, and what AddressSanitizer has marked around their variables; the
 * next launch begins on the same stacks. */
#if defined(__SANITIZE_ADDRESS__)
#include <sanitizer/asan_interface.h>
#define CLEAN_STACK(stack, bytes) __asan_unpoison_memory_region(stack, bytes)
#else
#define CLEAN_STACK(stack, bytes) ((void)0)
#endif

/* Keeps the registers that a function must keep on the stack, and goes on with another stack. */
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

/* --- Fibers: stacks between which one thread of the host switches ------------------------------ */

#if defined(__SANITIZE_ADDRESS__)
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
    *--slot = nullptr; /* so that the entry finds its stack aligned as after a call */
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

/* --- The threads of a block -------------------------------------------------------------------- */

enum state { READY, AT_BARRIER, IN_WARP, RETURNED };

struct thread {
  fiber run;
  dim3 index;
  state is = READY;
  ria_executor::operation what = ria_executor::SHUFFLE; /* that it waits in, with IN_WARP */
  unsigned mask = 0;
  ria_executor::exchange mine = {};
  std::unique_ptr<char[]> stack;
};

struct variable {
  const void *key;
  size_t bytes;
  std::unique_ptr<max_align_t[]> memory;
};

/* A launch. Its memory is kept for the next one. */
struct machine {
  std::vector<thread> threads;
  std::vector<variable> variables;
  ria_executor::place place;
  int count = 0, current = 0, barriers = 0;
  fiber scheduler;
  void (*call)(const void *) = nullptr;
  const void *closure = nullptr;
  std::string fault;
};

thread_local machine m; /* of the host's thread that launches */
thread_local std::string last_fault;

std::string name_of(int number) {
  char text[160];
  const dim3 t = m.threads[(size_t)number].index, b = m.place.block;
  snprintf(text, sizeof text, "thread (%u, %u, %u) of block (%u, %u, %u)", t.x, t.y, t.z, b.x, b.y,
           b.z);
  return text;
}

/* What keeps a thread, for a fault's message. */
std::string waiting_of(int number) {
  const thread &t = m.threads[(size_t)number];
  char text[80];
  snprintf(text, sizeof text, "%s of the lanes %08x",
           t.what == ria_executor::VOTE ? "a vote" : "a shuffle", t.mask);
  return t.is == RETURNED     ? "has returned"
         : t.is == AT_BARRIER ? "waits at a barrier"
                              : std::string("waits in ") + text;
}

thread &current() {
  return m.threads[(size_t)m.current];
}

void to_scheduler() {
  fiber::change(current().run, m.scheduler);
}

void entry() {
  m.call(m.closure);
  current().is = RETURNED;
  to_scheduler();
}

/* First thread of the current one's warp. */
int first_of_warp() {
  return m.current / 32 * 32;
}

/* Gives the lanes of a mask, who all wait, what they came for. */
void hand_out(unsigned mask) {
  const int first = first_of_warp();
  unsigned votes = 0;
  ria_executor::exchange given[32];
  for (int l = 0; l < 32; l++)
    if (mask >> l & 1) {
      given[l] = m.threads[(size_t)(first + l)].mine;
      votes |= given[l].vote ? 1u << l : 0;
    }
  for (int l = 0; l < 32; l++) {
    if (!(mask >> l & 1))
      continue;
    thread &t = m.threads[(size_t)(first + l)];
    if (t.what == ria_executor::SHUFFLE) {
      if (t.mine.source < 0 || t.mine.source > 31 || !(mask >> t.mine.source & 1)) {
        m.current = first + l;
        ria_executor::fault("takes a value from a lane that is out of range or not in the mask");
      }
      memcpy(t.mine.value, given[t.mine.source].value, sizeof t.mine.value);
    } else
      t.mine.vote = (int)votes;
    t.is = READY;
  }
}

/* Whether all threads are at the barrier; if none can run and some are not, it is a fault. */
bool pass_barrier() {
  int at_barrier = 0, first = -1, other = -1;
  for (int n = 0; n < m.count; n++) {
    const state is = m.threads[(size_t)n].is;
    at_barrier += is == AT_BARRIER;
    first = first < 0 && is != RETURNED ? n : first;
  }
  if (at_barrier == m.count) {
    for (int n = 0; n < m.count; n++)
      m.threads[(size_t)n].is = READY;
    m.barriers++;
    return true;
  }
  for (int n = 0; n < m.count && other < 0; n++)
    other = waiting_of(n) != waiting_of(first) ? n : other;
  m.fault = name_of(first) + " " + waiting_of(first);
  if (other >= 0)
    m.fault += ", " + name_of(other) + " " + waiting_of(other);
  return false;
}

/* Runs a block to its end or to a fault. */
bool run_block() {
  m.variables.clear();
  m.barriers = 0;
  for (int n = 0; n < m.count; n++) {
    thread &t = m.threads[(size_t)n];
    if (!t.stack)
      t.stack.reset(new char[STACK]);
    CLEAN_STACK(t.stack.get(), STACK);
    t.is = READY;
    t.run.start(t.stack.get(), entry);
  }
  for (;;) {
    bool ran = false, left = false;
    for (int n = 0; n < m.count; n++) {
      if (m.threads[(size_t)n].is == READY) {
        m.current = n;
        m.place.thread = m.threads[(size_t)n].index;
        fiber::change(m.scheduler, m.threads[(size_t)n].run);
        if (!m.fault.empty())
          return false;
        ran = true;
      }
      left |= m.threads[(size_t)n].is != RETURNED;
    }
    if (!left)
      return true;
    if (!ran && !pass_barrier())
      return false;
  }
}

} // namespace

extern "C" const char *ria_executor_fault(void) {
  return last_fault.c_str();
}

namespace ria_executor {

const place &here() {
  return m.place;
}

int number() {
  return m.current;
}

int barriers() {
  return m.barriers;
}

int lane() {
  return m.current % 32;
}

void fault(const char *what) {
  m.fault = name_of(m.current) + " " + what;
  to_scheduler();
  abort(); /* nobody comes back */
}

void barrier() {
  current().is = AT_BARRIER;
  to_scheduler();
}

void meet(operation what, unsigned mask, exchange &mine) {
  thread &t = current();
  const int first = first_of_warp();
  if (!(mask >> lane() & 1))
    fault("takes part in a warp's operation and is not in its mask");
  t.is = IN_WARP;
  t.what = what;
  t.mask = mask;
  t.mine = mine;
  bool all = true;
  for (int l = 0; l < 32 && all; l++) {
    if (!(mask >> l & 1))
      continue;
    const int n = first + l;
    all = n < m.count && m.threads[(size_t)n].is == IN_WARP &&
          m.threads[(size_t)n].what == what && m.threads[(size_t)n].mask == mask;
  }
  if (all)
    hand_out(mask);
  else
    to_scheduler();
  mine = t.mine;
}

void *shared(const void *key, size_t bytes) {
  for (variable &v : m.variables)
    if (v.key == key && v.bytes == bytes)
      return v.memory.get();
  const size_t units = bytes / sizeof(max_align_t) + 1;
  m.variables.push_back({key, bytes, std::unique_ptr<max_align_t[]>(new max_align_t[units])});
  memset((void *)m.variables.back().memory.get(), 0xff, units * sizeof(max_align_t));
  return m.variables.back().memory.get();
}

enum { NOBODY = -1, SEVERAL = -2 };

void trace_read(trace &t, int i, int size) {
  if (i < 0 || i >= size)
    fault("reads shared memory out of range");
  if (t.writer == NOBODY)
    fault("reads shared memory that nobody has written");
  if (t.written == m.barriers && t.writer != m.current)
    fault("reads shared memory that another thread has written since the last barrier");
  t.reader = t.read == m.barriers && t.reader != m.current && t.reader != NOBODY ? (int)SEVERAL
                                                                                 : m.current;
  t.read = m.barriers;
}

void trace_write(trace &t, int i, int size) {
  if (i < 0 || i >= size)
    fault("writes shared memory out of range");
  if (t.written == m.barriers && t.writer != m.current)
    fault("writes shared memory that another thread has written since the last barrier");
  if (t.read == m.barriers && t.reader != m.current)
    fault("writes shared memory that another thread has read since the last barrier");
  t.writer = m.current;
  t.written = m.barriers;
}

int run(const dim3 &blocks, const dim3 &threads, void (*call)(const void *), const void *closure) {
  const uint64_t count = (uint64_t)threads.x * threads.y * threads.z;
  if (!count || count > 1024 || !blocks.x || !blocks.y || !blocks.z)
    return cudaErrorInvalidConfiguration;
  m.count = (int)count;
  m.call = call;
  m.closure = closure;
  m.fault.clear();
  if (m.threads.size() < count)
    m.threads.resize(count);
  m.place.blocks = blocks;
  m.place.threads = threads;
  for (int n = 0; n < m.count; n++) {
    const unsigned u = (unsigned)n;
    m.threads[u].index =
        dim3(u % threads.x, u / threads.x % threads.y, u / threads.x / threads.y);
  }
  for (unsigned z = 0; z < blocks.z; z++)
    for (unsigned y = 0; y < blocks.y; y++)
      for (unsigned x = 0; x < blocks.x; x++) {
        m.place.block = dim3(x, y, z);
        if (!run_block()) {
          last_fault = m.fault;
          return cudaErrorLaunchFailure;
        }
      }
  return cudaSuccess;
}

} // namespace ria_executor
