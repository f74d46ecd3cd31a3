#include "status.h"
#include <errno.h>
#include <fcntl.h>
#include <jansson.h>
#include <stdio.h>
#include <string.h>
#include <sys/file.h>
#include <unistd.h>
#include "cli/command.h"
#include "cli/output.h"
#include "cli/study_command.h"
#include "progress.h"
#include "ria/number.h"

enum { PATH = 4352 };

typedef struct {
  const char *folder;
  char state[32];  /* "running", the summary's, or "ended without a summary" */
  double fraction; /* 0 ... 1; -1: not known */
  char text[128];  /* the log's last line about it */
} run_status;

static bool is_there(const char *folder, const char *name) {
  char path[PATH];
  snprintf(path, sizeof path, "%s/%s", folder, name);
  return !access(path, R_OK);
}

bool run_status_is(const char *folder) {
  return is_there(folder, "case.yaml") && is_there(folder, "log.txt") &&
         !is_there(folder, "study.sqlite");
}

/* A run holds a lock on its log while it is running, also on another machine. */
static bool is_locked(const char *folder) {
  char path[PATH];
  snprintf(path, sizeof path, "%s/log.txt", folder);
  int file = open(path, O_RDONLY | O_CLOEXEC);
  bool locked = file >= 0 && flock(file, LOCK_SH | LOCK_NB) && errno == EWOULDBLOCK;
  if (file >= 0)
    close(file); /* also releases the lock */
  return locked;
}

static void read_state(run_status *s) {
  char path[PATH];
  snprintf(path, sizeof path, "%s/summary.json", s->folder);
  json_t *summary = json_load_file(path, 0, NULL);
  const char *state = json_string_value(json_object_get(summary, "state"));
  snprintf(s->state, sizeof s->state, "%s",
           is_locked(s->folder) ? "running"
           : state              ? state
                                : "ended without a summary");
  if (!strcmp(s->state, "finished"))
    s->fraction = 1;
  json_decref(summary);
}

static int exit_code(const run_status *s) {
  if (!strcmp(s->state, "running") || !strcmp(s->state, "finished"))
    return CLI_EXIT_SUCCESS;
  return !strcmp(s->state, "ended without a summary") ? CLI_EXIT_ERROR : CLI_EXIT_INTERRUPTED;
}

static bool ends_early(const run_status *s) {
  return strcmp(s->state, "running") != 0 && strcmp(s->state, "finished") != 0;
}

static int print(const run_status *s) {
  printf("run %s: %s", s->folder, s->state);
  if (s->fraction >= 0 && s->fraction < 1)
    ria_printf(", %.0f%%", 100 * s->fraction);
  printf("%s%s\n", *s->text ? "  " : "", s->text);
  if (ends_early(s))
    printf(
        "`ria run CASE.yaml -o %s --resume` continues from its last checkpoint; see %s/log.txt\n",
        s->folder, s->folder);
  return fflush(stdout) || ferror(stdout) ? CLI_EXIT_ERROR : exit_code(s);
}

int run_status_show(const char *folder, bool json) {
  run_status s = {.folder = folder, .fraction = -1};
  if (case_progress(folder, 0, &s.fraction, s.text) != RIA_SUCCESS)
    return study_command_fail("status");
  read_state(&s);
  if (!json)
    return print(&s);
  int failed = command_print_json(json_pack("{s:s, s:s, s:f, s:s}", "run", folder, "state", s.state,
                                            "fraction", s.fraction, "text", s.text));
  return failed ? failed : exit_code(&s);
}
