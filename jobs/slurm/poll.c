/* Polling: one squeue for all jobs, sacct for the jobs that squeue no longer lists, then the
 * markers. */
#include "poll.h"
#include <stdlib.h>
#include <string.h>
#include "client.h"
#include "exec/marker.h"
#include "report.h"

/* How often in a row sacct may fail, or report as running a job that squeue no longer lists,
 * before the markers alone decide. */
enum { ACCOUNTING_PATIENCE = 5 };

/* How many jobs one call of sacct may name: a command line holds at most 128 KiB. */
enum { ACCOUNTING_JOBS = 500 };

double slurm_interval(double took, double before, bool failed) {
  static const double shortest = 2, longest = 120, times = 10;
  double next = failed ? 2 * before : times * took;
  return next < shortest ? shortest : next > longest ? longest : next;
}

/* Records sorted by id. Their texts lie in `text`. */
typedef struct {
  char *text;
  slurm_record *record;
  int count;
} records;

static void free_records(records *r) {
  free(r->text);
  free(r->record);
  *r = (records){0};
}

static int by_id(const void *a, const void *b) {
  return strcmp(((const slurm_record *)a)->id, ((const slurm_record *)b)->id);
}

/* The record of an id, without its cluster. */
static const slurm_record *find_record(const records *r, const char *id) {
  ria_job_id number;
  snprintf(number, sizeof number, "%.*s", (int)strcspn(id, ";"), id);
  const slurm_record key = {.id = number};
  return r->count ? bsearch(&key, r->record, (size_t)r->count, sizeof key, by_id) : NULL;
}

static bool is_step_of(const char *id, const char *job) {
  size_t length = strlen(job);
  return !strncmp(id, job, length) && id[length] == '.';
}

/* sacct lists a job's steps after the job; only steps have a memory figure. */
static void take_record(records *r, const slurm_record *new) {
  slurm_record *job = r->count ? &r->record[r->count - 1] : NULL;
  if (!strchr(new->id, '.'))
    r->record[r->count++] = *new;
  else if (job && is_step_of(new->id, job->id) && new->memory > job->memory)
    job->memory = new->memory;
}

/* Takes ownership of the text. */
static ria_status read_records(records *r, char *text, bool (*read)(char *, slurm_record *)) {
  int room = 0;
  char *line;
  slurm_record new;
  *r = (records){.text = text};
  for (char *rest = text; (line = slurm_next_line(&rest));) {
    if (r->count == room) {
      room = 2 * room + 64;
      slurm_record *grown = realloc(r->record, (size_t)room * sizeof *grown);
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

void slurm_token(const ria_job_ref *job, char token[SLURM_TOKEN_SIZE]) {
  exec_marker submitted = {0};
  if (!job->token)
    exec_marker_read(job->markers, "submitted", &submitted);
  snprintf(token, SLURM_TOKEN_SIZE, "%s", job->token ? job->token : submitted.comment);
}

static bool is_of(const ria_job_ref *job, const slurm_record *record) {
  char token[SLURM_TOKEN_SIZE];
  if (job->token && !strcmp(job->token, RIA_ANY_TOKEN))
    return true;
  slurm_token(job, token);
  return slurm_carries(record, token);
}

static void name_cluster(exec_words *words, const char *cluster) {
  if (*cluster)
    exec_words_format(words, "--clusters=%s", cluster);
}

/* List the job `id`, or all our jobs (NULL), each element of an array on a line of its own. One
 * call for all jobs costs the controller less than a list of ids, and does not fail on an unknown
 * id. */
static ria_status ask_queue(records *r, const char *cluster, const char *id) {
  char *text;
  exec_words words = {0};
  *r = (records){0};
  exec_words_add(&words, "squeue");
  if (id)
    exec_words_format(&words, "--jobs=%.*s", (int)strcspn(id, ";"), id);
  else
    exec_words_add(&words, "--me");
  name_cluster(&words, cluster);
  exec_words_add(&words, "--states=all");
  exec_words_add(&words, "--array");
  exec_words_add(&words, "--noheader");
  exec_words_add(&words, "--format=" SLURM_SQUEUE_FORMAT);
  ria_status status = slurm_call(&words, &text);
  exec_words_free(&words);
  return status == RIA_SUCCESS ? read_records(r, text, slurm_squeue_line) : status;
}

static ria_status call_sacct(const char *ids, const char *cluster, bool submit_line, char **text) {
  exec_words words = {0};
  exec_words_add(&words, "sacct");
  exec_words_add(&words, "--noheader");
  exec_words_add(&words, "--parsable2");
  name_cluster(&words, cluster);
  exec_words_format(&words, "--format=%s%s", SLURM_SACCT_FORMAT,
                    submit_line ? SLURM_SACCT_SUBMIT_LINE : "");
  exec_words_format(&words, "--jobs=%s", ids);
  ria_status status = slurm_call(&words, text);
  exec_words_free(&words);
  return status;
}

/* Without the submit line no accounting record can be matched to a job, so the markers decide. */
static ria_status ask_accounting(slurm_accounting *accounting, records *r, const char *ids,
                                 const char *cluster) {
  char *text;
  *r = (records){0};
  ria_status status = call_sacct(ids, cluster, !accounting->no_submit_line, &text);
  if (status == RIA_ERROR_IO && strstr(ria_status_detail(), "SubmitLine")) {
    accounting->no_submit_line = true;
    status = call_sacct(ids, cluster, false, &text);
  }
  return status == RIA_SUCCESS ? read_records(r, text, slurm_sacct_line) : status;
}

/* Report a job that squeue still lists. If its wrapper could not record an exit code, call
 * scontrol for this job alone; that is rare. */
static void report_known(const ria_job_ref *job, const slurm_record *record,
                         ria_job_report *report) {
  exec_marker ended;
  char *text, code[32];
  slurm_report(record, report);
  if (report->state != RIA_JOB_ENDED)
    return;
  exec_marker_read(job->markers, "ended", &ended);
  if (!ended.there && report->cause == RIA_CAUSE_PROGRAM && !*slurm_cluster(job->id) &&
      slurm_ask(&text, "scontrol", "--oneliner", "show", "job", job->id, NULL) == RIA_SUCCESS) {
    if (slurm_scontrol_value(text, "ExitCode", code, sizeof code) &&
        sscanf(code, "%d:%d", &report->exit_code, &report->signal) != 2)
      report->exit_code = report->signal = 0;
    free(text);
  }
  slurm_refine(job->markers, job->id, report);
}

/* An array element that ended before it started has no record of its own, and sacct does not find
 * it by its id. Therefore sacct gets the ids of whole arrays. */
static const slurm_record *find_accounted(const records *r, const ria_job_ref *job) {
  const slurm_record *record = find_record(r, job->id);
  for (int i = 0; !record && i < r->count; i++)
    if (slurm_holds(r->record[i].id, job->id))
      record = &r->record[i];
  return record && is_of(job, record) ? record : NULL;
}

/* The record of a job in the queue; NULL if there is none, or another job has that id. */
static const slurm_record *find_queued(const records *queue, const ria_job_ref *job) {
  const slurm_record *record = find_record(queue, job->id);
  return record && is_of(job, record) ? record : NULL;
}

static bool is_on(const ria_job_ref *job, const char *cluster) {
  return !strcmp(slurm_cluster(job->id), cluster);
}

/* The ids of jobs that squeue no longer lists; an array counts once if its elements are
 * neighbours. NULL: none. *end: the first job without room in the list, left for the next poll. */
static char *list_of_forgotten(const records *queue, const char *cluster, const ria_job_ref *jobs,
                               int count, int *end) {
  char *list = NULL;
  const char *last = "";
  size_t size;
  int listed = 0;
  FILE *stream = open_memstream(&list, &size);
  *end = count;
  if (!stream)
    return NULL;
  for (int i = 0; i < count; i++) {
    int length = (int)strcspn(jobs[i].id, "_;");
    if (!is_on(&jobs[i], cluster) || find_queued(queue, &jobs[i]) ||
        (!strncmp(last, jobs[i].id, (size_t)length) && strcspn(last, "_;") == (size_t)length))
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

/* Fails while sacct may still answer: a job is not reported lost before sacct was called. */
static ria_status ask_about_forgotten(slurm_accounting *accounting, const records *queue,
                                      const char *cluster, const ria_job_ref *jobs, int count,
                                      records *accounts, int *end) {
  *end = count;
  if (accounting->absent)
    return RIA_SUCCESS;
  char *forgotten = list_of_forgotten(queue, cluster, jobs, count, end);
  if (!forgotten)
    return RIA_SUCCESS;
  ria_status status = ask_accounting(accounting, accounts, forgotten, cluster);
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

/* Report by the accounting record if there is one, else by the markers; also by the markers if
 * the record has said "running" for too long. Accounting may record an end later than the queue
 * drops the job, and never records the end of a job that a controller lost with its state. *lags:
 * the record says that the job runs. */
static void report_forgotten(const slurm_accounting *accounting, const ria_job_ref *job,
                             const slurm_record *accounted, ria_job_report *report, bool *lags) {
  exec_marker ended;
  if (accounted) {
    slurm_report(accounted, report);
    if (report->state == RIA_JOB_ENDED) {
      slurm_refine(job->markers, job->id, report);
      return;
    }
    *lags = true;
    exec_marker_read(job->markers, "ended", &ended);
    if (accounting->lags < ACCOUNTING_PATIENCE && !ended.there)
      return;
  }
  *report = (ria_job_report){0};
  exec_marker_report(job->markers, report);
}

/* Slurm does not answer: report only the jobs that have ended. */
static void report_by_markers(const char *cluster, const ria_job_ref *jobs, int count,
                              ria_job_report *reports) {
  for (int i = 0; i < count; i++) {
    exec_marker ended;
    exec_marker_read(jobs[i].markers, "ended", &ended);
    if (!is_on(&jobs[i], cluster) || !ended.there || !slurm_same_job(ended.job, jobs[i].id))
      continue;
    reports[i] = (ria_job_report){0};
    exec_marker_report(jobs[i].markers, &reports[i]);
  }
}

/* ---- tasks of a bundle, which share a job ---- */

/* A task ends before its job does. */
static bool has_ended(const ria_job_ref *job, ria_job_report *report) {
  exec_marker ended, started;
  exec_marker_read(job->markers, "ended", &ended);
  exec_marker_read(job->markers, "started", &started);
  if (started.withdrawn) {
    *report = (ria_job_report){.state = RIA_JOB_ENDED, .cause = RIA_CAUSE_CANCELLED};
    return true;
  }
  if (!ended.there || !slurm_same_job(ended.job, job->id))
    return false;
  *report = (ria_job_report){.started = started.time};
  exec_marker_ended(&ended, report);
  return true;
}

/* The job's properties need not hold for a task that has not started yet. */
static void report_turn(const ria_job_ref *job, ria_job_report *report) {
  exec_marker started;
  int length = (int)strcspn(job->id, ";");
  exec_marker_read(job->markers, "started", &started);
  if (started.there && report->state == RIA_JOB_RUNNING)
    report->started = started.time;
  if (started.there && report->state == RIA_JOB_ENDED && report->cause == RIA_CAUSE_NONE) {
    report->cause = RIA_CAUSE_UNKNOWN; /* the job's success is not the task's */
    report->exit_code = 1;
  }
  if (started.there || report->state == RIA_JOB_WAITING)
    return;
  if (report->state == RIA_JOB_RUNNING) {
    report->state = RIA_JOB_WAITING;
    report->started = report->expected_end = 0;
    snprintf(report->reason, sizeof report->reason, "its turn in job %.*s", length, job->id);
  } else if (report->cause != RIA_CAUSE_CANCELLED && report->cause != RIA_CAUSE_NODE &&
             report->cause != RIA_CAUSE_PREEMPTED) {
    report->cause = RIA_CAUSE_LAUNCH;
    report->exit_code = report->signal = 0;
    snprintf(report->reason, sizeof report->reason, "job %.*s ended before its turn", length,
             job->id);
  }
}

static bool is_bundled(const ria_job_ref *job) {
  exec_marker submitted;
  exec_marker_read(job->markers, "submitted", &submitted);
  return submitted.bundle > 0;
}

/* ---- all jobs ---- */

/* *lags: only the accounting records say that a job runs. */
static void report_all(const slurm_accounting *accounting, const records *queue,
                       const records *accounts, const char *cluster, const ria_job_ref *jobs,
                       int count, int asked, ria_job_report *reports, bool *lags) {
  for (int i = 0; i < count; i++) {
    if (!is_on(&jobs[i], cluster))
      continue;
    bool bundled = is_bundled(&jobs[i]);
    if (bundled && has_ended(&jobs[i], &reports[i]))
      continue;
    const slurm_record *record = find_queued(queue, &jobs[i]);
    if (record)
      report_known(&jobs[i], record, &reports[i]);
    else if (i < asked)
      report_forgotten(accounting, &jobs[i], find_accounted(accounts, &jobs[i]), &reports[i], lags);
    else
      continue;
    if (bundled)
      report_turn(&jobs[i], &reports[i]);
  }
}

static ria_status poll_cluster(slurm_accounting *accounting, const char *cluster,
                               const ria_job_ref *jobs, int count, ria_job_report *reports,
                               bool *lags) {
  records queue, accounts = {0};
  int asked = 0;
  ria_status status = ask_queue(&queue, cluster, NULL);
  if (status == RIA_SUCCESS)
    status = ask_about_forgotten(accounting, &queue, cluster, jobs, count, &accounts, &asked);
  if (status != RIA_SUCCESS) {
    report_by_markers(cluster, jobs, count, reports);
    asked = 0;
  }
  report_all(accounting, &queue, &accounts, cluster, jobs, count, asked, reports, lags);
  free_records(&queue);
  free_records(&accounts);
  return status;
}

/* Whether an earlier job of the list is on the same cluster. */
static bool is_repeated(const ria_job_ref *jobs, int i) {
  const char *cluster = slurm_cluster(jobs[i].id);
  for (int k = 0; k < i; k++)
    if (is_on(&jobs[k], cluster))
      return true;
  return false;
}

ria_status slurm_poll(slurm_accounting *accounting, double *interval, const ria_job_ref *jobs,
                      int count, ria_job_report *reports) {
  bool lags = false;
  double began = ria_seconds();
  ria_status status = RIA_SUCCESS;
  for (int i = 0; i < count; i++) {
    if (is_repeated(jobs, i))
      continue;
    ria_status one =
        poll_cluster(accounting, slurm_cluster(jobs[i].id), jobs, count, reports, &lags);
    status = status == RIA_SUCCESS ? one : status;
  }
  accounting->lags = lags ? accounting->lags + 1 : 0;
  *interval = slurm_interval(ria_seconds() - began, *interval, status != RIA_SUCCESS);
  return status;
}

/* ---- finding jobs by their tokens ---- */

/* Take the id of the first record that carries the token; for an array, the id of the whole
 * array. */
static bool take_carrier(const records *queue, const char *token, int index, const char *cluster,
                         ria_job_id id) {
  for (int i = 0; i < queue->count; i++) {
    const char *known = queue->record[i].id, *element = strchr(known, '_');
    if (!slurm_carries(&queue->record[i], token) ||
        (index >= 0 ? !element || strtol(element + 1, NULL, 10) != index : element != NULL))
      continue;
    snprintf(id, RIA_JOB_ID_SIZE, "%.80s%s%.100s", known, *cluster ? ";" : "", cluster);
    return true;
  }
  return false;
}

static ria_status look_for(const char *token, int index, const char *cluster, const char *job,
                           ria_job_id id, bool *found) {
  records queue;
  RIA_TRY(ask_queue(&queue, cluster, job));
  *found = take_carrier(&queue, token, index, cluster, id);
  free_records(&queue);
  return RIA_SUCCESS;
}

/* Our cluster is tried first: a site's sbatch may name the cluster even if there is only one, and
 * squeue knows cluster names only if the site keeps accounting records. */
ria_status slurm_find(const char *token, int index, ria_job_id id, bool *found) {
  ria_job_id answer;
  memcpy(answer, id, sizeof answer);
  const char *cluster = slurm_cluster(answer);
  *found = false;
  if (*answer && look_for(token, index, "", answer, id, found) == RIA_SUCCESS && *found)
    return RIA_SUCCESS;
  if (*cluster && look_for(token, index, cluster, answer, id, found) == RIA_SUCCESS && *found)
    return RIA_SUCCESS;
  return look_for(token, index, "", NULL, id, found);
}

ria_status slurm_find_ours(const ria_job_ref *jobs, int count, bool *mine) {
  for (int i = 0; i < count; i++) {
    records queue;
    const char *cluster = slurm_cluster(jobs[i].id);
    if (is_repeated(jobs, i))
      continue;
    RIA_TRY(ask_queue(&queue, cluster, NULL));
    for (int k = i; k < count; k++)
      if (is_on(&jobs[k], cluster))
        mine[k] = find_queued(&queue, &jobs[k]) != NULL;
    free_records(&queue);
  }
  return RIA_SUCCESS;
}

bool slurm_is_queue_empty(void) {
  char *text;
  if (slurm_ask(&text, "squeue", "--me", "--noheader", "--format=%i", NULL) != RIA_SUCCESS)
    return false;
  bool empty = !*text;
  free(text);
  return empty;
}
