#include "text.h"
#include "ria/number.h"
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MOST_BYTES 9e18               /* fits into an int64_t */
#define MOST_COUNT INT64_C(999999999) /* of days, hours, minutes or seconds */

char *slurm_next_line(char **text) {
  char *line = *text;
  if (!*line)
    return NULL;
  char *end = line + strcspn(line, "\n");
  *text = *end ? end + 1 : end;
  *end = '\0';
  return line;
}

/* Split `line` at `|` into at most `most` fields; the last field keeps the rest. Returns the
 * number of fields. */
static int cut(char *line, char **field, int most) {
  int count = 1;
  field[0] = line;
  while (count < most && (line = strchr(line, '|'))) {
    *line++ = '\0';
    field[count++] = line;
  }
  return count;
}

static bool is_id(const char *text) {
  return text[0] >= '0' && text[0] <= '9';
}

bool slurm_squeue_line(char *line, slurm_record *record) {
  enum { ID, STATE, START, END, NODES, NAME, COMMENT, REASON, COMMAND, FIELDS };
  char *field[FIELDS];
  if (cut(line, field, FIELDS) < FIELDS || !is_id(field[ID]))
    return false;
  *record = (slurm_record){.id = field[ID],
                           .state = field[STATE],
                           .nodes = field[NODES],
                           .name = field[NAME],
                           .comment = field[COMMENT],
                           .reason = field[REASON],
                           .command = field[COMMAND],
                           .start = slurm_time(field[START]),
                           .end = slurm_time(field[END]),
                           .exit_code = -1,
                           .signal = -1};
  return true;
}

/* Accounting records keep a pending job's reason even after it no longer holds. For an ended job
 * the reason is valid only if the job was not cancelled: then a job that it depended on failed. */
static bool is_broken_dependency(const char *state, const char *reason) {
  return !strcmp(state, "CANCELLED") && !strncmp(reason, "Dependency", 10);
}

bool slurm_sacct_line(char *line, slurm_record *record) {
  enum { ID, STATE, EXIT, START, END, MEMORY, NODES, REASON, SUBMIT, FIELDS };
  char *field[FIELDS];
  static char nothing[] = "", broken[] = "DependencyNeverSatisfied";
  int fields = cut(line, field, FIELDS);
  if (fields < SUBMIT || !is_id(field[ID]))
    return false;
  if (!strcmp(field[NODES], "None assigned"))
    field[NODES] = nothing;
  *record =
      (slurm_record){.id = field[ID],
                     .state = field[STATE],
                     .nodes = field[NODES],
                     .name = nothing,
                     .comment = nothing,
                     .command = fields > SUBMIT ? field[SUBMIT] : nothing,
                     .reason = is_broken_dependency(field[STATE], field[REASON]) ? broken : nothing,
                     .start = slurm_time(field[START]),
                     .end = slurm_time(field[END]),
                     .exit_code = -1,
                     .signal = -1};
  if (sscanf(field[EXIT], "%d:%d", &record->exit_code, &record->signal) != 2)
    record->exit_code = record->signal = -1;
  int64_t memory = slurm_bytes(field[MEMORY], 1);
  record->memory = memory > 0 ? memory : 0;
  return true;
}

bool slurm_carries(const slurm_record *record, const char *token) {
  /* A comment that contains a `|` continues in the field of the reason. */
  const char *const places[] = {record->comment, record->name, record->command, record->reason};
  for (size_t i = 0; *token && i < sizeof places / sizeof *places; i++)
    if (strstr(places[i], token))
      return true;
  return false;
}

bool slurm_same_job(const char *one, const char *other) {
  size_t length = strcspn(one, ";");
  return length && length == strcspn(other, ";") && !strncmp(one, other, length);
}

const char *slurm_cluster(const char *id) {
  const char *cluster = strchr(id, ';');
  return cluster ? cluster + 1 : "";
}

bool slurm_holds(const char *group, const char *id) {
  const char *list = strchr(group, '['), *element = strchr(id, '_');
  if (!list || !element || list - group != element + 1 - id ||
      strncmp(group, id, (size_t)(list - group)) != 0)
    return false;
  long wanted = strtol(element + 1, NULL, 10), first, last, stride;
  int used;
  do { /* 3, 3-5, 3-9:2 */
    list++;
    if (sscanf(list, "%ld%n", &first, &used) != 1)
      return false;
    list += used;
    last = first;
    stride = 1;
    if (sscanf(list, "-%ld%n", &last, &used) == 1)
      list += used;
    if (sscanf(list, ":%ld%n", &stride, &used) == 1)
      list += used;
    unsigned long distance = (unsigned long)wanted - (unsigned long)first;
    if (wanted >= first && wanted <= last && stride > 0 && distance % (unsigned long)stride == 0)
      return true;
  } while (*list == ',');
  return false;
}

bool slurm_scontrol_value(const char *record, const char *key, char *value, size_t size) {
  size_t length = strlen(key);
  for (const char *at = record; (at = strstr(at, key)); at += length) {
    bool word = at == record || at[-1] == ' ' || at[-1] == '\n';
    if (!word || at[length] != '=')
      continue;
    const char *from = at + length + 1;
    snprintf(value, size, "%.*s", (int)strcspn(from, " \n"), from);
    return true;
  }
  if (size)
    *value = '\0';
  return false;
}

int64_t slurm_bytes(const char *text, int64_t unit) {
  static const char prefixes[] = "KMGTP";
  char *end;
  double number = ria_strtod(text, &end);
  if (end == text || !(number >= 0)) /* also false for nan */
    return -1;
  const char *prefix = *end ? strchr(prefixes, *end) : NULL;
  if (prefix) {
    unit = 1024;
    for (const char *p = prefixes; p < prefix; p++)
      unit *= 1024;
  }
  number *= (double)unit;
  return number <= MOST_BYTES ? (int64_t)number : -1;
}

/* Read leading digits, limited so that days fit into seconds. */
static bool read_count(const char **text, int64_t *count) {
  const char *p = *text;
  for (*count = 0; *p >= '0' && *p <= '9' && *count <= MOST_COUNT; p++)
    *count = 10 * *count + (*p - '0');
  bool good = p > *text && *count <= MOST_COUNT;
  *text = p;
  return good;
}

int64_t slurm_duration(const char *text) {
  int64_t part[3] = {0}, days = 0;
  int parts = 0;
  if (!strcasecmp(text, "UNLIMITED") || !strcasecmp(text, "infinite"))
    return 0;
  const char *dash = strchr(text, '-');
  if (dash) {
    if (!read_count(&text, &days) || text != dash)
      return -1;
    text = dash + 1;
  }
  for (; parts < 3; parts++) {
    if (!read_count(&text, &part[parts]))
      return -1;
    if (*text != ':')
      break;
    text++;
  }
  if (*text || parts == 3)
    return -1;
  if (dash) /* d-h, d-h:m, d-h:m:s */
    return ((days * 24 + part[0]) * 60 + part[1]) * 60 + part[2];
  if (parts == 2) /* h:m:s */
    return (part[0] * 60 + part[1]) * 60 + part[2];
  return part[0] * 60 + part[1]; /* m, m:s */
}

int64_t slurm_time(const char *text) {
  char *end;
  long long number = strtoll(text, &end, 10);
  return end == text || *end || number < 0 ? 0 : number;
}

int slurm_gpus(const char *gres) {
  int64_t gpus = 0;
  for (const char *at = gres; (at = strstr(at, "gpu")); at += 3) {
    if (at != gres && at[-1] != ',' &&
        at[-1] != '/') /* not the `gpu` of gres:gpu, which steps have */
      continue;
    size_t length = strcspn(at, ",(");
    const char *number = at + length;
    while (number > at && number[-1] >= '0' && number[-1] <= '9')
      number--;
    if (number > at && number < at + length && (number[-1] == ':' || number[-1] == '=')) {
      long more = strtol(number, NULL, 10);
      gpus += more < INT_MAX ? more : INT_MAX;
    }
  }
  return gpus < INT_MAX ? (int)gpus : INT_MAX;
}

int slurm_smallest(const char *counts) {
  int smallest = 0, number, used;
  while (sscanf(counts, "%d%n", &number, &used) == 1) {
    if (!smallest || number < smallest)
      smallest = number;
    counts += used;
    counts += strcspn(counts, ",");
    if (*counts == ',')
      counts++;
  }
  return smallest;
}

int64_t slurm_sum(const char *counts, int *nodes) {
  int64_t sum = 0;
  *nodes = 0;
  for (int number, times, used; sscanf(counts, "%9d%n", &number, &used) == 1;) {
    counts += used;
    if (sscanf(counts, "(x%9d)%n", &times, &used) == 1)
      counts += used;
    else
      times = 1;
    sum += (int64_t)number * times;
    *nodes += times;
    counts += *counts == ',';
  }
  return sum;
}
