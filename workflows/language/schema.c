/* The keys of a workflow that do not depend on the kinds of its steps. */
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include "reader.h"

const char *const ria_workflow_modes[] = {[RIA_MODE_AUTO] = "auto",
                                          [RIA_MODE_LOCAL] = "local",
                                          [RIA_MODE_ALLOCATION] = "allocation",
                                          [RIA_MODE_JOBS] = "jobs",
                                          NULL};

#define NODE(key, text)                                                                            \
  { .name = key, .kind = RIA_KEY_NODE, .what = text }

/* top.c reads the text keys itself, so that they may hold parameters. */
const ria_key ria_workflow_keys[] = {
    {.name = "name",
     .kind = RIA_KEY_TEXT,
     .example = "estuary-week",
     .what = "Name of the workflow, also in the queue. Without it: that of the file."},
    {.name = "title",
     .kind = RIA_KEY_TEXT,
     .example = "A week in the estuary",
     .what = "One line for people: the report's heading."},
    {.name = "study",
     .kind = RIA_KEY_TEXT,
     .example = "week",
     .what = "Folder of the results. A relative one lies in the folder that the workflow is "
             "submitted from. Without it: the workflow's name."},
    {.name = "mode",
     .kind = RIA_KEY_CHOICE,
     .choices = ria_workflow_modes,
     .fallback = "auto",
     .what = "Where steps run: `auto` takes the allocation inside a Slurm job, else this machine; "
             "`jobs` submits each as a job of its own."},
    NODE("parameters", "Names and values that `${name}` stands for; `--set name=value` overrides."),
    NODE("variants", "Parameters that select a set of further ones: `{size: {tiny: {days: 1}}}`."),
    NODE("defaults", "What every step has unless it says otherwise."),
    NODE("steps", "The steps by their names."),
    {0}};

static const char *const without_gpu[] = {
    [RIA_WITHOUT_GPU_FAIL] = "fail", [RIA_WITHOUT_GPU_SKIP] = "skip", NULL};

const ria_key ria_defaults_keys[] = {
    NODE("resources", "What every step asks of the machine."),
    {.name = "retries",
     .kind = RIA_KEY_INTEGER,
     .flags = RIA_KEY_LEAST | RIA_KEY_MOST,
     .least = 0,
     .most = 1000,
     .fallback = "2",
     .offset = offsetof(ria_raw_defaults, retries),
     .size = sizeof(int),
     .what = "Attempts after the first that failed for a reason that may pass."},
    NODE("environment", "Variables of every step: `{NAME: value}`."),
    {.name = "modules",
     .kind = RIA_KEY_TEXTS,
     .example = "[openmpi/4.1]",
     .offset = offsetof(ria_raw_defaults, module),
     .size = sizeof(char **),
     .count = offsetof(ria_raw_defaults, modules),
     .what = "Environment modules to load, in this order."},
    {.name = "without_gpu",
     .kind = RIA_KEY_CHOICE,
     .choices = without_gpu,
     .fallback = "fail",
     .offset = offsetof(ria_raw_defaults, without_gpu),
     .size = sizeof(int),
     .what = "What becomes of points that need a GPU (`target: cuda`, `resources: {gpus: N}`) on a "
             "machine without one that ria can use: `fail`, or `skip`, which leaves them out as a "
             "`when` does; the rows of a campaign are marked as not measured."},
    {0}};

const ria_key ria_step_keys[] = {
    NODE("kind", "What the step does; the kind brings keys of its own."),
    NODE("needs", "Names of steps that must be done before. Steps whose results are referred to by "
                  "`${step.key}` are needed too."),
    NODE("when", "The step is skipped unless this expression holds: `\"${check.drift < 1e-6}\"`."),
    NODE("resources", "What the step asks of the machine, over the defaults."),
    NODE("retries", "Attempts after the first that failed for a reason that may pass."),
    NODE("environment", "Variables of the step, over the defaults: `{NAME: value}`."),
    NODE("modules", "Environment modules to load, instead of the defaults'."),
    NODE("without_gpu", "`fail` or `skip`, instead of the defaults'."),
    NODE("sweep", "Runs the step at each point: `{ranks: [1, 2, 4], resolution: [200 m, 400 m]}`, "
                  "or `zip:` of lists of the same length."),
    {0}};

typedef struct {
  int nodes, ranks, ranks_per_node, workers, gpus, options;
  double memory, seconds;
  bool oversubscribe;
  char *partition, *account, *qos;
  char **option;
} raw_resources;

#define RAW(member)                                                                                \
  .offset = offsetof(raw_resources, member), .size = sizeof(((raw_resources *)0)->member)
#define WHOLE(key, member, lowest, text)                                                           \
  {                                                                                                \
    .name = key, .kind = RIA_KEY_INTEGER, .flags = RIA_KEY_LEAST | RIA_KEY_MOST, .least = lowest,  \
    .most = 10000000, .example = "4", RAW(member), .what = text                                    \
  }

const ria_key ria_resources_keys[] = {
    WHOLE("nodes", nodes, 1, "Nodes."),
    WHOLE("ranks", ranks, 1, "MPI ranks. Without it: one process without MPI."),
    WHOLE("ranks_per_node", ranks_per_node, 1, "MPI ranks on each node."),
    WHOLE("workers", workers, 1, "Cores of each rank."),
    WHOLE("gpus", gpus, 0, "GPUs of each rank."),
    {.name = "memory",
     .kind = RIA_KEY_QUANTITY,
     .flags = RIA_KEY_ABOVE,
     .dimension = RIA_BYTES,
     RAW(memory),
     .what = "Memory on each node. `2G` is 2 GiB, as in Slurm; `2 GB` is 2e9 bytes."},
    {.name = "time",
     .kind = RIA_KEY_QUANTITY,
     .flags = RIA_KEY_ABOVE | RIA_KEY_MOST,
     .dimension = RIA_TIME,
     .most = 10 * 366 * 86400.,
     RAW(seconds),
     .example = "2 h",
     .what = "Time limit."},
    {.name = "oversubscribe",
     .kind = RIA_KEY_BOOL,
     .fallback = "false",
     RAW(oversubscribe),
     .what =
         "On this machine (not under Slurm) `ranks` times `workers` may be more than its cores, "
         "whose threads then take turns, and a case may need more memory than it has."},
    {.name = "partition",
     .kind = RIA_KEY_TEXT,
     RAW(partition),
     .example = "short",
     .what = "Slurm's partition."},
    {.name = "account",
     .kind = RIA_KEY_TEXT,
     RAW(account),
     .example = "project",
     .what = "Slurm's account."},
    {.name = "qos",
     .kind = RIA_KEY_TEXT,
     RAW(qos),
     .example = "normal",
     .what = "Slurm's quality of service."},
    {.name = "options",
     .kind = RIA_KEY_TEXTS,
     RAW(option),
     .count = offsetof(raw_resources, options),
     .example = "[--constraint=avx512]",
     .what = "Further options of sbatch or srun, one an item."},
    {0}};

const ria_key *ria_workflow_schema(ria_workflow *workflow, const ria_step_kind *kind) {
  struct ria_workflow_memory *m = workflow->memory;
  for (int i = 0; i < m->schemas; i++)
    if (m->schema[i].kind == kind)
      return m->schema[i].keys;
  int own = 0, common = 0, kinds = 0;
  while (kind->keys[own].name)
    own++;
  while (ria_step_keys[common].name)
    common++;
  while (ria_step_kinds[kinds])
    kinds++;
  if (!m->schema)
    m->schema = ria_workflow_allocate(workflow, (size_t)kinds, sizeof *m->schema);
  ria_key *keys = ria_workflow_allocate(workflow, (size_t)(own + common + 1), sizeof *keys);
  if (!keys || !m->schema)
    return NULL;
  memcpy(keys, kind->keys, (size_t)own * sizeof *keys);
  memcpy(keys + own, ria_step_keys, (size_t)common * sizeof *keys);
  m->schema[m->schemas++] = (ria_step_schema){kind, keys};
  return keys;
}

static bool check_options(ria_workflow *workflow, ria_yaml *map, const raw_resources *raw) {
  for (int i = 0; i < raw->options; i++) {
    if (raw->option[i][0] == '-' && raw->option[i][1])
      continue;
    const ria_yaml *list = ria_yaml_get(map, "options");
    size_t mark = ria_workflow_enter(workflow, "options");
    ria_workflow_find_fault(workflow, list->value[i],
                            "an option starts with '-', such as --constraint=avx512");
    ria_workflow_leave(workflow, mark);
    return false;
  }
  return true;
}

static bool check_ranks(ria_workflow *workflow, ria_yaml *map, const raw_resources *raw) {
  if (!raw->nodes || !raw->ranks)
    return true;
  long long most = (long long)raw->nodes * (raw->ranks_per_node ? raw->ranks_per_node : INT_MAX);
  if (raw->ranks < raw->nodes)
    ria_workflow_find_fault(workflow, ria_yaml_get(map, "ranks"),
                            "%d ranks cannot be on %d nodes; each needs one", raw->ranks,
                            raw->nodes);
  else if (raw->ranks > most)
    ria_workflow_find_fault(workflow, ria_yaml_get(map, "ranks"),
                            "%d ranks do not fit on %d nodes with %d on each", raw->ranks,
                            raw->nodes, raw->ranks_per_node);
  else
    return true;
  return false;
}

static const char *keep(ria_workflow *workflow, const char *text) {
  return text ? ria_workflow_copy(workflow, text) : NULL;
}

static void keep_resources(ria_workflow *workflow, const raw_resources *raw, ria_resources *out) {
  *out = (ria_resources){.nodes = raw->nodes,
                         .ranks = raw->ranks,
                         .ranks_per_node = raw->ranks_per_node,
                         .workers = raw->workers,
                         .gpus = raw->gpus,
                         .memory = raw->memory < 9e18 ? (int64_t)raw->memory : INT64_MAX,
                         .seconds = (int64_t)(raw->seconds + 0.999),
                         .oversubscribe = raw->oversubscribe,
                         .partition = keep(workflow, raw->partition),
                         .account = keep(workflow, raw->account),
                         .qos = keep(workflow, raw->qos)};
  if (!raw->options)
    return;
  const char **option = ria_workflow_allocate(workflow, (size_t)raw->options + 1, sizeof *option);
  for (int i = 0; option && i < raw->options; i++)
    option[i] = keep(workflow, raw->option[i]);
  out->options = option;
}

bool ria_workflow_read_resources(ria_workflow *workflow, ria_yaml *map, ria_resources *resources) {
  struct ria_workflow_memory *m = workflow->memory;
  raw_resources raw = {0};
  ria_status status = ria_schema_read(&m->yaml, ria_resources_keys, map, m->path, &raw, m->errors);
  bool good = status == RIA_SUCCESS && check_options(workflow, map, &raw) &&
              check_ranks(workflow, map, &raw);
  if (good)
    keep_resources(workflow, &raw, resources);
  m->failed |= !good;
  ria_schema_free(ria_resources_keys, &raw);
  return good;
}
