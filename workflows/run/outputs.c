#include "outputs.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "ria/checkpoint.h"
#include "ria/gauges.h"
#include "ria/history.h"
#include "ria/ranks.h"
#include "ria/raster.h"
#include "ria/steps.h"
#include "chosen.h"
#include "files.h"
#include "gauge_file.h"
#include "resume.h"
#include "sections.h"
#include "tracks.h"
#include "writer.h"

struct run_outputs {
  run_subject subject;
  run_writer *writer;
  ria_history *history;   /**< used by the writer only, once it has started */
  bool history_held;      /**< another program keeps the history open, and this has been logged */
  ria_gauges *gauges;     /**< rank 0 */
  run_sections *sections; /**< rank 0 */
  ria_place *place;
  int *block; /**< statics of the gauges' cells */
  ria_global *at[RIA_AXES];
  ria_probe *probe; /**< probe of these cells */
  double probed;    /**< simulated time of its last request */
  ria_shown shown;
  run_region region; /**< with output.region */
  ria_shown part;    /**< `shown` of the history, whose statics are those of the region */
  double *crop[RIA_SHOWN_STATICS];
  ria_history_nodes nodes;
  double *statics, *values;
  int about; /**< description of the case in checkpoints; rank 0 */
  ria_attribute attribute[RIA_STATE_ATTRIBUTES];
  ria_tracks *tracks;      /**< rank 0, of particles; used by the writer only */
  ria_steps *steps;        /**< rank 0, if the model's program records its steps */
  ria_status table_status; /**< of gauges and steps */
  char table_detail[1024];
  char last_checkpoint[64]; /**< set by the writer, read after a flush */
};

ria_status run_agree(const ria_runtime *runtime, ria_status mine) {
  return ria_agree(ria_runtime_comm(runtime), mine);
}

static ria_status setup_gauges(run_outputs *o) {
  const ria_case *c = o->subject.the_case;
  const ria_terrain *terrain = o->subject.terrain;
  size_t n = (size_t)c->gauges + 1;
  o->place = calloc(n, sizeof *o->place);
  o->block = calloc(n, sizeof *o->block);
  for (int a = 0; a < RIA_AXES; a++)
    o->at[a] = calloc(n, sizeof *o->at[a]);
  o->statics = calloc(n * (size_t)(o->shown.statics + 1), sizeof *o->statics);
  o->values = calloc(n * (size_t)o->subject.model->nstate, sizeof *o->values);
  if (!o->place || !o->block || !o->at[0] || !o->at[1] || !o->at[2] || !o->statics || !o->values)
    return ria_fail(RIA_ERROR_MEMORY, "no memory for the gauges");
  for (int i = 0; i < c->gauges; i++) {
    const ria_case_gauge *gauge = &c->gauge[i];
    o->place[i] = (ria_place){gauge->name, gauge->x, gauge->y, gauge->z};
    ria_global cell[RIA_AXES];
    ria_terrain_find(terrain, (double[]){gauge->x, gauge->y, gauge->z}, &o->block[i], cell);
    for (int a = 0; a < RIA_AXES; a++)
      o->at[a][i] = cell[a];
    for (int s = 0; s < o->shown.statics; s++)
      o->statics[i * o->shown.statics + s] =
          o->shown.fixed[s].value[cell[1] * terrain->grid.cells[0] + cell[0]];
  }
  const ria_probe_cells cells = {
      .count = c->gauges, .block = o->block, .at = {o->at[0], o->at[1], o->at[2]}};
  return ria_probe_create(o->subject.simulation, &cells, &o->probe);
}

static ria_status read_nodes(const void *grid, int block, ria_range range, double *a, double *b,
                             double *c) {
  return ria_block_grid_nodes(grid, block, range, a, b, c);
}

/* With output.region the history has a part of the plane. */
static ria_status choose_part(run_outputs *o, ria_history_description *d) {
  const ria_case *c = o->subject.the_case;
  const ria_terrain *terrain = o->subject.terrain;
  if (!c->output.has_region)
    return RIA_SUCCESS;
  const ria_block *plane = &terrain->mesh.block[0];
  const run_region r = o->region = run_chosen_region(c, terrain);
  o->part = o->shown;
  d->shown = &o->part;
  d->mesh = NULL;
  for (int a = 0; a < 2; a++) {
    d->grid.cells[a] = r.hi[a] - r.lo[a];
    d->grid.spacing[a] = plane->spacing[a];
    d->grid.origin[a] = plane->origin[a] + (double)r.lo[a] * plane->spacing[a];
  }
  for (int s = 0; s < o->shown.statics; s++) {
    o->crop[s] = run_chosen_crop(&r, &terrain->grid, o->shown.fixed[s].value);
    o->part.fixed[s].value = o->crop[s];
    if (!o->crop[s])
      return ria_fail(RIA_ERROR_MEMORY, "no memory for the part of a history");
  }
  return RIA_SUCCESS;
}

static ria_status open_history(run_outputs *o, double time, bool resumed,
                               const ria_checkpoint_records *records) {
  const ria_case *c = o->subject.the_case;
  if (!run_outputs_have_history(o))
    return RIA_SUCCESS;
  ria_crs_mapping crs;
  RIA_TRY(ria_crs_map(o->subject.terrain->crs, &crs));
  const ria_block_grid *grid = o->subject.terrain->nodes;
  char path[RUN_PATH];
  run_folder_join(o->subject.folder, "history.h5", path);
  if (resumed)
    run_chosen_resume(path, ria_runtime_comm(o->subject.runtime), o->subject.log, &o->shown);
  if (grid)
    o->nodes = (ria_history_nodes){grid->system == RIA_NODES_CYLINDRICAL, read_nodes, grid};
  ria_history_description d = {.path = path,
                               .comm = ria_runtime_comm(o->subject.runtime),
                               .grid = o->subject.terrain->grid,
                               .mesh = o->subject.terrain->depth ? NULL : &o->subject.terrain->mesh,
                               .nodes = grid ? &o->nodes : NULL,
                               .precision = c->precision,
                               .shown = &o->shown,
                               .title = c->title,
                               .solver = c->solver,
                               .case_hash = c->hash,
                               .command = o->subject.command,
                               .has_start = c->time.has_start,
                               .start = c->time.start,
                               .crs_attributes = crs.attributes,
                               .crs_attribute = crs.attribute,
                               .places = c->gauges,
                               .place = o->place};
  char *fields = run_chosen_text(c);
  d.fields = fields;
  const int64_t expected = records->known ? records->history_records : -1;
  ria_status status = run_agree(o->subject.runtime, choose_part(o, &d));
  if (status == RIA_SUCCESS)
    status = resumed ? ria_history_resume(&d, time, expected, &o->history)
                     : ria_history_create(&d, &o->history);
  ria_crs_mapping_destroy(&crs);
  free(fields);
  RIA_TRY(status);
  if (!ria_runtime_rank(o->subject.runtime))
    run_files_link(o->subject.folder->path);
  if (o->subject.log && *ria_history_note(o->history))
    run_log_info(o->subject.log, "note: %s", ria_history_note(o->history));
  if (o->subject.log && *ria_history_warning(o->history))
    run_log_warn(o->subject.log, "%s", ria_history_warning(o->history));
  return RIA_SUCCESS;
}

static ria_status resume_gauges(run_outputs *o, const ria_gauges_description *d, double time,
                                const ria_checkpoint_records *records) {
  const ria_gauges_known known = {
      .header = records->gauge_header, .rows = records->gauge_rows, .row = records->gauge};
  const bool knows = records->known && records->gauge_rows >= 0;
  RIA_TRY(ria_gauges_resume(d, time, knows ? &known : NULL, &o->gauges));
  if (o->subject.log && *ria_gauges_warning(o->gauges))
    run_log_warn(o->subject.log, "%s", ria_gauges_warning(o->gauges));
  return RIA_SUCCESS;
}

static ria_gauges_description describe_gauges(const run_outputs *o, const char *path) {
  const ria_case *c = o->subject.the_case;
  return (ria_gauges_description){.path = path,
                                  .has_start = c->time.has_start,
                                  .start = c->time.start,
                                  .shown = &o->shown,
                                  .nstate = o->subject.model->nstate,
                                  .places = c->gauges,
                                  .place = o->place,
                                  .statics = o->shown.statics ? o->statics : NULL};
}

static ria_status open_gauges(run_outputs *o, double time, bool resumed,
                              const ria_checkpoint_records *records) {
  const ria_case *c = o->subject.the_case;
  char path[RUN_PATH];
  run_folder_join(o->subject.folder, "gauges.csv", path);
  const ria_gauges_description d = describe_gauges(o, path);
  if (ria_runtime_rank(o->subject.runtime) || !c->gauges)
    return RIA_SUCCESS;
  return resumed ? resume_gauges(o, &d, time, records) : ria_gauges_create(&d, &o->gauges);
}

static ria_status open_sections(run_outputs *o, double time, bool resumed) {
  return ria_runtime_rank(o->subject.runtime)
             ? RIA_SUCCESS
             : run_sections_create(&o->subject, &o->shown, time, resumed, &o->sections);
}

static void add_step(void *outputs, const ria_step_record *record) {
  ria_steps_add(((run_outputs *)outputs)->steps, record);
}

static ria_status open_steps(run_outputs *o, const ria_progress *at, bool resumed,
                             const ria_checkpoint_records *records) {
  char path[RUN_PATH];
  const ria_program *program = o->subject.model->program;
  const ria_steps_known known = {.bytes = records->step_bytes, .crc = records->step_crc};
  run_folder_join(o->subject.folder, "steps.csv", path);
  if (ria_runtime_rank(o->subject.runtime) || !ria_steps_recorded(program))
    return RIA_SUCCESS;
  RIA_TRY(resumed ? ria_steps_resume(path, program, at->steps,
                                     records->known && known.bytes >= 0 ? &known : NULL, &o->steps)
                  : ria_steps_create(path, program, &o->steps));
  if (o->subject.log && *ria_steps_warning(o->steps))
    run_log_warn(o->subject.log, "%s", ria_steps_warning(o->steps));
  ria_simulation_record(o->subject.simulation, add_step, o);
  return RIA_SUCCESS;
}

ria_status run_outputs_create(const run_subject *subject, bool resumed,
                              const ria_checkpoint_records *records, run_outputs **outputs) {
  run_outputs *o = *outputs = calloc(1, sizeof *o);
  if (!o)
    return ria_fail(RIA_ERROR_MEMORY, "no memory for the outputs");
  o->subject = *subject;
  ria_solver_show(subject->solver, subject->the_case, subject->terrain, subject->model, &o->shown);
  run_chosen_fields(subject->the_case, &o->shown);
  const ria_progress at = ria_simulation_progress(subject->simulation);
  const double time = at.time;
  if (ria_runtime_rank(subject->runtime) == 0)
    o->about = ria_state_describe(subject->the_case, subject->terrain, o->attribute);
  RIA_TRY(run_agree(subject->runtime, setup_gauges(o)));
  RIA_TRY(run_agree(subject->runtime, open_history(o, time, resumed, records)));
  RIA_TRY(run_agree(subject->runtime, open_gauges(o, time, resumed, records)));
  RIA_TRY(run_agree(subject->runtime, open_steps(o, &at, resumed, records)));
  RIA_TRY(run_agree(subject->runtime, open_sections(o, time, resumed)));
  RIA_TRY(run_agree(subject->runtime, run_tracks_open(subject, time, resumed, &o->tracks)));
  return run_agree(subject->runtime,
                   run_writer_create(ria_runtime_threads(subject->runtime), &o->writer));
}

static ria_status append_record(run_outputs *o, double time, int count,
                                const ria_snapshot_tile *tiles) {
  const run_subject *s = &o->subject;
  run_chosen_tiles cut;
  if (!s->the_case->output.has_region)
    return ria_history_append(o->history, time, count, tiles);
  ria_status status =
      run_agree(s->runtime, run_chosen_cut(&o->region, s->the_case->precision,
                                           o->shown.fields + o->shown.tracked, count, tiles, &cut));
  if (status == RIA_SUCCESS)
    status = ria_history_append(o->history, time, cut.count, cut.tile);
  run_chosen_destroy(&cut);
  return status;
}

static ria_status append_history(void *outputs, ria_snapshot *snapshot, void *note) {
  run_outputs *o = outputs;
  (void)note;
  int count;
  const ria_snapshot_tile *tiles;
  ria_progress at;
  RIA_TRY(ria_snapshot_tiles(snapshot, &count, &tiles, &at));
  RIA_TRY(append_record(o, at.time, count, tiles));
  if (o->subject.log && !o->history_held && ria_history_is_held(o->history)) {
    o->history_held = true;
    run_log_warn(o->subject.log,
                 "another program holds history.h5 open; the run writes its records without "
                 "waiting for that program. Close and open the file there to see new records");
  }
  return RIA_SUCCESS;
}

/* Rank 0's state of the gauges, steps and particles when a checkpoint is taken, because rows may be
 * added while it is written. */
typedef struct {
  ria_status tables;
  ria_checkpoint_records records;
  double number[]; /* values of columns, then the rows of gauges */
} checkpoint_note;

/* Points the columns to their values. */
static void place_columns(checkpoint_note *note, int columns) {
  double *value = note->number;
  note->records.columns = columns;
  for (int c = 0; c < columns; c++) {
    note->records.column[c].value = value;
    value += note->records.column[c].count;
  }
}

/* NULL without memory. */
static checkpoint_note *take_note(const run_outputs *o) {
  ria_gauges_known now = {0};
  ria_steps_known steps = {.bytes = -1};
  if (o->gauges)
    now = ria_gauges_now(o->gauges);
  if (o->steps)
    steps = ria_steps_now(o->steps);
  ria_checkpoint_records records = {.known = true,
                                    .gauge_rows = o->gauges ? now.rows : -1,
                                    .gauge_header = now.header,
                                    .history_records = -1,
                                    .step_bytes = steps.bytes,
                                    .step_crc = steps.crc};
  size_t numbers;
  const int columns = run_drift_columns(o->subject.drift, records.column, &numbers);
  checkpoint_note *note = malloc(sizeof *note + numbers * sizeof *note->number +
                                 (size_t)now.rows * sizeof(ria_checkpoint_row));
  if (!note)
    return NULL;
  note->tables = o->table_status;
  note->records = records;
  note->records.gauge = (ria_checkpoint_row *)(void *)(note->number + numbers);
  if (now.rows)
    memcpy(note->records.gauge, now.row, (size_t)now.rows * sizeof *now.row);
  place_columns(note, columns);
  return note;
}

/* Everything that a checkpoint refers to must be on the disk before it gets its name. The history
 * already is: each append ends with a sync. Rank 0 only. */
static ria_status settle_records(const run_outputs *o, checkpoint_note *note) {
  if (!note)
    return ria_fail(RIA_ERROR_MEMORY, "no memory for the records of a checkpoint");
  if (note->tables != RIA_SUCCESS)
    return ria_fail(note->tables, "%s", o->table_detail);
  if (o->gauges)
    RIA_TRY(ria_gauges_sync(o->gauges));
  RIA_TRY(run_sections_sync(o->sections));
  if (o->steps)
    RIA_TRY(ria_steps_sync(o->steps));
  if (o->history) {
    note->records.history_records = ria_history_records(o->history);
    note->records.history_time = ria_history_last(o->history);
  }
  return run_folder_sync(o->subject.folder);
}

static ria_status write_checkpoint(void *outputs, ria_snapshot *snapshot, void *noted) {
  run_outputs *o = outputs;
  const run_subject *s = &o->subject;
  checkpoint_note *note = noted;
  const bool root = ria_runtime_rank(s->runtime) == 0;
  char name[64], path[RUN_PATH];
  int count;
  const ria_snapshot_tile *tiles;
  ria_progress at;
  RIA_TRY(ria_snapshot_tiles(snapshot, &count, &tiles, &at));
  RIA_TRY(run_agree(s->runtime, root ? settle_records(o, note) : RIA_SUCCESS));
  run_folder_checkpoint_name(at.steps, name);
  run_folder_join(s->folder, name, path);
  ria_checkpoint_identity id = run_resume_identity(s);
  id.attributes = o->about;
  id.attribute = o->attribute;
  RIA_TRY(ria_checkpoint_write(s->runtime, snapshot, &id, root ? &note->records : NULL, path));
  ria_status status = RIA_SUCCESS;
  if (root)
    status = run_folder_publish(s->folder, at.steps, s->the_case->checkpoint.keep);
  RIA_TRY(run_agree(s->runtime, status));
  memcpy(o->last_checkpoint, name, sizeof name);
  return RIA_SUCCESS;
}

/* If MPI allows one thread at a time, StarPU's must be idle before this one calls MPI. */
static void take_mpi(const run_outputs *o) {
  if (!ria_runtime_threads(o->subject.runtime))
    ria_simulation_drain(o->subject.simulation);
}

static ria_status add_job(run_outputs *o, run_writer_job job, void *note) {
  ria_snapshot *snapshot;
  ria_status status = ria_simulation_snapshot(o->subject.simulation, &snapshot);
  if (status != RIA_SUCCESS) {
    free(note);
    return status;
  }
  take_mpi(o);
  run_writer_add(o->writer, job, o, snapshot, note);
  return RIA_SUCCESS;
}

/* ---- tracks of particles ---- */

static ria_status append_tracks(void *outputs, ria_snapshot *snapshot, void *note) {
  run_outputs *o = outputs;
  (void)snapshot; /* none */
  return run_agree(o->subject.runtime,
                   o->tracks ? run_tracks_append(&o->subject, o->tracks, note) : RIA_SUCCESS);
}

static ria_status add_tracks(run_outputs *o) {
  run_tracks_note *note;
  if (!o->subject.drift)
    return RIA_SUCCESS;
  RIA_TRY(run_tracks_take(&o->subject, o->tracks != NULL, &note));
  run_writer_add(o->writer, append_tracks, o, NULL, note);
  return RIA_SUCCESS;
}

/* A failure is known to rank 0 only; it is stored until the ranks next agree. */
static void note_status(run_outputs *o, ria_status status) {
  if (status == RIA_SUCCESS || o->table_status != RIA_SUCCESS)
    return;
  o->table_status = status;
  snprintf(o->table_detail, sizeof o->table_detail, "%s", ria_status_detail());
}

/* Without gauges, sections get a row with each record, else with each row of the gauges.
 */
static void append_sections(run_outputs *o) {
  if (o->sections && o->table_status == RIA_SUCCESS)
    note_status(o, run_sections_append(o->sections));
}

ria_status run_outputs_history(run_outputs *o) {
  if (!o->subject.the_case->gauges)
    append_sections(o);
  const double time = ria_simulation_progress(o->subject.simulation).time;
  if (o->history && run_chosen_time(o->subject.the_case, time))
    RIA_TRY(add_job(o, append_history, NULL));
  return add_tracks(o);
}

static void write_steps(run_outputs *o) {
  if (o->steps && o->table_status == RIA_SUCCESS)
    note_status(o, ria_steps_write(o->steps));
}

/* Writes the last requested row. */
static ria_status append_gauges(run_outputs *o) {
  if (!o->probe || !ria_probe_asked(o->probe))
    return RIA_SUCCESS;
  RIA_TRY(ria_probe_answer(o->probe, o->values));
  for (int i = 0; i < o->subject.the_case->gauges; i++)
    ria_shown_to_space(&o->shown, &o->subject.terrain->mesh.block[o->block[i]],
                       o->values + (size_t)i * (size_t)o->subject.model->nstate);
  if (o->gauges && o->table_status == RIA_SUCCESS)
    note_status(o, ria_gauges_append(o->gauges, o->probed, o->values));
  return RIA_SUCCESS;
}

ria_status run_outputs_gauges(run_outputs *o) {
  if (!o->subject.the_case->gauges)
    return RIA_SUCCESS;
  append_sections(o);
  RIA_TRY(append_gauges(o));
  RIA_TRY(ria_probe_ask(o->probe));
  o->probed = ria_simulation_progress(o->subject.simulation).time;
  /* With several ranks the read is collective, so it cannot be left for later. */
  return ria_runtime_ranks(o->subject.runtime) > 1 ? append_gauges(o) : RIA_SUCCESS;
}

ria_status run_outputs_checkpoint(run_outputs *o) {
  RIA_TRY(append_gauges(o));
  write_steps(o);
  checkpoint_note *note = ria_runtime_rank(o->subject.runtime) == 0 ? take_note(o) : NULL;
  const ria_status status = run_drift_gather(o->subject.drift, note ? note->number : NULL);
  if (status != RIA_SUCCESS) {
    free(note);
    return status;
  }
  if (note && o->subject.drift)
    run_drift_keep(o->subject.drift, note->records.column[note->records.columns - 1].value);
  return add_job(o, write_checkpoint, note);
}

void run_outputs_poll(run_outputs *o) {
  write_steps(o);
  if (o->probe && ria_probe_asked(o->probe) && ria_probe_ready(o->probe))
    append_gauges(o); /* the caller that advances the simulation gets errors, too */
}

bool run_outputs_failed(run_outputs *o) {
  return o->table_status != RIA_SUCCESS || run_writer_failed(o->writer);
}

ria_status run_outputs_flush(run_outputs *o) {
  const ria_status gauges = append_gauges(o);
  write_steps(o);
  take_mpi(o);
  ria_status status = run_writer_flush(o->writer);
  if (status == RIA_SUCCESS)
    status = gauges;
  if (status == RIA_SUCCESS && o->table_status != RIA_SUCCESS)
    status = ria_fail(o->table_status, "%s", o->table_detail);
  return run_agree(o->subject.runtime, status);
}

const char *run_outputs_last_checkpoint(const run_outputs *o) {
  return o->last_checkpoint;
}

bool run_outputs_have_history(const run_outputs *o) {
  return o->subject.the_case->output.history;
}

static void close_steps(run_outputs *o) {
  if (o->steps)
    ria_simulation_record(o->subject.simulation, NULL, NULL);
  ria_steps_destroy(o->steps);
  o->steps = NULL;
}

/* arrivals.csv and gauges.nc follow from gauges.csv, which a killed run has. */
static ria_status write_followers(const run_outputs *o) {
  char from[RUN_PATH], into[RUN_PATH];
  ria_crs_mapping crs;
  run_folder_join(o->subject.folder, "gauges.csv", from);
  run_folder_join(o->subject.folder, "gauges.nc", into);
  RIA_TRY(ria_gauges_write_arrivals(o->gauges));
  RIA_TRY(ria_crs_map(o->subject.terrain->crs, &crs));
  const ria_gauges_description d = describe_gauges(o, from);
  const run_gauge_about about = {.title = o->subject.the_case->title,
                                 .command = o->subject.command,
                                 .box = o->subject.terrain->mesh.ndim > 2,
                                 .crs = o->subject.terrain->crs,
                                 .crs_attributes = crs.attributes,
                                 .crs_attribute = crs.attribute};
  const ria_status status = run_gauge_file_write(&d, &about, into);
  ria_crs_mapping_destroy(&crs);
  return status;
}

ria_status run_outputs_close(run_outputs *o) {
  if (!o)
    return RIA_SUCCESS;
  run_writer_destroy(o->writer);
  o->writer = NULL;
  ria_status status = o->gauges ? write_followers(o) : RIA_SUCCESS;
  ria_gauges_destroy(o->gauges);
  o->gauges = NULL;
  run_sections_destroy(o->sections);
  o->sections = NULL;
  close_steps(o);
  ria_history_destroy(o->history);
  o->history = NULL;
  ria_tracks_destroy(o->tracks);
  o->tracks = NULL;
  return status;
}

ria_status run_outputs_step_files(const ria_solver *solver, const run_folder *folder) {
  char from[RUN_PATH], into[RUN_PATH];
  run_folder_join(folder, "steps.csv", from);
  for (const ria_step_file *f = solver->step_files; f && f->file; f++) {
    run_folder_join(folder, f->file, into);
    RIA_TRY(ria_steps_column(from, f, into));
  }
  return RIA_SUCCESS;
}

void run_outputs_destroy(run_outputs *o) {
  if (!o)
    return;
  run_writer_destroy(o->writer);
  ria_probe_destroy(o->probe);
  ria_gauges_destroy(o->gauges);
  run_sections_destroy(o->sections);
  close_steps(o);
  ria_history_destroy(o->history);
  ria_tracks_destroy(o->tracks);
  free(o->place);
  free(o->block);
  for (int a = 0; a < RIA_AXES; a++)
    free(o->at[a]);
  free(o->statics);
  free(o->values);
  for (int s = 0; s < RIA_SHOWN_STATICS; s++)
    free(o->crop[s]);
  free(o);
}
