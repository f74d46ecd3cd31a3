/* `ria init`: writes a commented workflow, whose first line finds this ria in any folder. */
#include <ctype.h>
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

static const char papers[] = "papers";

static int print_json_list(bool (*shown)(const cli_template *)) {
  json_t *list = json_array();
  for (const cli_template *t = cli_templates; t->name; t++)
    if (shown(t))
      json_array_append_new(
          list, json_pack("{s:s, s:s, s:s}", "name", t->name, "group", t->group, "what", t->what));
  return command_print_json(list);
}

static bool any(const cli_template *t) {
  return t->name != NULL;
}

static bool of_papers(const cli_template *t) {
  return !strcmp(t->group, papers);
}

/* Each group below its name; papers have one line with the command that lists them. */
static int list_templates(bool json) {
  if (json)
    return print_json_list(any);
  const char *group = "";
  int count = 0;
  for (const cli_template *t = cli_templates; t->name; t++) {
    count += of_papers(t);
    if (of_papers(t))
      continue;
    if (strcmp(group, t->group))
      printf("%s%c%s\n", *group ? "\n" : "", toupper((unsigned char)t->group[0]), t->group + 1);
    group = t->group;
    printf("  %-18s %s\n", t->name, t->what);
  }
  printf("\nPapers\n  %-18s %d workflows that make the tables of papers: `ria init papers` "
         "lists them\n",
         papers, count);
  return CLI_EXIT_SUCCESS;
}

static int list_papers(bool json) {
  if (json)
    return print_json_list(of_papers);
  for (const cli_template *t = cli_templates; t->name; t++)
    if (of_papers(t))
      printf("%-20s %s\n", t->name, t->what);
  return CLI_EXIT_SUCCESS;
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
    command_error("init", "give one template, not both '%s' and '%s'", argv[1], argv[2]);
    return CLI_EXIT_ERROR;
  }
  if (argc < 2)
    return list_templates(json);
  if (!strcmp(argv[1], papers))
    return list_papers(json);
  snprintf(file, sizeof file, "%s.yaml", argv[1]);
  return write_template(argv[1], path ? path : file, overwrite, json);
}

const cli_command command_init = {
    .name = "init",
    .summary = "write a workflow or a case to start from",
    .help =
        "usage: ria init [TEMPLATE] [-o FILE] [--overwrite] [--json]\n"
        "\n"
        "Write a commented case or workflow to start from. It works in any folder: the first line "
        "of a\n"
        "workflow has the absolute path of this ria, so that sbatch finds it with any PATH. "
        "Without a\n"
        "template, lists cases, then workflows by purpose; with `papers`, those that make the "
        "tables of\n"
        "papers.\n"
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
