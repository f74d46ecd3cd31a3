/* `ria report STUDY`: writes the study as one HTML page. */
#include <stdio.h>
#include <stdlib.h>
#include "cli/command.h"
#include "cli/options.h"
#include "cli/output.h"
#include "cli/study_command.h"
#include "steps/report/study_report.h"

static const char help[] =
    "usage: ria report [STUDY] [--study STUDY] [-o FILE] [--step NAME] [--json]\n"
    "\n"
    "Write a study as one HTML page without other files: its state, cost, failures, tables, plots "
    "and\n"
    "maps, and the provenance of its results. The study may be running or have failed.\n"
    "\n"
    "  --study STUDY      the study's folder or workflow; default: as in `ria status` (RIA_STUDY)\n"
    "  -o, --output FILE  the page; default: report.html in the study's folder (RIA_OUTPUT)\n"
    "  --step NAME        the step that makes the page, which is not shown as running (RIA_STEP)\n"
    "  --json             print the page's path as JSON (RIA_JSON=1)\n"
    "\n"
    "Exit codes: 0 done, 2 an error.\n";

static ria_status make(const char *where, const study_report_options *report, char **path) {
  study_store *study;
  RIA_TRY(study_command_open(where, STUDY_READ, &study));
  int n = report->path ? asprintf(path, "%s", report->path)
                       : asprintf(path, "%s/report.html", study_folder(study));
  if (n < 0)
    *path = NULL;
  ria_status status = *path ? study_report_write(study, report)
                            : ria_fail(RIA_ERROR_MEMORY, "no memory for a report");
  study_close(study);
  return status;
}

static int run(int argc, char **argv) {
  study_report_options report = {0};
  bool json = false;
  const char *where = NULL, *none;
  const command_option options[] = {
      {.name = "study", .kind = COMMAND_TEXT, .value = &where},
      {.name = "output", .kind = COMMAND_TEXT, .value = &report.path, .letter = 'o'},
      {.name = "step", .kind = COMMAND_TEXT, .value = &report.step},
      {.name = "json", .kind = COMMAND_FLAG, .value = &json},
      {0}};
  if (!command_options_read(options, &argc, argv) ||
      !study_command_words(STUDY_COMMAND_NO_STEP, argc, argv, &where, &none))
    return CLI_EXIT_ERROR;
  char *path = NULL;
  int code = CLI_EXIT_SUCCESS;
  if (make(where, &report, &path) != RIA_SUCCESS)
    code = study_command_fail("report");
  else if (json)
    code = command_print_json(json_pack("{s:s}", "report", path));
  else
    puts(path);
  free(path);
  return code;
}

const cli_command command_report = {
    .name = "report", .summary = "write a study as one HTML page", .help = help, .run = run};
