#include "ria/share.h"
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "cores.h"
#include "ria/machine_facts.h"
#include "ria/number.h"
#include "ria/own_job.h"
#include "ria/ranks.h"
#include "slurm/text.h"

static int64_t mebibytes(const char *variable) {
  const char *text = getenv(variable);
  const long long number = text ? strtoll(text, NULL, 10) : 0;
  return number > 0 && number < INT64_MAX >> 20 ? (int64_t)number << 20 : 0;
}

/* mpirun uses all nodes of the allocation, so a run has all of them. Slurm's variables describe
 * them without a call of its programs. */
static bool find_allocation(ria_share *share) {
  const char *counts = getenv("SLURM_JOB_CPUS_PER_NODE");
  int nodes = 0;
  const int64_t cores = counts && ria_own_job_exists() ? slurm_sum(counts, &nodes) : 0;
  if (cores < 1)
    return false;
  share->allocation = true;
  share->cores = cores;
  share->memory = mebibytes("SLURM_MEM_PER_NODE") * nodes;
  if (!share->memory)
    share->memory = mebibytes("SLURM_MEM_PER_CPU") * cores;
  share->free = share->memory;
  return true;
}

static int64_t least_known(int64_t a, int64_t b) {
  return a > 0 && (b <= 0 || a < b) ? a : b;
}

void ria_share_find(bool count_cores, ria_share *share) {
  ria_cpu_facts facts;
  *share = (ria_share){.cores = 1};
  if (find_allocation(share))
    return;
  if (count_cores)
    share->cores = launcher_cores_find().count;
  ria_memory_facts_find(&facts);
  share->memory = least_known((int64_t)facts.limit, (int64_t)facts.memory);
  share->free = least_known((int64_t)facts.available, share->memory);
}

static int number_in(const char *variable) {
  const char *text = getenv(variable);
  const long number = text ? strtol(text, NULL, 10) : 0;
  return number > 0 && number < INT_MAX ? (int)number : 0;
}

void ria_share_ranks(const ria_share *share, int *ranks, int *sharing) {
  const char *counts = getenv("SLURM_STEP_TASKS_PER_NODE");
  const bool by_mpirun = number_in("OMPI_COMM_WORLD_SIZE") > 0;
  int nodes = 0;
  *ranks = *sharing = 1;
  if (!ria_runtime_is_rank())
    return;
  const int all = number_in(by_mpirun ? "OMPI_COMM_WORLD_SIZE" : "SLURM_STEP_NUM_TASKS");
  const int here = by_mpirun ? number_in("OMPI_COMM_WORLD_LOCAL_SIZE")
                   : counts  ? (int)(slurm_sum(counts, &nodes) / (nodes + !nodes))
                             : 0;
  *ranks = all > 0 ? all : 1;
  *sharing = share->allocation || here < 1 || here > *ranks ? *ranks : here;
}

bool ria_share_is_open(void) {
  const char *text = getenv("RIA_OVERSUBSCRIBE");
  return text && *text && strcmp(text, "0");
}

static const char *plural(int64_t count) {
  return count == 1 ? "" : "s";
}

ria_status ria_share_check_threads(const ria_share *share, int ranks, int workers,
                                   ria_share_words words) {
  const bool keys = words == RIA_SHARE_KEYS;
  const int64_t each = workers > 0 ? workers : 1, threads = ranks * each;
  char asked[128], less[128] = "";
  if (threads <= share->cores)
    return RIA_SUCCESS;
  const int64_t fewer = ranks < share->cores ? ranks : share->cores;
  if (ranks > 1 && workers > 0)
    snprintf(asked, sizeof asked, "%d ranks x %d worker%s = %lld threads", ranks, workers,
             plural(workers), (long long)threads);
  else if (ranks > 1)
    snprintf(asked, sizeof asked, "%d ranks", ranks);
  else
    snprintf(asked, sizeof asked, "%d workers", workers);
  if (ranks > 1)
    snprintf(less, sizeof less, keys ? "ranks: %lld%s" : "-n %lld%s", (long long)fewer,
             workers > 0 && keys ? ", "
             : workers > 0       ? " "
                                 : "");
  if (workers > 0)
    snprintf(less + strlen(less), sizeof less - strlen(less),
             keys ? "workers: %lld" : "--workers %lld", (long long)(share->cores / fewer));
  return ria_fail(RIA_ERROR_UNSUPPORTED, "%s, but %s%lld core%s: use %s, or %s", asked,
                  share->allocation ? "this allocation has " : "", (long long)share->cores,
                  plural(share->cores), less,
                  keys ? "`oversubscribe: true` for threads that share cores" : "--oversubscribe");
}

enum { SIZE_TEXT = 32 };

static const char *size_text(double bytes, char text[SIZE_TEXT]) {
  static const char *const unit[] = {"bytes", "kB", "MB", "GB", "TB", "PB", "EB"};
  size_t u = 0;
  for (; bytes >= 1000 && u + 1 < sizeof unit / sizeof *unit; u++)
    bytes /= 1000;
  ria_snprintf(text, SIZE_TEXT, "%.3g %s", bytes, unit[u]);
  return text;
}

ria_status ria_share_check_memory(const ria_share *share, double bytes, bool now,
                                  const char *what) {
  char needed[SIZE_TEXT], have[SIZE_TEXT];
  const int64_t most = now ? share->free : share->memory;
  if (!most || bytes <= (double)most)
    return RIA_SUCCESS;
  return ria_fail(RIA_ERROR_UNSUPPORTED,
                  "%s need some %s of memory, but this %s has %s%s: take larger cells, a smaller "
                  "extent or fewer ranks, or --oversubscribe",
                  what, size_text(bytes, needed), share->allocation ? "allocation" : "machine",
                  size_text((double)most, have), now && most < share->memory ? " left" : "");
}
