#include "sbatch.h"
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { LONGEST_NAME = 200, MINUTE = 60, SECONDS_TO_FOLLOW = 30 };

void ria_sbatch_name(ria_words *words, const char *option, const char *name) {
  char text[LONGEST_NAME + 1];
  size_t length = 0;
  for (; *name && length < LONGEST_NAME; name++)
    text[length++] = (unsigned char)*name <= ' ' || *name == 0x7f ? '_' : *name;
  while (*name && length && ((unsigned char)*name & 0xc0) == 0x80) /* not inside a character */
    name--, length--;
  text[length] = '\0';
  ria_words_format(words, "--%s=%s", option, text);
}

/* --output: sbatch replaces `%` in a path, so those of `path` are doubled and those of `ending` are
 * not. A backslash would turn all replacement off. */
static ria_status add_output(ria_words *words, const char *path, const char *ending) {
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
  ria_words_format(words, "--output=%s%s", text, ending);
  free(text);
  return RIA_SUCCESS;
}

static void add_sizes(ria_words *words, const ria_resources *r) {
  int tasks = r->ranks ? r->ranks : 1;
  ria_words_format(words, "--ntasks=%d", tasks);
  if (r->nodes)
    ria_words_format(words, "--nodes=%d", r->nodes);
  if (r->ranks_per_node)
    ria_words_format(words, "--ntasks-per-node=%d", r->ranks_per_node);
  if (r->workers)
    ria_words_format(words, "--cpus-per-task=%d", r->workers);
  if (r->gpus)
    ria_words_format(words, "--gpus-per-task=%d", r->gpus);
}

static void add_limits(ria_words *words, const ria_job *job) {
  const ria_resources *r = &job->resources;
  if (r->memory)
    ria_words_format(words, "--mem=%" PRId64 "K", (r->memory + 1023) / 1024);
  if (r->seconds)
    ria_words_format(words, "--time=%" PRId64, (r->seconds + MINUTE - 1) / MINUTE);
  if (job->warning)
    ria_words_format(words, "--signal=B:USR1@%" PRId64,
                     job->warning < UINT16_MAX ? job->warning : UINT16_MAX);
  if (r->partition)
    ria_words_format(words, "--partition=%s", r->partition);
  if (r->account)
    ria_words_format(words, "--account=%s", r->account);
  if (r->qos)
    ria_words_format(words, "--qos=%s", r->qos);
}

static void add_dependencies(ria_words *words, const ria_job *job) {
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
  ria_words_format(words, "--dependency=%s", text);
  ria_words_add(words,
                "--kill-on-invalid-dep=yes"); /* a dependency that failed once never comes true */
  free(text);
}

ria_status ria_sbatch_words(ria_words *words, const ria_job *job, const char *comment,
                            const char *array, const char *folder, const char *script) {
  ria_words_add(words, "sbatch");
  ria_words_add(words, "--parsable");
  ria_sbatch_name(words, "job-name", job->name ? job->name : "ria");
  ria_words_format(words, "--comment=%s", comment);
  if (job->directory)
    ria_words_format(words, "--chdir=%s", job->directory);
  RIA_TRY(add_output(words, folder, array ? "/slurm-%a.txt" : "/slurm.txt"));
  ria_words_add(words, "--open-mode=append"); /* a requeued job would truncate it */
  add_sizes(words, &job->resources);
  add_limits(words, job);
  add_dependencies(words, job);
  ria_words_add(words, job->requeue ? "--requeue" : "--no-requeue");
  if (array)
    ria_words_format(words, "--array=%s", array);
  ria_words_append(words, job->resources.options);
  ria_words_add(words, script);
  return ria_words_check(words);
}

/* Steps of Slurm wait for each other unless each requests its memory: the job's own, else its
 * cores' share of the node's. */
static void add_step_memory(ria_words *words, const ria_resources *r, ria_srun_place place) {
  if (r->memory)
    ria_words_format(words, "--mem=%" PRId64 "K", (r->memory + 1023) / 1024);
  else if (place.memory && place.cores > 0)
    ria_words_format(words, "--mem-per-cpu=%" PRId64 "K", place.memory / place.cores / 1024);
}

/* srun without a number of nodes takes all nodes of the allocation, and of a range as many as it
 * can. As few as will do leave room for other steps. */
static int step_nodes(const ria_resources *r, ria_srun_place place) {
  int ranks = r->ranks ? r->ranks : 1, workers = r->workers ? r->workers : 1;
  int here = r->ranks_per_node ? r->ranks_per_node : place.cores / workers;
  int least = here > 0 ? (ranks + here - 1) / here : 1;
  return least < place.nodes ? least : place.nodes;
}

void ria_srun_words(ria_words *words, const ria_job *job, const char *mpi, ria_srun_place place) {
  ria_resources sizes = job->resources;
  ria_words_add(words, "srun");
  if (place.exact) {
    ria_words_add(words, "--exact");
    add_step_memory(words, &job->resources, place);
    if (!sizes.nodes)
      sizes.nodes = step_nodes(&sizes, place);
    if (place.on)
      ria_words_format(words, "--nodelist=%s", place.on);
    if (place.on && strchr(place.on, ','))
      ria_words_add(words, "--distribution=arbitrary"); /* the distribution of --nodelist */
  }
  ria_sbatch_name(words, "job-name", job->name ? job->name : "ria");
  add_sizes(words, &sizes);
  /* Also without ranks: in a step without MPI, MPI_Init ends even a single process. */
  if (*mpi)
    ria_words_format(words, "--mpi=%s", mpi);
  ria_words_add(words, "--input=none");
  /* Ranks must not wait for a lost one. But ranks that stop after a checkpoint also return another
   * code than 0, at different moments; killed at once, they would seem to have failed. */
  ria_words_add(words, "--kill-on-bad-exit=0");
  ria_words_format(words, "--wait=%d", SECONDS_TO_FOLLOW);
  if (place.exact)
    ria_words_append(words, job->resources.options);
}

void ria_exec_words(ria_words *words, const ria_job *job, const char *program, bool enforce,
                    int grace) {
  ria_words_add(words, program);
  ria_words_add(words, "exec");
  if (job->resources.seconds)
    ria_words_format(words, enforce ? "--limit=%" PRId64 : "--known-limit=%" PRId64,
                     job->resources.seconds);
  if (enforce && job->warning)
    ria_words_format(words, "--warning=%" PRId64, job->warning);
  if (grace)
    ria_words_format(words, "--grace=%d", grace);
  ria_words_add(words, job->markers);
  ria_words_add(words, "--");
}

static void print_export(FILE *stream, const char *variable) {
  size_t name = strcspn(variable, "=");
  fprintf(stream, "export %.*s=", (int)name, variable);
  ria_quote(stream, variable[name] ? variable + name + 1 : "");
  fputc('\n', stream);
}

static ria_status close_script(FILE *stream) {
  bool failed = ferror(stream);
  return fclose(stream) || failed ? ria_fail(RIA_ERROR_MEMORY, "no memory for a job's script")
                                  : RIA_SUCCESS;
}

ria_status ria_sbatch_script(char **script, const ria_job *job, const char *const *command) {
  size_t size;
  FILE *stream = open_memstream(script, &size);
  if (!stream)
    return ria_fail(RIA_ERROR_MEMORY, "no memory for a job's script");
  fputs("#!/bin/bash\n", stream);
  if (job->directory) { /* an array has one --chdir for all its jobs */
    fputs("cd -- ", stream);
    ria_quote(stream, job->directory);
    fputs(" || exit\n", stream);
  }
  for (const char *const *v = job->environment; v && *v; v++)
    print_export(stream, *v);
  fputs("command=(\n", stream);
  for (const char *const *word = command; *word; word++) {
    fputs("  ", stream);
    ria_quote(stream, *word);
    fputc('\n', stream);
  }
  fputs(")\noutput=", stream);
  ria_quote(stream, job->output);
  fputs("\nexec \"${command[@]}\" >>\"$output\" 2>&1\n", stream);
  return close_script(stream);
}

ria_status ria_sbatch_array_script(char **script, const char *name, const char *const *folders,
                                   const char *daemons) {
  size_t size;
  FILE *stream = open_memstream(script, &size);
  if (!stream)
    return ria_fail(RIA_ERROR_MEMORY, "no memory for a job's script");
  fputs("#!/bin/bash\n# An array of jobs: ", stream);
  ria_quote(stream, name);
  fputs("\nfolders=(\n", stream);
  for (; *folders; folders++) {
    fputs("  ", stream);
    ria_quote(stream, *folders);
    fputc('\n', stream);
  }
  fputs(")\nfolder=${folders[SLURM_ARRAY_TASK_ID]}\ndaemons=", stream);
  ria_quote(stream, daemons);
  fputs("\nln -sfn \"$daemons/slurm-$SLURM_ARRAY_TASK_ID.txt\" \"$folder/slurm.txt\"\n"
        "exec /bin/bash \"$folder/job.sh\"\n",
        stream);
  return close_script(stream);
}
