#include "options.h"
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "ria/number.h"
#include "ria/text.h"
#include "errors.h"

enum { NAME_BYTES = 64, CANDIDATES = 32 };

/* ---- Values. `given` is the user's spelling: --array-cap or RIA_ARRAY_CAP. */

static bool complain(const char *command, const char *given, const char *text,
                     const char *expected) {
  command_error(command, "%s is '%s'; expected %s", given, text, expected);
  return false;
}

static bool take_number(const char *command, const command_option *o, const char *given,
                        const char *text) {
  char *end, expected[96];
  double number = ria_strtod(text, &end);
  bool whole = o->kind == COMMAND_WHOLE;
  if (end != text && !*end && number >= o->least && number <= o->most &&
      (!whole || number == (double)(int)number)) {
    if (whole)
      *(int *)o->value = (int)number;
    else
      *(double *)o->value = number;
    return true;
  }
  ria_snprintf(expected, sizeof expected,
               o->most >= 1e6 ? "a %snumber from %.10g" : "a %snumber from %.10g to %.10g",
               whole ? "whole " : "", o->least, o->most);
  return complain(command, given, text, expected);
}

static bool take_choice(const char *command, const command_option *o, const char *given,
                        const char *text) {
  char expected[200] = "";
  for (const char *const *choice = o->choices; *choice; choice++) {
    if (!strcmp(*choice, text)) {
      *(const char **)o->value = text;
      return true;
    }
    size_t used = strlen(expected);
    snprintf(expected + used, sizeof expected - used, "%s%s",
             choice == o->choices ? ""
             : choice[1]          ? ", "
                                  : " or ",
             *choice);
  }
  return complain(command, given, text, expected);
}

static bool take_item(const char *command, command_list *list, const char *text) {
  const char **grown = realloc(list->item, ((size_t)list->count + 1) * sizeof *grown);
  if (!grown) {
    command_error(command, "out of memory");
    return false;
  }
  list->item = grown;
  list->item[list->count++] = text;
  return true;
}

static bool take_value(const char *command, const command_option *o, const char *given,
                       const char *text) {
  switch (o->kind) {
  case COMMAND_WHOLE:
  case COMMAND_NUMBER:
    return take_number(command, o, given, text);
  case COMMAND_CHOICE:
    return take_choice(command, o, given, text);
  case COMMAND_LIST:
    return take_item(command, o->value, text);
  default:
    *(const char **)o->value = text;
    return true;
  }
}

/* ---- Variables. */

static void variable_of(const char *option, char variable[NAME_BYTES]) {
  int n = snprintf(variable, NAME_BYTES, "RIA_%s", option);
  for (int i = 0; i < n && i < NAME_BYTES - 1; i++)
    variable[i] = variable[i] == '-' ? '_' : (char)toupper((unsigned char)variable[i]);
}

static bool take_flag(const char *command, const command_option *o, const char *variable,
                      const char *text) {
  static const char *const yes[] = {"1", "yes", "true"}, *const no[] = {"0", "no", "false"};
  for (size_t i = 0; i < sizeof yes / sizeof *yes; i++) {
    if (!strcmp(text, yes[i]) || !strcmp(text, no[i])) {
      *(bool *)o->value = !strcmp(text, yes[i]);
      return true;
    }
  }
  return complain(command, variable, text, "1 or 0");
}

static bool take_lines(const char *command, const command_option *o, const char *text) {
  command_list *list = o->value;
  char *rest = list->text = strdup(text), *line;
  bool good = rest != NULL;
  while (good && (line = strsep(&rest, "\n")))
    good = !*line || take_item(command, list, line);
  return good;
}

static bool take_variables(const char *command, const command_option *options) {
  bool good = true;
  for (const command_option *o = options; o->name; o++) {
    char variable[NAME_BYTES];
    variable_of(o->name, variable);
    const char *text = getenv(variable);
    if (!text || !*text)
      continue;
    if (o->kind == COMMAND_FLAG)
      good &= take_flag(command, o, variable, text);
    else if (o->kind == COMMAND_LIST)
      good &= take_lines(command, o, text);
    else
      good &= take_value(command, o, variable, text);
  }
  return good;
}

void command_options_keep(const command_option *options) {
  char variable[NAME_BYTES];
  for (const command_option *o = options; o->name; o++) {
    variable_of(o->name, variable);
    unsetenv(variable); /* the text stays in memory: values may point to it */
  }
}

/* ---- The command line. */

/* The option in `word`; `*value` is the text after its '=', or NULL. */
static const command_option *find(const command_option *options, const char *word,
                                  const char **value) {
  size_t length = strcspn(word, "=");
  *value = NULL;
  for (const command_option *o = options; o->name; o++) {
    if (word[1] != '-' && word[1] == o->letter && !word[2])
      return o;
    if (word[1] != '-' || strlen(o->name) != length - 2 || strncmp(word + 2, o->name, length - 2))
      continue;
    *value = word[length] ? word + length + 1 : NULL;
    return o;
  }
  return NULL;
}

static bool no_such_option(const char *command, const command_option *options, const char *word) {
  const char *candidate[CANDIDATES];
  int count = 0;
  for (; options[count].name && count < CANDIDATES; count++)
    candidate[count] = options[count].name;
  const char *nearest = ria_text_nearest(word + strspn(word, "-"), count, candidate);
  if (nearest)
    command_error(command, "there is no option '%s'; did you mean '--%s'?", word, nearest);
  else
    command_error(command, "there is no option '%s'; `ria %s --help` lists them", word, command);
  return false;
}

static bool take_option(const command_option *options, int argc, char **argv, int *i) {
  const char *word = argv[*i], *value;
  char given[NAME_BYTES];
  const command_option *o = find(options, word, &value);
  if (!o)
    return no_such_option(argv[0], options, word);
  snprintf(given, sizeof given, "--%s", o->name);
  if (o->kind == COMMAND_FLAG) {
    *(bool *)o->value = true;
    if (value)
      command_error(argv[0], "%s takes no value", given);
    return !value;
  }
  if (!value && *i + 1 < argc)
    value = argv[++*i];
  if (!value) {
    command_error(argv[0], "%s needs a value; `ria %s --help` lists the values", given, argv[0]);
    return false;
  }
  return take_value(argv[0], o, given, value);
}

bool command_options_read(const command_option *options, int *argc, char **argv) {
  int kept = 1;
  bool ended = false, good = take_variables(argv[0], options);
  for (int i = 1; i < *argc && good; i++) {
    if (!ended && !strcmp(argv[i], "--"))
      ended = true;
    else if (!ended && argv[i][0] == '-' && argv[i][1])
      good = take_option(options, *argc, argv, &i);
    else
      argv[kept++] = argv[i];
  }
  *argc = kept;
  return good;
}

void command_list_free(command_list *list) {
  free(list->item);
  free(list->text);
  *list = (command_list){0};
}
