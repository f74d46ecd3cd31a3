#include "forecast.h"
#include <fcntl.h>
#include <ftw.h>
#include <math.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/statvfs.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>
#include "ria/case_errors.h"
#include "ria/number.h"
#include "ria/processes.h"
#include "ria/share.h"
#include "ria/shown.h"
#include "ria/solver.h"
#include "ria/tracks.h"
#include "chosen.h"
#include "log.h"
#include "run.h"

/* A trial of this size starts and stops in a second or two. */
static const double most_cells = 4e6;
static const double trial_seconds = 0.6, patience_seconds = 20;
static const double many_records = 10000, many_rows = 1e6;

enum { PATH = 4096, BYTES_OF_NUMBER = 8 };

/* Particles, and their bytes in files. */
static ria_status add_particles(const ria_solver *solver, void *instance, bool has_crs,
                                run_forecast *f) {
  ria_particles_description of = {.groups = 0};
  ria_currents_reading reading;
  if (!solver->particles)
    return RIA_SUCCESS;
  RIA_TRY(solver->particles(instance, &of, &reading));
  for (int g = 0; g < of.groups; g++)
    f->particles += (double)of.group[g].count;
  f->track_bytes = f->particles * ria_tracks_particle_bytes(&of, has_crs);
  f->checkpoint_bytes += f->particles * RIA_PARTICLE_COLUMNS * BYTES_OF_NUMBER;
  return RIA_SUCCESS;
}

ria_status run_forecast_sizes(const ria_case *c, const ria_terrain *terrain, const ria_model *model,
                              void *instance, run_forecast *f) {
  ria_shown shown;
  const ria_solver *solver = ria_solver_find(c->solver);
  ria_solver_show(solver, c, terrain, model, &shown);
  run_chosen_fields(c, &shown);
  const double real = c->precision == RIA_SINGLE ? 4 : 8;
  int in_history = 0, in_gauges = 0;
  *f = (run_forecast){.end = isfinite(c->time.end) && c->time.steps < 0 ? c->time.end : NAN,
                      .steps = c->time.steps >= 0 ? (double)c->time.steps : NAN,
                      .counts_steps = shown.steps};
  for (int b = 0; b < terrain->mesh.blocks; b++) {
    const ria_global *n = terrain->mesh.block[b].cells;
    f->cells += (double)n[0] * (double)n[1] * (double)(n[2] > 0 ? n[2] : 1);
  }
  for (int v = 0; v < shown.variables; v++) {
    in_history += (shown.variable[v].where & RIA_SHOWN_IN_HISTORY) != 0;
    in_gauges += (shown.variable[v].where & RIA_SHOWN_IN_GAUGES) != 0;
  }
  double shown_cells = f->cells;
  if (c->output.has_region) {
    const run_region r = run_chosen_region(c, terrain);
    shown_cells = (double)(r.hi[0] - r.lo[0]) * (double)(r.hi[1] - r.lo[1]);
  }
  f->record_bytes = c->output.history ? shown_cells * in_history * real : 0;
  f->row_bytes = c->gauges ? 30 + (double)c->gauges * in_gauges * BYTES_OF_NUMBER : 0;
  f->checkpoint_bytes = f->cells * ria_model_kept(model) * real;
  f->memory = run_share_rank_bytes(c, f->cells, &terrain->mesh);
  f->beside = solver->beside ? solver->beside(c) : 0;
  return add_particles(solver, instance, terrain->crs != NULL, f);
}

/* ---- the trial ---- */

static int remove_one(const char *path, const struct stat *info, int kind, struct FTW *where) {
  (void)info, (void)kind, (void)where;
  return remove(path);
}

/* Wait for a process; false if it does not end within these seconds. */
static bool ends_within(pid_t process, double seconds, int *status) {
  const double began = ria_seconds();
  while (waitpid(process, status, WNOHANG) == 0) {
    if (ria_seconds() - began > seconds)
      return false;
    nanosleep(&(struct timespec){.tv_nsec = 10000000}, NULL);
  }
  return true;
}

static bool exists(const char *folder, const char *name) {
  char path[PATH + 32];
  snprintf(path, sizeof path, "%s/%s", folder, name);
  return !access(path, F_OK);
}

/* Start `ria run` of the case into `folder`, without outputs. */
static bool start_trial(const ria_case *c, const char *folder, int sets, const char *const *set,
                        pid_t *process) {
  char program[RIA_PROGRAM_SIZE];
  const char *own[] = {"output.maps=false", "output.history=false"};
  const int owns = (int)(sizeof own / sizeof *own);
  const char **argument = calloc((size_t)(2 * (sets + owns) + 8), sizeof *argument);
  int n = 0;
  bool started = false;
  if (argument && ria_program_path(program)) {
    const char *first[] = {program, "run", c->path, "-o", folder};
    for (size_t i = 0; i < sizeof first / sizeof *first; i++)
      argument[n++] = first[i];
    for (int i = 0; i < sets + owns; i++) {
      argument[n++] = "--set";
      argument[n++] = i < sets ? set[i] : own[i - sets];
    }
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    for (int descriptor = 0; descriptor < 3; descriptor++)
      posix_spawn_file_actions_addopen(&actions, descriptor, "/dev/null",
                                       descriptor ? O_WRONLY : O_RDONLY, 0);
    started = !posix_spawn(process, program, &actions, NULL, (char **)argument, environ);
    posix_spawn_file_actions_destroy(&actions);
  }
  free(argument);
  return started;
}

/* Let it run, then ask it to stop, as Ctrl-C does. */
static void run_trial(pid_t process, const char *folder) {
  int status;
  const double began = ria_seconds();
  while (!exists(folder, "log.txt") && ria_seconds() - began < patience_seconds)
    if (ends_within(process, 0.02, &status))
      return;
  if (ends_within(process, trial_seconds, &status))
    return;
  kill(process, SIGTERM);
  if (ends_within(process, patience_seconds, &status))
    return;
  kill(process, SIGKILL);
  waitpid(process, &status, 0);
}

static double number_in(const json_t *summary, const char *name) {
  const json_t *value = json_object_get(summary, name);
  return json_is_number(value) ? json_number_value(value) : NAN;
}

static void read_trial(const char *folder, run_forecast *f) {
  char path[PATH + 32];
  snprintf(path, sizeof path, "%s/summary.json", folder);
  json_t *summary = json_load_file(path, 0, NULL);
  const double steps = number_in(summary, "steps"), loop = number_in(summary, "loop_seconds");
  f->dt = number_in(summary, "time") / steps;
  f->step_seconds = loop / steps;
  f->start_seconds = number_in(summary, "wall_seconds") - loop;
  f->workers = (int)(number_in(summary, "workers") * number_in(summary, "ranks"));
  f->measured = steps > 0 && f->step_seconds > 0 && f->start_seconds >= 0;
  json_decref(summary);
}

/* Figures of the whole run, derived from the trial. */
static void extend(const ria_case *c, run_forecast *f) {
  if (f->measured && isnan(f->steps) && isfinite(f->end))
    f->steps = ceil(f->end / f->dt);
  if (f->measured && isnan(f->end) && isfinite(f->steps))
    f->end = f->steps * f->dt;
  const double every = c->output.every;
  const double last = fmin(f->end, c->output.until);
  f->records = !c->output.history ? 0
               : !(every > 0)     ? (c->output.from <= 0) + (c->output.until >= f->end)
                              : 1 + ceil(last / every - 1e-9) - ceil(c->output.from / every - 1e-9);
  f->tracks = !(f->particles > 0) ? 0 : every > 0 ? 1 + ceil(f->end / every - 1e-9) : 2;
  f->rows = c->gauges ? 1 + floor(f->end / c->gauge_every + 1e-9) : 0;
  f->bytes = (f->record_bytes > 0 ? f->records * f->record_bytes : 0) +
             (f->row_bytes > 0 ? f->rows * f->row_bytes : 0) +
             (f->track_bytes > 0 ? f->tracks * f->track_bytes : 0) +
             f->checkpoint_bytes * (c->checkpoint.every > 0 ? c->checkpoint.keep : 1);
}

void run_forecast_measure(const ria_case *c, int sets, const char *const *set, run_forecast *f) {
  const char *wish = getenv("RIA_FORECAST"), *place = getenv("TMPDIR");
  char folder[PATH], into[PATH + 8];
  pid_t process;
  snprintf(folder, sizeof folder, "%s/ria-trial-XXXXXX", place && *place ? place : "/tmp");
  if ((!wish || strcmp(wish, "0") != 0) && f->cells <= most_cells && mkdtemp(folder)) {
    snprintf(into, sizeof into, "%s/run", folder);
    if (start_trial(c, into, sets, set, &process)) {
      run_trial(process, into);
      read_trial(into, f);
    }
    nftw(folder, remove_one, 16, FTW_DEPTH | FTW_PHYS);
  }
  extend(c, f);
}

/* ---- the text ---- */

static const char *size_text(double bytes, char text[32]) {
  static const char *const unit[] = {"bytes", "kB", "MB", "GB", "TB", "PB"};
  size_t u = 0;
  for (; bytes >= 1000 && u + 1 < sizeof unit / sizeof *unit; u++)
    bytes /= 1000;
  ria_snprintf(text, 32, "%.*f %s", bytes < 10 && u ? 1 : 0, bytes, unit[u]);
  return text;
}

/* A number with a comma between thousands, in two digits if it is an estimate. */
static const char *count_text(double count, bool estimate, char text[32]) {
  char digits[32];
  double unit = 1;
  while (estimate && count / unit >= 100)
    unit *= 10;
  ria_snprintf(digits, sizeof digits, "%.0f", round(count / unit) * unit);
  const size_t length = strlen(digits);
  size_t at = 0;
  for (size_t i = 0; i < length && at + 2 < 32; i++) {
    if (i && (length - i) % 3 == 0)
      text[at++] = ',';
    text[at++] = digits[i];
  }
  text[at] = 0;
  return text;
}

static void warn(ria_case *c, const char *path, const char *sentence) {
  ria_case_complain_at(&c->warnings, NULL, 0, 0, "%s: %s", path, sentence);
}

static void warn_of_room(const run_forecast *f, ria_case *c) {
  struct statvfs disk;
  char bytes[32], left[32], sentence[256];
  if (!(f->bytes > 0) || statvfs(".", &disk))
    return;
  const double room = (double)disk.f_bavail * (double)disk.f_frsize;
  if (f->bytes <= room)
    return;
  snprintf(
      sentence, sizeof sentence,
      "the run may write %s, but the disk of this folder has room for %s; write less often, or "
      "run it elsewhere",
      size_text(f->bytes, bytes), size_text(room, left));
  warn(c, "output", sentence);
}

/* In that case the run refuses to start on this machine. */
static void warn_of_memory(const run_forecast *f, ria_case *c) {
  char needed[32], there[32], beside[32], sentence[320];
  ria_share share;
  ria_share_find(false, &share);
  if (ria_share_is_open() || !share.memory || f->memory <= (double)share.memory)
    return;
  const bool particles = f->beside > 0.5 * f->memory;
  snprintf(sentence, sizeof sentence,
           "the run needs about %s of memory%s%s%s, and this machine has %s; %s",
           size_text(f->memory, needed), particles ? ", " : "",
           particles ? size_text(f->beside, beside) : "", particles ? " of them for particles" : "",
           size_text((double)share.memory, there),
           particles ? "release fewer particles, or use a larger machine"
                     : "use larger cells, or a larger machine");
  warn(c, particles ? "particles" : "grid", sentence);
}

void run_forecast_warn(const run_forecast *f, ria_case *c) {
  char count[32], bytes[32], sentence[256];
  if (f->records > many_records) {
    snprintf(sentence, sizeof sentence,
             "history.h5 gets %s records, up to %s; check that the interval is not too short",
             count_text(f->records, false, count), size_text(f->records * f->record_bytes, bytes));
    warn(c, "output.every", sentence);
  }
  if (f->rows > many_rows) {
    snprintf(sentence, sizeof sentence, "gauges.csv gets %s rows, about %s",
             count_text(f->rows, false, count), size_text(f->rows * f->row_bytes, bytes));
    warn(c, "gauges.every", sentence);
  }
  const bool whole = c->time.step == RIA_STEP_FIXED; /* the case requests that step */
  if (f->measured && !whole && c->output.every > 0 && c->output.every < 0.99 * f->dt)
    warn(c, "output.every", "this is shorter than a time step, so it shortens the time steps");
  warn_of_room(f, c);
  warn_of_memory(f, c);
}

void run_forecast_print(const run_forecast *f, const ria_case *c) {
  char text[32], other[32];
  printf("  %s cells", count_text(f->cells, false, text));
  if (f->measured && !f->counts_steps)
    ria_printf("; time steps of about %.2g s at first", f->dt);
  if (isfinite(f->steps))
    printf("; %s%s steps", c->time.steps < 0 ? "about " : "",
           count_text(f->steps, c->time.steps < 0, text));
  if (f->measured && isfinite(f->steps)) {
    run_log_duration(fmax(1, round(f->start_seconds + f->steps * f->step_seconds)), text);
    printf("; about %s here with %d worker%s, without pictures", text, f->workers,
           f->workers == 1 ? "" : "s");
  }
  printf("\n  needs about %s of memory", size_text(f->memory, text));
  if (f->particles > 0)
    printf(", %s of them for %s particles", size_text(f->beside, text),
           count_text(f->particles, false, other));
  printf("\n  writes up to %s:", size_text(f->bytes, text));
  if (f->record_bytes > 0)
    printf(" %s records in history.h5 (%s before packing),", count_text(f->records, false, text),
           size_text(f->records * f->record_bytes, other));
  if (f->row_bytes > 0)
    printf(" %s rows in gauges.csv,", count_text(f->rows, false, text));
  if (f->track_bytes > 0)
    printf(" %s records in particles.nc (%s before packing),", count_text(f->tracks, false, text),
           size_text(f->tracks * f->track_bytes, other));
  printf(" checkpoints of %s\n", size_text(f->checkpoint_bytes, text));
}

static json_t *real_or_null(double value) {
  return isfinite(value) ? json_real(value) : json_null();
}

json_t *run_forecast_json(const run_forecast *f) {
  const double seconds = f->measured ? f->start_seconds + f->steps * f->step_seconds : NAN;
  return json_pack("{s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o}", "memory", json_real(f->memory),
                   "track_records", real_or_null(f->tracks), "cells", json_real(f->cells),
                   "time_step", real_or_null(f->measured ? f->dt : NAN), "steps",
                   real_or_null(f->steps), "seconds", real_or_null(seconds), "records",
                   real_or_null(f->records), "gauge_rows", real_or_null(f->rows), "bytes",
                   real_or_null(f->bytes));
}
