/* `ria results`: the numbers of a study. */
#include <fnmatch.h>
#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "ria/command.h"
#include "study_command.h"

static const char help[] =
    "usage: ria results [STEP] [--study STUDY] [--key PATTERN] [--json]\n\n"
    "Prints what steps and tasks found, as CSV: step,task,key,value. The task is empty where the\n"
    "step as a whole found it.\n\n"
    "  --study STUDY  the study's folder or workflow; default: as `ria status` (RIA_STUDY)\n"
    "  --key PATTERN  only keys that match, such as 'drift' or '*_seconds' (RIA_KEY)\n"
    "  --json         as JSON (RIA_JSON=1)\n\n"
    "Exit codes: 0 done, 1 nothing was found, 2 an error.\n";

/* Quoted as RFC 4180 has it where that is needed. */
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

static void print_csv(const ria_study_result *r) {
  char number[40];
  snprintf(number, sizeof number, "%.17g", r->number);
  if (strtod(number, NULL) == r->number) /* the shortest that reads back as the same */
    for (int digits = 1; digits <= 17; digits++) {
      snprintf(number, sizeof number, "%.*g", digits, r->number);
      if (strtod(number, NULL) == r->number)
        break;
    }
  print_cell(r->step, ',');
  print_cell(r->task, ',');
  print_cell(r->key, ',');
  print_cell(r->is_number ? number : r->text, '\n');
}

static json_t *to_json(const ria_study_result *r) {
  return json_pack("{s:s, s:s, s:s, s:o}", "step", r->step, "task", r->task, "key", r->key, "value",
                   r->is_number ? json_real(r->number) : json_string(r->text));
}

static ria_status print(ria_study *study, const char *step, const char *key, bool json, int *code) {
  ria_study_results results;
  RIA_TRY(ria_study_list_results(study, step, NULL, &results));
  json_t *list = json_array();
  int found = 0;
  if (!json)
    puts("step,task,key,value");
  for (int i = 0; i < results.count; i++) {
    if (key && fnmatch(key, results.item[i].key, 0))
      continue;
    found++;
    if (json)
      json_array_append_new(list, to_json(&results.item[i]));
    else
      print_csv(&results.item[i]);
  }
  ria_study_results_destroy(&results);
  *code = found ? RIA_EXIT_SUCCESS : RIA_EXIT_DIFFERENT;
  if (!json) {
    json_decref(list);
    return RIA_SUCCESS;
  }
  return study_command_print(list) ? ria_fail(RIA_ERROR_IO, "cannot print the results")
                                   : RIA_SUCCESS;
}

static int run(int argc, char **argv) {
  static const struct option options[] = {
      {"study", 1, NULL, 's'}, {"key", 1, NULL, 'k'}, {"json", 0, NULL, 'j'}, {0}};
  bool json = study_command_flag("RIA_JSON");
  const char *where = NULL, *key = getenv("RIA_KEY");
  optind = 0;
  for (int c; (c = getopt_long(argc, argv, "", options, NULL)) != -1;) {
    if (c == '?')
      return RIA_EXIT_ERROR;
    if (c == 's')
      where = optarg;
    if (c == 'k')
      key = optarg;
    json |= c == 'j';
  }
  if (argc - optind > 1) {
    fputs("ria results: one step at a time; `ria results --help` tells more\n", stderr);
    return RIA_EXIT_ERROR;
  }
  ria_study *study;
  int code = RIA_EXIT_ERROR;
  if (study_command_open(where, RIA_STUDY_READ, &study) != RIA_SUCCESS)
    return study_command_fail("results");
  if (print(study, argv[optind], key, json, &code) != RIA_SUCCESS)
    code = study_command_fail("results");
  ria_study_close(study);
  return code;
}

const ria_command ria_command_results = {
    .name = "results", .summary = "print the numbers of a study", .help = help, .run = run};
