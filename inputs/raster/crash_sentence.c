#include "crash_sentence.h"
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#ifndef __has_feature /* gcc */
#define __has_feature(feature) 0
#endif

enum { EXIT_ERROR = 2, SIGNALS = 5 };

static const int crash[SIGNALS] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT};

/* Signal handlers are global to the process. The sentence is formatted in advance because a handler
 * must not format.
 */
static char sentence[4096 + 256];
static struct sigaction before[SIGNALS];

static void say(int signal) {
  (void)signal;
  const ssize_t written = write(STDERR_FILENO, sentence, strlen(sentence));
  (void)written;
  _exit(EXIT_ERROR);
}

/* AddressSanitizer's own report of a crash has more details. */
static bool is_watched(void) {
#if defined(__SANITIZE_ADDRESS__) || __has_feature(address_sanitizer)
  return true;
#else
  return false;
#endif
}

void raster_crash_sentence_begin(const char *path) {
  struct sigaction action = {.sa_handler = say};
  snprintf(sentence, sizeof sentence,
           "ria: %.4000s is damaged: the library that reads it has crashed. Get a fresh copy, or "
           "convert it with another program\n",
           path);
  sigemptyset(&action.sa_mask);
  for (int i = 0; i < SIGNALS && !is_watched(); i++)
    sigaction(crash[i], &action, &before[i]);
}

void raster_crash_sentence_end(void) {
  for (int i = 0; i < SIGNALS && !is_watched(); i++)
    sigaction(crash[i], &before[i], NULL);
}
