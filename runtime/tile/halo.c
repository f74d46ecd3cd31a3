/* Halo strips: the only part of a tile that is sent. */
#include "halo.h"
#include <stdlib.h>
#include <string.h>
#include "halo/turn.h"
#include "trace/messages.h"

/* Corners are needed if one exchange serves several applications, or if one application reads two
 * cells far along both axes: through its neighbours' neighbours it depends on cells around the
 * corner. */
static bool needs_corners(const ria_model *model) {
  bool seen = model->stages > 1 && !model->program;
  for (int i = 0; i < model->stages; i++)
    seen |= ria_kernel_sees_corners(model->stage[i].kernel);
  return seen || (model->scheme == RIA_TILING_EXPANSION && model->depth > 1);
}

static ria_status too_many(int64_t number) {
  return ria_fail(RIA_ERROR_UNSUPPORTED,
                  "tile %lld shares cells with more than %d others; use fewer tiles",
                  (long long)number, MOST_STRIPS);
}

static ria_status append(halo_strip **strips, int *count, int64_t number, const halo_strip *strip) {
  if (*count == MOST_STRIPS)
    return too_many(number);
  halo_strip *grown = realloc(*strips, (size_t)(*count + 1) * sizeof *grown);
  if (!grown)
    return ria_fail(RIA_ERROR_MEMORY, "no memory for the halo strips of a tile");
  *strips = grown;
  grown[(*count)++] = *strip;
  return RIA_SUCCESS;
}

/* One tag for each receiver, strip and generation, numbered from 0; it contains no step number. */
static int64_t strip_tag(int64_t taker, int strip) {
  return (taker * MOST_STRIPS + strip) * 2;
}

/* Add the strips of a tile, perhaps of another rank, to this rank's tiles that receive or send
 * them. */
static ria_status enter_strips(ria_simulation *s, int64_t taker, const ria_mesh_strip *strip,
                               int count) {
  tile_data *here = tile_of(s, taker);
  if (count > MOST_STRIPS)
    return too_many(taker);
  for (int i = 0; i < count; i++) {
    tile_data *there = tile_of(s, strip[i].tile);
    halo_strip in = {.box = strip[i].to,
                     .other = strip[i].tile,
                     .owner = s->owner[strip[i].tile],
                     .tile = there,
                     .tag = strip_tag(taker, i)};
    halo_strip out = {.box = strip[i].from,
                      .other = taker,
                      .owner = s->owner[taker],
                      .tile = here,
                      .tag = in.tag};
    memcpy(out.map, strip[i].map, sizeof out.map);
    if (here)
      RIA_TRY(append(&here->in, &here->ins, taker, &in));
    if (!there)
      continue;
    RIA_TRY(turned_fields(&s->model, &strip[i], &out.turned));
    const ria_status status = append(&there->out, &there->outs, strip[i].tile, &out);
    if (status != RIA_SUCCESS)
      free(out.turned);
    RIA_TRY(status);
  }
  return RIA_SUCCESS;
}

static ria_status enter_all(ria_simulation *s) {
  const bool corners = needs_corners(&s->model);
  for (int64_t t = 0; t < ria_mesh_tiles(&s->mesh); t++) {
    ria_mesh_strip *strip;
    int count;
    RIA_TRY(ria_mesh_strips(&s->mesh, t, s->exchanged, corners, &strip, &count));
    const ria_status status = enter_strips(s, t, strip, count);
    free(strip);
    RIA_TRY(status);
  }
  return RIA_SUCCESS;
}

static ria_status create_memory(const ria_simulation *s, tile_data *tile, halo_strip *strips,
                                int count, bool packed) {
  const size_t cell = (size_t)s->strip_fields * tile->layout.size;
  for (int i = 0; i < count; i++) {
    halo_strip *h = &strips[i];
    h->strip = &h->own;
    if (!h->tile || h->tile->place.worker != tile->place.worker)
      tile->boundary_tile = 1;
    if (!packed && h->tile)
      continue; /* unpacked from the memory in which the other tile packs */
    const bool pin = !h->tile && place_on_device(&tile->place);
    RIA_TRY(strip_create(&h->own, ria_box_cells(h->box) * cell, pin));
  }
  return RIA_SUCCESS;
}

/* Connect a tile to the strips that tiles of this rank pack for it. */
static void find_packed(tile_data *tile) {
  for (int i = 0; i < tile->ins; i++) {
    halo_strip *in = &tile->in[i];
    for (int o = 0; in->tile && o < in->tile->outs; o++)
      if (in->tile->out[o].tag == in->tag)
        in->strip = &in->tile->out[o].own;
  }
}

ria_status halo_create(ria_simulation *s) {
  if (!s->traits.groups)
    RIA_TRY(enter_all(s));
  for (int i = 0; i < s->tiles; i++) {
    tile_data *tile = &s->tile[i];
    for (int side = 0; side < RIA_SIDES; side++)
      tile->has_neighbour[side] = ria_mesh_has_neighbour(&s->mesh, &tile->at, (ria_side)side);
    RIA_TRY(create_memory(s, tile, tile->in, tile->ins, false));
    RIA_TRY(create_memory(s, tile, tile->out, tile->outs, true));
    strip_trace_create(s, tile);
  }
  for (int i = 0; i < s->tiles; i++)
    find_packed(&s->tile[i]);
  return RIA_SUCCESS;
}

void halo_destroy(tile_data *tile) {
  for (int i = 0; i < tile->ins; i++)
    strip_destroy(&tile->in[i].own);
  for (int i = 0; i < tile->outs; i++) {
    strip_destroy(&tile->out[i].own);
    free(tile->out[i].turned);
  }
  free(tile->in);
  free(tile->out);
}

static ria_status send(const ria_simulation *s, halo_strip *h) {
  const int p = s->parity;
  if (starpu_mpi_isend_detached(h->own.handle[p], h->owner, h->tag + p, s->runtime->comm,
                                s->trace ? strip_trace_complete : NULL, &h->own.trace[p]))
    return ria_fail(RIA_ERROR_MPI, "StarPU-MPI refused to send to rank %d", h->owner);
  return RIA_SUCCESS;
}

static ria_status receive(const ria_simulation *s, halo_strip *h) {
  const int p = s->parity;
  if (starpu_mpi_irecv_detached(h->own.handle[p], h->owner, h->tag + p, s->runtime->comm,
                                s->trace ? strip_trace_complete : NULL, &h->own.trace[p]))
    return ria_fail(RIA_ERROR_MPI, "StarPU-MPI refused to receive from rank %d", h->owner);
  return RIA_SUCCESS;
}

ria_status halo_exchange(const ria_simulation *s) {
  for (int i = 0; i < s->tiles; i++) {
    const tile_data *tile = &s->tile[i];
    for (int k = 0; k < tile->outs; k++)
      if (!tile->out[k].tile)
        RIA_TRY(send(s, &tile->out[k]));
    for (int k = 0; k < tile->ins; k++)
      if (!tile->in[k].tile)
        RIA_TRY(receive(s, &tile->in[k]));
  }
  return RIA_SUCCESS;
}
