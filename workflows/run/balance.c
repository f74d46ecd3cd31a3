#include "balance.h"
#include <math.h>
#include <stdio.h>
#include <string.h>
#include "ria/solver.h"
#include "ria/sum.h"

enum { NAME = 64 };

/* The area of a cell, or its volume: NAN where blocks have cells of several sizes, whose sum says
 * nothing. */
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

ria_status run_balance_note(run_balance *b, const ria_case *c, const ria_model *m,
                            ria_simulation *simulation, int when) {
  b->the_case = c;
  b->area = measure_of_cell(m);
  for (int i = 0; i < m->segments; i++)
    b->walls |= m->segment[i].opening == 1 + RIA_OPENING_WALLS;
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
    b->decay[a] = m->amount[a].decay;
    RIA_TRY(ria_simulation_sum(simulation, m->amount[a].field, &b->hc[a][when]));
  }
  ria_simulation_ledger(simulation, &b->ledger);
  b->steps = ria_simulation_progress(simulation).steps;
  return RIA_SUCCESS;
}

const char *run_balance_unknown(const run_balance *b) {
  if (b->ledger.invalid)
    return "a flux through a boundary was not a number";
  if (!b->ledger.unmeasured)
    return NULL;
  return "some steps did not count what came in: steps before a checkpoint of an earlier version "
         "of ria, or on a GPU exact steps (time.step) or tiles with more than 16 boundaries";
}

/* ---- inflow by source ---- */

typedef enum { INFLOW, RIVERS, RELEASES, KINDS } flow_kind;
static const char *const kind_name[KINDS] = {
    [INFLOW] = "inflow", [RIVERS] = "rivers", [RELEASES] = "releases"};

typedef struct {
  flow_kind kind;
  char name[NAME];
  const ria_flow_sum *sum; /* [RIA_AMOUNTS] */
} flow;

static int smaller(int a, int b) {
  return a < b ? a : b;
}

static void name_boundary(const ria_case *c, int number, char name[NAME]) {
  const ria_case_boundary *b = &c->boundary[number];
  if (number == RIA_OPENING_OTHERS && c->boundaries > RIA_OPENING_OTHERS + 1)
    snprintf(name, NAME, "other boundaries");
  else if (b->whole)
    snprintf(name, NAME, "%s", ria_case_sides[b->side]);
  else if (!isfinite(b->from))
    snprintf(name, NAME, "%s to %.10g m", ria_case_sides[b->side], b->to);
  else if (!isfinite(b->to))
    snprintf(name, NAME, "%s from %.10g m", ria_case_sides[b->side], b->from);
  else
    snprintf(name, NAME, "%s %.10g to %.10g m", ria_case_sides[b->side], b->from, b->to);
}

/* The name of source `number`: rivers, then releases with a rate. */
static flow_kind name_source(const ria_case *c, int number, char name[NAME]) {
  if (number < c->rivers) {
    snprintf(name, NAME, "%s", c->river[number].name);
    return RIVERS;
  }
  int left = number - c->rivers;
  for (int i = 0; i < c->releases; i++)
    if (c->release[i].rate.count && left-- == 0)
      snprintf(name, NAME, "%s", c->release[i].name);
  return RELEASES;
}

static int sources_of(const ria_case *c) {
  int sources = c->rivers;
  for (int i = 0; i < c->releases; i++)
    sources += c->release[i].rate.count != 0;
  return sources;
}

/* The sources of an amount: at most RIA_OPENINGS + RIA_FEEDS places. */
static int flows_of(const run_balance *b, flow *f) {
  const ria_case *c = b->the_case;
  const int sources = sources_of(c), last = RIA_OPENING_OTHERS;
  int count = 0;
  for (int i = 0; i < smaller(c->boundaries, last + 1); i++)
    if (c->boundary[i].kind != RIA_BOUNDARY_WALL || (i == last && c->boundaries > last + 1)) {
      f[count] = (flow){.kind = INFLOW, .sum = b->ledger.in[i]};
      name_boundary(c, i, f[count++].name);
    }
  if (b->walls)
    f[count++] = (flow){.kind = INFLOW, .name = "walls", .sum = b->ledger.in[RIA_OPENING_WALLS]};
  for (int i = 0; i < smaller(sources, RIA_FEEDS); i++) {
    f[count].sum = b->ledger.fed[i];
    f[count].kind = name_source(c, i, f[count].name);
    if (i == RIA_FEEDS - 1 && sources > RIA_FEEDS)
      snprintf(f[count].name, NAME, "other sources");
    count++;
  }
  return count;
}

/* The expected content, exact but for the decay. */
static double expected(const run_balance *b, int a, double came) {
  const ria_ledger *l = &b->ledger;
  ria_sum sum = {0};
  if (!(b->decay[a] > 0))
    return came;
  ria_sum_add(&sum, b->hc[a][0] * l->start_share[a][0]);
  ria_sum_add(&sum, l->left[a][0]);
  return ria_sum_value(&sum);
}

bool run_balance_closed(const run_balance *b, int a) {
  flow f[RIA_OPENINGS + RIA_FEEDS];
  return !b->amounts || (!flows_of(b, f) && !(b->decay[a] > 0));
}

run_residual run_balance_residual(const run_balance *b, int a) {
  flow f[RIA_OPENINGS + RIA_FEEDS];
  const int flows = flows_of(b, f);
  const double start = b->hc[a][0], end = b->hc[a][1];
  ria_sum came = {0};
  double passed = 0;
  ria_sum_add(&came, start);
  for (int i = 0; i < flows; i++) {
    const double in = ria_flow_value(&f[i].sum[a]);
    ria_sum_add(&came, in);
    passed += fabs(in);
  }
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

static json_t *flows_json(const run_balance *b, int a, json_t *o) {
  flow f[RIA_OPENINGS + RIA_FEEDS];
  const int flows = flows_of(b, f);
  int failed = 0;
  for (int kind = 0; kind < KINDS; kind++) {
    const bool shown = kind != RELEASES || b->shown.conserved[a].released;
    json_t *of = json_object();
    for (int i = 0; i < flows; i++)
      if (f[i].kind == (flow_kind)kind && shown)
        failed |= add_flow(of, f[i].name, ria_flow_value(&f[i].sum[a]) * b->area);
    if (!shown)
      json_decref(of);
    else
      failed |= put(o, kind_name[kind], of);
  }
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
            put(o, "start", json_real(b->hc[a][0] * b->area)) |
            put(o, "end", json_real(b->hc[a][1] * b->area));
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
    length += snprintf(cells + length, sizeof cells - (size_t)length, " %16.9g", value[a]);
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
    value[a] = b->hc[a][when] * b->area;
  print_row(b, log, what, value, "");
}

/* A flow in the table: a negligible share of the content is shown as 0. summary.json has the full
 * value. */
static double shown(const run_balance *b, int a, double in) {
  return fabs(in) < 1e-15 * fmax(b->hc[a][0], b->hc[a][1]) ? 0 : in * b->area;
}

static void print_flows(const run_balance *b, run_log *log) {
  static const char *const from[KINDS] = {
      [INFLOW] = "in: ", [RIVERS] = "in: river ", [RELEASES] = "in: release "};
  flow f[RIA_OPENINGS + RIA_FEEDS];
  const int flows = flows_of(b, f);
  for (int i = 0; i < flows; i++) {
    char what[NAME + 16];
    double in[RIA_AMOUNTS] = {0};
    snprintf(what, sizeof what, "%s%s", from[f[i].kind], f[i].name);
    for (int a = 0; a < b->amounts; a++)
      in[a] = shown(b, a, ria_flow_value(&f[i].sum[a]));
    print_row(b, log, what, in, "");
  }
}

/* Bound for accumulated rounding. Measured: 1.3e-9 a step in single precision (a tracer of order
 * 2). */
static double rounding(const run_balance *b) {
  return b->the_case->precision == RIA_SINGLE ? 1e-5 + 5e-9 * (double)b->steps : 1e-9;
}

static bool is_rounding(const run_balance *b, int a) {
  return fabs(run_balance_residual(b, a).relative) <= rounding(b); /* false for NaN */
}

/* Less than this is negligible compared with the error of the equations. */
static const double much_through_walls = 1e-3;

static void warn_of_walls(const run_balance *b, run_log *log) {
  const double in = ria_flow_value(&b->ledger.in[RIA_OPENING_WALLS][0]);
  const double share = fabs(in) / fmax(b->hc[0][0], b->hc[0][1]);
  const ria_conserved *of = &b->shown.conserved[0];
  if (b->walls && share > much_through_walls)
    run_log_warn(log,
                 "%.3g %s of %s came through walls beside the ends of boundaries, %.1e of what "
                 "there is: %s",
                 in * b->area, of->unit, of->kind, share, b->shown.open_walls);
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
    length += snprintf(after + length, sizeof after - (size_t)length, "%s%.1e",
                       a ? ", " : "  relative ", r.relative);
  }
  print_row(b, log, closes ? "residual (rounding)" : "residual (more than rounding)", residual,
            after);
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
  if (decays)
    print_row(b, log, "decay", decayed, "");
  print_content(b, log, "at the end", 1);
  print_residual(b, log);
}
