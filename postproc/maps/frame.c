#include "frame.h"
#include "gnuplot/gnuplot.h"
#include "ria/number.h"

static void put_text(const char *what, const char *text, FILE *script) {
  fputs(what, script);
  gnuplot_quote(script, text ? text : "");
  fputc('\n', script);
}

void maps_frame_script(const maps_frame *f, const maps_frame_texts *texts, FILE *script) {
  const double w = maps_frame_width(f), h = maps_frame_height(f);
  const double left = MAPS_FRAME_LEFT, bottom = MAPS_FRAME_BOTTOM;
  ria_fprintf(script,
              "set lmargin at screen %.6f\nset rmargin at screen %.6f\n"
              "set bmargin at screen %.6f\nset tmargin at screen %.6f\n",
              left / w, (left + f->width) / w, bottom / h, (bottom + f->height) / h);
  ria_fprintf(script, "set xrange [%.9g:%.9g] noextend\nset yrange [%.9g:%.9g] noextend\n", f->x0,
              f->x1, f->y0, f->y1);
  fputs("set tics out nomirror\nset border lw 0.8\nset format xy '%.10g'\nunset key\n", script);
  put_text("set xlabel ", texts->x_label, script);
  put_text("set ylabel ", texts->y_label, script);
  ria_fprintf(script, "set colorbox user origin screen %.6f,%.6f size screen %.6f,%.6f\n",
              (left + f->width + 22) / w, bottom / h, 20 / w, f->height / h);
  put_text("set cblabel ", texts->bar_label, script);
  const char *const text[] = {texts->title, texts->subtitle};
  for (int i = 0; i < 2; i++) {
    if (!text[i])
      continue;
    fprintf(script, "set label %d ", i + 1);
    gnuplot_quote(script, text[i]);
    ria_fprintf(script, " at screen %.6f,%.6f left font ',%d'\n", left / w,
                1 - (i ? 54.0 : 28.0) / h, i ? 11 : 15);
  }
}
