#include "errors.h"
#include <errno.h>
#include <jansson.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "command.h"
#include "ria/number.h"

/* Global, like standard error. */
static struct {
  const char *command; /* borrowed from argv */
  bool json, any;      /* any: an error was reported */
  json_t *list;        /* errors to print; NULL: none */
} state;

static bool is_yes(const char *text) {
  return text && (!strcmp(text, "1") || !strcmp(text, "yes") || !strcmp(text, "true"));
}

void command_errors_begin(int argc, char *const argv[]) {
  state.command = argc > 1 ? argv[1] : "";
  state.json = strcmp(state.command, "run") != 0 && is_yes(getenv("RIA_JSON"));
  if (!strcmp(state.command, "exec")) /* its arguments belong to another command */
    return;
  for (int i = 1; i < argc && strcmp(argv[i], "--") != 0; i++)
    state.json |= !strcmp(argv[i], "--json");
}

void command_errors_as_json(void) {
  state.json = true;
}

/* JSON is UTF-8, but a file's name may be any bytes. */
static json_t *text_json(const char *text) {
  json_t *string = json_string(text);
  char *plain = string ? NULL : strdup(text);
  for (char *c = plain; c && *c; c++)
    if ((unsigned char)*c >= 0x80)
      *c = '?';
  if (!string)
    string = json_string(plain ? plain : "out of memory");
  free(plain);
  return string;
}

static void add(int line, int column, const char *text) {
  if (!state.list)
    state.list = json_array();
  json_array_append_new(state.list, json_pack("{s:i, s:i, s:o}", "line", line, "column", column,
                                              "text", text_json(text)));
}

static void add_format(const char *format, va_list arguments) {
  char *text = NULL;
  if (ria_vasprintf(&text, format, arguments) < 0)
    text = NULL;
  add(0, 0, text ? text : "out of memory");
  free(text);
}

void command_error(const char *command, const char *format, ...) {
  va_list arguments;
  state.any = true;
  va_start(arguments, format);
  if (state.json) {
    add_format(format, arguments);
  } else {
    fprintf(stderr, command ? "ria %s: " : "ria: ", command);
    ria_vfprintf(stderr, format, arguments);
    fputc('\n', stderr);
  }
  va_end(arguments);
}

int command_error_option(const char *command, const char *word) {
  command_error(command,
                "there is no option '%s', or it lacks its value; `ria %s --help` lists them", word,
                command);
  return CLI_EXIT_ERROR;
}

void command_error_finding(const ria_case_error *finding) {
  if (state.json)
    add(finding->line, finding->column, finding->text);
  else
    fprintf(stderr, "%s\n", finding->text);
}

void command_warn_findings(const ria_case_errors *warnings) {
  char text[RIA_CASE_MORE];
  for (int i = 0; i < warnings->count && !state.json; i++) {
    const int more = ria_case_errors_more(warnings, i);
    if (more >= 0)
      fprintf(stderr, "warning: %s%s\n", warnings->error[i].text, ria_case_more_text(more, text));
  }
}

void command_error_note(const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  if (state.json)
    add_format(format, arguments);
  va_end(arguments);
}

void command_errors_flush(int code) {
  if (!state.list)
    return;
  json_t *object = json_pack("{s:s, s:i, s:o}", "command", state.command, "exit_code", code,
                             "errors", state.list);
  state.list = NULL;
  if (object) {
    json_dumpf(object, stdout, JSON_INDENT(2));
    putchar('\n');
  }
  json_decref(object);
}

int command_errors_end(int code) {
  command_errors_flush(code);
  errno = 0;
  bool failed = fflush(stdout) == EOF;
  const int reason = errno;
  failed |= ferror(stdout) != 0;
  if (!failed)
    return code;
  if (!state.any || state.json)
    fprintf(stderr, "ria %s: standard output cannot be written: %s; the output is incomplete\n",
            state.command, reason ? strerror(reason) : "an earlier write failed");
  return code == CLI_EXIT_SUCCESS || code == CLI_EXIT_DIFFERENT ? CLI_EXIT_ERROR : code;
}
