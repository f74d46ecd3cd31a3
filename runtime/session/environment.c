#include "environment.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ROOM = 160 };

/* For each variable, the environment holds either this text (putenv) or one that the user set. */
static struct {
  const char *name;
  char text[ROOM];
} variables[] = {{.name = "STARPU_HOSTNAME"},
                 {.name = "STARPU_WORKERS_GETBIND"},
                 {.name = "STARPU_WORKERS_NOBIND"},
                 {.name = "STARPU_MPI_NOBIND"}};
enum { VARIABLES = sizeof variables / sizeof *variables };

void environment_prepare(void) {
  setenv("STARPU_SILENT", "1", 0);
  for (int i = 0; i < VARIABLES; i++)
    if (!getenv(variables[i].name)) {
      snprintf(variables[i].text, ROOM, "%s=0", variables[i].name);
      putenv(variables[i].text);
    }
}

void environment_set(const char *name, const char *value, bool always) {
  for (int i = 0; i < VARIABLES; i++) {
    const size_t start = strlen(variables[i].name) + 1;
    char *own = variables[i].text + start;
    if (strcmp(variables[i].name, name))
      continue;
    if (getenv(name) == own)
      snprintf(own, ROOM - start, "%s", value);
    else if (always) /* replaces an existing entry, so the list itself does not move */
      setenv(name, value, 1);
  }
}
