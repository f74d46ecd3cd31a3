/* Shapes that were found fastest, in a made-up file. */
#include <ria/tuning.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "tests.h"

static const ria_shape offered[] = {{2, 32, 4}, {1, 16, 4}, {4, 8, 2}, {0, 0, 0}};
static const ria_target target = {.name = "cuda", .kind = RIA_TARGET_DEVICE};
static const ria_device_functions offering = {.shapes = offered};
static const ria_implementation fused = {
    .target = &target, .strategy = "fused", .own = {&offering, &offering}};
static const ria_implementation plain = {.target = &target, .strategy = "plain"};
static const ria_kernel kernel = {.name = "roe"};

static ria_tuned tile(double cells) {
  return (ria_tuned){&kernel, &fused, RIA_SINGLE, cells, "NVIDIA H200"};
}

typedef struct {
  char folder[64], path[128];
} place;

static int set_up(void **state) {
  place *p = calloc(1, sizeof *p);
  snprintf(p->folder, sizeof p->folder, "/tmp/ria-tuning-XXXXXX");
  if (!mkdtemp(p->folder))
    return -1;
  snprintf(p->path, sizeof p->path, "%s/a/b/tuning", p->folder);
  *state = p;
  return 0;
}

static int tear_down(void **state) {
  place *p = *state;
  char folder[96];
  unlink(p->path);
  snprintf(folder, sizeof folder, "%s/a/b", p->folder);
  rmdir(folder);
  snprintf(folder, sizeof folder, "%s/a", p->folder);
  rmdir(folder);
  const int left = rmdir(p->folder); /* fails if anything else was left there */
  free(p);
  return left;
}

static void assert_shape(const ria_tuning *t, ria_tuned wanted, int columns, int rows, int warps) {
  const ria_shape found = ria_tuning_shape(t, &wanted);
  assert_int_equal(found.columns, columns);
  assert_int_equal(found.rows, rows);
  assert_int_equal(found.warps, warps);
}

static void keep(const place *p, double cells, ria_shape shape) {
  const ria_tuned tuned = tile(cells);
  assert_int_equal(ria_tuning_keep(p->path, &tuned, shape), RIA_SUCCESS);
}

static void test_nothing_there(void **state) {
  const place *p = *state;
  ria_tuning *t = NULL;
  assert_int_equal(ria_tuning_read(p->path, &t), RIA_SUCCESS);
  assert_shape(t, tile(1e6), 0, 0, 0);
  ria_tuning_destroy(t);
  assert_shape(NULL, tile(1e6), 0, 0, 0);
}

static void test_kept(void **state) {
  const place *p = *state;
  keep(p, 1e6, (ria_shape){1, 16, 4});
  keep(p, 64e6, (ria_shape){4, 8, 2});
  keep(p, 64e6, (ria_shape){2, 32, 4}); /* in the place of the one before */
  ria_tuning *t = NULL;
  assert_int_equal(ria_tuning_read(p->path, &t), RIA_SUCCESS);
  assert_shape(t, tile(1e6), 1, 16, 4);
  assert_shape(t, tile(64e6), 2, 32, 4);
  assert_shape(t, tile(4e6), 1, 16, 4);    /* nearer to 1e6, and no more than 4 times as large */
  assert_shape(t, tile(16.1e6), 2, 32, 4); /* nearer to 64e6 */
  assert_shape(t, tile(8e6), 0, 0, 0);     /* near to neither */
  assert_shape(t, tile(1e5), 0, 0, 0);
  ria_tuned other = tile(1e6);
  other.precision = RIA_DOUBLE;
  assert_shape(t, other, 0, 0, 0);
  other = tile(1e6);
  other.device = "NVIDIA H20";
  assert_shape(t, other, 0, 0, 0);
  other = tile(1e6);
  other.implementation = &plain;
  assert_shape(t, other, 0, 0, 0);
  ria_tuning_destroy(t);
}

static void write_text(const place *p, const char *text) {
  keep(p, 1, offered[0]); /* makes the folders */
  FILE *file = fopen(p->path, "w");
  assert_non_null(file);
  fputs(text, file);
  fclose(file);
}

static void test_no_longer_offered(void **state) {
  const place *p = *state;
  write_text(p, "roe cuda fused single 1000 3x32x4 NVIDIA H200\n");
  ria_tuning *t = NULL;
  assert_int_equal(ria_tuning_read(p->path, &t), RIA_SUCCESS);
  assert_shape(t, tile(1000), 0, 0, 0);
  ria_tuning_destroy(t);
}

static void test_broken(void **state) {
  const place *p = *state;
  static const char *const broken[] = {
      "roe cuda fused single 1000 2x32 NVIDIA H200\n",   /* no warps */
      "roe cuda fused single 1000 2x32x4\n",             /* no device */
      "roe cuda fused single -5 2x32x4 NVIDIA H200\n",   /* no size */
      "roe cuda fused single 1000 2x-1x4 NVIDIA H200\n", /* no shape */
      "\177ELF\x02\x01\n",                               /* no text */
  };
  for (size_t i = 0; i < sizeof broken / sizeof *broken; i++) {
    char text[256];
    snprintf(text, sizeof text, "# a comment\n\n%s", broken[i]);
    write_text(p, text);
    ria_tuning *t = NULL;
    assert_int_equal(ria_tuning_read(p->path, &t), RIA_ERROR_FORMAT);
    assert_null(t);
    assert_non_null(strstr(ria_status_detail(), "tuning:3: not a tuned shape"));
    keep(p, 1000, offered[1]); /* begins anew */
    assert_int_equal(ria_tuning_read(p->path, &t), RIA_SUCCESS);
    assert_shape(t, tile(1000), 1, 16, 4);
    ria_tuning_destroy(t);
  }
}

static void test_path(void **state) {
  char path[64];
  (void)state;
  setenv("HOME", "/home/x", 1);
  setenv("XDG_CACHE_HOME", "/var/cache/x", 1);
  setenv("RIA_TUNING", "here", 1);
  assert_string_equal(ria_tuning_path(path, sizeof path), "here");
  unsetenv("RIA_TUNING");
  assert_string_equal(ria_tuning_path(path, sizeof path), "/var/cache/x/ria/tuning");
  setenv("XDG_CACHE_HOME", "relative", 1);
  assert_string_equal(ria_tuning_path(path, sizeof path), "/home/x/.cache/ria/tuning");
  assert_string_equal(ria_tuning_path(path, 8), "");
  unsetenv("HOME");
  assert_string_equal(ria_tuning_path(path, sizeof path), "");
  const ria_tuned tuned = tile(1);
  assert_int_equal(ria_tuning_keep("", &tuned, offered[0]), RIA_ERROR_ARGUMENT);
  assert_int_equal(ria_tuning_keep("/proc/none/tuning", &tuned, offered[0]), RIA_ERROR_IO);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test_setup_teardown(test_nothing_there, set_up, tear_down),
      cmocka_unit_test_setup_teardown(test_kept, set_up, tear_down),
      cmocka_unit_test_setup_teardown(test_no_longer_offered, set_up, tear_down),
      cmocka_unit_test_setup_teardown(test_broken, set_up, tear_down),
      cmocka_unit_test(test_path),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
