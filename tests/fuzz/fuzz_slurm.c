/* Output of squeue, sacct, scontrol and sinfo: for any bytes, each line is a record whose texts lie
 * in the line, or no record. */
#include "target.h"
#include "../../jobs/exec/hint.h"
#include "../../jobs/slurm/text.h"
#include "../../jobs/slurm/client.h"
#include "../../jobs/slurm/refusal.h"
#include "../../jobs/slurm/report.h"

static void use_record(const slurm_record *record, const char *line, size_t length) {
  const char *const texts[] = {record->id,   record->state,   record->nodes,
                               record->name, record->comment, record->command};
  ria_job_report report;
  for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
    target_expect((texts[i] >= line && texts[i] <= line + length) || !*texts[i],
                  "a text is not of its line");
  target_expect(record->memory >= 0, "memory below nothing");
  slurm_report(record, &report);
  target_expect(!slurm_carries(record, ""), "a job without a token");
  const char *cause = ria_job_cause_text(report.cause);
  target_expect(cause && *cause, "a cause without a name");
}

static char *copy_of(const char *line) {
  char *copy = strdup(line);
  target_expect(copy != NULL, "no memory");
  return copy;
}

static void use_line(const char *line) {
  slurm_record record;
  char *copy = copy_of(line);
  if (slurm_squeue_line(copy, &record))
    use_record(&record, copy, strlen(line));
  free(copy);
  copy = copy_of(line);
  if (slurm_sacct_line(copy, &record))
    use_record(&record, copy, strlen(line));
  free(copy);
  exec_hint_in_line(line);
  slurm_advice(line);
  slurm_refusal(line, false);
  slurm_refusal(line, true);
  slurm_time(line);
  target_expect(slurm_bytes(line, 1 << 20) >= -1, "bytes below nothing");
  target_expect(slurm_duration(line) >= -1, "a duration below nothing");
  target_expect(slurm_gpus(line) >= 0, "GPUs below nothing");
  slurm_smallest(line);
  const char *blank = strchr(line, ' ');
  if (blank) {
    copy = copy_of(line);
    copy[blank - line] = '\0';
    slurm_holds(copy, blank + 1);
    free(copy);
  }
}

static void run(const char *data, size_t size) {
  static const char *const keys[] = {"JobState", "EndTime",   "TimeLimit", "ExitCode",
                                     "TRES",     "AllocTRES", "NumNodes",  "Restarts"};
  char value[16], *text = malloc(size + 1);
  target_expect(text != NULL, "no memory");
  memcpy(text, data, size);
  text[size] = '\0';
  for (size_t k = 0; k < sizeof keys / sizeof *keys; k++)
    target_expect(slurm_scontrol_value(text, keys[k], value, sizeof value) || !*value,
                  "a value of a key that is not there");
  ria_job_id id;
  bool found = slurm_submitted(text, id, sizeof id) == RIA_SUCCESS;
  target_expect(found == (*id != 0) && (!found || strstr(text, id)), "an id that is not there");
  for (char *line, *rest = text; (line = slurm_next_line(&rest));)
    use_line(line);
  free(text);
}

FUZZ_TARGET(NULL, run, 2048)
