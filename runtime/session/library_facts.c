/* Build options of StarPU and MPI. */
#include <mpi.h>
#include <starpu.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "mpi_start.h"
#include "ria/machine_facts.h"
#if __has_include(<mpi-ext.h>)
#include <mpi-ext.h>
#endif

void ria_starpu_facts_find(ria_starpu_facts *facts) {
  int major, minor, release;
  starpu_get_version(&major, &minor, &release);
  *facts = (ria_starpu_facts){.buffers = STARPU_NMAXBUFS,
                              .nodes = STARPU_MAXNODES,
                              .cpus = STARPU_MAXCPUS,
                              .cuda_devices = STARPU_MAXCUDADEVS,
                              .workers = STARPU_NMAXWORKERS};
  snprintf(facts->version, sizeof facts->version, "%d.%d.%d", major, minor, release);
#ifdef STARPU_USE_CUDA
  facts->cuda = true;
#endif
#ifdef STARPU_USE_FXT
  facts->trace = true;
#endif
}

static const char *level_text(int level) {
  return level == MPI_THREAD_MULTIPLE     ? "multiple"
         : level == MPI_THREAD_SERIALIZED ? "serialized"
         : level == MPI_THREAD_FUNNELED   ? "funneled"
                                          : "single";
}

static ria_cuda_aware ask_cuda_aware(void) {
#if defined(MPIX_CUDA_AWARE_SUPPORT)
  return MPIX_Query_cuda_support() ? RIA_CUDA_AWARE_YES : RIA_CUDA_AWARE_NO;
#else
  return RIA_CUDA_AWARE_UNKNOWN;
#endif
}

/* "Open MPI v4.1.4, package: ..., ident: ..." or several lines: the name is the text before the
 * first comma or line end */
static void name_library(char *text, size_t size) {
  char whole[MPI_MAX_LIBRARY_VERSION_STRING];
  int length = 0;
  MPI_Get_library_version(whole, &length);
  snprintf(text, size, "%.*s", (int)strcspn(whole, ",\n"), whole);
  for (char *c = text; *c; c++)
    if (*c == '\t')
      *c = ' ';
}

ria_status ria_mpi_facts_find(ria_mpi_facts *facts) {
  int started = 0, level = MPI_THREAD_SINGLE;
  *facts = (ria_mpi_facts){0};
  MPI_Initialized(&started);
  if (started) {
    MPI_Query_thread(&level);
  } else {
    RIA_TRY(session_mpi_start(MPI_THREAD_MULTIPLE, &level));
  }
  name_library(facts->library, sizeof facts->library);
  facts->threads = level_text(level);
  facts->cuda_aware = ask_cuda_aware();
  if (!started)
    MPI_Finalize();
  return RIA_SUCCESS;
}
