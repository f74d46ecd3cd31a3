/* The keys of a workflow that do not depend on the kinds of its steps. */
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "ria/number.h"
#include "ria/sbatch_lines.h"
#include "reader.h"

const char *const workflow_modes[] = {[MODE_AUTO] = "auto",
                                      [MODE_LOCAL] = "local",
                                      [MODE_ALLOCATION] = "allocation",
                                      [MODE_JOBS] = "jobs",
                                      NULL};

#define NODE(key, text)                                                                            \
  { .name = key, .kind = RIA_KEY_NODE, .what = text }

/* top.c reads the text keys itself, so that they may hold parameters. */
const ria_key workflow_keys[] = {
    {.name = "name",
     .kind = RIA_KEY_TEXT,
     .example = "estuary-week",
     .what = "Name of the workflow, also in the queue. Default: the file's name."},
    {.name = "title",
     .kind = RIA_KEY_TEXT,
     .example = "A week in the estuary",
     .what = "Heading of the report."},
    {.name = "study",
     .kind = RIA_KEY_TEXT,
     .example = "week",
     .what = "Folder of the results, relative to the folder of submission. Default: the workflow's "
             "name."},
    {.name = "mode",
     .kind = RIA_KEY_CHOICE,
     .choices = workflow_modes,
     .fallback = "auto",
     .what = "Place of the steps: `auto`: the allocation inside a Slurm job, else this machine; "
             "`jobs`: a job for each."},
    NODE("parameters", "Names and values that `${name}` stands for; `--set name=value` overrides."),
    NODE("variants", "Parameters that select a set of further ones: `{size: {tiny: {days: 1}}}`."),
    NODE("defaults", "Defaults of all steps."),
    NODE("steps", "The steps by their names."),
    {0}};

static const char *const without_gpu[] = {
    [WITHOUT_GPU_FAIL] = "fail", [WITHOUT_GPU_SKIP] = "skip", NULL};

const ria_key workflow_defaults_keys[] = {
    NODE("resources", "Resources of every step."),
    {.name = "retries",
     .kind = RIA_KEY_INTEGER,
     .flags = RIA_KEY_LEAST | RIA_KEY_MOST,
     .least = 0,
     .most = 1000,
     .fallback = "2",
     .offset = offsetof(workflow_raw_defaults, retries),
     .size = sizeof(int),
     .what = "Further attempts after a failure for a temporary reason."},
    NODE("environment", "Variables of every step: `{NAME: value}`."),
    {.name = "modules",
     .kind = RIA_KEY_TEXTS,
     .example = "[openmpi/4.1]",
     .offset = offsetof(workflow_raw_defaults, module),
     .size = sizeof(char **),
     .count = offsetof(workflow_raw_defaults, modules),
     .what = "Environment modules to load, in this order."},
    {.name = "without_gpu",
     .kind = RIA_KEY_CHOICE,
     .choices = without_gpu,
     .fallback = "fail",
     .offset = offsetof(workflow_raw_defaults, without_gpu),
     .size = sizeof(int),
     .what =
         "Points that need a GPU (`target: cuda`, `resources: {gpus: N}`), on a machine without a "
         "usable one: `fail`, or `skip`; the table of a campaign lists them as not measured."},
    {0}};

const ria_key step_keys[] = {
    NODE("kind", "Kind of the step; each kind has further keys."),
    NODE("needs",
         "Steps that must be done first. Steps referred to by `${step.key}` are needed too."),
    NODE("when", "The step is skipped unless this expression holds: `\"${check.drift < 1e-6}\"`."),
    NODE("resources", "Resources of the step, over the defaults."),
    NODE("retries", "Further attempts after a failure for a temporary reason."),
    NODE("environment", "Variables of the step, over the defaults: `{NAME: value}`."),
    NODE("modules", "Environment modules to load, instead of the defaults'."),
    NODE("without_gpu", "`fail` or `skip`, instead of the defaults'."),
    NODE("sweep", "Runs the step at each point: `{ranks: [1, 2, 4], resolution: [200 m, 400 m]}`, "
                  "or `zip:` of lists of the same length."),
    {0}};

#define MOST_TIME (10 * 366 * 86400.)

typedef struct {
  int nodes, ranks, ranks_per_node, workers, gpus, bundle, options;
  double memory, core_memory, seconds;
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

const ria_key workflow_resources_keys[] = {
    WHOLE("nodes", nodes, 1, "Nodes."),
    WHOLE("ranks", ranks, 1, "MPI ranks. Default: one process without MPI."),
    WHOLE("ranks_per_node", ranks_per_node, 1, "MPI ranks on each node."),
    WHOLE("workers", workers, 1, "Cores of each rank."),
    WHOLE("gpus", gpus, 0, "GPUs of each rank."),
    {.name = "memory",
     .kind = RIA_KEY_QUANTITY,
     .flags = RIA_KEY_ABOVE | WORKFLOW_KEY_WITH_UNIT,
     .dimension = RIA_BYTES,
     RAW(memory),
     .what =
         "Memory on each node, with its unit. `2G` is 2 GiB, as in Slurm; `2 GB` is 2e9 bytes."},
    {.name = "memory_per_core",
     .kind = RIA_KEY_QUANTITY,
     .flags = RIA_KEY_ABOVE | WORKFLOW_KEY_WITH_UNIT,
     .dimension = RIA_BYTES,
     RAW(core_memory),
     .example = "500 MB",
     .what = "Memory for each core, instead of `memory`."},
    {.name = "time",
     .kind = RIA_KEY_QUANTITY,
     .flags = RIA_KEY_ABOVE | RIA_KEY_MOST | WORKFLOW_KEY_WITH_UNIT,
     .dimension = RIA_TIME,
     .most = MOST_TIME,
     RAW(seconds),
     .example = "2 h",
     .what = "Time limit, with its unit, or in Slurm's forms `90:00` (minutes and seconds), "
             "`12:00:00`, `1-12:00:00`."},
    {.name = "oversubscribe",
     .kind = RIA_KEY_BOOL,
     .fallback = "false",
     RAW(oversubscribe),
     .what = "Without Slurm: allows more threads than cores, and a case that needs more memory "
             "than there is."},
    WHOLE("bundle", bundle, 1,
          "With jobs: up to this many points share a job, which runs them one after another. Needs "
          "`time`, the limit of each point."),
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

const ria_key *workflow_schema(workflow_file *workflow, const workflow_step_kind *kind) {
  struct workflow_memory *m = workflow->memory;
  for (int i = 0; i < m->schemas; i++)
    if (m->schema[i].kind == kind)
      return m->schema[i].keys;
  int own = 0, common = 0, kinds = 0;
  while (kind->keys[own].name)
    own++;
  while (step_keys[common].name)
    common++;
  while (step_kinds[kinds])
    kinds++;
  if (!m->schema)
    m->schema = workflow_allocate(workflow, (size_t)kinds, sizeof *m->schema);
  ria_key *keys = workflow_allocate(workflow, (size_t)(own + common + 1), sizeof *keys);
  if (!keys || !m->schema)
    return NULL;
  memcpy(keys, kind->keys, (size_t)own * sizeof *keys);
  memcpy(keys + own, step_keys, (size_t)common * sizeof *keys);
  m->schema[m->schemas++] = (step_schema){kind, keys};
  return keys;
}

/* ---- forms of time and memory ---- */

static bool is_bare(const char *text) {
  char *end;
  ria_strtod(text, &end);
  return end != text && !*end;
}

static bool is_like_slurm(const char *text) {
  return text[0] >= '0' && text[0] <= '9' && strpbrk(text, ":-") &&
         strspn(text, "0123456789:-") == strlen(text);
}

static void find_fault_of_form(workflow_file *workflow, ria_yaml *node, bool is_time) {
  const char *slurm = is_time ? "minutes in Slurm and seconds in a case" : "MB in Slurm";
  const char *forms = is_time ? "a time such as '90 min' or '1.5 h', or in Slurm's forms '90:00' "
                                "(min:s), '12:00:00', '1-12:00:00' (days first)"
                              : "an amount of memory with its unit, such as '500 MB', '2 GB', '2G'";
  if (is_bare(node->text))
    workflow_find_fault(workflow, node, "expected %s, got '%.60s' without a unit, which means %s",
                        forms, node->text, slurm);
  else
    workflow_find_fault(workflow, node, "expected %s, got '%.60s'", forms, node->text);
}

/* Slurm's forms become seconds with their unit. */
static bool read_form(workflow_file *workflow, ria_yaml *node, bool is_time) {
  char text[32];
  int64_t seconds = 0;
  bool slurm = is_time && is_like_slurm(node->text);
  if (slurm)
    seconds = ria_resources_slurm_time(node->text);
  if (is_bare(node->text) || seconds < 0) {
    find_fault_of_form(workflow, node, is_time);
    return false;
  }
  if (!slurm)
    return true;
  snprintf(text, sizeof text, "%lld s", (long long)seconds);
  node->text = workflow_copy(workflow, text);
  return node->text != NULL;
}

static bool read_forms(workflow_file *workflow, const ria_yaml *map) {
  bool good = true;
  for (const ria_key *key = workflow_resources_keys; key->name; key++) {
    ria_yaml *node = key->flags & WORKFLOW_KEY_WITH_UNIT ? ria_yaml_get(map, key->name) : NULL;
    if (!node || node->kind != RIA_YAML_SCALAR || ria_yaml_is_null(node) || node->pending)
      continue;
    size_t mark = workflow_enter(workflow, key->name);
    good &= read_form(workflow, node, key->dimension == RIA_TIME);
    workflow_leave(workflow, mark);
  }
  return good;
}

/* ---- how keys fit together ---- */

/* Options of sbatch that would conflict with ria's own options of a job. */
static bool is_not_ours(const char *name) {
  static const char *const names[] = {"array", "wrap", "test-only", "help", "usage", "version"};
  for (size_t i = 0; i < sizeof names / sizeof *names; i++)
    if (!strcmp(names[i], name))
      return true;
  return false;
}

typedef struct {
  workflow_file *workflow;
  ria_yaml *list;
  const char *memory; /* the key or option that has requested memory already; NULL: none */
  bool good;
} option_check;

static ria_yaml *item_of(ria_yaml *list, const char *word) {
  for (int i = 0; i < list->count; i++)
    if (list->value[i]->text && !strcmp(list->value[i]->text, word))
      return list->value[i];
  return list;
}

static void check_option(void *context, const char *name, const char *value, const char *word,
                         int line) {
  option_check *c = context;
  (void)value;
  (void)line;
  if (!name || !c->good)
    return;
  bool memory =
      !strcmp(name, "mem") || !strcmp(name, "mem-per-cpu") || !strcmp(name, "mem-per-gpu");
  c->good = !is_not_ours(name) && !(memory && c->memory);
  if (!c->good && memory)
    workflow_find_fault(c->workflow, item_of(c->list, word),
                        "--%s and `%s` both request memory; Slurm accepts only one of them", name,
                        c->memory);
  else if (!c->good)
    workflow_find_fault(c->workflow, item_of(c->list, word),
                        "--%s cannot be used here: ria decides this itself", name);
  if (memory)
    c->memory = workflow_copy(c->workflow, word);
}

static bool check_options(workflow_file *workflow, ria_yaml *map, const raw_resources *raw) {
  ria_yaml *list = ria_yaml_get(map, "options");
  option_check c = {.workflow = workflow,
                    .list = list,
                    .memory = raw->memory > 0        ? "memory"
                              : raw->core_memory > 0 ? "memory_per_core"
                                                     : NULL,
                    .good = true};
  if (!raw->options)
    return true;
  size_t mark = workflow_enter(workflow, "options");
  for (int i = 0; i < raw->options && c.good; i++) {
    c.good = raw->option[i][0] == '-' && raw->option[i][1];
    if (!c.good)
      workflow_find_fault(workflow, list->value[i],
                          "an option starts with '-', such as --constraint=avx512");
  }
  if (c.good && ria_sbatch_lines_list("", 0, (const char *const *)raw->option, check_option, &c))
    c.good = false;
  workflow_leave(workflow, mark);
  return c.good;
}

static bool check_memory(workflow_file *workflow, ria_yaml *map, const raw_resources *raw) {
  if (raw->memory <= 0 || raw->core_memory <= 0)
    return true;
  workflow_find_fault(workflow, ria_yaml_get(map, "memory_per_core"),
                      "`memory`, of a node, and `memory_per_core` exclude each other");
  return false;
}

static bool check_bundle(workflow_file *workflow, ria_yaml *map, const raw_resources *raw) {
  ria_yaml *node = ria_yaml_get(map, "bundle"), *time = ria_yaml_get(map, "time");
  if (raw->bundle < 2 || (time && time->pending))
    return true;
  if (raw->seconds > 0 && raw->bundle * raw->seconds <= MOST_TIME)
    return true;
  if (raw->seconds > 0)
    workflow_find_fault(workflow, node, "%d times the `time` of a point is too long for a job",
                        raw->bundle);
  else
    workflow_find_fault(workflow, node,
                        "a bundle needs the `time` of a point: its job requests %d times that",
                        raw->bundle);
  return false;
}

static bool check_ranks(workflow_file *workflow, ria_yaml *map, const raw_resources *raw) {
  if (!raw->nodes || !raw->ranks)
    return true;
  long long most = (long long)raw->nodes * (raw->ranks_per_node ? raw->ranks_per_node : INT_MAX);
  if (raw->ranks < raw->nodes)
    workflow_find_fault(workflow, ria_yaml_get(map, "ranks"),
                        "%d ranks cannot use %d nodes; each node needs at least one rank",
                        raw->ranks, raw->nodes);
  else if (raw->ranks > most)
    workflow_find_fault(workflow, ria_yaml_get(map, "ranks"),
                        "%d ranks do not fit on %d nodes with %d on each", raw->ranks, raw->nodes,
                        raw->ranks_per_node);
  else
    return true;
  return false;
}

static const char *keep(workflow_file *workflow, const char *text) {
  return text ? workflow_copy(workflow, text) : NULL;
}

static int64_t to_bytes(double bytes) {
  return bytes < 9e18 ? (int64_t)bytes : INT64_MAX;
}

static void keep_resources(workflow_file *workflow, const raw_resources *raw, ria_resources *out) {
  *out = (ria_resources){.nodes = raw->nodes,
                         .ranks = raw->ranks,
                         .ranks_per_node = raw->ranks_per_node,
                         .workers = raw->workers,
                         .gpus = raw->gpus,
                         .memory = to_bytes(raw->memory),
                         .core_memory = to_bytes(raw->core_memory),
                         .bundle = raw->bundle,
                         .seconds = (int64_t)(raw->seconds + 0.999),
                         .oversubscribe = raw->oversubscribe,
                         .partition = keep(workflow, raw->partition),
                         .account = keep(workflow, raw->account),
                         .qos = keep(workflow, raw->qos)};
  if (!raw->options)
    return;
  const char **option = workflow_allocate(workflow, (size_t)raw->options + 1, sizeof *option);
  for (int i = 0; option && i < raw->options; i++)
    option[i] = keep(workflow, raw->option[i]);
  out->options = option;
}

bool workflow_read_resources(workflow_file *workflow, ria_yaml *map, ria_resources *resources) {
  struct workflow_memory *m = workflow->memory;
  raw_resources raw = {0};
  if (map->kind == RIA_YAML_MAP && !read_forms(workflow, map)) {
    m->failed = true;
    return false;
  }
  ria_status status =
      ria_schema_read(&m->yaml, workflow_resources_keys, map, m->path, &raw, m->errors);
  bool good = status == RIA_SUCCESS && check_memory(workflow, map, &raw) &&
              check_options(workflow, map, &raw) && check_ranks(workflow, map, &raw) &&
              check_bundle(workflow, map, &raw);
  if (good)
    keep_resources(workflow, &raw, resources);
  m->failed |= !good;
  ria_schema_free(workflow_resources_keys, &raw);
  return good;
}
