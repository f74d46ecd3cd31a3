/* `ria init`: writes a commented workflow, whose first line finds this ria in any folder. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "cli/command.h"
#include "cli/errors.h"
#include "cli/options.h"
#include "cli/output.h"
#include "cli/study_command.h"
#include "cli/template.h"
#include "language/workflow.h"

static int list_templates(bool json) {
  json_t *list = json ? json_array() : NULL;
  for (const cli_template *t = cli_templates; t->name; t++) {
    if (json)
      json_array_append_new(list, json_pack("{s:s, s:s}", "name", t->name, "what", t->what));
    else
      printf("%-18s %s\n", t->name, t->what);
  }
  return json ? command_print_json(list) : CLI_EXIT_SUCCESS;
}

static int write_template(const char *name, const char *path, bool overwrite, bool json) {
  char *text = NULL;
  ria_status status = template_make(name, &text);
  if (status == RIA_SUCCESS)
    status = template_write(path, text, overwrite);
  free(text);
  if (status != RIA_SUCCESS) {
    command_error("init", "%s", ria_status_detail());
    return CLI_EXIT_ERROR;
  }
  if (json && strcmp(path, "-"))
    return command_print_json(json_pack("{s:s, s:s}", "template", name, "file", path));
  bool is_case = false;
  if (strcmp(path, "-") != 0 && workflow_is_case(path, &is_case) == RIA_SUCCESS && is_case)
    printf("wrote %s; check it with `ria validate %s`, then `ria run %s`\n", path, path, path);
  else if (strcmp(path, "-") != 0)
    printf("wrote %s; look with `ria plan %s`, then `sbatch %s` or `ria run %s`\n", path, path,
           path, path);
  return CLI_EXIT_SUCCESS;
}

static int run(int argc, char **argv) {
  const char *path = NULL;
  bool overwrite = false, json = false;
  const command_option options[] = {
      {.name = "output", .kind = COMMAND_TEXT, .value = &path, .letter = 'o'},
      {.name = "overwrite", .kind = COMMAND_FLAG, .value = &overwrite},
      {.name = "json", .kind = COMMAND_FLAG, .value = &json},
      {0}};
  char file[300];
  if (!command_options_read(options, &argc, argv))
    return CLI_EXIT_ERROR;
  if (argc > 2) {
    command_error("init", "one template at a time, but here are '%s' and '%s'", argv[1], argv[2]);
    return CLI_EXIT_ERROR;
  }
  if (argc < 2)
    return list_templates(json);
  snprintf(file, sizeof file, "%s.yaml", argv[1]);
  return write_template(argv[1], path ? path : file, overwrite, json);
}

const cli_command command_init = {
    .name = "init",
    .summary = "write a workflow or a case to start from",
    .help = "usage: ria init [TEMPLATE] [-o FILE] [--overwrite] [--json]\n"
            "\n"
            "Write a commented workflow to start from, or with the template `case` a single "
            "simulation. It works\n"
            "in any folder: its first line has the absolute path of this ria, so that sbatch finds "
            "it with any\n"
            "PATH. Without a template, lists the templates.\n"
            "\n"
            "  -o, --output FILE  the file to write; default: TEMPLATE.yaml in this folder, - for "
            "the screen\n"
            "                     (RIA_OUTPUT)\n"
            "  --overwrite        replace an existing file (RIA_OVERWRITE=1)\n"
            "  --json             print the list, or the file's name, as JSON (RIA_JSON=1)\n"
            "\n"
            "Exit code: 0 done, 2 an error.\n",
    .run = run,
};
