/* Pictures and films inside the page, as data URIs. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "ria/durable.h"
#include "ria/number.h"
#include "report.h"

typedef struct {
  unsigned char *data;
  size_t length;
  const char *type;       /* MIME */
  unsigned width, height; /* pixels; 0: not known */
} picture;

static unsigned big_endian(const unsigned char *b) {
  return (unsigned)b[0] << 24 | (unsigned)b[1] << 16 | (unsigned)b[2] << 8 | b[3];
}

static bool starts(const picture *p, size_t at, const char *magic, size_t length) {
  return p->length >= at + length && !memcmp(p->data + at, magic, length);
}

/* By content, not by name. */
static void recognize(picture *p) {
  if (starts(p, 0, "\x89PNG\r\n\x1a\n", 8) && p->length >= 24) {
    p->type = "image/png";
    p->width = big_endian(p->data + 16);
    p->height = big_endian(p->data + 20);
  } else if (starts(p, 0, "\xff\xd8\xff", 3)) {
    p->type = "image/jpeg";
  } else if (starts(p, 4, "ftyp", 4)) {
    p->type = "video/mp4";
  } else if (starts(p, 0, "<svg", 4) ||
             (starts(p, 0, "<?xml", 5) && memmem(p->data, p->length, "<svg", 4))) {
    /* As an image, not as part of the page: nothing in it can run, and its ids do not clash. */
    p->type = "image/svg+xml";
  }
}

static const char *read_all(int file, picture *p) {
  for (size_t done = 0; done < p->length;) {
    ssize_t n = read(file, p->data + done, p->length - done);
    if (n < 0 && errno == EINTR)
      continue;
    if (n <= 0)
      return n ? "cannot be read" : "is changing just now";
    done += (size_t)n;
  }
  recognize(p);
  return p->type ? NULL : "is not a PNG, JPEG, SVG or MP4 file";
}

/* NULL, or why the file cannot be embedded. */
static const char *load(const ria_report *r, const char *path, picture *p) {
  int64_t size;
  int file = ria_open_regular(path, &size);
  if (file < 0)
    return errno == ENOENT                      ? "is missing"
           : errno == EISDIR || errno == EINVAL ? "is not a file"
                                                : "cannot be read";
  const char *why = NULL;
  if ((size_t)size > r->limits.most_bytes)
    why = "is too large to be part of this page";
  else if (r->embedded + (size_t)size > r->limits.most_page_bytes)
    why = "is left out: the pictures of this page have reached the size limit";
  else if (!size)
    why = "is empty";
  if (!why) {
    p->length = (size_t)size;
    p->data = malloc(p->length);
    why = p->data ? read_all(file, p) : "does not fit into memory";
  }
  close(file);
  return why;
}

static void put_base64(FILE *out, const unsigned char *data, size_t length) {
  static const char digit[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  for (size_t i = 0; i < length; i += 3) {
    size_t left = length - i;
    unsigned bits = (unsigned)data[i] << 16 | (left > 1 ? (unsigned)data[i + 1] << 8 : 0) |
                    (left > 2 ? data[i + 2] : 0);
    char four[4] = {digit[bits >> 18], digit[bits >> 12 & 63],
                    left > 1 ? digit[bits >> 6 & 63] : '=', left > 2 ? digit[bits & 63] : '='};
    fwrite(four, 1, 4, out);
  }
}

static void put_picture(ria_report *r, const picture *p, const char *caption) {
  bool film = !strncmp(p->type, "video/", 6);
  fputs(film ? "<video controls loop muted playsinline aria-label=\"" : "<img alt=\"", r->out);
  report_html_escape(r->out, caption);
  if (p->width && p->height)
    fprintf(r->out, "\" width=\"%u\" height=\"%u", p->width, p->height);
  fprintf(r->out, "\" src=\"data:%s;base64,", p->type);
  put_base64(r->out, p->data, p->length);
  fputs(film ? "\"></video>\n" : "\">\n", r->out);
  r->embedded += p->length;
}

bool ria_report_figure(ria_report *r, const char *path, const char *caption) {
  picture p = {0};
  const char *why = load(r, path, &p);
  fputs("<figure>", r->out);
  if (!why)
    put_picture(r, &p, caption);
  fputs("<figcaption>", r->out);
  report_html_escape(r->out, caption);
  if (why) {
    fputs(": ", r->out);
    report_html_escape(r->out, path);
    fprintf(r->out, " %s", why);
  }
  fputs("</figcaption></figure>\n", r->out);
  free(p.data);
  return !why;
}

/* ---- films ---- */

/* Without any script: a checked mark shows its picture, and keyframes let them run. */
static void put_film_style(FILE *out, int film, int count) {
  static const double seconds = 0.5; /* a picture */
  const double share = 100. / count;
  fputs("<style>\n", out);
  for (int i = 1; i <= count; i++)
    fprintf(out, "%s#film-%d input:nth-of-type(%d):checked~.frames>img:nth-child(%d)",
            i > 1 ? "," : "", film, i, i);
  ria_fprintf(out,
              "{visibility:visible}\n@keyframes film-%d{0%%{visibility:visible}%.4f%%,100%%"
              "{visibility:hidden}}\n#film-%d .play:checked~.frames>img{visibility:hidden;"
              "animation:film-%d %.2fs steps(1) infinite}\n",
              film, share, film, film, count * seconds);
  for (int i = 1; i <= count; i++)
    ria_fprintf(out, "#film-%d .play:checked~.frames>img:nth-child(%d){animation-delay:%.2fs}\n",
                film, i, (i - 1 - count) * seconds);
  fputs("</style>\n", out);
}

static void put_film(ria_report *r, const char *title, int count, const picture *p,
                     const char *const *caption) {
  const int film = ++r->films;
  fprintf(r->out, "<figure class=\"film\" id=\"film-%d\"><figcaption class=\"head\">", film);
  report_html_escape(r->out, title);
  fputs("</figcaption>\n", r->out);
  if (count > 1)
    put_film_style(r->out, film, count);
  for (int i = 0; i < count && count > 1; i++) {
    fprintf(r->out, "<input type=\"radio\" name=\"film-%d\"%s title=\"", film,
            i + 1 == count ? " checked" : "");
    report_html_escape(r->out, caption[i]);
    fputs("\" aria-label=\"", r->out);
    report_html_escape(r->out, caption[i]);
    fputs("\">\n", r->out);
  }
  if (count > 1)
    fprintf(r->out,
            "<input type=\"checkbox\" class=\"play\" id=\"film-%d-runs\">"
            "<label for=\"film-%d-runs\">run</label>\n",
            film, film);
  fprintf(r->out, "<div class=\"%s\">\n", count > 1 ? "frames" : "frame");
  for (int i = 0; i < count; i++)
    put_picture(r, &p[i], caption[i]);
  fputs("</div></figure>\n", r->out);
}

int ria_report_film(ria_report *r, const char *title, int count, const char *const *path,
                    const char *const *caption) {
  picture *p = calloc((size_t)count + 1, sizeof *p);
  const char **name = calloc((size_t)count + 1, sizeof *name);
  const size_t before = r->embedded;
  int found = 0;
  for (int i = 0; i < count && p && name; i++) {
    const bool fits = !load(r, path[i], &p[found]);
    if (!fits) {
      free(p[found].data);
      p[found] = (picture){0};
      continue;
    }
    r->embedded += p[found].length; /* so that the next ones know */
    name[found++] = caption[i];
  }
  r->embedded = before;
  if (found)
    put_film(r, title, found, p, name);
  else
    ria_report_paragraph(r, "%s: no pictures that a page can hold", title);
  for (int i = 0; i < found; i++)
    free(p[i].data);
  free(p);
  free(name);
  return found;
}

void ria_report_figures_begin(ria_report *r) {
  fputs("<div class=\"figures\">\n", r->out);
}

void ria_report_figures_end(ria_report *r) {
  fputs("</div>\n", r->out);
}
