/* `ria results`: prints the results of a study. */
#include <fnmatch.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "cli/command.h"
#include "cli/options.h"
#include "cli/output.h"
#include "cli/study_command.h"
#include "ria/number.h"

static const char help[] =
    "usage: ria results [STUDY] [STEP] [--study STUDY] [--key PATTERN] [--json]\n"
    "\n"
    "Print the results of all steps and tasks, or of one, as CSV: step,task,key,value. The task is "
    "empty\n"
    "for results of the step as a whole.\n"
    "\n"
    "  --study STUDY  the study's folder or workflow; default: as in `ria status` (RIA_STUDY)\n"
    "  --key PATTERN  print only matching keys, such as 'drift' or '*_seconds' (RIA_KEY)\n"
    "  --json         print JSON (RIA_JSON=1)\n"
    "\n"
    "Exit codes: 0 done, 1 there are no such results, 2 an error.\n";

/* Prints a cell, quoted by RFC 4180 if necessary. */
static void print_cell(const char *text, char end) {
  if (text[strcspn(text, ",\"\r\n")]) {
    putchar('"');
    for (; *text; text++) {
      if (*text == '"')
        putchar('"');
      putchar(*text);
    }
    putchar('"');
  } else {
    fputs(text, stdout);
  }
  putchar(end);
}

static void print_csv(const study_result *r) {
  char number[40];
  /* The shortest text that reads back as the same number; whole numbers have no exponent. */
  bool whole = fabs(r->number) < 1e15 && r->number == floor(r->number);
  ria_snprintf(number, sizeof number, "%.0f", r->number);
  for (int digits = 1; digits <= 17 && !whole; digits++) {
    ria_snprintf(number, sizeof number, "%.*g", digits, r->number);
    if (ria_strtod(number, NULL) == r->number)
      break;
  }
  print_cell(r->step, ',');
  print_cell(r->task, ',');
  print_cell(r->key, ',');
  print_cell(r->is_number ? number : r->text, '\n');
}

static json_t *to_json(const study_result *r) {
  return json_pack("{s:s, s:s, s:s, s:o}", "step", r->step, "task", r->task, "key", r->key, "value",
                   r->is_number ? json_real(r->number) : json_string(r->text));
}

static bool is_wanted(const study_result *r, const char *subject, const char *key) {
  return (!subject || !strcmp(r->step, subject) || !strcmp(r->task, subject)) &&
         (!key || !fnmatch(key, r->key, 0));
}

static ria_status print(study_store *study, const char *subject, const char *key, bool json,
                        int *code) {
  study_results results;
  RIA_TRY(study_command_find(study, subject ? subject : ""));
  RIA_TRY(study_list_results(study, NULL, NULL, &results));
  json_t *list = json_array();
  int found = 0;
  if (!json)
    puts("step,task,key,value");
  for (int i = 0; i < results.count; i++) {
    if (!is_wanted(&results.item[i], subject, key))
      continue;
    found++;
    if (json)
      json_array_append_new(list, to_json(&results.item[i]));
    else
      print_csv(&results.item[i]);
  }
  study_results_destroy(&results);
  *code = found ? CLI_EXIT_SUCCESS : CLI_EXIT_DIFFERENT;
  if (!json) {
    json_decref(list);
    return RIA_SUCCESS;
  }
  return command_print_json(list) ? ria_fail(RIA_ERROR_IO, "cannot print the results")
                                  : RIA_SUCCESS;
}

static int run(int argc, char **argv) {
  bool json = false;
  const char *where = NULL, *key = NULL, *step;
  const command_option options[] = {{.name = "study", .kind = COMMAND_TEXT, .value = &where},
                                    {.name = "key", .kind = COMMAND_TEXT, .value = &key},
                                    {.name = "json", .kind = COMMAND_FLAG, .value = &json},
                                    {0}};
  if (!command_options_read(options, &argc, argv) ||
      !study_command_words(STUDY_COMMAND_MAY_STEP, argc, argv, &where, &step))
    return CLI_EXIT_ERROR;
  study_store *study;
  int code = CLI_EXIT_ERROR;
  if (study_command_open(where, STUDY_READ, &study) != RIA_SUCCESS)
    return study_command_fail("results");
  if (print(study, step, key, json, &code) != RIA_SUCCESS)
    code = study_command_fail("results");
  study_close(study);
  return code;
}

const cli_command command_results = {
    .name = "results", .summary = "print the results of a study", .help = help, .run = run};
