#include "template.h"
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "ria/text.h"
#include "ria/processes.h"

enum { SHEBANG_BYTES = 255 }; /* bytes of a first line that Linux reads */

static const cli_template *find(const char *name) {
  for (const cli_template *t = cli_templates; t->name; t++)
    if (!strcmp(t->name, name))
      return t;
  return NULL;
}

static ria_status fail_unknown(const char *name) {
  enum { CANDIDATES = 64 };
  const char *candidate[CANDIDATES];
  int count = 0;
  ria_text list = {0};
  for (const cli_template *t = cli_templates; t->name && count < CANDIDATES; t++) {
    ria_text_add(&list, "%s%s", count ? ", " : "", t->name);
    candidate[count++] = t->name;
  }
  const char *nearest = ria_text_nearest(name, count, candidate);
  ria_fail(RIA_ERROR_ARGUMENT, "there is no template '%s'; %s%s%sthere are %s", name,
           nearest ? "did you mean '" : "", nearest ? nearest : "", nearest ? "'? " : "",
           list.data ? list.data : "none");
  ria_text_destroy(&list);
  return RIA_ERROR_ARGUMENT;
}

static void add_first_line(ria_text *text) {
  char program[RIA_PROGRAM_SIZE];
  bool fits = ria_program_path(program) && strlen(program) + sizeof "#! run" < SHEBANG_BYTES &&
              !strpbrk(program, " \t");
  if (fits)
    ria_text_add(text, "#!%s run\n", program);
  else
    ria_text_add(text, "#!/usr/bin/env -S ria run\n");
}

/* The folder of the ready cases: next to an installed program, else in the source tree. NULL:
 * neither exists. Owned by the caller. */
static char *find_inputs(void) {
  char program[RIA_PROGRAM_SIZE];
  char *path = NULL, *found = NULL;
  if (ria_program_path(program)) {
    char *slash = strrchr(program, '/');
    if (slash && asprintf(&path, "%.*s/../share/ria/inputs", (int)(slash - program), program) >= 0)
      found = realpath(path, NULL);
    free(path);
  }
  return found ? found : realpath(RIA_INPUTS, NULL);
}

/* Start of the parts "../" before `at`. */
static const char *skip_steps_back(const char *line, const char *at) {
  while (at - line >= 3 && !strncmp(at - 3, "../", 3))
    at -= 3;
  return at;
}

/* A template refers to the ready cases by relative paths. The copy gets absolute ones. */
static void add_line(ria_text *text, const char *line, const char *inputs) {
  static const char relative[] = "../inputs/";
  for (const char *at; inputs && (at = strstr(line, relative)); line = at + strlen(relative)) {
    ria_text_append(text, line, (size_t)(skip_steps_back(line, at) - line));
    ria_text_add(text, "%s/", inputs);
  }
  ria_text_append(text, line, strlen(line));
}

ria_status template_make(const char *name, char **text) {
  const cli_template *t = find(name);
  if (!t)
    return fail_unknown(name);
  ria_text made = {0};
  bool has_first = t->lines[0] && !strncmp(t->lines[0], "#!", 2);
  char *inputs = find_inputs();
  if (has_first)
    add_first_line(&made);
  for (const char *const *line = t->lines + has_first; *line; line++)
    add_line(&made, *line, inputs);
  free(inputs);
  *text = ria_text_take(&made);
  return *text ? RIA_SUCCESS : ria_fail(RIA_ERROR_MEMORY, "no memory for the template '%s'", name);
}

ria_status template_write(const char *path, const char *text, bool overwrite) {
  if (!strcmp(path, "-"))
    return fputs(text, stdout) < 0 || fflush(stdout)
               ? ria_fail(RIA_ERROR_IO, "cannot write: %s", strerror(errno))
               : RIA_SUCCESS;
  int flags = O_WRONLY | O_CREAT | O_CLOEXEC | (overwrite ? O_TRUNC : O_EXCL);
  int descriptor = open(path, flags, 0777);
  if (descriptor < 0)
    return ria_fail(RIA_ERROR_IO, "cannot write '%s': %s%s", path, strerror(errno),
                    errno == EEXIST ? "; --overwrite replaces it, -o names another" : "");
  FILE *file = fdopen(descriptor, "w");
  bool good = file && fputs(text, file) >= 0;
  if (file)
    good = !fclose(file) && good;
  else
    close(descriptor);
  return good ? RIA_SUCCESS
              : ria_fail(RIA_ERROR_IO, "cannot write '%s': %s", path, strerror(errno));
}
