/* The needs of steps: the graph, its order and its cycles. */
#include <stdlib.h>
#include <string.h>
#include "reader.h"
#include "word.h"

/* --- needs --- */

typedef struct {
  workflow_file *workflow;
  workflow_step *step;
  int room;
  bool *taken; /* [steps] whether it is already among the step's needs */
} linking;

static void add_need(linking *l, int index) {
  workflow_step *step = l->step;
  if (l->taken[index])
    return;
  if (step->needs == l->room) {
    int room = l->room ? 2 * l->room : 4;
    const workflow_step **more = workflow_allocate(l->workflow, (size_t)room, sizeof *more);
    if (!more)
      return;
    if (step->needs)
      memcpy(more, step->need, (size_t)step->needs * sizeof *more);
    step->need = more;
    l->room = room;
  }
  step->need[step->needs++] = &l->workflow->step[index];
  l->taken[index] = true;
}

static void find_no_step(linking *l, ria_yaml *node) {
  const workflow_file *w = l->workflow;
  enum { CANDIDATES = 500 }; /* bounds the time for suggestions if many names are wrong */
  const char *candidate[CANDIDATES];
  int count = 0;
  for (; count < w->steps && count < CANDIDATES; count++)
    candidate[count] = w->step[count].name;
  const char *nearest = ria_text_nearest(node->text, count, candidate);
  ria_text shown = {0};
  ria_text_add_quoted(&shown, node->text);
  workflow_find_fault(l->workflow, node, "there is no step '%s'%s%s%s",
                      shown.data ? shown.data : "", nearest ? "; did you mean '" : "",
                      nearest ? nearest : "", nearest ? "'?" : "");
  ria_text_destroy(&shown);
}

static void read_need(linking *l, ria_yaml *node) {
  if (node->kind != RIA_YAML_SCALAR) {
    workflow_expected(l->workflow, node, "the name of a step");
    return;
  }
  int index = ria_word_table_find(&l->workflow->memory->step_names, node->text);
  if (index < 0)
    find_no_step(l, node);
  else if (index == l->step->index)
    workflow_find_fault(l->workflow, node, "a step cannot need itself");
  else
    add_need(l, index);
}

static void read_needs(linking *l, ria_yaml *node) {
  if (ria_yaml_is_null(node))
    return;
  size_t mark = workflow_enter(l->workflow, "needs");
  if (node->kind == RIA_YAML_LIST) {
    for (int i = 0; i < node->count; i++) {
      size_t inner = workflow_enter_item(l->workflow, i);
      read_need(l, node->value[i]);
      workflow_leave(l->workflow, inner);
    }
  } else {
    read_need(l, node);
  }
  workflow_leave(l->workflow, mark);
}

/* --- needs that `${step.key}` implies. Substitution reports unknown names. --- */

typedef struct {
  linking *link;
  ria_yaml *node;
  size_t start; /* of the expression, in the node's text */
} reference;

static void take_reference(void *context, const char *name, size_t offset) {
  reference *r = context;
  workflow_file *workflow = r->link->workflow;
  const char *dot = strchr(name, '.');
  char step[WORKFLOW_NAME_BYTES];
  if (!dot)
    return;
  memcpy(step, name, (size_t)(dot - name));
  step[dot - name] = '\0';
  int index = ria_word_table_find(&workflow->memory->step_names, step);
  if (index == r->link->step->index)
    workflow_find_fault(workflow,
                        yaml_at_offset(&workflow->memory->yaml, r->node, r->start + offset),
                        "a step cannot refer to its own results");
  else if (index >= 0)
    add_need(r->link, index);
}

static void take_scalar(linking *l, ria_yaml *node) {
  for (const char *p = node->text; (p = strstr(p, "${")) != NULL;) {
    bool escaped = p > node->text && p[-1] == '$';
    p += 2;
    long length = escaped ? -1 : expression_length(p);
    reference r = {l, node, (size_t)(p - node->text)};
    if (length > 0)
      expression_names(p, (size_t)length, take_reference, &r);
  }
}

static void take_references(linking *l, ria_yaml *node) {
  if (node->kind == RIA_YAML_SCALAR)
    take_scalar(l, node);
  for (int i = 0; i < node->count; i++)
    take_references(l, node->value[i]);
}

static void take_all_references(linking *l, ria_yaml *map) {
  const ria_key *keys = l->step->kind ? workflow_schema(l->workflow, l->step->kind) : NULL;
  for (int i = 0; i < map->count; i++) {
    const char *name = map->key[i]->text;
    const ria_key *key = keys ? ria_schema_find(keys, name) : NULL;
    if ((key && (key->flags & RIA_KEY_VERBATIM)) || !strcmp(name, "needs") || !strcmp(name, "kind"))
      continue;
    size_t mark = workflow_enter(l->workflow, name);
    ria_yaml *value = map->value[i];
    reference bare = {l, value, 0};
    if (!strcmp(name, "when") && value->kind == RIA_YAML_SCALAR && !strstr(value->text, "${"))
      expression_names(value->text, strlen(value->text), take_reference, &bare);
    else
      take_references(l, value);
    workflow_leave(l->workflow, mark);
  }
}

static void link_step(workflow_file *workflow, workflow_step *step, ria_yaml *map, bool *taken) {
  linking l = {.workflow = workflow, .step = step, .taken = taken};
  size_t mark = workflow_enter(workflow, step->name);
  read_needs(&l, ria_yaml_get(map, "needs"));
  take_all_references(&l, map);
  workflow_leave(workflow, mark);
  for (int i = 0; i < step->needs; i++)
    taken[step->need[i]->index] = false;
}

/* --- the order --- */

typedef struct {
  workflow_file *workflow;
  int ordered, roots;
  int *waits; /* [steps] how many needs are not ordered yet; -1: the step is ordered */
  int *first, *next, *user; /* for each step, the list of steps that need it */
} ordering;

static bool list_users(ordering *o) {
  workflow_file *w = o->workflow;
  size_t edges = 0;
  for (int i = 0; i < w->steps; i++)
    edges += (size_t)w->step[i].needs;
  o->waits = workflow_allocate(w, (size_t)w->steps, sizeof *o->waits);
  o->first = workflow_allocate(w, (size_t)w->steps, sizeof *o->first);
  o->next = workflow_allocate(w, edges, sizeof *o->next);
  o->user = workflow_allocate(w, edges, sizeof *o->user);
  if (w->memory->yaml.failed)
    return false;
  for (int i = 0; i < w->steps; i++)
    o->first[i] = -1;
  int edge = 0;
  for (int i = 0; i < w->steps; i++) {
    o->waits[i] = w->step[i].needs;
    for (int j = 0; j < w->step[i].needs; j++, edge++) {
      int need = w->step[i].need[j]->index;
      o->user[edge] = i;
      o->next[edge] = o->first[need];
      o->first[need] = edge;
    }
  }
  return true;
}

static void append(ordering *o, int index) {
  workflow_file *w = o->workflow;
  o->waits[index] = -1;
  w->memory->order[o->ordered++] = &w->step[index];
}

/* Goes through the order from place `from` on and appends each step when its last need has been
 * ordered. */
static void follow(ordering *o, int from) {
  workflow_file *w = o->workflow;
  for (int done = from; done < o->ordered; done++) {
    int index = w->memory->order[done]->index;
    for (int e = o->first[index]; e >= 0; e = o->next[e]) {
      workflow_step *user = &w->step[o->user[e]];
      if (user->depth <= w->step[index].depth)
        user->depth = w->step[index].depth + 1;
      if (--o->waits[user->index] == 0)
        append(o, user->index);
    }
  }
}

/* Follows unordered needs from `start` until a step repeats; returns that step. */
static int find_cycle(const ordering *o, int start, int *seen, int round) {
  const workflow_file *w = o->workflow;
  int at = start;
  while (seen[at] != round) {
    seen[at] = round;
    const workflow_step *step = &w->step[at];
    for (int i = 0; i < step->needs; i++) {
      if (o->waits[step->need[i]->index] > 0) {
        at = step->need[i]->index;
        break;
      }
    }
  }
  return at;
}

static void report_cycle(ordering *o, int start) {
  enum { SHOWN = 12 };
  workflow_file *w = o->workflow;
  ria_text text = {0};
  int at = start, length = 0;
  do {
    const workflow_step *step = &w->step[at];
    if (length++ < SHOWN)
      ria_text_add(&text, "%s needs ", step->name);
    for (int i = 0; i < step->needs; i++) {
      if (o->waits[step->need[i]->index] > 0) {
        at = step->need[i]->index;
        break;
      }
    }
  } while (at != start);
  if (length > SHOWN)
    ria_text_add(&text, "... needs ");
  ria_text_add(&text, "%s", w->step[start].name);
  const ria_yaml *steps = ria_yaml_get(w->memory->root, "steps");
  size_t mark = workflow_enter(w, w->step[start].name);
  workflow_find_fault(w, steps->key[start], "these steps need each other in a cycle: %s",
                      text.data ? text.data : "");
  workflow_leave(w, mark);
  ria_text_destroy(&text);
}

/* Reports each cycle once, then orders the step that was named first as if its needs were met. */
static void break_cycles(ordering *o) {
  workflow_file *w = o->workflow;
  int *seen = workflow_allocate(w, (size_t)w->steps, sizeof *seen);
  int round = 0;
  for (int i = 0; seen && i < w->steps; i++) {
    while (o->waits[i] > 0) {
      int start = find_cycle(o, i, seen, ++round);
      report_cycle(o, start);
      int from = o->ordered;
      append(o, start);
      follow(o, from);
    }
  }
}

static void order_steps(workflow_file *workflow) {
  ordering o = {.workflow = workflow};
  struct workflow_memory *m = workflow->memory;
  m->order = workflow_allocate(workflow, (size_t)workflow->steps, sizeof *m->order);
  if (!m->order || !list_users(&o))
    return;
  for (int i = 0; i < workflow->steps; i++)
    if (o.waits[i] == 0)
      append(&o, i);
  follow(&o, 0);
  if (o.ordered < workflow->steps)
    break_cycles(&o);
}

void workflow_link(workflow_file *workflow) {
  struct workflow_memory *m = workflow->memory;
  size_t mark = workflow_enter(workflow, "steps");
  bool *taken = workflow_allocate(workflow, (size_t)workflow->steps, sizeof *taken);
  for (int i = 0; taken && i < workflow->steps && !m->yaml.failed; i++)
    if (m->step_node[i])
      link_step(workflow, &workflow->step[i], m->step_node[i], taken);
  if (!m->yaml.failed)
    order_steps(workflow);
  workflow_leave(workflow, mark);
}
