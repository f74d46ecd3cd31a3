/* The halos of a program: cells are copied directly between tiles of a group, and in messages
 * between groups, one for each pair of groups that share cells. An exchange moves only the ghost
 * cells that are read before the next one, so exchanges of each depth have a halo of their own. */
#include "program.h"
#include <stdlib.h>
#include <string.h>
#include "halo/turn.h"

/* ---- groups of all ranks ---- */

typedef program_groups_of_all numbers;

/* The group of each tile. */
static void find_groups(numbers *n) {
  const ria_simulation *s = n->s;
  const int64_t tiles = ria_mesh_tiles(&s->mesh);
  for (int g = 0; g < s->groups; g++)
    for (int t = 0; t < s->group[g].tiles; t++)
      n->of_tile[s->tile[s->group[g].first + t].number] = program_of(s)->first_group + g;
  MPI_Allreduce(MPI_IN_PLACE, n->of_tile, (int)tiles, MPI_INT, MPI_MAX, s->runtime->comm);
  for (int64_t t = 0; t < tiles; t++)
    n->owner[n->of_tile[t]] = s->owner[t];
}

/* Number the groups rank by rank; returns their number. */
static int count_groups(const ria_simulation *s, int *count, int *first) {
  int groups = 0;
  MPI_Allgather(&s->groups, 1, MPI_INT, count, 1, MPI_INT, s->runtime->comm);
  for (int r = 0; r < s->runtime->ranks; r++) {
    first[r] = groups;
    groups += count[r];
  }
  return groups;
}

ria_status program_number_groups(numbers *n) {
  const ria_simulation *s = n->s;
  program_memory *m = program_of(s);
  const size_t ranks = (size_t)s->runtime->ranks, mesh_tiles = (size_t)ria_mesh_tiles(&s->mesh);
  int *count = calloc(2 * ranks, sizeof *count), *first = count + ranks;
  bool good = count != NULL;
  if (good) {
    m->groups = count_groups(s, count, first);
    m->first_group = first[s->runtime->rank];
    n->of_tile = calloc(mesh_tiles + 1, sizeof *n->of_tile);
    n->owner = calloc((size_t)m->groups + 1, sizeof *n->owner);
    good = n->of_tile && n->owner;
  }
  const ria_status status =
      good ? RIA_SUCCESS : ria_fail(RIA_ERROR_MEMORY, "no memory for the groups of tiles");
  if (good)
    find_groups(n);
  free(count);
  return status;
}

/* A halo of a group of this rank, or NULL. */
static program_halo *ours(const numbers *n, int group, int halo) {
  const program_memory *m = program_of(n->s);
  const int i = group - m->first_group;
  return i >= 0 && i < n->s->groups ? &m->group[i].halo[halo] : NULL;
}

/* Tags after those of the clock and of reductions. */
int64_t program_tags(const ria_simulation *s) {
  return s->clock_tag + 2 * (int64_t)s->runtime->ranks + 1;
}

/* ---- lists ---- */

static ria_status add_move(cell_moves *moves, const cell_move *move) {
  if ((moves->count & (moves->count - 1)) ==
      0) { /* grow when full: the capacity is a power of two */
    const size_t room = moves->count ? 2 * (size_t)moves->count : 1;
    cell_move *grown = realloc(moves->move, room * sizeof *grown);
    if (!grown)
      return ria_fail(RIA_ERROR_MEMORY, "no memory for the joints of tiles");
    moves->move = grown;
  }
  const size_t cells = (size_t)move->n[0] * (size_t)move->n[1] * (size_t)move->n[2];
  moves->most = cells > moves->most ? cells : moves->most;
  moves->move[moves->count++] = *move;
  return RIA_SUCCESS;
}

/* The cells that group `from` sends to `to`. */
typedef struct {
  int halo, from, to;
} route;

static program_message *message_of(const numbers *n, program_message **list, int *count, int other,
                                   const route *r) {
  for (int i = 0; i < *count; i++)
    if ((*list)[i].other == other)
      return &(*list)[i];
  program_message *grown = realloc(*list, (size_t)(*count + 1) * sizeof *grown);
  if (!grown)
    return NULL;
  *list = grown;
  const ria_simulation *s = n->s;
  const program_memory *m = program_of(s);
  program_message *new = &grown[(*count)++];
  *new = (program_message){
      .other = other,
      .owner = n->owner[other],
      .ours = ours(n, other, r->halo) != NULL,
      .tag = program_tags(s) + 2 * (((int64_t)r->halo * m->groups + r->from) * m->groups + r->to)};
  return new;
}

/* Add a part of a message: cells that a group's tile packs or unpacks. `strip`: from the view of
 * the receiving tile. Both sides list the parts in the same order. */
static ria_status add_part(program_message *message, const ria_simulation *s, const tile_data *tile,
                           const ria_mesh_strip *strip, bool pack) {
  static const int straight[RIA_AXES] = {1, 2, 3};
  const size_t before = tile->before / tile->layout.size;
  cell_move move = {.turned = NULL};
  const move_end inside = move_in_tile(&tile->layout, before, pack ? strip->from : strip->to,
                                       pack ? strip->map : straight, move.n);
  /* While parts are still added, the distance between fields is 0. */
  const move_end dense = move_in_message(message->cells, 0, move.n);
  move.from = pack ? inside : dense;
  move.to = pack ? dense : inside;
  turned_field *turned = NULL;
  if (pack)
    RIA_TRY(turned_fields(&s->model, strip, &turned));
  move.turned = turned;
  message->cells += (size_t)move.n[0] * (size_t)move.n[1] * (size_t)move.n[2];
  const ria_status status = add_move(&message->moves, &move);
  if (status != RIA_SUCCESS)
    free(turned);
  return status;
}

static ria_status add_within(program_halo *halo, const ria_simulation *s,
                             const ria_mesh_strip *strip, const tile_data *to) {
  static const int straight[RIA_AXES] = {1, 2, 3};
  const tile_data *from = tile_of(s, strip->tile);
  turned_field *turned;
  cell_move move;
  RIA_TRY(turned_fields(&s->model, strip, &turned));
  move.turned = turned;
  move.from = move_in_tile(&from->layout, from->before / from->layout.size, strip->from, strip->map,
                           move.n);
  move.to = move_in_tile(&to->layout, to->before / to->layout.size, strip->to, straight, NULL);
  const ria_status status = add_move(&halo->within, &move);
  if (status != RIA_SUCCESS)
    free(turned);
  return status;
}

/* Add a strip of a tile to its group, and to the group that packs it. */
static ria_status enter(const numbers *n, int number, int64_t taker, const ria_mesh_strip *strip) {
  const route r = {number, n->of_tile[strip->tile], n->of_tile[taker]};
  program_halo *here = ours(n, r.to, number), *there = ours(n, r.from, number);
  if (r.to == r.from)
    return here ? add_within(here, n->s, strip, tile_of(n->s, taker)) : RIA_SUCCESS;
  if (here) {
    program_message *in = message_of(n, &here->in, &here->ins, r.from, &r);
    if (!in)
      return ria_fail(RIA_ERROR_MEMORY, "no memory for the joints of tiles");
    RIA_TRY(add_part(in, n->s, tile_of(n->s, taker), strip, false));
  }
  if (there) {
    program_message *out = message_of(n, &there->out, &there->outs, r.to, &r);
    if (!out)
      return ria_fail(RIA_ERROR_MEMORY, "no memory for the joints of tiles");
    RIA_TRY(add_part(out, n->s, tile_of(n->s, strip->tile), strip, true));
  }
  return RIA_SUCCESS;
}

static ria_status enter_all(const numbers *n, int number) {
  const ria_simulation *s = n->s;
  const program_memory *m = program_of(s);
  for (int64_t t = 0; t < ria_mesh_tiles(&s->mesh); t++) {
    ria_mesh_strip *strip;
    int count;
    RIA_TRY(ria_mesh_strips(&s->mesh, t, m->halo_depth[number], m->corners, &strip, &count));
    ria_status status = RIA_SUCCESS;
    for (int i = 0; i < count && status == RIA_SUCCESS; i++)
      status = enter(n, number, t, &strip[i]);
    free(strip);
    RIA_TRY(status);
  }
  return RIA_SUCCESS;
}

/* ---- memory of messages ---- */

static ria_status create_message(const ria_simulation *s, const tile_group *group,
                                 program_message *message, bool packed) {
  for (int i = 0; i < message->moves.count; i++) {
    cell_move *move = &message->moves.move[i];
    (packed ? &move->to : &move->from)->field = (int64_t)message->cells;
  }
  message->memory = &message->own;
  s->tile[group->first].boundary_tile = 1;
  if (!packed && message->ours)
    return RIA_SUCCESS; /* unpack from the memory in which the other group packs */
  const tile_data *tile = &s->tile[group->first];
  const size_t bytes = message->cells * (size_t)s->strip_fields * tile->layout.size;
  return strip_create(&message->own, bytes, !message->ours && place_on_device(&tile->place));
}

static void find_packed(const ria_simulation *s, int number, program_message *in) {
  const program_memory *m = program_of(s);
  const program_halo *there = &m->group[in->other - m->first_group].halo[number];
  for (int i = 0; i < there->outs; i++)
    if (there->out[i].tag == in->tag)
      in->memory = &there->out[i].own;
}

static ria_status create_messages(ria_simulation *s, int number) {
  program_memory *m = program_of(s);
  for (int g = 0; g < s->groups; g++) {
    program_halo *halo = &m->group[g].halo[number];
    for (int i = 0; i < halo->ins; i++)
      RIA_TRY(create_message(s, &s->group[g], &halo->in[i], false));
    for (int i = 0; i < halo->outs; i++)
      RIA_TRY(create_message(s, &s->group[g], &halo->out[i], true));
  }
  for (int g = 0; g < s->groups; g++) {
    program_halo *halo = &m->group[g].halo[number];
    for (int i = 0; i < halo->ins; i++)
      if (halo->in[i].ours)
        find_packed(s, number, &halo->in[i]);
  }
  return RIA_SUCCESS;
}

/* A halo for each depth that occurs. */
static void number_halos(const ria_program *program, program_memory *m) {
  for (int i = 0; i < program->ops; i++) {
    if (program->op[i].kind != RIA_OP_EXCHANGE)
      continue;
    const int *depth = m->margins.depth[i];
    int h = 0;
    while (h < m->halos && memcmp(m->halo_depth[h], depth, sizeof m->halo_depth[h]))
      h++;
    if (h == m->halos)
      memcpy(m->halo_depth[m->halos++], depth, sizeof m->halo_depth[h]);
    m->halo_of[i] = h;
  }
}

ria_status program_halo_create(const program_groups_of_all *all) {
  ria_simulation *s = all->s;
  program_memory *m = program_of(s);
  number_halos(s->model.program, m);
  for (int g = 0; g < s->groups; g++) {
    m->group[g].halo = calloc((size_t)m->halos + 1, sizeof *m->group[g].halo);
    if (!m->group[g].halo)
      return ria_fail(RIA_ERROR_MEMORY, "no memory for the joints of tiles");
  }
  for (int h = 0; h < m->halos; h++) {
    RIA_TRY(enter_all(all, h));
    RIA_TRY(create_messages(s, h));
  }
  return RIA_SUCCESS;
}

program_halo *program_halo_for(const ria_simulation *s, program_group *group, int op) {
  return &group->halo[program_of(s)->halo_of[op]];
}

static void free_moves(cell_moves *moves) {
  for (int i = 0; i < moves->count; i++)
    free((void *)moves->move[i].turned);
  free(moves->move);
  device_free(moves->on_device);
}

static void free_messages(program_message *message, int count) {
  for (int i = 0; i < count; i++) {
    strip_destroy(&message[i].own);
    free_moves(&message[i].moves);
  }
  free(message);
}

void program_halo_destroy(ria_simulation *s) {
  program_memory *m = program_of(s);
  for (int g = 0; g < s->groups && m->group; g++) {
    for (int h = 0; h < m->halos && m->group[g].halo; h++) {
      program_halo *halo = &m->group[g].halo[h];
      free_messages(halo->in, halo->ins);
      free_messages(halo->out, halo->outs);
      free_moves(&halo->within);
    }
    free(m->group[g].halo);
  }
}

/* ---- moving ---- */

/* Copy the moves and all data that they point to to the device, in one piece. */
int program_upload_moves(cell_moves *moves, const ria_simulation *s) {
  if (moves->on_device || !moves->count)
    return 0;
  const int nstate = s->model.nstate;
  const size_t table = (size_t)moves->count * sizeof *moves->move;
  const size_t turned = (size_t)nstate * sizeof *moves->move->turned;
  size_t bytes = table, at = table;
  for (int i = 0; i < moves->count; i++)
    bytes += moves->move[i].turned ? turned : 0;
  char *host = malloc(bytes), *there = device_alloc(bytes);
  int code = host && there ? 0 : DEVICE_NO_MEMORY;
  for (int i = 0; i < moves->count && !code; i++) {
    cell_move *move = (cell_move *)(void *)host + i;
    *move = moves->move[i];
    if (!move->turned)
      continue;
    memcpy(host + at, move->turned, turned);
    move->turned = (const turned_field *)(const void *)(there + at);
    at += turned;
  }
  if (!code)
    code = device_upload(there, host, bytes);
  free(host);
  moves->on_device = (cell_move *)(void *)there;
  return code;
}

void program_move(const tile_work *w, cell_moves *moves, const move_memory *memory) {
  if (!moves->count)
    return;
  if (!w->device) {
    moves_make(moves->move, moves->count, memory);
    return;
  }
  work_set_error(w, program_upload_moves(moves, w->s));
  if (!w->device->error)
    work_set_error(w, device_moves_make(w->device->stream, moves->on_device, moves->count,
                                        moves->most, memory));
}

/* ---- messages between ranks ---- */

ria_status program_halo_submit(const ria_simulation *s, int op) {
  const program_memory *m = program_of(s);
  const int p = s->parity;
  for (int g = 0; g < s->groups; g++) {
    const program_halo *halo = program_halo_for(s, &m->group[g], op);
    for (int i = 0; i < halo->outs; i++) {
      const program_message *out = &halo->out[i];
      if (!out->ours && starpu_mpi_isend_detached(out->own.handle[p], out->owner, out->tag + p,
                                                  s->runtime->comm, NULL, NULL))
        return ria_fail(RIA_ERROR_MPI, "StarPU-MPI refused to send to rank %d", out->owner);
    }
    for (int i = 0; i < halo->ins; i++) {
      const program_message *in = &halo->in[i];
      if (!in->ours && starpu_mpi_irecv_detached(in->own.handle[p], in->owner, in->tag + p,
                                                 s->runtime->comm, NULL, NULL))
        return ria_fail(RIA_ERROR_MPI, "StarPU-MPI refused to receive from rank %d", in->owner);
    }
  }
  return RIA_SUCCESS;
}

static void wait_for(const program_message *message, int count) {
  for (int i = 0; i < count; i++)
    for (int p = 0; p < 2; p++)
      handle_wait(message[i].own.handle[p]);
}

void program_halo_wait(const ria_simulation *s) {
  const program_memory *m = program_of(s);
  for (int g = 0; g < s->groups && m->group; g++)
    for (int h = 0; h < m->halos && m->group[g].halo; h++) {
      wait_for(m->group[g].halo[h].in, m->group[g].halo[h].ins);
      wait_for(m->group[g].halo[h].out, m->group[g].halo[h].outs);
    }
}
