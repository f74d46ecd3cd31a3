/** \file
 * The engine's parts among themselves. */
#ifndef RIA_ENGINE_PARTS_H
#define RIA_ENGINE_PARTS_H

#include "tasks/graph.h"
#include "room.h"
#include "tasks/gpu_need.h"
#include "engine.h"
#include "tasks/task.h"

typedef struct {
  ria_study_task row;   /**< as in the study; texts owned */
  const ria_task *spec; /**< what to run; NULL until its step has been expanded. Borrowed */
  int step;
  ria_study_attempt attempt; /**< the newest, while starting or running; texts owned */
  ria_job_report report;     /**< the newest of it */
  int *ranks_on;             /**< [nodes] where it runs; NULL: it holds no room */
  bool sent;                 /**< what is asked of it has been sent */
  bool hopeless;             /**< its job could never be started */
  bool has_outputs;          /**< the study has rows of outputs of it */
  bool edited;               /**< one of these was changed, which is still to be taken up */
  int accepted;              /**< how often that has happened in the life of this engine */
  long checked;              /**< the pass of the engine in which its outputs were compared last */
  double looked;             /**< when its progress was looked at last */
} engine_task;

typedef struct {
  const ria_step *step;
  ria_study_step row; /**< kind, needs and name borrowed from the workflow; note owned */
  ria_task_list list; /**< its tasks, once expanded */
  bool *skip;         /**< [points] its `when` does not hold, or it lacks a GPU */
  bool lacks;         /**< some of them lack a GPU: finish() tells of that */
  int *task, tasks;   /**< indices in engine.task */
  bool open;          /**< all it needs is done, and its tasks are known */
  bool broken;        /**< its keys cannot be filled in; the note says why */
  bool fresh;         /**< never in the study before */
} engine_step;

typedef struct {
  ria_workflow *workflow;
  ria_study *study;
  ria_launcher *launcher;
  ria_launcher_kind kind;
  ria_engine_options options;
  int steps, tasks;
  engine_step *step;     /**< [steps], in the file's order */
  engine_task **task;    /**< [tasks] */
  void *by_id;           /**< tsearch() tree of the tasks */
  task_graph graph;      /**< engine_open_node(), engine_close_node(), engine_task_node() */
  double *chain;         /**< [graph.nodes] */
  task_outcome *outcome; /**< [graph.nodes] as of the last engine_find_outcomes() */
  bool stale_graph;
  int nodes;         /**< of the room; 0: not watched, the batch system does */
  engine_node *room; /**< [nodes] free */
  engine_node whole; /**< a node with nothing on it */
  int alone;         /**< task that has all the room, -1 */
  bool unsure;       /**< where there is room: a node was lost, or something ran here before us */
  int array_limit;
  char *program;   /**< what "ria" in a command stands for */
  int signal;      /**< that asks for the end; 0: none */
  double deadline; /**< by when what runs must have stopped */
  double stop_at;  /**< when the time of our job is nearly over; infinite: never */
  double life;     /**< s that were left when this engine began; infinite: no end */
  bool begun;      /**< this engine has started something */
  bool doubts;     /**< a task was ended by somebody else: is our own job at its end? */
  bool warned;     /**< a signal that this time comes has come, too early */
  bool hurry;      /**< that time is up, or a second signal came */
  bool stop_sent;  /**< and what runs has been told */
  double silence;  /**< until when nothing is submitted: Slurm gave no answer */
  bool woken;      /**< a child of ours has ended */
  bool changed;    /**< something happened since the last look */
  double touched, ticked, interval;
  long moments, die_at;
  gpu_here gpu;
  long pass; /**< through the tasks that may start */
} engine;

double engine_now(void);

/** A state has changed, or is about to: where RIA_ENGINE_DIE_AT says so, the engine kills itself
 * here (tests do so, at each). */
void engine_count_change(engine *e);

/** Note in the study and tell whoever looks on. printf-like. */
ria_status engine_log(engine *e, const char *subject, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/** End a transaction that `status` came out of: commit, or roll back and pass it up. It counts as a
 * change of state if `any`. */
ria_status engine_close(engine *e, ria_status status, bool any);

/** Replace a text. */
ria_status engine_set_text(char **text, const char *value);

/* tasks.c: what there is. */
ria_status engine_load(engine *e);
void engine_unload(engine *e);
engine_task *engine_find(engine *e, const char *id, int *index);
ria_status engine_add(engine *e, int step, const char *id, engine_task **task);
/** Forget a task that the workflow no longer has. */
ria_status engine_remove(engine *e, int index);
ria_status engine_update_graph(engine *e);
/** How all that there is ends, as far as is known now; updates the graph. */
ria_status engine_find_outcomes(engine *e);
int engine_task_node(const engine *e, int task);
int engine_open_node(int step);
int engine_close_node(int step);
ria_status engine_put(engine *e, const engine_task *task);
ria_status engine_put_step(engine *e, const engine_step *step);
bool engine_is_active(const engine_task *task);
/** Texts of an attempt are set by engine_set_text(). */
void engine_clear_attempt(ria_study_attempt *attempt);

/** The attempt's marker folder, absolute if the study's is. Owned by the caller; NULL without
 * memory. */
char *engine_markers(const engine *e, const ria_study_attempt *attempt);

/* expand.c: from steps to tasks. */
/** Expand a step. `strict`: it is about to run, so that everything must be known now, and changed
 * tasks run again; else as far as it goes, for people to see. */
ria_status engine_expand(engine *e, int step, bool strict);
/** Let tasks run again, and all that hangs on them. mark[tasks]; after[tasks] (may be NULL): tasks
 * of which only what hangs on them runs again. */
ria_status engine_invalidate(engine *e, const bool *mark, const bool *after);

/* outputs.c: the files that tasks leave. */
/** Make what a task has left durable, and describe it. Errors: RIA_ERROR_IO: then it is not done.
 */
ria_status engine_take_outputs(engine *e, const engine_task *task, ria_study_outputs *rows);
/** In the transaction that makes it done: note them. */
ria_status engine_put_outputs(engine *e, engine_task *task, const ria_study_outputs *rows);
/** At the start of an engine: what is lost is made again, what was edited counts as it is now. */
ria_status engine_check_outputs(engine *e);
/** The same of what a task needs, before it starts. *sound false: it has to wait. */
ria_status engine_check_needs(engine *e, int task, bool *sound);
/** After an attempt: what it has changed of the files that it needs was its work, not an edit. */
ria_status engine_follow_outputs(engine *e, int task);
/** In a transaction, before a new attempt: an edit is moved aside, not overwritten. */
ria_status engine_keep_edits(engine *e, engine_task *task);
/** In a transaction: take an edited output as it is now, with the results that are read from it. */
ria_status engine_accept_outputs(engine *e, engine_task *task);

/* open.c: which steps and tasks may run. */
ria_status engine_open_steps(engine *e);
ria_status engine_mark_ready(engine *e);

/* start.c: from tasks to jobs. */
ria_status engine_start_ready(engine *e);
/** Whether a task that is ready has time enough in this life of the engine. */
bool engine_has_time(const engine *e, const engine_task *task);
/** Take up what an earlier engine started. */
ria_status engine_adopt(engine *e);
void engine_give_room(engine *e, int task);

/* end.c: from reports to results. */
ria_status engine_poll(engine *e);
/** In a transaction: note the results of a task, in the place of those of before. */
ria_status engine_put_results(engine *e, const engine_task *task, const ria_results *results);
/** What becomes of a task whose attempt has ended. */
ria_status engine_ended(engine *e, int task, const ria_job_report *report);

/* stop.c: requests, signals. */
ria_status engine_take_requests(engine *e);
ria_status engine_wait(engine *e, double seconds);
ria_status engine_stop(engine *e);
/** Begin to stop, as after that signal. */
ria_status engine_begin_stop(engine *e, int signal, const char *why);
/** Note what is asked of a running task: "stop", "cancel" or "again". Sent by engine_send(), once
 * this is committed. */
ria_status engine_ask(engine *e, engine_task *task, const char *what);
ria_status engine_send(engine *e);
/** Whether a task goes on from a checkpoint after it was told to stop: it runs a case of ours. */
bool engine_checkpoints(const engine_task *task);

#endif
