#include "gnuplot.h"
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include "ria/replaced.h"
#include "ria/text.h"

const char *const gnuplot_colour[GNUPLOT_COLOURS] = {"#0072B2", "#D55E00", "#009E73", "#CC79A7",
                                                     "#E69F00", "#56B4E9", "#000000", "#F0E442"};

static void release(gnuplot_plot *plot) {
  free(plot->path);
  free(plot->partial);
  *plot = (gnuplot_plot){0};
}

static void set_terminal(FILE *script, const char *path, int width, int height) {
  if (ria_text_ends_in(path, ".svg"))
    fprintf(script,
            "set encoding utf8\nset terminal svg noenhanced size %d,%d dynamic background rgb "
            "'white' font 'DejaVu Sans,12'\nset output ",
            width, height);
  else
    fprintf(script,
            "set encoding utf8\nset terminal pngcairo noenhanced size %d,%d font 'DejaVu "
            "Sans,11'\nset output ",
            width, height);
}

ria_status gnuplot_begin(const char *path, int width, int height, gnuplot_plot *plot) {
  /* -d: ignore the user's start-up files; - : read commands from standard input. */
  char *arguments[] = {"gnuplot", "-d", "-", NULL};
  *plot = (gnuplot_plot){0};
  RIA_TRY(ria_replaced_check(path, RIA_REPLACED_PICTURE));
  plot->path = strdup(path);
  if (asprintf(&plot->partial, "%s.partial", path) < 0)
    plot->partial = NULL;
  ria_status status =
      plot->path && plot->partial
          ? gnuplot_fed_program_begin(&plot->program, arguments, "pictures need", "gnuplot-nox")
          : ria_fail(RIA_ERROR_MEMORY, "%s: no memory for a name", path);
  if (status != RIA_SUCCESS) {
    release(plot);
    return status;
  }
  plot->script = plot->program.input;
  set_terminal(plot->script, path, width, height);
  gnuplot_quote(plot->script, plot->partial);
  fputc('\n', plot->script);
  return RIA_SUCCESS;
}

void gnuplot_quote(FILE *script, const char *text) {
  fputc('\'', script);
  for (const char *c = text; *c; c++) {
    if (*c == '\'')
      fputc('\'', script);
    fputc((unsigned char)*c < ' ' ? ' ' : *c, script);
  }
  fputc('\'', script);
}

ria_status gnuplot_finish(gnuplot_plot *plot) {
  char why[256];
  struct stat info;
  fputs("\nunset output\n", plot->script);
  ria_status status = gnuplot_fed_program_end(&plot->program, why);
  if (status != RIA_SUCCESS || stat(plot->partial, &info) || !info.st_size)
    status = ria_fail(RIA_ERROR_IO, "%s: gnuplot could not draw it: %s", plot->path, why);
  else if (rename(plot->partial, plot->path))
    status = ria_fail(RIA_ERROR_IO, "%s: cannot be named: %s", plot->path, strerror(errno));
  if (status != RIA_SUCCESS)
    unlink(plot->partial);
  release(plot);
  return status;
}
