#include "ria/text.h"
#include "ria/number.h"

#include <ctype.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { QUOTED_BYTES = 60, WORD_BYTES = 64, FAR = 1000 };

static bool reserve(ria_text *text, size_t more) {
  if (text->failed)
    return false;
  size_t needed = text->length + more + 1;
  if (needed <= text->capacity)
    return true;
  size_t capacity = needed < 128 ? 128 : needed + needed / 2;
  char *data = realloc(text->data, capacity);
  if (!data) {
    text->failed = true;
    return false;
  }
  text->data = data;
  text->capacity = capacity;
  return true;
}

void ria_text_append(ria_text *text, const char *data, size_t length) {
  if (!reserve(text, length))
    return;
  if (length)
    memcpy(text->data + text->length, data, length);
  text->length += length;
  text->data[text->length] = '\0';
}

void ria_text_add(ria_text *text, const char *format, ...) {
  char near[256]; /* most texts are short and then need no second pass */
  va_list arguments;
  va_start(arguments, format);
  int length = ria_vsnprintf(near, sizeof near, format, arguments);
  va_end(arguments);
  if (length >= 0 && (size_t)length < sizeof near) {
    ria_text_append(text, near, (size_t)length);
    return;
  }
  if (length < 0 || !reserve(text, (size_t)length)) {
    text->failed = true;
    return;
  }
  va_start(arguments, format);
  ria_vsnprintf(text->data + text->length, (size_t)length + 1, format, arguments);
  va_end(arguments);
  text->length += (size_t)length;
}

bool ria_text_add_file(ria_text *text, FILE *file, size_t most) {
  char block[8192];
  const size_t before = text->length;
  for (size_t got; text->length - before <= most && !text->failed &&
                   (got = fread(block, 1, sizeof block, file)) > 0;)
    ria_text_append(text, block, got);
  return !ferror(file);
}

char *ria_text_take(ria_text *text) {
  ria_text_append(text, "", 0); /* so that an empty text is a string, not NULL */
  char *data = text->failed ? NULL : text->data;
  if (!data)
    free(text->data);
  *text = (ria_text){0};
  return data;
}

void ria_text_destroy(ria_text *text) {
  free(text->data);
  *text = (ria_text){0};
}

void ria_text_add_quoted(ria_text *text, const char *data) {
  size_t length = strlen(data), shown = length;
  if (length > QUOTED_BYTES) {
    shown = QUOTED_BYTES;
    while (shown > 0 && ((unsigned char)data[shown] & 0xc0) == 0x80) /* do not split a character */
      shown--;
  }
  for (size_t i = 0; i < shown; i++) {
    char c = data[i] == '\n' || data[i] == '\t' ? ' ' : data[i];
    if (iscntrl((unsigned char)c))
      c = '?';
    ria_text_append(text, &c, 1);
  }
  if (shown < length)
    ria_text_add(text, "...");
}

size_t ria_text_enter_key(char *path, size_t size, const char *key) {
  const size_t mark = strlen(path);
  ria_text shown = {0};
  ria_text_add_quoted(&shown, key);
  snprintf(path + mark, size - mark, "%s%s", mark ? "." : "",
           shown.failed || !shown.data ? "" : shown.data);
  ria_text_destroy(&shown);
  return mark;
}

bool ria_text_ends_in(const char *text, const char *end) {
  const size_t length = strlen(text), n = strlen(end);
  return length > n && !strcmp(text + length - n, end);
}

static int least(int a, int b) {
  return a < b ? a : b;
}

/* Optimal string alignment with three rows: a swap of neighbours needs the two rows before the
 * current one. */
int ria_text_distance(const char *a, const char *b) {
  size_t na = strlen(a), nb = strlen(b);
  if (na >= WORD_BYTES || nb >= WORD_BYTES)
    return FAR;
  int rows[3][WORD_BYTES + 1];
  int *before = rows[0], *above = rows[1], *row = rows[2];
  for (size_t j = 0; j <= nb; j++)
    above[j] = (int)j;
  for (size_t i = 1; i <= na; i++) {
    int ca = tolower((unsigned char)a[i - 1]);
    row[0] = (int)i;
    for (size_t j = 1; j <= nb; j++) {
      int cb = tolower((unsigned char)b[j - 1]);
      row[j] = least(least(above[j] + 1, row[j - 1] + 1), above[j - 1] + (ca != cb));
      if (i > 1 && j > 1 && ca == tolower((unsigned char)b[j - 2]) &&
          cb == tolower((unsigned char)a[i - 2]))
        row[j] = least(row[j], before[j - 2] + 1);
    }
    int *oldest = before;
    before = above;
    above = row;
    row = oldest;
  }
  return above[nb];
}

const char *ria_text_nearest(const char *word, int count, const char *const *candidate) {
  size_t length = strlen(word);
  int limit = length < 3 ? 1 : (int)(length + 1) / 3;
  const char *nearest = NULL;
  int best = limit + 1;
  for (int i = 0; i < count; i++) {
    int distance = ria_text_distance(word, candidate[i]);
    /* A candidate that shares no letter with the word cannot be meant. */
    if (distance < best && distance < (int)strlen(candidate[i])) {
      best = distance;
      nearest = candidate[i];
    }
  }
  return nearest;
}
