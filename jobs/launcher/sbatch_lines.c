#include "ria/sbatch_lines.h"
#include <stdlib.h>
#include <string.h>
#include "exec/words.h"
#include "slurm/options.h"
#include "slurm/text.h"

/* ---- the lines, up to the first that is neither empty nor a comment ---- */

static const char mark[] = "#SBATCH";

/* Find the next line with options; `text` is the part after the mark. False at the end. */
static bool next_line(const char **at, const char *end, int *number, const char **text,
                      size_t *length) {
  while (*at < end) {
    const char *line = *at, *stop = memchr(line, '\n', (size_t)(end - line));
    size_t bytes = (size_t)((stop ? stop : end) - line);
    if (bytes && *line != '#')
      return false;
    *at = stop ? stop + 1 : end;
    ++*number;
    if (bytes < strlen(mark) || memcmp(line, mark, strlen(mark)) != 0)
      continue;
    *text = line + strlen(mark);
    *length = bytes - strlen(mark);
    return true;
  }
  return false;
}

bool ria_sbatch_lines_exist(const char *script, size_t length) {
  const char *at = script, *text;
  size_t bytes;
  int number = 0;
  return next_line(&at, script + length, &number, &text, &bytes);
}

/* Split at blanks and remove quotes; a `#` starts a comment. */
static void split(const char *text, size_t length, exec_words *words) {
  char *word = malloc(length + 1);
  if (!word) {
    words->failed = true;
    return;
  }
  for (size_t i = 0; i < length;) {
    size_t n = 0;
    bool any = false;
    char quote = 0;
    while (i < length && strchr(" \t\r", text[i]))
      i++;
    if (i < length && text[i] == '#')
      break;
    for (; i < length && (quote || !strchr(" \t\r", text[i])); i++, any = true) {
      if (quote ? text[i] == quote : text[i] == '\'' || text[i] == '"')
        quote = quote ? 0 : text[i];
      else
        word[n++] = text[i];
    }
    word[n] = '\0';
    if (any)
      exec_words_add(words, word);
  }
  free(word);
}

/* ---- listing ---- */

typedef struct {
  ria_sbatch_lines_take take;
  void *context;
  int line;
} listing;

static void pass_on(void *context, const slurm_sbatch_option *option, const char *value,
                    const char *word) {
  const listing *l = context;
  l->take(l->context, option ? option->name : NULL, value, word, l->line);
}

static ria_status list_words(const exec_words *words, listing *l) {
  ria_status status = exec_words_check(words);
  if (status == RIA_SUCCESS)
    slurm_sbatch_options_read((const char *const *)words->item, words->count, pass_on, l);
  return status;
}

ria_status ria_sbatch_lines_list(const char *script, size_t length, const char *const *options,
                                 ria_sbatch_lines_take take, void *context) {
  listing l = {.take = take, .context = context};
  const char *at = script, *text;
  size_t bytes;
  ria_status status = RIA_SUCCESS;
  while (status == RIA_SUCCESS && next_line(&at, script + length, &l.line, &text, &bytes)) {
    exec_words words = {0};
    split(text, bytes, &words);
    status = list_words(&words, &l);
    exec_words_free(&words);
  }
  exec_words words = {0};
  l.line = 0;
  exec_words_append(&words, options);
  if (status == RIA_SUCCESS)
    status = list_words(&words, &l);
  exec_words_free(&words);
  return status;
}

typedef struct {
  const char *name;
  char *value;
  bool failed;
} search;

static void keep_value(void *context, const char *name, const char *value, const char *word,
                       int line) {
  search *s = context;
  (void)word;
  (void)line;
  if (!name || strcmp(name, s->name) != 0)
    return;
  free(s->value);
  s->value = strdup(value ? value : "");
  s->failed |= !s->value;
}

ria_status ria_sbatch_lines_value(const char *script, size_t length, const char *const *options,
                                  const char *name, char **value) {
  search s = {.name = name};
  ria_status status = ria_sbatch_lines_list(script, length, options, keep_value, &s);
  if (status == RIA_SUCCESS && s.failed)
    status = ria_fail(RIA_ERROR_MEMORY, "no memory for the options of a script");
  *value = status == RIA_SUCCESS ? s.value : NULL;
  if (status != RIA_SUCCESS)
    free(s.value);
  return status;
}

/* ---- options that a partition may not be able to meet ---- */

typedef struct {
  const char *name;
  enum { COUNT, MEMORY, SECONDS, PARTITION } what;
  size_t offset; /* the number's offset in ria_resources, for kind COUNT */
} option;

static const option options_known[] = {
    {"nodes", COUNT, offsetof(ria_resources, nodes)},
    {"ntasks", COUNT, offsetof(ria_resources, ranks)},
    {"ntasks-per-node", COUNT, offsetof(ria_resources, ranks_per_node)},
    {"cpus-per-task", COUNT, offsetof(ria_resources, workers)},
    {"mem", MEMORY, 0},
    {"time", SECONDS, 0},
    {"partition", PARTITION, 0}};

typedef struct {
  const option *option;
  char *value; /* owned */
  int line;
} setting;

typedef struct {
  int count, room;
  setting *item;
  bool failed;
} settings;

static void add(settings *s, const option *o, const char *value, int line) {
  if (s->count == s->room) {
    int room = 2 * s->room + 8;
    setting *grown = realloc(s->item, (size_t)room * sizeof *grown);
    if (!grown) {
      s->failed = true;
      return;
    }
    s->item = grown;
    s->room = room;
  }
  char *copy = strdup(value);
  s->failed |= !copy;
  if (copy)
    s->item[s->count++] = (setting){o, copy, line};
}

static void keep_known(void *context, const char *name, const char *value, const char *word,
                       int line) {
  (void)word;
  for (size_t i = 0; name && value && i < sizeof options_known / sizeof *options_known; i++)
    if (!strcmp(options_known[i].name, name))
      add(context, &options_known[i], value, line);
}

/* ---- check against the partitions ---- */

static void apply(ria_resources *r, const setting *s) {
  int64_t amount;
  switch (s->option->what) {
  case SECONDS:
    amount = slurm_duration(s->value);
    r->seconds = amount > 0 ? amount : 0;
    break;
  case MEMORY:
    amount = slurm_bytes(s->value, 1 << 20);
    r->memory = amount > 0 ? amount : 0;
    break;
  case PARTITION:
    r->partition = s->value;
    break;
  default: /* for a range such as `2-4`, the first number is enough */
    *(int *)((char *)r + s->option->offset) = (int)strtol(s->value, NULL, 10);
  }
}

/* If an option occurs several times, the last one counts. */
static bool is_last(const settings *s, int i) {
  for (int j = i + 1; j < s->count; j++)
    if (s->item[j].option == s->item[i].option)
      return false;
  return true;
}

/* Add the options one at a time, the partition first, and check after each: the first that makes
 * the check fail is reported. A job that allows several partitions is not checked. */
static ria_status check(ria_launcher *launcher, const settings *s, int *line) {
  ria_resources wanted = {0};
  for (int pass = 0; pass < 2; pass++) {
    for (int i = 0; i < s->count; i++) {
      if ((s->item[i].option->what == PARTITION) != (pass == 0) || !is_last(s, i))
        continue;
      apply(&wanted, &s->item[i]);
      *line = s->item[i].line;
      if (wanted.partition && strchr(wanted.partition, ','))
        return RIA_SUCCESS;
      RIA_TRY(ria_launcher_check(launcher, &wanted));
    }
  }
  return RIA_SUCCESS;
}

ria_status ria_sbatch_lines_check(ria_launcher *launcher, const char *script, size_t length,
                                  const char *const *options, int *line) {
  settings s = {0};
  ria_status status = ria_sbatch_lines_list(script, length, options, keep_known, &s);
  if (status == RIA_SUCCESS && s.failed)
    status = ria_fail(RIA_ERROR_MEMORY, "no memory for the options of a script");
  if (status == RIA_SUCCESS)
    status = check(launcher, &s, line);
  for (int i = 0; i < s.count; i++)
    free(s.item[i].value);
  free(s.item);
  return status;
}
