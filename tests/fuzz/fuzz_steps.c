/* The file of steps on --resume: whatever its bytes, the file goes on with rows that a further
 * resume takes up without a warning, or an error names the file. The first byte of the input says
 * whether there is a checkpoint that knows three rows. */
#include <unistd.h>
#include "target.h"
#include "ria/steps.h"

enum { ROWS = 3 };

static const ria_program_scalar scalar[] = {{.quantity = {"a", "1", ""}, .recorded = true},
                                            {.quantity = {"b", "1", ""}, .recorded = true}};
static const ria_program program = {.scalars = 2, .scalar = scalar};
static const char path[] = "steps.csv";

/* A line "rows" at the start of an input becomes what ria writes of three steps. */
static char rows[512];
static ria_steps_known known;

static void add(ria_steps *steps, int64_t step) {
  const double value[] = {0.5, 1e300};
  ria_steps_add(steps, &(ria_step_record){.step = step, .time = 2, .dt = 1, .value = value});
  target_expect(ria_steps_write(steps) == RIA_SUCCESS, "no row");
}

static size_t read_file(char *text, size_t room) {
  FILE *file = fopen(path, "re");
  target_expect(file != NULL, "no file");
  const size_t size = fread(text, 1, room - 1, file);
  text[size] = '\0';
  fclose(file);
  return size;
}

static void prepare(void) {
  ria_steps *steps;
  target_expect(ria_steps_create(path, &program, &steps) == RIA_SUCCESS, "no steps");
  for (int step = 1; step <= ROWS; step++)
    add(steps, step);
  known = ria_steps_now(steps);
  ria_steps_destroy(steps);
  target_expect(read_file(rows, sizeof rows) == (size_t)known.bytes, "another size");
}

static void write_input(const char *data, size_t size) {
  static const char word[] = "rows\n";
  FILE *file = fopen(path, "we");
  target_expect(file != NULL, "no file");
  if (size >= sizeof word - 1 && !memcmp(data, word, sizeof word - 1)) {
    fputs(rows, file);
    data += sizeof word - 1;
    size -= sizeof word - 1;
  }
  fwrite(data, 1, size, file);
  fclose(file);
}

static void go_on(ria_steps *steps) {
  static char first[8192], second[8192];
  add(steps, ROWS + 1);
  const ria_steps_known now = ria_steps_now(steps);
  ria_steps_destroy(steps);
  const size_t size = read_file(first, sizeof first);
  target_expect(size == (size_t)now.bytes, "another size than is known");
  target_expect(ria_steps_resume(path, &program, ROWS + 1, &now, &steps) == RIA_SUCCESS,
                "what was taken up once is refused now");
  target_expect(!*ria_steps_warning(steps), "what was taken up once is damaged now");
  ria_steps_destroy(steps);
  target_expect(read_file(second, sizeof second) == size && !memcmp(first, second, size),
                "what was taken up once has changed");
}

static void run(const char *data, size_t size) {
  ria_steps *steps;
  if (!size)
    return;
  write_input(data + 1, size - 1);
  unlink("steps.csv.damaged-1");
  if (ria_steps_resume(path, &program, ROWS, data[0] & 1 ? &known : NULL, &steps) == RIA_SUCCESS) {
    go_on(steps);
  } else {
    target_expect(strstr(ria_status_detail(), path) != NULL, "an error does not name the file");
    target_expect(!steps, "there are steps after an error");
  }
}

FUZZ_TARGET(prepare, run, 512)
