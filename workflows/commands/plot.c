/* `ria plot`: draws the pictures of a run again, or the bed of a case. */
#include <errno.h>
#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include "cli/command.h"
#include "cli/errors.h"
#include "ria/animation.h"
#include "ria/number.h"
#include "ria/plot.h"
#include "ria/solver.h"
#include "run/bed_picture.h"
#include "run/marks.h"
#include "run/pictures.h"
#include "run/rasters.h"

static const char help[] =
    "usage: ria plot RUN_DIR [--every N] [--field FIELD] [--plane AXIS[=N]] [--into FOLDER]\n"
    "                [--film[=if-possible]] [--rate N]\n"
    "       ria plot CASE.yaml [--set KEY=VALUE] [--into FOLDER]\n"
    "\n"
    "Draw the pictures of a run from its history.h5 and gauges.csv, in RUN_DIR/maps: a map of each "
    "field\n"
    "for each record, or a profile of a line; the largest concentration and the arrival of a "
    "tracer; a\n"
    "line over time; the time series of the gauges. The history says which fields are drawn. The "
    "run may\n"
    "still be running. Maps show rivers, releases, structures and sides of the case.yaml in "
    "RUN_DIR.\n"
    "For a case, draw its bed with boundaries, rivers, gauges and releases, before any run, as\n"
    "NAME-bed.png in the current folder.\n"
    "\n"
    "  --every N      draw every Nth record, and the last; 0: the last only (default 1)\n"
    "  --field FIELD  draw this field alone, such as speed, without the overviews\n"
    "  --plane AXIS[=N]\n"
    "                 of a grid of nodes, draw the nodes with this index along i, j or k in each "
    "block, or\n"
    "                 the middle ones. Default: the middle of k; around an axis, the surface from "
    "blade to\n"
    "                 blade at mid span and the meridional plane. Of a box, draw this plane "
    "alone.\n"
    "                 Default: the middle planes across x, y and z in one picture\n"
    "  --into FOLDER  write the pictures there\n"
    "  --set KEY=VALUE\n"
    "                 of a case: a value in the place of the file's, as in `ria run`\n"
    "  --film         also make FIELD.mp4 of each field's maps; without ffmpeg this is an error, "
    "except\n"
    "                 with =if-possible\n"
    "  --rate N       maps a second in a film (default 10)\n"
    "\n"
    "Needs gnuplot (Debian package gnuplot-nox). Exit codes: 0 done, 2 an error.\n";

/* most --set options */
enum { SETS = 100 };

/* Collects the maps for the films. */
typedef struct {
  int count, room;
  char **path;
  bool failed;
} pictures;

static void add_picture(void *context, const char *path) {
  pictures *p = context;
  puts(path);
  if (p->count == p->room) {
    int room = p->room ? 2 * p->room : 64;
    char **more = realloc(p->path, (size_t)room * sizeof *more);
    if (!more) {
      p->failed = true;
      return;
    }
    p->path = more;
    p->room = room;
  }
  p->path[p->count] = strdup(path);
  p->failed |= !p->path[p->count];
  p->count += p->path[p->count] != NULL;
}

static void report_left_out(void *context, const char *sentence) {
  (void)context;
  fprintf(stderr, "ria plot: %s\n", sentence);
}

static void release(pictures *p) {
  for (int i = 0; i < p->count; i++)
    free(p->path[i]);
  free(p->path);
}

/* The length of FIELD in FOLDER/FIELD-0012.png, which `field` points to; 0: another picture. */
static size_t field_of(const char *path, const char **field) {
  const char *name = strrchr(path, '/') ? strrchr(path, '/') + 1 : path, *dash = strrchr(name, '-');
  *field = name;
  return dash && dash[1] >= '0' && dash[1] <= '9' ? (size_t)(dash - name) : 0;
}

static bool is_of(const char *path, const char *field, size_t length) {
  const char *own;
  return field_of(path, &own) == length && !strncmp(own, field, length);
}

static ria_status make_film(const pictures *p, const char *field, size_t length, double rate) {
  const char **frame = calloc((size_t)p->count + 1, sizeof *frame);
  char *path = NULL;
  int frames = 0;
  if (!frame)
    return ria_fail(RIA_ERROR_MEMORY, "no memory for a film");
  for (int i = 0; i < p->count; i++)
    if (is_of(p->path[i], field, length))
      frame[frames++] = p->path[i];
  ria_status status = RIA_SUCCESS;
  if (frames) {
    int folder = (int)(strrchr(frame[0], '/') - frame[0]);
    if (asprintf(&path, "%.*s/%.*s.mp4", folder, frame[0], (int)length, field) < 0)
      status = ria_fail(RIA_ERROR_MEMORY, "no memory for a film");
    else if ((status = ria_animation_make(frames, frame, rate, path)) == RIA_SUCCESS)
      puts(path);
    free(path);
  }
  free(frame);
  return status;
}

static ria_status make_films(const pictures *p, double rate, bool if_possible) {
  if (p->failed)
    return ria_fail(RIA_ERROR_MEMORY, "no memory for a film");
  for (int i = 0; i < p->count; i++) {
    const char *field;
    const size_t length = field_of(p->path[i], &field);
    bool first = length > 0;
    for (int before = 0; before < i && first; before++)
      first = !is_of(p->path[before], field, length);
    if (!first)
      continue;
    ria_status status = make_film(p, field, length, rate);
    if (status == RIA_ERROR_UNSUPPORTED && if_possible) {
      fprintf(stderr, "ria plot: note: %s\n", ria_status_detail());
      return RIA_SUCCESS;
    }
    RIA_TRY(status);
  }
  return RIA_SUCCESS;
}

static bool read_every(const char *text, int64_t *every) {
  char *end;
  errno = 0;
  *every = strtoll(text, &end, 10);
  if (!errno && end != text && !*end && *every >= 0)
    return true;
  command_error("plot", "--every takes a whole number, not '%s'", text);
  return false;
}

static bool read_rate(const char *text, double *rate) {
  char *end;
  *rate = ria_strtod(text, &end);
  if (end != text && !*end && *rate >= 0.1 && *rate <= 100)
    return true;
  command_error("plot", "--rate takes a number from 0.1 to 100, not '%s'", text);
  return false;
}

/* `text` is the text after the `=`; NULL without one. */
static bool read_film(const char *text, bool *film, bool *if_possible) {
  *film = true;
  *if_possible = text && !strcmp(text, "if-possible");
  if (!text || *if_possible)
    return true;
  command_error("plot", "--film takes if-possible or nothing, not '%s'", text);
  return false;
}

/* "k", or "k=5". */
static bool read_plane(const char *text, ria_surface_choice *surface) {
  char *end = NULL;
  errno = 0;
  *surface = (ria_surface_choice){RIA_SURFACE_LAYER, text[0] - 'i', -1};
  if (text[0] >= 'i' && text[0] <= 'k') {
    if (!text[1])
      return true;
    surface->layer =
        text[1] == '=' && text[2] >= '0' && text[2] <= '9' ? strtoll(text + 2, &end, 10) : -1;
    if (end && !*end && !errno)
      return true;
  }
  command_error("plot", "--plane takes i, j or k, or one with an index such as k=5, not '%s'",
                text);
  return false;
}

/* ---- a case ---- */

/* The bed, or a field. */
static ria_status draw_input(const ria_case *the_case, const ria_terrain *terrain,
                             const ria_shown_static *field, const char *into) {
  char *path = NULL;
  if (asprintf(&path, "%s%s%s-%s.png", into ? into : "", into ? "/" : "", the_case->name,
               field ? field->name : "bed") < 0)
    return ria_fail(RIA_ERROR_MEMORY, "no memory for a name");
  const ria_status status = run_bed_picture(the_case, terrain, field, path);
  if (status == RIA_SUCCESS)
    puts(path);
  free(path);
  return status;
}

static ria_status draw_inputs(const ria_case *the_case, const ria_terrain *terrain,
                              const char *into) {
  const ria_solver *solver = ria_solver_find(the_case->solver);
  ria_shown shown = {0};
  RIA_TRY(draw_input(the_case, terrain, NULL, into));
  if (solver && solver->show)
    solver->show(the_case, terrain, &shown);
  for (int i = 0; i < shown.statics; i++)
    if (shown.fixed[i].value && !shown.fixed[i].ground && !shown.fixed[i].faces)
      RIA_TRY(draw_input(the_case, terrain, &shown.fixed[i], into));
  return RIA_SUCCESS;
}

static ria_status draw_case(const ria_case *the_case, const char *into) {
  ria_terrain terrain = {0};
  if (into && mkdir(into, 0777) && errno != EEXIST)
    return ria_fail(RIA_ERROR_IO, "cannot create the folder %s: %s", into, strerror(errno));
  ria_status status = ria_terrain_load(the_case, &terrain);
  if (status == RIA_SUCCESS)
    status = draw_inputs(the_case, &terrain, into);
  ria_terrain_destroy(&terrain);
  return status;
}

static int plot_case(const char *path, const char *into, int sets, const char *const *set) {
  ria_case the_case;
  ria_case_errors errors;
  ria_status status = ria_case_read(path, &ria_known_names, sets, set, &the_case, &errors);
  if (status == RIA_SUCCESS)
    status = draw_case(&the_case, into);
  for (int i = 0; i < errors.count; i++)
    command_error_finding(&errors.error[i]);
  if (status != RIA_SUCCESS && !errors.count)
    command_error("plot", "%s", ria_status_detail());
  ria_case_destroy(&the_case);
  ria_case_errors_destroy(&errors);
  return status == RIA_SUCCESS ? CLI_EXIT_SUCCESS : CLI_EXIT_ERROR;
}

/* ---- a run ---- */

typedef struct {
  ria_case the_case;
  ria_terrain terrain;
  run_marks marks;
} run_inputs;

static ria_status read_marks(const char *path, run_inputs *in) {
  ria_case_errors errors = {0};
  ria_status status = ria_case_read(path, &ria_known_names, 0, NULL, &in->the_case, &errors);
  if (errors.count)
    status = ria_fail(RIA_ERROR_CASE, "%s", errors.error[0].text);
  ria_case_errors_destroy(&errors);
  RIA_TRY(status);
  RIA_TRY(ria_terrain_load(&in->the_case, &in->terrain));
  if (!in->terrain.depth)
    return RIA_SUCCESS;
  return run_marks_make(&in->the_case, &in->terrain, RUN_MARKS_OF_RESULT, &in->marks);
}

/* Sides, rivers and releases for the maps, from the case in the run's folder. Maps without them are
 * still maps. */
static ria_status read_inputs(const char *run_dir, run_inputs *in) {
  char *path = NULL;
  *in = (run_inputs){0};
  if (asprintf(&path, "%s/case.yaml", run_dir) < 0)
    return ria_fail(RIA_ERROR_MEMORY, "no memory for a name");
  if (!access(path, R_OK) && read_marks(path, in) != RIA_SUCCESS)
    fprintf(stderr, "ria plot: note: maps lack sides, rivers and releases: %s\n",
            ria_status_detail());
  free(path);
  return RIA_SUCCESS;
}

static void release_inputs(run_inputs *in) {
  run_marks_destroy(&in->marks);
  ria_terrain_destroy(&in->terrain);
  ria_case_destroy(&in->the_case);
}

static ria_status plot_run(const char *run_dir, ria_plot_options *plot) {
  run_inputs in;
  RIA_TRY(read_inputs(run_dir, &in));
  plot->marks = in.marks.marks, plot->mark = in.marks.mark;
  plot->edges = in.marks.edges, plot->edge = in.marks.edge;
  plot->particles = !plot->field && run_pictures_particles(run_dir);
  const ria_status status = ria_plot_run(run_dir, plot);
  release_inputs(&in);
  return status;
}

static bool is_case(const char *path) {
  struct stat info;
  return (ria_text_ends_in(path, ".yaml") || ria_text_ends_in(path, ".yml")) &&
         !(!stat(path, &info) && S_ISDIR(info.st_mode));
}

static int run(int argc, char **argv) {
  static const struct option options[] = {
      {"every", required_argument, NULL, 'e'}, {"field", required_argument, NULL, 'f'},
      {"plane", required_argument, NULL, 'p'}, {"into", required_argument, NULL, 'i'},
      {"film", optional_argument, NULL, 'm'},  {"rate", required_argument, NULL, 'r'},
      {"set", required_argument, NULL, 's'},   {0}};
  pictures made = {0};
  ria_plot_options plot = {.every = 1,
                           .overview = true,
                           .made = add_picture,
                           .left_out = report_left_out,
                           .context = &made};
  ria_surface_choice surface;
  bool film = false, if_possible = false;
  double rate = 10;
  const char *set[SETS];
  int sets = 0;
  opterr = 0;
  optind = 0;
  for (int option; (option = getopt_long(argc, argv, "", options, NULL)) != -1;) {
    if (option == '?')
      return command_error_option("plot", argv[optind - 1]);
    if ((option == 'e' && !read_every(optarg, &plot.every)) ||
        (option == 'r' && !read_rate(optarg, &rate)))
      return CLI_EXIT_ERROR;
    if (option == 'm' && !read_film(optarg, &film, &if_possible))
      return CLI_EXIT_ERROR;
    if (option == 'p') {
      if (!read_plane(optarg, &surface))
        return CLI_EXIT_ERROR;
      plot.surface = &surface;
    }
    if (option == 's' && sets == SETS) {
      command_error("plot", "there are more than %d --set", SETS);
      return CLI_EXIT_ERROR;
    }
    if (option == 's')
      set[sets++] = optarg;
    if (option == 'i')
      plot.into = optarg;
    if (option == 'f') {
      plot.field = optarg;
      plot.overview = false;
    }
  }
  if (optind != argc - 1) {
    command_error("plot", "give one run folder or case; `ria plot --help` tells more");
    return CLI_EXIT_ERROR;
  }
  if (is_case(argv[optind]))
    return plot_case(argv[optind], plot.into, sets, set);
  /* Before the maps are drawn, which may take minutes. */
  int rasters = 0;
  ria_status status = film && !if_possible ? ria_animation_check() : RIA_SUCCESS;
  if (status == RIA_SUCCESS)
    status = plot_run(argv[optind], &plot);
  if (status == RIA_SUCCESS && !plot.field)
    status = run_rasters_write(argv[optind], plot.into, &rasters);
  if (status == RIA_SUCCESS && film)
    status = make_films(&made, rate, if_possible);
  release(&made);
  if (status == RIA_SUCCESS)
    return CLI_EXIT_SUCCESS;
  command_error("plot", "%s", ria_status_detail());
  return CLI_EXIT_ERROR;
}

const cli_command command_plot = {.name = "plot",
                                  .summary =
                                      "draw the pictures of a run again, or the bed of a case",
                                  .help = help,
                                  .run = run};
