/* `ria logs`: shows a task's output. */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>
#include "cli/command.h"
#include "cli/options.h"
#include "cli/output.h"
#include "cli/study_command.h"
#include "view/shown_text.h"

static const char help[] =
    "usage: ria logs [STUDY] STEP [--study STUDY] [-f] [--attempt N] [--json]\n"
    "\n"
    "Print the standard output and error of a step or task, of its newest attempt. If the step "
    "has\n"
    "several tasks, prints a failed one, else a running one, else the last one that ended; `ria "
    "status\n"
    "--all` lists them. On a terminal, control sequences are shown, not executed: ^[[31m.\n"
    "\n"
    "  --study STUDY  the study's folder or workflow; default: as in `ria status` (RIA_STUDY)\n"
    "  -f, --follow   continue printing until the task ends (RIA_FOLLOW=1)\n"
    "  --attempt N    print an earlier attempt (RIA_ATTEMPT)\n"
    "  --json         print the file's path and the attempt's end as JSON instead (RIA_JSON=1)\n"
    "\n"
    "Exit codes: 0 done, 2 an error, 128 + n after signal n.\n";

typedef struct {
  const char *study, *subject;
  int attempt;
  bool follow, json;
} chosen;

static bool parse(int argc, char **argv, chosen *c) {
  *c = (chosen){0};
  const command_option options[] = {
      {.name = "study", .kind = COMMAND_TEXT, .value = &c->study},
      {.name = "follow", .kind = COMMAND_FLAG, .value = &c->follow, .letter = 'f'},
      {.name = "attempt", .kind = COMMAND_WHOLE, .value = &c->attempt, .least = 1, .most = 1e9},
      {.name = "json", .kind = COMMAND_FLAG, .value = &c->json},
      {0}};
  return command_options_read(options, &argc, argv) &&
         study_command_words(STUDY_COMMAND_STEP, argc, argv, &c->study, &c->subject);
}

/* Rank of a task as the one to show by default. */
static int interest(const study_task *t) {
  switch (t->state) {
  case TASK_FAILED:
    return 4;
  case TASK_RUNNING:
    return 3;
  case TASK_READY:
    return t->attempts ? 2 : 0;
  default:
    return t->attempts ? 1 : 0;
  }
}

static ria_status find_task(study_store *study, const char *subject, char **id) {
  study_tasks tasks;
  RIA_TRY(study_list_tasks(study, NULL, &tasks));
  int best = -1, found = 0;
  *id = NULL;
  for (int i = 0; i < tasks.count; i++) {
    const study_task *t = &tasks.item[i];
    bool itself = !strcmp(t->id, subject);
    if (!itself && strcmp(t->step, subject))
      continue;
    found++;
    int now = itself && interest(t) ? 5 : interest(t);
    if (now > 0 && now >= best) { /* among equals the last */
      best = now;
      free(*id);
      *id = strdup(t->id);
    }
  }
  study_tasks_destroy(&tasks);
  if (*id)
    return RIA_SUCCESS;
  return ria_fail(RIA_ERROR_ARGUMENT,
                  found ? "'%s' has not started yet"
                        : "there is no step or task '%s'; `ria status` "
                          "lists them",
                  subject);
}

/* Prints what was added since the last call; opens the file once it exists. `text` is NULL if the
 * output is not a terminal: then bytes are not changed. */
static void print_more(FILE **file, const char *path, shown_text *text) {
  char buffer[65536];
  if (!*file)
    *file = fopen(path, "r");
  if (!*file)
    return;
  clearerr(*file);
  for (size_t n; (n = fread(buffer, 1, sizeof buffer, *file)) > 0;)
    if (text)
      shown_text_write(text, stdout, buffer, n);
    else
      fwrite(buffer, 1, n, stdout);
  fflush(stdout);
}

static ria_status has_ended(study_store *study, const char *task, int number, bool *ended) {
  study_attempts attempts;
  RIA_TRY(study_list_attempts(study, task, &attempts));
  *ended = true;
  for (int i = 0; i < attempts.count; i++)
    if (attempts.item[i].number == number)
      *ended = attempts.item[i].ended > 0;
  study_attempts_destroy(&attempts);
  return RIA_SUCCESS;
}

static ria_status print(study_store *study, const study_attempt *a, const char *path, bool follow,
                        int *code) {
  FILE *file = NULL;
  ria_status status = RIA_SUCCESS;
  shown_text held = {0}, *text = isatty(STDOUT_FILENO) ? &held : NULL;
  sigset_t set;
  sigemptyset(&set);
  sigaddset(&set, SIGINT);
  sigaddset(&set, SIGTERM);
  if (follow)
    sigprocmask(SIG_BLOCK, &set, NULL);
  for (bool ended = false;;) {
    /* Checked before reading, so that nothing written before the end is missed. */
    if (follow)
      status = has_ended(study, a->task, a->number, &ended);
    print_more(&file, path, text);
    if (!follow || ended || ferror(stdout) || status != RIA_SUCCESS)
      break;
    int signal = sigtimedwait(&set, NULL, &(struct timespec){.tv_nsec = 300000000});
    if (signal > 0) {
      *code = 128 + signal;
      break;
    }
  }
  shown_text_end(&held, stdout);
  if (!file && status == RIA_SUCCESS)
    status = ria_fail(RIA_ERROR_IO, "%s: attempt %d has written nothing yet (%s)", a->task,
                      a->number, path);
  if (file)
    fclose(file);
  return status;
}

static int print_json(const study_attempt *a, const char *path) {
  return command_print_json(json_pack("{s:s, s:i, s:s, s:s, s:s, s:i, s:i, s:s}", "task", a->task,
                                      "attempt", a->number, "file", path, "job", a->job, "cause",
                                      a->cause, "exit_code", a->exit_code, "signal", a->signal,
                                      "note", a->note));
}

static ria_status logs(study_store *study, const chosen *c, int *code) {
  char *id, *path = NULL;
  RIA_TRY(find_task(study, c->subject, &id));
  study_attempts attempts;
  ria_status status = study_list_attempts(study, id, &attempts);
  const study_attempt *a = NULL;
  for (int i = 0; i < attempts.count; i++)
    if (!c->attempt || attempts.item[i].number == c->attempt)
      a = &attempts.item[i];
  if (status == RIA_SUCCESS && !a)
    status = ria_fail(RIA_ERROR_ARGUMENT, "%s has no attempt %d", id, c->attempt);
  if (status == RIA_SUCCESS &&
      asprintf(&path, "%s/%s/output.txt", study_folder(study), a->folder) < 0)
    status = ria_fail(RIA_ERROR_MEMORY, "no memory to read what was written");
  if (status == RIA_SUCCESS && c->json)
    *code = print_json(a, path);
  else if (status == RIA_SUCCESS)
    status = print(study, a, path, c->follow, code);
  free(path);
  free(id);
  study_attempts_destroy(&attempts);
  return status;
}

static int run(int argc, char **argv) {
  chosen c;
  if (!parse(argc, argv, &c))
    return CLI_EXIT_ERROR;
  study_store *study;
  int code = CLI_EXIT_SUCCESS;
  if (study_command_open(c.study, STUDY_READ, &study) != RIA_SUCCESS)
    return study_command_fail("logs");
  if (logs(study, &c, &code) != RIA_SUCCESS)
    code = study_command_fail("logs");
  study_close(study);
  return code;
}

const cli_command command_logs = {
    .name = "logs", .summary = "print a step's output", .help = help, .run = run};
