/* `ria status`: shows the finished, running and waiting parts of a study. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "cli/command.h"
#include "cli/options.h"
#include "cli/output.h"
#include "cli/study_command.h"
#include "run/status.h"
#include "study/submitted.h"
#include "view/screen.h"

static const char help[] =
    "usage: ria status [STUDY] [--study STUDY] [--all] [--json]\n"
    "\n"
    "Show the steps of a study and their progress: what runs and where, why a job waits in the "
    "queue,\n"
    "what failed and why, and the expected end. STUDY is its folder or its workflow; default: "
    "RIA_STUDY,\n"
    "else the current folder, else the only study in it. If the study has not started yet, shows "
    "its\n"
    "queued job. For the folder of a single run, shows the run's progress.\n"
    "\n"
    "  --study STUDY  the same (RIA_STUDY)\n"
    "  --all          show all steps and tasks, not only those that need attention (RIA_ALL=1)\n"
    "  --json         print JSON (RIA_JSON=1)\n"
    "\n"
    "Exit codes: 0 finished or running, 2 failed (or an error), 3 cancelled.\n";

static int print_view(const view_tree *view, bool all) {
  view_style style = screen_style(stdout);
  ria_text text = {0};
  if (all)
    style.most = style.steps = 0;
  view_draw(view, &style, &text);
  const bool memory = text.failed || !text.data;
  const bool failed = memory || fputs(text.data, stdout) == EOF;
  if (failed)
    fprintf(stderr, "ria status: the study cannot be shown: %s\n",
            memory ? "no memory" : strerror(errno));
  ria_text_destroy(&text);
  return failed ? CLI_EXIT_ERROR : CLI_EXIT_SUCCESS;
}

/* If no engine holds the study, a submitted job may start one. */
static int show(study_store *study, bool all, bool json) {
  view_tree view;
  study_submitted job = {0};
  char text[STUDY_SUBMITTED_TEXT];
  if (view_read(study, &view) != RIA_SUCCESS)
    return study_command_fail("status");
  if (!view.held)
    study_submitted_look(&job, view.folder);
  if (study_submitted_is_due(&job)) {
    study_submitted_describe(&job, text, sizeof text);
    view.submitted = text;
  }
  int failed = json ? command_print_json(view_json(&view)) : print_view(&view, all);
  int code = failed ? failed : view_exit_code(&view);
  study_submitted_close(&job);
  view_destroy(&view);
  return code;
}

/* A study that was submitted and has not started is an error only if its job cannot start any more.
 */
static int show_submitted(const char *folder, bool json) {
  study_submitted job = {0};
  char text[STUDY_SUBMITTED_TEXT];
  study_submitted_look(&job, folder);
  study_submitted_describe(&job, text, sizeof text);
  int code = job.asked && !study_submitted_is_due(&job) ? CLI_EXIT_ERROR : CLI_EXIT_SUCCESS;
  if (json) {
    const char *state = job.asked ? ria_job_state_text(job.report.state) : "unknown";
    int failed = command_print_json(json_pack("{s:s, s:s, s:s, s:s, s:s, s:[]}", "study", folder,
                                              "state", "submitted", "job", job.job, "job_state",
                                              state, "submitted", text, "steps"));
    code = failed ? failed : code;
  } else {
    printf("study %s: submitted, not started\n%s\n", folder, text);
  }
  study_submitted_close(&job);
  return code;
}

static int run(int argc, char **argv) {
  bool all = false, json = false;
  const char *where = NULL, *none;
  const command_option options[] = {{.name = "study", .kind = COMMAND_TEXT, .value = &where},
                                    {.name = "all", .kind = COMMAND_FLAG, .value = &all},
                                    {.name = "json", .kind = COMMAND_FLAG, .value = &json},
                                    {0}};
  study_store *study = NULL;
  char *folder = NULL;
  bool made;
  int code;
  if (!command_options_read(options, &argc, argv) ||
      !study_command_words(STUDY_COMMAND_NO_STEP, argc, argv, &where, &none))
    return CLI_EXIT_ERROR;
  const char *run_folder = where && *where ? where : ".";
  if (run_status_is(run_folder) && (run_folder == where || !getenv("RIA_STUDY")))
    code = run_status_show(run_folder, json);
  else if (study_command_locate(where, &folder, &made) != RIA_SUCCESS)
    code = study_command_fail("status");
  else if (!made)
    code = show_submitted(folder, json);
  else if (study_open(folder, STUDY_READ, &study) != RIA_SUCCESS)
    code = study_command_fail("status");
  else
    code = show(study, all, json);
  study_close(study);
  free(folder);
  return code;
}

const cli_command command_status = {
    .name = "status", .summary = "show the progress of a study", .help = help, .run = run};
