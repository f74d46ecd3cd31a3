/** \file
 * The engine's state, and the interfaces between its files.
 */
#ifndef ENGINE_PARTS_H
#define ENGINE_PARTS_H

#include "ria/processes.h"
#include "tasks/gpu_need.h"
#include "tasks/graph.h"
#include "tasks/task.h"
#include "engine.h"
#include "room.h"

typedef struct {
  study_task row;            /**< as in the study; texts owned */
  const workflow_task *spec; /**< what to run; NULL until its step is expanded. Borrowed */
  int step;
  study_attempt attempt; /**< the newest attempt, while starting or running; texts owned */
  ria_job_report report; /**< newest report of its job */
  int *ranks_on;         /**< [nodes] ranks on each node; NULL: it holds no resources */
  bool sent;             /**< the request in attempt.asked has been sent */
  bool hopeless;         /**< its job cannot ever start */
  bool has_outputs;      /**< the study has rows of its outputs */
  bool edited;           /**< an output was changed by hand and not accepted yet */
  int accepted;          /**< how often this engine has accepted such a change */
  long checked;          /**< the pass in which its outputs were last compared */
  double looked;         /**< when its progress was last read */
  char *refused;         /**< why its job could not be started; owned; NULL: it could */
} engine_task;

/** A limit on submissions: the queue takes no more jobs. */
typedef struct {
  int most;     /**< jobs in one submission; 0: no limit is known */
  bool smaller; /**< the last submission was refused; half of it may be accepted */
  double since; /**< start of refusals of single jobs while the queue has none of our jobs; 0: not
                   refused */
  double until; /**< a single job was refused: submit nothing before this time... */
  int active;   /**< ...unless fewer tasks than these are active */
  double delay; /**< from the last refusal to `until` */
  bool gave_up; /**< a refusal is an error from now on */
} engine_limit;

typedef struct {
  const workflow_step *step;
  study_step row;   /**< kind, needs and name borrowed from the workflow; note owned */
  task_list list;   /**< its tasks, once expanded */
  bool *skip;       /**< [points] the point's `when` is false, or it lacks a GPU */
  bool lacks;       /**< some points lack a GPU, which finish() reports */
  int *task, tasks; /**< indices in engine.task */
  bool open;        /**< all its needs are done, and its tasks are known */
  bool broken;      /**< substitution in its keys failed; the note says why */
  bool fresh;       /**< it was not in the study before */
} engine_step;

typedef struct {
  workflow_file *workflow;
  study_store *study;
  ria_launcher *launcher;
  ria_launcher_kind kind;
  engine_options options;
  int steps, tasks;
  engine_step *step;     /**< [steps], in the file's order */
  engine_task **task;    /**< [tasks] */
  void *by_id;           /**< tsearch() tree of the tasks */
  task_graph graph;      /**< engine_open_node(), engine_close_node(), engine_task_node() */
  double *chain;         /**< [graph.nodes] */
  task_outcome *outcome; /**< [graph.nodes] as of the last engine_find_outcomes() */
  bool stale_graph;
  int nodes;         /**< of `room`; 0: the batch system manages resources */
  engine_node *room; /**< [nodes] free resources */
  engine_node whole; /**< an empty node */
  int alone;         /**< the task that uses all resources; -1: none */
  bool unsure; /**< free resources are uncertain: a node was lost, or earlier jobs may still run */
  int array_limit;
  char *program;   /**< the path that replaces "ria" in a command */
  int signal;      /**< the signal that stops the engine; 0: none */
  double deadline; /**< when running tasks must have stopped */
  double stop_at;  /**< when the engine must stop before its job ends; infinite: never */
  double life;     /**< s that were left when this engine started; infinite: no end */
  bool begun;      /**< this engine has started a job */
  bool doubts;     /**< a task was ended from outside: the engine's own job may be ending */
  bool warned;     /**< SIGUSR1 came too early and was ignored once */
  bool hurry;      /**< the time is up, or a second signal came */
  bool stop_sent;  /**< and running tasks were asked to stop again */
  double silence;  /**< submit nothing before this time, because Slurm did not answer */
  engine_limit limit;
  bool woken;   /**< a child process has ended */
  bool changed; /**< something changed since the last pass */
  double touched, ticked, interval;
  long moments, die_at;
  gpu_here gpu;
  long pass; /**< number of the pass through the tasks that may start */
} engine;

/** Count a change of state, before and after it is stored. For tests: RIA_ENGINE_DIE_AT=N kills the
 * engine at the N-th. */
void engine_count_change(engine *e);

/** Add an event to the study, and report it. printf-like. */
ria_status engine_log(engine *e, const char *subject, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/** End a transaction: commit if `status` is RIA_SUCCESS, else roll back and return it. With `any`
 * it counts as a change of state. */
ria_status engine_close(engine *e, ria_status status, bool any);

/** Replace a text. */
ria_status engine_set_text(char **text, const char *value);

/* tasks.c: the steps and tasks. */
ria_status engine_load(engine *e);
void engine_unload(engine *e);
engine_task *engine_find(engine *e, const char *id, int *index);
ria_status engine_add(engine *e, int step, const char *id, engine_task **task);
/** Delete a task that the workflow no longer has. */
ria_status engine_remove(engine *e, int index);
ria_status engine_update_graph(engine *e);
/** Derive the outcome of each node as far as known; updates the graph. */
ria_status engine_find_outcomes(engine *e);
int engine_task_node(const engine *e, int task);
int engine_open_node(int step);
int engine_close_node(int step);
ria_status engine_put(engine *e, const engine_task *task);
ria_status engine_put_step(engine *e, const engine_step *step);
bool engine_is_active(const engine_task *task);

/** The attempt's marker folder, absolute if the study's is. Owned by the caller; NULL without
 * memory. */
char *engine_markers(const engine *e, const study_attempt *attempt);

/* expand.c: from steps to tasks. */
/** Expand a step. `strict`: the step is about to run, so that everything must be known, and changed
 * tasks run again. Otherwise expand as far as possible, for display. */
ria_status engine_expand(engine *e, int step, bool strict);
/** Set the tasks mark[tasks] to run again, with all their dependants. after[tasks] (may be NULL):
 * tasks whose dependants alone run again. */
ria_status engine_invalidate(engine *e, const bool *mark, const bool *after);

/* outputs.c: the files that tasks leave. */
/** Make the outputs of a task durable, and describe them. Errors: RIA_ERROR_IO: the task is not
 * done. */
ria_status engine_take_outputs(engine *e, const engine_task *task, study_outputs *rows);
/** In the transaction that marks the task as done: store the rows of its outputs. */
ria_status engine_put_outputs(engine *e, engine_task *task, const study_outputs *rows);
/** When the engine starts: rerun tasks with lost outputs, and accept edited ones. */
ria_status engine_check_outputs(engine *e);
/** Check the outputs that a starting task needs. *sound false: the task must wait. */
ria_status engine_check_needs(engine *e, int task, bool *sound);
/** After an attempt: changes that it made to files of its needs do not count as edits. */
ria_status engine_follow_outputs(engine *e, int task);
/** In a transaction, before a new attempt: move edited outputs aside, so that they are not
 * overwritten. */
ria_status engine_keep_edits(engine *e, engine_task *task);
/** In a transaction: accept edited outputs, and read the results from them again. */
ria_status engine_accept_outputs(engine *e, engine_task *task);

/* open.c: decides which steps and tasks may run. */
ria_status engine_open_steps(engine *e);
ria_status engine_mark_ready(engine *e);

/* start.c: starts jobs. */
ria_status engine_start_ready(engine *e);
/** Whether this life of the engine has enough time for a ready task. */
bool engine_has_time(const engine *e, const engine_task *task);
/** Take over the jobs of an earlier engine. */
ria_status engine_adopt(engine *e);
void engine_give_room(engine *e, int task);
/** How many tasks have jobs. */
int engine_active(const engine *e);

/* limit.c: temporary limits of submissions. */
/** Whether submissions must wait now. */
bool engine_limit_holds(engine *e);
/** The most jobs that one submission may have now. */
int engine_limit_jobs(const engine *e);
/** A limit refused a submission of these tasks as `jobs` jobs (or as an array): reset the tasks as
 * if they had never been tried. *failed: the refusal is an error, and no task was changed. */
ria_status engine_limit_met(engine *e, const int *tasks, int count, int jobs, const char *why,
                            bool *failed);
/** A submission of `jobs` jobs was accepted. */
void engine_limit_passed(engine *e, int jobs);

/* end.c: reads reports and results. */
ria_status engine_poll(engine *e);
/** In a transaction: replace the results of a task. */
ria_status engine_put_results(engine *e, const engine_task *task, const workflow_results *results);
/** Decide what happens to a task whose attempt has ended. */
ria_status engine_ended(engine *e, int task, const ria_job_report *report);

/* stop.c: requests, signals. */
ria_status engine_take_requests(engine *e);
ria_status engine_wait(engine *e, double seconds);
ria_status engine_stop(engine *e);
/** Begin to stop as if `signal` had come. */
ria_status engine_begin_stop(engine *e, int signal, const char *why);
/** Record a request to a running task: "stop", "cancel" or "again". engine_send() sends it after
 * the commit. */
ria_status engine_ask(engine *e, engine_task *task, const char *what);
ria_status engine_send(engine *e);
/** Whether a task continues from a checkpoint after it was asked to stop: it runs a case. */
bool engine_checkpoints(const engine_task *task);

#endif
