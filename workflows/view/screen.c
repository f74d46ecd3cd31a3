#include "screen.h"
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

static struct winsize size_of(FILE *stream) {
  struct winsize size = {0};
  const char *columns = getenv("COLUMNS");
  if (ioctl(fileno(stream), TIOCGWINSZ, &size) || !size.ws_col)
    size = (struct winsize){.ws_row = 0, .ws_col = columns ? (unsigned short)atoi(columns) : 0};
  return size;
}

static bool is_utf8(void) {
  static const char *const variables[] = {"LC_ALL", "LC_CTYPE", "LANG"};
  for (size_t i = 0; i < sizeof variables / sizeof *variables; i++) {
    const char *value = getenv(variables[i]);
    if (value && *value)
      return strcasestr(value, "utf-8") || strcasestr(value, "utf8");
  }
  return false;
}

view_style screen_style(FILE *stream) {
  const char *none = getenv("NO_COLOR"), *kind = getenv("TERM");
  bool terminal = isatty(fileno(stream));
  return (view_style){.width = size_of(stream).ws_col,
                      .most = 8,
                      .steps = 40,
                      .colour = terminal && !(none && *none) && kind && strcmp(kind, "dumb"),
                      .utf8 = is_utf8()};
}

/* Lines of a picture besides the steps: the study, its engine, running tasks. */
enum { HEAD = 8 };

/* Moves to the first line of the last picture and overwrites line by line, erasing the rest of each
 * line and of the screen, which avoids flicker. */
static void show(view_screen *s, const char *picture, int rows) {
  int lines = 0;
  if (s->lines)
    fprintf(s->stream, "\033[%dA", s->lines);
  for (const char *at = picture; *at;) {
    size_t length = strcspn(at, "\n");
    if (rows > 1 && lines == rows - 2 && strchr(at + length + 1, '\n')) {
      fputs("...\033[K\n", s->stream);
      lines++;
      break;
    }
    fwrite(at, 1, length, s->stream);
    fputs("\033[K\n", s->stream);
    lines++;
    at += length + (at[length] == '\n');
  }
  fputs("\033[J", s->stream);
  fflush(s->stream);
  s->lines = lines;
}

ria_status screen_draw(view_screen *s, study_store *study) {
  view_tree view;
  RIA_TRY(view_read(study, &view));
  view.submitted = s->submitted;
  view_style style = screen_style(s->stream);
  int rows = size_of(s->stream).ws_row;
  style.steps = rows > 2 * HEAD ? rows - HEAD : HEAD;
  ria_text text = {0};
  view_draw(&view, &style, &text);
  view_destroy(&view);
  if (!text.failed && text.data)
    show(s, text.data, rows);
  ria_text_destroy(&text);
  return RIA_SUCCESS;
}
