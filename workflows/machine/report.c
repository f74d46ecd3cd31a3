#include "report.h"
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include "ria/number.h"
#include "ria/version.h"

enum { COLUMNS = 80, LABEL = 10, BULLET = 4 };

ria_status machine_report_make(machine_report *r) {
  *r = (machine_report){0};
  ria_cpu_facts_find(&r->cpu);
  ria_gpus_find(&r->gpus, true);
  ria_starpu_facts_find(&r->starpu);
  RIA_TRY(ria_mpi_facts_find(&r->mpi));
  const char *nvcc = strstr(ria_build_info()->codelet_flags, "nvcc ");
  if (nvcc)
    sscanf(nvcc, "nvcc %15s", r->nvcc);
  machine_report_conclude(r);
  return RIA_SUCCESS;
}

/* Prints a label and wraps the text after it at blanks. */
static void wrap(FILE *out, const char *label, int indent, char *text) {
  int column = fprintf(out, "%-*s", indent, label);
  for (char *word; (word = strsep(&text, " "));) {
    if (column > indent && column + 1 + (int)strlen(word) > COLUMNS)
      column = fprintf(out, "\n%*s", indent, "") - 1;
    column += fprintf(out, "%s%s", column > indent ? " " : "", word);
  }
  fputc('\n', out);
}

static void entry(FILE *out, const char *label, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

static void entry(FILE *out, const char *label, const char *format, ...) {
  char text[MACHINE_TEXT];
  va_list args;
  va_start(args, format);
  ria_vsnprintf(text, sizeof text, format, args);
  va_end(args);
  wrap(out, label, LABEL, text);
}

static const char *plural(int n) {
  return n == 1 ? "" : "s";
}

static void print_cpu(const ria_cpu_facts *c, FILE *out) {
  char limit[64] = "";
  entry(out, "machine", "%s", c->host);
  entry(out, "CPU", "%s; %d socket%s, %d core%s, %d thread%s, %d memory node%s",
        *c->model ? c->model : "unknown", c->sockets, plural(c->sockets), c->cores,
        plural(c->cores), c->threads, plural(c->threads), c->nodes, plural(c->nodes));
  entry(out, "", "vectors: %s, %d bits", c->vectors, c->vector_bits);
  if (c->limit)
    ria_snprintf(limit, sizeof limit, ", limited to %.1f GiB", (double)c->limit / 0x1p30);
  entry(out, "memory", "%.1f GiB, %.1f GiB available%s", (double)c->memory / 0x1p30,
        (double)c->available / 0x1p30, limit);
}

/* "54.3 GB/s", "4.12 TB/s", or "not measured". */
static const char *rate_text(double rate, char text[32]) {
  bool tera = rate >= 1e12;
  if (rate > 0)
    ria_snprintf(text, 32, "%.3g %s/s", rate * (tera ? 1e-12 : 1e-9), tera ? "TB" : "GB");
  else
    snprintf(text, 32, "not measured");
  return text;
}

static void print_gpu(const ria_gpu *g, int number, FILE *out) {
  char label[16], to[32], from[32], copy[32];
  snprintf(label, sizeof label, "GPU %d", number);
  entry(out, label, "%s, compute capability %d.%d, %d multiprocessors, PCI %s", g->name, g->major,
        g->minor, g->processors, g->address);
  if (*g->failure) {
    entry(out, "", "does not answer: %s", g->failure);
    return;
  }
  entry(out, "", "memory: %.1f GiB, %.1f GiB free", (double)g->memory / 0x1p30,
        (double)g->free / 0x1p30);
  entry(out, "", "copies: %s to it, %s from it (pinned memory); %s inside it, read and written",
        rate_text(g->to_gpu, to), rate_text(g->from_gpu, from), rate_text(g->copy, copy));
  if (g->kernels)
    entry(out, "", "kernels: compiled for compute capability %d.%d%s", g->kernels / 10,
          g->kernels % 10, g->translated ? ", translated by the driver" : "");
  else
    entry(out, "", "kernels: none are compiled for it");
}

static void print_peers(const ria_gpus *g, FILE *out) {
  for (int i = 0; i < g->count; i++)
    for (int j = 0; j < g->count; j++) {
      char rate[32];
      if (i != j)
        entry(out, "", "GPU %d to GPU %d: peer access %s, %s", i, j,
              g->gpu[i].peer[j] ? "yes" : "no", rate_text(g->gpu[i].peer_copy[j], rate));
    }
}

static void print_gpus(const ria_gpus *g, FILE *out) {
  if (g->state != RIA_GPUS_FOUND)
    entry(out, "GPUs", "none: %s", g->why);
  for (int i = 0; i < g->count; i++)
    print_gpu(&g->gpu[i], i, out);
  print_peers(g, out);
  if (g->driver)
    entry(out, "driver", "%s%sfor CUDA up to %d.%d; ria's own CUDA runtime is %d.%d", g->module,
          *g->module ? ", " : "", g->driver / 1000, g->driver % 1000 / 10, g->runtime / 1000,
          g->runtime % 1000 / 10);
  else if (*g->module)
    entry(out, "driver", "NVIDIA %s", g->module);
}

static void print_libraries(const machine_report *r, FILE *out) {
  static const char *const aware[] = {[RIA_CUDA_AWARE_UNKNOWN] = "not told",
                                      [RIA_CUDA_AWARE_NO] = "no",
                                      [RIA_CUDA_AWARE_YES] = "yes"};
  const ria_starpu_facts *s = &r->starpu;
  entry(out, "StarPU", "%s; CUDA: %s; traces (FxT): %s", s->version, s->cuda ? "yes" : "no",
        s->trace ? "yes" : "no");
  entry(out, "",
        "limits: %d CPU workers, %d GPUs, %d workers, %d memory nodes, %d buffers of a "
        "codelet (ria's tasks have as many as they need)",
        s->cpus, s->cuda ? s->cuda_devices : 0, s->workers, s->nodes, s->buffers);
  entry(out, "MPI", "%s; threads: %s; CUDA-aware: %s", r->mpi.library, r->mpi.threads,
        aware[r->mpi.cuda_aware]);
  entry(out, "ria", "%s (%.12s), %s", RIA_VERSION, ria_build_info()->commit,
        ria_build_info()->compiler);
  if (*r->nvcc)
    entry(out, "", "CUDA kernels: nvcc %s, for compute capability %s", r->nvcc,
          ria_gpus_architectures());
  else
    entry(out, "", "CUDA kernels: none, because ria was built without nvcc");
}

void machine_report_print(const machine_report *r, FILE *out) {
  print_cpu(&r->cpu, out);
  print_gpus(&r->gpus, out);
  print_libraries(r, out);
  for (const char *const *name = machine_report_variables; *name; name++)
    if (getenv(*name))
      entry(out, "set", "%s=%s", *name, getenv(*name));
  fputs("\nFor a run:\n", out);
  for (int i = 0; i < r->meanings; i++) {
    char text[MACHINE_TEXT];
    memcpy(text, r->meaning[i], sizeof text);
    wrap(out, "  -", BULLET, text);
  }
}
