/* sections.png: the flow through sections over time, laid out as gauges.png. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "plot.h"

/* Each section begins with this column. */
static const char first[] = " discharge (m3/s)";

/* A field of a header, without its quotes; moves on. NULL: there is none left. */
static char *take_field(char **at) {
  char *from = *at, *to;
  if (!from || *from != '"')
    return NULL;
  char *text = to = ++from;
  if (*from == '\'')
    text++; /* apostrophe that protects the name in spreadsheets */
  for (; *from && (*from != '"' || from[1] == '"'); from++) {
    from += *from == '"';
    *to++ = *from;
  }
  *at = *from && from[1] == ',' ? from + 2 : NULL;
  *to = '\0';
  return text;
}

/* Length of the section's name if a column is its first one; else 0. */
static size_t name_of(const char *column) {
  const size_t length = strlen(column), tail = sizeof first - 1;
  return length > tail && !strcmp(column + length - tail, first) ? length - tail : 0;
}

/* Sums of tracers are in the table only. */
static bool is_drawn(const char *label) {
  return !strstr(label, " sum (");
}

typedef struct {
  ria_history_view view; /* of sections in place of gauges; the rest is borrowed */
  size_t name;           /* length of the first section's name */
} table;

static bool add_section(table *t, char *column) {
  ria_place *grown = realloc(t->view.place, (size_t)(t->view.places + 1) * sizeof *grown);
  if (!grown)
    return false;
  t->view.place = grown;
  column[name_of(column)] = '\0';
  grown[t->view.places++] = (ria_place){.name = column};
  return true;
}

/* A panel for each column of the first section. */
static bool add_column(table *t, char *label) {
  ria_history_field *grown = realloc(t->view.field, (size_t)(t->view.fields + 1) * sizeof *grown);
  if (!grown)
    return false;
  t->view.field = grown;
  grown[t->view.fields++] = (ria_history_field){
      .label = label, .drawn_unit = 1, .column = is_drawn(label) ? t->view.columns : -1};
  t->view.columns++;
  return true;
}

static bool read_header(table *t, char *header) {
  char *at = strchr(header, '"'), *column;
  bool good = true;
  while (good && (column = take_field(&at))) {
    const size_t name = name_of(column);
    if (name && !t->view.places)
      t->name = name;
    if (t->name && t->view.places < (name ? 1 : 2))
      good = add_column(t, column + t->name + 1);
    if (good && name)
      good = add_section(t, column);
  }
  return good;
}

ria_status maps_plot_sections(const ria_history_view *view, const char *csv, const char *path) {
  FILE *file = fopen(csv, "re");
  char *header = NULL;
  size_t room = 0;
  table t = {.view = *view};
  t.view.place = NULL;
  t.view.field = NULL;
  t.view.places = t.view.fields = t.view.columns = 0;
  if (!file)
    return RIA_SUCCESS;
  const bool read = getline(&header, &room, file) > 0;
  fclose(file);
  ria_status status = RIA_SUCCESS;
  if (read && !read_header(&t, header))
    status = ria_fail(RIA_ERROR_MEMORY, "%s: no memory for its sections", csv);
  else if (t.view.places)
    status = maps_plot_places(&t.view, csv, "Sections", path);
  free(t.view.place);
  free(t.view.field);
  free(header);
  return status;
}
