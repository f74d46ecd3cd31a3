/* `ria bench`: measures a kernel or a solver. */
#include <errno.h>
#include <jansson.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "bench/arguments.h"
#include "bench/figures.h"
#include "cli/command.h"
#include "cli/errors.h"
#include "ria/durable.h"
#include "ria/number.h"
#include "ria/registry.h"
#include "ria/replaced.h"
#include "ria/solver.h"
#include "run/modelled.h"

/* Reads "friction,forcing" as bits. */
static ria_status read_switches(const char *text, const ria_kernel *kernel, unsigned *bits) {
  *bits = 0;
  while (text && *text) {
    const size_t length = strcspn(text, ",");
    int found = -1;
    for (int s = 0; s < kernel->nswitch; s++)
      if (strlen(kernel->switches[s].name) == length &&
          !strncmp(kernel->switches[s].name, text, length))
        found = s;
    if (found < 0)
      return ria_fail(RIA_ERROR_ARGUMENT, "%s has no switch %.*s; `ria kernels` lists them",
                      kernel->name, (int)length, text);
    *bits |= 1u << found;
    text += length + (text[length] == ',');
  }
  return RIA_SUCCESS;
}

/* Prints or writes `object`, and frees it. */
static ria_status put_json(const bench_arguments *a, json_t *object) {
  ria_status status = RIA_SUCCESS;
  const bool wanted = a->json || a->output;
  char *text = object && wanted ? json_dumps(object, JSON_INDENT(2)) : NULL;
  if (!object || (wanted && !text))
    status = ria_fail(RIA_ERROR_MEMORY, "out of memory");
  else if (a->json)
    puts(text);
  /* Written atomically, because another program may wait for the file. */
  if (status == RIA_SUCCESS && a->output &&
      ria_durable_write(a->output, text, strlen(text)) != RIA_SUCCESS)
    status = ria_fail(RIA_ERROR_IO, "%s: cannot be written: %s", a->output, strerror(errno));
  free(text);
  json_decref(object);
  return status;
}

static void print_tried(void *context, ria_shape shape, const bench_result *r) {
  (void)context;
  ria_printf("  %dx%dx%d: %.1f million cell updates a second\n", shape.columns, shape.rows,
             shape.warps, r->million_cell_updates_per_second);
  fflush(stdout);
}

static void print_head(const bench_arguments *a, const bench_result *r) {
  char size[48];
  printf("%s, %s %s, %s precision, %s cells%s%s", r->name, a->kernel.target, r->strategy,
         bench_precision(r->precision), bench_product(r->size, size, sizeof size),
         a->switches ? ", with " : "", a->switches ? a->switches : "");
  if (r->workers > 1)
    printf(", %d workers", r->workers);
  if (r->shape.columns)
    printf(", in the shape %dx%dx%d", r->shape.columns, r->shape.rows, r->shape.warps);
  printf("\n");
}

static json_t *kernel_figures(const bench_arguments *a, const bench_result *r) {
  json_t *object = bench_figures(r, a->kernel.target);
  if (object)
    json_object_set_new(object, "switches", json_string(a->switches ? a->switches : ""));
  if (object) /* the same name as in summary.json */
    json_object_set_new(object, "cells", json_integer((json_int_t)bench_cells(r->size)));
  if (object && r->shape.columns)
    json_object_set_new(object, "shape",
                        json_pack("[i,i,i]", r->shape.columns, r->shape.rows, r->shape.warps));
  return object;
}

static ria_status run_kernel(bench_arguments *a, const ria_kernel *kernel) {
  if (a->only)
    return ria_fail(RIA_ERROR_ARGUMENT, "--%s is for solvers, but %s is a kernel", a->only,
                    a->name);
  if (a->kernel.tune && a->kernel.shape.columns)
    return ria_fail(RIA_ERROR_ARGUMENT, "--tune tries all shapes; leave out --shape");
  RIA_TRY(read_switches(a->switches, kernel, &a->kernel.switches));
  if (!a->json)
    a->kernel.tried = print_tried;
  bench_result r;
  RIA_TRY(bench_kernel(kernel, &a->kernel, &r));
  if (a->json || a->output)
    RIA_TRY(put_json(a, kernel_figures(a, &r)));
  if (a->json)
    return RIA_SUCCESS;
  print_head(a, &r);
  bench_print_figures(&r);
  return RIA_SUCCESS;
}

static ria_status put_solver_json(const bench_arguments *a, const bench_solver_result *s) {
  json_t *object = bench_figures(&s->result, a->kernel.target);
  /* Times and cells have the same names as in summary.json. */
  json_t *more = json_pack(
      "{s:o, s:i, s:I, s:f, s:f, s:I, s:f, s:f, s:f, s:f}", "tiles", bench_numbers(s->tiles),
      "depth", s->depth, "redone", (json_int_t)s->redone, "bare_million_cell_updates_per_second",
      s->bare, "efficiency", s->efficiency, "cells", (json_int_t)bench_cells(s->result.size),
      "step_seconds", s->times.stepping, "work_seconds", s->times.work, "exchange_seconds",
      s->times.exchange, "packing_seconds", s->times.packing);
  if (object && more)
    json_object_update(object, more);
  json_decref(more);
  return put_json(a, object);
}

/* Prints or writes the modelled time of a step. */
static ria_status put_model(const bench_arguments *a, const bench_solver_result *s) {
  const bench_modelled *m = &s->modelled;
  const bench_result *r = &s->result;
  char text[320], size[48];
  if (a->json || a->output) {
    json_t *object = bench_figures(r, a->kernel.target), *modelled = modelled_json(&m->modelled);
    json_t *more = json_pack(
        "{s:i, s:[i,i], s:f, s:f, s:s, s:s, s:f, s:f}", "blocks", m->blocks, "block", m->columns,
        m->rows, "cells", bench_cells(r->size), "cells_modelled", m->cells_modelled, "strategy",
        r->strategy, "precision", bench_precision(r->precision), "peak_flops_per_second",
        r->precision == RIA_SINGLE ? m->modelled.peak_single : m->modelled.peak_double,
        "peak_bytes_per_second", m->modelled.peak_bytes);
    if (object && modelled && more) {
      json_object_update(modelled, more);
      json_object_set(object, "modelled", modelled);
    }
    json_decref(modelled);
    json_decref(more);
    RIA_TRY(put_json(a, object));
  }
  if (a->json)
    return RIA_SUCCESS;
  modelled_text(&m->modelled, text, sizeof text);
  printf("%s, cell %s, %s precision, %s cells in %d blocks of at most %d x %d, a step\n  %s\n",
         r->name, r->strategy, bench_precision(r->precision),
         bench_product(r->size, size, sizeof size), m->blocks, m->columns, m->rows, text);
  return RIA_SUCCESS;
}

/* Models a stencil, which is not a solver. */
static ria_status model_kernel(const bench_arguments *a, const ria_kernel *kernel) {
  bench_solver_result s;
  if (kernel->kind != RIA_KERNEL_POINT)
    return ria_fail(RIA_ERROR_ARGUMENT, "--model is for solvers and stencils, but %s is neither",
                    kernel->name);
  if (a->only || a->workers_given)
    return ria_fail(RIA_ERROR_ARGUMENT,
                    "--%s is for solvers; a stencil is modelled on all of a PowerXCell 8i",
                    a->only ? a->only : "workers");
  RIA_TRY(bench_model_kernel(kernel, &a->kernel, &s));
  return put_model(a, &s);
}

static ria_status run_line(const bench_arguments *a) {
  static const double each = 0.02; /* s; short, because there are many */
  bench_line_arguments line = a->line;
  json_t *object = NULL;
  line.steps = a->solver.steps;
  line.seconds = a->seconds_given ? a->solver.seconds : each;
  line.sets = a->sets;
  line.set = (const char *const *)a->set;
  line.quiet = a->json;
  RIA_TRY(bench_line_run(a->name, &line, &object));
  return put_json(a, object);
}

static ria_status run_solver(const bench_arguments *a) {
  if (a->of_kernel)
    return ria_fail(RIA_ERROR_ARGUMENT, "--%s is for kernels, but %s is a solver", a->of_kernel,
                    a->name);
  if (a->switches)
    return ria_fail(RIA_ERROR_ARGUMENT, "--switches is for kernels; for a solver set keys of its "
                                        "case: --set friction.manning=0.03");
  char size[48], tiles[48];
  bench_solver_result s;
  RIA_TRY(bench_solver(a->name, &a->solver, &s));
  if (a->solver.model)
    return put_model(a, &s);
  if (a->json || a->output)
    RIA_TRY(put_solver_json(a, &s));
  if (a->json)
    return RIA_SUCCESS;
  const bench_result *r = &s.result;
  const int computed = r->gpus ? r->gpus : r->workers;
  printf("%s, %s %s, %s precision, %s cells, %d %s%s, %s tiles, depth %d\n", r->name,
         a->kernel.target, r->strategy, bench_precision(r->precision),
         bench_product(r->size, size, sizeof size), computed, r->gpus ? "GPU" : "worker",
         computed == 1 ? "" : "s", bench_product(s.tiles, tiles, sizeof tiles), s.depth);
  bench_print_figures(r);
  ria_printf("  %.3g s: %.3g s work, %.3g s exchange and waiting (%.3g s of it packing)\n",
             s.times.stepping, s.times.work, s.times.exchange, s.times.packing);
  if (s.redone)
    printf("  %lld steps were repeated with a smaller time step\n", (long long)s.redone);
  if (s.efficiency > 0)
    ria_printf("  %.0f%% of the bare loop, which does %.1f million on one %s\n", 100 * s.efficiency,
               s.bare, r->gpus ? "GPU" : "core");
  return RIA_SUCCESS;
}

static ria_status run_spmv(const bench_arguments *a) {
  bench_result r;
  if (a->only || a->switches)
    return ria_fail(RIA_ERROR_ARGUMENT, "--%s is not for spmv, the product of a sparse matrix",
                    a->only ? a->only : "switches");
  RIA_TRY(bench_spmv(&a->kernel, &r));
  if (a->json || a->output) {
    json_t *object = bench_figures(&r, a->kernel.target);
    if (object)
      json_object_set_new(object, "rows_per_second",
                          json_real(1e6 * r.million_cell_updates_per_second));
    if (object)
      json_object_set_new(object, "bytes_a_row", json_real(r.bytes));
    if (object) /* the same name as in summary.json */
      json_object_set_new(object, "cells", json_integer((json_int_t)bench_cells(r.size)));
    RIA_TRY(put_json(a, object));
  }
  if (a->json)
    return RIA_SUCCESS;
  print_head(a, &r);
  bench_print_rows(&r);
  return RIA_SUCCESS;
}

/* A solver and a kernel may have the same name; then options for solvers only decide. */
static ria_status run_named(bench_arguments *a) {
  if (a->line.wanted)
    return run_line(a);
  RIA_TRY(bench_line_absent(&a->line));
  if (!strcmp(a->name, "spmv"))
    return run_spmv(a);
  const ria_kernel *kernel = ria_kernel_find(a->name);
  if (kernel && kernel->kind == RIA_KERNEL_SCALAR)
    return ria_fail(RIA_ERROR_ARGUMENT,
                    "%s computes scalars of a program, so it has no cells to measure",
                    kernel->name);
  const bool as_solver =
      (a->only || a->solver.model || a->workers_given) && !a->of_kernel && ria_solver_find(a->name);
  if (kernel && !as_solver)
    return a->solver.model ? model_kernel(a, kernel) : run_kernel(a, kernel);
  return run_solver(a);
}

static int run(int argc, char **argv) {
  bench_arguments a;
  ria_status status = bench_read_arguments(&a, argc, argv);
  if (status == RIA_SUCCESS && a.output) /* checked before the long measurement */
    status = ria_replaced_check(a.output, RIA_REPLACED_JSON);
  if (status == RIA_SUCCESS)
    status = run_named(&a);
  bench_free_arguments(&a);
  if (status == RIA_SUCCESS)
    return CLI_EXIT_SUCCESS;
  command_error("bench", "%s", ria_status_detail());
  return CLI_EXIT_ERROR;
}

const cli_command command_bench = {
    .name = "bench",
    .summary = "measure a kernel or a solver on this machine",
    .help =
        "usage: ria bench KERNEL|SOLVER|spmv [OPTION]...\n"
        "\n"
        "Measure a kernel, a solver, or the product of a sparse matrix (spmv) that has a row of "
        "8 entries for\n"
        "each cell.\n"
        "\n"
        "A kernel is measured alone: cells a second on one core (by processor time), on "
        "several (by\n"
        "wall-clock time) or on one GPU (by the GPU's clock), with all cells wet. A solver is "
        "measured as\n"
        "`ria run` runs it, with its "
        "tasks, in a\n"
        "synthetic basin, by wall-clock time; a solver without water starts as its case does. "
        "If a kernel\n"
        "and a solver have the same name (heat), options for solvers only select the solver "
        "(--steps 100).\n"
        "\n"
        "The result is compared with a limit from the measured peaks: the longest of the times "
        "for the\n"
        "memory traffic of an ideal cache, for additions, multiplications and comparisons, and "
        "for divisions\n"
        "and square roots, which a core computes in a separate unit. On a GPU the last two "
        "times are added.\n"
        "\n"
        "  --size NXxNY[xNZ]     cells (1000x1000)\n"
        "  --target NAME         cpu (default), cuda or cell\n"
        "  --strategy NAME       one of those that `ria kernels` lists (the target's default)\n"
        "  --precision NAME      single (default) or double\n"
        "  --seconds S           duration of the measurement (0.5 for a kernel, 3 for a "
        "solver, 0.02 for a\n"
        "                        row of --line)\n"
        "  --json                print JSON\n"
        "  -o FILE               also write JSON to a file\n"
        "\n"
        "For kernels:\n"
        "  --workers N           cores that share the cells, each with its own part (1)\n"
        "  --switches NAME,...   switches of the kernel to turn on (none)\n"
        "  --pass K              steps in one pass over memory, of a strategy that can make "
        "several (as many\n"
        "                        as it can; on a GPU as many as the shape has rows)\n"
        "  --shape CxRxW         on a GPU: C cells of a row per thread, R rows per march, W "
        "warps per block\n"
        "                        (the tuned shape, or the default)\n"
        "  --tune                try all shapes on the GPU and store the fastest for runs with "
        "tiles of\n"
        "                        about this size, in RIA_TUNING or in ria/tuning in the cache "
        "folder\n"
        "\n"
        "For solvers:\n"
        "  --bed NAME            wet (default): deep water with waves; wetdry: tidal flats, "
        "where every cell\n"
        "                        is near a front; land: nine tenths are land; case: as in the "
        "case\n"
        "                        (--set bathymetry.shape=..., --set initial....)\n"
        "  --workers N           CPU workers (as in `ria run`; STARPU_NCPU overrides both)\n"
        "  --tiles NXxNY         tiles (as in `ria run`)\n"
        "  --depth K             steps between exchanges (1)\n"
        "  --steps N             time about N steps instead of a duration; with --line: steps "
        "per call\n"
        "                        (1024)\n"
        "  --model               for the target cell: model the time of a step on a Cell "
        "instead of\n"
        "                        measuring (--set cell.machine=..., --set cell.spes=...); also "
        "of the\n"
        "                        kernel jacobi\n"
        "  --line                for heat, kuramoto and euler: print a table of the time that "
        "a GPU needs\n"
        "                        for a step of a line, without tasks, in double precision\n"
        "  --points N,...        numbers of points of the line, as 4096 or 2^11..2^20, which "
        "doubles\n"
        "                        (2^11..2^20)\n"
        "  --variant NAME,...    variants of the line (all)\n"
        "  --node N,...          nodes to try, as --points, or all; the fastest counts (the "
        "default of a\n"
        "                        run)\n"
        "  --each                print a row for each node, not only for the fastest\n"
        "  --set key.path=value  set a key of the case; may be repeated\n",
    .run = run,
};
