#include "output.h"
#include <stdio.h>
#include <stdlib.h>
#include "command.h"

int command_print_json(json_t *json) {
  char *text = json ? json_dumps(json, JSON_INDENT(2)) : NULL;
  json_decref(json);
  if (!text)
    return CLI_EXIT_ERROR;
  puts(text);
  free(text);
  return CLI_EXIT_SUCCESS;
}
