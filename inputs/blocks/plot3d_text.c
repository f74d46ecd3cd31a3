/* PLOT3D files of text: their numbers are copied as doubles to a temporary file, which is read by
 * range.
 */
#include <ctype.h>
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "blocks/plot3d.h"
#include "ria/number.h"

typedef struct {
  const char *path;
  FILE *file;
  int64_t line, word_line;
  int64_t glued_line; /* the first with "0,5": a comma inside a number, or between two; 0: none */
  char word[64];
} scanner;

bool blocks_plot3d_is_text(const char *bytes, size_t count) {
  for (size_t i = 0; i < count; i++)
    if (!isprint((unsigned char)bytes[i]) && !isspace((unsigned char)bytes[i]))
      return false;
  return count > 0;
}

/* Read the next word (commas also end words); false at the end of the file. */
static bool next_word(scanner *s) {
  size_t length = 0;
  int c;
  while ((c = getc_unlocked(s->file)) != EOF && (isspace(c) || c == ','))
    s->line += c == '\n';
  s->word_line = s->line;
  for (; c != EOF && !isspace(c) && c != ','; c = getc_unlocked(s->file))
    if (length < sizeof s->word - 1)
      s->word[length++] = (char)(c == 'D' || c == 'd' ? 'e' : c);
  s->word[length] = 0;
  s->line += c == '\n';
  if (c == ',' && !s->glued_line) {
    const int next = getc_unlocked(s->file);
    if (isdigit(next))
      s->glued_line = s->line;
    ungetc(next, s->file);
  }
  return length > 0;
}

static ria_status bad_word(const scanner *s, const char *expected) {
  char shown[64];
  for (size_t i = 0; i < sizeof shown; i++)
    shown[i] = isprint((unsigned char)s->word[i]) || !s->word[i] ? s->word[i] : '?';
  return ria_fail(RIA_ERROR_FORMAT, "'%s' has '%s' at line %lld; expected %s", s->path, shown,
                  (long long)s->word_line, expected);
}

static ria_status ended(const scanner *s, const char *what) {
  return ria_fail(RIA_ERROR_CORRUPT, "'%s' ends before %s; it is no PLOT3D grid, or is truncated",
                  s->path, what);
}

static ria_status next_whole(scanner *s, int64_t *value, const char *what) {
  char *end;
  if (!next_word(s))
    return ended(s, what);
  errno = 0;
  *value = strtoll(s->word, &end, 10);
  return *end || errno ? bad_word(s, what) : RIA_SUCCESS;
}

/* Read the numbers of nodes: after the number of blocks, or for one block if the first line has
 * three numbers. */
static ria_status read_header(scanner *s, blocks_plot3d *layout) {
  char line[256] = "";
  long long n[RIA_AXES];
  char more;
  if (!fgets(line, sizeof line, s->file))
    return ended(s, "the number of blocks");
  const bool single = sscanf(line, "%lld %lld %lld %c", &n[0], &n[1], &n[2], &more) == 3;
  rewind(s->file);
  int64_t blocks = 1;
  if (!single)
    RIA_TRY(next_whole(s, &blocks, "the number of blocks"));
  if (blocks < 1 || blocks > BLOCKS_PLOT3D_BLOCKS)
    return ria_fail(RIA_ERROR_FORMAT, "'%s' has %lld blocks; expected 1 to %d", s->path,
                    (long long)blocks, BLOCKS_PLOT3D_BLOCKS);
  layout->nodes = calloc((size_t)blocks, sizeof *layout->nodes);
  layout->first = calloc((size_t)blocks, sizeof *layout->first);
  if (!layout->nodes || !layout->first)
    return ria_fail(RIA_ERROR_MEMORY, "no memory for the blocks of '%s'", s->path);
  layout->blocks = (int)blocks;
  int64_t first = 0;
  for (int b = 0; b < blocks; b++) {
    for (int a = 0; a < RIA_AXES; a++)
      RIA_TRY(next_whole(s, &layout->nodes[b][a], "the numbers of nodes of each block"));
    if (blocks_plot3d_nodes(layout->nodes[b]) < 0)
      return ria_fail(
          RIA_ERROR_FORMAT,
          "'%s' has %lld x %lld x %lld nodes in block %d; expected at least 2 along each "
          "axis",
          s->path, (long long)layout->nodes[b][0], (long long)layout->nodes[b][1],
          (long long)layout->nodes[b][2], b + 1);
    if (first > INT64_MAX / 4)
      return ria_fail(RIA_ERROR_FORMAT, "'%s' has more nodes than a file can hold", s->path);
    layout->first[b] = first;
    first += 3 * (int64_t)sizeof(double) * blocks_plot3d_nodes(layout->nodes[b]);
  }
  return RIA_SUCCESS;
}

/* Count the remaining words. */
static int64_t count_words(scanner *s) {
  int64_t words = 0;
  while (next_word(s))
    words++;
  return words;
}

static ria_status copy_numbers(scanner *s, int64_t count, FILE *binary, int block) {
  char what[64];
  snprintf(what, sizeof what, "all the coordinates of block %d", block + 1);
  for (int64_t n = 0; n < count; n++) {
    char *end;
    if (!next_word(s))
      return ended(s, what);
    const double value = ria_strtod(s->word, &end);
    if (*end)
      return bad_word(s, "a coordinate");
    if (fwrite(&value, sizeof value, 1, binary) != 1)
      return ria_fail(RIA_ERROR_IO, "cannot write a temporary file for '%s': %s", s->path,
                      strerror(errno));
  }
  return RIA_SUCCESS;
}

static ria_status skip_marks(scanner *s, const ria_global nodes[RIA_AXES], int block) {
  const int64_t count = blocks_plot3d_nodes(nodes);
  for (int64_t n = 0; n < count; n++) {
    int64_t mark;
    RIA_TRY(next_whole(s, &mark, "the marks of all nodes"));
    if (!mark)
      return ria_fail(RIA_ERROR_FORMAT,
                      "node (%lld, %lld, %lld) of block %d of '%s' is marked as a hole; expected a "
                      "grid whose blocks are joined at faces, without holes",
                      (long long)(n % nodes[0]), (long long)(n / nodes[0] % nodes[1]),
                      (long long)(n / (nodes[0] * nodes[1])), block + 1, s->path);
  }
  return RIA_SUCCESS;
}

ria_status blocks_plot3d_convert(const char *path, FILE *text, FILE *binary,
                                 blocks_plot3d *layout) {
  scanner s = {.path = path, .file = text, .line = 1};
  int64_t all = 0;
  layout->digits = 8;
  RIA_TRY(read_header(&s, layout));
  for (int b = 0; b < layout->blocks; b++)
    all += blocks_plot3d_nodes(layout->nodes[b]);
  const int64_t words = count_words(&s);
  if (s.glued_line)
    return ria_fail(RIA_ERROR_FORMAT,
                    "'%s' has a comma between digits at line %lld; decimal commas? Write decimal "
                    "points, and blanks between numbers",
                    path, (long long)s.glued_line);
  if (words != 3 * all && words != 4 * all)
    return ria_fail(RIA_ERROR_CORRUPT,
                    "'%s' has %lld numbers after those of nodes; expected %lld, three a node, or "
                    "%lld with marks: it is truncated, or no PLOT3D grid",
                    path, (long long)words, 3LL * all, 4LL * all);
  rewind(text);
  s.line = 1;
  blocks_plot3d again = {0};
  const ria_status status = read_header(&s, &again);
  blocks_plot3d_free(&again);
  RIA_TRY(status);
  for (int b = 0; b < layout->blocks; b++) {
    RIA_TRY(copy_numbers(&s, 3 * blocks_plot3d_nodes(layout->nodes[b]), binary, b));
    if (words == 4 * all)
      RIA_TRY(skip_marks(&s, layout->nodes[b], b));
  }
  return fflush(binary) ? ria_fail(RIA_ERROR_IO, "cannot write a temporary file for '%s': %s", path,
                                   strerror(errno))
                        : RIA_SUCCESS;
}
