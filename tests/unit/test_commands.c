/* Every command explains itself, and the man page and the list of commands know it. */
#include "tests.h"
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "../../workflows/cli/command.h"

static char *manual;

static int read_manual(void **state) {
  (void)state;
  const char *source = getenv("RIA_SOURCE_DIR");
  char path[1024];
  snprintf(path, sizeof path, "%s/docs/man/ria.1", source ? source : ".");
  FILE *file = fopen(path, "r");
  manual = calloc(1, 65536);
  if (!file || !manual || fread(manual, 1, 65535, file) == 0)
    return -1;
  return fclose(file);
}

static int free_manual(void **state) {
  (void)state;
  free(manual);
  return 0;
}

static void test_help(void **state) {
  (void)state;
  for (const cli_command *const *c = cli_commands; *c; c++) {
    char usage[64];
    snprintf(usage, sizeof usage, "usage: ria %s", (*c)->name);
    if (!(*c)->summary || !*(*c)->summary || strchr((*c)->summary, '\n'))
      fail_msg("ria %s has no summary of one line", (*c)->name);
    if (!(*c)->help || strncmp((*c)->help, usage, strlen(usage)))
      fail_msg("the help of ria %s does not start with '%s'", (*c)->name, usage);
    if ((*c)->help[strlen((*c)->help) - 1] != '\n')
      fail_msg("the help of ria %s does not end its last line", (*c)->name);
    if (!(*c)->run)
      fail_msg("ria %s does nothing", (*c)->name);
  }
}

static void test_commands_there(void **state) {
  (void)state;
  static const char *const names[] = {"run",  "validate", "info",  "diff",
                                      "plot", "kernels",  "bench", "import"};
  for (size_t n = 0; n < sizeof names / sizeof *names; n++) {
    bool found = false;
    for (const cli_command *const *c = cli_commands; *c; c++)
      found = found || !strcmp((*c)->name, names[n]);
    if (!found)
      fail_msg("there is no command ria %s", names[n]);
  }
}

static void test_manual_names_commands(void **state) {
  (void)state;
  for (const cli_command *const *c = cli_commands; *c; c++) {
    char synopsis[64], entry[64];
    snprintf(synopsis, sizeof synopsis, "\n.Cm %s\n", (*c)->name);
    snprintf(entry, sizeof entry, "\n.It Cm %s\n", (*c)->name);
    if (!strstr(manual, synopsis) || !strstr(manual, entry))
      fail_msg("docs/man/ria.1 lacks the command %s in its synopsis or its description",
               (*c)->name);
  }
}

static void test_manual_names_exit_codes(void **state) {
  (void)state;
  const char *section = strstr(manual, ".Sh EXIT STATUS");
  assert_non_null(section);
  static const int codes[] = {CLI_EXIT_SUCCESS, CLI_EXIT_DIFFERENT, CLI_EXIT_ERROR,
                              CLI_EXIT_INTERRUPTED};
  for (size_t c = 0; c < sizeof codes / sizeof *codes; c++) {
    char entry[16];
    snprintf(entry, sizeof entry, "\n.It %d\n", codes[c]);
    if (!strstr(section, entry))
      fail_msg("docs/man/ria.1 does not tell exit code %d", codes[c]);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_help), cmocka_unit_test(test_commands_there),
      cmocka_unit_test(test_manual_names_commands), cmocka_unit_test(test_manual_names_exit_codes)};
  return cmocka_run_group_tests(tests, read_manual, free_manual);
}
