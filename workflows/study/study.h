/** \file
 * The study: the folder that a workflow leaves behind, with its state in `study.sqlite`.
 *
 * One engine at a time writes (ria_study_lock); any number of commands read beside it, and may
 * leave requests for it. Every put is a transaction of its own unless one has been begun, so that
 * kill -9 at any moment leaves the state before it or the state after it, never half. The file is
 * in rollback-journal mode with full syncs: it lives on NFS as well as on a local disk.
 *
 * Times are seconds since 1970; 0 where something has not happened. Texts that a list returns are
 * owned by the list; texts that a put is given are copied into the file.
 */
#ifndef RIA_STUDY_H
#define RIA_STUDY_H

#include <stdbool.h>
#include <stdint.h>
#include "ria/status.h"

#ifdef __cplusplus
extern "C" {
#endif

/* name, text as stored and printed, whether nothing more happens to it by itself. */
#define RIA_TASK_STATE_LIST(X)                                                                     \
  X(RIA_TASK_PENDING, "pending", false)    /* something it needs is not done */                    \
  X(RIA_TASK_READY, "ready", false)        /* waits for room, or for its next attempt */           \
  X(RIA_TASK_STARTING, "starting", false)  /* its job may exist; no id is written down yet */      \
  X(RIA_TASK_RUNNING, "running", false)    /* its job waits in a queue or runs */                  \
  X(RIA_TASK_DONE, "done", true)           /* succeeded, results collected */                      \
  X(RIA_TASK_FAILED, "failed", true)       /* and its retries are used up, or would not help */    \
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
/** Whether nothing more happens to a task in this state by itself. */
bool ria_task_state_is_final(ria_task_state state);

typedef struct ria_study ria_study;

typedef enum {
  RIA_STUDY_READ,  /**< look only; the study must exist */
  RIA_STUDY_WRITE, /**< the study must exist */
  RIA_STUDY_CREATE /**< made, with its folders, if it does not exist */
} ria_study_mode;

/** Whether the folder may become that of a study: it is missing, empty, or one already. Opening
 * with RIA_STUDY_CREATE checks it, too. Changes nothing. Errors: RIA_ERROR_IO. */
ria_status ria_study_folder_check(const char *folder);

/** Open a study. `folder` is copied. The file is checked: that it is a study, that its schema is
 * one this ria knows, and, for a writer, that it is whole. Errors: RIA_ERROR_IO (missing, no
 * permission), RIA_ERROR_FORMAT (not a study), RIA_ERROR_UNSUPPORTED (written by another version),
 * RIA_ERROR_CORRUPT, RIA_ERROR_MEMORY. */
ria_status ria_study_open(const char *folder, ria_study_mode mode, ria_study **study);
/** Close, giving the lock back if it is held. NULL is allowed. */
void ria_study_close(ria_study *study);
/** The folder as it was given; borrowed. */
const char *ria_study_folder(const ria_study *study);

/** Several puts as one transaction. Blocks until another writer is done, for at most half a minute.
 * A transaction that has been begun must be committed or rolled back; they do not nest. */
ria_status ria_study_begin(ria_study *study);
/** The same for reading: what the lists return is of one moment. Ended by ria_study_rollback(). */
ria_status ria_study_begin_reading(ria_study *study);
ria_status ria_study_commit(ria_study *study);
void ria_study_rollback(ria_study *study);

/* ---- The engine's lock. */

/** Who runs the engine. Texts borrowed where it is given, owned where it is returned. */
typedef struct {
  char *host;
  char *place; /**< boot and process-id namespace in which `pid` has a meaning */
  int64_t pid;
  int64_t ticks;   /**< when the process started, in clock ticks since the boot */
  char *job;       /**< batch job that it runs in; "" if none */
  int64_t restart; /**< how often that job has been requeued */
  double since;    /**< when it took the lock */
  double seen;     /**< its last sign of life */
} ria_study_owner;

typedef enum { RIA_OWNER_DEAD, RIA_OWNER_ALIVE, RIA_OWNER_UNKNOWN } ria_owner_life;

/** Whether a batch job is alive: asked where /proc of this host cannot tell. */
typedef ria_owner_life (*ria_job_life_function)(void *context, const char *job);

void ria_study_owner_destroy(ria_study_owner *owner);

/** Whether the owner lives, as far as this host and `job_life` (may be NULL) can tell. */
ria_owner_life ria_study_owner_life(const ria_study_owner *owner, ria_job_life_function job_life,
                                    void *context);

/** Take the lock for this process. A lock whose owner is dead is taken over; with `force`, so is
 * one of an owner about whom nothing can be found out. Errors: RIA_ERROR_MISMATCH: another engine
 * has it (the detail names host, process, job and since when). */
ria_status ria_study_lock(ria_study *study, ria_job_life_function job_life, void *context,
                          bool force);
/** Give it back; nothing if it is not held. */
void ria_study_unlock(ria_study *study);
/** A sign of life; RIA_ERROR_MISMATCH if the lock has been taken over meanwhile. */
ria_status ria_study_touch(ria_study *study);
/** Who has the lock; *held false if nobody. */
ria_status ria_study_owner_get(ria_study *study, bool *held, ria_study_owner *owner);

/* ---- Facts about the study: "name", "workflow", "mode", "state", ... */

ria_status ria_study_put_fact(ria_study *study, const char *key, const char *value);
/** *value is owned by the caller (free); NULL if there is no such fact. */
ria_status ria_study_get_fact(ria_study *study, const char *key, char **value);

/* ---- Steps. */

typedef struct {
  char *name, *kind;
  int position; /**< in the file */
  char *needs;  /**< names with a blank between; names hold none */
  ria_task_state state;
  char *note; /**< why it failed or was skipped; "" if there is nothing to say */
} ria_study_step;

typedef struct {
  int count;
  ria_study_step *item; /**< [count], by position */
} ria_study_steps;

ria_status ria_study_put_step(ria_study *study, const ria_study_step *step);
ria_status ria_study_list_steps(ria_study *study, ria_study_steps *steps);
void ria_study_steps_destroy(ria_study_steps *steps);
/** Forget a step that the workflow no longer has, with its tasks, attempts and results. Its files
 * stay. */
ria_status ria_study_remove_step(ria_study *study, const char *name);

/* ---- Tasks. */

typedef struct {
  char *id;    /**< "STEP", "STEP/POINT", "STEP.SEGMENT", ... */
  char *step;  /**< name */
  char *point; /**< label of the sweep point; "" without a sweep */
  int position;
  ria_task_state state;
  char *needs;                   /**< ids of tasks, with newlines between */
  char *hash;                    /**< of all that determines what it does */
  int nodes, ranks, cores, gpus; /**< what its job asks for */
  double seconds;                /**< time asked for; 0: no limit */
  int attempts;                  /**< made so far */
  int burned;                    /**< retries used since it was last made to run */
  int stalls;                    /**< attempts in a row that ended without progress */
  double not_before;             /**< when the next attempt may start */
  double reached;                /**< progress at the end of the attempt before, 0 .. 1 */
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
/** Forget a task with its attempts and results. Its files stay. */
ria_status ria_study_remove_task(ria_study *study, const char *id);

/* ---- Attempts. */

typedef struct {
  char *task;
  int number;   /**< 1, 2, ...; never used twice for a task, whatever became of the attempt */
  char *job;    /**< what the launcher called it; "" while it is not known */
  char *folder; /**< relative to the study's: "tasks/TASK/attempt-N" */
  char *cause;  /**< how it ended: "none" for success, "program", "time limit", ...; "" while it
                     has not */
  char *asked;  /**< what the engine asked of it: "stop" (with the engine), "cancel" (a person),
                     "again" (it is out of date); "" nothing. Noted before it is asked. */
  int exit_code, signal;
  double submitted, started, ended;
  int cores;          /**< that it held, for its cost */
  int64_t max_memory; /**< bytes, of its largest process; 0: unknown */
  char *nodes;
  char *note;
} ria_study_attempt;

typedef struct {
  int count;
  ria_study_attempt *item; /**< [count], by task's position and number */
} ria_study_attempts;

ria_status ria_study_put_attempt(ria_study *study, const ria_study_attempt *attempt);
/** `task` NULL: of all tasks. */
ria_status ria_study_list_attempts(ria_study *study, const char *task,
                                   ria_study_attempts *attempts);
void ria_study_attempts_destroy(ria_study_attempts *attempts);

/* ---- Results: numbers and texts that tasks and steps found. */

typedef struct {
  char *step;
  char *task; /**< id; "" where the step as a whole found it */
  char *key;
  bool is_number;
  double number;
  char *text; /**< "" of a number */
} ria_study_result;

typedef struct {
  int count;
  ria_study_result *item; /**< [count], by step, task, and the order in which they were put */
} ria_study_results;

ria_status ria_study_put_result(ria_study *study, const ria_study_result *result);
/** `step` and `task` NULL: of all; task "": only the step's own. */
ria_status ria_study_list_results(ria_study *study, const char *step, const char *task,
                                  ria_study_results *results);
void ria_study_results_destroy(ria_study_results *results);
/** Forget what a task found, or (task "") the step as a whole. */
ria_status ria_study_clear_results(ria_study *study, const char *step, const char *task);

/* ---- Outputs: files that tasks left, as they were when these were done. */

typedef struct {
  char *path;   /**< in the study's folder relative to it ("steps/make/bed.tif"), else absolute */
  char *task;   /**< the last one that left it */
  int64_t size; /**< bytes; -1: a folder */
  int64_t mtime, ctime, inode; /**< as stat() tells them, times in ns */
  bool edited;                 /**< somebody has changed it since, and it was taken as it is */
  char *hash;                  /**< of its content; of the largest, of samples */
  char *head; /**< its first bytes in hexadecimal: what has only been cut off is no edit */
} ria_study_output;

typedef struct {
  int count;
  ria_study_output *item; /**< [count], by path */
} ria_study_outputs;

ria_status ria_study_put_output(ria_study *study, const ria_study_output *output);
/** `task` NULL: of all tasks. A study of an older ria has none. */
ria_status ria_study_list_outputs(ria_study *study, const char *task, ria_study_outputs *outputs);
void ria_study_outputs_destroy(ria_study_outputs *outputs);
ria_status ria_study_clear_outputs(ria_study *study, const char *task);

/* ---- Parts: what determined a task when its hash was taken, by name. */

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
/** A study of an older ria has none. */
ria_status ria_study_list_parts(ria_study *study, const char *task, ria_study_parts *parts);
void ria_study_parts_destroy(ria_study_parts *parts);
ria_status ria_study_clear_parts(ria_study *study, const char *task);

/* ---- Events: what happened, in order, for people. */

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
/** The last `most` after `number`. */
ria_status ria_study_list_events(ria_study *study, int64_t number, int most,
                                 ria_study_events *events);
void ria_study_events_destroy(ria_study_events *events);

/* ---- Requests of other commands to the engine. Need no lock. */

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
