/* Sparse matrices of a program: each group has its rows, and a list of the values that it receives
 * from other groups in messages. */
#include "program.h"
#include <stdlib.h>
#include <string.h>
#include "ria/ranks.h"

/* ---- collecting rows ---- */

/* A value of another group that an entry needs. */
typedef struct {
  int group; /* global number of the group */
  int64_t tile;
  int32_t cell[RIA_AXES]; /* in that tile */
  int64_t entry;          /* the first entry that needs it; later entries get the same index */
} wanted;

struct ria_rows {
  const ria_simulation *s;
  const program_groups_of_all *all;
  const tile_data *tile;
  int group; /* global number of the group */
  const char *name;
  int rows, row_room;
  int32_t *row, *length;
  int64_t entries, entry_room;
  int32_t *column;
  double *weight;
  int64_t others, other_room;
  wanted *other;
  int rings; /* entries of the whole group; each row has a count and a place */
  int64_t ring_room;
  ring_cells *of;
  int32_t *ring;
  int64_t *place;
};

static bool grow(void *array, int64_t *room, int64_t needed, size_t size) {
  void **pointer = array;
  if (needed <= *room)
    return true;
  const int64_t more = needed > 2 * *room ? needed + 64 : 2 * *room;
  void *grown = realloc(*pointer, (size_t)more * size);
  if (!grown)
    return false;
  *pointer = grown;
  *room = more;
  return true;
}

static ria_status no_memory(const ria_rows *rows) {
  return ria_fail(RIA_ERROR_MEMORY, "no memory for the matrix '%s'", rows->name);
}

/* Offset of a tile's cell in a field of its group. */
static int32_t place_in_group(const tile_data *tile, const int32_t cell[RIA_AXES]) {
  const tile_layout *l = &tile->layout;
  return (int32_t)((ptrdiff_t)(tile->before / l->size + layout_first(l)) +
                   layout_at(l, cell[0], cell[1], cell[2]));
}

static bool is_cell(const ria_mesh *mesh, int block, const ria_global cell[RIA_AXES]) {
  bool inside = block >= 0 && block < mesh->blocks;
  for (int a = 0; a < RIA_AXES && inside; a++)
    inside = cell[a] >= 0 && cell[a] < mesh->block[block].cells[a];
  return inside;
}

static ria_status add_entry(ria_rows *rows, const ria_entry *entry) {
  const ria_mesh *mesh = &rows->s->mesh;
  if (!is_cell(mesh, entry->block, entry->cell))
    return ria_fail(RIA_ERROR_ARGUMENT,
                    "the matrix '%s' has an entry for cell (%lld, %lld, %lld) of block %d, which "
                    "does not exist",
                    rows->name, (long long)entry->cell[0], (long long)entry->cell[1],
                    (long long)entry->cell[2], entry->block);
  int64_t room = rows->entry_room;
  if (!grow(&rows->column, &room, rows->entries + 1, sizeof *rows->column) ||
      !grow(&rows->weight, &rows->entry_room, rows->entries + 1, sizeof *rows->weight))
    return no_memory(rows);
  const ria_mesh_tile *own = &rows->tile->at;
  if (entry->block == own->block && ria_range_has(&own->cells, entry->cell)) { /* most are */
    int32_t local[RIA_AXES];
    for (int a = 0; a < RIA_AXES; a++)
      local[a] = (int32_t)(entry->cell[a] - own->cells.lo[a]);
    rows->weight[rows->entries] = entry->weight;
    rows->column[rows->entries++] = place_in_group(rows->tile, local);
    return RIA_SUCCESS;
  }
  const int64_t number = ria_mesh_tile_with(mesh, entry->block, entry->cell);
  const ria_mesh_tile at = ria_mesh_tile_at(mesh, number);
  wanted value = {rows->all->of_tile[number], number, {0}, rows->entries};
  for (int a = 0; a < RIA_AXES; a++)
    value.cell[a] = (int32_t)(entry->cell[a] - at.cells.lo[a]);
  rows->weight[rows->entries] = entry->weight;
  if (value.group == rows->group) {
    rows->column[rows->entries++] = place_in_group(tile_of(rows->s, number), value.cell);
    return RIA_SUCCESS;
  }
  if (!grow(&rows->other, &rows->other_room, rows->others + 1, sizeof *rows->other))
    return no_memory(rows);
  rows->column[rows->entries++] = -1;
  rows->other[rows->others++] = value;
  return RIA_SUCCESS;
}

ria_status ria_rows_add(ria_rows *rows, const ria_global cell[RIA_AXES], const ria_entry *entry,
                        int entries) {
  int64_t room = rows->row_room, same = rows->row_room;
  int32_t local[RIA_AXES];
  if (!grow(&rows->row, &room, rows->rows + 1, sizeof *rows->row) ||
      !grow(&rows->length, &same, rows->rows + 1, sizeof *rows->length))
    return no_memory(rows);
  rows->row_room = (int)room;
  for (int a = 0; a < RIA_AXES; a++)
    local[a] = (int32_t)(cell[a] - rows->tile->at.cells.lo[a]);
  rows->row[rows->rows] = place_in_group(rows->tile, local);
  rows->length[rows->rows++] = entries;
  for (int i = 0; i < entries; i++)
    RIA_TRY(add_entry(rows, &entry[i]));
  return RIA_SUCCESS;
}

/* ---- rows of rings ---- */

static bool is_ring(const ria_ring *r) {
  return r->cells >= RIA_RING_CELLS && r->period > 0 && r->period <= INT32_MAX &&
         r->turn > -r->period && r->turn < r->period && r->units > 0 &&
         r->units <= (int64_t)1 << 60 && r->units % r->cells == 0 && r->units % r->period == 0;
}

ria_status ria_rows_add_ring(ria_rows *rows, const ria_ring *ring, const ria_entry *entry,
                             int *number) {
  if (!is_ring(ring))
    return ria_fail(RIA_ERROR_ARGUMENT,
                    "the matrix '%s' has a ring of %d cells, %lld units and a turn of %lld / %lld, "
                    "which break the rules of ria_ring",
                    rows->name, ring->cells, (long long)ring->units, (long long)ring->turn,
                    (long long)ring->period);
  if (!grow(&rows->of, &rows->ring_room, rows->rings + 1, sizeof *rows->of))
    return no_memory(rows);
  rows->of[rows->rings] = (ring_cells){.first = rows->entries,
                                       .cells = ring->cells,
                                       .units = ring->units,
                                       .turn = (ring->turn + ring->period) % ring->period,
                                       .period = ring->period};
  *number = rows->rings++;
  for (int i = 0; i < ring->cells; i++)
    RIA_TRY(add_entry(rows, &entry[i]));
  return RIA_SUCCESS;
}

ria_status ria_rows_add_place(ria_rows *rows, const ria_global cell[RIA_AXES], int ring,
                              int64_t place) {
  int64_t room = rows->row_room, same[2] = {rows->row_room, rows->row_room};
  int32_t local[RIA_AXES];
  if (!grow(&rows->row, &room, rows->rows + 1, sizeof *rows->row) ||
      !grow(&rows->ring, &same[0], rows->rows + 1, sizeof *rows->ring) ||
      !grow(&rows->place, &same[1], rows->rows + 1, sizeof *rows->place))
    return no_memory(rows);
  rows->row_room = (int)room;
  for (int a = 0; a < RIA_AXES; a++)
    local[a] = (int32_t)(cell[a] - rows->tile->at.cells.lo[a]);
  const int64_t units = rows->of[ring].units;
  rows->row[rows->rows] = place_in_group(rows->tile, local);
  rows->ring[rows->rows] = ring;
  rows->place[rows->rows++] = (place % units + units) % units;
  return RIA_SUCCESS;
}

const int *ria_rows_ghost(const ria_rows *rows) {
  return rows->tile->layout.ghost;
}

static ria_status make_rings(const ria_rows *rows, ring_matrix *matrix) {
  RIA_TRY(ring_create(matrix, rows->rows, rows->rings, rows->entries));
  if (rows->rows) {
    memcpy(matrix->row, rows->row, (size_t)rows->rows * sizeof *rows->row);
    memcpy(matrix->ring, rows->ring, (size_t)rows->rows * sizeof *rows->ring);
    memcpy(matrix->place, rows->place, (size_t)rows->rows * sizeof *rows->place);
  }
  if (rows->rings)
    memcpy(matrix->of, rows->of, (size_t)rows->rings * sizeof *rows->of);
  if (rows->entries)
    memcpy(matrix->column, rows->column, (size_t)rows->entries * sizeof *rows->column);
  return RIA_SUCCESS;
}

static ria_status collect(ria_rows *rows, const ria_sparse *matrix, const tile_group *group) {
  for (int t = 0; t < group->tiles; t++) {
    rows->tile = &rows->s->tile[group->first + t];
    RIA_TRY(matrix->rows(matrix->context, rows->tile->at.block, &rows->tile->at.cells, rows));
  }
  return RIA_SUCCESS;
}

/* ---- values of other groups ---- */

static int by_place(const void *one, const void *other) {
  const wanted *a = one, *b = other;
  int order = a->group != b->group ? (a->group > b->group) - (a->group < b->group)
                                   : (a->tile > b->tile) - (a->tile < b->tile);
  for (int axis = RIA_AXES - 1; axis >= 0 && !order; axis--)
    order = (a->cell[axis] > b->cell[axis]) - (a->cell[axis] < b->cell[axis]);
  return order ? order : (a->entry > b->entry) - (a->entry < b->entry);
}

static bool same_place(const wanted *a, const wanted *b) {
  return a->tile == b->tile && !memcmp(a->cell, b->cell, sizeof a->cell);
}

/* Number the needed values, each once, in the order of groups; entries get these numbers. */
static void number_others(ria_rows *rows) {
  int64_t count = 0;
  if (rows->others)
    qsort(rows->other, (size_t)rows->others, sizeof *rows->other, by_place);
  for (int64_t i = 0; i < rows->others; i++) {
    const bool new = !count || !same_place(&rows->other[count - 1], &rows->other[i]);
    const int64_t entry = rows->other[i].entry;
    if (new)
      rows->other[count++] = rows->other[i];
    rows->column[entry] = (int32_t)-count; /* -1 - (count - 1) */
  }
  rows->others = count;
}

static ria_status make_matrix(const ria_rows *rows, ria_precision precision, ria_ell *matrix) {
  RIA_TRY(ria_ell_create(matrix, rows->rows, rows->length, precision));
  int64_t next = 0;
  for (int r = 0; r < rows->rows; r++) {
    matrix->row[r] = rows->row[r];
    for (int e = 0; e < rows->length[r]; e++, next++) {
      const int64_t at = ria_ell_at(matrix, r, e);
      matrix->column[at] = rows->column[next];
      if (precision == RIA_SINGLE)
        ((float *)matrix->weight)[at] = (float)rows->weight[next];
      else
        ((double *)matrix->weight)[at] = rows->weight[next];
    }
  }
  return RIA_SUCCESS;
}

/* ---- messages ---- */

/* A group's request to another group: numbers in an MPI message. */
typedef struct {
  int64_t from, to; /* groups */
  int64_t tile, cell[RIA_AXES];
} request;

enum { REQUEST_NUMBERS = sizeof(request) / sizeof(int64_t) };

static program_sparse_message *message_of(program_sparse_message **list, int *count, int other) {
  for (int i = 0; i < *count; i++)
    if ((*list)[i].other == other)
      return &(*list)[i];
  program_sparse_message *grown = realloc(*list, (size_t)(*count + 1) * sizeof *grown);
  if (!grown)
    return NULL;
  *list = grown;
  grown[*count] = (program_sparse_message){.other = other};
  return &grown[(*count)++];
}

static ria_status take_request(const program_groups_of_all *all, program_matrix *matrix,
                               const request *r) {
  const program_memory *m = program_of(all->s);
  program_sparse_group *giver = &matrix->group[r->from - m->first_group];
  program_sparse_message *out = message_of(&giver->out, &giver->outs, (int)r->to);
  int64_t room = out ? out->room : 0;
  if (!out || !grow(&out->place, &room, (int64_t)out->cells + 1, sizeof *out->place))
    return ria_fail(RIA_ERROR_MEMORY, "no memory for a matrix");
  out->room = room;
  const int32_t cell[RIA_AXES] = {(int32_t)r->cell[0], (int32_t)r->cell[1], (int32_t)r->cell[2]};
  out->place[out->cells++] = place_in_group(tile_of(all->s, r->tile), cell);
  return RIA_SUCCESS;
}

/* Send requests to the ranks of the other groups, and receive the requests of others. */
static ria_status pass_requests(const program_groups_of_all *all, program_matrix *matrix,
                                const request *mine, int count) {
  const MPI_Comm comm = all->s->runtime->comm;
  const int ranks = all->s->runtime->ranks;
  int *numbers = calloc(4 * (size_t)ranks, sizeof *numbers);
  request *sorted = calloc((size_t)count + 1, sizeof *sorted), *theirs = NULL;
  bool good = numbers && sorted;
  int *to = numbers, *to_at = numbers + ranks, *from = numbers + 2 * ranks,
      *from_at = numbers + 3 * ranks, coming = 0, next = 0;
  for (int r = 0; r < ranks && good; r++) { /* keep the order of a group's requests */
    to_at[r] = next * REQUEST_NUMBERS;
    for (int i = 0; i < count; i++)
      if (all->owner[mine[i].from] == r)
        sorted[next++] = mine[i];
    to[r] = next * REQUEST_NUMBERS - to_at[r];
  }
  RIA_TRY(
      ria_agree(comm, good ? RIA_SUCCESS : ria_fail(RIA_ERROR_MEMORY, "no memory for a matrix")));
  MPI_Alltoall(to, 1, MPI_INT, from, 1, MPI_INT, comm);
  for (int r = 0; r < ranks; r++) {
    from_at[r] = coming;
    coming += from[r];
  }
  theirs = calloc((size_t)coming + 1, sizeof(int64_t));
  ria_status status = theirs ? RIA_SUCCESS : ria_fail(RIA_ERROR_MEMORY, "no memory for a matrix");
  status = ria_agree(comm, status);
  if (status == RIA_SUCCESS)
    MPI_Alltoallv(sorted, to, to_at, MPI_INT64_T, theirs, from, from_at, MPI_INT64_T, comm);
  for (int i = 0; i < coming / REQUEST_NUMBERS && status == RIA_SUCCESS; i++)
    status = take_request(all, matrix, &theirs[i]);
  free(numbers);
  free(sorted);
  free(theirs);
  return status;
}

/* Tags of a matrix's messages follow those of exchanges, two for each pair of groups. */
static int64_t tag_of(const ria_simulation *s, int matrix, int from, int to) {
  const int64_t groups = program_of(s)->groups;
  return program_tags(s) +
         2 * (groups * groups * (matrix + program_of(s)->halos) + from * groups + to);
}

static ria_status finish_message(const program_groups_of_all *all, int matrix, int group,
                                 bool packed, program_sparse_message *message) {
  const ria_simulation *s = all->s;
  const program_memory *m = program_of(s);
  const int here = m->first_group + group, there = message->other - m->first_group;
  const tile_data *tile = &s->tile[s->group[group].first];
  message->owner = all->owner[message->other];
  message->ours = there >= 0 && there < s->groups;
  message->tag =
      packed ? tag_of(s, matrix, here, message->other) : tag_of(s, matrix, message->other, here);
  message->memory = &message->own;
  if (!packed && message->ours)
    return RIA_SUCCESS;
  const size_t fields = (size_t)m->matrix[matrix].fields;
  return strip_create(&message->own, message->cells * fields * tile->layout.size,
                      !message->ours && place_on_device(&tile->place));
}

static ria_status finish_messages(const program_groups_of_all *all, int number) {
  const ria_simulation *s = all->s;
  program_memory *m = program_of(s);
  program_matrix *matrix = &m->matrix[number];
  for (int g = 0; g < s->groups; g++) {
    for (int i = 0; i < matrix->group[g].ins; i++)
      RIA_TRY(finish_message(all, number, g, false, &matrix->group[g].in[i]));
    for (int i = 0; i < matrix->group[g].outs; i++)
      RIA_TRY(finish_message(all, number, g, true, &matrix->group[g].out[i]));
  }
  for (int g = 0; g < s->groups; g++)
    for (int i = 0; i < matrix->group[g].ins; i++) {
      program_sparse_message *in = &matrix->group[g].in[i];
      const program_sparse_group *giver =
          in->ours ? &matrix->group[in->other - m->first_group] : NULL;
      for (int o = 0; giver && o < giver->outs; o++)
        if (giver->out[o].tag == in->tag)
          in->memory = &giver->out[o].own;
    }
  return RIA_SUCCESS;
}

/* ---- a matrix ---- */

static void free_rows(ria_rows *rows) {
  free(rows->row);
  free(rows->length);
  free(rows->column);
  free(rows->weight);
  free(rows->other);
  free(rows->of);
  free(rows->ring);
  free(rows->place);
}

/* A group's matrix, and its requests, stored after `count` others. */
static ria_status create_group(const program_groups_of_all *all, program_matrix *matrix, int group,
                               request **requests, int *count) {
  const ria_simulation *s = all->s;
  const program_memory *m = program_of(s);
  program_sparse_group *mine = &matrix->group[group];
  ria_rows rows = {
      .s = s, .all = all, .group = m->first_group + group, .name = matrix->source->name};
  ria_status status = collect(&rows, matrix->source, &s->group[group]);
  if (status == RIA_SUCCESS) {
    number_others(&rows);
    status = matrix->source->rings ? make_rings(&rows, &mine->rings)
                                   : make_matrix(&rows, s->model.precision, &mine->matrix);
  }
  mine->extras = (size_t)rows.others;
  request *grown = realloc(*requests, ((size_t)*count + (size_t)rows.others + 1) * sizeof *grown);
  if (status == RIA_SUCCESS && !grown)
    status = no_memory(&rows);
  *requests = grown ? grown : *requests;
  for (int64_t i = 0; i < rows.others && status == RIA_SUCCESS; i++) {
    const wanted *w = &rows.other[i];
    grown[(*count)++] =
        (request){w->group, rows.group, w->tile, {w->cell[0], w->cell[1], w->cell[2]}};
    program_sparse_message *in = message_of(&mine->in, &mine->ins, w->group);
    if (!in)
      status = no_memory(&rows);
    else if (in->cells++ == 0)
      in->before = (size_t)i; /* values of a group are consecutive */
  }
  free_rows(&rows);
  return status;
}

static ria_status create_matrix(const program_groups_of_all *all, int number) {
  ria_simulation *s = all->s;
  program_matrix *matrix = &program_of(s)->matrix[number];
  request *requests = NULL;
  int count = 0;
  ria_status status = RIA_SUCCESS;
  matrix->group = calloc((size_t)s->groups + 1, sizeof *matrix->group);
  if (!matrix->group)
    status = ria_fail(RIA_ERROR_MEMORY, "no memory for a matrix");
  for (int g = 0; g < s->groups && status == RIA_SUCCESS; g++)
    status = create_group(all, matrix, g, &requests, &count);
  status = ria_agree(s->runtime->comm, status);
  if (status == RIA_SUCCESS)
    status = pass_requests(all, matrix, requests, count);
  free(requests);
  status = ria_agree(s->runtime->comm, status);
  RIA_TRY(status);
  int travels = count > 0;
  MPI_Allreduce(MPI_IN_PLACE, &travels, 1, MPI_INT, MPI_MAX, s->runtime->comm);
  matrix->travels = travels;
  return finish_messages(all, number);
}

ria_status program_matrices_create(const program_groups_of_all *all) {
  ria_simulation *s = all->s;
  program_memory *m = program_of(s);
  const ria_program *p = s->model.program;
  for (int i = 0; i < p->ops; i++) {
    const ria_op *op = &p->op[i];
    int number = 0;
    if (op->kind != RIA_OP_SPMV)
      continue;
    while (number < m->matrices && m->matrix[number].source != op->matrix)
      number++;
    m->matrix[number].source = op->matrix;
    if (op->fields > m->matrix[number].fields)
      m->matrix[number].fields = op->fields;
    m->matrix_of[i] = number;
    m->matrices += number == m->matrices;
  }
  for (int i = 0; i < m->matrices; i++)
    RIA_TRY(create_matrix(all, i));
  return RIA_SUCCESS;
}

static void free_messages(program_sparse_message *message, int count) {
  for (int i = 0; i < count; i++) {
    strip_destroy(&message[i].own);
    device_free(message[i].place_on_device);
    free(message[i].place);
  }
  free(message);
}

static void free_group(program_sparse_group *mine) {
  ria_ell_destroy(&mine->matrix);
  ria_ell_device_free(&mine->on_device);
  ring_destroy(&mine->rings);
  ring_device_free(&mine->rings_on_device);
  if (mine->extra_on_device)
    device_free(mine->extra);
  else
    free(mine->extra);
  free_messages(mine->in, mine->ins);
  free_messages(mine->out, mine->outs);
}

void program_matrices_destroy(ria_simulation *s) {
  program_memory *m = program_of(s);
  for (int i = 0; i < m->matrices; i++) {
    for (int g = 0; g < s->groups && m->matrix[i].group; g++)
      free_group(&m->matrix[i].group[g]);
    free(m->matrix[i].group);
  }
}

/* ---- between ranks ---- */

ria_status program_matrix_submit(const ria_simulation *s, int number) {
  const program_memory *m = program_of(s);
  const program_matrix *matrix = &m->matrix[m->matrix_of[number]];
  const int p = s->parity;
  for (int g = 0; g < s->groups; g++) {
    for (int i = 0; i < matrix->group[g].outs; i++) {
      const program_sparse_message *out = &matrix->group[g].out[i];
      if (!out->ours && starpu_mpi_isend_detached(out->own.handle[p], out->owner, out->tag + p,
                                                  s->runtime->comm, NULL, NULL))
        return ria_fail(RIA_ERROR_MPI, "StarPU-MPI refused to send to rank %d", out->owner);
    }
    for (int i = 0; i < matrix->group[g].ins; i++) {
      const program_sparse_message *in = &matrix->group[g].in[i];
      if (!in->ours && starpu_mpi_irecv_detached(in->own.handle[p], in->owner, in->tag + p,
                                                 s->runtime->comm, NULL, NULL))
        return ria_fail(RIA_ERROR_MPI, "StarPU-MPI refused to receive from rank %d", in->owner);
    }
  }
  return RIA_SUCCESS;
}

static void wait_for(const program_sparse_message *message, int count) {
  for (int i = 0; i < count; i++)
    for (int p = 0; p < 2; p++)
      handle_wait(message[i].own.handle[p]);
}

void program_matrices_wait(const ria_simulation *s) {
  const program_memory *m = program_of(s);
  for (int i = 0; i < m->matrices; i++)
    for (int g = 0; g < s->groups && m->matrix[i].group; g++) {
      wait_for(m->matrix[i].group[g].in, m->matrix[i].group[g].ins);
      wait_for(m->matrix[i].group[g].out, m->matrix[i].group[g].outs);
    }
}
