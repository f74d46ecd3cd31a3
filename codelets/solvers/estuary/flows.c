/* The key `flows`: boundaries and structures measured like sections, and the list of all columns
 * of sections.csv. */
#include <stdlib.h>
#include <string.h>
#include "estuary.h"

/* ---- requested flows ---- */

bool estuary_asks_side(const estuary_case *own, const ria_case_boundary *b) {
  return own->flows.sides && b->kind != RIA_BOUNDARY_WALL;
}

bool estuary_asks_structure(const estuary_case *own, const estuary_structure *s) {
  return own->flows.structures && (estuary_is_dam(s) || estuary_is_pipe(s));
}

static void read_words(ria_reader *reader, ria_yaml *place, estuary_case *own) {
  for (int i = 0; i < own->flows.words; i++) {
    const char *word = own->flows.word[i];
    const bool all = !strcmp(word, "all"), sides = !strcmp(word, "sides"),
               structures = !strcmp(word, "structures");
    own->flows.sides |= all || sides;
    own->flows.structures |= all || structures;
    if (!all && !sides && !structures)
      ria_reader_reject(reader, place,
                        "'%s' is not a valid word; expected sides, structures or all", word);
  }
}

/* ---- names of columns ---- */

/* A name already in use, and its owner. */
typedef struct {
  char name[ESTUARY_NAME];
  const char *what;
} taken;

static void take(ria_reader *reader, ria_yaml *place, taken *list, int *count, const char *name,
                 const char *what) {
  taken *new = &list[*count];
  *new = (taken){.what = what};
  strncpy(new->name, name ? name : "", sizeof new->name - 1);
  for (int i = 0; i < *count; i++)
    if (!strcmp(list[i].name, new->name)) {
      ria_reader_reject(reader, place,
                        "%s and %s have the name '%s', and sections.csv would have two columns of "
                        "that name; expected another name for one of them",
                        list[i].what, what, new->name);
      return;
    }
  ++*count;
}

static void check_names(ria_reader *reader, ria_yaml *place, const ria_case *c,
                        const estuary_case *own) {
  int count = 0;
  taken *list = calloc((size_t)(own->sections + c->boundaries + own->structures) + 1, sizeof *list);
  for (int i = 0; list && i < own->sections; i++)
    take(reader, place, list, &count, own->section[i].name, "a section");
  for (int i = 0; list && i < c->boundaries; i++) {
    char name[ESTUARY_NAME];
    estuary_name_boundary(&c->boundary[i], name);
    if (estuary_asks_side(own, &c->boundary[i]))
      take(reader, place, list, &count, name, "a boundary");
  }
  for (int i = 0; list && i < own->structures; i++)
    if (estuary_asks_structure(own, &own->structure[i]))
      take(reader, place, list, &count, own->structure[i].name, "a structure");
  free(list);
}

/* ---- checks ---- */

static int count_sides(const ria_case *c, const estuary_case *own) {
  int count = 0;
  for (int i = 0; i < c->boundaries; i++)
    count += estuary_asks_side(own, &c->boundary[i]);
  return count;
}

static int count_structures(const estuary_case *own) {
  int count = 0;
  for (int i = 0; i < own->structures; i++)
    count += estuary_asks_structure(own, &own->structure[i]);
  return count;
}

/* Whether any of them are sections of the model. */
static bool needs_sections(const ria_case *c, const estuary_case *own) {
  bool some = own->flows.structures && estuary_has_dams(own);
  for (int i = 0; i < c->boundaries; i++)
    some |= estuary_asks_side(own, &c->boundary[i]) && c->boundary[i].on_line;
  return some;
}

void estuary_finish_flows(ria_reader *reader, const ria_case *c, estuary_case *own) {
  ria_yaml *place = ria_yaml_get(ria_reader_root(reader), "flows");
  if (!own->flows.words)
    return;
  const size_t mark = ria_reader_enter(reader, "flows");
  own->flows.place = ria_reader_place(place);
  read_words(reader, place, own);
  check_names(reader, place, c, own);
  const int sides = count_sides(c, own), structures = count_structures(own);
  if (!sides && !structures)
    ria_reader_warn(reader, place, "there are no flows to measure: this case has %s%s%s",
                    own->flows.sides ? "no open side" : "",
                    own->flows.sides && own->flows.structures ? " and " : "",
                    own->flows.structures ? "no wall, weir, gate, culvert or pump" : "");
  else if (!estuary_measures(c) && needs_sections(c, own))
    ria_reader_warn(
        reader, place,
        "swept tiles and the target 'cell' cannot measure lines, walls, weirs and gates; "
        "expected another 'time_tiling.scheme', and 'target: cpu' or 'target: cuda'");
  ria_reader_leave(reader, mark);
}

/* ---- columns of sections.csv ---- */

static void add(estuary *e, const char *name, int kind, int number) {
  e->passage[e->passages++] = (ria_passage){.name = name, .kind = kind, .number = number};
}

/* The sections of the model lie in the order of this list. */
ria_status estuary_list_passages(estuary *e) {
  const ria_case *c = e->the_case;
  const estuary_case *own = e->own;
  const bool measures = estuary_measures(c);
  const size_t most = (size_t)(own->sections + c->boundaries + own->structures);
  int section = 0;
  e->passage = calloc(most + 1, sizeof *e->passage);
  if (!e->passage)
    return ria_fail(RIA_ERROR_MEMORY, "no memory for sections");
  for (int i = 0; measures && i < own->sections; i++)
    add(e, own->section[i].name, RIA_PASSAGE_SECTION, section++);
  for (int i = 0; i < c->boundaries; i++) {
    const bool line = c->boundary[i].on_line;
    if (estuary_asks_side(own, &c->boundary[i]) && (!line || measures))
      add(e, e->opening[i], line ? RIA_PASSAGE_SECTION : RIA_PASSAGE_OPENING, line ? section++ : i);
  }
  for (int i = 0; i < own->structures; i++) {
    const bool dam = estuary_is_dam(&own->structure[i]);
    if (estuary_asks_structure(own, &own->structure[i]) && (!dam || measures))
      add(e, own->structure[i].name, dam ? RIA_PASSAGE_SECTION : RIA_PASSAGE_OWN,
          dam ? section++ : i);
  }
  return RIA_SUCCESS;
}

int estuary_passages(const void *instance, const ria_passage **list) {
  const estuary *e = instance;
  *list = e->passage;
  return e->passages;
}
