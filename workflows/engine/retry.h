/** \file
 * Decides what happens to a task whose attempt has ended.
 */
#ifndef ENGINE_RETRY_H
#define ENGINE_RETRY_H

#include <stdbool.h>
#include "ria/job.h"

/** How an attempt ended, and the task's earlier attempts. */
typedef struct {
  ria_job_cause cause;
  int exit_code, signal;
  bool checkpoints; /**< its program writes a checkpoint when it is asked to stop, and continues
                       from it */
  bool stopped;     /**< the engine asked it to stop, so the end is not its fault */
  bool hopeless;    /**< its job cannot ever start */
  bool no_modules;  /**< its environment modules could not be loaded */
  bool progressed;  /**< it got further than the previous attempt */
  int retries;      /**< allowed */
  int burned;       /**< used */
  int stalls;       /**< attempts in a row without progress */
} engine_end;

typedef enum {
  ENGINE_SUCCEEDED,
  ENGINE_AGAIN,    /**< run it again after `delay` */
  ENGINE_FAILED,   /**< no more attempts are useful or allowed */
  ENGINE_CANCELLED /**< by a person */
} engine_verdict;

typedef struct {
  engine_verdict verdict;
  bool burns;     /**< uses up a retry */
  bool stalls;    /**< no progress; false resets the count */
  double delay;   /**< s */
  char why[9000]; /**< message for people: the failure and the remedy */
} engine_decision;

enum { ENGINE_STALLS = 3 /**< attempts in a row without progress after which a task fails */ };

/** Decide. `base`: seconds before a first retry. The delay doubles with each retry, up to 60 times
 * `base`. */
engine_decision engine_decide(const engine_end *end, double base);

#endif
