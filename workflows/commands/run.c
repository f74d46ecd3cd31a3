/* `ria run`: one case, from its file to its folder. */
#include <getopt.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "ria/command.h"
#include "ria/launch.h"
#include "run.h"

static const char help[] =
    "usage: ria run CASE.yaml [-o DIR] [-n RANKS] [--tiles NXxNY] [--target cpu] [--strategy "
    "NAME]\n"
    "               [--precision single|double] [--set key.path=value]... [--resume] "
    "[--overwrite]\n"
    "               [--json]\n\n"
    "Runs a case and leaves its results in DIR (default: the case's name with -run).\n\n"
    "  -o DIR               the folder of the run\n"
    "  -n RANKS             start this many MPI ranks on this machine\n"
    "  --tiles NXxNY        tiles of the grid; the answer does not depend on them\n"
    "  --target NAME        where kernels run: cpu\n"
    "  --strategy NAME      how the target loops over cells; `ria kernels` lists them\n"
    "  --precision NAME     single or double\n"
    "  --set key.path=value override a key of the case; may be repeated\n"
    "  --resume             go on from the newest checkpoint in DIR\n"
    "  --overwrite          replace an earlier run in DIR\n"
    "  --json               print summary.json at the end\n\n"
    "Ctrl-C, SIGTERM and SIGUSR1 write a checkpoint and stop. Exit codes: 0 done, 2 an error, 3 "
    "stopped\n"
    "after a checkpoint.\n";

static int add_set(run_options *o, const char *key, const char *value) {
  char **grown = realloc(o->set, (size_t)(o->sets + 1) * sizeof *grown);
  if (!grown)
    return -1;
  o->set = grown;
  char *text = NULL;
  if (asprintf(&text, "%s%s%s", key, *key ? "=" : "", value) < 0)
    return -1;
  o->set[o->sets++] = text;
  return 0;
}

static int parse(int argc, char **argv, run_options *o) {
  enum { TILES = 256, TARGET, STRATEGY, PRECISION, SET, RESUME, OVERWRITE, JSON };
  static const struct option option[] = {{"tiles", 1, NULL, TILES},
                                         {"target", 1, NULL, TARGET},
                                         {"strategy", 1, NULL, STRATEGY},
                                         {"precision", 1, NULL, PRECISION},
                                         {"set", 1, NULL, SET},
                                         {"resume", 0, NULL, RESUME},
                                         {"overwrite", 0, NULL, OVERWRITE},
                                         {"json", 0, NULL, JSON},
                                         {NULL, 0, NULL, 0}};
  int c, failed = 0;
  optind = 1;
  while ((c = getopt_long(argc, argv, "o:n:", option, NULL)) != -1) {
    switch (c) {
    case 'o':
      o->folder = optarg;
      break;
    case 'n':
      o->ranks = atoi(optarg);
      failed |= o->ranks < 1;
      break;
    case TILES:
      failed |= add_set(o, "tiles", optarg);
      break;
    case TARGET:
      failed |= add_set(o, "target", optarg);
      break;
    case STRATEGY:
      failed |= add_set(o, "strategy", optarg);
      break;
    case PRECISION:
      failed |= add_set(o, "precision", optarg);
      break;
    case SET:
      failed |= add_set(o, "", optarg);
      break;
    case RESUME:
      o->resume = true;
      break;
    case OVERWRITE:
      o->overwrite = true;
      break;
    case JSON:
      o->json = true;
      break;
    default:
      return -1;
    }
  }
  if (failed || optind != argc - 1) {
    fprintf(stderr,
            "ria run: expected one case file and sound options; `ria run --help` tells more\n");
    return -1;
  }
  o->case_path = argv[optind];
  o->argc = argc;
  o->argv = argv;
  return 0;
}

/* The case is read before ranks are started: its errors are said once, and at once. */
static int launch(const run_options *o, int argc, char **argv) {
  ria_case the_case;
  int code = RIA_EXIT_ERROR;
  if (run_read_case(o, &the_case) != RIA_SUCCESS)
    return code;
  ria_case_destroy(&the_case);
  if (ria_launch_local(o->ranks, argc, argv, &code) == RIA_SUCCESS)
    return code;
  fprintf(stderr, "ria run: %s\n", ria_status_detail());
  return RIA_EXIT_ERROR;
}

static int run_command(int argc, char **argv) {
  run_options o = {0};
  int code = RIA_EXIT_ERROR;
  if (parse(argc, argv, &o) == 0)
    code = o.ranks > 1 && !ria_launch_is_rank() ? launch(&o, argc, argv) : run_case(&o);
  for (int i = 0; i < o.sets; i++)
    free(o.set[i]);
  free(o.set);
  return code;
}

const ria_command ria_command_run = {
    .name = "run", .summary = "run a case", .help = help, .run = run_command};
