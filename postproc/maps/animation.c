#include "ria/animation.h"
#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "gnuplot/fed_program.h"
#include "ria/number.h"
#include "ria/replaced.h"

ria_status ria_animation_check(void) {
  char *arguments[] = {"ffmpeg", "-version", NULL}, why[256];
  gnuplot_fed_program ffmpeg;
  RIA_TRY(gnuplot_fed_program_begin(&ffmpeg, arguments, "films need", "ffmpeg"));
  (void)gnuplot_fed_program_end(&ffmpeg, why);
  return RIA_SUCCESS;
}

static ria_status begin(gnuplot_fed_program *ffmpeg, double rate, const char *partial) {
  char rate_text[32], *output = NULL;
  ria_snprintf(rate_text, sizeof rate_text, "%g", rate);
  /* "file:" makes ffmpeg accept a colon in a name. Players need even sizes and 4:2:0. */
  if (asprintf(&output, "file:%s", partial) < 0)
    return ria_fail(RIA_ERROR_MEMORY, "%s: no memory for a name", partial);
  char *arguments[] = {
      "ffmpeg",     "-nostdin",   "-hide_banner", "-loglevel",
      "error",      "-y",         "-f",           "image2pipe",
      "-framerate", rate_text,    "-c:v",         "png",
      "-i",         "pipe:0",     "-vf",          "pad=ceil(iw/2)*2:ceil(ih/2)*2:color=white",
      "-c:v",       "libx264",    "-pix_fmt",     "yuv420p",
      "-movflags",  "+faststart", "-f",           "mp4",
      output,       NULL};
  ria_status status = gnuplot_fed_program_begin(ffmpeg, arguments, "films need", "ffmpeg");
  free(output);
  return status;
}

/* `*listens` becomes false when ffmpeg stops reading; its end then gives the reason. */
static ria_status feed(const gnuplot_fed_program *ffmpeg, const char *frame, bool *listens) {
  char block[65536];
  FILE *file = fopen(frame, "re");
  if (!file)
    return ria_fail(RIA_ERROR_IO, "%s: cannot be read: %s", frame, strerror(errno));
  for (size_t n; *listens && (n = fread(block, 1, sizeof block, file)) > 0;)
    *listens = fwrite(block, 1, n, ffmpeg->input) == n;
  int failed = ferror(file);
  fclose(file);
  return failed ? ria_fail(RIA_ERROR_IO, "%s: cannot be read", frame) : RIA_SUCCESS;
}

static ria_status finish(gnuplot_fed_program *ffmpeg, ria_status status, const char *path,
                         const char *partial) {
  char why[256], kept[1024];
  snprintf(kept, sizeof kept, "%s", ria_status_detail());
  ria_status ended = gnuplot_fed_program_end(ffmpeg, why);
  if (status != RIA_SUCCESS)
    status = ria_fail(status, "%s", kept);
  else if (ended != RIA_SUCCESS)
    status = ria_fail(RIA_ERROR_IO, "%s: ffmpeg could not make it: %s", path, why);
  else if (rename(partial, path))
    status = ria_fail(RIA_ERROR_IO, "%s: cannot be named: %s", path, strerror(errno));
  if (status != RIA_SUCCESS)
    unlink(partial);
  return status;
}

static ria_status make(int frames, const char *const *frame, double rate, const char *path,
                       const char *partial) {
  gnuplot_fed_program ffmpeg;
  bool listens = true;
  RIA_TRY(begin(&ffmpeg, rate, partial));
  ria_status status = RIA_SUCCESS;
  for (int i = 0; i < frames && listens && status == RIA_SUCCESS; i++)
    status = feed(&ffmpeg, frame[i], &listens);
  return finish(&ffmpeg, status, path, partial);
}

ria_status ria_animation_make(int frames, const char *const *frame, double rate, const char *path) {
  char *partial = NULL;
  if (frames < 1 || !(rate >= 0.1 && rate <= 100))
    return ria_fail(RIA_ERROR_ARGUMENT,
                    "%s: a film needs pictures, and from 0.1 to 100 of them a second", path);
  RIA_TRY(ria_replaced_check(path, RIA_REPLACED_FILM));
  if (asprintf(&partial, "%s.partial", path) < 0)
    return ria_fail(RIA_ERROR_MEMORY, "%s: no memory for a name", path);
  ria_status status = make(frames, frame, rate, path, partial);
  free(partial);
  return status;
}
