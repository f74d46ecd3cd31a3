#include "sbatch.h"
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include "exec/process.h"
#include "options.h"

enum { LONGEST_NAME = 200, MINUTE = 60, SECONDS_TO_FOLLOW = 30 };

static char shown(char c) {
  return (unsigned char)c <= ' ' || c == 0x7f || c == '|' ? '_' : c;
}

void slurm_sbatch_name(exec_words *words, const char *option, const char *name, const char *token) {
  char text[LONGEST_NAME + 1];
  size_t length = 0;
  for (; *name && length < LONGEST_NAME; name++)
    text[length++] = shown(*name);
  while (*name && length && ((unsigned char)*name & 0xc0) == 0x80) /* not inside a UTF-8
                                                                      character */
    name--, length--;
  text[length] = '\0';
  exec_words_format(words, "--%s=%s%s%s", option, text, *token ? "." : "", token);
}

/* --output: sbatch replaces `%` in a path, so those of `path` are doubled and those of `ending` are
 * not. A backslash would turn all replacement off. */
static ria_status add_output(exec_words *words, const char *path, const char *ending) {
  char *text = malloc(2 * strlen(path) + 1), *end = text;
  if (!text)
    return ria_fail(RIA_ERROR_MEMORY, "no memory for a path");
  if (strchr(path, '\\')) {
    free(text);
    return ria_fail(RIA_ERROR_ARGUMENT, "%s: sbatch understands no path with a backslash", path);
  }
  for (; *path; path++) {
    if (*path == '%')
      *end++ = '%';
    *end++ = *path;
  }
  *end = '\0';
  exec_words_format(words, "--output=%s%s", text, ending);
  free(text);
  return RIA_SUCCESS;
}

static void add_sizes(exec_words *words, const ria_resources *r) {
  int tasks = r->ranks ? r->ranks : 1;
  exec_words_format(words, "--ntasks=%d", tasks);
  if (r->nodes)
    exec_words_format(words, "--nodes=%d", r->nodes);
  if (r->ranks_per_node)
    exec_words_format(words, "--ntasks-per-node=%d", r->ranks_per_node);
  if (r->workers)
    exec_words_format(words, "--cpus-per-task=%d", r->workers);
  if (r->gpus)
    exec_words_format(words, "--gpus-per-task=%d", r->gpus);
}

/* False if no memory was requested. */
static bool add_memory(exec_words *words, const ria_resources *r) {
  int64_t bytes = r->memory ? r->memory : r->core_memory;
  if (bytes)
    exec_words_format(words, "--mem%s=%" PRId64 "K", r->memory ? "" : "-per-cpu",
                      (bytes + 1023) / 1024);
  return bytes;
}

static void add_limits(exec_words *words, const ria_job *job) {
  const ria_resources *r = &job->resources;
  add_memory(words, r);
  if (r->seconds)
    exec_words_format(words, "--time=%" PRId64, (r->seconds + MINUTE - 1) / MINUTE);
  if (job->warning)
    exec_words_format(words, "--signal=B:USR1@%" PRId64,
                      job->warning < UINT16_MAX ? job->warning : UINT16_MAX);
  if (r->partition)
    exec_words_format(words, "--partition=%s", r->partition);
  if (r->account)
    exec_words_format(words, "--account=%s", r->account);
  if (r->qos)
    exec_words_format(words, "--qos=%s", r->qos);
}

static void add_dependencies(exec_words *words, const ria_job *job) {
  char *text = NULL;
  size_t size;
  if (!job->after || !job->after[0])
    return;
  FILE *stream = open_memstream(&text, &size);
  if (!stream) {
    words->failed = true;
    return;
  }
  fputs(job->after_what == RIA_AFTER_SUCCESS ? "afterok" : "afterany", stream);
  for (int i = 0; job->after[i]; i++)
    fprintf(stream, ":%s", job->after[i]);
  fclose(stream);
  exec_words_format(words, "--dependency=%s", text);
  exec_words_add(words,
                 "--kill-on-invalid-dep=yes"); /* a dependency that has failed can never be met */
  free(text);
}

ria_status slurm_sbatch_words(exec_words *words, const ria_job *job,
                              const slurm_sbatch_call *call) {
  const char *const *options = job->resources.options;
  bool in_name = slurm_sbatch_options_have(options, "comment");
  exec_words_add(words, "sbatch");
  exec_words_add(words, "--parsable");
  slurm_sbatch_name(words, "job-name", job->name ? job->name : "ria", in_name ? call->token : "");
  exec_words_format(words, "--comment=%s", call->token);
  if (job->directory)
    exec_words_format(words, "--chdir=%s", job->directory);
  RIA_TRY(add_output(words, call->folder, call->array ? "/slurm-%a.txt" : "/slurm.txt"));
  exec_words_add(words, "--open-mode=append"); /* a requeued job would otherwise truncate the
                                                  file */
  add_sizes(words, &job->resources);
  add_limits(words, job);
  add_dependencies(words, job);
  exec_words_add(words, job->requeue ? "--requeue" : "--no-requeue");
  if (call->array)
    exec_words_format(words, "--array=%s", call->array);
  exec_words_append(words, options);
  exec_words_add(words, call->script);
  exec_words_add(words, call->token);
  return exec_words_check(words);
}

/* Slurm runs steps one after another unless each requests its memory: the job's own, else its
 * cores' share of the node's memory. */
static void add_step_memory(exec_words *words, const ria_resources *r, slurm_srun_place place) {
  if (!add_memory(words, r) && place.memory && place.cores > 0)
    exec_words_format(words, "--mem-per-cpu=%" PRId64 "K", place.memory / place.cores / 1024);
}

/* Without a number of nodes srun takes all nodes of the allocation, and with a range as many as
 * it can. The smallest sufficient number leaves room for other steps. */
static int step_nodes(const ria_resources *r, slurm_srun_place place) {
  int ranks = r->ranks ? r->ranks : 1, workers = r->workers ? r->workers : 1;
  int here = r->ranks_per_node ? r->ranks_per_node : place.cores / workers;
  int least = here > 0 ? (ranks + here - 1) / here : 1;
  return least < place.nodes ? least : place.nodes;
}

void slurm_srun_words(exec_words *words, const ria_job *job, const char *mpi,
                      slurm_srun_place place) {
  ria_resources sizes = job->resources;
  exec_words_add(words, "srun");
  if (place.exact) {
    exec_words_add(words, "--exact");
    add_step_memory(words, &job->resources, place);
    if (!sizes.nodes)
      sizes.nodes = step_nodes(&sizes, place);
    if (place.on)
      exec_words_format(words, "--nodelist=%s", place.on);
    if (place.on && strchr(place.on, ','))
      exec_words_add(words, "--distribution=arbitrary"); /* the distribution of --nodelist */
  }
  slurm_sbatch_name(words, "job-name", job->name ? job->name : "ria", "");
  add_sizes(words, &sizes);
  /* Also without ranks: in a step without MPI, even a single process fails in MPI_Init. */
  if (*mpi)
    exec_words_format(words, "--mpi=%s", mpi);
  /* In a job of sbatch --export=NONE, steps start with an empty environment unless told
   * otherwise. */
  exec_words_add(words, "--export=ALL");
  exec_words_add(words, "--input=none");
  /* Ranks must not wait for a lost rank. But ranks that stop after a checkpoint also return a
   * code other than 0, at different moments; if they were killed at once, they would seem to have
   * failed. */
  exec_words_add(words, "--kill-on-bad-exit=0");
  exec_words_format(words, "--wait=%d", SECONDS_TO_FOLLOW);
  if (place.exact)
    exec_words_append(words, job->resources.options);
}

void slurm_exec_words(exec_words *words, const ria_job *job, const char *program, bool enforce,
                      int grace) {
  exec_words_add(words, program);
  exec_words_add(words, "exec");
  if (job->resources.seconds)
    exec_words_format(words, enforce ? "--limit=%" PRId64 : "--known-limit=%" PRId64,
                      job->resources.seconds);
  if (enforce && job->warning)
    exec_words_format(words, "--warning=%" PRId64, job->warning);
  if (grace)
    exec_words_format(words, "--grace=%d", grace);
  exec_words_add(words, job->markers);
  exec_words_add(words, "--");
}

static void print_export(FILE *stream, const char *variable) {
  size_t name = strcspn(variable, "=");
  fprintf(stream, "export %.*s=", (int)name, variable);
  exec_quote(stream, variable[name] ? variable + name + 1 : "");
  fputc('\n', stream);
}

static ria_status close_script(FILE *stream) {
  bool failed = ferror(stream);
  return fclose(stream) || failed ? ria_fail(RIA_ERROR_MEMORY, "no memory for a job's script")
                                  : RIA_SUCCESS;
}

ria_status slurm_sbatch_script(char **script, const ria_job *job, const char *const *command) {
  size_t size;
  FILE *stream = open_memstream(script, &size);
  if (!stream)
    return ria_fail(RIA_ERROR_MEMORY, "no memory for a job's script");
  fputs("#!/bin/bash\n", stream);
  if (job->directory) { /* an array has one --chdir for all its jobs */
    fputs("cd -- ", stream);
    exec_quote(stream, job->directory);
    fputs(" || exit\n", stream);
  }
  char *path = exec_is_set(job->environment, "PATH") ? NULL : exec_path_variable(false);
  fputs("unset SLURM_EXPORT_ENV\n",
        stream); /* set by sbatch --export=NONE, for an srun in the command */
  if (path)
    print_export(stream, path);
  free(path);
  for (const char *const *v = job->environment; v && *v; v++)
    print_export(stream, *v);
  fputs("command=(\n", stream);
  for (const char *const *word = command; *word; word++) {
    fputs("  ", stream);
    exec_quote(stream, *word);
    fputc('\n', stream);
  }
  fputs(")\noutput=", stream);
  exec_quote(stream, job->output);
  fputs("\nexec \"${command[@]}\" >>\"$output\" 2>&1\n", stream);
  return close_script(stream);
}

/* Begin a script with the list `folders` and the folder `daemons`. NULL if memory ran out. */
static FILE *begin_array(char **script, size_t *size, const char *what, const char *name,
                         const char *const *folders, const char *daemons) {
  FILE *stream = open_memstream(script, size);
  if (!stream)
    return NULL;
  fprintf(stream, "#!/bin/bash\n# %s: ", what);
  exec_quote(stream, name);
  fputs("\nfolders=(\n", stream);
  for (; *folders; folders++) {
    fputs("  ", stream);
    exec_quote(stream, *folders);
    fputc('\n', stream);
  }
  fputs(")\ndaemons=", stream);
  exec_quote(stream, daemons);
  fputc('\n', stream);
  return stream;
}

ria_status slurm_sbatch_array_script(char **script, const char *name, const char *const *folders,
                                     const char *daemons) {
  size_t size;
  FILE *stream = begin_array(script, &size, "An array of jobs", name, folders, daemons);
  if (!stream)
    return ria_fail(RIA_ERROR_MEMORY, "no memory for a job's script");
  fputs("folder=${folders[SLURM_ARRAY_TASK_ID]}\n"
        "ln -sfn \"$daemons/slurm-$SLURM_ARRAY_TASK_ID.txt\" \"$folder/slurm.txt\"\n"
        "exec /bin/bash \"$folder/job.sh\"\n",
        stream);
  return close_script(stream);
}

ria_status slurm_sbatch_bundle_script(char **script, const char *name, const char *const *folders,
                                      int each, const char *daemons) {
  size_t size;
  FILE *stream = begin_array(script, &size, "Tasks, one after another", name, folders, daemons);
  if (!stream)
    return ria_fail(RIA_ERROR_MEMORY, "no memory for a job's script");
  fprintf(stream,
          "number=${SLURM_ARRAY_TASK_ID-}\n"
          "daemons=$daemons/slurm${number:+-$number}.txt\n"
          "ended=\n"
          "trap 'ended=1' TERM INT HUP\n" /* Slurm signals the wrapper, too */
          "trap '[ ! -e \"$folder/signal\" ] || kill -\"$(<\"$folder/signal\")\" \"$task\"' USR2\n"
          "for folder in \"${folders[@]:${number:-0} * %d:%d}\"; do\n"
          "  [ -z \"$ended\" ] || break\n"
          "  [ \"$daemons\" -ef \"$folder/slurm.txt\" ] || ln -sfn \"$daemons\" "
          "\"$folder/slurm.txt\"\n"
          "  /bin/bash \"$folder/job.sh\" &\n"
          "  task=$!\n"
          "  while kill -0 \"$task\" 2>/dev/null; do wait \"$task\"; done\n" /* a trapped signal
                                                                                ends `wait` */
          "done\n",
          each, each);
  return close_script(stream);
}
