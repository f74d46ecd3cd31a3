/* Histories of grids of nodes, on one rank or under mpirun on several (tests/mpi/history.sh): what
 * is written is read back, also surfaces; a resumed run goes on; what is damaged is found;
 * pictures. */
#include <fcntl.h>
#include <hdf5.h>
#include <sys/stat.h>
#include <unistd.h>
#include "nodes_fixture.h"
#include "ria/plot.h"

static int rank;

typedef struct {
  char *folder, path[256];
} place;

static place place_create(void) {
  place p = {0};
  char shared[128] = "";
  if (rank == 0) {
    p.folder = test_folder_create();
    snprintf(shared, sizeof shared, "%s", p.folder);
  }
  MPI_Bcast(shared, sizeof shared, MPI_CHAR, 0, MPI_COMM_WORLD);
  snprintf(p.path, sizeof p.path, "%s/history.h5", shared);
  return p;
}

static void place_remove(place *p) {
  MPI_Barrier(MPI_COMM_WORLD);
  if (rank == 0)
    test_folder_remove(p->folder);
}

static void good(ria_status status) {
  if (status != RIA_SUCCESS)
    fail_msg("%s", ria_status_detail());
}

static void write_history(nodes_fixture *f, const char *path, int records) {
  ria_history *history;
  nodes_begin(f, path, MPI_COMM_WORLD);
  good(ria_history_create(&f->of, &history));
  nodes_append(f, history, 0, records);
  ria_history_destroy(history);
}

static double shown_value(int block, int variable, int record, ria_global i, ria_global j,
                          ria_global k) {
  double at[RIA_AXES];
  nodes_point(block, i, j, k, at);
  return nodes_value(block, variable, record, i, j, k) * (variable ? at[1] : 1);
}

static void verify(const char *path, int64_t records) {
  static const char *const names[] = {"p", "m"};
  ria_history_view view;
  if (rank)
    return;
  good(ria_history_view_open(path, &view));
  assert_int_equal(view.records, records);
  assert_int_equal(view.blocks, NODES_BLOCKS);
  assert_true(view.cylindrical && view.steps);
  assert_int_equal(view.fields, 2);
  assert_string_equal(view.field[0].cgns_name, "Pressure");
  assert_null(view.field[1].cgns_name);
  for (int b = 0; b < NODES_BLOCKS; b++) {
    const ria_global *n = nodes_of_block[b];
    assert_memory_equal(view.block[b].nodes, n, sizeof nodes_of_block[b]);
    double *values = malloc((size_t)(n[0] * n[1] * n[2]) * sizeof *values);
    for (int r = 0; r < records; r++)
      for (int v = 0; v < 2; v++) {
        const double *at = values;
        good(ria_history_view_layers(&view, b, names[v], r, 1, n[2], values));
        for (ria_global k = 1; k < n[2]; k++)
          for (ria_global j = 0; j < n[1]; j++)
            for (ria_global i = 0; i < n[0]; i++)
              assert_true(*at++ == shown_value(b, v, r, i, j, k));
      }
    assert_int_equal(ria_history_view_layers(&view, b, "q", 0, 0, 1, values), RIA_ERROR_ARGUMENT);
    assert_int_equal(ria_history_view_layers(&view, b, "p", 0, 0, n[2] + 1, values),
                     RIA_ERROR_ARGUMENT);
    free(values);
  }
  ria_history_view_close(&view);
}

static void test_values(void **state) {
  (void)state;
  nodes_fixture f;
  place p = place_create();
  write_history(&f, p.path, 3);
  verify(p.path, 3);
  nodes_end(&f);
  place_remove(&p);
}

/* The nodes of a surface lie where they should, and have their values. */
static void check_surface(ria_history_view *view, const ria_surface_choice *choice,
                          const int across[NODES_BLOCKS], ria_global layer, int layers) {
  good(ria_history_view_choose(view, choice));
  assert_int_equal(view->ny, 1);
  float *values = malloc((size_t)view->nx * sizeof *values);
  good(ria_history_view_read(view, "m", 1, values));
  ria_global n = 0;
  for (int b = 0; b < NODES_BLOCKS; b++) {
    const ria_history_block *block = &view->block[b];
    assert_int_equal(block->across, across[b]);
    assert_int_equal(block->layers,
                     layers < block->nodes[across[b]] ? layers : block->nodes[across[b]]);
    assert_int_equal(block->first, n);
    for (int l = 0; l < block->layers; l++)
      for (ria_global y = 0; y < block->size[1]; y++)
        for (ria_global x = 0; x < block->size[0]; x++, n++) {
          ria_global node[RIA_AXES];
          double at[RIA_AXES];
          const ria_global along[2] = {x, y};
          for (int a = 0, d = 0; a < RIA_AXES; a++)
            node[a] = a == across[b] ? (layers > 1 ? l : layer) : along[d++];
          nodes_point(b, node[0], node[1], node[2], at);
          assert_true(fabs(view->at[0][n] - at[0]) < 1e-15);
          assert_true(fabs(view->at[1][n] - at[1] * cos(at[2])) < 1e-15);
          assert_true(fabs(view->at[2][n] - at[1] * sin(at[2])) < 1e-15);
          assert_true(fabs((double)values[n] - shown_value(b, 1, 1, node[0], node[1], node[2])) <
                      1e-3);
        }
  }
  assert_int_equal(n, view->nx);
  free(values);
}

static void test_surfaces(void **state) {
  (void)state;
  nodes_fixture f;
  ria_history_view view;
  place p = place_create();
  write_history(&f, p.path, 2);
  if (rank == 0) {
    good(ria_history_view_open(p.path, &view));
    check_surface(&view, &(ria_surface_choice){RIA_SURFACE_LAYER, 0, 2}, (int[]){0, 0}, 2, 1);
    check_surface(&view, &(ria_surface_choice){RIA_SURFACE_LAYER, 1, 3}, (int[]){1, 1}, 3, 1);
    check_surface(&view, &(ria_surface_choice){RIA_SURFACE_BLADES, 0, -1}, (int[]){2, 1}, 1, 1);
    check_surface(&view, &(ria_surface_choice){RIA_SURFACE_MERIDIONAL, 0, -1}, (int[]){1, 2}, 0, 9);
    good(ria_history_view_choose(&view, &(ria_surface_choice){RIA_SURFACE_LAYER, 2, 5}));
    assert_int_equal(view.nx, 5 * 4); /* of the second block alone */
    assert_int_equal(ria_history_view_choose(&view, &(ria_surface_choice){RIA_SURFACE_LAYER, 2, 7}),
                     RIA_ERROR_ARGUMENT);
    ria_history_view_close(&view);
  }
  nodes_end(&f);
  place_remove(&p);
}

static void test_resume(void **state) {
  (void)state;
  nodes_fixture f;
  ria_history *history;
  place p = place_create();
  write_history(&f, p.path, 3);
  good(ria_history_resume(&f.of, 50, 2, &history));
  assert_int_equal(ria_history_records(history), 2);
  assert_string_equal(ria_history_warning(history), "");
  nodes_append(&f, history, 2, 4);
  ria_history_destroy(history);
  verify(p.path, 4);
  nodes_end(&f);
  place_remove(&p);
}

/* Flip a bit in the middle of a block's z. */
static void damage(const char *path) {
  haddr_t address;
  hsize_t offset[RIA_AXES], size;
  unsigned mask;
  unsigned char byte;
  hid_t file = H5Fopen(path, H5F_ACC_RDONLY, H5P_DEFAULT);
  hid_t id = H5Dopen2(file, "rear.1/z", H5P_DEFAULT), space = H5Dget_space(id);
  assert_true(H5Dget_chunk_info(id, space, 0, offset, &mask, &address, &size) >= 0);
  H5Sclose(space);
  H5Dclose(id);
  H5Fclose(file);
  int raw = open(path, O_RDWR);
  const off_t at = (off_t)(address + size / 2);
  assert_int_equal(pread(raw, &byte, 1, at), 1);
  byte ^= 4;
  assert_int_equal(pwrite(raw, &byte, 1, at), 1);
  close(raw);
}

static void test_damaged_nodes(void **state) {
  (void)state;
  nodes_fixture f;
  ria_history *history;
  place p = place_create();
  write_history(&f, p.path, 2);
  if (rank == 0)
    damage(p.path);
  MPI_Barrier(MPI_COMM_WORLD);
  good(ria_history_resume(&f.of, 50, 2, &history));
  assert_true(ria_history_warning(history)[0] != 0);
  assert_int_equal(ria_history_records(history), 2);
  ria_history_destroy(history);
  verify(p.path, 2);
  nodes_end(&f);
  place_remove(&p);
}

static void test_xdmf(void **state) {
  (void)state;
  static const char *const parts[] = {"TopologyType=\"3DSMesh\" Dimensions=\"4 5 6\"",
                                      "GeometryType=\"X_Y_Z\"", "history.h5:/rear.1/y<",
                                      "Name=\"m\" AttributeType=\"Scalar\" Center=\"Node\""};
  nodes_fixture f;
  place p = place_create();
  write_history(&f, p.path, 2);
  if (rank == 0) {
    char path[256], text[16384] = "";
    snprintf(path, sizeof path, "%s/history.xdmf", p.folder);
    FILE *file = fopen(path, "r");
    assert_non_null(file);
    assert_true(fread(text, 1, sizeof text - 1, file) > 0);
    fclose(file);
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
      if (!strstr(text, parts[i]))
        fail_msg("history.xdmf lacks %s", parts[i]);
  }
  nodes_end(&f);
  place_remove(&p);
}

static void count_picture(void *context, const char *path) {
  (void)path;
  ++*(int *)context;
}

static bool exists(const char *folder, const char *name) {
  char path[256];
  struct stat info;
  snprintf(path, sizeof path, "%s/%s", folder, name);
  return !stat(path, &info) && info.st_size > 1000;
}

static void test_pictures(void **state) {
  (void)state;
  nodes_fixture f;
  int pictures = 0;
  ria_history_view view;
  place p = place_create();
  write_history(&f, p.path, 2);
  if (rank == 0) {
    char into[200];
    ria_plot_options options = {
        .every = 1, .field = "p", .made = count_picture, .context = &pictures};
    good(ria_history_view_open(p.path, &view));
    assert_int_equal(ria_plot_count(&view, &options), 4);
    ria_history_view_close(&view);
    good(ria_plot_run(p.folder, &options));
    assert_int_equal(pictures, 4);
    assert_true(exists(p.folder, "maps/p-0001.png"));
    assert_true(exists(p.folder, "maps/p-meridional-0001.png"));
    snprintf(into, sizeof into, "%s/layer", p.folder);
    const ria_surface_choice surface = {RIA_SURFACE_LAYER, 0, 5};
    options = (ria_plot_options){.field = "m", .into = into, .surface = &surface};
    good(ria_plot_run(p.folder, &options));
    assert_true(exists(p.folder, "layer/m-0001.png"));
    options.surface = &(ria_surface_choice){RIA_SURFACE_LAYER, 0, 6};
    assert_int_equal(ria_plot_run(p.folder, &options), RIA_ERROR_ARGUMENT);
    assert_non_null(strstr(ria_status_detail(), "no block has a layer i = 6"));
  }
  nodes_end(&f);
  place_remove(&p);
}

/* Variables that need coordinates, without any. */
static void test_bad_description(void **state) {
  (void)state;
  nodes_fixture f;
  ria_history *history;
  place p = place_create();
  nodes_begin(&f, p.path, MPI_COMM_WORLD);
  f.of.nodes = NULL;
  assert_int_equal(ria_history_create(&f.of, &history), RIA_ERROR_ARGUMENT);
  nodes_end(&f);
  place_remove(&p);
}

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_values),         cmocka_unit_test(test_surfaces),
      cmocka_unit_test(test_resume),         cmocka_unit_test(test_damaged_nodes),
      cmocka_unit_test(test_xdmf),           cmocka_unit_test(test_pictures),
      cmocka_unit_test(test_bad_description)};
  int failed = cmocka_run_group_tests(tests, NULL, NULL);
  MPI_Finalize();
  return failed;
}
