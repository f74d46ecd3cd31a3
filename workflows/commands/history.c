/* `ria history`: one figure of many runs and studies, over dates, commits and machines. */
#include <errno.h>
#include <fts.h>
#include <jansson.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include "cli/command.h"
#include "cli/errors.h"
#include "cli/options.h"
#include "cli/output.h"
#include "ria/chart.h"
#include "ria/number.h"
#include "ria/table.h"
#include "steps/report/files.h"
#include "study/study.h"

static const char help[] =
    "usage: ria history FOLDER... [--figure KEY] [-o PICTURE] [--json]\n"
    "\n"
    "Show one figure of many runs and studies: a row for each, by date, with commit, machine and "
    "case.\n"
    "A FOLDER is a run, a study, or a folder that contains them at any depth.\n"
    "\n"
    "  --figure KEY   of summary.json, such as 'steps' or 'balance.water.residual', or a result of "
    "a\n"
    "                 study's tasks; default: million_cell_updates_per_second (RIA_FIGURE)\n"
    "  -o PICTURE     also draw it over the dates, a curve for each case and machine: .png or "
    ".svg\n"
    "                 (RIA_OUTPUT)\n"
    "  --json         print JSON (RIA_JSON=1)\n"
    "\n"
    "Exit codes: 0 done, 1 no run or study has that figure, 2 an error.\n";

/* A figure of a run or of a study's task; owns its texts. */
typedef struct {
  double when; /* seconds since 1970; NAN: not known */
  char *commit, *machine, *what, *folder;
  double value;
} entry;

typedef struct {
  const char *figure;
  entry *item;
  int count, room;
  int seen; /* runs and studies, with the figure or without it */
  ria_status status;
} entries;

static void add(entries *all, entry e) {
  if (all->count == all->room) {
    const int room = all->room ? 2 * all->room : 64;
    entry *more = realloc(all->item, (size_t)room * sizeof *more);
    if (more) {
      all->item = more;
      all->room = room;
    }
  }
  if (all->count < all->room && e.commit && e.machine && e.what && e.folder) {
    all->item[all->count++] = e;
    return;
  }
  free(e.commit);
  free(e.machine);
  free(e.what);
  free(e.folder);
  all->status = ria_fail(RIA_ERROR_MEMORY, "no memory for %d figures", all->count + 1);
}

/* ---- runs ---- */

/* The member of an object, by a path such as "balance.water.residual"; NULL: there is none. */
static json_t *member(json_t *object, const char *path) {
  char name[128];
  for (const char *dot; object && (dot = strchr(path, '.')); path = dot + 1) {
    snprintf(name, sizeof name, "%.*s", (int)(dot - path), path);
    object = json_object_get(object, name);
  }
  return json_object_get(object, path);
}

/* A value of provenance.yaml, which has one key a line; "" if there is none. */
static char *noted(const char *folder, const char *key) {
  enum { LARGEST = 65536 };
  char *path = NULL, *found = NULL;
  size_t length;
  if (asprintf(&path, "%s/provenance.yaml", folder) < 0)
    return NULL;
  char *text = file_head(path, LARGEST, &length), *rest = text;
  for (char *line; rest && !found && (line = strsep(&rest, "\n"));) {
    const size_t name = strlen(key);
    if (strncmp(line, key, name) || line[name] != ':')
      continue;
    char *value = line + name + 1 + strspn(line + name + 1, " \"");
    value[strcspn(value, "\"")] = '\0';
    found = strdup(value);
  }
  free(text);
  free(path);
  return found ? found : strdup("");
}

static double instant(const char *text) {
  struct tm tm = {0};
  const char *end = strptime(text, "%Y-%m-%dT%H:%M:%SZ", &tm);
  return end && !*end ? (double)timegm(&tm) : NAN;
}

/* "AMD EPYC, 2 cores", or with GPUs. */
static char *machine_of(const char *folder, json_t *summary) {
  char *processor = noted(folder, "processor"), *cores = noted(folder, "cores"), *text = NULL;
  const json_int_t gpus = json_integer_value(json_object_get(summary, "gpus"));
  int written = -1;
  if (processor && cores)
    written =
        gpus ? asprintf(&text, "%s, %lld GPU%s", processor, (long long)gpus, gpus > 1 ? "s" : "")
             : asprintf(&text, "%s, %s cores", processor, cores);
  free(processor);
  free(cores);
  return written < 0 ? NULL : text;
}

/* The case and how it is computed: "arousa (9d9a8347), single, cpu". */
static char *case_of(const char *folder, json_t *summary) {
  char *path = NULL, *name = NULL, *text = NULL;
  size_t length;
  if (asprintf(&path, "%s/case.yaml", folder) < 0)
    return NULL;
  char *yaml = file_head(path, 1 << 16, &length), *rest = yaml;
  for (char *line; rest && !name && (line = strsep(&rest, "\n"));)
    if (!strncmp(line, "name: ", 6))
      name = line + 6;
  const char *hash = json_string_value(json_object_get(summary, "case_hash"));
  const char *precision = json_string_value(json_object_get(summary, "precision"));
  const char *target = json_string_value(json_object_get(summary, "target"));
  if (asprintf(&text, "%s (%.8s), %s, %s", name ? name : "case", hash ? hash : "",
               precision ? precision : "", target ? target : "") < 0)
    text = NULL;
  free(yaml);
  free(path);
  return text;
}

static void look_at_run(entries *all, const char *folder, const char *summary_path) {
  json_t *summary = json_load_file(summary_path, 0, NULL);
  json_t *value = member(summary, all->figure);
  all->seen += summary != NULL;
  if (json_is_number(value)) {
    char *started = noted(folder, "started");
    add(all, (entry){.when = started ? instant(started) : NAN,
                     .commit = noted(folder, "commit"),
                     .machine = machine_of(folder, summary),
                     .what = case_of(folder, summary),
                     .folder = strdup(folder),
                     .value = json_number_value(value)});
    free(started);
  }
  json_decref(summary);
}

/* ---- studies ---- */

/* End and machine of a task. */
static const study_attempt *last_attempt(const study_attempts *attempts, const char *task) {
  const study_attempt *last = NULL;
  for (int i = 0; i < attempts->count; i++)
    if (!strcmp(attempts->item[i].task, task))
      last = &attempts->item[i];
  return last;
}

static ria_status look_at_results(entries *all, study_store *study, const char *folder) {
  study_results results;
  study_attempts attempts;
  char *name = NULL;
  RIA_TRY(study_list_results(study, NULL, NULL, &results));
  ria_status status = study_list_attempts(study, NULL, &attempts);
  if (status != RIA_SUCCESS) {
    study_results_destroy(&results);
    return status;
  }
  status = study_get_fact(study, "name", &name);
  for (int i = 0; i < results.count && status == RIA_SUCCESS; i++) {
    const study_result *r = &results.item[i];
    const study_attempt *of = last_attempt(&attempts, r->task);
    char *what = NULL;
    if (strcmp(r->key, all->figure) || !r->is_number)
      continue;
    if (asprintf(&what, "%s: %s", name ? name : "study", *r->task ? r->task : r->step) < 0)
      what = NULL;
    add(all, (entry){.when = of && of->ended > 0 ? of->ended : NAN,
                     .commit = strdup(""),
                     .machine = strdup(of ? of->nodes : ""),
                     .what = what,
                     .folder = strdup(folder),
                     .value = r->number});
    status = all->status;
  }
  free(name);
  study_attempts_destroy(&attempts);
  study_results_destroy(&results);
  return status;
}

static void look_at_study(entries *all, const char *folder) {
  study_store *study;
  all->seen++;
  all->status = study_open(folder, STUDY_READ, &study);
  if (all->status != RIA_SUCCESS)
    return;
  all->status = look_at_results(all, study, folder);
  study_close(study);
}

/* ---- folders ---- */

static void look_into(entries *all, char *where) {
  char *paths[] = {where, NULL};
  FTS *tree = fts_open(paths, FTS_PHYSICAL | FTS_COMFOLLOW | FTS_NOCHDIR, NULL);
  bool any = false;
  for (FTSENT *file; tree && all->status == RIA_SUCCESS && (file = fts_read(tree));) {
    any |= file->fts_info == FTS_D;
    if (file->fts_info != FTS_F && file->fts_info != FTS_NSOK)
      continue;
    char folder[4096];
    snprintf(folder, sizeof folder, "%.*s",
             (int)(file->fts_pathlen - file->fts_namelen - (file->fts_level > 0)), file->fts_path);
    if (!strcmp(file->fts_name, "summary.json"))
      look_at_run(all, folder, file->fts_path);
    else if (!strcmp(file->fts_name, "study.sqlite"))
      look_at_study(all, folder);
  }
  if (tree)
    fts_close(tree);
  if (!any && all->status == RIA_SUCCESS)
    all->status = ria_fail(RIA_ERROR_IO, "%s: there is no such folder", where);
}

static int by_date(const void *a, const void *b) {
  const entry *x = a, *y = b;
  const double s = isnan(x->when) ? -INFINITY : x->when, t = isnan(y->when) ? -INFINITY : y->when;
  return s != t ? (s > t) - (s < t) : strcmp(x->folder, y->folder);
}

/* ---- output ---- */

static const char *date_text(double when, char text[32]) {
  const time_t seconds = isnan(when) ? 0 : (time_t)when;
  struct tm tm;
  if (isnan(when) || !gmtime_r(&seconds, &tm) || !strftime(text, 32, "%Y-%m-%d %H:%M", &tm))
    *text = '\0';
  return text;
}

static ria_status print_table(const entries *all) {
  static const char *const titles[] = {"date (UTC)", "commit", "machine", "case or task"};
  ria_table table = {0};
  char date[32], commit[16];
  for (int i = 0; i < 4; i++)
    ria_table_add_column(&table, titles[i], titles[i], 0);
  ria_table_add_column(&table, all->figure, all->figure, 6);
  ria_table_add_column(&table, "folder", "folder", 0);
  for (int i = 0; i < all->count; i++) {
    const entry *e = &all->item[i];
    const int row = ria_table_add_row(&table);
    snprintf(commit, sizeof commit, "%.8s", e->commit);
    ria_table_put_text(&table, row, 0, date_text(e->when, date));
    ria_table_put_text(&table, row, 1, commit);
    ria_table_put_text(&table, row, 2, e->machine);
    ria_table_put_text(&table, row, 3, e->what);
    ria_table_put_number(&table, row, 4, e->value, NULL);
    ria_table_put_text(&table, row, 5, e->folder);
  }
  const ria_status status = ria_table_print(&table, RIA_TABLE_TEXT, stdout);
  ria_table_destroy(&table);
  return status;
}

static int print_json(const entries *all) {
  json_t *list = json_array();
  for (int i = 0; i < all->count; i++) {
    const entry *e = &all->item[i];
    json_array_append_new(list, json_pack("{s:o, s:s, s:s, s:s, s:s, s:f}", "seconds",
                                          isnan(e->when) ? json_null() : json_real(e->when),
                                          "commit", e->commit, "machine", e->machine, "what",
                                          e->what, "folder", e->folder, "value", e->value));
  }
  return command_print_json(json_pack("{s:s, s:o}", "figure", all->figure, "entries", list));
}

static bool same_curve(const entry *a, const entry *b) {
  return !strcmp(a->what, b->what) && !strcmp(a->machine, b->machine);
}

/* A curve for each case on each machine; rows without a date are left out. */
static ria_status fill_curves(const entries *all, ria_chart *chart, ria_curve *curve, double *x,
                              double *y, char (*name)[256]) {
  int points = 0;
  bool *taken = calloc((size_t)all->count + 1, sizeof *taken);
  if (!taken)
    return ria_fail(RIA_ERROR_MEMORY, "no memory for a picture");
  for (int i = 0; i < all->count; i++) {
    ria_curve *c = &curve[chart->curves];
    *c = (ria_curve){.x = x + points, .y = y + points};
    for (int j = i; j < all->count; j++) {
      const entry *e = &all->item[j];
      if (taken[j] || isnan(e->when) || !same_curve(&all->item[i], e))
        continue;
      taken[j] = true;
      x[points] = e->when;
      y[points++] = e->value;
      c->count++;
    }
    if (!c->count)
      continue;
    snprintf(name[chart->curves], sizeof *name, "%.120s; %.120s", all->item[i].what,
             all->item[i].machine);
    c->name = name[chart->curves++];
  }
  free(taken);
  return RIA_SUCCESS;
}

static ria_status draw(const entries *all, const char *path) {
  const size_t n = (size_t)all->count;
  ria_curve *curve = calloc(n, sizeof *curve);
  double *x = calloc(n, sizeof *x), *y = calloc(n, sizeof *y);
  char(*name)[256] = calloc(n, sizeof *name);
  ria_chart chart = {.title = "History of runs",
                     .x_label = "date (UTC)",
                     .y_label = all->figure,
                     .dates = true,
                     .curve = curve};
  ria_status status = RIA_ERROR_MEMORY;
  if (curve && x && y && name)
    status = fill_curves(all, &chart, curve, x, y, name);
  else
    ria_fail(RIA_ERROR_MEMORY, "no memory for a picture");
  if (status == RIA_SUCCESS)
    status = ria_chart_draw(&chart, path);
  free(curve);
  free(x);
  free(y);
  free(name);
  return status;
}

static int show(const entries *all, const char *picture, bool json) {
  if (all->status == RIA_SUCCESS && all->count && picture && draw(all, picture) != RIA_SUCCESS) {
    command_error("history", "%s", ria_status_detail());
    return CLI_EXIT_ERROR;
  }
  if (all->status != RIA_SUCCESS) {
    command_error("history", "%s", ria_status_detail());
    return CLI_EXIT_ERROR;
  }
  if (json)
    return all->count ? print_json(all) : (print_json(all), CLI_EXIT_DIFFERENT);
  if (!all->count) {
    command_error("history", "none of the %d runs and studies there has the figure '%s'", all->seen,
                  all->figure);
    return CLI_EXIT_DIFFERENT;
  }
  return print_table(all) == RIA_SUCCESS ? CLI_EXIT_SUCCESS : CLI_EXIT_ERROR;
}

static int run(int argc, char **argv) {
  bool json = false;
  const char *picture = NULL;
  entries all = {.figure = "million_cell_updates_per_second"};
  const command_option options[] = {
      {.name = "figure", .kind = COMMAND_TEXT, .value = &all.figure},
      {.name = "output", .kind = COMMAND_TEXT, .value = &picture, .letter = 'o'},
      {.name = "json", .kind = COMMAND_FLAG, .value = &json},
      {0}};
  if (!command_options_read(options, &argc, argv))
    return CLI_EXIT_ERROR;
  if (argc < 2) {
    command_error("history", "needs the folders of runs or studies; see ria history --help");
    return CLI_EXIT_ERROR;
  }
  for (int i = 1; i < argc && all.status == RIA_SUCCESS; i++)
    look_into(&all, argv[i]);
  if (all.count)
    qsort(all.item, (size_t)all.count, sizeof *all.item, by_date);
  const int code = show(&all, picture, json);
  for (int i = 0; i < all.count; i++) {
    free(all.item[i].commit);
    free(all.item[i].machine);
    free(all.item[i].what);
    free(all.item[i].folder);
  }
  free(all.item);
  return code;
}

const cli_command command_history = {.name = "history",
                                     .summary = "show a figure of many runs over their dates",
                                     .help = help,
                                     .run = run};
