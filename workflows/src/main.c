/* The command `ria`: finds the sub-command and hands over. */
#include <stdio.h>
#include <string.h>
#include "ria/command.h"
#include "ria/version.h"

static void print_version(void) {
  const ria_build *build = ria_build_info();
  printf("ria %s (commit %.12s%s, %s)\n", RIA_VERSION, build->commit,
         build->dirty ? " with changes" : "", build->compiler);
}

static void print_usage(FILE *stream) {
  fputs("usage: ria COMMAND [ARGUMENT]...\n\nEstuary simulations on task graphs. Commands:\n",
        stream);
  for (const ria_command *const *c = ria_commands; *c; c++)
    if (!(*c)->hidden)
      fprintf(stream, "  %-10s %s\n", (*c)->name, (*c)->summary);
  fputs("\n`ria COMMAND --help` tells more of each. Exit codes: 0 done, 1 files differ or the case "
        "has\n"
        "errors, 2 an error, 3 stopped by a signal after a checkpoint.\n",
        stream);
}

int main(int argc, char **argv) {
  if (argc < 2) {
    print_usage(stderr);
    return RIA_EXIT_ERROR;
  }
  if (!strcmp(argv[1], "--help") || !strcmp(argv[1], "-h") || !strcmp(argv[1], "help")) {
    print_usage(stdout);
    return RIA_EXIT_SUCCESS;
  }
  if (!strcmp(argv[1], "--version")) {
    print_version();
    return RIA_EXIT_SUCCESS;
  }
  for (const ria_command *const *c = ria_commands; *c; c++) {
    if (strcmp(argv[1], (*c)->name))
      continue;
    for (int i = 2; i < argc && strcmp(argv[i], "--"); i++) {
      if (!strcmp(argv[i], "--help") || !strcmp(argv[i], "-h")) {
        fputs((*c)->help, stdout);
        return RIA_EXIT_SUCCESS;
      }
    }
    return (*c)->run(argc - 1, argv + 1);
  }
  fprintf(stderr, "ria: there is no command '%s'; `ria --help` lists them\n", argv[1]);
  return RIA_EXIT_ERROR;
}
