#include "gnuplot.h"
#include <errno.h>
#include <sched.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>
#include "ria/replaced.h"
#include "ria/text.h"

const char *const gnuplot_colour[GNUPLOT_COLOURS] = {"#0072B2", "#D55E00", "#009E73", "#CC79A7",
                                                     "#E69F00", "#56B4E9", "#000000", "#F0E442"};

/* Ring buffer of the pictures that a thread is drawing. */
static _Thread_local struct {
  int most, first, count; /* most 0: draw one at a time */
  gnuplot_plot plot[GNUPLOT_TOGETHER];
  void (*made)(void *context, const char *path);
  void *context;
} together;

static void release(gnuplot_plot *plot) {
  if (plot->script)
    fclose(plot->script);
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

static FILE *open_script(void) {
  const int file = memfd_create("gnuplot", MFD_CLOEXEC);
  FILE *script = file < 0 ? NULL : fdopen(file, "w");
  if (!script && file >= 0)
    close(file);
  return script;
}

ria_status gnuplot_begin(const char *path, int width, int height, gnuplot_plot *plot) {
  *plot = (gnuplot_plot){0};
  RIA_TRY(ria_replaced_check(path, RIA_REPLACED_PICTURE));
  plot->path = strdup(path);
  if (asprintf(&plot->partial, "%s.partial", path) < 0)
    plot->partial = NULL;
  plot->script = open_script();
  if (!plot->path || !plot->partial || !plot->script) {
    release(plot);
    return ria_fail(RIA_ERROR_MEMORY, "%s: no memory for a picture", path);
  }
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

/* ---- running it ---- */

static ria_status start(gnuplot_plot *plot) {
  /* -d: ignore the user's start-up files; - : read commands from standard input. */
  char *arguments[] = {"gnuplot", "-d", "-", NULL};
  fputs("\nunset output\n", plot->script);
  if (fflush(plot->script) || ferror(plot->script) || lseek(fileno(plot->script), 0, SEEK_SET))
    return ria_fail(RIA_ERROR_MEMORY, "%s: no memory for a picture", plot->path);
  return gnuplot_fed_program_begin_on(&plot->program, fileno(plot->script), arguments,
                                      "pictures need", "gnuplot-nox");
}

static ria_status collect(gnuplot_plot *plot) {
  char why[256];
  struct stat info;
  ria_status status = gnuplot_fed_program_end(&plot->program, why);
  if (status != RIA_SUCCESS || stat(plot->partial, &info) || !info.st_size)
    status = ria_fail(RIA_ERROR_IO, "%s: gnuplot could not draw it: %s", plot->path, why);
  else if (rename(plot->partial, plot->path))
    status = ria_fail(RIA_ERROR_IO, "%s: cannot be named: %s", plot->path, strerror(errno));
  if (status != RIA_SUCCESS)
    unlink(plot->partial);
  return status;
}

/* ---- side by side ---- */

static int count_cores(void) {
  cpu_set_t mine;
  return sched_getaffinity(0, sizeof mine, &mine) ? 1 : CPU_COUNT(&mine);
}

void gnuplot_together_begin(int most, void (*made)(void *context, const char *path),
                            void *context) {
  most = most > 0 ? most : count_cores();
  together.most = most < GNUPLOT_TOGETHER ? most : GNUPLOT_TOGETHER;
  together.made = made;
  together.context = context;
}

/* The oldest picture, so that errors and `made` come in the pictures' order. */
static gnuplot_plot take_first(void) {
  gnuplot_plot plot = together.plot[together.first];
  together.first = (together.first + 1) % GNUPLOT_TOGETHER;
  together.count--;
  return plot;
}

static ria_status collect_first(void) {
  gnuplot_plot plot = take_first();
  const ria_status status = collect(&plot);
  if (status == RIA_SUCCESS && together.made)
    together.made(together.context, plot.path);
  release(&plot);
  return status;
}

/* Keep the first error. */
static void drop_first(void) {
  char why[256];
  gnuplot_plot plot = take_first();
  (void)gnuplot_fed_program_end(&plot.program, why);
  unlink(plot.partial);
  release(&plot);
}

ria_status gnuplot_together_end(ria_status status) {
  while (together.count)
    if (status == RIA_SUCCESS)
      status = collect_first();
    else
      drop_first();
  together.most = 0;
  return status;
}

ria_status gnuplot_finish(gnuplot_plot *plot) {
  ria_status status = RIA_SUCCESS;
  if (together.most && together.count == together.most)
    status = collect_first();
  if (status == RIA_SUCCESS)
    status = start(plot);
  if (status == RIA_SUCCESS && together.most) {
    together.plot[(together.first + together.count++) % GNUPLOT_TOGETHER] = *plot;
    *plot = (gnuplot_plot){0};
    return RIA_SUCCESS;
  }
  if (status == RIA_SUCCESS)
    status = collect(plot);
  release(plot);
  return status;
}
