/** \file
 * The study: the folder of a workflow's run, with its state in `study.sqlite`.
 *
 * One engine at a time writes (ria_study_lock). Any number of commands may read meanwhile, and
 * leave requests for the engine. Every put is a transaction of its own unless ria_study_begin() has
 * started one, so kill -9 at any moment leaves the state before it or after it. The file is in
 * rollback-journal mode with full syncs, so that it works on NFS and on a local disk.
 *
 * Times are seconds since 1970; 0: it has not happened. A list owns the texts that it returns; a
 * put copies its texts into the file.
 */
#ifndef RIA_STUDY_H
#define RIA_STUDY_H

#include <stdbool.h>
#include <stdint.h>
#include "ria/status.h"

#ifdef __cplusplus
extern "C" {
#endif

/* name, text as stored and printed, whether the state is final */
#define RIA_TASK_STATE_LIST(X)                                                                     \
  X(RIA_TASK_PENDING, "pending", false)    /* something that it needs is not done */               \
  X(RIA_TASK_READY, "ready", false)        /* waits for room, or for its next attempt */           \
  X(RIA_TASK_STARTING, "starting", false)  /* its job may exist, but its id is not stored yet */   \
  X(RIA_TASK_RUNNING, "running", false)    /* its job waits in a queue or runs */                  \
  X(RIA_TASK_DONE, "done", true)           /* succeeded, results collected */                      \
  X(RIA_TASK_FAILED, "failed", true)       /* its retries are used up, or would not help */        \
  X(RIA_TASK_CANCELLED, "cancelled", true) /* by a person */                                       \
  X(RIA_TASK_SKIPPED, "skipped", true)     /* its `when` does not hold */

typedef enum {
#define RIA_TASK_STATE_ENUM(name, text, final) name,
  RIA_TASK_STATE_LIST(RIA_TASK_STATE_ENUM)
#undef RIA_TASK_STATE_ENUM
} ria_task_state;

enum { RIA_TASK_STATES = RIA_TASK_SKIPPED + 1 };

/** "pending", ...; never NULL. */
const char *ria_task_state_text(ria_task_state state);
/** Whether the state is final: the task changes only on request. */
bool ria_task_state_is_final(ria_task_state state);

typedef struct ria_study ria_study;

typedef enum {
  RIA_STUDY_READ,  /**< read only; the study must exist */
  RIA_STUDY_WRITE, /**< the study must exist */
  RIA_STUDY_CREATE /**< created, with its folders, if it does not exist */
} ria_study_mode;

/** Check that a folder may hold a study: it is missing, empty, or already a study's. Opening with
 * RIA_STUDY_CREATE checks this, too. Changes nothing. Errors: RIA_ERROR_IO. */
ria_status ria_study_folder_check(const char *folder);

/** Open a study. `folder` is copied. Checks that the file is a study, that this ria knows its
 * schema, and, for a writer, that it is intact. Errors: RIA_ERROR_IO (missing, no permission),
 * RIA_ERROR_FORMAT (not a study), RIA_ERROR_UNSUPPORTED (written by another version),
 * RIA_ERROR_CORRUPT, RIA_ERROR_MEMORY. */
ria_status ria_study_open(const char *folder, ria_study_mode mode, ria_study **study);
/** Close, and release the lock if it is held. NULL is allowed. */
void ria_study_close(ria_study *study);
/** The folder as it was given; borrowed. */
const char *ria_study_folder(const ria_study *study);

/** Begin a transaction of several puts. Waits for another writer for at most half a minute. It must
 * be committed or rolled back; transactions do not nest. */
ria_status ria_study_begin(ria_study *study);
/** Begin a transaction for reading: all lists show the study at one moment. End it with
 * ria_study_rollback(). */
ria_status ria_study_begin_reading(ria_study *study);
ria_status ria_study_commit(ria_study *study);
void ria_study_rollback(ria_study *study);

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
  double seen;     /**< when it last called ria_study_touch() */
} ria_study_owner;

typedef enum { RIA_OWNER_DEAD, RIA_OWNER_ALIVE, RIA_OWNER_UNKNOWN } ria_owner_life;

/** Whether a batch job is alive, for an owner that /proc of this host does not show. */
typedef ria_owner_life (*ria_job_life_function)(void *context, const char *job);

void ria_study_owner_destroy(ria_study_owner *owner);

/** Whether the owner is alive, by this host's /proc and by `job_life` (may be NULL). */
ria_owner_life ria_study_owner_life(const ria_study_owner *owner, ria_job_life_function job_life,
                                    void *context);

/** Take the lock for this process. The lock of a dead owner is taken over; with `force`, also that
 * of an owner in unknown state. Errors: RIA_ERROR_MISMATCH: another engine holds it (the detail
 * names host, process, job and since when). */
ria_status ria_study_lock(ria_study *study, ria_job_life_function job_life, void *context,
                          bool force);
/** Release the lock, if it is held. */
void ria_study_unlock(ria_study *study);
/** Record that the owner is alive. Errors: RIA_ERROR_MISMATCH if another process has taken the lock
 * over. */
ria_status ria_study_touch(ria_study *study);
/** The owner of the lock; *held is false if there is none. */
ria_status ria_study_owner_get(ria_study *study, bool *held, ria_study_owner *owner);

/* ---- Facts about the study: "name", "workflow", "mode", "state", ... */

ria_status ria_study_put_fact(ria_study *study, const char *key, const char *value);
/** *value is owned by the caller (free); NULL if there is no such fact. */
ria_status ria_study_get_fact(ria_study *study, const char *key, char **value);

/* ---- Steps. */

typedef struct {
  char *name, *kind;
  int position; /**< in the file */
  char *needs;  /**< names, separated by blanks */
  ria_task_state state;
  char *note; /**< why it failed or was skipped; else "" */
} ria_study_step;

typedef struct {
  int count;
  ria_study_step *item; /**< [count], by position */
} ria_study_steps;

ria_status ria_study_put_step(ria_study *study, const ria_study_step *step);
ria_status ria_study_list_steps(ria_study *study, ria_study_steps *steps);
void ria_study_steps_destroy(ria_study_steps *steps);
/** Delete a step that the workflow no longer has, with its tasks, attempts and results. Its files
 * stay. */
ria_status ria_study_remove_step(ria_study *study, const char *name);

/* ---- Tasks. */

typedef struct {
  char *id;    /**< "STEP", "STEP/POINT", "STEP.SEGMENT", ... */
  char *step;  /**< name */
  char *point; /**< label of the sweep point; "" without a sweep */
  int position;
  ria_task_state state;
  char *needs;                   /**< ids of tasks, separated by newlines */
  char *hash;                    /**< of everything that determines its result */
  int nodes, ranks, cores, gpus; /**< requested by its job */
  double seconds;                /**< time limit; 0: none */
  int attempts;                  /**< made so far */
  int burned;                    /**< retries used since it was last set to run */
  int stalls;                    /**< attempts in a row that ended without progress */
  double not_before;             /**< earliest start of the next attempt */
  double reached;                /**< progress at the end of the previous attempt, 0 .. 1 */
  double fraction;               /**< progress, 0 .. 1; -1: unknown */
  char *note;                    /**< progress, queue reason or what went wrong, for people */
} ria_study_task;

typedef struct {
  int count;
  ria_study_task *item; /**< [count], by position */
} ria_study_tasks;

ria_status ria_study_put_task(ria_study *study, const ria_study_task *task);
/** `step` NULL: of all steps. */
ria_status ria_study_list_tasks(ria_study *study, const char *step, ria_study_tasks *tasks);
void ria_study_tasks_destroy(ria_study_tasks *tasks);
/** Delete a task with its attempts and results. Its files stay. */
ria_status ria_study_remove_task(ria_study *study, const char *id);

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
} ria_study_attempt;

typedef struct {
  int count;
  ria_study_attempt *item; /**< [count], by the task's position and the number */
} ria_study_attempts;

ria_status ria_study_put_attempt(ria_study *study, const ria_study_attempt *attempt);
/** `task` NULL: of all tasks. */
ria_status ria_study_list_attempts(ria_study *study, const char *task,
                                   ria_study_attempts *attempts);
void ria_study_attempt_clear(ria_study_attempt *attempt);
void ria_study_attempts_destroy(ria_study_attempts *attempts);

/* ---- Results: numbers and texts of tasks and steps. */

typedef struct {
  char *step;
  char *task; /**< id; "" for a result of the step as a whole */
  char *key;
  bool is_number;
  double number;
  char *text; /**< "" for a number */
} ria_study_result;

typedef struct {
  int count;
  ria_study_result *item; /**< [count], by step, task, and order of the puts */
} ria_study_results;

ria_status ria_study_put_result(ria_study *study, const ria_study_result *result);
/** `step` and `task` NULL: of all; task "": only the step's own. */
ria_status ria_study_list_results(ria_study *study, const char *step, const char *task,
                                  ria_study_results *results);
void ria_study_results_destroy(ria_study_results *results);
/** Forget what a task found, or (task "") the step as a whole. */
ria_status ria_study_clear_results(ria_study *study, const char *step, const char *task);

/* ---- Outputs: the files of tasks, as they were when the tasks were done. */

typedef struct {
  char *path; /**< relative to the study's folder if inside it ("steps/make/bed.tif"), else absolute
               */
  char *task; /**< the last task that wrote it */
  int64_t size;                /**< bytes; -1: a folder */
  int64_t mtime, ctime, inode; /**< from stat(), times in ns */
  bool edited;                 /**< it was changed by hand later and accepted as it is */
  char *hash;                  /**< of its content; for the largest files, of samples */
  char *head; /**< its first bytes in hexadecimal, which tell a truncated file from an edited one */
} ria_study_output;

typedef struct {
  int count;
  ria_study_output *item; /**< [count], by path */
} ria_study_outputs;

ria_status ria_study_put_output(ria_study *study, const ria_study_output *output);
/** `task` NULL: of all tasks. Studies of older versions have none. */
ria_status ria_study_list_outputs(ria_study *study, const char *task, ria_study_outputs *outputs);
void ria_study_outputs_destroy(ria_study_outputs *outputs);
ria_status ria_study_clear_outputs(ria_study *study, const char *task);

/* ---- Parts: the inputs of a task's hash, by name. */

typedef struct {
  char *what; /**< "command", "input tide.csv" */
  char *hash;
} ria_study_part;

typedef struct {
  int count;
  ria_study_part *item; /**< [count], by `what` */
} ria_study_parts;

ria_status ria_study_put_part(ria_study *study, const char *task, const char *what,
                              const char *hash);
/** Studies of older versions have none. */
ria_status ria_study_list_parts(ria_study *study, const char *task, ria_study_parts *parts);
void ria_study_parts_destroy(ria_study_parts *parts);
ria_status ria_study_clear_parts(ria_study *study, const char *task);

/* ---- Events: a log for people. */

typedef struct {
  int64_t number;
  double time;
  char *subject; /**< step, task, or "" for the engine */
  char *what;
} ria_study_event;

typedef struct {
  int count;
  ria_study_event *item; /**< [count], oldest first */
} ria_study_events;

ria_status ria_study_put_event(ria_study *study, const char *subject, const char *what);
/** The last `most` events after `number`. */
ria_status ria_study_list_events(ria_study *study, int64_t number, int most,
                                 ria_study_events *events);
void ria_study_events_destroy(ria_study_events *events);

/* ---- Requests of other commands to the engine. They need no lock. */

typedef struct {
  int64_t number;
  char *verb;    /**< "cancel" or "retry" */
  char *subject; /**< step or task; "" for the whole study */
} ria_study_request;

typedef struct {
  int count;
  ria_study_request *item; /**< [count], oldest first */
} ria_study_requests;

ria_status ria_study_put_request(ria_study *study, const char *verb, const char *subject);
ria_status ria_study_list_requests(ria_study *study, ria_study_requests *requests);
void ria_study_requests_destroy(ria_study_requests *requests);
ria_status ria_study_remove_request(ria_study *study, int64_t number);

#ifdef __cplusplus
}
#endif
#endif
