/* `ria import RASTER -o GRID.h5`: makes a grid file from any raster. */
#include <getopt.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "cli/command.h"
#include "cli/errors.h"
#include "ria/number.h"
#include "ria/raster.h"

static const char help[] =
    "usage: ria import RASTER -o GRID.h5 [--window X0,Y0,X1,Y1] [--resolution LENGTH]\n"
    "                  [--crs EPSG:n] [--offset LENGTH] [--depth-positive]\n"
    "                  [--nodata land[:LENGTH]|VALUE|none] [--crop auto] [--unit UNIT]\n"
    "                  [--variable NAME] [--band N] [--time INSTANT]\n"
    "\n"
    "Make a grid file of bed elevations (HDF5, netCDF-4 layout) for `bathymetry: {file: GRID.h5}` "
    "from\n"
    "any raster that GDAL reads: GeoTIFF, ESRI ASCII, netCDF, ...\n"
    "\n"
    "  -o, --output FILE      the grid file; after an error it is unchanged\n"
    "  --window X0,Y0,X1,Y1   import only this part, in coordinates of the result\n"
    "  --resolution LENGTH    cell size, such as 100m (default: the raster's); coarser cells take\n"
    "                         the average of their area, finer ones are interpolated linearly\n"
    "  --crs EPSG:n           coordinate reference system of the result (default: the raster's): "
    "a\n"
    "                         projected one in metres, or `local`, a local plane in metres\n"
    "  --offset LENGTH        added to the elevations, such as -2.02m from chart datum to mean sea "
    "level\n"
    "  --depth-positive       the raster holds depths, not elevations\n"
    "  --nodata land[:LENGTH] make cells without data land of this elevation in the result "
    "(default:\n"
    "                         that of the highest cell, at least 10 m); otherwise they are an "
    "error\n"
    "  --nodata VALUE         this value of the raster means no data, besides those that it "
    "declares;\n"
    "                         `none`: odd values such as -9999 are elevations. May be repeated\n"
    "  --unit UNIT            of the raster's elevations, such as ft (default: what it says, or "
    "m)\n"
    "  --variable NAME        the variable that is the bed, of a file of several\n"
    "  --band N, --time T     the band that is the bed, of several, by its number or its time\n"
    "  --crop auto            keep the largest rectangle whose margins have data; cuts, for "
    "example, the\n"
    "                         empty corners of a rotated raster\n"
    "\n"
    "Exit codes: 0 done, 2 an error.\n";

enum { WINDOW = 256, RESOLUTION, CRS, OFFSET, DEPTHS, NODATA, CROP, UNIT, VARIABLE, BAND, TIME };

/* The command as it was typed, for the file's history; owned by the caller. */
static char *join(int argc, char **argv) {
  char *text = strdup("ria");
  for (int i = 0; text && i < argc; i++) {
    char *longer = NULL;
    if (asprintf(&longer, "%s %s", text, argv[i]) < 0)
      longer = NULL;
    free(text);
    text = longer;
  }
  return text;
}

/* Reads "land", "land:12m", "none", or a value that means no data. */
static ria_status take_nodata(const char *text, ria_import_options *import) {
  const size_t word = strlen("land");
  if (!strncmp(text, "land:", word + 1)) {
    import->land = true;
    return ria_length_read(text + word + 1, &import->land_level);
  }
  if (ria_nodata_read(text, &import->meaning, &import->land) == RIA_SUCCESS)
    return RIA_SUCCESS;
  return ria_fail(RIA_ERROR_ARGUMENT,
                  "--nodata %.80s: give `land`, or `land:` and its elevation, such as land:10m, a "
                  "value that means no data, such as -9999, or `none`",
                  text);
}

static ria_status take_band(const char *text, int *band) {
  char *end;
  const long value = strtol(text, &end, 10);
  if (*end || end == text || value < 1 || value > 1000000)
    return ria_fail(RIA_ERROR_ARGUMENT, "--band %.80s: give the number of a band, from 1", text);
  *band = (int)value;
  return RIA_SUCCESS;
}

static ria_status take(int option, ria_import_options *import) {
  switch (option) {
  case 'o':
    import->target = optarg;
    return RIA_SUCCESS;
  case WINDOW:
    import->has_window = true;
    return ria_extent_read(optarg, &import->window);
  case RESOLUTION:
    RIA_TRY(ria_length_read(optarg, &import->resolution));
    return import->resolution > 0
               ? RIA_SUCCESS
               : ria_fail(RIA_ERROR_ARGUMENT, "--resolution %s: must be above zero", optarg);
  case CRS:
    import->crs = optarg;
    return RIA_SUCCESS;
  case OFFSET:
    return ria_length_read(optarg, &import->offset);
  case DEPTHS:
    import->depths = true;
    return RIA_SUCCESS;
  case NODATA:
    return take_nodata(optarg, import);
  case CROP:
    import->crop = true;
    return strcmp(optarg, "auto") ? ria_fail(RIA_ERROR_ARGUMENT,
                                             "--crop %.80s: the only way to crop is `auto`", optarg)
                                  : RIA_SUCCESS;
  case UNIT:
    import->meaning.unit = optarg;
    return RIA_SUCCESS;
  case VARIABLE:
    import->meaning.variable = optarg;
    return RIA_SUCCESS;
  case BAND:
    return take_band(optarg, &import->meaning.band);
  case TIME:
    import->meaning.time = optarg;
    return RIA_SUCCESS;
  default:
    return ria_fail(RIA_ERROR_ARGUMENT, "`ria import --help` lists the options");
  }
}

static ria_status read_arguments(int argc, char **argv, ria_import_options *import) {
  static const struct option options[] = {{"output", required_argument, NULL, 'o'},
                                          {"window", required_argument, NULL, WINDOW},
                                          {"resolution", required_argument, NULL, RESOLUTION},
                                          {"crs", required_argument, NULL, CRS},
                                          {"offset", required_argument, NULL, OFFSET},
                                          {"depth-positive", no_argument, NULL, DEPTHS},
                                          {"nodata", required_argument, NULL, NODATA},
                                          {"crop", required_argument, NULL, CROP},
                                          {"unit", required_argument, NULL, UNIT},
                                          {"variable", required_argument, NULL, VARIABLE},
                                          {"band", required_argument, NULL, BAND},
                                          {"time", required_argument, NULL, TIME},
                                          {0}};
  int option;
  optind = 0;
  opterr = 0;
  while ((option = getopt_long(argc, argv, "o:", options, NULL)) != -1) {
    if (option == '?')
      return ria_fail(
          RIA_ERROR_ARGUMENT,
          "there is no option '%s', or it lacks its value; `ria import --help` lists them",
          argv[optind - 1]);
    RIA_TRY(take(option, import));
  }
  if (optind != argc - 1)
    return ria_fail(RIA_ERROR_ARGUMENT, "give one raster; `ria import --help` tells more");
  if (!import->target)
    return ria_fail(RIA_ERROR_ARGUMENT, "say where to write with -o GRID.h5");
  import->source = argv[optind];
  return RIA_SUCCESS;
}

static void print_report(const char *path, const ria_raster *grid) {
  double low = INFINITY, high = -INFINITY;
  for (ria_global i = 0; i < grid->nx * grid->ny; i++) {
    low = fmin(low, grid->values[i]);
    high = fmax(high, grid->values[i]);
  }
  ria_extent e = ria_raster_extent(grid);
  ria_printf(
      "%s: %lld x %lld cells of %g x %g m, (%.10g, %.10g) to (%.10g, %.10g), bed %.2f to %.2f m, "
      "%.60s\n",
      path, (long long)grid->nx, (long long)grid->ny, grid->dx, grid->dy, e.x0, e.y0, e.x1, e.y1,
      low, high, grid->crs ? grid->crs : "CRS unknown");
}

static void report_holes(const ria_import_options *import, const ria_raster *grid,
                         const ria_import_report *report) {
  for (int i = 0; i < report->notes.count; i++)
    printf("note: %s\n", report->notes.text[i]);
  if (import->crop && report->cut)
    printf("cropped: %lld cells of %s lie outside\n", (long long)report->cut, import->source);
  if (report->filled)
    ria_printf("%lld of %lld cells have no data and are land at %g m\n", (long long)report->filled,
               (long long)(grid->nx * grid->ny), report->land_level);
  if (report->says_depths && !import->depths)
    printf("warning: %s declares its values as depths; if so, --depth-positive turns them\n",
           import->source);
}

static int run(int argc, char **argv) {
  ria_import_options import = {.land_level = NAN};
  ria_import_report report = {0};
  ria_raster made;
  char *note = join(argc, argv); /* before getopt changes the order */
  import.note = note;
  ria_status status = read_arguments(argc, argv, &import);
  if (status == RIA_SUCCESS)
    status = ria_import(&import, &made, &report);
  free(note);
  if (status != RIA_SUCCESS) {
    ria_raster_notes_destroy(&report.notes);
    command_error("import", "%s", ria_status_detail());
    return CLI_EXIT_ERROR;
  }
  print_report(import.target, &made);
  report_holes(&import, &made, &report);
  ria_raster_destroy(&made);
  ria_raster_notes_destroy(&report.notes);
  return CLI_EXIT_SUCCESS;
}

const cli_command command_import = {
    .name = "import", .summary = "make a grid file from a raster", .help = help, .run = run};
