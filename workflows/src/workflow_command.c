#include "workflow_command.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "ria/command.h"

static bool is_on(const char *variable) {
  const char *value = getenv(variable);
  return value && *value && strcmp(value, "0") != 0;
}

static const char *text_of(const char *variable) {
  const char *value = getenv(variable);
  return value && *value ? value : NULL;
}

/* The pieces of RIA_SET come before the command line's, which override them. */
static void take_variables(ria_workflow_command *c, bool has_all) {
  c->workflow.study = text_of("RIA_STUDY");
  c->workflow.mode = text_of("RIA_MODE");
  c->json = is_on("RIA_JSON");
  c->all = has_all && is_on("RIA_ALL");
  char *rest = c->variable;
  for (char *piece; rest && (piece = strsep(&rest, ";")) != NULL;)
    if (*piece)
      c->set[c->workflow.sets++] = piece;
}

/* The value of an option at argv[*i]: behind '=', or the next argument. NULL if it is another. */
static const char *value_of(const char *option, int argc, char **argv, int *i) {
  size_t length = strlen(option);
  if (strncmp(argv[*i], option, length) != 0)
    return NULL;
  if (argv[*i][length] == '=')
    return argv[*i] + length + 1;
  return !argv[*i][length] && *i + 1 < argc ? argv[++*i] : NULL;
}

static bool take_argument(ria_workflow_command *c, int argc, char **argv, int *i, bool has_all) {
  const char *value;
  if (!strcmp(argv[*i], "--json")) {
    c->json = true;
  } else if (has_all && !strcmp(argv[*i], "--all")) {
    c->all = true;
  } else if ((value = value_of("--set", argc, argv, i)) != NULL) {
    c->set[c->workflow.sets++] = value;
  } else if ((value = value_of("--study", argc, argv, i)) != NULL) {
    c->workflow.study = value;
  } else if ((value = value_of("--mode", argc, argv, i)) != NULL) {
    c->workflow.mode = value;
  } else if (argv[*i][0] == '-') {
    fprintf(stderr,
            "ria %s: there is no option '%s', or its value is missing; see `ria %s --help`\n",
            c->command, argv[*i], c->command);
    return false;
  } else if (c->path) {
    fprintf(stderr, "ria %s: one workflow at a time, but here are '%s' and '%s'\n", c->command,
            c->path, argv[*i]);
    return false;
  } else {
    c->path = argv[*i];
  }
  return true;
}

bool ria_workflow_command_read(ria_workflow_command *c, int argc, char **argv, bool has_all) {
  const char *variable = getenv("RIA_SET");
  *c = (ria_workflow_command){.command = argv[0], .variable = strdup(variable ? variable : "")};
  size_t pieces = 1;
  for (const char *p = c->variable; p && *p; p++)
    pieces += *p == ';';
  c->set = calloc((size_t)argc + pieces, sizeof *c->set);
  if (!c->set || !c->variable) {
    fprintf(stderr, "ria %s: out of memory\n", argv[0]);
    return false;
  }
  c->workflow.set = c->set;
  take_variables(c, has_all);
  for (int i = 1; i < argc; i++)
    if (!take_argument(c, argc, argv, &i, has_all))
      return false;
  if (!c->path)
    fprintf(stderr, "ria %s: name the workflow: ria %s FILE.yaml\n", argv[0], argv[0]);
  return c->path != NULL;
}

void ria_workflow_command_free(ria_workflow_command *c) {
  free(c->set);
  free(c->variable);
}

int ria_workflow_command_load(const ria_workflow_command *c, ria_workflow **workflow) {
  ria_case_errors errors;
  ria_status status = ria_workflow_read(c->path, &c->workflow, workflow, &errors);
  for (int i = 0; i < errors.count; i++)
    fprintf(stderr, "%s\n", errors.error[i].text);
  if (status != RIA_SUCCESS && !errors.count)
    fprintf(stderr, "ria %s: %s\n", c->command, ria_status_detail());
  ria_case_errors_destroy(&errors);
  return status == RIA_SUCCESS ? RIA_EXIT_SUCCESS : RIA_EXIT_ERROR;
}
