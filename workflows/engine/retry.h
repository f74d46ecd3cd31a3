/** \file
 * What becomes of a task whose attempt has ended. */
#ifndef RIA_ENGINE_RETRY_H
#define RIA_ENGINE_RETRY_H

#include <stdbool.h>
#include "ria/job.h"

/** How an attempt ended, and what came before it. */
typedef struct {
  ria_job_cause cause;
  int exit_code, signal;
  bool checkpoints; /**< its program writes a checkpoint when it is told to stop, and goes on from
                         it */
  bool stopped;     /**< the engine told it to stop: not its own fault */
  bool hopeless;    /**< its job could never be started */
  bool no_modules;  /**< its environment modules could not be loaded */
  bool progressed;  /**< it got further than the attempt before */
  int retries;      /**< allowed */
  int burned;       /**< used */
  int stalls;       /**< attempts in a row that made no progress */
} engine_end;

typedef enum {
  ENGINE_SUCCEEDED,
  ENGINE_AGAIN,    /**< run it again, after `delay` */
  ENGINE_FAILED,   /**< running it again would not help, or is not allowed */
  ENGINE_CANCELLED /**< by a person */
} engine_verdict;

typedef struct {
  engine_verdict verdict;
  bool burns;    /**< a retry */
  bool stalls;   /**< no progress; false sets the count back */
  double delay;  /**< s */
  char why[200]; /**< for people: what went wrong and what to do */
} engine_decision;

enum { ENGINE_STALLS = 3 /**< attempts in a row without progress that end a task */ };

/** Decide. `base`: seconds before a first retry; each further one waits twice as long, at most
 * 60 times `base`. */
engine_decision engine_decide(const engine_end *end, double base);

#endif
