/* ria init: a commented workflow to start from, with a first line that finds this ria anywhere. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "ria/command.h"
#include "ria/template.h"

static int list_templates(void) {
  for (const ria_template *t = ria_templates; t->name; t++)
    printf("%-18s %s\n", t->name, t->what);
  return RIA_EXIT_SUCCESS;
}

static int write_template(const char *name, const char *path, bool overwrite) {
  char *text = NULL;
  ria_status status = ria_template_make(name, &text);
  if (status == RIA_SUCCESS)
    status = ria_template_write(path, text, overwrite);
  free(text);
  if (status != RIA_SUCCESS) {
    fprintf(stderr, "ria init: %s\n", ria_status_detail());
    return RIA_EXIT_ERROR;
  }
  if (strcmp(path, "-") != 0)
    printf("wrote %s; look with `ria plan %s`, then `sbatch %s` or `ria run %s`\n", path, path,
           path, path);
  return RIA_EXIT_SUCCESS;
}

static int run(int argc, char **argv) {
  const char *name = NULL, *path = NULL;
  bool overwrite = false, bad = false;
  for (int i = 1; i < argc; i++) {
    if (!strcmp(argv[i], "--overwrite"))
      overwrite = true;
    else if (!strcmp(argv[i], "-o") && i + 1 < argc)
      path = argv[++i];
    else if (argv[i][0] == '-' || name)
      bad = true;
    else
      name = argv[i];
  }
  if (bad) {
    fprintf(stderr, "ria init: expected one template and sound options; see `ria init --help`\n");
    return RIA_EXIT_ERROR;
  }
  if (!name)
    return list_templates();
  char file[300];
  snprintf(file, sizeof file, "%s.yaml", name);
  return write_template(name, path ? path : file, overwrite);
}

const ria_command ria_command_init = {
    .name = "init",
    .summary = "write a workflow to start from",
    .help = "usage: ria init [TEMPLATE] [-o FILE] [--overwrite]\n"
            "\n"
            "Write a commented workflow to start from. Its first line names this ria by its whole "
            "path, so\n"
            "that sbatch finds it whatever PATH is there. Without a template: list them.\n"
            "\n"
            "  -o FILE      where to; TEMPLATE.yaml in this folder if not given, - for the screen\n"
            "  --overwrite  replace a file that is there\n"
            "\n"
            "Exit code: 0 done, 2 an error.\n",
    .run = run,
};
