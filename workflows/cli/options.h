/** \file
 * Options of the commands for workflows. A table gives each option, which is also an environment
 * variable: --array-cap is RIA_ARRAY_CAP. The command line overrides the variables. An empty
 * variable is ignored.
 */
#ifndef CLI_OPTIONS_H
#define CLI_OPTIONS_H

#include <stdbool.h>

/** The kinds of an option's value. */
typedef enum {
  COMMAND_FLAG,   /**< bool. --json; RIA_JSON=1 or 0, yes or no, true or false */
  COMMAND_TEXT,   /**< const char *, borrowed; NULL if not given */
  COMMAND_CHOICE, /**< const char *, one of `choices` */
  COMMAND_WHOLE,  /**< int from `least` to `most` */
  COMMAND_NUMBER, /**< double from `least` to `most` */
  COMMAND_LIST    /**< command_list: each --set adds one, RIA_SET has one per line */
} command_option_kind;

/** Owned by the caller; free with command_list_free(). */
typedef struct {
  int count;
  const char **item; /**< [count] borrowed from `text` and the command line */
  char *text;
} command_list;

/** A row without a name ends a table. */
typedef struct {
  const char *name; /**< "array-cap" */
  command_option_kind kind;
  void *value; /**< unchanged if the option is not given */
  char letter; /**< -f; 0: none */
  double least, most;
  const char *const *choices; /**< NULL at the end */
} command_option;

/** Read the variables, then the options in argv[1 ... argc). `--` ends the options. Other words are
 * moved to argv[1 ...]; `*argc` counts them and argv[0], the command's name. False with a message
 * on standard error that names the option or variable. */
bool command_options_read(const command_option *options, int *argc, char **argv);
/** Remove the options' variables from the environment, so that child processes do not read them. */
void command_options_keep(const command_option *options);
void command_list_free(command_list *list);

#endif
