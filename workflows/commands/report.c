/* `ria report`: writes a study, or a run, as one HTML page. */
#include <stdio.h>
#include <stdlib.h>
#include "cli/command.h"
#include "cli/options.h"
#include "cli/output.h"
#include "cli/study_command.h"
#include "run/page.h"
#include "steps/report/study_report.h"

static const char help[] =
    "usage: ria report [STUDY | RUN_DIR] [--study STUDY] [-o FILE] [--step NAME] [--json]\n"
    "\n"
    "Write a study as one HTML page without other files: its state, cost, failures, tables, plots "
    "and\n"
    "maps, and the provenance of its results. The study may be running or have failed.\n"
    "For a run that has ended: its maps as films, gauges, observations, balance and "
    "provenance; "
    "a run\n"
    "with maps makes this page itself.\n"
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

/* A run's folder is no study's. */
static ria_status make_of_run(const char *folder, const char *file, char **path) {
  const int n = file ? asprintf(path, "%s", file) : asprintf(path, "%s/report.html", folder);
  if (n < 0)
    *path = NULL;
  return *path ? run_page_write(folder, *path)
               : ria_fail(RIA_ERROR_MEMORY, "no memory for a report");
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
  const bool of_run = where && run_page_is_run(where);
  if ((of_run ? make_of_run(where, report.path, &path) : make(where, &report, &path)) !=
      RIA_SUCCESS)
    code = study_command_fail("report");
  else if (json)
    code = command_print_json(json_pack("{s:s}", "report", path));
  else
    puts(path);
  free(path);
  return code;
}

const cli_command command_report = {.name = "report",
                                    .summary = "write a study or a run as one HTML page",
                                    .help = help,
                                    .run = run};
