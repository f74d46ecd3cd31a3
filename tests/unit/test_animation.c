/* Films: made if ffmpeg is installed, complete or not at all, for all names of frames. */
#include <png.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "ria/animation.h"
#include "tests.h"

enum { FRAMES = 5, WIDTH = 33, HEIGHT = 21 /* odd: the coder wants even sizes */ };

typedef struct {
  char *folder, path[4096], frame[FRAMES][4096];
  const char *frames[FRAMES];
} fixture;

static void write_frame(const char *path, int number) {
  unsigned char pixel[HEIGHT][WIDTH][3];
  for (int y = 0; y < HEIGHT; y++)
    for (int x = 0; x < WIDTH; x++)
      for (int c = 0; c < 3; c++)
        pixel[y][x][c] = (unsigned char)(40 * number + 5 * x + 3 * y * c);
  png_image image = {
      .version = PNG_IMAGE_VERSION, .width = WIDTH, .height = HEIGHT, .format = PNG_FORMAT_RGB};
  assert_true(png_image_write_to_file(&image, path, 0, pixel, 0, NULL));
}

static int set_up(void **state) {
  fixture *f = calloc(1, sizeof *f);
  f->folder = test_folder_create();
  snprintf(f->path, sizeof f->path, "%s/a:b 'c' %%04d.mp4", f->folder);
  for (int i = 0; i < FRAMES; i++) {
    snprintf(f->frame[i], sizeof f->frame[i], "%s/%%d; $(x) '%d'.png", f->folder, 7 * i);
    write_frame(f->frame[i], i);
    f->frames[i] = f->frame[i];
  }
  *state = f;
  return 0;
}

static void expect(ria_status got, ria_status wanted, const char *detail) {
  if (got == RIA_ERROR_UNSUPPORTED && wanted != RIA_ERROR_UNSUPPORTED)
    skip(); /* no ffmpeg here */
  if (got != wanted)
    fail_msg("status %d instead of %d: %s", got, wanted, ria_status_detail());
  if (detail)
    assert_non_null(strstr(ria_status_detail(), detail));
}

static void film(void **state) {
  fixture *f = *state;
  unsigned char start[12];
  expect(ria_animation_make(FRAMES, f->frames, 5, f->path), RIA_SUCCESS, NULL);
  FILE *file = fopen(f->path, "r");
  assert_non_null(file);
  assert_int_equal(fread(start, 1, sizeof start, file), sizeof start);
  assert_memory_equal(start + 4, "ftyp", 4);
  fclose(file);
}

static void broken_frame(void **state) {
  fixture *f = *state;
  FILE *file = fopen(f->frame[0], "w");
  fputs("no picture", file);
  fclose(file);
  expect(ria_animation_make(1, f->frames, 5, f->path), RIA_ERROR_IO, "ffmpeg could not make it");
  assert_int_not_equal(access(f->path, F_OK), 0);
  assert_int_equal(unlink(f->frame[1]), 0);
  expect(ria_animation_make(2, f->frames, 5, f->path), RIA_ERROR_IO, NULL);
}

static void wrong_arguments(void **state) {
  fixture *f = *state;
  assert_int_equal(ria_animation_make(0, f->frames, 5, f->path), RIA_ERROR_ARGUMENT);
  assert_int_equal(ria_animation_make(1, f->frames, 0, f->path), RIA_ERROR_ARGUMENT);
  assert_int_equal(ria_animation_make(1, f->frames, 1e3, f->path), RIA_ERROR_ARGUMENT);
}

static void without_ffmpeg(void **state) {
  fixture *f = *state;
  char *path = strdup(getenv("PATH"));
  setenv("PATH", f->folder, 1);
  expect(ria_animation_make(1, f->frames, 5, f->path), RIA_ERROR_UNSUPPORTED, "ffmpeg");
  setenv("PATH", path, 1);
  free(path);
  assert_int_not_equal(access(f->path, F_OK), 0);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test_setup_teardown(film, set_up, test_folder_tear_down),
      cmocka_unit_test_setup_teardown(broken_frame, set_up, test_folder_tear_down),
      cmocka_unit_test_setup_teardown(wrong_arguments, set_up, test_folder_tear_down),
      cmocka_unit_test_setup_teardown(without_ffmpeg, set_up, test_folder_tear_down),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
