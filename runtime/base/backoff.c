#include "backoff.h"
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <time.h>

bool backoff_choose(const char *variable, bool wanted) {
  const char *value = getenv(variable);
  if (value && !strcmp(value, "0"))
    return false;
  return wanted || (value && !strcmp(value, "1"));
}

void backoff_nap(int microseconds) {
  static _Thread_local bool sharp;
  if (!sharp) {
    prctl(PR_SET_TIMERSLACK, 1UL);
    sharp = true;
  }
  const struct timespec length = {.tv_nsec = microseconds * 1000L};
  nanosleep(&length, NULL);
}
