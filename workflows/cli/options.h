/** \file
 * The options of the commands around workflows, from one table each: every option is also a
 * variable of the environment, --array-cap that of RIA_ARRAY_CAP. What the command line says comes
 * after what the variables say, and so has the last word. An empty variable is as good as none.
 */
#ifndef RIA_CLI_OPTIONS_H
#define RIA_CLI_OPTIONS_H

#include <stdbool.h>

/** What an option may be given. */
typedef enum {
  COMMAND_FLAG,   /**< bool. --json; RIA_JSON=1 or 0, yes or no, true or false */
  COMMAND_TEXT,   /**< const char *, borrowed; NULL where it is not given */
  COMMAND_CHOICE, /**< const char *, one of `choices` */
  COMMAND_WHOLE,  /**< int from `least` to `most` */
  COMMAND_NUMBER, /**< double, likewise */
  COMMAND_LIST    /**< command_list: each --set adds one, RIA_SET holds one a line */
} command_option_kind;

/** Owned by whoever reads options; command_list_free(). */
typedef struct {
  int count;
  const char **item; /**< [count] borrowed from `text` and the command line */
  char *text;
} command_list;

/** A table of them ends with a row without a name. */
typedef struct {
  const char *name; /**< "array-cap" */
  command_option_kind kind;
  void *value; /**< keeps what it holds where the option is not given */
  char letter; /**< -f; 0: it has none */
  double least, most;
  const char *const *choices; /**< NULL at the end */
} command_option;

/** Read the variables, then the options in argv[1 ... argc), where `--` ends them. What is no
 * option is moved to argv[1 ...]; `*argc` counts it, with argv[0], the command's name. False with a
 * message on standard error that names the option or variable. */
bool command_options_read(const command_option *options, int *argc, char **argv);
/** Take these options' variables out of the environment: what this process starts is not meant. */
void command_options_keep(const command_option *options);
void command_list_free(command_list *list);

#endif
