#include "header.h"
#include <ctype.h>
#include <string.h>
#include <strings.h>

/* Whether a cell's first word begins with one of these names, or equals a name of one letter. */
static bool names(const char *cell, const char *const *name) {
  for (; name && *name; name++) {
    const size_t length = strlen(*name);
    if (!strncasecmp(cell, *name, length) && (length > 1 || !isalpha((unsigned char)cell[1])))
      return true;
  }
  return false;
}

bool tide_header_names(const ria_csv *csv, int column, const char *const *name) {
  return column < csv->cells && names(csv->cell[column], name);
}

static void add_columns(ria_text *text, int wanted, const tide_column *column) {
  for (int c = 0; c < wanted; c++)
    ria_text_add(text, "%s%s", c ? "," : "", column[c].what);
}

static ria_status fail_order(const ria_csv *csv, int place, const tide_column *found, int wanted,
                             const tide_column *column) {
  ria_text order = {0};
  add_columns(&order, wanted, column);
  const ria_status status =
      ria_fail(RIA_ERROR_FORMAT, "%s:%d: column %d is '%.80s', the %s: expected the columns %s",
               csv->path, csv->line, csv->left + place + 1, csv->cell[place], found->what,
               order.data ? order.data : "");
  ria_text_destroy(&order);
  return status;
}

static void warn_of_unread(const ria_csv *csv, int wanted, const tide_column *column, int extra,
                           ria_told *told) {
  ria_text text = {0};
  int unread = 0;
  for (int c = wanted; c < csv->cells; c++) {
    if (c == extra || !*csv->cell[c])
      continue;
    ria_text_add(&text, "%s%d '", unread++ ? ", " : "", csv->left + c + 1);
    ria_text_add_quoted(&text, csv->cell[c]);
    ria_text_add(&text, "'");
  }
  ria_text order = {0};
  add_columns(&order, wanted, column);
  if (unread && text.data && order.data)
    ria_case_complain_at(&told->warnings, NULL, 0, 0,
                         "%s:%d: column%s %s %s not read, only %s: check that column %d is the one "
                         "that you mean",
                         csv->path, csv->line, unread > 1 ? "s" : "", text.data,
                         unread > 1 ? "are" : "is", order.data, csv->left + wanted);
  ria_text_destroy(&text);
  ria_text_destroy(&order);
}

ria_status tide_header_check(ria_csv *csv, int wanted, const tide_column *column, int extra,
                             int *cells, ria_told *told) {
  while (csv->cells > wanted && !*csv->cell[csv->cells - 1])
    csv->cells--;
  *cells = csv->cells > wanted ? csv->cells : wanted;
  for (int w = 0; w < wanted; w++) {
    if (tide_header_names(csv, w, column[w].names))
      continue;
    for (int c = 0; c < csv->cells; c++)
      if (c != w && tide_header_names(csv, c, column[w].names) &&
          !(c < wanted && tide_header_names(csv, c, column[c].names)))
        return fail_order(csv, c, &column[w], wanted, column);
  }
  warn_of_unread(csv, wanted, column, extra, told);
  return RIA_SUCCESS;
}

ria_status tide_header_check_cells(ria_csv *csv, int cells, bool header, const char *order,
                                   ria_told *told) {
  const ria_status status = ria_csv_check_cells(csv, cells, header, order);
  if (status != RIA_SUCCESS && ria_csv_like_decimal_commas(csv))
    ria_case_complain_at(&told->warnings, NULL, 0, 0,
                         "%s:%d: these look like numbers with decimal commas, which are cut in two "
                         "where commas separate columns: write decimal points",
                         csv->path, csv->line);
  return status;
}

ria_status tide_header_of_comment(const ria_csv *csv, const tide_column *first, ria_csv *header,
                                  bool *found) {
  *header = (ria_csv){0};
  *found = csv->comment && names(csv->comment, first->names);
  if (!*found)
    return RIA_SUCCESS;
  const char *const lines[] = {csv->comment, NULL};
  ria_csv_open_lines(csv->path, lines, header);
  header->line = csv->comment_line - 1;
  ria_status status = ria_csv_next(header, found);
  *found &= header->cells > 1;
  return status;
}
