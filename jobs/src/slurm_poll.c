/* How jobs of the queue are: one squeue however many they are; sacct for those that it has
 * forgotten, if there is accounting; then their markers. */
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include "launcher.h"
#include "marker.h"
#include "slurm_client.h"
#include "slurm_text.h"

/* So often sacct may fail before it is taken that this cluster keeps no accounts. */
enum { ACCOUNTING_FAILURES = 5 };

double ria_slurm_interval(double took, double before, bool failed) {
  static const double shortest = 2, longest = 120, times = 10;
  double next = failed ? 2 * before : times * took;
  return next < shortest ? shortest : next > longest ? longest : next;
}

/* Records sorted by id. Their texts lie in `text`. */
typedef struct {
  char *text;
  ria_slurm_record *record;
  int count;
} records;

static void free_records(records *r) {
  free(r->text);
  free(r->record);
  *r = (records){0};
}

static int by_id(const void *a, const void *b) {
  return strcmp(((const ria_slurm_record *)a)->id, ((const ria_slurm_record *)b)->id);
}

static const ria_slurm_record *find_record(const records *r, const char *id) {
  const ria_slurm_record key = {.id = (char *)(uintptr_t)id};
  return r->count ? bsearch(&key, r->record, (size_t)r->count, sizeof key, by_id) : NULL;
}

/* Takes over the text. */
static ria_status read_records(records *r, char *text, bool (*read)(char *, ria_slurm_record *)) {
  int room = 0;
  char *line;
  *r = (records){.text = text};
  for (char *rest = text; (line = ria_next_line(&rest));) {
    if (r->count == room) {
      room = 2 * room + 64;
      ria_slurm_record *grown = realloc(r->record, (size_t)room * sizeof *grown);
      if (!grown) {
        free_records(r);
        return ria_fail(RIA_ERROR_MEMORY, "no memory for the queue");
      }
      r->record = grown;
    }
    if (read(line, &r->record[r->count]))
      r->count++;
  }
  if (r->count)
    qsort(r->record, (size_t)r->count, sizeof *r->record, by_id);
  return RIA_SUCCESS;
}

/* All jobs of ours, with each element of an array on a line of its own. One call for the whole list
 * costs the controller less than a list of ids, and does not fail for an id that it has forgotten.
 */
static ria_status ask_queue(records *r) {
  char *text;
  *r = (records){0};
  RIA_TRY(ria_slurm_ask(&text, "squeue", "--me", "--states=all", "--array", "--noheader",
                        "--format=" RIA_SQUEUE_FORMAT, NULL));
  return read_records(r, text, ria_squeue_line);
}

static ria_status ask_accounting(records *r, const char *ids) {
  char *text;
  ria_words words = {0};
  *r = (records){0};
  ria_words_add(&words, "sacct");
  ria_words_add(&words, "--allocations");
  ria_words_add(&words, "--noheader");
  ria_words_add(&words, "--parsable2");
  ria_words_add(&words, "--format=" RIA_SACCT_FORMAT);
  ria_words_format(&words, "--jobs=%s", ids);
  ria_status status = ria_slurm_call(&words, &text);
  ria_words_free(&words);
  return status == RIA_SUCCESS ? read_records(r, text, ria_sacct_line) : status;
}

/* A job that squeue still knows. Its exit code, if the wrapper could not note it, has to be asked
 * for one by one; that is rare. */
static void report_known(const ria_job_ref *job, const ria_slurm_record *record,
                         ria_job_report *report) {
  ria_marker ended;
  char *text, code[32];
  ria_slurm_report(record, report);
  if (report->state != RIA_JOB_ENDED)
    return;
  ria_marker_read(job->markers, "ended", &ended);
  if (!ended.there && report->cause == RIA_CAUSE_PROGRAM &&
      ria_slurm_ask(&text, "scontrol", "--oneliner", "show", "job", job->id, NULL) == RIA_SUCCESS) {
    if (ria_scontrol_value(text, "ExitCode", code, sizeof code) &&
        sscanf(code, "%d:%d", &report->exit_code, &report->signal) != 2)
      report->exit_code = report->signal = 0;
    free(text);
  }
  ria_slurm_refine(job->markers, job->id, report);
}

static char *list_of_unknown(const records *queue, const ria_job_ref *jobs, int count) {
  char *list = NULL;
  size_t size;
  bool any = false;
  FILE *stream = open_memstream(&list, &size);
  if (!stream)
    return NULL;
  for (int i = 0; i < count; i++) {
    if (find_record(queue, jobs[i].id))
      continue;
    fprintf(stream, "%s%s", any ? "," : "", jobs[i].id);
    any = true;
  }
  fclose(stream);
  if (!any) {
    free(list);
    list = NULL;
  }
  return list;
}

/* An error while the accounts may be back soon: a job is not given up as lost before they were
 * asked. */
static ria_status ask_about_unknown(ria_launcher *l, const records *queue, const ria_job_ref *jobs,
                                    int count, records *accounting) {
  if (l->accounting_failures >= ACCOUNTING_FAILURES)
    return RIA_SUCCESS;
  char *unknown = list_of_unknown(queue, jobs, count);
  if (!unknown)
    return RIA_SUCCESS;
  ria_status status = ask_accounting(accounting, unknown);
  free(unknown);
  if (status == RIA_SUCCESS) {
    l->accounting_failures = 0;
    return status;
  }
  l->accounting_failures++;
  if (status == RIA_ERROR_UNSUPPORTED || strstr(ria_status_detail(), "storage is disabled"))
    l->accounting_failures = ACCOUNTING_FAILURES;
  return l->accounting_failures >= ACCOUNTING_FAILURES ? RIA_SUCCESS : status;
}

static void report_forgotten(const ria_job_ref *job, const ria_slurm_record *accounted,
                             ria_job_report *report) {
  if (accounted) {
    ria_slurm_report(accounted, report);
    if (report->state == RIA_JOB_ENDED)
      ria_slurm_refine(job->markers, job->id, report);
    return;
  }
  *report = (ria_job_report){0};
  ria_marker_report(job->markers, report);
}

/* Slurm gives no answer: what has ended has ended. */
static void report_by_markers(const ria_job_ref *jobs, int count, ria_job_report *reports) {
  for (int i = 0; i < count; i++) {
    ria_marker ended;
    ria_marker_read(jobs[i].markers, "ended", &ended);
    if (!ended.there || strcmp(ended.job, jobs[i].id))
      continue;
    reports[i] = (ria_job_report){0};
    ria_marker_report(jobs[i].markers, &reports[i]);
  }
}

static double now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

ria_status ria_slurm_poll(ria_launcher *launcher, const ria_job_ref *jobs, int count,
                          ria_job_report *reports) {
  records queue, accounting = {0};
  double began = now();
  ria_status status = ask_queue(&queue);
  launcher->interval = ria_slurm_interval(now() - began, launcher->interval, status != RIA_SUCCESS);
  if (status != RIA_SUCCESS) {
    report_by_markers(jobs, count, reports);
    return status;
  }
  status = ask_about_unknown(launcher, &queue, jobs, count, &accounting);
  if (status != RIA_SUCCESS)
    report_by_markers(jobs, count, reports);
  for (int i = 0; i < count; i++) {
    const ria_slurm_record *record = find_record(&queue, jobs[i].id);
    if (record)
      report_known(&jobs[i], record, &reports[i]);
    else if (status == RIA_SUCCESS)
      report_forgotten(&jobs[i], find_record(&accounting, jobs[i].id), &reports[i]);
  }
  free_records(&queue);
  free_records(&accounting);
  return status;
}

ria_status ria_slurm_find(ria_launcher *launcher, const char *comment, int index, ria_job_id id,
                          bool *found) {
  records queue;
  (void)launcher;
  *found = false;
  RIA_TRY(ask_queue(&queue));
  for (int i = 0; i < queue.count && !*found; i++) {
    const char *known = queue.record[i].id, *element = strchr(known, '_');
    if (strcmp(queue.record[i].comment, comment) ||
        (index >= 0 ? !element || strtol(element + 1, NULL, 10) != index : element != NULL))
      continue;
    snprintf(id, RIA_JOB_ID_SIZE, "%s", known);
    *found = true;
  }
  free_records(&queue);
  return RIA_SUCCESS;
}
