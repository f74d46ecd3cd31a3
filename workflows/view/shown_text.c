#include "shown_text.h"
#include <stdbool.h>

/* Length in bytes of the character that starts with this byte; 0: none does. */
static int character_bytes(unsigned char first) {
  return first < 0x80                    ? 1
         : first >= 0xc2 && first < 0xe0 ? 2
         : first >= 0xe0 && first < 0xf0 ? 3
         : first >= 0xf0 && first < 0xf5 ? 4
                                         : 0;
}

/* C1 control characters, and marks that change the direction of text. */
static bool is_hidden(const unsigned char *t, int bytes) {
  unsigned value = bytes == 1 ? t[0] : t[0] & (0xffu >> (bytes + 1));
  for (int i = 1; i < bytes; i++)
    value = value << 6 | (t[i] & 0x3fu);
  const unsigned lowest = bytes == 3 ? 0x800 : bytes == 4 ? 0x10000 : 0;
  return value < lowest || (value >= 0x7f && value < 0xa0) || value == 0x200e || value == 0x200f ||
         (value >= 0x2028 && value <= 0x202e) || (value >= 0x2066 && value <= 0x2069) ||
         (value >= 0xd800 && value < 0xe000) || value > 0x10ffff;
}

static void show_bytes(FILE *out, const unsigned char *t, int count) {
  for (int i = 0; i < count; i++)
    if (t[i] < ' ' || t[i] == 0x7f)
      fprintf(out, "^%c", t[i] ^ 0x40);
    else if (t[i] < 0x80)
      fputc(t[i], out);
    else
      fprintf(out, "\\x%02x", t[i]);
}

/* Writes the held bytes once they are complete or cannot become complete. `more`: `next` is known.
 */
static void settle(shown_text *t, FILE *out, bool more, unsigned char next) {
  const int bytes = t->count ? character_bytes(t->byte[0]) : 0;
  if (!t->count)
    return;
  if (t->byte[0] ==
      '\r') { /* "\\r\
               * " may end a line; a lone "\\r" would let the next text overwrite the line */
    if (more && next == '\n')
      fputc('\r', out);
    else
      show_bytes(out, t->byte, 1);
    t->count = 0;
  } else if (t->count == bytes && (t->byte[0] >= ' ' || t->byte[0] == '\n' || t->byte[0] == '\t') &&
             !is_hidden(t->byte, bytes)) {
    fwrite(t->byte, 1, (size_t)bytes, out);
    t->count = 0;
  } else if (t->count >= bytes || !more || (next & 0xc0) != 0x80) {
    show_bytes(out, t->byte, t->count);
    t->count = 0;
  }
}

void shown_text_write(shown_text *text, FILE *out, const char *data, size_t length) {
  for (size_t i = 0; i < length; i++) {
    const unsigned char next = (unsigned char)data[i];
    settle(text, out, true, next);
    text->byte[text->count++] = next;
    /* Show complete characters at once. */
    if (text->byte[0] != '\r' && text->count >= character_bytes(text->byte[0]))
      settle(text, out, false, 0);
  }
}

void shown_text_end(shown_text *text, FILE *out) {
  settle(text, out, false, 0);
}
