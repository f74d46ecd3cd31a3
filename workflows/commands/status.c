/* `ria status`: what a study has done, does, and waits for. */
#include <stdio.h>
#include <stdlib.h>
#include "ria/command.h"
#include "command_options.h"
#include "screen.h"
#include "study_command.h"

static const char help[] =
    "usage: ria status [STUDY] [--study STUDY] [--all] [--json]\n\n"
    "Shows the steps of a study and how far they are: what runs and where, why a job waits in the\n"
    "queue, what failed and why, and when the end is expected. STUDY is its folder or its "
    "workflow;\n"
    "default: RIA_STUDY, else the current folder, else the only study in it.\n\n"
    "  --study STUDY  the same (RIA_STUDY)\n"
    "  --all          all tasks of each step, not only those that need attention (RIA_ALL=1)\n"
    "  --json         for programs (RIA_JSON=1)\n\n"
    "Exit codes: 0 finished or under way, 2 failed (or an error), 3 cancelled.\n";

static int show(ria_study *study, bool all, bool json) {
  ria_view view;
  if (ria_view_read(study, &view) != RIA_SUCCESS)
    return study_command_fail("status");
  int code = ria_view_exit_code(&view);
  if (json) {
    int failed = study_command_print(ria_view_json(&view));
    code = failed ? failed : code;
  } else {
    ria_view_style style = ria_screen_style(stdout);
    ria_text text = {0};
    style.most = all ? 0 : style.most;
    ria_view_draw(&view, &style, &text);
    if (text.failed || !text.data || fputs(text.data, stdout) == EOF)
      code = RIA_EXIT_ERROR;
    ria_text_destroy(&text);
  }
  ria_view_destroy(&view);
  return code;
}

static int run(int argc, char **argv) {
  bool all = false, json = false;
  const char *where = NULL, *none;
  const command_option options[] = {{.name = "study", .kind = COMMAND_TEXT, .value = &where},
                                    {.name = "all", .kind = COMMAND_FLAG, .value = &all},
                                    {.name = "json", .kind = COMMAND_FLAG, .value = &json},
                                    {0}};
  ria_study *study;
  if (!command_options_read(options, &argc, argv) ||
      !study_command_words(STUDY_COMMAND_NO_STEP, argc, argv, &where, &none))
    return RIA_EXIT_ERROR;
  if (study_command_open(where, RIA_STUDY_READ, &study) != RIA_SUCCESS)
    return study_command_fail("status");
  int code = show(study, all, json);
  ria_study_close(study);
  return code;
}

const ria_command ria_command_status = {
    .name = "status", .summary = "show how far a study is", .help = help, .run = run};
