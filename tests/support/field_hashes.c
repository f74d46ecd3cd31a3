#include "field_hashes.h"
#include "tests.h"

#include <hdf5.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define LIST "tests/validation/field_hashes.csv"

static const char *source_folder(void) {
  const char *folder = getenv("RIA_SOURCE_DIR");
  return folder ? folder : ".";
}

static void list_path(char *path, size_t size) {
  snprintf(path, size, "%s/" LIST, source_folder());
}

/* ---- the list ---- */

enum { COLUMNS = 6 };

static bool is_of(const short_run *run, char *const column[COLUMNS]) {
  return !strcmp(run->the_case, column[0]) && !strcmp(run->settings, column[1]) &&
         !strcmp(run->precision, column[2]) && run->recorded.steps == atoll(column[3]);
}

static void copy(char *to, size_t size, const char *from, int line) {
  if (snprintf(to, size, "%s", from) >= (int)size)
    fail_msg(LIST ":%d: '%s' is too long", line, from);
}

static short_run *add_run(short_runs *runs, char *const column[COLUMNS], int line) {
  runs->run = realloc(runs->run, (size_t)(runs->count + 1) * sizeof *runs->run);
  assert_non_null(runs->run);
  short_run *run = &runs->run[runs->count++];
  *run = (short_run){.recorded.steps = atoll(column[3])};
  copy(run->the_case, sizeof run->the_case, column[0], line);
  copy(run->settings, sizeof run->settings, column[1], line);
  copy(run->precision, sizeof run->precision, column[2], line);
  if ((strcmp(run->precision, "single") && strcmp(run->precision, "double")) ||
      run->recorded.steps < 1)
    fail_msg(LIST ":%d: expected a precision and a number of steps, not '%s' and '%s'", line,
             column[2], column[3]);
  return run;
}

static void add_line(short_runs *runs, char *text, int line) {
  char *column[COLUMNS];
  int columns = 0;
  text[strcspn(text, "\n")] = 0;
  for (char *rest = text, *one; (one = strsep(&rest, ","));)
    if (columns++ < COLUMNS)
      column[columns - 1] = one;
  if (columns != COLUMNS)
    fail_msg(LIST ":%d: %d columns; expected %d", line, columns, COLUMNS);
  short_run *run = runs->count ? &runs->run[runs->count - 1] : NULL;
  if (!run || !is_of(run, column))
    run = add_run(runs, column, line);
  if (!*column[4] && !*column[5])
    return; /* to be recorded */
  state_hashes *s = &run->recorded;
  if (s->count == sizeof s->field / sizeof *s->field)
    fail_msg(LIST ":%d: more fields than a state has", line);
  char *end;
  copy(s->field[s->count].name, FIELD_NAME, column[4], line);
  s->field[s->count++].hash = strtoull(column[5], &end, 16);
  if (end != column[5] + 16 || *end)
    fail_msg(LIST ":%d: expected a hash of 16 hexadecimal digits, not '%s'", line, column[5]);
}

short_runs *short_runs_read(void) {
  short_runs *runs = calloc(1, sizeof *runs);
  char path[512], *text = NULL;
  size_t room = 0, length = 0;
  list_path(path, sizeof path);
  FILE *file = fopen(path, "r");
  if (!file)
    fail_msg("cannot read %s: set RIA_SOURCE_DIR, or begin in the folder of the sources", path);
  FILE *head = open_memstream(&runs->head, &length);
  assert_non_null(head);
  bool in_table = false;
  for (int line = 1; getline(&text, &room, file) > 0; line++) {
    if (in_table)
      add_line(runs, text, line);
    else
      fputs(text, head);
    in_table = in_table || *text != '#'; /* after the names of the columns */
  }
  fclose(head);
  fclose(file);
  free(text);
  return runs;
}

void short_runs_write(const short_runs *runs) {
  char path[512], fresh[520];
  list_path(path, sizeof path);
  snprintf(fresh, sizeof fresh, "%s.new", path);
  FILE *file = fopen(fresh, "w");
  if (!file)
    fail_msg("cannot write %s", fresh);
  fputs(runs->head, file);
  for (int r = 0; r < runs->count; r++) {
    const short_run *run = &runs->run[r];
    for (int f = 0; f < run->recorded.count; f++)
      fprintf(file, "%s,%s,%s,%lld,%s,%016" PRIx64 "\n", run->the_case, run->settings,
              run->precision, run->recorded.steps, run->recorded.field[f].name,
              run->recorded.field[f].hash);
  }
  if (fclose(file) || rename(fresh, path))
    fail_msg("cannot write %s", path);
}

void short_runs_free(short_runs *runs) {
  free(runs->head);
  free(runs->run);
  free(runs);
}

const char *short_run_path(const short_run *run, char *path, size_t size) {
  snprintf(path, size, "%s/inputs/cases/%s", source_folder(), run->the_case);
  return path;
}

int short_run_sets(const short_run *run, char text[512], const char *set[SHORT_RUN_SETS]) {
  int sets = 0;
  snprintf(text, 512, "precision=%s time.steps=%lld output.every=0 output.history=false %s",
           run->precision, run->recorded.steps, run->settings);
  for (char *rest = text, *one; (one = strsep(&rest, " "));) {
    assert_in_range(sets, 0, SHORT_RUN_SETS - 1);
    if (*one)
      set[sets++] = one;
  }
  return sets;
}

/* ---- hashes ---- */

static uint64_t hash_bits(uint64_t hash, uint64_t bits, int bytes) {
  for (int b = 0; b < bytes; b++)
    hash = (hash ^ (bits >> 8 * b & 0xff)) * UINT64_C(1099511628211);
  return hash;
}

static field_hash *find(const state_hashes *state, const char *name) {
  for (int f = 0; f < state->count; f++)
    if (!strcmp(state->field[f].name, name))
      return (field_hash *)&state->field[f];
  return NULL;
}

static field_hash *add_field(state_hashes *state, const char *name) {
  if (state->count == sizeof state->field / sizeof *state->field)
    fail_msg("no room for the field %s", name);
  field_hash *field = &state->field[state->count++];
  *field = (field_hash){.hash = UINT64_C(14695981039346656037)};
  snprintf(field->name, sizeof field->name, "%s", name);
  return field;
}

void state_hashes_add(state_hashes *state, const char *name, const void *values, size_t count,
                      ria_precision precision) {
  field_hash *field = find(state, name);
  if (!field)
    field = add_field(state, name);
  for (size_t i = 0; i < count; i++) {
    uint32_t few;
    uint64_t bits;
    if (precision == RIA_SINGLE) {
      memcpy(&few, (const float *)values + i, sizeof few);
      bits = few;
    } else {
      memcpy(&bits, (const double *)values + i, sizeof bits);
    }
    field->hash = hash_bits(field->hash, bits, (int)ria_precision_size(precision));
  }
}

static int compare_names(const void *a, const void *b) {
  return strcmp(((const field_hash *)a)->name, ((const field_hash *)b)->name);
}

void state_hashes_finish(state_hashes *state, double time) {
  qsort(state->field, (size_t)state->count, sizeof *state->field, compare_names);
  state_hashes_add(state, "(time)", &time, 1, RIA_DOUBLE);
}

/* ---- checkpoints ---- */

static void add_dataset(hid_t dataset, const char *name, state_hashes *state) {
  hid_t type = H5Dget_type(dataset), space = H5Dget_space(dataset);
  hsize_t size[H5S_MAX_RANK];
  const int rank = H5Sget_simple_extent_dims(space, size, NULL);
  if (H5Tget_class(type) == H5T_FLOAT) {
    const ria_precision precision = H5Tget_size(type) == sizeof(float) ? RIA_SINGLE : RIA_DOUBLE;
    const size_t count = (size_t)H5Sget_simple_extent_npoints(space);
    void *values = calloc(count, ria_precision_size(precision));
    assert_non_null(values);
    assert_true(H5Dread(dataset, precision == RIA_SINGLE ? H5T_NATIVE_FLOAT : H5T_NATIVE_DOUBLE,
                        H5S_ALL, H5S_ALL, H5P_DEFAULT, values) >= 0);
    const char *end = strrchr(name, '/');
    state->rows = rank > 1 ? (int)size[rank - 2] : 1;
    state_hashes_add(state, end ? end + 1 : name, values, count, precision);
    free(values);
  }
  H5Sclose(space);
  H5Tclose(type);
}

/* Every dataset of real numbers is a field, except those below records/ and columns/. */
static herr_t visit(hid_t file, const char *name, const H5O_info_t *info, void *context) {
  if (info->type != H5O_TYPE_DATASET || !strncmp(name, "records/", 8) ||
      !strncmp(name, "columns/", 8))
    return 0;
  hid_t dataset = H5Dopen2(file, name, H5P_DEFAULT);
  assert_true(dataset >= 0);
  add_dataset(dataset, name, context);
  H5Dclose(dataset);
  return 0;
}

static void read_attribute(hid_t file, const char *name, hid_t type, void *value) {
  hid_t attribute = H5Aopen(file, name, H5P_DEFAULT);
  assert_true(attribute >= 0 && H5Aread(attribute, type, value) >= 0);
  H5Aclose(attribute);
}

void state_hashes_read(const char *checkpoint, state_hashes *state) {
  *state = (state_hashes){0};
  double time = 0;
  hid_t file = H5Fopen(checkpoint, H5F_ACC_RDONLY, H5P_DEFAULT);
  if (file < 0)
    fail_msg("cannot read %s", checkpoint);
  read_attribute(file, "steps", H5T_NATIVE_LLONG, &state->steps);
  read_attribute(file, "time", H5T_NATIVE_DOUBLE, &time);
  assert_true(H5Ovisit2(file, H5_INDEX_NAME, H5_ITER_INC, visit, state, H5O_INFO_BASIC) >= 0);
  H5Fclose(file);
  state_hashes_finish(state, time);
}

/* ---- comparing ---- */

/* NULL: the field is missing. */
static int complain(const short_run *run, const char *how, const field_hash *got,
                    const field_hash *recorded) {
  char hash[2][24] = {"none", "none"};
  for (int i = 0; i < 2; i++)
    if (i ? recorded : got)
      snprintf(hash[i], sizeof hash[i], "%016" PRIx64, (i ? recorded : got)->hash);
  print_error("%s, %s precision, %s, %s: the hash of field %s is %s; " LIST " has %s\n",
              run->the_case, run->precision, run->settings, how, (got ? got : recorded)->name,
              hash[0], hash[1]);
  return 1;
}

int short_run_compare(const short_run *run, const state_hashes *got, const char *how) {
  const state_hashes *recorded = &run->recorded;
  int differences = 0;
  if (got->steps != recorded->steps) {
    print_error("%s, %s precision, %s, %s: ended after %lld steps; expected %lld\n", run->the_case,
                run->precision, run->settings, how, got->steps, recorded->steps);
    differences++;
  }
  for (int f = 0; f < got->count; f++) {
    const field_hash *field = &got->field[f], *wanted = find(recorded, field->name);
    if (!wanted || wanted->hash != field->hash)
      differences += complain(run, how, field, wanted);
  }
  for (int f = 0; f < recorded->count; f++)
    if (!find(got, recorded->field[f].name))
      differences += complain(run, how, NULL, &recorded->field[f]);
  return differences;
}
