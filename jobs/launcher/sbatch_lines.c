#include "ria/sbatch_lines.h"
#include <stdlib.h>
#include <string.h>
#include "slurm/text.h"
#include "exec/words.h"

/* ---- the lines, up to the first that is neither empty nor a comment ---- */

static const char mark[] = "#SBATCH";

/* Find the next line with options; `text` is what follows the mark. False at the end. */
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
static void split(const char *text, size_t length, ria_words *words) {
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
      ria_words_add(words, word);
  }
  free(word);
}

/* ---- options that a partition may not be able to meet ---- */

typedef struct {
  const char *name;
  char letter;
  enum { COUNT, MEMORY, SECONDS, PARTITION } what;
  size_t offset; /* of a COUNT, in ria_resources */
} option;

static const option options_known[] = {
    {"nodes", 'N', COUNT, offsetof(ria_resources, nodes)},
    {"ntasks", 'n', COUNT, offsetof(ria_resources, ranks)},
    {"ntasks-per-node", 0, COUNT, offsetof(ria_resources, ranks_per_node)},
    {"cpus-per-task", 'c', COUNT, offsetof(ria_resources, workers)},
    {"mem", 0, MEMORY, 0},
    {"time", 't', SECONDS, 0},
    {"partition", 'p', PARTITION, 0}};

typedef struct {
  const option *option;
  const char *value; /* borrowed from the words */
  int line;
} setting;

typedef struct {
  ria_words words;
  int count, room;
  setting *item;
} settings;

static void add(settings *s, const option *o, const char *value, int line) {
  if (s->count == s->room) {
    int room = 2 * s->room + 8;
    setting *grown = realloc(s->item, (size_t)room * sizeof *grown);
    if (!grown) {
      s->words.failed = true;
      return;
    }
    s->item = grown;
    s->room = room;
  }
  s->item[s->count++] = (setting){o, value, line};
}

/* The option that a word names, and its value if the word holds it: --nodes=2, -N2. */
static const option *find(const char *word, const char **value) {
  for (size_t i = 0; i < sizeof options_known / sizeof *options_known; i++) {
    const option *o = &options_known[i];
    size_t length = strlen(o->name);
    *value = NULL;
    if (o->letter && word[0] == '-' && word[1] == o->letter) {
      *value = word[2] ? word + 2 : NULL;
      return o;
    }
    if (strncmp(word, "--", 2) || strncmp(word + 2, o->name, length))
      continue;
    if (!word[2 + length])
      return o;
    if (word[2 + length] == '=') {
      *value = word + 3 + length;
      return o;
    }
  }
  return NULL;
}

static void take_words(settings *s, int from, int line) {
  for (int i = from; i < s->words.count; i++) {
    const char *value;
    const option *o = find(s->words.item[i], &value);
    if (o && !value && i + 1 < s->words.count)
      value = s->words.item[++i];
    if (o && value)
      add(s, o, value, line);
  }
}

/* ---- check against the partitions ---- */

static void apply(ria_resources *r, const setting *s) {
  int64_t amount;
  switch (s->option->what) {
  case SECONDS:
    amount = ria_slurm_duration(s->value);
    r->seconds = amount > 0 ? amount : 0;
    break;
  case MEMORY:
    amount = ria_slurm_bytes(s->value, 1 << 20);
    r->memory = amount > 0 ? amount : 0;
    break;
  case PARTITION:
    r->partition = s->value;
    break;
  default: /* for a range such as `2-4`, the first number is enough */
    *(int *)((char *)r + s->option->offset) = (int)strtol(s->value, NULL, 10);
  }
}

/* Of several options with one name, the last counts. */
static bool is_last(const settings *s, int i) {
  for (int j = i + 1; j < s->count; j++)
    if (s->item[j].option == s->item[i].option)
      return false;
  return true;
}

/* Add one option after the other, the partition first, and check after each: the one that fails is
 * to blame. A job that allows several partitions is not checked. */
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
  const char *at = script, *text;
  size_t bytes;
  int number = 0;
  while (next_line(&at, script + length, &number, &text, &bytes)) {
    int from = s.words.count;
    split(text, bytes, &s.words);
    take_words(&s, from, number);
  }
  int from = s.words.count;
  ria_words_append(&s.words, options);
  take_words(&s, from, 0);
  ria_status status = ria_words_check(&s.words);
  if (status == RIA_SUCCESS)
    status = check(launcher, &s, line);
  ria_words_free(&s.words);
  free(s.item);
  return status;
}
