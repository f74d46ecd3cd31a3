/** \file
 * Common parts of fuzz targets. A target is a file fuzz_NAME.c that ends with FUZZ_TARGET(prepare,
 * run, cuts):
 * - `prepare` (NULL: nothing) runs once, in an empty folder that is removed later;
 * - `run` gets one input. It must neither crash nor hang nor leak, and target_expect() must hold;
 * - `cuts`: at how many places the replay of the corpus cuts an input short. See targets.cmake for
 *   how targets are built and run.
 */
#ifndef RIA_FUZZ_TARGET_H
#define RIA_FUZZ_TARGET_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerInitialize(int *argc, char ***argv);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
const char *__asan_default_options(void);
void __lsan_disable(void) __attribute__((weak));
void __lsan_enable(void) __attribute__((weak));
extern const size_t target_cuts;

/* Files may ask for any amount of memory: the sanitizer refuses it as a full machine would. Memory
 * that libraries allocate at their first use and keep is not a leak. */
#define FUZZ_TARGET(prepare, run, cuts)                                                            \
  const size_t target_cuts = cuts;                                                                 \
  const char *__asan_default_options(void) {                                                       \
    return "allocator_may_return_null=1:max_allocation_size_mb=256:detect_stack_use_after_return=" \
           "0";                                                                                    \
  }                                                                                                \
  int LLVMFuzzerInitialize(int *argc, char ***argv) {                                              \
    void (*begin)(void) = prepare;                                                                 \
    (void)argc;                                                                                    \
    (void)argv;                                                                                    \
    if (__lsan_disable)                                                                            \
      __lsan_disable();                                                                            \
    if (begin)                                                                                     \
      begin();                                                                                     \
    run("", 0);                                                                                    \
    if (__lsan_enable)                                                                             \
      __lsan_enable();                                                                             \
    return 0;                                                                                      \
  }                                                                                                \
  int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {                                   \
    run((const char *)data, size);                                                                 \
    return 0;                                                                                      \
  }

static inline void target_expect(bool truth, const char *what) {
  if (truth)
    return;
  fprintf(stderr, "fuzz target: %s\n", what);
  abort();
}

static inline void target_write(const char *path, const char *data, size_t size) {
  FILE *file = fopen(path, "we");
  target_expect(file && fwrite(data, 1, size, file) == size, "a file cannot be written");
  target_expect(fclose(file) == 0, "a file cannot be closed");
}

/* A file of another run of this target. */
static inline void target_copy(const char *from, const char *to) {
  char buffer[4096];
  FILE *in = fopen(from, "re"), *out = fopen(to, "we");
  target_expect(in && out, "a file cannot be copied");
  for (size_t n; (n = fread(buffer, 1, sizeof buffer, in));)
    target_expect(fwrite(buffer, 1, n, out) == n, "a copy cannot be written");
  fclose(in);
  target_expect(fclose(out) == 0, "a copy cannot be closed");
}

/* The part of an input up to the next line "%%" or its end; false after the last part. For inputs
 * that hold several files. */
static inline bool target_part(const char **at, const char *end, const char **part,
                               size_t *length) {
  static const char mark[] = "%%\n";
  if (!*at)
    return false;
  *part = *at;
  for (const char *line = *at;;) {
    size_t left = (size_t)(end - line);
    if (left >= 3 && !memcmp(line, mark, 3)) {
      *length = (size_t)(line - *part);
      *at = line + 3;
      return true;
    }
    const char *stop = left ? memchr(line, '\n', left) : NULL;
    if (!stop) {
      *length = (size_t)(end - *part);
      *at = NULL;
      return true;
    }
    line = stop + 1;
  }
}

/* ---- Lines "# set: key=value" of an input are given as --set. */

enum { TARGET_SETS = 8, TARGET_SET_BYTES = 256 };

typedef struct {
  int count;
  const char *set[TARGET_SETS];
  char text[TARGET_SETS][TARGET_SET_BYTES];
} target_sets;

static inline void target_find_sets(const char *data, size_t size, target_sets *sets) {
  static const char mark[] = "# set: ";
  const size_t skip = sizeof mark - 1;
  for (size_t i = 0; i + skip < size && sets->count < TARGET_SETS; i++) {
    if (memcmp(data + i, mark, skip))
      continue;
    const char *line = data + i + skip, *end = memchr(line, '\n', size - i - skip);
    size_t length = end ? (size_t)(end - line) : size - i - skip;
    if (length >= TARGET_SET_BYTES || memchr(line, '\0', length))
      continue;
    memcpy(sets->text[sets->count], line, length);
    sets->set[sets->count] = sets->text[sets->count];
    sets->count++;
  }
}

#endif
