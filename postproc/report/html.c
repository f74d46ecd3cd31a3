/* Makes any text safe in HTML. */
#include <stdlib.h>
#include <string.h>
#include "report.h"

static const char replacement[] = "\xef\xbf\xbd";

int report_html_character(const unsigned char *t, size_t length) {
  if (t[0] < 0x80)
    return 1;
  int n = t[0] >= 0xc2 && t[0] < 0xe0   ? 2
          : t[0] >= 0xe0 && t[0] < 0xf0 ? 3
          : t[0] >= 0xf0 && t[0] < 0xf5 ? 4
                                        : 0;
  if (!n || (size_t)n > length)
    return 0;
  unsigned value = t[0] & (0xffu >> (n + 1));
  for (int i = 1; i < n; i++) {
    if ((t[i] & 0xc0) != 0x80)
      return 0;
    value = value << 6 | (t[i] & 0x3fu);
  }
  /* Overlong forms, surrogates, and values beyond Unicode. */
  unsigned lowest = n == 2 ? 0x80 : n == 3 ? 0x800 : 0x10000;
  if (value < lowest || (value >= 0xd800 && value < 0xe000) || value > 0x10ffff)
    return 0;
  /* Controls of the second half of Latin-1, marks that change the direction of text, and
   * non-characters. */
  bool hidden = (value >= 0x80 && value < 0xa0) || (value >= 0x202a && value <= 0x202e) ||
                (value >= 0x2066 && value <= 0x2069) || (value & 0xfffe) == 0xfffe;
  return hidden ? -n : n;
}

static void put_ascii(FILE *out, char c) {
  switch (c) {
  case '&':
    fputs("&amp;", out);
    break;
  case '<':
    fputs("&lt;", out);
    break;
  case '>':
    fputs("&gt;", out);
    break;
  case '"':
    fputs("&quot;", out);
    break;
  case '\'':
    fputs("&#39;", out);
    break;
  case '\n':
  case '\t':
    fputc(c, out);
    break;
  case '\r':
    break;
  default:
    if ((unsigned char)c < ' ' || c == 0x7f)
      fputs(replacement, out);
    else
      fputc(c, out);
  }
}

void report_html_escape_bytes(FILE *out, const char *text, size_t length) {
  const unsigned char *t = (const unsigned char *)text;
  for (size_t i = 0; i < length;) {
    int n = report_html_character(t + i, length - i);
    if (n == 1)
      put_ascii(out, text[i]);
    else if (n > 1)
      fwrite(text + i, 1, (size_t)n, out);
    else
      fputs(replacement, out);
    i += (size_t)(n > 0 ? n : n < 0 ? -n : 1);
  }
}

void report_html_escape(FILE *out, const char *text) {
  if (text)
    report_html_escape_bytes(out, text, strlen(text));
}

static bool is_plain(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
}

char *ria_report_id(const char *prefix, const char *name, int number) {
  char *id = NULL;
  if (asprintf(&id, "%s-%s-%d", prefix, name, number) < 0)
    return NULL;
  for (char *c = id; *c; c++)
    if (!is_plain(*c))
      *c = '-';
  return id;
}

#define TONE_CLASS(name, word, sign) word,
#define TONE_SIGN(name, word, sign)  sign,

const char *report_tone_class(ria_tone tone) {
  static const char *const words[] = {RIA_TONE_LIST(TONE_CLASS)};
  return words[tone];
}

const char *report_tone_sign(ria_tone tone) {
  static const char *const signs[] = {RIA_TONE_LIST(TONE_SIGN)};
  return signs[tone];
}
