/* A library for LD_PRELOAD that makes a request for memory fail: malloc and its relatives where the
 * program itself calls them. Requests of the libraries that the program uses are left alone: they
 * cannot all report a failure.
 *
 *   RIA_FAULT_STATE    a file of 64 zero bytes, in which all processes count together
 *   RIA_FAULT_LOG      a file that receives, at the end of each process, a line for each place that
 *                      asked: OFFSET COUNT, with the offset of the return address in the program's
 * file RIA_FAULT_AT       the number of the request that fails, from 1; absent or 0: none does
 *   RIA_FAULT_SITE     only requests of this place are numbered (an offset as above)
 *   RIA_FAULT_RANK     only this rank's requests are numbered, and only they fail
 *   RIA_FAULT_LASTS    1: all requests after the one that failed fail, too
 *   RIA_FAULT_PROGRAM  the program that is looked at; by default ria */
#undef _FORTIFY_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <link.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

enum { SITES = 1 << 13 };

typedef struct {
  atomic_ulong match, struck;
} shared;

/* The C library's own, which it exports for libraries like this one. */
void *__libc_malloc(size_t bytes);
void *__libc_calloc(size_t count, size_t bytes);
void *__libc_realloc(void *memory, size_t bytes);
void *__libc_memalign(size_t alignment, size_t bytes);

static shared *state;
static uintptr_t base, text_begin, text_end, only_site;
static unsigned long at;
static bool lasts, aside;
static struct {
  atomic_uintptr_t site;
  atomic_ulong count;
} table[SITES];

/* The first object is the program; its code is one executable segment. */
static int find_text(struct dl_phdr_info *info, size_t size, void *data) {
  (void)size, (void)data;
  base = info->dlpi_addr;
  for (int i = 0; i < info->dlpi_phnum; i++)
    if (info->dlpi_phdr[i].p_type == PT_LOAD && (info->dlpi_phdr[i].p_flags & PF_X)) {
      text_begin = base + info->dlpi_phdr[i].p_vaddr;
      text_end = text_begin + info->dlpi_phdr[i].p_memsz;
    }
  return 1;
}

static bool is_program(void) {
  const char *wanted = getenv("RIA_FAULT_PROGRAM");
  char path[PATH_MAX];
  ssize_t n = readlink("/proc/self/exe", path, sizeof path - 1);
  path[n > 0 ? n : 0] = 0;
  const char *slash = strrchr(path, '/');
  return slash && !strcmp(slash + 1, wanted ? wanted : "ria");
}

static unsigned long number(const char *variable, int digits, unsigned long otherwise) {
  const char *text = getenv(variable);
  return text && *text ? strtoul(text, NULL, digits) : otherwise;
}

__attribute__((constructor)) static void begin(void) {
  const char *counters = getenv("RIA_FAULT_STATE");
  if (!counters || !is_program())
    return;
  int file = open(counters, O_RDWR | O_CLOEXEC);
  void *memory = mmap(NULL, sizeof *state, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
  if (memory == MAP_FAILED) {
    fprintf(stderr, "faults: cannot use RIA_FAULT_STATE=%s\n", counters);
    _exit(99);
  }
  close(file);
  at = number("RIA_FAULT_AT", 10, 0);
  only_site = number("RIA_FAULT_SITE", 16, 0);
  lasts = number("RIA_FAULT_LASTS", 10, 0);
  unsigned long rank = number("OMPI_COMM_WORLD_RANK", 10, 0);
  aside = number("RIA_FAULT_RANK", 10, rank) != rank;
  dl_iterate_phdr(find_text, NULL);
  state = memory;
}

__attribute__((destructor)) static void end(void) {
  const char *log = getenv("RIA_FAULT_LOG");
  int file = state && log
                 ? (int)syscall(SYS_openat, AT_FDCWD, log, O_WRONLY | O_APPEND | O_CREAT, 0666)
                 : -1;
  for (int i = 0; i < SITES && file >= 0; i++) {
    char line[64];
    uintptr_t site = atomic_load(&table[i].site);
    int n =
        snprintf(line, sizeof line, "%lx %lu\n", (unsigned long)site, atomic_load(&table[i].count));
    if (site)
      syscall(SYS_write, file, line, (size_t)n);
  }
}

static void count(uintptr_t site) {
  for (unsigned i = (unsigned)(site * 0x9E3779B97F4A7C15u >> 40) % SITES, tried = 0; tried < SITES;
       i = (i + 1) % SITES, tried++) {
    uintptr_t there = 0;
    if (atomic_compare_exchange_strong(&table[i].site, &there, site) || there == site) {
      atomic_fetch_add(&table[i].count, 1);
      return;
    }
  }
}

/* Whether the request that returns to `address` fails. */
static bool strikes(const void *address) {
  uintptr_t place = (uintptr_t)address;
  if (!state || place < text_begin || place >= text_end || aside)
    return false;
  place -= base;
  count(place);
  bool fails = lasts && atomic_load(&state->struck);
  if ((!only_site || place == only_site) && atomic_fetch_add(&state->match, 1) + 1 == at) {
    atomic_fetch_add(&state->struck, 1);
    fails = true;
  }
  if (fails)
    errno = ENOMEM;
  return fails;
}

#define STRIKES strikes(__builtin_return_address(0))

void *malloc(size_t bytes) {
  return STRIKES ? NULL : __libc_malloc(bytes);
}
void *calloc(size_t n, size_t bytes) {
  return STRIKES ? NULL : __libc_calloc(n, bytes);
}
void *realloc(void *memory, size_t bytes) {
  return STRIKES ? NULL : __libc_realloc(memory, bytes);
}
void *reallocarray(void *memory, size_t n, size_t bytes) {
  size_t all;
  if (STRIKES)
    return NULL;
  if (!__builtin_mul_overflow(n, bytes, &all))
    return __libc_realloc(memory, all);
  errno = ENOMEM;
  return NULL;
}
void *aligned_alloc(size_t alignment, size_t bytes) {
  return STRIKES ? NULL : __libc_memalign(alignment, bytes);
}
void *memalign(size_t alignment, size_t bytes) {
  return STRIKES ? NULL : __libc_memalign(alignment, bytes);
}
int posix_memalign(void **memory, size_t alignment, size_t bytes) {
  if (STRIKES)
    return ENOMEM;
  void *made = __libc_memalign(alignment, bytes);
  if (!made)
    return ENOMEM;
  *memory = made;
  return 0;
}

static char *copy(const char *text, size_t length) {
  char *made = __libc_malloc(length + 1);
  if (made) {
    memcpy(made, text, length);
    made[length] = 0;
  }
  return made;
}
char *strdup(const char *text) {
  return STRIKES ? NULL : copy(text, strlen(text));
}
char *strndup(const char *text, size_t most) {
  return STRIKES ? NULL : copy(text, strnlen(text, most));
}

/* A failure leaves *text as it was, as that of the GNU C library does. */
static int print(char **text, const char *format, va_list args) {
  static int (*next)(char **, const char *, va_list);
  if (!next)
    *(void **)&next = dlsym(RTLD_NEXT, "vasprintf");
  return next(text, format, args);
}
int vasprintf(char **text, const char *format, va_list args) {
  return STRIKES ? -1 : print(text, format, args);
}
int asprintf(char **text, const char *format, ...) {
  if (STRIKES)
    return -1;
  va_list args;
  va_start(args, format);
  int length = print(text, format, args);
  va_end(args);
  return length;
}

FILE *open_memstream(char **text, size_t *bytes) {
  static FILE *(*next)(char **, size_t *);
  if (!next)
    *(void **)&next = dlsym(RTLD_NEXT, "open_memstream");
  return STRIKES ? NULL : next(text, bytes);
}
