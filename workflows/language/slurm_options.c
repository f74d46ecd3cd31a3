/* Checks the `#SBATCH` lines, and then options of sbatch's command line, against the existing
 * options and against the steps' resources. */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "reader.h"
#include "ria/number.h"
#include "ria/sbatch_lines.h"
#include "ria/text.h"

typedef struct {
  workflow_file *workflow;
  ria_case_errors *errors;
  char memory[80]; /* the option that has requested memory; "": none */
} check;

static void complain(const check *c, ria_case_errors *to, int line, const char *format, ...)
    __attribute__((format(printf, 4, 5)));

static void complain(const check *c, ria_case_errors *to, int line, const char *format, ...) {
  char sentence[600];
  va_list arguments;
  va_start(arguments, format);
  ria_vsnprintf(sentence, sizeof sentence, format, arguments);
  va_end(arguments);
  ria_case_complain_at(to, line ? &c->workflow->memory->source[0] : NULL, line, line ? 1 : 0,
                       "%s: %s", line ? "#SBATCH" : "sbatch's options", sentence);
}

/* ---- unknown options ---- */

static const char *nearest_option(const char *name) {
  const char *candidate[256];
  int count = 0;
  for (const char *known; count < 256 && (known = ria_sbatch_option_name(count)); count++)
    candidate[count] = known;
  return ria_text_nearest(name, count, candidate);
}

static void warn_unknown(const check *c, const char *word, int line) {
  char name[80];
  bool option = word[0] == '-';
  snprintf(name, sizeof name, "%.*s", (int)strcspn(word, "="), word);
  const char *plain = name + strspn(name, "-"), *nearest = nearest_option(plain);
  if (option)
    complain(
        c, &c->workflow->warnings, line,
        "sbatch has no option '%s'%s%s%s; it refuses the job, unless a plug-in of the site has "
        "it",
        name, nearest ? "; did you mean '--" : "", nearest ? nearest : "", nearest ? "'?" : "");
  else
    complain(c, &c->workflow->warnings, line,
             "'%s' is not an option, and sbatch ignores it; options begin with '-'", name);
}

/* ---- memory by node and by core ---- */

static const workflow_step *step_with_memory(const workflow_file *workflow) {
  for (int s = 0; s < workflow->steps; s++)
    for (int p = 0; p < workflow->step[s].points; p++)
      if (workflow->step[s].point[p].resources.memory)
        return &workflow->step[s];
  return NULL;
}

static void check_memory(check *c, const char *name, int line) {
  bool by_node = !strcmp(name, "mem");
  const workflow_step *step = by_node ? NULL : step_with_memory(c->workflow);
  if (*c->memory && strcmp(c->memory, name) != 0)
    complain(c, c->errors, line, "--%s and --%s exclude each other", name, c->memory);
  else if (step)
    complain(c, c->errors, line,
             "--%s, but the step '%s' has `resources: {memory: ...}`, which is per node: Slurm "
             "accepts only one of them; write `memory_per_core`, or --mem",
             name, step->name);
  snprintf(c->memory, sizeof c->memory, "%s", name);
}

static void take(void *context, const char *name, const char *value, const char *word, int line) {
  check *c = context;
  (void)value;
  if (!name)
    warn_unknown(c, word, line);
  else if (!strcmp(name, "mem") || !strcmp(name, "mem-per-cpu") || !strcmp(name, "mem-per-gpu"))
    check_memory(c, name, line);
}

ria_status workflow_check_options(workflow_file *workflow, const char *const *options,
                                  ria_case_errors *errors) {
  check c = {.workflow = workflow, .errors = errors};
  return ria_sbatch_lines_list(workflow->text, workflow->length, options, take, &c);
}
