/* Checks whether a run fits the machine, before anything is started or allocated. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "ria/machine_facts.h"
#include "ria/registry.h"
#include "ria/runtime.h"
#include "ria/share.h"
#include "ria/simulation.h"
#include "ria/solver.h"
#include "run.h"

typedef struct {
  const ria_case *the_case;
  ria_share share;
  int ranks, sharing; /* all ranks, and those that share this machine */
  bool now;           /* no memory of the run is in use yet */
  bool only_ask;
  double cells; /* out */
} question;

double run_share_rank_bytes(const ria_case *the_case, double own, const ria_mesh *mesh) {
  static const double ghosts_and_padding = 1.05;
  const ria_solver *solver = ria_solver_find(the_case->solver);
  double each = 0;
  if (solver && solver->memory) {
    ria_solver_memory memory = {0};
    solver->memory(the_case, &memory);
    each =
        (double)(memory.fields + memory.lasting) * (double)ria_precision_size(the_case->precision);
  } else if (solver) {
    int state = 0, statics = 0;
    if (solver->more)
      solver->more(the_case, &state, &statics);
    const int tracked = solver->tracked ? solver->tracked(the_case) : solver->ntracked;
    each = ria_simulation_cell_bytes(solver->nstate + state, tracked, solver->nstatic,
                                     solver->stored, the_case->precision) +
           statics * (double)ria_precision_size(the_case->precision);
  }
  const double beside = solver && solver->beside ? solver->beside(the_case) : 0;
  return ghosts_and_padding * own * each + ria_mesh_cells(mesh) * sizeof(double) + beside;
}

/* Sum over all ranks that share this machine. */
static double bytes_of(const question *q, const ria_mesh *mesh) {
  return q->sharing * run_share_rank_bytes(q->the_case, ria_mesh_cells(mesh) / q->ranks, mesh);
}

/* Advice on changes of the case that need less memory. */
static ria_status with_advice(const ria_case *the_case, ria_status status) {
  const ria_solver *solver = ria_solver_find(the_case->solver);
  ria_solver_memory memory = {0};
  const double large = 1e9, beside = solver && solver->beside ? solver->beside(the_case) : 0;
  if (status != RIA_SUCCESS && beside > large)
    return ria_fail(status, "%s; %.3g GB per rank are for particles: release fewer particles",
                    ria_status_detail(), beside / large);
  if (status == RIA_SUCCESS || !solver || !solver->memory)
    return status;
  solver->memory(the_case, &memory);
  return memory.advice ? ria_fail(status, "%s; %s", ria_status_detail(), memory.advice) : status;
}

static ria_status allow(void *context, const ria_mesh *mesh) {
  question *q = context;
  char what[512], size[64];
  q->cells = ria_mesh_cells(mesh);
  snprintf(what, sizeof what, "%.400s: grid: %s cells", q->the_case->path,
           ria_mesh_size_text(mesh, size));
  RIA_TRY(
      with_advice(q->the_case, ria_share_check_memory(&q->share, bytes_of(q, mesh), q->now, what)));
  return q->only_ask ? ria_fail(RIA_ERROR_INTERRUPTED, "the terrain is not loaded") : RIA_SUCCESS;
}

static bool is_open(const run_options *options) {
  return options->oversubscribe || ria_share_is_open();
}

ria_status run_share_threads(const run_options *options) {
  ria_share share;
  if (is_open(options) || ria_runtime_is_rank() || (options->ranks < 2 && options->workers < 2))
    return RIA_SUCCESS;
  ria_share_find(true, &share);
  return ria_share_check_threads(&share, options->ranks > 1 ? options->ranks : 1, options->workers,
                                 RIA_SHARE_OPTIONS);
}

ria_status run_share_memory(const run_options *options, const ria_case *the_case) {
  question q = {.the_case = the_case,
                .ranks = options->ranks,
                .sharing = options->ranks,
                .now = true,
                .only_ask = true};
  ria_terrain terrain;
  if (is_open(options))
    return RIA_SUCCESS;
  ria_share_find(false, &q.share);
  ria_status status = ria_terrain_load_if(the_case, allow, &q, &terrain);
  /* The ranks report other errors. */
  return status == RIA_ERROR_UNSUPPORTED ? status : RIA_SUCCESS;
}

/* Measured at 75,000 cells: four ranks of three workers are 1.9 times as fast as one of four
 * (benchmarks/results/cpu.csv). On small grids the cost of messages exceeds the gain. */
static const double cells_of_a_rank = 5e4;

bool run_share_gains(const ria_mesh *mesh) {
  return ria_mesh_cells(mesh) >= 2 * cells_of_a_rank;
}

/* Whether the number of workers is not given. */
static bool may_choose(const run_options *options, const ria_share *share) {
  return options->workers == 0 && !share->allocation && !getenv("STARPU_NCPU") &&
         !getenv("STARPU_NCPUS");
}

static bool is_for_cpus(const ria_case *the_case) {
  ria_starpu_facts starpu;
  ria_starpu_facts_find(&starpu);
  return ria_target_is(the_case->target, RIA_TARGET_HOST) ||
         (!strcmp(the_case->target, "auto") && !starpu.cuda);
}

int run_share_ranks(const run_options *options, const ria_case *the_case) {
  question q = {.the_case = the_case, .ranks = 1, .sharing = 1, .only_ask = true};
  ria_terrain terrain;
  if (ria_runtime_is_rank())
    return 1;
  if (options->ranks)
    return options->ranks;
  ria_share_find(true, &q.share);
  const int ranks = may_choose(options, &q.share) ? ria_runtime_ranks_for((int)q.share.cores) : 1;
  if (ranks == 1 || !the_case)
    return ranks;
  if (!is_for_cpus(the_case))
    return 1;
  ria_terrain_load_if(the_case, allow, &q, &terrain);
  const double most = q.cells / cells_of_a_rank;
  return most < 2 ? 1 : most < ranks ? (int)most : ranks;
}

ria_status run_share_load(const run_options *options, const ria_case *the_case,
                          ria_terrain *terrain) {
  question q = {.the_case = the_case};
  if (is_open(options))
    return ria_terrain_load(the_case, terrain);
  ria_share_find(false, &q.share);
  ria_share_ranks(&q.share, &q.ranks, &q.sharing);
  q.now = !ria_runtime_is_rank();
  return ria_terrain_load_if(the_case, allow, &q, terrain);
}
