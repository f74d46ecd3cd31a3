#include "chosen.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "ria/field_file.h"
#include "ria/number.h"
#include "ria/text.h"

/* ---- fields ---- */

static bool is_in_history(const ria_variable *v) {
  return (v->where & RIA_SHOWN_IN_HISTORY) != 0;
}

/* Whether a variable's picture has a different name, as for a vector. */
static const char *picture_of(const ria_variable *v) {
  return v->picture.title && v->picture.name ? v->picture.name : NULL;
}

/* Whether a name of output.fields means this variable of `shown`. */
static bool means(const ria_shown *shown, const char *name, const ria_variable *v) {
  if (!is_in_history(v))
    return false;
  bool is = !strcmp(name, v->name);
  for (int i = 0; i < shown->variables; i++) {
    const ria_variable *drawn = &shown->variable[i];
    if (!is_in_history(drawn) || !picture_of(drawn) || strcmp(name, picture_of(drawn)) != 0)
      continue;
    is |= drawn == v;
    for (int c = 0; c < 2 && drawn->picture.component[c]; c++)
      is |= !strcmp(drawn->picture.component[c], v->name);
  }
  return is;
}

static bool is_chosen(const ria_case *c, const ria_shown *shown, const ria_variable *v) {
  for (int i = 0; i < c->output.fields_count; i++)
    if (means(shown, c->output.fields[i], v))
      return true;
  return false;
}

static bool is_known(const ria_shown *shown, const char *name) {
  for (int v = 0; v < shown->variables; v++)
    if (means(shown, name, &shown->variable[v]))
      return true;
  return false;
}

static ria_status fail(const ria_case *c, const ria_case_place *place, const char *key,
                       const char *text) {
  if (place->line)
    return ria_fail(RIA_ERROR_CASE, "%s:%d:%d: output.%s: %s", c->path, place->line, place->column,
                    key, text);
  return ria_fail(RIA_ERROR_CASE, "%s: output.%s: %s", c->path, key, text);
}

static ria_status reject_field(const ria_case *c, const ria_shown *shown, const char *name) {
  ria_text text = {0};
  ria_text_add(&text, "there is no variable '%.80s'; the solver '%s' has", name, c->solver);
  const char *before = " ";
  for (int v = 0; v < shown->variables; v++) {
    const ria_variable *variable = &shown->variable[v];
    if (!is_in_history(variable))
      continue;
    ria_text_add(&text, "%s%s", before, variable->name);
    before = ", ";
    if (picture_of(variable))
      ria_text_add(&text, ", %s", picture_of(variable));
  }
  const ria_status status = text.failed ? ria_fail(RIA_ERROR_MEMORY, "no memory for an error")
                                        : fail(c, &c->output.fields_place, "fields", text.data);
  ria_text_destroy(&text);
  return status;
}

/* A vector is drawn from both of its components. */
static void drop_picture(const ria_case *c, const ria_shown *shown, ria_variable *v) {
  for (int i = 0; i < 2 && v->picture.component[i]; i++)
    for (int o = 0; o < shown->variables; o++)
      if (!strcmp(shown->variable[o].name, v->picture.component[i]) &&
          !is_chosen(c, shown, &shown->variable[o]))
        v->picture.title = NULL;
}

void run_chosen_fields(const ria_case *c, ria_shown *shown) {
  bool chosen[RIA_SHOWN_VARIABLES];
  if (!c->output.fields)
    return;
  for (int v = 0; v < shown->variables; v++)
    chosen[v] = is_chosen(c, shown, &shown->variable[v]);
  for (int v = 0; v < shown->variables; v++)
    if (chosen[v])
      drop_picture(c, shown, &shown->variable[v]);
  for (int v = 0; v < shown->variables; v++) {
    ria_variable *variable = &shown->variable[v];
    if (chosen[v] || !is_in_history(variable))
      continue;
    variable->where &= ~RIA_SHOWN_IN_HISTORY;
    if (shown->peak && !strcmp(shown->peak, variable->name))
      shown->peak = NULL;
    if (shown->arrived && !strcmp(shown->arrived, variable->name))
      shown->arrived = NULL;
  }
}

char *run_chosen_text(const ria_case *c) {
  ria_text text = {0};
  for (int i = 0; i < c->output.fields_count; i++)
    ria_text_add(&text, "%s%s", i ? " " : "", c->output.fields[i]);
  if (!text.failed)
    return text.data;
  ria_text_destroy(&text);
  return NULL;
}

/* ---- times ---- */

bool run_chosen_time(const ria_case *c, double time) {
  const double hair = 1e-9 * fmax(time, 1);
  return time >= c->output.from - hair && !(time > c->output.until + hair);
}

/* ---- the region ---- */

static const ria_block *plane_of(const ria_terrain *terrain) {
  return &terrain->mesh.block[0];
}

static bool is_plane(const ria_terrain *terrain) {
  return terrain->mesh.blocks == 1 && terrain->mesh.ndim == 2 && !terrain->nodes &&
         !plane_of(terrain)->name;
}

run_region run_chosen_region(const ria_case *c, const ria_terrain *terrain) {
  const ria_block *plane = plane_of(terrain);
  run_region region = {.hi = {plane->cells[0], plane->cells[1]}};
  for (int a = 0; a < 2 && c->output.has_region; a++) {
    const double low = (c->output.low[a] - plane->origin[a]) / plane->spacing[a],
                 high = (c->output.high[a] - plane->origin[a]) / plane->spacing[a];
    region.lo[a] = (ria_global)fmin(fmax(ceil(low - 0.5), 0), (double)plane->cells[a]);
    region.hi[a] = (ria_global)fmin(fmax(floor(high - 0.5) + 1, 0), (double)plane->cells[a]);
  }
  return region;
}

static ria_status check_region(const ria_case *c, const ria_terrain *terrain) {
  char text[320];
  if (!c->output.has_region)
    return RIA_SUCCESS;
  if (!is_plane(terrain))
    return fail(c, &c->output.region_place, "region",
                "only a grid that is one plane has regions; leave it out");
  const run_region r = run_chosen_region(c, terrain);
  if (r.hi[0] > r.lo[0] && r.hi[1] > r.lo[1])
    return RIA_SUCCESS;
  const ria_block *plane = plane_of(terrain);
  ria_snprintf(text, sizeof text,
               "it contains no cell centre; the grid covers [%.10g, %.10g, %.10g, %.10g] m",
               plane->origin[0], plane->origin[1],
               plane->origin[0] + (double)plane->cells[0] * plane->spacing[0],
               plane->origin[1] + (double)plane->cells[1] * plane->spacing[1]);
  return fail(c, &c->output.region_place, "region", text);
}

/* Solvers without means over time ignore the key. */
static ria_status check_window(const ria_case *c, const ria_shown *shown) {
  bool some = false;
  for (int v = 0; v < shown->variables; v++)
    some |= shown->variable[v].over_time && !strcmp(shown->variable[v].over_time, "mean");
  return some || !(c->output.window > 0) || !strcmp(c->solver, "estuary")
             ? RIA_SUCCESS
             : ria_fail(RIA_ERROR_CASE,
                        "%s: output.window: the solver '%s' has no means over time; leave it out",
                        c->path, c->solver);
}

ria_status run_chosen_check(const ria_case *c, const ria_terrain *terrain, const ria_shown *shown) {
  RIA_TRY(check_window(c, shown));
  for (int i = 0; i < c->output.fields_count; i++)
    if (!is_known(shown, c->output.fields[i]))
      return reject_field(c, shown, c->output.fields[i]);
  return check_region(c, terrain);
}

double *run_chosen_crop(const run_region *r, const ria_grid *grid, const double *field) {
  const ria_global nx = r->hi[0] - r->lo[0], ny = r->hi[1] - r->lo[1];
  double *part = malloc((size_t)(nx * ny) * sizeof *part);
  for (ria_global y = 0; part && y < ny; y++)
    memcpy(part + y * nx, field + (r->lo[1] + y) * grid->cells[0] + r->lo[0],
           (size_t)nx * sizeof *part);
  return part;
}

/* ---- tiles ---- */

/* The part of a tile in a region; false: it has none. */
static bool overlap(const run_region *r, const ria_snapshot_tile *tile, ria_snapshot_tile *part) {
  *part =
      (ria_snapshot_tile){.block = tile->block, .lo = {0, 0, tile->lo[2]}, .n = {0, 0, tile->n[2]}};
  for (int a = 0; a < 2; a++) {
    const ria_global end = tile->lo[a] + tile->n[a];
    const ria_global low = tile->lo[a] > r->lo[a] ? tile->lo[a] : r->lo[a];
    const ria_global high = end < r->hi[a] ? end : r->hi[a];
    if (high <= low)
      return false;
    part->lo[a] = low - r->lo[a];
    part->n[a] = (int)(high - low);
  }
  return true;
}

static size_t cells_of(const ria_snapshot_tile *tile) {
  return (size_t)tile->n[0] * (size_t)tile->n[1];
}

/* Copy the rows of a part from those of its tile. */
static void copy_rows(const run_region *r, const ria_snapshot_tile *tile,
                      const ria_snapshot_tile *part, size_t bytes, const char *from, char *to) {
  const ria_global x = part->lo[0] + r->lo[0] - tile->lo[0],
                   y = part->lo[1] + r->lo[1] - tile->lo[1];
  for (int j = 0; j < part->n[1]; j++)
    memcpy(to + (size_t)j * (size_t)part->n[0] * bytes,
           from + ((size_t)(y + j) * (size_t)tile->n[0] + (size_t)x) * bytes,
           (size_t)part->n[0] * bytes);
}

ria_status run_chosen_cut(const run_region *r, ria_precision precision, int fields, int count,
                          const ria_snapshot_tile *tile, run_chosen_tiles *cut) {
  const size_t bytes = ria_precision_size(precision);
  ria_snapshot_tile part;
  size_t cells = 0;
  for (int i = 0; i < count; i++)
    cells += overlap(r, &tile[i], &part) ? cells_of(&part) : 0;
  *cut = (run_chosen_tiles){.tile = calloc((size_t)count + 1, sizeof *cut->tile),
                            .values = malloc(cells * (size_t)fields * bytes + 1)};
  if (!cut->tile || !cut->values)
    return ria_fail(RIA_ERROR_MEMORY, "no memory for the part of a record");
  char *to = cut->values;
  for (int i = 0; i < count; i++) {
    if (!overlap(r, &tile[i], &part))
      continue;
    for (int f = 0; f < fields; f++, to += cells_of(&part) * bytes) {
      copy_rows(r, &tile[i], &part, bytes, tile[i].values[f], to);
      part.values[f] = to;
    }
    cut->tile[cut->count++] = part;
  }
  return RIA_SUCCESS;
}

void run_chosen_destroy(run_chosen_tiles *cut) {
  free(cut->tile);
  free(cut->values);
  *cut = (run_chosen_tiles){0};
}

/* ---- continuing a history ---- */

static bool history_lacks(const char *path, const char *name) {
  ria_field_file file;
  if (access(path, F_OK) || ria_field_file_open(path, &file) != RIA_SUCCESS)
    return false;
  const bool found = ria_field_file_find(&file, name);
  ria_field_file_close(&file);
  return !found;
}

static void leave_out(const char *path, MPI_Comm comm, run_log *log, ria_shown *shown,
                      ria_variable *variable) {
  int rank;
  MPI_Comm_rank(comm, &rank);
  int lacks = !rank && history_lacks(path, variable->name);
  MPI_Bcast(&lacks, 1, MPI_INT, 0, comm);
  if (!lacks)
    return;
  variable->where &= ~RIA_SHOWN_IN_HISTORY;
  if (log)
    run_log_warn(log, "%s was started without '%s', and continues without it", path,
                 variable->name);
  if (shown->peak && !strcmp(variable->name, shown->peak))
    shown->peak = NULL;
  if (shown->arrived && !strcmp(variable->name, shown->arrived))
    shown->arrived = NULL;
}

/* Variables updated in each step: those of tracked fields, or their replacements. */
static bool is_tracked(const ria_shown *shown, const ria_variable *variable) {
  return (!variable->value && variable->field >= shown->fields) ||
         (shown->peak && !strcmp(variable->name, shown->peak)) ||
         (shown->arrived && !strcmp(variable->name, shown->arrived));
}

void run_chosen_resume(const char *path, MPI_Comm comm, run_log *log, ria_shown *shown) {
  for (int v = 0; v < shown->variables; v++)
    if (is_tracked(shown, &shown->variable[v]))
      leave_out(path, comm, log, shown, &shown->variable[v]);
}
