#include "frame.h"
#include "gnuplot/gnuplot.h"
#include "ria/number.h"
#include "text.h"

enum { GAP = 22, LEAST_BAR = 240, LEAST_RIGHT = 130 };

void maps_frame_layout(maps_frame *f, const map_style *style) {
  const int legend = f->rows ? f->rows * MAPS_LEGEND_ROW + GAP : 0;
  const bool below = f->rows && f->height - legend >= LEAST_BAR;
  /* A low map beside a long legend has a wider margin. */
  const int missing = f->rows * MAPS_LEGEND_ROW - f->height;
  f->bottom = !below && missing > MAPS_FRAME_BOTTOM ? missing : MAPS_FRAME_BOTTOM;
  const int top = f->bottom + f->height;
  f->bar_left = MAPS_FRAME_LEFT + f->width + GAP;
  f->bar_bottom = f->bottom + (below ? legend : 0);
  maps_bar_layout(style, top - f->bar_bottom, &f->bar);
  f->bar_height = top - f->bar_bottom - f->bar.above;
  const int bar_width = f->bar.width < LEAST_RIGHT ? LEAST_RIGHT : f->bar.width;
  f->legend_left = f->bar_left + (below ? 0 : f->bar.width + GAP);
  f->legend_top = below ? f->bottom + legend - GAP : top;
  f->legend_bottom = f->legend_top - f->rows * MAPS_LEGEND_ROW;
  const int bar_end = f->bar_left + bar_width, legend_end = f->legend_left + f->row_width;
  f->whole_width = f->rows && legend_end > bar_end ? legend_end : bar_end;
  f->whole_height = top + MAPS_FRAME_TOP;
}

static void put_text(const char *what, const char *text, FILE *script) {
  fputs(what, script);
  gnuplot_quote(script, text ? text : "");
  fputc('\n', script);
}

void maps_titles_script(const char *title, const char *subtitle, int left, int width, int height,
                        FILE *script) {
  const char *const text[] = {title, subtitle};
  for (int i = 0; i < 2; i++) {
    char fitting[512];
    const int points = i ? MAPS_POINTS : 15;
    if (!text[i])
      continue;
    maps_text_fit(text[i], points, width - left - 8, sizeof fitting, fitting);
    fprintf(script, "set label %d ", i + 1);
    gnuplot_quote(script, fitting);
    ria_fprintf(script, " at screen %.6f,%.6f left font ',%d'\n", (double)left / width,
                1 - (i ? 54.0 : 28.0) / height, points);
  }
}

void maps_frame_script(const maps_frame *f, const maps_frame_texts *texts, const map_style *style,
                       FILE *script) {
  const double w = f->whole_width, h = f->whole_height;
  const double left = MAPS_FRAME_LEFT, bottom = f->bottom;
  ria_fprintf(script,
              "set lmargin at screen %.6f\nset rmargin at screen %.6f\n"
              "set bmargin at screen %.6f\nset tmargin at screen %.6f\n",
              left / w, (left + f->width) / w, bottom / h, (bottom + f->height) / h);
  ria_fprintf(script, "set xrange [%.9g:%.9g] noextend\nset yrange [%.9g:%.9g] noextend\n", f->x0,
              f->x1, f->y0, f->y1);
  fputs("set tics out nomirror\nset border lw 0.8\nset format xy '%.10g'\nunset key\n", script);
  put_text("set xlabel ", texts->x_label, script);
  put_text("set ylabel ", texts->y_label, script);
  maps_titles_script(texts->title, texts->subtitle, MAPS_FRAME_LEFT, f->whole_width,
                     f->whole_height, script);
  if (texts->note) {
    put_text("set label 3 ", texts->note, script);
    ria_fprintf(script, "set label 3 at screen %.6f,%.6f left font ',9' tc rgb '#606060'\n",
                left / w, 16 / h);
  }
  maps_bar_script(
      style, &f->bar,
      &(maps_bar_place){f->bar_left, f->bar_bottom, f->bar_height, f->whole_width, f->whole_height},
      script);
}
