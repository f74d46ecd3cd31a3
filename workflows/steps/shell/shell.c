/* kind: shell. Runs any command and checks that it wrote the promised files.
 *
 * The workflow's text never becomes part of a shell's command line: `command` is a list of
 * arguments, and bash gets `script` unchanged as one argument; parameters reach it as variables. */
#include <ctype.h>
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include "tasks/task.h"

typedef struct {
  char **command, *script, **inputs, **outputs;
  int commands, inputs_count, outputs_count;
  char *directory;
} shell;

#define SHELL(member) .offset = offsetof(shell, member), .size = sizeof(((shell *)0)->member)

static const ria_key keys[] = {
    {.name = "command",
     .kind = RIA_KEY_TEXTS,
     .flags = RIA_KEY_REQUIRED,
     SHELL(command),
     .count = offsetof(shell, commands),
     .instead = "script",
     .example = "[python3, draw.py]",
     .what = "Program and arguments, one an item, without a shell."},
    {.name = "script",
     .kind = RIA_KEY_SCRIPT,
     .flags = RIA_KEY_REQUIRED | RIA_KEY_VERBATIM,
     SHELL(script),
     .instead = "command",
     .example = "sort -n drift.txt | tail -1 > largest.txt",
     .what = "Text for bash, which stops at the first error. Not substituted: parameters are "
             "variables of the same names (`-` becomes `_`)."},
    {.name = "directory",
     .kind = RIA_KEY_TEXT,
     SHELL(directory),
     .example = ".",
     .what = "Working directory, relative to the folder of submission. Default: the step's folder "
             "in the study."},
    {.name = "inputs",
     .kind = RIA_KEY_TEXTS,
     SHELL(inputs),
     .count = offsetof(shell, inputs_count),
     .example = "[draw.py]",
     .what = "Files whose content counts: a change reruns the step. Relative to the workflow's "
             "file, else to the folder of submission."},
    {.name = "outputs",
     .kind = RIA_KEY_TEXTS,
     SHELL(outputs),
     .count = offsetof(shell, outputs_count),
     .example = "[largest.txt]",
     .what = "Files that must exist afterwards, in the working directory; each gives the results "
             "NAME.`bytes`, NAME.`hash` and, if its content is one number, NAME.`value`."},
    {0}};

/* Variables that would change which programs run. */
static bool is_reserved(const char *name) {
  static const char *const names[] = {"PATH",  "HOME", "IFS", "ENV",       "BASH_ENV",
                                      "SHELL", "USER", "PWD", "SHELLOPTS", "BASHOPTS"};
  static const char *const starts[] = {"LD_", "RIA_", "SLURM_", "OMPI_", "PMIX_", "PMI_"};
  for (size_t i = 0; i < sizeof names / sizeof *names; i++)
    if (!strcmp(name, names[i]))
      return true;
  for (size_t i = 0; i < sizeof starts / sizeof *starts; i++)
    if (!strncmp(name, starts[i], strlen(starts[i])))
      return true;
  return false;
}

/* The variable of a parameter; false if its name is not valid in a shell. */
static bool variable_of(const char *parameter, char variable[80]) {
  size_t i = 0;
  for (; parameter[i] && i < 79; i++) {
    if ((unsigned char)parameter[i] >= 0x80)
      return false;
    variable[i] = parameter[i] == '-' ? '_' : parameter[i];
  }
  variable[i] = '\0';
  return !parameter[i];
}

static void check(const workflow_point *point, ria_case_errors *errors) {
  const shell *s = point->object;
  if (s->command && (!s->commands || !*s->command[0]))
    point_complain(point, errors, "command", "this names no program");
  if (s->script && !*s->script)
    point_complain(point, errors, "script", "this script is empty");
  for (int i = 0; i < point->parameters && s->script; i++)
    if (is_reserved(point->parameter[i].name))
      point_complain(point, errors, "script",
                     "the parameter '%s' would become an environment variable that programs depend "
                     "on; rename it",
                     point->parameter[i].name);
  for (int i = 0; i < s->outputs_count; i++) {
    char key[32];
    snprintf(key, sizeof key, "outputs.%d", i);
    if (!*s->outputs[i])
      point_complain(point, errors, key, "this names no file");
  }
}

static ria_status add_command(workflow_task *task, const shell *s) {
  static const char *const bash[] = {"bash", "-euo", "pipefail", "-c"};
  for (int i = 0; i < s->commands; i++)
    RIA_TRY(task_add_argument(task, s->command[i]));
  for (size_t i = 0; s->script && i < sizeof bash / sizeof *bash; i++)
    RIA_TRY(task_add_argument(task, bash[i]));
  return s->script ? task_add_argument(task, s->script) : RIA_SUCCESS;
}

/* The last variable of a name counts: the sweep's after the workflow's, and `environment` after
 * both. */
static ria_status add_parameters(workflow_task *task, const workflow_point *point) {
  for (int i = 0; i < point->parameters; i++) {
    char variable[80];
    bool taken = !variable_of(point->parameter[i].name, variable);
    for (int j = i + 1; j < point->parameters && !taken; j++)
      taken = !strcmp(point->parameter[j].name, point->parameter[i].name);
    size_t length = taken ? 0 : strlen(variable);
    for (int j = 0; j < point->environments && !taken; j++)
      taken =
          !strncmp(point->environment[j], variable, length) && point->environment[j][length] == '=';
    if (!taken)
      RIA_TRY(task_add_environment(task, variable, point->parameter[i].value.text));
  }
  return RIA_SUCCESS;
}

static ria_status hash_inputs(workflow_task *task, const workflow_point *point, const shell *s) {
  for (int i = 0; i < s->inputs_count; i++) {
    char *path = workflow_resolve_file(point->step->workflow, s->inputs[i]);
    ria_status status = path ? task_hash_file(task, s->inputs[i], path)
                             : ria_fail(RIA_ERROR_MEMORY, "no memory for '%s'", s->inputs[i]);
    free(path);
    RIA_TRY(status);
  }
  for (int i = 0; i < s->outputs_count; i++) {
    char what[200];
    snprintf(what, sizeof what, "list of outputs (%s)", s->outputs[i]);
    RIA_TRY(task_hash(task, what, s->outputs[i], strlen(s->outputs[i])));
  }
  return RIA_SUCCESS;
}

static ria_status expand(const workflow_point *point, task_list *list) {
  const shell *s = point->object;
  workflow_task *task;
  RIA_TRY(task_list_add(list, point, "", &task));
  RIA_TRY(add_command(task, s));
  if (s->script)
    RIA_TRY(add_parameters(task, point));
  if (s->directory) {
    free(task->directory);
    task->directory = workflow_resolve(point->step->workflow, s->directory);
    if (!task->directory)
      return ria_fail(RIA_ERROR_MEMORY, "no memory for '%s'", s->directory);
  }
  return hash_inputs(task, point, s);
}

/* --- results --- */

typedef struct {
  uint64_t hash;
  uint64_t bytes;
  double value;
  bool is_number;
} content;

/* A number is short: the text of a longer file is empty. */
static ria_status read_short_text(const char *path, off_t bytes, char text[64]) {
  text[0] = '\0';
  if (bytes >= 64)
    return RIA_SUCCESS;
  FILE *file = fopen(path, "re");
  size_t length = file ? fread(text, 1, 63, file) : 0;
  bool failed = !file || ferror(file);
  int reason = errno;
  if (file)
    fclose(file);
  if (failed)
    return ria_fail(RIA_ERROR_IO, "cannot read '%s': %s", path, strerror(reason));
  while (length && isspace((unsigned char)text[length - 1]))
    length--;
  text[length] = '\0';
  return RIA_SUCCESS;
}

static ria_status read_content(const char *path, content *c) {
  struct stat info;
  char text[64];
  if (stat(path, &info))
    return ria_fail(RIA_ERROR_IO, "the command did not write its output '%s'", path);
  if (S_ISDIR(info.st_mode)) {
    *c = (content){0};
    return RIA_SUCCESS;
  }
  RIA_TRY(study_file_hash(path, &c->hash, &c->bytes));
  RIA_TRY(read_short_text(path, info.st_size, text));
  workflow_value value = {0};
  RIA_TRY(value_set_plain(&value, text));
  c->is_number = value.is_number;
  c->value = value.number;
  value_clear(&value);
  return RIA_SUCCESS;
}

/* Makes a name for expressions: "largest.txt" gives "largest_txt". */
static void key_of(const char *output, const char *what, char key[160]) {
  const char *base =
      strrchr(output, '/') && strrchr(output, '/')[1] ? strrchr(output, '/') + 1 : output;
  size_t n = 0;
  if (!isalpha((unsigned char)*base) && (unsigned char)*base < 0x80)
    key[n++] = '_';
  for (; *base && n < 120; base++)
    key[n++] = isalnum((unsigned char)*base) || (unsigned char)*base >= 0x80 ? *base : '_';
  snprintf(key + n, 160 - n, ".%s", what);
}

static ria_status put_output(workflow_results *results, const char *output, const content *c) {
  char key[160], hash[17];
  snprintf(hash, sizeof hash, "%016" PRIx64, c->hash);
  key_of(output, "bytes", key);
  RIA_TRY(results_put_number(results, key, (double)c->bytes));
  key_of(output, "hash", key);
  RIA_TRY(results_put_text(results, key, hash));
  key_of(output, "value", key);
  return c->is_number ? results_put_number(results, key, c->value) : RIA_SUCCESS;
}

static ria_status outputs(const workflow_task *task, const char *folder, workflow_paths *paths) {
  const shell *s = task->point->object;
  for (int i = 0; i < s->outputs_count; i++)
    RIA_TRY(paths_add(paths, folder, s->outputs[i]));
  return RIA_SUCCESS;
}

static ria_status collect(const workflow_task *task, const char *folder,
                          workflow_results *results) {
  const shell *s = task->point->object;
  for (int i = 0; i < s->outputs_count; i++) {
    char *path = NULL;
    bool absolute = s->outputs[i][0] == '/';
    if (asprintf(&path, "%s%s%s", absolute ? "" : folder, absolute ? "" : "/", s->outputs[i]) < 0)
      return ria_fail(RIA_ERROR_MEMORY, "no memory for '%s'", s->outputs[i]);
    content c = {0};
    ria_status status = read_content(path, &c);
    free(path);
    RIA_TRY(status);
    RIA_TRY(put_output(results, s->outputs[i], &c));
  }
  return RIA_SUCCESS;
}

const workflow_step_kind step_kind_shell = {
    .name = "shell",
    .what = "any command, with its output files",
    .keys = keys,
    .bytes = sizeof(shell),
    .check = check,
    .expand = expand,
    .collect = collect,
    .outputs = outputs,
};
