#include "balance.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "ria/number.h"
#include "ria/solver.h"
#include "ria/sum.h"

enum { NAME = 64 };

/* The area of a cell, or its volume; NAN if blocks have cells of different sizes, because their sum
 * has no meaning. */
static double measure_of_cell(const ria_model *m) {
  if (!m->mesh)
    return m->grid.spacing[0] * m->grid.spacing[1] *
           (m->grid.spacing[2] > 0 ? m->grid.spacing[2] : 1);
  double measure = 0;
  for (int block = 0; block < m->mesh->blocks; block++) {
    const double *spacing = m->mesh->block[block].spacing;
    const double one = spacing[0] * spacing[1] * (m->mesh->ndim > 2 ? spacing[2] : 1);
    if (block && fabs(one - measure) > 1e-9 * measure)
      return NAN;
    measure = block ? measure : one;
  }
  return measure;
}

/* The cells of a source without an inflow of its own, or NULL. */
static const ria_source *cells_of(const ria_model *m, const char *name) {
  for (int i = 0; i < m->sources; i++)
    if (!m->source[i].kind && m->source[i].name && !strcmp(m->source[i].name, name))
      return &m->source[i];
  return NULL;
}

/* The sum of a field over these cells; it does not depend on the number of ranks. */
static ria_status sum_at(const run_balance *b, ria_simulation *simulation,
                         const ria_counted *counted, double *value) {
  const ria_source *of = cells_of(b->model, counted->source);
  if (!of)
    return ria_fail(RIA_ERROR_INTERNAL, "the balance has no source '%s'", counted->source);
  const ria_probe_cells cells = {.count = of->count, .at = {of->at[0], of->at[1]}};
  const size_t fields = (size_t)b->model->nstate;
  double *values = malloc((size_t)of->count * fields * sizeof *values + 1);
  ria_sum sum = {0};
  ria_status status =
      values ? ria_simulation_probe(simulation, &cells, values)
             : ria_fail(RIA_ERROR_MEMORY, "no memory for the balance of '%s'", counted->source);
  for (size_t i = 0; status == RIA_SUCCESS && i < (size_t)of->count; i++)
    ria_sum_add(&sum, values[i * fields + (size_t)counted->field]);
  *value = ria_sum_value(&sum);
  free(values);
  return status;
}

ria_status run_balance_note(run_balance *b, const ria_case *c, const ria_model *m,
                            ria_simulation *simulation, int when) {
  b->model = m;
  b->area = measure_of_cell(m);
  ria_solver_show(ria_solver_find(c->solver), c, NULL, m, &b->shown);
  for (b->amounts = 0; b->amounts < m->amounts; b->amounts++)
    if (b->shown.conserved[b->amounts].field < 0)
      break;
  for (int a = 0; a < RIA_AMOUNTS; a++) {
    const int field = b->shown.conserved[a].field;
    if (field >= 0)
      RIA_TRY(ria_simulation_sum(simulation, field, &b->content[a][when]));
    b->content[a][when] *= b->area;
  }
  for (int a = 0; a < b->amounts; a++) {
    const ria_conserved *of = &b->shown.conserved[a];
    b->decay[a] = m->amount[a].decay;
    RIA_TRY(ria_simulation_sum(simulation, m->amount[a].field, &b->amount[a][when]));
    for (int i = 0; i < of->counts; i++)
      RIA_TRY(of->counted[i].source
                  ? sum_at(b, simulation, &of->counted[i], &b->counted[a][i])
                  : ria_simulation_sum(simulation, of->counted[i].field, &b->counted[a][i]));
  }
  ria_ledger_destroy(&b->ledger);
  b->steps = ria_simulation_progress(simulation).steps;
  return ria_simulation_ledger(simulation, &b->ledger);
}

void run_balance_destroy(run_balance *b) {
  ria_ledger_destroy(&b->ledger);
}

const char *run_balance_unknown(const run_balance *b) {
  if (b->ledger.invalid)
    return "a flux through a boundary was not a number";
  if (!b->ledger.unmeasured)
    return NULL;
  return "some steps did not count the inflow: steps before a checkpoint of an earlier version of "
         "ria, or on a GPU exact steps (time.step) or tiles with more than 16 boundaries";
}

/* ---- inflow by source ---- */

static const char through_boundaries[] = "boundary";
static const char inflow[] = "inflow"; /* its key in summary.json */

/* The inflow through an opening, or from a source. */
typedef struct {
  const char *kind, *name; /* name of the segment or the source */
  const ria_flow_sum *sum; /* [RIA_AMOUNTS] */
} flow;

static bool is_wall(const ria_segment *segment) {
  return segment->opening && !strcmp(segment->kind, "wall");
}

/* A segment of an opening, or NULL. */
static const ria_segment *segment_of(const ria_model *m, int opening) {
  for (int i = 0; i < m->segments; i++)
    if (m->segment[i].opening == opening)
      return &m->segment[i];
  return NULL;
}

/* All flows, [*count]: those through boundaries, then those of each kind of sources; free them.
 * NULL without memory. */
static flow *flows_of(const run_balance *b, int *count) {
  const ria_model *m = b->model;
  flow *f = calloc((size_t)b->ledger.openings + (size_t)b->ledger.feeds + 1, sizeof *f);
  int n = 0;
  *count = 0;
  if (!f)
    return NULL;
  for (int i = 0; i < b->ledger.openings; i++) {
    const ria_segment *segment = segment_of(m, 1 + i);
    if (segment)
      f[n++] = (flow){through_boundaries, segment->name, b->ledger.in[i]};
  }
  for (int i = 0; i < m->sources && i < b->ledger.feeds; i++)
    if (m->source[i].kind)
      f[n++] = (flow){m->source[i].kind, m->source[i].name, b->ledger.fed[i]};
  *count = n;
  return f;
}

/* The inflow that a counting field has summed. */
static double counted(const run_balance *b, int a, int i) {
  return b->shown.conserved[a].counted[i].sign * b->counted[a][i];
}

static void add_counted(const run_balance *b, int a, ria_sum *sum) {
  for (int i = 0; i < b->shown.conserved[a].counts; i++)
    ria_sum_add(sum, counted(b, a, i));
}

/* The expected content; only the decay is approximate. Counts decay like the counted amount. */
static double expected(const run_balance *b, int a, double came) {
  const ria_ledger *l = &b->ledger;
  ria_sum sum = {0};
  if (!(b->decay[a] > 0))
    return came;
  ria_sum_add(&sum, b->amount[a][0] * l->start_share[a][0]);
  ria_sum_add(&sum, l->left[a][0]);
  add_counted(b, a, &sum);
  return ria_sum_value(&sum);
}

bool run_balance_closed(const run_balance *b, int a) {
  int flows;
  free(flows_of(b, &flows));
  return !b->amounts || (!flows && !(b->decay[a] > 0) && !b->shown.conserved[a].counts);
}

run_residual run_balance_residual(const run_balance *b, int a) {
  int flows;
  flow *f = flows_of(b, &flows);
  const double start = b->amount[a][0], end = b->amount[a][1];
  ria_sum came = {0};
  double passed = 0;
  ria_sum_add(&came, start);
  for (int i = 0; i < flows; i++) {
    const double in = ria_flow_value(&f[i].sum[a]);
    ria_sum_add(&came, in);
    passed += fabs(in);
  }
  free(f);
  add_counted(b, a, &came);
  for (int i = 0; i < b->shown.conserved[a].counts; i++)
    passed += fabs(counted(b, a, i));
  const double all = ria_sum_value(&came), left = expected(b, a, all);
  const double scale = fmax(fmax(fabs(start), fabs(end)), passed);
  return (run_residual){.decayed = (all - left) * b->area,
                        .residual = (end - left) * b->area,
                        .relative = scale > 0 ? (end - left) / scale : 0};
}

/* ---- summary.json ---- */

/* Flows with the same name are added up. */
static int add_flow(json_t *to, const char *name, double value) {
  const double before = json_number_value(json_object_get(to, name));
  return json_object_set_new(to, name, json_real(before + value));
}

/* Sets a member of `on`; nonzero without memory. */
static int put(json_t *on, const char *name, json_t *value) {
  return json_object_set_new(on, name, value);
}

/* The flows of a kind, by their names. */
static int put_kind(const run_balance *b, int a, const flow *f, int flows, const char *kind,
                    const char *key, json_t *o) {
  json_t *of = json_object();
  int failed = !of;
  for (int i = 0; i < flows; i++)
    if (!strcmp(f[i].kind, kind))
      failed |= add_flow(of, f[i].name, ria_flow_value(&f[i].sum[a]) * b->area);
  return put(o, key, of) | failed;
}

/* The only flow of a kind, which has no name. NULL: there is none. */
static const flow *nameless(const flow *f, int flows, const char *kind) {
  for (int i = 0; i < flows; i++)
    if (!strcmp(f[i].kind, kind) && !f[i].name)
      return &f[i];
  return NULL;
}

/* The amounts that fields of the state count, and the amounts that sources took out by them. */
static int put_counted(const run_balance *b, int a, const flow *f, int flows, json_t *o) {
  const ria_conserved *of = &b->shown.conserved[a];
  int failed = 0;
  for (int i = 0; i < of->counts; i++) {
    const ria_counted *one = &of->counted[i];
    ria_sum net = {0};
    if (one->source)
      failed |= add_flow(json_object_get(o, inflow), one->key, counted(b, a, i) * b->area);
    else
      failed |= put(o, one->key, json_real(counted(b, a, i) * b->area));
    if (!one->net)
      continue;
    ria_sum_add(&net, counted(b, a, i));
    for (int n = 0; n < flows; n++)
      if (!strcmp(f[n].kind, one->kind))
        ria_sum_add(&net, ria_flow_value(&f[n].sum[a]));
    failed |= put(o, one->net, json_real(ria_sum_value(&net) * b->area));
  }
  return failed;
}

/* A kind of sources: an object of their names, or the number of the only one, which has no name. */
static int put_sources(const run_balance *b, int a, const flow *f, int flows, const char *kind,
                       json_t *o) {
  char key[NAME];
  const flow *only = nameless(f, flows, kind);
  snprintf(key, sizeof key, "%ss", kind);
  return only ? put(o, kind, json_real(ria_flow_value(&only->sum[a]) * b->area))
              : put_kind(b, a, f, flows, kind, key, o);
}

static bool has_kind(const flow *f, int flows, const char *kind) {
  bool some = false;
  for (int i = 0; i < flows; i++)
    some |= !strcmp(f[i].kind, kind);
  return some;
}

static json_t *flows_json(const run_balance *b, int a, json_t *o) {
  int flows;
  flow *f = flows_of(b, &flows);
  int failed = !f || put_kind(b, a, f, flows, through_boundaries, inflow, o);
  const char *const *kind = b->shown.conserved[a].sources;
  for (; kind && *kind && !failed; kind++)
    failed = put_sources(b, a, f, flows, *kind, o);
  for (kind = b->shown.conserved[a].rare; kind && *kind && !failed; kind++)
    if (has_kind(f, flows, *kind))
      failed = put_sources(b, a, f, flows, *kind, o);
  failed = failed || put_counted(b, a, f, flows, o);
  free(f);
  if (!failed)
    return o;
  json_decref(o);
  return NULL;
}

/* The amount that has passed a section from left to right. */
static double through(const run_balance *b, int section, int a) {
  return ria_flow_value(&b->ledger.in[ria_model_section(b->model, section)][a]) * b->area;
}

static json_t *sections_json(const run_balance *b, int a) {
  json_t *o = json_object();
  int failed = !o;
  for (int i = 0; i < b->model->sections && !failed; i++)
    failed = put(o, b->model->section[i].name, json_real(through(b, i, a)));
  if (!failed)
    return o;
  json_decref(o);
  return NULL;
}

static json_t *amount_json(const run_balance *b, int a) {
  const char *unknown = run_balance_unknown(b);
  const ria_conserved *of = &b->shown.conserved[a];
  const run_residual r = run_balance_residual(b, a);
  json_t *o = json_object();
  int failed = of->list ? put(o, "name", json_string(of->name)) : 0;
  failed |= put(o, "unit", json_string(of->unit)) |
            put(o, "start", json_real(b->amount[a][0] * b->area)) |
            put(o, "end", json_real(b->amount[a][1] * b->area));
  if (!failed && unknown && !put(o, "unknown", json_string(unknown)))
    return o;
  if (failed || unknown) {
    json_decref(o);
    return NULL;
  }
  if (!(o = flows_json(b, a, o)))
    return NULL;
  if (b->decay[a] > 0)
    failed |= put(o, "decayed", json_real(r.decayed));
  if (b->model->sections)
    failed |= put(o, "sections", sections_json(b, a));
  failed |= put(o, "residual", json_real(r.residual)) |
            put(o, "residual_relative", json_real(r.relative));
  if (!failed)
    return o;
  json_decref(o);
  return NULL;
}

json_t *run_balance_json(const run_balance *b) {
  if (!b->amounts)
    return NULL;
  json_t *o = json_object();
  int failed = 0;
  for (int a = 0; a < RIA_AMOUNTS; a++) {
    const ria_conserved *of = &b->shown.conserved[a];
    if (of->list && !json_object_get(o, of->list))
      failed |= put(o, of->list, json_array());
    if (a < b->amounts)
      failed |= of->list ? json_array_append_new(json_object_get(o, of->list), amount_json(b, a))
                         : put(o, of->name, amount_json(b, a));
  }
  if (!failed)
    return o;
  json_decref(o);
  return NULL;
}

/* ---- the table ---- */

static void print_row(const run_balance *b, run_log *log, const char *what,
                      const double value[RIA_AMOUNTS], const char *after) {
  char cells[RIA_AMOUNTS * 24];
  int length = 0;
  for (int a = 0; a < b->amounts; a++)
    length += ria_snprintf(cells + length, sizeof cells - (size_t)length, " %16.9g", value[a]);
  run_log_info(log, "  %-32s%s%s", what, cells, after);
}

static void print_title(const run_balance *b, run_log *log) {
  char titles[RIA_AMOUNTS * (2 * NAME + 8)];
  int length = 0;
  for (int a = 0; a < RIA_AMOUNTS; a++) {
    const ria_conserved *of = &b->shown.conserved[a];
    char title[2 * NAME + 8] = "";
    if (a < b->amounts)
      snprintf(title, sizeof title, "%s (%s)", of->name, of->unit);
    length += snprintf(titles + length, sizeof titles - (size_t)length, " %16s", title);
  }
  run_log_info(log, "%-34s%s", "balance (negative: out)", titles);
}

/* The content at the start (0) or now (1). */
static void print_content(const run_balance *b, run_log *log, const char *what, int when) {
  double value[RIA_AMOUNTS] = {0};
  for (int a = 0; a < b->amounts; a++)
    value[a] = b->amount[a][when] * b->area;
  print_row(b, log, what, value, "");
}

/* A flow in the table: a negligible share of the content is shown as 0. summary.json has the full
 * value. */
static double shown(const run_balance *b, int a, double in) {
  return fabs(in) < 1e-15 * fmax(b->amount[a][0], b->amount[a][1]) ? 0 : in * b->area;
}

static bool is_boundary(const flow *f) {
  return !strcmp(f->kind, through_boundaries);
}

/* The inflow of a kind beyond its first rows, in one row. */
static void print_others(const run_balance *b, run_log *log, const flow *f, int count) {
  char what[NAME + 32];
  double in[RIA_AMOUNTS] = {0};
  for (int a = 0; a < b->amounts; a++) {
    ria_sum sum = {0};
    for (int i = 0; i < count; i++)
      ria_sum_add(&sum, ria_flow_value(&f[i].sum[a]));
    in[a] = shown(b, a, ria_sum_value(&sum));
  }
  snprintf(what, sizeof what, is_boundary(f) ? "in: %d other boundaries" : "in: %d other %.40ss",
           count, f->kind);
  print_row(b, log, what, in, "");
}

/* The table shows the first flows, and the sum of the rest. summary.json has all flows. */
static void print_kind(const run_balance *b, run_log *log, const flow *f, int count) {
  enum { SHOWN = 15 };
  for (int i = 0; i < count; i++) {
    char what[2 * NAME + 16];
    double in[RIA_AMOUNTS] = {0};
    if (i == SHOWN && count > SHOWN + 1) {
      print_others(b, log, f + i, count - i);
      return;
    }
    snprintf(what, sizeof what, "in: %.40s%s%.64s", is_boundary(f) ? "" : f->kind,
             is_boundary(f) || !f[i].name ? "" : " ", f[i].name ? f[i].name : "");
    for (int a = 0; a < b->amounts; a++)
      in[a] = shown(b, a, ria_flow_value(&f[i].sum[a]));
    print_row(b, log, what, in, "");
  }
}

static void print_flows(const run_balance *b, run_log *log) {
  int flows;
  flow *f = flows_of(b, &flows); /* one kind after the other */
  for (int i = 0, next; i < flows; i = next) {
    for (next = i + 1; next < flows && !strcmp(f[next].kind, f[i].kind);)
      next++;
    print_kind(b, log, f + i, next - i);
  }
  free(f);
}

/* A row for each quantity that fields of the state count; it may be of several amounts. */
static void print_counted(const run_balance *b, run_log *log) {
  for (int of = 0; of < b->amounts; of++)
    for (int i = 0; i < b->shown.conserved[of].counts; i++) {
      const ria_counted *one = &b->shown.conserved[of].counted[i];
      const char *row = one->row;
      char what[NAME + 8];
      double value[RIA_AMOUNTS] = {0};
      bool before = false;
      for (int a = 0; a < b->amounts; a++)
        for (int n = 0; n < b->shown.conserved[a].counts; n++)
          if (!strcmp(b->shown.conserved[a].counted[n].row, row)) {
            value[a] = shown(b, a, counted(b, a, n));
            before |= a < of;
          }
      snprintf(what, sizeof what, "%s%.64s", one->source ? "in: " : "", row);
      if (!before)
        print_row(b, log, what, value, "");
    }
}

/* Bound for accumulated rounding. Measured: 1.3e-9 a step in single precision (a tracer of order
 * 2). */
static double rounding(const run_balance *b) {
  return b->model->precision == RIA_SINGLE ? 1e-5 + 5e-9 * (double)b->steps : 1e-9;
}

static bool is_rounding(const run_balance *b, int a) {
  return fabs(run_balance_residual(b, a).relative) <= rounding(b); /* false for NaN */
}

/* Residuals below this are negligible compared with the error of the equations. */
static const double much_through_walls = 1e-3;

static void warn_of_walls(const run_balance *b, run_log *log) {
  const ria_conserved *of = &b->shown.conserved[0];
  for (int i = 0; i < b->ledger.openings; i++) {
    const ria_segment *segment = segment_of(b->model, 1 + i);
    const double in = segment && is_wall(segment) ? ria_flow_value(&b->ledger.in[i][0]) : 0;
    const double share = fabs(in) / fmax(b->amount[0][0], b->amount[0][1]);
    if (share > much_through_walls)
      run_log_warn(
          log,
          "%.3g %s of %s came through walls at the ends of boundaries, %.1e of the content: %s",
          in * b->area, of->unit, of->kind, share, b->shown.open_walls);
  }
}

void run_balance_warn(const run_balance *b, run_log *log) {
  if (!b->amounts || run_balance_unknown(b))
    return;
  for (int a = 0; a < b->amounts; a++)
    if (!is_rounding(b, a))
      run_log_warn(log,
                   "the balance of the %s does not close: its residual is %.1e of the larger of "
                   "content and flow, more than rounding explains",
                   b->shown.conserved[a].kind, run_balance_residual(b, a).relative);
  warn_of_walls(b, log);
}

static void print_residual(const run_balance *b, run_log *log) {
  double residual[RIA_AMOUNTS] = {0};
  char after[80];
  int length = 0;
  bool closes = true;
  for (int a = 0; a < b->amounts; a++) {
    const run_residual r = run_balance_residual(b, a);
    residual[a] = r.residual;
    closes &= is_rounding(b, a);
    length += ria_snprintf(after + length, sizeof after - (size_t)length, "%s%.1e",
                           a ? ", " : "  relative ", r.relative);
  }
  print_row(b, log, closes ? "residual (rounding)" : "residual (more than rounding)", residual,
            after);
}

/* Sections are not part of the balance. */
static void print_sections(const run_balance *b, run_log *log) {
  for (int i = 0; i < b->model->sections; i++) {
    char what[2 * NAME];
    double value[RIA_AMOUNTS] = {0};
    snprintf(what, sizeof what, "through: %.64s", b->model->section[i].name);
    for (int a = 0; a < b->amounts; a++)
      value[a] = through(b, i, a);
    print_row(b, log, what, value, "");
  }
}

void run_balance_print(const run_balance *b, run_log *log) {
  const char *unknown = b->amounts ? run_balance_unknown(b) : NULL;
  if (unknown)
    run_log_info(log, "no balance: %s", unknown);
  if (!b->amounts || unknown)
    return;
  double decayed[RIA_AMOUNTS] = {0};
  bool decays = false;
  for (int a = 0; a < b->amounts; a++) {
    decayed[a] = -run_balance_residual(b, a).decayed;
    decays |= b->decay[a] > 0;
  }
  print_title(b, log);
  print_content(b, log, "at the start", 0);
  print_flows(b, log);
  print_counted(b, log);
  if (decays)
    print_row(b, log, "decay", decayed, "");
  print_content(b, log, "at the end", 1);
  print_residual(b, log);
  print_sections(b, log);
}
