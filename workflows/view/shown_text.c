#include "shown_text.h"
#include <stdbool.h>

/* Bytes of the character that starts so; 0: none does. */
static int character_bytes(unsigned char first) {
  return first < 0x80                    ? 1
         : first >= 0xc2 && first < 0xe0 ? 2
         : first >= 0xe0 && first < 0xf0 ? 3
         : first >= 0xf0 && first < 0xf5 ? 4
                                         : 0;
}

/* Controls of the second half of Latin-1, and marks that turn the direction of text. */
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

/* The bytes that the next one, which has come or not, is not to wait for. */
static void settle(shown_text *t, FILE *out, bool more, unsigned char next) {
  const int bytes = t->count ? character_bytes(t->byte[0]) : 0;
  if (!t->count)
    return;
  if (t->byte[0] == '\r') { /* a line may end in both; alone it would hide what stands before */
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
    /* What is whole needs no further byte to be judged, and is to be seen at once. */
    if (text->byte[0] != '\r' && text->count >= character_bytes(text->byte[0]))
      settle(text, out, false, 0);
  }
}

void shown_text_end(shown_text *text, FILE *out) {
  settle(text, out, false, 0);
}
