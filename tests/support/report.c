#include "report.h"
#include "tests.h"

#include <stdio.h>
#include <stdlib.h>

struct report {
  FILE *file;
};

report *report_create(const char *path, const char *title, const char *words) {
  report *r = malloc(sizeof *r);
  if (!r || !(r->file = fopen(path, "w")))
    fail_msg("cannot write %s", path);
  fprintf(r->file,
          "# %s\n\n%s\n\n| case | quantity | cells | measured | reference | accepted | |\n"
          "| --- | --- | --: | --: | --: | --: | --- |\n",
          title, words);
  return r;
}

void report_destroy(report *r) {
  fclose(r->file);
  free(r);
}

static bool row(report *r, const char *what, const char *quantity, const char *n,
                const char *numbers, bool good) {
  fprintf(r->file, "| %s | %s | %s | %s | %s |\n", what, quantity, n, numbers,
          good ? "ok" : "**fails**");
  fflush(r->file);
  if (!good)
    print_error("%s, %s, %s cells: %s\n", what, quantity, n, numbers);
  return good;
}

bool report_row(report *r, const char *what, const char *quantity, int n, double measured,
                double reference, double accepted) {
  char cells[16], given[16] = "", numbers[80];
  snprintf(cells, sizeof cells, "%d", n);
  if (reference > 0)
    snprintf(given, sizeof given, "%.2e", reference);
  snprintf(numbers, sizeof numbers, "%.2e | %s | %.2e", measured, given, accepted);
  return row(r, what, quantity, cells, numbers, measured <= accepted);
}

bool report_order(report *r, const char *what, const char *quantity, double measured,
                  double reference, double accepted) {
  char name[80], numbers[80];
  snprintf(name, sizeof name, "order of %s", quantity);
  snprintf(numbers, sizeof numbers, "%.2f | %.2f | %.2f", measured, reference, accepted);
  return row(r, what, name, "", numbers, measured >= accepted);
}
