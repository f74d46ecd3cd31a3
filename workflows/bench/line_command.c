#include "line_command.h"
#include <stdio.h>
#include "line.h"
#include "ria/number.h"

enum { STEPS = 1024, STEPS_MOST = 1 << 24 };
static const char points_of_paper[] = "2^11..2^20";

typedef struct {
  bool quiet;
  const char *solver;
  int steps;      /* steps per call */
  int nx;         /* points of the rows so far */
  double best[2]; /* seconds of their fastest classic and swept row; 0: none */
  json_t *rows;
} table;

/* Printed with the first row, so that there is no table if nothing can be measured. */
static void print_head(const table *t) {
  printf("%s along a line, %d steps a call\n   points  variant      node points threads  blocks  "
         "us a step\n",
         t->solver, t->steps);
}

static void print_ratio(const table *t) {
  if (t->best[0] > 0 && t->best[1] > 0)
    ria_printf(
        "  %d points: the best swept variant is %.2f times as fast as the best classic one\n",
        t->nx, t->best[0] / t->best[1]);
}

static void print_row(const bench_line_row *row) {
  printf("%9d  %-10s ", row->nx, ria_line_variant_name(row->variant));
  if (row->seconds > 0)
    ria_printf("%6d %6d %7d %7d %12.4f\n", row->room.node, row->room.points, row->room.threads,
               row->room.blocks, 1e6 * row->seconds);
  else
    printf("%s\n", row->room.wrong ? row->room.wrong : "not measured");
  fflush(stdout);
}

static json_t *row_json(const bench_line_row *row) {
  const bool swept = ria_line_is_swept(row->variant);
  if (row->seconds > 0)
    return json_pack("{s:i, s:s, s:s, s:i, s:i, s:i, s:i, s:f}", "points", row->nx, "scheme",
                     swept ? "swept" : "classic", "variant", ria_line_variant_name(row->variant),
                     "node", row->room.node, "points_a_thread", row->room.points, "threads",
                     row->room.threads, "blocks", row->room.blocks, "step_seconds", row->seconds);
  return json_pack("{s:i, s:s, s:s, s:s}", "points", row->nx, "scheme", swept ? "swept" : "classic",
                   "variant", ria_line_variant_name(row->variant), "refused",
                   row->room.wrong ? row->room.wrong : "");
}

static void found(void *context, const bench_line_row *row) {
  table *t = context;
  if (!t->nx && !t->quiet)
    print_head(t);
  if (row->nx != t->nx && !t->quiet)
    print_ratio(t);
  if (row->nx != t->nx)
    t->nx = row->nx, t->best[0] = t->best[1] = 0;
  double *best = &t->best[ria_line_is_swept(row->variant)];
  if (row->seconds > 0 && (!(*best > 0) || row->seconds < *best))
    *best = row->seconds;
  json_array_append_new(t->rows, row_json(row));
  if (!t->quiet)
    print_row(row);
}

ria_status bench_line_absent(const bench_line_arguments *a) {
  if (a->points || a->variant || a->node || a->each)
    return ria_fail(
        RIA_ERROR_ARGUMENT,
        "--points, --variant, --node and --each need --line, which measures lines on a GPU");
  return RIA_SUCCESS;
}

static ria_status read_options(const bench_line_arguments *a, bench_line_options *o) {
  RIA_TRY(bench_line_points(a->points ? a->points : points_of_paper, o));
  RIA_TRY(bench_line_variants(a->variant ? a->variant : "all", o));
  if (a->node)
    RIA_TRY(bench_line_nodes(a->node, o));
  else
    o->nodes = 1; /* the default of a run */
  if (a->steps > STEPS_MOST)
    return ria_fail(RIA_ERROR_ARGUMENT, "--steps %lld; give at most %d steps of a call",
                    (long long)a->steps, STEPS_MOST);
  o->steps = a->steps > 0 ? (int)a->steps : STEPS;
  return RIA_SUCCESS;
}

ria_status bench_line_run(const char *solver, const bench_line_arguments *a, json_t **object) {
  table t = {.quiet = a->quiet, .solver = solver, .rows = json_array()};
  bench_line_options o = {.seconds = a->seconds,
                          .each = a->each,
                          .sets = a->sets,
                          .set = a->set,
                          .found = found,
                          .context = &t};
  char device[128] = "";
  *object = NULL;
  ria_status status = read_options(a, &o);
  t.steps = o.steps;
  if (status == RIA_SUCCESS)
    status = bench_line(solver, &o, device);
  if (status == RIA_SUCCESS && !a->quiet) {
    print_ratio(&t);
    printf("on %s\n", device);
  }
  if (status == RIA_SUCCESS)
    *object = json_pack("{s:s, s:s, s:i, s:O}", "name", solver, "device", device, "steps", o.steps,
                        "rows", t.rows);
  json_decref(t.rows);
  return status;
}
