/* The program `ria`: finds and runs the command. */
#include <stdio.h>
#include <string.h>
#include "ria/registry.h"
#include "ria/text.h"
#include "ria/version.h"
#include "command.h"
#include "errors.h"

enum { COMMANDS = 64 };

static void print_version(void) {
  const ria_build *build = ria_build_info();
  printf("ria %s (commit %.12s%s, %s, kernels for %s)\n", RIA_VERSION, build->commit,
         build->dirty ? " with changes" : "", build->compiler, ria_cpu_march());
}

static void print_usage(FILE *stream) {
  fputs("usage: ria COMMAND [ARGUMENT]...\n\nEstuary simulations on task graphs. Commands:\n",
        stream);
  for (const cli_command *const *c = cli_commands; *c; c++)
    if (!(*c)->hidden)
      fprintf(stream, "  %-10s %s\n", (*c)->name, (*c)->summary);
  fputs("\n`ria COMMAND --help` or `ria help COMMAND` describes a command. Exit codes: 0 done,\n"
        "1 files differ or the case has errors, 2 an error, 3 stopped by a signal after a "
        "checkpoint.\n",
        stream);
}

static const cli_command *find(const char *name) {
  for (const cli_command *const *c = cli_commands; *c; c++)
    if (!strcmp(name, (*c)->name))
      return *c;
  return NULL;
}

static int no_such_command(const char *name) {
  const char *candidate[COMMANDS];
  int count = 0;
  for (const cli_command *const *c = cli_commands; *c && count < COMMANDS; c++)
    if (!(*c)->hidden)
      candidate[count++] = (*c)->name;
  const char *nearest = ria_text_nearest(name, count, candidate);
  if (nearest)
    command_error(NULL, "there is no command '%s'; did you mean '%s'?", name, nearest);
  else
    command_error(NULL, "there is no command '%s'; `ria --help` lists them", name);
  return CLI_EXIT_ERROR;
}

static int help(int argc, char **argv) {
  if (argc < 3) {
    print_usage(stdout);
    return CLI_EXIT_SUCCESS;
  }
  const cli_command *command = find(argv[2]);
  if (!command)
    return no_such_command(argv[2]);
  fputs(command->help, stdout);
  return CLI_EXIT_SUCCESS;
}

static bool asks_for_help(int argc, char **argv) {
  for (int i = 2; i < argc && strcmp(argv[i], "--"); i++)
    if (!strcmp(argv[i], "--help") || !strcmp(argv[i], "-h"))
      return true;
  return false;
}

static int dispatch(int argc, char **argv) {
  if (argc < 2) {
    print_usage(stderr);
    return CLI_EXIT_ERROR;
  }
  if (!strcmp(argv[1], "--help") || !strcmp(argv[1], "-h") || !strcmp(argv[1], "help"))
    return help(argc, argv);
  if (!strcmp(argv[1], "--version")) {
    print_version();
    return CLI_EXIT_SUCCESS;
  }
  const cli_command *command = find(argv[1]);
  if (!command)
    return no_such_command(argv[1]);
  if (asks_for_help(argc, argv)) {
    fputs(command->help, stdout);
    return CLI_EXIT_SUCCESS;
  }
  return command->run(argc - 1, argv + 1);
}

int main(int argc, char **argv) {
  command_errors_begin(argc, argv);
  return command_errors_end(dispatch(argc, argv));
}
