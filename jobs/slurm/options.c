#include "options.h"
#include <stddef.h>
#include <string.h>
#include "ria/sbatch_lines.h"

/* The options of Slurm 20.02 to 24.11, sorted by name. */
static const slurm_sbatch_option known[] = {
    {"account", 'A', SLURM_VALUE},
    {"acctg-freq", 0, SLURM_VALUE},
    {"array", 'a', SLURM_VALUE},
    {"batch", 0, SLURM_VALUE},
    {"bb", 0, SLURM_VALUE},
    {"bbf", 0, SLURM_VALUE},
    {"begin", 'b', SLURM_VALUE},
    {"chdir", 'D', SLURM_VALUE},
    {"cluster-constraint", 0, SLURM_VALUE},
    {"clusters", 'M', SLURM_VALUE},
    {"comment", 0, SLURM_VALUE},
    {"consolidate-segments", 0, SLURM_NO_VALUE},
    {"constraint", 'C', SLURM_VALUE},
    {"container", 0, SLURM_VALUE},
    {"container-id", 0, SLURM_VALUE},
    {"contiguous", 0, SLURM_NO_VALUE},
    {"core-spec", 'S', SLURM_VALUE},
    {"cores-per-socket", 0, SLURM_VALUE},
    {"cpu-bind", 0, SLURM_VALUE},
    {"cpu-freq", 0, SLURM_VALUE},
    {"cpus-per-gpu", 0, SLURM_VALUE},
    {"cpus-per-task", 'c', SLURM_VALUE},
    {"deadline", 0, SLURM_VALUE},
    {"delay-boot", 0, SLURM_VALUE},
    {"dependency", 'd', SLURM_VALUE},
    {"distribution", 'm', SLURM_VALUE},
    {"error", 'e', SLURM_VALUE},
    {"exclude", 'x', SLURM_VALUE},
    {"exclusive", 0, SLURM_MAY_VALUE},
    {"export", 0, SLURM_VALUE},
    {"export-file", 0, SLURM_VALUE},
    {"extra", 0, SLURM_VALUE},
    {"extra-node-info", 'B', SLURM_VALUE},
    {"get-user-env", 0, SLURM_MAY_VALUE},
    {"gid", 0, SLURM_VALUE},
    {"gpu-bind", 0, SLURM_VALUE},
    {"gpu-freq", 0, SLURM_VALUE},
    {"gpus", 'G', SLURM_VALUE},
    {"gpus-per-node", 0, SLURM_VALUE},
    {"gpus-per-socket", 0, SLURM_VALUE},
    {"gpus-per-task", 0, SLURM_VALUE},
    {"gres", 0, SLURM_VALUE},
    {"gres-flags", 0, SLURM_VALUE},
    {"help", 'h', SLURM_NO_VALUE},
    {"hint", 0, SLURM_VALUE},
    {"hold", 'H', SLURM_NO_VALUE},
    {"ignore-pbs", 0, SLURM_NO_VALUE},
    {"immediate", 'I', SLURM_MAY_VALUE},
    {"input", 'i', SLURM_VALUE},
    {"job-name", 'J', SLURM_VALUE},
    {"kill-on-invalid-dep", 0, SLURM_VALUE},
    {"licenses", 'L', SLURM_VALUE},
    {"mail-type", 0, SLURM_VALUE},
    {"mail-user", 0, SLURM_VALUE},
    {"mcs-label", 0, SLURM_VALUE},
    {"mem", 0, SLURM_VALUE},
    {"mem-bind", 0, SLURM_VALUE},
    {"mem-per-cpu", 0, SLURM_VALUE},
    {"mem-per-gpu", 0, SLURM_VALUE},
    {"mincpus", 0, SLURM_VALUE},
    {"network", 0, SLURM_VALUE},
    {"nice", 0, SLURM_MAY_VALUE},
    {"no-kill", 'k', SLURM_MAY_VALUE},
    {"no-requeue", 0, SLURM_NO_VALUE},
    {"nodefile", 'F', SLURM_VALUE},
    {"nodelist", 'w', SLURM_VALUE},
    {"nodes", 'N', SLURM_VALUE},
    {"ntasks", 'n', SLURM_VALUE},
    {"ntasks-per-core", 0, SLURM_VALUE},
    {"ntasks-per-gpu", 0, SLURM_VALUE},
    {"ntasks-per-node", 0, SLURM_VALUE},
    {"ntasks-per-socket", 0, SLURM_VALUE},
    {"ntasks-per-tres", 0, SLURM_VALUE},
    {"oom-kill-step", 0, SLURM_MAY_VALUE},
    {"open-mode", 0, SLURM_VALUE},
    {"output", 'o', SLURM_VALUE},
    {"overcommit", 'O', SLURM_NO_VALUE},
    {"oversubscribe", 's', SLURM_NO_VALUE},
    {"parsable", 0, SLURM_NO_VALUE},
    {"partition", 'p', SLURM_VALUE},
    {"power", 0, SLURM_VALUE},
    {"prefer", 0, SLURM_VALUE},
    {"priority", 0, SLURM_VALUE},
    {"profile", 0, SLURM_VALUE},
    {"propagate", 0, SLURM_MAY_VALUE},
    {"qos", 'q', SLURM_VALUE},
    {"quiet", 'Q', SLURM_NO_VALUE},
    {"reboot", 0, SLURM_NO_VALUE},
    {"requeue", 0, SLURM_NO_VALUE},
    {"reservation", 0, SLURM_VALUE},
    {"resv-ports", 0, SLURM_MAY_VALUE},
    {"segment", 0, SLURM_VALUE},
    {"share", 0, SLURM_NO_VALUE},
    {"signal", 0, SLURM_VALUE},
    {"sockets-per-node", 0, SLURM_VALUE},
    {"spread-job", 0, SLURM_NO_VALUE},
    {"stepmgr", 0, SLURM_NO_VALUE},
    {"switches", 0, SLURM_VALUE},
    {"tasks-per-node", 0, SLURM_VALUE},
    {"test-only", 0, SLURM_NO_VALUE},
    {"thread-spec", 0, SLURM_VALUE},
    {"threads-per-core", 0, SLURM_VALUE},
    {"time", 't', SLURM_VALUE},
    {"time-min", 0, SLURM_VALUE},
    {"tmp", 0, SLURM_VALUE},
    {"tres-bind", 0, SLURM_VALUE},
    {"tres-per-task", 0, SLURM_VALUE},
    {"uid", 0, SLURM_VALUE},
    {"usage", 0, SLURM_NO_VALUE},
    {"use-min-nodes", 0, SLURM_NO_VALUE},
    {"verbose", 'v', SLURM_NO_VALUE},
    {"version", 'V', SLURM_NO_VALUE},
    {"wait", 'W', SLURM_NO_VALUE},
    {"wait-all-nodes", 0, SLURM_VALUE},
    {"wckey", 0, SLURM_VALUE},
    {"workdir", 0, SLURM_VALUE},
    {"wrap", 0, SLURM_VALUE},
    {"x11", 0, SLURM_MAY_VALUE},
};
enum { KNOWN = sizeof known / sizeof *known };

const char *ria_sbatch_option_name(int number) {
  return number >= 0 && number < KNOWN ? known[number].name : NULL;
}

static const slurm_sbatch_option *find_letter(char letter) {
  for (int i = 0; i < KNOWN; i++)
    if (known[i].letter && known[i].letter == letter)
      return &known[i];
  return NULL;
}

/* The option with that name, or the only one with that prefix. */
static const slurm_sbatch_option *find_name(const char *name, size_t length) {
  const slurm_sbatch_option *begins = NULL;
  int count = 0;
  for (int i = 0; i < KNOWN; i++) {
    if (strncmp(known[i].name, name, length) != 0)
      continue;
    if (!known[i].name[length])
      return &known[i];
    begins = &known[i];
    count++;
  }
  return length && count == 1 ? begins : NULL;
}

typedef struct {
  const char *const *word;
  int count, at; /* `at`: the next word */
  slurm_sbatch_take take;
  void *context;
} reading;

/* The value, taken from the next word if the option needs one. */
static const char *next_value(reading *r, const slurm_sbatch_option *option) {
  return option && option->value == SLURM_VALUE && r->at < r->count ? r->word[r->at++] : NULL;
}

static void read_long(reading *r, const char *word) {
  const char *name = word + 2, *equals = strchr(name, '=');
  size_t length = equals ? (size_t)(equals - name) : strlen(name);
  const slurm_sbatch_option *option = find_name(name, length);
  r->take(r->context, option, equals ? equals + 1 : next_value(r, option), word);
}

static void read_letters(reading *r, const char *word) {
  for (const char *letter = word + 1; *letter; letter++) {
    const slurm_sbatch_option *option = find_letter(*letter);
    if (!option) {
      r->take(r->context, NULL, NULL, word);
      return;
    }
    if (option->value == SLURM_NO_VALUE) {
      r->take(r->context, option, NULL, word);
      continue;
    }
    r->take(r->context, option, letter[1] ? letter + 1 : next_value(r, option), word);
    return;
  }
}

void slurm_sbatch_options_read(const char *const *words, int count, slurm_sbatch_take take,
                               void *context) {
  reading r = {.word = words, .count = count, .take = take, .context = context};
  while (r.at < r.count) {
    const char *word = r.word[r.at++];
    if (!strncmp(word, "--", 2) && word[2])
      read_long(&r, word);
    else if (word[0] == '-' && word[1] && word[1] != '-')
      read_letters(&r, word);
    else
      take(context, NULL, NULL, word);
  }
}

typedef struct {
  const char *name;
  bool found;
} search;

static void look(void *context, const slurm_sbatch_option *option, const char *value,
                 const char *word) {
  search *s = context;
  (void)value;
  (void)word;
  s->found |= option && !strcmp(option->name, s->name);
}

bool slurm_sbatch_options_have(const char *const *words, const char *name) {
  search s = {.name = name};
  int count = 0;
  while (words && words[count])
    count++;
  slurm_sbatch_options_read(words, count, look, &s);
  return s.found;
}
