#include "calibration.h"
#include "environment.h"
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

enum { NAME = 128, KNOWN = -1 };

static void name_machine(char name[NAME]) {
  cpu_set_t mine;
  char host[NAME - 16] = "";
  if (gethostname(host, sizeof host - 1))
    snprintf(host, sizeof host, "machine");
  int cores = sched_getaffinity(0, sizeof mine, &mine) ? 0 : CPU_COUNT(&mine);
  snprintf(name, NAME, "%s-%d", host, cores);
  environment_set("STARPU_HOSTNAME", name, false);
  const char *said = getenv("STARPU_HOSTNAME");
  if (said)
    snprintf(name, NAME, "%s", said);
}

int calibration_begin(void) {
  char name[NAME], path[PATH_MAX];
  struct stat info;
  name_machine(name);
  const char *home = getenv("STARPU_HOME"); /* ria_scratch_cache() has set this variable */
  if (!home || snprintf(path, sizeof path, "%s/.starpu", home) >= PATH_MAX)
    return KNOWN;
  if (mkdir(path, 0777) && errno != EEXIST)
    return KNOWN;
  if (snprintf(path, sizeof path, "%s/.starpu/ria-%s.lock", home, name) >= PATH_MAX)
    return KNOWN;
  int file = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0666);
  if (file < 0)
    return KNOWN;
  /* A file that is not empty shows that the machine has been measured. */
  if (fstat(file, &info) == 0 && info.st_size == 0 && flock(file, LOCK_EX) == 0 &&
      fstat(file, &info) == 0 && info.st_size == 0)
    return file;
  close(file);
  return KNOWN;
}

void calibration_end(int token, int succeeded) {
  static const char text[] = "StarPU has measured this machine.\n";
  if (token == KNOWN)
    return;
  /* if the file cannot be written, the next process only has to wait once more */
  ssize_t written = succeeded ? write(token, text, sizeof text - 1) : 0;
  (void)written;
  close(token);
}
