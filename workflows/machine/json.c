/* The report as JSON, in bytes and bytes a second; null: not known or not measured. */
#include <jansson.h>
#include <stdlib.h>
#include "ria/registry.h"
#include "ria/version.h"
#include "report.h"

static json_t *positive(double value) {
  return value > 0 ? json_real(value) : json_null();
}

static json_t *bytes(size_t value) {
  return value ? json_integer((json_int_t)value) : json_null();
}

static json_t *cpu(const ria_cpu_facts *c) {
  return json_pack("{s:s, s:i, s:i, s:i, s:i, s:i, s:s, s:i, s:o, s:o, s:o}", "model", c->model,
                   "sockets", c->sockets, "memory_nodes", c->nodes, "cores", c->cores, "threads",
                   c->threads, "usable_cores", c->usable, "vectors", c->vectors, "vector_bits",
                   c->vector_bits, "memory", bytes(c->memory), "available", bytes(c->available),
                   "limit", bytes(c->limit));
}

static json_t *peers(const ria_gpus *g, int from) {
  json_t *list = json_array();
  for (int to = 0; to < g->count; to++)
    if (to != from)
      json_array_append_new(list,
                            json_pack("{s:i, s:b, s:o}", "gpu", to, "access", g->gpu[from].peer[to],
                                      "bytes_per_second", positive(g->gpu[from].peer_copy[to])));
  return list;
}

static json_t *gpu(const ria_gpus *all, int number) {
  const ria_gpu *g = &all->gpu[number];
  char capability[16], kernels[16];
  snprintf(capability, sizeof capability, "%d.%d", g->major, g->minor);
  snprintf(kernels, sizeof kernels, "%d.%d", g->kernels / 10, g->kernels % 10);
  return json_pack("{s:s, s:s, s:s, s:i, s:o, s:o, s:s?, s:b, s:s?, s:o, s:o, s:o, s:o}", "name",
                   g->name, "address", g->address, "compute_capability", capability,
                   "multiprocessors", g->processors, "memory", bytes(g->memory), "free",
                   bytes(g->free), "kernels", g->kernels ? kernels : NULL, "translated",
                   g->translated, "failure", *g->failure ? g->failure : NULL, "to_gpu",
                   positive(g->to_gpu), "from_gpu", positive(g->from_gpu), "copy",
                   positive(g->copy), "peers", peers(all, number));
}

static json_t *gpus(const ria_gpus *g) {
  json_t *list = json_array();
  for (int i = 0; i < g->count; i++)
    json_array_append_new(list, gpu(g, i));
  return list;
}

static json_t *libraries(const machine_report *r) {
  const ria_starpu_facts *s = &r->starpu;
  json_t *aware = r->mpi.cuda_aware == RIA_CUDA_AWARE_UNKNOWN
                      ? json_null()
                      : json_boolean(r->mpi.cuda_aware == RIA_CUDA_AWARE_YES);
  json_t *starpu = json_pack("{s:s, s:b, s:b, s:i, s:i, s:i, s:i, s:i}", "version", s->version,
                             "cuda", s->cuda, "fxt", s->trace, "cpu_workers", s->cpus,
                             "cuda_devices", s->cuda ? s->cuda_devices : 0, "workers", s->workers,
                             "memory_nodes", s->nodes, "buffers", s->buffers);
  json_t *mpi = json_pack("{s:s, s:s, s:o}", "library", r->mpi.library, "threads", r->mpi.threads,
                          "cuda_aware", aware);
  return json_pack("{s:o, s:o}", "starpu", starpu, "mpi", mpi);
}

static json_t *build(const machine_report *r) {
  const ria_build *b = ria_build_info();
  return json_pack("{s:s, s:s, s:s, s:s?, s:s}", "version", RIA_VERSION, "commit", b->commit,
                   "compiler", b->compiler, "nvcc", *r->nvcc ? r->nvcc : NULL, "architectures",
                   ria_gpus_architectures());
}

static json_t *variables(void) {
  json_t *set = json_object();
  for (const char *const *name = machine_report_variables; *name; name++)
    if (getenv(*name))
      json_object_set_new(set, *name, json_string(getenv(*name)));
  return set;
}

static json_t *meanings(const machine_report *r) {
  json_t *list = json_array();
  for (int i = 0; i < r->meanings; i++)
    json_array_append_new(list, json_string(r->meaning[i]));
  return list;
}

char *machine_report_json(const machine_report *r) {
  char why[RIA_GPUS_WHY];
  const bool gpu = ria_gpus_usable(&r->gpus, why);
  const char *target = ria_target_of(gpu ? RIA_TARGET_DEVICE : RIA_TARGET_HOST)->name;
  json_t *root = json_pack(
      "{s:s, s:o, s:o, s:s?, s:s?, s:i, s:i, s:o, s:o, s:o, s:s, s:o}", "host", r->cpu.host, "cpu",
      cpu(&r->cpu), "gpus", gpus(&r->gpus), "no_gpus", *r->gpus.why ? r->gpus.why : NULL, "driver",
      *r->gpus.module ? r->gpus.module : NULL, "cuda_driver", r->gpus.driver, "cuda_runtime",
      r->gpus.runtime, "libraries", libraries(r), "build", build(r), "environment", variables(),
      "auto", target, "for_a_run", meanings(r));
  char *text = root ? json_dumps(root, JSON_INDENT(2)) : NULL;
  json_decref(root);
  return text;
}
