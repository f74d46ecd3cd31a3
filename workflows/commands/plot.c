/* ria plot RUN_DIR: the pictures of a run, again. */
#include <errno.h>
#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include "ria/command.h"
#include "ria/plot.h"

static const char help[] =
    "usage: ria plot RUN_DIR [--every N] [--field FIELD]\n"
    "\n"
    "Make the pictures of a run from its history.h5 and gauges.csv, in RUN_DIR/maps: a map of each "
    "field\n"
    "for each record, the largest concentration, the arrival of the tracer, and the series of the "
    "gauges.\n"
    "The run may still be going on.\n"
    "\n"
    "  --every N      draw each Nth record, and the last; 0: the last alone (default 1)\n"
    "  --field FIELD  level, speed or concentration alone, without the overviews\n"
    "\n"
    "Needs gnuplot (Debian package gnuplot-nox). Exit codes: 0 done, 2 an error.\n";

static void tell(void *context, const char *path) {
  (void)context;
  puts(path);
}

static int run(int argc, char **argv) {
  static const struct option options[] = {
      {"every", required_argument, NULL, 'e'}, {"field", required_argument, NULL, 'f'}, {0}};
  ria_plot_options plot = {.every = 1, .overview = true, .made = tell};
  int option;
  opterr = 1;
  optind = 0;
  argv[0] = "ria plot"; /* getopt_long names it where it complains */
  while ((option = getopt_long(argc, argv, "", options, NULL)) != -1) {
    char *end;
    switch (option) {
    case 'e':
      errno = 0;
      plot.every = strtoll(optarg, &end, 10);
      if (errno || end == optarg || *end || plot.every < 0) {
        fprintf(stderr, "ria plot: --every takes a whole number, not '%s'\n", optarg);
        return RIA_EXIT_ERROR;
      }
      break;
    case 'f':
      plot.field = optarg;
      plot.overview = false;
      break;
    default:
      return RIA_EXIT_ERROR;
    }
  }
  if (optind != argc - 1) {
    fputs("ria plot: give one run folder; `ria plot --help` tells more\n", stderr);
    return RIA_EXIT_ERROR;
  }
  if (ria_plot_run(argv[optind], &plot) != RIA_SUCCESS) {
    fprintf(stderr, "ria plot: %s\n", ria_status_detail());
    return RIA_EXIT_ERROR;
  }
  return RIA_EXIT_SUCCESS;
}

const ria_command ria_command_plot = {
    .name = "plot", .summary = "make the pictures of a run again", .help = help, .run = run};
