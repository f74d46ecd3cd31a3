/* `ria schema`: prints JSON Schemas of the files that ria reads. */
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "cli/command.h"
#include "cli/errors.h"
#include "cli/options.h"
#include "cli/output.h"
#include "language/docs.h"
#include "language/json_schema.h"

static int print_keys(void) {
  char *keys = workflow_docs();
  int code = keys && fputs(keys, stdout) >= 0 ? CLI_EXIT_SUCCESS : CLI_EXIT_ERROR;
  free(keys);
  return code;
}

static int run(int argc, char **argv) {
  bool json;
  const command_option options[] = {{.name = "json", .kind = COMMAND_FLAG, .value = &json}, {0}};
  if (!command_options_read(options, &argc, argv))
    return CLI_EXIT_ERROR;
  if (argc > 2) {
    command_error("schema", "give one schema, not both '%s' and '%s'", argv[1], argv[2]);
    return CLI_EXIT_ERROR;
  }
  const char *what = argc > 1 ? argv[1] : "any";
  json_t *schema = NULL;
  if (!strcmp(what, "keys"))
    return print_keys();
  if (!strcmp(what, "case"))
    schema = json_schema_case();
  else if (!strcmp(what, "workflow"))
    schema = json_schema_workflow();
  else if (!strcmp(what, "any"))
    schema = json_schema_any();
  else
    command_error("schema", "there is no schema '%s'; give case, workflow or keys", what);
  return command_print_json(schema);
}

const cli_command command_schema = {
    .name = "schema",
    .summary = "print the JSON Schema of cases and workflows",
    .help = "usage: ria schema [case|workflow|keys] [--json]\n"
            "\n"
            "Print the JSON Schema (draft 7) of the files that ria reads, for editors that "
            "complete keys and mark\n"
            "mistakes. Without a name: the schema of both files, which differ by the key `steps`. "
            "For the YAML\n"
            "extension of an editor, save it and write at the top of a file:\n"
            "\n"
            "  # yaml-language-server: $schema=ria-schema.json\n"
            "\n"
            "`keys` prints the keys of workflows and of the kinds of steps as Markdown instead.\n"
            "`ria validate` checks more: units, files, and how keys fit together.\n"
            "\n"
            "  --json  has no effect: a schema is JSON (RIA_JSON=1)\n"
            "\n"
            "Exit code: 0 done, 2 an error.\n",
    .run = run,
};
