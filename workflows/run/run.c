/* A run: sets up the simulation of a case, advances it, and writes the files. */
#include "run.h"
#include <math.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>
#include "cli/command.h"
#include "cli/errors.h"
#include "ria/gpus.h"
#include "ria/launch.h"
#include "ria/own_job.h"
#include "ria/registry.h"
#include "ria/solver.h"
#include "ria/processes.h"
#include "ria/yaml.h"
#include "ria/number.h"
#include "drive/agenda.h"
#include "drive/target.h"
#include "drive/tiles.h"
#include "chosen.h"
#include "collapse.h"
#include "drift.h"
#include "identity.h"
#include "outputs.h"
#include "page.h"
#include "pictures.h"
#include "provenance.h"
#include "rasters.h"
#include "resume.h"
#include "signals.h"
#include "summary.h"
#include "target.h"

/* How a run ended: at the end of its case, at --until, or by a signal. */
typedef enum { RUN_FINISHED, RUN_PAUSED, RUN_STOPPED } run_end;

typedef struct {
  const run_options *options;
  run_folder folder;
  ria_case the_case;
  ria_terrain terrain;
  const ria_solver *solver;
  void *instance;
  ria_model model;
  char asked_target[16]; /* the target in the case, may be "auto" */
  ria_runtime *runtime;
  ria_simulation *simulation;
  run_drift *drift;               /* particles, or NULL */
  ria_checkpoint_records records; /* of the checkpoint that this run resumes from */
  run_outputs *outputs;
  run_log *log; /**< rank 0 */
  char *command;
  double began;
  time_t started;
  ria_progress from; /* step and time at which this run began */
  bool several;      /* ranks */
  atomic_bool failure_reported;
  run_target_reported reported;
  int64_t collapsed; /* step since which the time step is far too short; 0: it is not */
  run_summary summary;
} run;

/* ---- setting up ---- */

/* Whether the folder may be used, and the hash by which its checkpoints name the case. */
static ria_status check_folder(run *r) {
  const run_options *o = r->options;
  ria_status status = RIA_SUCCESS;
  if (ria_runtime_rank(r->runtime) == 0)
    status = run_folder_check(&r->folder, o->resume, o->overwrite);
  if (ria_runtime_rank(r->runtime) == 0 && status == RIA_SUCCESS && o->resume) {
    status = run_identity_check(r->folder.path, &r->the_case);
    if (status == RIA_ERROR_MISMATCH && o->renew) /* resume() replaces that run */
      status = RIA_SUCCESS;
  }
  RIA_TRY(run_agree(r->runtime, status));
  if (ria_runtime_ranks(r->runtime) > 1)
    MPI_Bcast(r->the_case.hash, sizeof r->the_case.hash, MPI_CHAR, 0, ria_runtime_comm(r->runtime));
  return RIA_SUCCESS;
}

/* Rank 0 makes the folder and its log, and all ranks get its errors. */
static ria_status setup_folder(run *r) {
  bool root = ria_runtime_rank(r->runtime) == 0;
  ria_status status = RIA_SUCCESS;
  if (root)
    status = run_folder_prepare(&r->folder, r->options->resume, r->options->overwrite);
  if (root && status == RIA_SUCCESS)
    status = run_log_create(r->folder.lock, ria_launch_terminal(STDERR_FILENO), &r->log);
  return run_agree(r->runtime, status);
}

/* Creates the model on each rank, before the target is chosen. */
static ria_status setup_model(run *r) {
  RIA_TRY(run_share_load(r->options, &r->the_case, &r->terrain));
  ria_terrain_pass_warnings(&r->terrain, &r->the_case);
  r->solver = ria_solver_find(r->the_case.solver);
  if (!r->solver)
    return ria_fail(RIA_ERROR_CASE, "there is no solver '%s'", r->the_case.solver);
  RIA_TRY(ria_solver_create(r->solver, &r->the_case, &r->terrain, &r->instance, &r->model));
  ria_shown shown;
  ria_solver_show(r->solver, &r->the_case, &r->terrain, &r->model, &shown);
  return run_chosen_check(&r->the_case, &r->terrain, &shown);
}

/* The target `auto` depends on the size of the model, so the model is created first. */
static ria_status remake_model(run *r) {
  if (!r->solver->by_target || strcmp(r->asked_target, "auto") ||
      ria_target_is(r->the_case.target, RIA_TARGET_HOST))
    return RIA_SUCCESS;
  r->solver->destroy(r->instance);
  r->instance = NULL;
  return ria_solver_create(r->solver, &r->the_case, &r->terrain, &r->instance, &r->model);
}

static ria_status setup_simulation(run *r) {
  if (r->model.mesh)
    drive_choose_block_tiles(&r->the_case, r->runtime, &r->model, &r->terrain.mesh);
  else
    drive_choose_tiles(&r->the_case, r->runtime, &r->model);
  RIA_TRY(ria_simulation_create(r->runtime, &r->model, &r->simulation));
  return ria_simulation_fill(r->simulation, r->solver->fill_state, r->solver->fill_statics,
                             r->instance);
}

static const char *precision_name(const run *r) {
  return r->the_case.precision == RIA_SINGLE ? "single" : "double";
}

/* The strategy that the target chose, if the case does not name one. */
static const char *strategy_name(const run *r) {
  const ria_kernel *first = ria_model_kernel(&r->model, 0);
  const ria_implementation *found =
      ria_kernel_implementation(first, r->the_case.target, r->the_case.strategy);
  return found ? found->strategy : "";
}

static ria_status write_provenance(const run *r) {
  run_provenance about = {.argc = r->options->argc,
                          .argv = r->options->argv,
                          .started = r->started,
                          .ranks = ria_runtime_ranks(r->runtime),
                          .workers = ria_runtime_workers(r->runtime),
                          .precision = precision_name(r),
                          .target = r->the_case.target,
                          .strategy = strategy_name(r),
                          .case_hash = r->the_case.hash,
                          .files_hash = r->the_case.files_hash};
  return provenance_write(r->folder.path, &about);
}

static ria_status write_origins(const run *r) {
  if (!r->log)
    return RIA_SUCCESS;
  run_folder_begin(&r->folder);
  RIA_TRY(run_folder_write(&r->folder, "case.yaml", r->the_case.yaml));
  return write_provenance(r);
}

static const char *tiles_text(const run *r, char text[64]) {
  const int *tiles = r->model.grid.tiles;
  if (r->model.mesh)
    snprintf(text, 64, "%lld", (long long)ria_mesh_tiles(r->model.mesh));
  else if (r->terrain.mesh.ndim > 2)
    snprintf(text, 64, "%d x %d x %d", tiles[0], tiles[1], tiles[2]);
  else
    snprintf(text, 64, "%d x %d", tiles[0], tiles[1]);
  return text;
}

/* The resolution of the grid as text: the spacing of its cells, or the blocks of its nodes. */
static const char *grid_text(const run *r, char text[128]) {
  char size[64], spacing[64];
  const ria_mesh *mesh = &r->terrain.mesh;
  if (r->terrain.nodes)
    ria_snprintf(text, 128, "%.0f nodes in %d block%s", ria_mesh_cells(mesh), mesh->blocks,
                 mesh->blocks > 1 ? "s" : "");
  else
    ria_snprintf(text, 128, "%s cells of %s", ria_mesh_size_text(mesh, size),
                 ria_mesh_spacing_text(mesh, spacing));
  return text;
}

static void announce(const run *r, bool resumed) {
  char end[32], at[32], depth[32] = "", grid[128], tiles[64], target[RIA_GPUS_WHY + 64];
  if (!r->log)
    return;
  if (r->model.scheme == RIA_TILING_EXPANSION)
    snprintf(depth, sizeof depth, ", depth %d", r->model.depth);
  if (r->model.scheme == RIA_TILING_SWEPT)
    snprintf(depth, sizeof depth, ", swept over %d steps", r->model.depth);
  run_log_duration(r->the_case.time.end, end);
  run_log_duration(r->from.time, at);
  run_log_info(r->log, "%s: %s, %s precision, %s%s, %s tiles%s",
               r->the_case.title ? r->the_case.title : r->the_case.name, grid_text(r, grid),
               precision_name(r), isfinite(r->the_case.time.end) ? "until " : "by steps",
               isfinite(r->the_case.time.end) ? end : "", tiles_text(r, tiles), depth);
  int gpus = ria_runtime_gpus(r->runtime);
  const int cells = ria_runtime_cells(r->runtime);
  int each = gpus ? gpus : cells ? cells : ria_runtime_workers(r->runtime);
  run_log_info(r->log, "%d rank%s, %d %s%s each; results in %s", ria_runtime_ranks(r->runtime),
               ria_runtime_ranks(r->runtime) > 1 ? "s" : "", each,
               gpus    ? "GPU"
               : cells ? "emulated Cell"
                       : "worker",
               each > 1 ? "s" : "", r->folder.path);
  run_target_describe(r->runtime, r->asked_target, r->the_case.target, target, sizeof target);
  run_log_info(r->log, "%s", target);
  run_log_warn_all(r->log, &r->the_case.warnings);
  for (int i = 0; i < r->the_case.notes.count; i++)
    run_log_info(r->log, "note: %s", r->the_case.notes.error[i].text);
  if (r->solver->note && r->solver->note(&r->the_case))
    run_log_info(r->log, "note: %s", r->solver->note(&r->the_case));
  if (ria_runtime_notice(r->runtime) && run_share_gains(&r->terrain.mesh))
    run_log_info(r->log, "note: %s", ria_runtime_notice(r->runtime));
  if (ria_simulation_notice(r->simulation))
    run_log_info(r->log, "note: %s", ria_simulation_notice(r->simulation));
  const int tasks = ria_own_job_tasks();
  if (!r->several && tasks > 1 && ria_own_job_is_script(r->options->case_path))
    run_log_info(r->log,
                 "note: the job has %d tasks, but this run uses one rank; run the case as a step "
                 "of a workflow with `resources: {ranks: %d}` to use them",
                 tasks, tasks);
  if (resumed)
    run_log_info(r->log, "resumed after step %lld, at %s", (long long)r->from.steps, at);
}

/* A run of another case is an error, or is replaced. */
static ria_status resume(run *r, const run_subject *subject, bool *resumed) {
  ria_status status = run_resume(subject, resumed, &r->records);
  if (status == RIA_SUCCESS && *resumed && r->drift)
    status = run_agree(r->runtime, run_drift_resume(r->drift, &r->records));
  if (status != RIA_ERROR_MISMATCH || !r->options->renew)
    return status;
  if (r->log) {
    run_folder_clear(&r->folder);
    run_log_info(r->log, "note: the run of another case in %s is replaced", r->folder.path);
  }
  return RIA_SUCCESS;
}

/* A GPU was lost. StarPU cannot recover, so the process ends. One of StarPU's threads calls this at
 * any point, so the line is written to the log as bytes. */
static void gpu_lost(void *context, const char *text) {
  run *r = context;
  char line[640];
  if (!atomic_exchange(&r->failure_reported, true)) {
    int n = snprintf(line, sizeof line,
                     "ria run: a GPU failed: %s; checkpoints are intact, and --resume continues "
                     "from the last one\n",
                     text);
    ssize_t written = write(STDERR_FILENO, line, (size_t)n);
    if (r->folder.lock >= 0)
      written = write(r->folder.lock, line, (size_t)n);
    (void)written; /* an error of this write cannot be reported */
  }
  if (r->several)
    MPI_Abort(MPI_COMM_WORLD, CLI_EXIT_ERROR);
  _exit(CLI_EXIT_ERROR);
}

/* A rank whose model fails still starts the runtime, so that it can tell the other ranks. */
static ria_status setup_runtime(run *r) {
  char detail[1024];
  r->several = ria_runtime_is_rank();
  snprintf(r->asked_target, sizeof r->asked_target, "%s", r->the_case.target);
  if (drive_may_use_gpus(&r->the_case))
    ria_gpus_begin();
  const ria_status model = setup_model(r);
  ria_gpus_wait(); /* because MPI changes the environment */
  snprintf(detail, sizeof detail, "%s", ria_status_detail());
  if (!r->several)
    RIA_TRY(model);
  const drive_session how = {.workers = r->options->workers, .lost = gpu_lost, .context = r};
  RIA_TRY(drive_start(&r->the_case, &r->model, &how, &r->runtime));
  /* The folder is changed only after the case has been checked. */
  RIA_TRY(check_folder(r));
  return run_agree(r->runtime,
                   model == RIA_SUCCESS ? remake_model(r) : ria_fail(model, "%s", detail));
}

static ria_status setup(run *r) {
  RIA_TRY(setup_runtime(r));
  RIA_TRY(run_agree(r->runtime, setup_simulation(r)));
  RIA_TRY(run_drift_create(r->solver, r->instance, r->simulation, r->runtime, &r->drift));
  RIA_TRY(run_balance_note(&r->summary.balance, &r->the_case, &r->model, r->simulation, 0));
  RIA_TRY(setup_folder(r));
  r->command = run_command_line(r->options);
  run_subject subject = {.the_case = &r->the_case,
                         .terrain = &r->terrain,
                         .runtime = r->runtime,
                         .simulation = r->simulation,
                         .folder = &r->folder,
                         .log = r->log,
                         .command = r->command,
                         .solver = r->solver,
                         .instance = r->instance,
                         .model = &r->model,
                         .drift = r->drift};
  bool resumed = false;
  if (r->options->resume)
    RIA_TRY(resume(r, &subject, &resumed));
  r->from = ria_simulation_progress(r->simulation);
  RIA_TRY(run_trace_begin(&r->options->trace, r->simulation));
  RIA_TRY(run_agree(r->runtime, write_origins(r)));
  RIA_TRY(run_outputs_create(&subject, resumed, &r->records, &r->outputs));
  announce(r, resumed);
  return RIA_SUCCESS;
}

/* ---- the steps ---- */

/* Called on rank 0 between batches of steps. */
static bool keep_going(void *context, const ria_progress *now) {
  run *r = context;
  run_log_progress(r->log, now);
  run_target_note(&r->the_case, r->simulation, r->log, &r->reported);
  run_outputs_poll(r->outputs);
  return !run_signals_came() && !run_outputs_failed(r->outputs) &&
         !run_collapse_lasts(&r->model, now, &r->collapsed);
}

static bool is_done(const ria_case *c, const ria_progress *p) {
  return p->ended || p->time >= c->time.end || (c->time.steps >= 0 && p->steps >= c->time.steps);
}

/* Whether the run has reached --until. */
static bool is_far_enough(const run *r, const ria_progress *p) {
  return p->time >= r->options->until;
}

/* Advances to the next due output. Time steps end exactly at outputs and gauges. Checkpoints (also
 * at --until) and currents for particles are taken at the first end of a window after they are due,
 * so that they do not change the answer. */
static ria_status advance(run *r, const drive_agenda *due, double *until) {
  const ria_case *c = &r->the_case;
  ria_progress p = ria_simulation_progress(r->simulation);
  double horizon = drive_agenda_horizon(due, c);
  double save = fmin(fmin(due->checkpoint, due->particles), r->options->until);
  bool save_first = save < horizon;
  int64_t left = c->time.steps < 0 ? -1 : c->time.steps - p.steps;
  *until = save_first ? save : horizon;
  ria_status status =
      ria_simulation_advance(r->simulation, *until, save_first, horizon, left, keep_going, r);
  p = ria_simulation_progress(r->simulation);
  if (status == RIA_SUCCESS && p.time < *until && !is_done(c, &p) &&
      run_collapse_has_come(&r->model, &p))
    status = run_collapse_of_step(&r->model, &p);
  if (status != RIA_ERROR_STEP && status != RIA_ERROR_NUMERIC)
    return status;
  return run_collapse_tell(r->solver, c, &r->terrain, &r->model, r->simulation, status);
}

static ria_status loop(run *r, run_end *end) {
  const ria_case *c = &r->the_case;
  ria_progress p = r->from;
  const double drifting = run_drift_interval(r->drift);
  drive_agenda due = drive_agenda_after(c, drifting, p.time);
  RIA_TRY(run_agree(r->runtime, ria_simulation_expect_snapshots(r->simulation)));
  const double began = ria_seconds();
  if (p.steps == 0) {
    RIA_TRY(run_drift_advance(r->drift));
    RIA_TRY(run_outputs_history(r->outputs));
    RIA_TRY(run_outputs_gauges(r->outputs));
  }
  while (!is_done(c, &p) && !is_far_enough(r, &p)) {
    double until;
    RIA_TRY(advance(r, &due, &until));
    p = ria_simulation_progress(r->simulation);
    bool done = is_done(c, &p);
    if (p.time < until && !done) {
      *end = RUN_STOPPED;
      break;
    }
    if (p.time >= due.particles || p.time >= due.output || done)
      RIA_TRY(run_drift_advance(r->drift));
    if (p.time >= due.gauge || done)
      RIA_TRY(run_outputs_gauges(r->outputs));
    if (p.time >= due.output || done)
      RIA_TRY(run_outputs_history(r->outputs));
    if (p.time >= due.checkpoint && !done) {
      RIA_TRY(run_outputs_checkpoint(r->outputs));
      r->summary.checkpoints++;
    }
    due = drive_agenda_after(c, drifting, p.time);
  }
  r->summary.loop_seconds = ria_seconds() - began;
  run_target_note(&r->the_case, r->simulation, r->log, &r->reported);
  if (*end != RUN_STOPPED)
    *end = is_done(c, &p) ? RUN_FINISHED : RUN_PAUSED;
  RIA_TRY(run_outputs_flush(r->outputs)); /* returns the error of a full disk */
  RIA_TRY(run_outputs_checkpoint(r->outputs));
  return run_outputs_flush(r->outputs);
}

/* ---- the end ---- */

static ria_status write_summary(run *r, run_end end) {
  static const char *const state[] = {
      [RUN_FINISHED] = "finished", [RUN_PAUSED] = "paused", [RUN_STOPPED] = "stopped"};
  run_summary *s = &r->summary;
  s->state = state[end];
  s->from = r->from;
  s->to = ria_simulation_progress(r->simulation);
  s->wall_seconds = ria_seconds() - r->began;
  s->cells = (ria_global)ria_mesh_cells(&r->terrain.mesh);
  s->ranks = ria_runtime_ranks(r->runtime);
  s->workers = ria_runtime_workers(r->runtime);
  s->threads_per_core = ria_runtime_threads_per_core(r->runtime);
  s->gpus = ria_runtime_gpus(r->runtime);
  s->precision = precision_name(r);
  s->target = r->the_case.target;
  s->strategy = strategy_name(r);
  s->the_case = &r->the_case;
  s->checkpoint = run_outputs_last_checkpoint(r->outputs);
  s->warning = run_log_warnings(r->log, &s->warnings);
  char *text = run_summary_text(s);
  if (!text)
    return ria_fail(RIA_ERROR_MEMORY, "no memory for the summary");
  ria_status status = run_folder_write(&r->folder, "summary.json", text);
  if (status == RIA_SUCCESS && r->options->json)
    fputs(text, stdout);
  free(text);
  return status;
}

/* A missing picture is not an error. */
static ria_status compare_with_observed(run *r) {
  const ria_case *c = &r->the_case;
  RIA_TRY(run_observed_compare(c, &r->folder, r->log, &r->summary.observed));
  if (c->output.maps && run_observed_draw(c, &r->folder, &r->summary.observed) != RIA_SUCCESS)
    run_log_info(r->log, "warning: no pictures of what was observed: %s", ria_status_detail());
  return RIA_SUCCESS;
}

/* If they cannot be written, the history is still complete. */
static void write_rasters(run *r) {
  int written = 0;
  if (run_rasters_write(r->folder.path, NULL, &written) != RIA_SUCCESS)
    run_log_warn(r->log, "no rasters of largest values: %s", ria_status_detail());
  else if (written)
    run_log_info(r->log, "%d rasters of largest values: %s/maps/*.tif", written, r->folder.path);
}

/* Pictures come before the summary, which marks the run as complete. */
static ria_status finish_on_root(run *r, run_end end) {
  RIA_TRY(run_outputs_close(r->outputs));
  if (end == RUN_FINISHED && run_outputs_have_history(r->outputs))
    write_rasters(r);
  if (end == RUN_FINISHED)
    RIA_TRY(run_outputs_step_files(r->solver, &r->folder));
  const bool maps = !r->the_case.output.maps_given || r->the_case.output.maps > 0;
  if (end == RUN_FINISHED && maps && run_outputs_have_history(r->outputs)) {
    if (r->terrain.depth || r->terrain.nodes || !r->terrain.mesh.block[0].name)
      run_pictures_maps(&r->folder, &r->the_case, &r->terrain, r->log);
    else
      run_log_info(r->log, "note: no maps of blocks of cells; ParaView opens %s/history.xdmf",
                   r->folder.path);
  }
  RIA_TRY(compare_with_observed(r));
  if (r->options->trace.on)
    run_pictures_trace(&r->folder, &r->options->trace, r->log);
  run_balance_warn(&r->summary.balance, r->log);
  run_log_count_warnings(r->log);
  RIA_TRY(write_summary(r, end));
  if (end == RUN_FINISHED && r->the_case.output.maps &&
      run_page_write(r->folder.path, NULL) != RIA_SUCCESS)
    run_log_info(r->log, "warning: no report.html: %s", ria_status_detail());
  run_summary_log(&r->summary, end == RUN_FINISHED, r->folder.path, r->log);
  return RIA_SUCCESS;
}

/* Called on all ranks. */
static void tell(void *context, const char *sentence) {
  ria_case_complain_at(context, NULL, 0, 0, "%s", sentence);
}

static ria_status judge(run *r) {
  ria_case_errors found = {0};
  const ria_status status = r->solver->judge(r->instance, r->simulation, tell, &found);
  if (r->log)
    run_log_warn_all(r->log, &found);
  ria_case_errors_destroy(&found);
  return run_agree(r->runtime, status);
}

static ria_status finish(run *r, run_end end) {
  if (end == RUN_FINISHED && r->solver->judge)
    RIA_TRY(judge(r));
  RIA_TRY(run_balance_note(&r->summary.balance, &r->the_case, &r->model, r->simulation, 1));
  RIA_TRY(run_drift_count(r->drift, &r->summary.particles));
  r->summary.drift = run_drift_description(r->drift);
  RIA_TRY(ria_simulation_step_times(r->simulation, &r->summary.times));
  RIA_TRY(ria_simulation_program(r->simulation, &r->summary.found));
  RIA_TRY(ria_simulation_parts(r->simulation, &r->summary.parts));
  r->summary.program = r->model.program;
  r->summary.note = r->solver->note ? r->solver->note(&r->the_case) : NULL;
  RIA_TRY(ria_simulation_modelled(r->simulation, &r->summary.modelled));
  RIA_TRY(run_agree(r->runtime,
                    run_trace_write(&r->options->trace, r->simulation, r->runtime, &r->folder)));
  /* The pictures may use all cores now. */
  ria_runtime_pause(r->runtime);
  const ria_status status = run_agree(r->runtime, r->log ? finish_on_root(r, end) : RIA_SUCCESS);
  ria_runtime_resume(r->runtime);
  return status;
}

/* Whether the failure may concern this rank only, while others wait for its messages. */
static bool is_lonely(const run *r, ria_status status) {
  return r->runtime && ria_runtime_ranks(r->runtime) > 1 &&
         (status == RIA_ERROR_MEMORY || status == RIA_ERROR_STARPU || status == RIA_ERROR_MPI ||
          status == RIA_ERROR_DEVICE || status == RIA_ERROR_INTERNAL);
}

static ria_status execute(run *r, run_end *end) {
  RIA_TRY(setup(r));
  if (r->log)
    run_log_start(r->log, &(run_span){.from = r->from,
                                      .end = fmin(r->the_case.time.end, r->options->until),
                                      .steps = r->the_case.time.steps,
                                      .cells = (ria_global)ria_mesh_cells(&r->terrain.mesh)});
  ria_status status = loop(r, end);
  if (r->log) {
    r->summary.compute_seconds = run_log_seconds(r->log);
    run_log_stop(r->log);
  }
  if (is_lonely(r, status))
    return status;
  /* Write what was saved before the failure. */
  if (status != RIA_SUCCESS) {
    char detail[4096];
    snprintf(detail, sizeof detail, "%s", ria_status_detail());
    run_outputs_flush(r->outputs);
    return ria_fail(status, "%s", detail);
  }
  return finish(r, *end);
}

static void destroy(run *r) {
  run_outputs_destroy(r->outputs);
  ria_checkpoint_records_destroy(&r->records);
  run_drift_destroy(r->drift);
  free(r->summary.particles);
  ria_simulation_destroy(r->simulation);
  if (r->solver)
    r->solver->destroy(r->instance);
  run_log_destroy(r->log);
  run_folder_release(&r->folder);
  ria_runtime_destroy(r->runtime);
  run_balance_destroy(&r->summary.balance);
  run_observed_destroy(&r->summary.observed);
  ria_terrain_destroy(&r->terrain);
  free(r->command);
  ria_case_destroy(&r->the_case);
}

static void abort_all(run *r) {
  if (!atomic_exchange(&r->failure_reported, true))
    command_error("run", "rank %d: %s", ria_runtime_rank(r->runtime), ria_status_detail());
  command_errors_flush(CLI_EXIT_ERROR);
  fflush(stdout);
  MPI_Abort(MPI_COMM_WORLD, CLI_EXIT_ERROR);
}

static void report_failure(run *r) {
  const char *detail = ria_status_detail();
  if (atomic_exchange(&r->failure_reported, true))
    return;
  if (r->log) {
    run_log_info(r->log, "ria run: %s", detail);
    command_error_note("%s", detail);
  } else if (ria_launch_rank() == 0) {
    command_error("run", "%s", detail);
  }
}

int run_case(const run_options *options) {
  run r = {.options = options, .folder.lock = -1, .began = ria_seconds(), .started = time(NULL)};
  run_signals_catch();
  if (run_read_case(options, &r.the_case) != RIA_SUCCESS)
    return CLI_EXIT_ERROR;
  snprintf(r.folder.path, sizeof r.folder.path, options->folder ? "%s" : "%s-run",
           options->folder ? options->folder : r.the_case.name);
  run_end end = RUN_FINISHED;
  ria_status status = execute(&r, &end);
  if (is_lonely(&r, status))
    abort_all(&r);
  if (status != RIA_SUCCESS)
    report_failure(&r);
  destroy(&r);
  if (status != RIA_SUCCESS)
    return CLI_EXIT_ERROR;
  return end == RUN_STOPPED ? CLI_EXIT_INTERRUPTED : CLI_EXIT_SUCCESS;
}
