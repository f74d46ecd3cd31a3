#include "ria/csv.h"
#include <ctype.h>
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>
#include "ria/number.h"

ria_status ria_csv_open(const char *path, ria_csv *csv) {
  struct stat info;
  *csv = (ria_csv){.path = path, .file = fopen(path, "re")};
  if (!csv->file)
    return ria_fail(RIA_ERROR_IO,
                    "cannot read %s: %s; check the name (relative to the case) and the "
                    "permissions",
                    path, strerror(errno));
  if (!fstat(fileno(csv->file), &info) && S_ISREG(info.st_mode))
    return RIA_SUCCESS;
  return ria_fail(RIA_ERROR_IO, "%s is not a file: give a CSV file", path);
}

void ria_csv_open_lines(const char *name, const char *const *lines, ria_csv *csv) {
  *csv = (ria_csv){.path = name, .lines = lines};
}

void ria_csv_close(ria_csv *csv) {
  if (csv->file)
    fclose(csv->file);
  free(csv->text);
  free(csv->cell);
  free(csv->about);
  free(csv->comment);
  *csv = (ria_csv){0};
}

static ria_status fail_memory(const ria_csv *csv) {
  return ria_fail(RIA_ERROR_MEMORY, "no memory for line %d of %s", csv->line, csv->path);
}

/* ---- bytes ---- */

/* The error, if the bytes of a line are not single-byte text. */
static ria_status check_encoding(const ria_csv *csv, size_t length) {
  const unsigned char *b = (const unsigned char *)csv->text;
  const bool first = csv->line == 1 && length > 1;
  if (first &&
      ((b[0] == 0xFF && b[1] == 0xFE) || (b[0] == 0xFE && b[1] == 0xFF) || (!b[0] != !b[1])))
    return ria_fail(RIA_ERROR_FORMAT, "%s:1: this file is UTF-16: save it as UTF-8", csv->path);
  if (memchr(b, 0, length))
    return ria_fail(
        RIA_ERROR_FORMAT,
        "%s:%d: the line has a zero byte, so the file is not text: save the table as CSV, in UTF-8",
        csv->path, csv->line);
  return RIA_SUCCESS;
}

static bool is_utf8(const char *text) {
  for (const unsigned char *p = (const unsigned char *)text; *p;) {
    const int more = *p < 0x80                 ? 0
                     : *p >= 0xC2 && *p < 0xE0 ? 1
                     : *p < 0xE0               ? -1
                     : *p < 0xF0               ? 2
                     : *p < 0xF5               ? 3
                                               : -1;
    if (more < 0)
      return false;
    p++;
    for (int i = 0; i < more; i++)
      if ((*p++ & 0xC0) != 0x80)
        return false;
  }
  return true;
}

/* Spreadsheets on Windows write Latin-1, in which a degree sign is one byte; convert it to UTF-8.
 */
static ria_status from_latin1(ria_csv *csv) {
  if (is_utf8(csv->text))
    return RIA_SUCCESS;
  char *text = malloc(2 * strlen(csv->text) + 1), *to = text;
  if (!text)
    return fail_memory(csv);
  for (const unsigned char *p = (const unsigned char *)csv->text; *p; p++) {
    if (*p >= 0x80)
      *to++ = (char)(0xC0 | *p >> 6);
    *to++ = (char)(*p >= 0x80 ? 0x80 | (*p & 0x3F) : *p);
  }
  *to = '\0';
  free(csv->text);
  csv->text = text;
  csv->size = (size_t)(to - text) + 1;
  return RIA_SUCCESS;
}

/* The length of the next line, in csv->text; -1 at the end. */
static ria_status next_line(ria_csv *csv, ssize_t *length) {
  if (csv->file) {
    *length = getline(&csv->text, &csv->size, csv->file);
    if (*length < 0 && errno == ENOMEM)
      return fail_memory(csv);
    if (*length < 0 && ferror(csv->file))
      return ria_fail(RIA_ERROR_IO, "cannot read %s after line %d: %s", csv->path, csv->line,
                      strerror(errno));
    return RIA_SUCCESS;
  }
  *length = -1;
  if (!*csv->lines)
    return RIA_SUCCESS;
  free(csv->text);
  csv->text = strdup(*csv->lines++);
  if (!csv->text)
    return fail_memory(csv);
  *length = (ssize_t)strlen(csv->text);
  return RIA_SUCCESS;
}

/* Read a line, without its line end and byte order mark. */
static ria_status read_text(ria_csv *csv, bool *found) {
  static const char byte_order_mark[] = "\xEF\xBB\xBF";
  ssize_t length;
  errno = 0;
  RIA_TRY(next_line(csv, &length));
  *found = length >= 0;
  if (!*found)
    return RIA_SUCCESS;
  csv->line++;
  RIA_TRY(check_encoding(csv, (size_t)length));
  if (csv->line == 1 && !strncmp(csv->text, byte_order_mark, 3))
    memmove(csv->text, csv->text + 3, (size_t)length - 2);
  for (size_t n = strlen(csv->text); n && strchr("\r\n", csv->text[n - 1]); n--)
    csv->text[n - 1] = '\0';
  if (strchr(csv->text, '\r'))
    return ria_fail(RIA_ERROR_FORMAT,
                    "%s:%d: a carriage return inside a line: end lines with a line feed", csv->path,
                    csv->line);
  return from_latin1(csv);
}

/* ---- cells ---- */

/* The number of cells that a separator would give, outside of quotes and brackets; 0 if a cell
 * begins or ends with a comma: then the separator is only a blank next to commas. */
static int count_cells(const char *text, char separator) {
  int cells = 1, depth = 0;
  bool quoted = false;
  for (const char *p = text; *p; p++) {
    quoted ^= *p == '"';
    depth += !quoted && strchr("([{", *p) ? 1 : !quoted && depth && strchr(")]}", *p) ? -1 : 0;
    if (quoted || depth || *p != separator)
      continue;
    if ((p > text && p[-1] == ',') || p[1] == ',')
      return 0;
    cells++;
  }
  return cells;
}

static char separator_of(const char *text) {
  return count_cells(text, ';') > 1 ? ';' : count_cells(text, '\t') > 1 ? '\t' : ',';
}

/* "sep=;", the first line of files of some spreadsheets. */
static bool names_separator(ria_csv *csv) {
  if (csv->separator || strncmp(csv->text, "sep=", 4) || !csv->text[4] || csv->text[5])
    return false;
  csv->separator = csv->text[4];
  return true;
}

static char *skip_blanks(const ria_csv *csv, char *p) {
  while (isspace((unsigned char)*p) && *p != csv->separator)
    p++;
  return p;
}

static char *trim(char *text) {
  while (isspace((unsigned char)*text))
    text++;
  char *end = text + strlen(text);
  while (end > text && isspace((unsigned char)end[-1]))
    *--end = '\0';
  return text;
}

/* Remove the quotes of a cell, in place; *end points behind the cell. NULL: the quote is not
 * closed. */
static char *unquote(char *quote, char **end) {
  char *from = quote + 1, *to = quote;
  for (; *from && !(*from == '"' && from[1] != '"'); from++) {
    from += *from == '"';
    *to++ = *from;
  }
  if (!*from)
    return NULL;
  *end = from + 1;
  *to = '\0';
  return quote;
}

/* The separator that ends an unquoted cell, outside of "(m, MSL)"; NULL: none. */
static char *end_of_cell(char *cell, char separator) {
  for (char *p = cell; *p; p++) {
    const char *close = *p == '(' ? strchr(p, ')') : *p == '[' ? strchr(p, ']') : NULL;
    if (*p == separator)
      return p;
    if (close)
      p += close - p;
  }
  return NULL;
}

/* The cell at *rest, which is moved to the next cell; NULL after the last. */
static ria_status next_cell(const ria_csv *csv, char **rest, char **cell) {
  char *p = skip_blanks(csv, *rest), *end = p;
  *cell = p;
  if (*p == '"') {
    *cell = unquote(p, &end);
    end = *cell ? skip_blanks(csv, end) : end;
    if (!*cell || (*end && *end != csv->separator))
      return ria_fail(RIA_ERROR_FORMAT, "%s:%d: a quote %s: expected \"text\" between separators",
                      csv->path, csv->line, *cell ? "ends inside a cell" : "is not closed");
  } else {
    end = end_of_cell(p, csv->separator);
  }
  *rest = end && *end ? end + 1 : NULL;
  if (end)
    *end = '\0';
  *cell = trim(*cell);
  return RIA_SUCCESS;
}

static ria_status cut(ria_csv *csv, char *text) {
  if (!csv->separator)
    csv->separator = separator_of(text);
  csv->cells = 0;
  for (char *rest = text; rest;) {
    if (csv->cells == csv->room) {
      const int room = csv->room ? 2 * csv->room : 8;
      char **more = realloc(csv->cell, (size_t)room * sizeof *more);
      if (!more)
        return fail_memory(csv);
      csv->cell = more;
      csv->room = room;
    }
    RIA_TRY(next_cell(csv, &rest, &csv->cell[csv->cells++]));
  }
  return RIA_SUCCESS;
}

static ria_status keep_comment(ria_csv *csv, const char *text) {
  free(csv->comment);
  csv->comment = strdup(text + strspn(text, "# "));
  csv->comment_line = csv->line;
  if (csv->comment && !csv->about && !csv->separator)
    csv->about = strdup(csv->comment);
  return csv->comment && (csv->about || csv->separator) ? RIA_SUCCESS : fail_memory(csv);
}

ria_status ria_csv_next(ria_csv *csv, bool *found) {
  free(csv->comment);
  csv->comment = NULL;
  for (;;) {
    RIA_TRY(read_text(csv, found));
    if (!*found)
      return RIA_SUCCESS;
    const char *start = csv->text + strspn(csv->text, " \t");
    if (*start == '#')
      RIA_TRY(keep_comment(csv, start));
    else if (*start && !names_separator(csv))
      return cut(csv, csv->text);
  }
}

/* ---- checks ---- */

static bool is_digits(const char *text) {
  text += *text == '+' || *text == '-';
  return *text && !text[strspn(text, "0123456789")];
}

/* 3600,1,52: no cell has a point, and all but the first, which may be a name, are digits. */
bool ria_csv_like_decimal_commas(const ria_csv *csv) {
  for (int c = 1; c < csv->cells; c++)
    if (!is_digits(csv->cell[c]))
      return false;
  return csv->separator == ',';
}

ria_status ria_csv_check_cells(ria_csv *csv, int expected, bool header, const char *columns) {
  while (csv->cells > expected && !*csv->cell[csv->cells - 1])
    csv->cells--;
  if (csv->cells <= expected)
    return RIA_SUCCESS;
  const char *commas = ria_csv_like_decimal_commas(csv) ? "; decimal commas?" : "";
  if (header)
    return ria_fail(RIA_ERROR_FORMAT, "%s:%d: %d cells where the header has %d%s", csv->path,
                    csv->line, csv->cells, expected, commas);
  return ria_fail(RIA_ERROR_FORMAT,
                  "%s:%d: %d cells, but without a header the columns are %s: a header line must "
                  "name further columns%s",
                  csv->path, csv->line, csv->cells, columns, commas);
}

bool ria_csv_is_number(const char *text, double *number) {
  char *end;
  if (!*text || text[strspn(text, "+-.0123456789eE")])
    return false;
  *number = ria_strtod(text, &end);
  return !*end && isfinite(*number);
}

bool ria_csv_number(const ria_csv *csv, int column, double *number) {
  return column < csv->cells && ria_csv_is_number(csv->cell[column], number);
}

bool ria_csv_like_number(const ria_csv *csv, int column) {
  const char *p = column < csv->cells ? csv->cell[column] : "";
  p += strspn(p, "+-.");
  return isdigit((unsigned char)*p);
}

static bool is_missing(const char *cell) {
  static const char *const words[] = {"nan", "na",   "n/a",     "null", "nil",   "none", "-",
                                      "--",  "---",  "missing", "m",    "x",     "?",    "*",
                                      "nd",  "#n/a", "#na",     "inf",  "nodata"};
  for (size_t i = 0; i < sizeof words / sizeof *words; i++)
    if (!strcasecmp(cell, words[i]))
      return true;
  return false;
}

/* Separators inside numbers of other conventions: decimal commas, separators of thousands. */
static const char *const odd[] = {",", "'", " ", "\u2019", "\u00A0", "\u2009", "\u202F"};

/* Between digits only: "1,5", "1'000". */
static bool has_odd_separator(const char *cell) {
  for (size_t i = 0; i < sizeof odd / sizeof *odd && !strpbrk(cell, ":/"); i++) {
    const char *at = strstr(cell, odd[i]);
    if (at && at > cell && isdigit((unsigned char)at[-1]) &&
        isdigit((unsigned char)at[strlen(odd[i])]))
      return true;
  }
  return false;
}

bool ria_csv_is_odd_number(const char *text) {
  const char *p = strncmp(text, "\u2212", 3) ? text : text + 3;
  if (p == text && !has_odd_separator(text))
    return false;
  while (*p) {
    size_t i = 0;
    while (i < sizeof odd / sizeof *odd && strncmp(p, odd[i], strlen(odd[i])))
      i++;
    if (i == sizeof odd / sizeof *odd && !strchr("+-.0123456789eE", *p))
      return false;
    p += i < sizeof odd / sizeof *odd ? strlen(odd[i]) : 1;
  }
  return true;
}

/* Whether the cell is a number with a unit. */
static bool has_unit(const char *cell) {
  const size_t digits = strspn(cell, "+-.0123456789");
  const char *rest = cell + digits + strspn(cell + digits, " ");
  return digits && isalpha((unsigned char)*rest) && !strpbrk(rest, "0123456789:");
}

/* Columns separated by blanks: "3600 1.5". */
static bool has_blanks_alone(const ria_csv *csv) {
  return csv->cells == 1 && strpbrk(csv->cell[0], " |");
}

static const char *hint_about(const ria_csv *csv, int column) {
  const char *cell = csv->cell[column];
  if (has_blanks_alone(csv))
    return "; separate columns by commas, semicolons or tabs";
  if (!*cell || is_missing(cell))
    return "; if the value is missing, leave the line out: ria interpolates linearly between its "
           "neighbours";
  if (strstr(cell, "\u2212") || strstr(cell, "\u2013"))
    return "; write its minus as '-', not as U+2212 or U+2013";
  if (has_odd_separator(cell))
    return "; write numbers with a decimal point, without decimal commas and separators of "
           "thousands";
  if (strstr(cell, "\u00A0") || strstr(cell, "\u202F"))
    return "; it has a no-break space (U+00A0): use plain blanks";
  if (has_unit(cell))
    return "; write a unit in the header, such as 'level (ft)'";
  return "";
}

ria_status ria_csv_fail(const ria_csv *csv, int column, const char *expected) {
  if (column >= csv->cells)
    return ria_fail(RIA_ERROR_FORMAT, "%s:%d: column %d is missing: expected %s%s", csv->path,
                    csv->line, csv->left + column + 1, expected,
                    has_blanks_alone(csv) ? "; separate columns by commas, semicolons or tabs"
                                          : "");
  const char *cell = csv->cell[column];
  return ria_fail(RIA_ERROR_FORMAT, "%s:%d: column %d is %s%.80s%s: expected %s%s", csv->path,
                  csv->line, csv->left + column + 1, *cell ? "'" : "empty", cell, *cell ? "'" : "",
                  expected, hint_about(csv, column));
}
