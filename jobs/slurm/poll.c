/* Polling: one squeue for all jobs, sacct for those that squeue has forgotten, then the markers. */
#include "poll.h"
#include <stdlib.h>
#include <string.h>
#include "client.h"
#include "exec/marker.h"
#include "report.h"

/* How often in a row sacct may fail, or report a job as running that the queue has forgotten,
 * before the markers alone decide. */
enum { ACCOUNTING_PATIENCE = 5 };

/* How many jobs one call of sacct may name: a command line holds at most 128 KiB. */
enum { ACCOUNTING_JOBS = 500 };

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

static bool is_step_of(const char *id, const char *job) {
  size_t length = strlen(job);
  return !strncmp(id, job, length) && id[length] == '.';
}

/* sacct lists a job's steps after the job; only steps have a memory. */
static void take_record(records *r, const ria_slurm_record *new) {
  ria_slurm_record *job = r->count ? &r->record[r->count - 1] : NULL;
  if (!strchr(new->id, '.'))
    r->record[r->count++] = *new;
  else if (job && is_step_of(new->id, job->id) && new->memory > job->memory)
    job->memory = new->memory;
}

/* Takes ownership of the text. */
static ria_status read_records(records *r, char *text, bool (*read)(char *, ria_slurm_record *)) {
  int room = 0;
  char *line;
  ria_slurm_record new;
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
    if (read(line, &new))
      take_record(r, &new);
  }
  if (r->count)
    qsort(r->record, (size_t)r->count, sizeof *r->record, by_id);
  return RIA_SUCCESS;
}

/* List all our jobs, each element of an array on a line of its own. One call for all costs the
 * controller less than a list of ids, and does not fail on an id that it has forgotten. */
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
  ria_words_add(&words, "--noheader");
  ria_words_add(&words, "--parsable2");
  ria_words_add(&words, "--format=" RIA_SACCT_FORMAT);
  ria_words_format(&words, "--jobs=%s", ids);
  ria_status status = ria_slurm_call(&words, &text);
  ria_words_free(&words);
  return status == RIA_SUCCESS ? read_records(r, text, ria_sacct_line) : status;
}

/* Report a job that squeue still knows. If its wrapper could not record an exit code, scontrol is
 * asked for this job alone; that is rare. */
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

/* An element of an array that ended before it started has no record of its own, and sacct does not
 * find it by its id. Therefore sacct is asked for whole arrays. */
static const ria_slurm_record *find_accounted(const records *r, const char *id) {
  const ria_slurm_record *record = find_record(r, id);
  for (int i = 0; !record && i < r->count; i++)
    if (ria_slurm_holds(r->record[i].id, id))
      record = &r->record[i];
  return record;
}

/* The ids of jobs that the queue has forgotten; an array counts once if its elements are
 * neighbours. NULL: none. *end: the first job without room in the list, left for the next poll. */
static char *list_of_forgotten(const records *queue, const ria_job_ref *jobs, int count, int *end) {
  char *list = NULL;
  const char *last = "";
  size_t size;
  int listed = 0;
  FILE *stream = open_memstream(&list, &size);
  *end = count;
  if (!stream)
    return NULL;
  for (int i = 0; i < count; i++) {
    int length = (int)strcspn(jobs[i].id, "_");
    if (find_record(queue, jobs[i].id) ||
        (!strncmp(last, jobs[i].id, (size_t)length) && strcspn(last, "_") == (size_t)length))
      continue;
    if (listed == ACCOUNTING_JOBS) {
      *end = i;
      break;
    }
    last = jobs[i].id;
    fprintf(stream, "%s%.*s", listed++ ? "," : "", length, last);
  }
  fclose(stream);
  if (!listed) {
    free(list);
    list = NULL;
  }
  return list;
}

/* Fails while the accounts may answer soon: a job is not lost before they were asked. */
static ria_status ask_about_forgotten(ria_slurm_accounting *accounting, const records *queue,
                                      const ria_job_ref *jobs, int count, records *accounts,
                                      int *end) {
  *end = count;
  if (accounting->absent)
    return RIA_SUCCESS;
  char *forgotten = list_of_forgotten(queue, jobs, count, end);
  if (!forgotten)
    return RIA_SUCCESS;
  ria_status status = ask_accounting(accounts, forgotten);
  free(forgotten);
  if (status == RIA_SUCCESS) {
    accounting->failures = 0;
    return status;
  }
  accounting->absent =
      status == RIA_ERROR_UNSUPPORTED || strstr(ria_status_detail(), "storage is disabled");
  if (accounting->failures < ACCOUNTING_PATIENCE)
    accounting->failures++;
  return accounting->absent || accounting->failures >= ACCOUNTING_PATIENCE ? RIA_SUCCESS : status;
}

/* Report by the account if there is one, else by the markers; by the markers too if the account has
 * said "running" for too long. Accounts may learn of an end a little later than the queue forgets
 * the job, and never learn of a job that a controller lost with its state. *lags: the account says
 * that the job runs. */
static void report_forgotten(const ria_slurm_accounting *accounting, const ria_job_ref *job,
                             const ria_slurm_record *accounted, ria_job_report *report,
                             bool *lags) {
  ria_marker ended;
  if (accounted) {
    ria_slurm_report(accounted, report);
    if (report->state == RIA_JOB_ENDED) {
      ria_slurm_refine(job->markers, job->id, report);
      return;
    }
    *lags = true;
    ria_marker_read(job->markers, "ended", &ended);
    if (accounting->lags < ACCOUNTING_PATIENCE && !ended.there)
      return;
  }
  *report = (ria_job_report){0};
  ria_marker_report(job->markers, report);
}

/* Slurm does not answer: report only the jobs that have ended. */
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

static void report_all(ria_slurm_accounting *accounting, const records *queue,
                       const records *accounts, const ria_job_ref *jobs, int count, int asked,
                       ria_job_report *reports) {
  bool lags = false;
  for (int i = 0; i < count; i++) {
    const ria_slurm_record *record = find_record(queue, jobs[i].id);
    if (record)
      report_known(&jobs[i], record, &reports[i]);
    else if (i < asked)
      report_forgotten(accounting, &jobs[i], find_accounted(accounts, jobs[i].id), &reports[i],
                       &lags);
  }
  accounting->lags = lags ? accounting->lags + 1 : 0;
}

ria_status ria_slurm_poll(ria_slurm_accounting *accounting, double *interval,
                          const ria_job_ref *jobs, int count, ria_job_report *reports) {
  records queue, accounts = {0};
  int asked = 0;
  double began = ria_seconds();
  ria_status status = ask_queue(&queue);
  if (status == RIA_SUCCESS)
    status = ask_about_forgotten(accounting, &queue, jobs, count, &accounts, &asked);
  *interval = ria_slurm_interval(ria_seconds() - began, *interval, status != RIA_SUCCESS);
  if (status != RIA_SUCCESS) {
    report_by_markers(jobs, count, reports);
    asked = 0;
  }
  report_all(accounting, &queue, &accounts, jobs, count, asked, reports);
  free_records(&queue);
  free_records(&accounts);
  return status;
}

ria_status ria_slurm_find(const char *comment, int index, ria_job_id id, bool *found) {
  records queue;
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
