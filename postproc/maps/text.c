#include "text.h"
#include <ctype.h>
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

/* Advance widths of DejaVu Sans from ' ' to '~', in 1/2048 em. */
enum { EM = 2048, DIGIT = 1303, WIDE = 1716, FIRST = ' ', LAST = '~' };
static const short advance[] = {
    651,  821,  942,  1716, 1303, 1946, 1597, 563,  799,  799,  1024, 1716, 651,  739,  651,  690,
    1303, 1303, 1303, 1303, 1303, 1303, 1303, 1303, 1303, 1303, 690,  690,  1716, 1716, 1716, 1087,
    2048, 1401, 1405, 1430, 1577, 1294, 1178, 1587, 1540, 604,  604,  1343, 1141, 1767, 1532, 1612,
    1235, 1612, 1423, 1300, 1251, 1499, 1401, 2025, 1403, 1251, 1403, 799,  690,  799,  1716, 1024,
    1024, 1255, 1300, 1126, 1300, 1260, 721,  1300, 1298, 569,  569,  1186, 569,  1995, 1298, 1253,
    1300, 1300, 842,  1067, 803,  1298, 1212, 1675, 1212, 1212, 1075, 1303, 690,  1303, 1716};

/* Letters beyond ASCII: those of Latin, Greek and Cyrillic are at most as wide as a wide sign, and
 * those of the Far East fill an em. */
static int width_beyond(unsigned char first) {
  return first >= 0xe3 ? EM : first >= 0xe2 ? WIDE : DIGIT;
}

int maps_text_width(const char *text, int points) {
  long sum = 0;
  for (const char *c = text; *c; c++) {
    const unsigned char byte = (unsigned char)*c;
    if (byte >= 0xc0)
      sum += width_beyond(byte);
    else if (byte < 0x80)
      sum += byte >= FIRST && byte <= LAST ? advance[byte - FIRST] : advance[0];
  }
  return (int)ceil((double)sum / EM * points * 96 / 72);
}

void maps_text_fit(const char *text, int points, int width, size_t size, char *copy) {
  static const char ellipsis[] = "\342\200\246";
  snprintf(copy, size, "%s", text);
  for (size_t n = strlen(copy); n > 0 && maps_text_width(copy, points) > width;) {
    for (n--; n > 0 && ((unsigned char)copy[n] & 0xc0) == 0x80;)
      n--;
    if (n + sizeof ellipsis <= size)
      memcpy(copy + n, ellipsis, sizeof ellipsis);
    else
      copy[n] = '\0';
  }
}

/* A raised digit 1 to 4. */
static const char *raised(char digit) {
  static const char *const digits[] = {"\302\271", "\302\262", "\302\263", "\342\201\264"};
  return digits[digit - '1'];
}

void maps_text_label(const char *label, size_t size, char *copy) {
  const char *unit = strrchr(label, '(');
  size_t n = 0;
  for (const char *c = label; *c && n + 8 < size; c++) {
    const bool after = unit && c > unit && isalpha((unsigned char)c[-1]);
    const bool minus = after && c[0] == '-' && c[1] >= '1' && c[1] <= '4';
    if (minus)
      n += (size_t)snprintf(copy + n, size - n, "\342\201\273%s", raised(*++c));
    else if (after && *c >= '2' && *c <= '4')
      n += (size_t)snprintf(copy + n, size - n, "%s", raised(*c));
    else
      copy[n++] = *c;
  }
  copy[n] = '\0';
}
