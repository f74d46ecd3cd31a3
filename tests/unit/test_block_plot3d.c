/* PLOT3D files in all their variants, and damaged ones. */
#include <stdio.h>
#include <unistd.h>
#include "block_grid_fixture.h"

typedef struct {
  bool text, swapped, records, counted, marks;
  int digits;
} variant;

typedef struct {
  char *folder;
  char path[4096];
} fixture;

static int set_up(void **state) {
  fixture *f = calloc(1, sizeof *f);
  *state = f;
  f->folder = test_folder_create();
  snprintf(f->path, sizeof f->path, "%s/grid.p3d", f->folder);
  return 0;
}

/* ---- a writer ---- */

typedef struct {
  FILE *file;
  const variant *v;
} writer;

static void put(writer *w, const void *data, size_t size) {
  const unsigned char *bytes = data;
  for (size_t i = 0; i < size; i++)
    putc(bytes[w->v->swapped ? size - 1 - i : i], w->file);
}

static void put_whole(writer *w, ria_global value) {
  const int32_t number = (int32_t)value;
  if (w->v->text)
    fprintf(w->file, " %d", number);
  else
    put(w, &number, sizeof number);
}

static void put_number(writer *w, double value) {
  const float single = (float)value;
  if (w->v->text)
    fprintf(w->file, " %.17g\n", value);
  else if (w->v->digits == 4)
    put(w, &single, sizeof single);
  else
    put(w, &value, sizeof value);
}

static void put_length(writer *w, int64_t bytes) {
  if (w->v->records)
    put_whole(w, bytes);
}

static void write_grid(const ria_block_grid *grid, const variant *v, const char *path) {
  writer w = {fopen(path, "wb"), v};
  assert_non_null(w.file);
  if (v->counted) {
    put_length(&w, 4);
    put_whole(&w, grid->blocks);
    put_length(&w, 4);
  }
  if (v->text && v->counted)
    putc('\n', w.file);
  put_length(&w, 12 * grid->blocks);
  for (int b = 0; b < grid->blocks; b++)
    for (int a = 0; a < RIA_AXES; a++)
      put_whole(&w, grid->block[b].cells[a] + 1);
  put_length(&w, 12 * grid->blocks);
  if (v->text)
    putc('\n', w.file);
  for (int b = 0; b < grid->blocks; b++) {
    const ria_range all = ria_block_grid_all_nodes(grid, b);
    const int64_t nodes = ria_range_nodes(&all),
                  bytes = nodes * (3 * v->digits + (v->marks ? 4 : 0));
    double *x = malloc(3 * (size_t)nodes * sizeof *x);
    good(ria_block_grid_nodes(grid, b, all, x, x + nodes, x + 2 * nodes));
    put_length(&w, bytes);
    for (int64_t n = 0; n < 3 * nodes; n++)
      put_number(&w, x[n]);
    for (int64_t n = 0; v->marks && n < nodes; n++)
      put_whole(&w, n % 2 ? 1 : -2);
    put_length(&w, bytes);
    free(x);
  }
  fclose(w.file);
}

static void make_blocks(ria_block_grid *grid, int blocks) {
  for (int b = 0; b < blocks; b++)
    add_turned(grid, (char[]){(char)('a' + b), 0}, (ria_global[]){4 * b, 0, 0},
               (ria_global[]){4, 3, 5}, 11 * b);
}

/* The nodes of another grid's block, which are in x, r, theta, in x, y, z. */
static ria_status cartesian_nodes(void *context, const ria_range *range, double *a, double *b,
                                  double *c) {
  const ria_block_grid from = {.blocks = 1, .block = context};
  RIA_TRY(ria_block_grid_nodes(&from, 0, *range, a, b, c));
  for (int64_t n = 0; n < ria_range_nodes(range); n++) {
    const double r = b[n], theta = c[n];
    b[n] = r * cos(theta);
    c[n] = r * sin(theta);
  }
  return RIA_SUCCESS;
}

/* ---- reading ---- */

static void same_nodes(const ria_block_grid *a, const ria_block_grid *b, double most) {
  assert_int_equal(a->blocks, b->blocks);
  for (int n = 0; n < a->blocks; n++) {
    assert_memory_equal(a->block[n].cells, b->block[n].cells, sizeof a->block[n].cells);
    ria_range range = ria_block_grid_all_nodes(a, n);
    for (int part = 0; part < 2; part++) {
      const size_t nodes = (size_t)ria_range_nodes(&range);
      double *x = malloc(6 * nodes * sizeof *x);
      good(ria_block_grid_nodes(a, n, range, x, x + nodes, x + 2 * nodes));
      good(ria_block_grid_nodes(b, n, range, x + 3 * nodes, x + 4 * nodes, x + 5 * nodes));
      for (size_t i = 0; i < 3 * nodes; i++)
        near(x[3 * nodes + i], x[i], most);
      free(x);
      for (int axis = 0; axis < RIA_AXES; axis++) { /* then from the middle */
        range.lo[axis] = 1;
        range.hi[axis] = range.hi[axis] - 1;
      }
    }
  }
}

static void every_variant(void **state) {
  fixture *f = *state;
  for (int n = 0; n < 64; n++) {
    const variant v = {.text = n >= 48,
                       .swapped = n < 32 && n & 1,
                       .records = n < 32 && n & 2,
                       .digits = n & 4 ? 4 : 8,
                       .marks = n & 8,
                       .counted = n & 16};
    ria_block_grid grid = {0}, read = {0};
    if (n >= 32 && n < 48)
      continue;
    make_blocks(&grid, v.counted ? 3 : 1);
    write_grid(&grid, &v, f->path);
    good(ria_block_grid_read(f->path, &read));
    same_nodes(&grid, &read, v.text || v.digits == 8 ? 0 : 1e-6);
    good(ria_block_grid_match(&read, NULL));
    assert_int_equal(read.joints, v.counted ? 2 : 0);
    assert_int_equal(read.coarse_digits, v.text || v.digits == 4);
    good(ria_block_grid_check_joints(&read, 0, read.joints, 0));
    ria_block_grid_destroy(&grid);
    ria_block_grid_destroy(&read);
  }
}

/* A sector in a file with x, y, z is converted to x, r, theta, and repeats. */
static void a_file_around_the_axis(void **state) {
  fixture *f = *state;
  static const double angles[][2] = {{0, 20}, {170, 190}, {-190, -170}, {80, 100}};
  for (size_t n = 0; n < sizeof angles / sizeof *angles; n++) {
    ria_block_grid grid = {0}, in_space = {0}, read = {0};
    ria_block_shape shape = {.kind = "sector",
                             .name = "a",
                             .x = {0, 1},
                             .r = {1, 2},
                             .theta = {angles[n][0], angles[n][1]},
                             .cells = {4, 3, 8},
                             .cut = {1, 1, 2}};
    good(ria_block_grid_add(&grid, &shape));
    /* the writer takes x, y, z */
    for (int b = 0; b < 2; b++)
      good(ria_block_grid_add_block(&in_space, grid.block[b].name, "a", -1, grid.block[b].cells,
                                    cartesian_nodes, NULL, &grid.block[b]));
    write_grid(&in_space, &(variant){.digits = 8, .counted = true}, f->path);
    good(ria_block_grid_read(f->path, &read));
    good(ria_block_grid_make_cylindrical(&read));
    const double pitch[1][RIA_AXES] = {{0, 0, 20 * M_PI / 180}};
    good(ria_block_grid_match(&read, &(ria_block_match){.offsets = 1, .offset = pitch}));
    assert_int_equal(read.joints, 2);
    good(ria_block_grid_fill_patches(&read));
    good(ria_block_grid_check(&read));
    double r[2], theta[2];
    good(ria_block_grid_nodes(&read, 0, (ria_range){{0, 0, 0}, {1, 1, 1}}, NULL, &r[0], &theta[0]));
    good(ria_block_grid_nodes(&read, 0, (ria_range){{0, 0, 4}, {1, 1, 5}}, NULL, &r[1], &theta[1]));
    near(r[0], 1, 1e-15);
    near(theta[1] - theta[0], 10 * M_PI / 180, 1e-14);
    ria_block_grid_destroy(&read);
    ria_block_grid_destroy(&in_space);
    ria_block_grid_destroy(&grid);
  }
}

/* ---- errors ---- */

static void write_bytes(const fixture *f, const char *bytes, size_t length) {
  FILE *file = fopen(f->path, "wb");
  assert_non_null(file);
  assert_int_equal(fwrite(bytes, 1, length, file), length);
  fclose(file);
}

static void expect(const fixture *f, ria_status status, const char *said) {
  ria_block_grid read = {0};
  const ria_status got = ria_block_grid_read(f->path, &read);
  if (got != status || !strstr(ria_status_detail(), said))
    fail_msg("expected: %s\ngot: %s", said, got ? ria_status_detail() : "success");
  ria_block_grid_destroy(&read);
}

static void truncated_files(void **state) {
  fixture *f = *state;
  ria_block_grid grid = {0};
  make_blocks(&grid, 2);
  for (int n = 0; n < 4; n++) {
    write_grid(&grid, &(variant){.digits = 8, .counted = true, .records = n & 1, .swapped = n & 2},
               f->path);
    FILE *file = fopen(f->path, "rb");
    fseek(file, 0, SEEK_END);
    const long size = ftell(file);
    fclose(file);
    for (long cut = 1; cut < 200; cut += 37) {
      assert_int_equal(truncate(f->path, size - cut), 0);
      expect(f, RIA_ERROR_CORRUPT, "it is truncated, or no PLOT3D grid");
    }
  }
  write_grid(&grid, &(variant){.text = true, .digits = 8, .counted = true}, f->path);
  assert_int_equal(truncate(f->path, 200), 0);
  expect(f, RIA_ERROR_CORRUPT, "numbers after those of nodes; expected 720, three a node, or 960");
  ria_block_grid_destroy(&grid);
  write_bytes(f, "", 0);
  expect(f, RIA_ERROR_CORRUPT, "is empty; expected a CGNS or PLOT3D grid");
  unlink(f->path);
  expect(f, RIA_ERROR_IO, "cannot read '");
}

static void text_that_is_no_grid(void **state) {
  fixture *f = *state;
  static const struct {
    const char *text, *said;
    ria_status status;
  } bad[] = {
      {"hello world\n", "has 'hello' at line 1; expected the number of blocks", RIA_ERROR_FORMAT},
      {"2\n 2 2 2\n 2 2", "ends before the numbers of nodes of each block", RIA_ERROR_CORRUPT},
      {"2\n 2 2 2\n 2 1 2\n", "has 2 x 1 x 2 nodes in block 2; expected at least 2 along each axis",
       RIA_ERROR_FORMAT},
      {"2 2 2\n0 1 0 1 0 1 0 1\n0 0 1 1 0 0 1 1\n0,5 0,5 0,5 0,5 1,5 1,5 1,5 1,5\n",
       "has a comma between digits at line 4; decimal commas?", RIA_ERROR_FORMAT},
      {"0\n", "has 0 blocks; expected 1 to 1000000", RIA_ERROR_FORMAT},
      {"2 2 2\n 0 1 0 1 0 1 0 1\n 0 0 1 1 0 0 1 1\n 0 0 0 0 1 1 1 z\n",
       "has 'z' at line 4; expected a coordinate", RIA_ERROR_FORMAT},
      {"2 2 2\n 0 1 0 1 0 1 0 1\n 0 0 1 1 0 0 1 1\n 0 0 0 0 1 1 1 1\n 1 1 1 1 1 0 1 1\n",
       "node (1, 0, 1) of block 1 of", RIA_ERROR_FORMAT},
  };
  for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
    write_bytes(f, bad[i].text, strlen(bad[i].text));
    expect(f, bad[i].status, bad[i].said);
  }
  write_bytes(f, "\1\2\3\377\200 nothing of the kind", 26);
  expect(f, RIA_ERROR_FORMAT, "is neither CGNS nor PLOT3D");
  static const char nan[] = "2 2 2\n 0 1 0 1 0 1 0 1\n 0 0 1 nan 0 0 1 1\n 0 0 0 0 1.D0 1 1 1\n";
  write_bytes(f, nan, sizeof nan - 1);
  ria_block_grid read = {0};
  good(ria_block_grid_read(f->path, &read));
  good(ria_block_grid_fill_patches(&read));
  assert_int_equal(ria_block_grid_check(&read), RIA_ERROR_CASE);
  assert_non_null(
      strstr(ria_status_detail(), "block 'block1' has the coordinate y = nan at node (1, 1, 0)"));
  ria_block_grid_destroy(&read);
}

static void holes_are_refused(void **state) {
  fixture *f = *state;
  ria_block_grid grid = {0};
  make_blocks(&grid, 1);
  write_grid(&grid, &(variant){.digits = 8, .marks = true}, f->path);
  FILE *file = fopen(f->path, "r+b");
  const int32_t hole = 0;
  fseek(file, -4 * 3, SEEK_END);
  fwrite(&hole, sizeof hole, 1, file);
  fclose(file);
  expect(f, RIA_ERROR_FORMAT, "node (2, 3, 5) of block 1 of");
  ria_block_grid_destroy(&grid);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test_setup_teardown(every_variant, set_up, test_folder_tear_down),
      cmocka_unit_test_setup_teardown(a_file_around_the_axis, set_up, test_folder_tear_down),
      cmocka_unit_test_setup_teardown(truncated_files, set_up, test_folder_tear_down),
      cmocka_unit_test_setup_teardown(text_that_is_no_grid, set_up, test_folder_tear_down),
      cmocka_unit_test_setup_teardown(holes_are_refused, set_up, test_folder_tear_down),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
