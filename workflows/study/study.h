/** \file
 * The study: the folder of a workflow's run, with its state in `study.sqlite`.
 *
 * One engine at a time writes (study_lock). Any number of commands may read meanwhile, and
 * leave requests for the engine. Every put is a transaction of its own unless study_begin() has
 * started one, so kill -9 at any moment leaves the state before it or after it. The file is in
 * rollback-journal mode with full syncs, so that it works on NFS and on a local disk.
 *
 * Times are seconds since 1970; 0: it has not happened. A list owns the texts that it returns; a
 * put copies its texts into the file.
 */
#ifndef STUDY_H
#define STUDY_H

#include <stdbool.h>
#include <stdint.h>
#include "ria/status.h"

#ifdef __cplusplus
extern "C" {
#endif

/* name, text as stored and printed, whether the state is final */
#define TASK_STATE_LIST(X)                                                                         \
  X(TASK_PENDING, "pending", false)    /* a step or task that it needs is not done */              \
  X(TASK_READY, "ready", false)        /* waits for room, or for its next attempt */               \
  X(TASK_STARTING, "starting", false)  /* its job may exist, but its id is not stored yet */       \
  X(TASK_RUNNING, "running", false)    /* its job waits in a queue or runs */                      \
  X(TASK_DONE, "done", true)           /* succeeded, results collected */                          \
  X(TASK_FAILED, "failed", true)       /* no retries are left, or a retry would not help */        \
  X(TASK_CANCELLED, "cancelled", true) /* by a person */                                           \
  X(TASK_SKIPPED, "skipped", true)     /* its `when` does not hold */

typedef enum {
#define TASK_STATE_ENUM(name, text, final) name,
  TASK_STATE_LIST(TASK_STATE_ENUM)
#undef TASK_STATE_ENUM
} task_state;

enum { TASK_STATES = TASK_SKIPPED + 1 };

/** "pending", ...; never NULL. */
const char *task_state_text(task_state state);
/** Whether the state is final: the task changes only on request. */
bool task_state_is_final(task_state state);

typedef struct study_store study_store;

typedef enum {
  STUDY_READ,  /**< read only; the study must exist */
  STUDY_WRITE, /**< the study must exist */
  STUDY_CREATE /**< created, with its folders, if it does not exist */
} study_mode;

/** Check that a folder may hold a study: it is missing, empty, or already a study's. Opening with
 * STUDY_CREATE checks this, too. Changes nothing. Errors: RIA_ERROR_IO. */
ria_status study_folder_check(const char *folder);

/** Open a study. `folder` is copied. Checks that the file is a study, that this ria knows its
 * schema, and, for a writer, that it is intact. Errors: RIA_ERROR_IO (missing, no permission),
 * RIA_ERROR_FORMAT (not a study), RIA_ERROR_UNSUPPORTED (written by another version),
 * RIA_ERROR_CORRUPT, RIA_ERROR_MEMORY. */
ria_status study_open(const char *folder, study_mode mode, study_store **study);
/** Close, and release the lock if it is held. NULL is allowed. */
void study_close(study_store *study);
/** The folder as it was given; borrowed. */
const char *study_folder(const study_store *study);

/** Begin a transaction of several puts. Waits for another writer for at most half a minute. It must
 * be committed or rolled back; transactions do not nest. */
ria_status study_begin(study_store *study);
/** Begin a transaction for reading: all lists show the study at one moment. End it with
 * study_rollback(). */
ria_status study_begin_reading(study_store *study);
ria_status study_commit(study_store *study);
void study_rollback(study_store *study);

/* ---- The engine's lock. */

/** The process that runs the engine. Its texts are borrowed as arguments, owned as results. */
typedef struct {
  char *host;
  char *place; /**< boot id and process-id namespace that `pid` belongs to */
  int64_t pid;
  int64_t ticks;   /**< when the process started, in clock ticks since the boot */
  char *job;       /**< its batch job; "" if none */
  int64_t restart; /**< how often the job has been requeued */
  double since;    /**< when it took the lock */
  double seen;     /**< when it last called study_touch() */
} study_owner;

typedef enum { OWNER_DEAD, OWNER_ALIVE, OWNER_UNKNOWN } owner_life;

/** Whether a batch job is alive, for an owner that /proc of this host does not show. */
typedef owner_life (*job_life_function)(void *context, const char *job);

void study_owner_destroy(study_owner *owner);

/** Whether the owner is alive, by this host's /proc and by `job_life` (may be NULL). */
owner_life study_owner_life(const study_owner *owner, job_life_function job_life, void *context);

/** Take the lock for this process. The lock of a dead owner is taken over; with `force`, also that
 * of an owner in unknown state. Errors: RIA_ERROR_MISMATCH: another engine holds it (the detail
 * names host, process, job and since when). */
ria_status study_lock(study_store *study, job_life_function job_life, void *context, bool force);
/** Release the lock, if it is held. */
void study_unlock(study_store *study);
/** Record that the owner is alive. Errors: RIA_ERROR_MISMATCH if another process has taken the lock
 * over. */
ria_status study_touch(study_store *study);
/** The owner of the lock; *held is false if there is none. */
ria_status study_owner_get(study_store *study, bool *held, study_owner *owner);

/* ---- Facts about the study: "name", "workflow", "mode", "state", ... */

ria_status study_put_fact(study_store *study, const char *key, const char *value);
/** *value is owned by the caller (free); NULL if there is no such fact. */
ria_status study_get_fact(study_store *study, const char *key, char **value);

/* ---- Steps. */

typedef struct {
  char *name, *kind;
  int position; /**< in the file */
  char *needs;  /**< names, separated by blanks */
  task_state state;
  char *note; /**< why it failed or was skipped; else "" */
} study_step;

typedef struct {
  int count;
  study_step *item; /**< [count], by position */
} study_steps;

ria_status study_put_step(study_store *study, const study_step *step);
ria_status study_list_steps(study_store *study, study_steps *steps);
void study_steps_destroy(study_steps *steps);
/** Delete a step that the workflow no longer has, with its tasks, attempts and results. Its files
 * stay. */
ria_status study_remove_step(study_store *study, const char *name);

/* ---- Tasks. */

typedef struct {
  char *id;    /**< "STEP", "STEP/POINT", "STEP.SEGMENT", ... */
  char *step;  /**< name */
  char *point; /**< label of the sweep point; "" without a sweep */
  int position;
  task_state state;
  char *needs;                   /**< ids of tasks, separated by newlines */
  char *hash;                    /**< hash of all inputs of its result */
  int nodes, ranks, cores, gpus; /**< requested by its job */
  double seconds;                /**< time limit; 0: none */
  int attempts;                  /**< made so far */
  int burned;                    /**< retries used since it was last set to run */
  int stalls;                    /**< attempts in a row that ended without progress */
  double not_before;             /**< earliest start of the next attempt */
  double reached;                /**< progress at the end of the previous attempt, 0 .. 1 */
  double fraction;               /**< progress, 0 .. 1; -1: unknown */
  char *note;                    /**< progress, queue reason or failure, for people */
} study_task;

typedef struct {
  int count;
  study_task *item; /**< [count], by position */
} study_tasks;

ria_status study_put_task(study_store *study, const study_task *task);
/** `step` NULL: of all steps. */
ria_status study_list_tasks(study_store *study, const char *step, study_tasks *tasks);
void study_tasks_destroy(study_tasks *tasks);
/** Delete a task with its attempts and results. Its files stay. */
ria_status study_remove_task(study_store *study, const char *id);

/* ---- Attempts. */

typedef struct {
  char *task;
  int number;   /**< 1, 2, ...; never used twice for a task */
  char *job;    /**< the launcher's id of the job; "" while it is not known */
  char *folder; /**< relative to the study's: "tasks/TASK/attempt-N" */
  char *cause;  /**< how it ended: "none" for success, "program", "time limit", ...; "" before its
                   end */
  char
      *asked; /**< what the engine asked the job to do: "stop" (the engine stops), "cancel" (by a
                 person), "again" (it is out of date); "" nothing. Stored before the job is asked */
  int exit_code, signal;
  double submitted, started, ended;
  int cores;          /**< cores held, for its cost */
  int64_t max_memory; /**< bytes of its largest process; 0: unknown */
  char *nodes;
  char *note;
} study_attempt;

typedef struct {
  int count;
  study_attempt *item; /**< [count], by the task's position and the number */
} study_attempts;

ria_status study_put_attempt(study_store *study, const study_attempt *attempt);
ria_status study_remove_attempt(study_store *study, const char *task, int number);
/** `task` NULL: of all tasks. */
ria_status study_list_attempts(study_store *study, const char *task, study_attempts *attempts);
void study_attempt_clear(study_attempt *attempt);
void study_attempts_destroy(study_attempts *attempts);

/* ---- Results: numbers and texts of tasks and steps. */

typedef struct {
  char *step;
  char *task; /**< id; "" for a result of the step as a whole */
  char *key;
  bool is_number;
  double number;
  char *text; /**< "" for a number */
} study_result;

typedef struct {
  int count;
  study_result *item; /**< [count], by step, task, and order of the puts */
} study_results;

ria_status study_put_result(study_store *study, const study_result *result);
/** `step` and `task` NULL: of all; task "": only the step's own. */
ria_status study_list_results(study_store *study, const char *step, const char *task,
                              study_results *results);
void study_results_destroy(study_results *results);
/** Delete the results of a task, or (task "") of the step as a whole. */
ria_status study_clear_results(study_store *study, const char *step, const char *task);

/* ---- Outputs: the files of tasks, as they were when the tasks were done. */

typedef struct {
  char *path; /**< relative to the study's folder if inside it ("steps/make/bed.tif"), else absolute
               */
  char *task; /**< the last task that wrote it */
  int64_t size;                /**< bytes; -1: a folder */
  int64_t mtime, ctime, inode; /**< from stat(), times in ns */
  bool edited;                 /**< it was changed by hand later and accepted */
  char *hash;                  /**< hash of its content; for the largest files, of samples */
  char *head; /**< its first bytes in hexadecimal, to distinguish a truncated file from an edited
                 one */
} study_output;

typedef struct {
  int count;
  study_output *item; /**< [count], by path */
} study_outputs;

ria_status study_put_output(study_store *study, const study_output *output);
/** `task` NULL: of all tasks. Studies of older versions have none. */
ria_status study_list_outputs(study_store *study, const char *task, study_outputs *outputs);
void study_outputs_destroy(study_outputs *outputs);
ria_status study_clear_outputs(study_store *study, const char *task);

/* ---- Parts: the inputs of a task's hash, by name. */

typedef struct {
  char *what; /**< "command", "input tide.csv" */
  char *hash;
} study_part;

typedef struct {
  int count;
  study_part *item; /**< [count], by `what` */
} study_parts;

ria_status study_put_part(study_store *study, const char *task, const char *what, const char *hash);
/** Studies of older versions have none. */
ria_status study_list_parts(study_store *study, const char *task, study_parts *parts);
void study_parts_destroy(study_parts *parts);
ria_status study_clear_parts(study_store *study, const char *task);

/* ---- Events: a log for people. */

typedef struct {
  int64_t number;
  double time;
  char *subject; /**< step, task, or "" for the engine */
  char *what;
} study_event;

typedef struct {
  int count;
  study_event *item; /**< [count], oldest first */
} study_events;

ria_status study_put_event(study_store *study, const char *subject, const char *what);
/** The last `most` events after `number`. */
ria_status study_list_events(study_store *study, int64_t number, int most, study_events *events);
void study_events_destroy(study_events *events);

/* ---- Requests of other commands to the engine. They need no lock. */

typedef struct {
  int64_t number;
  char *verb;    /**< "cancel" or "retry" */
  char *subject; /**< step or task; "" for the whole study */
} study_request;

typedef struct {
  int count;
  study_request *item; /**< [count], oldest first */
} study_requests;

ria_status study_put_request(study_store *study, const char *verb, const char *subject);
ria_status study_list_requests(study_store *study, study_requests *requests);
void study_requests_destroy(study_requests *requests);
ria_status study_remove_request(study_store *study, int64_t number);

#ifdef __cplusplus
}
#endif
#endif
