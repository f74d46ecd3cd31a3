/** \file
 * Jobs for the tests of launchers: each has a folder of its own in a test's folder. */
#ifndef RIA_TEST_JOBS_H
#define RIA_TEST_JOBS_H

#include <stdbool.h>
#include "ria/job.h"

typedef struct {
  char markers[512], output[540], name[64];
  const char *argv[12];
  ria_job job; /* to be changed before it is started */
  ria_job_id id;
  char token[32];        /* of a job to be identified without its markers; "": from the markers */
  ria_job_report report; /* of the last poll */
} test_job;

/** A job `name` that runs a line of bash, with its files in FOLDER/name. `job` stays where it is.
 */
void test_job_make(test_job *job, const char *folder, const char *name, const char *line);

/** The job's reference for the launcher. */
ria_job_ref test_job_ref(const test_job *job);

/** Read the token from the job's markers. */
void test_job_keep_token(test_job *job);

void test_job_start(ria_launcher *launcher, test_job *job);

/** Poll all jobs in one call until each has reached at least this state (waiting < running < ended,
 * lost). */
void test_jobs_await(ria_launcher *launcher, test_job *const jobs[], int count,
                     ria_job_state state);

/** Check the job's end; on failure, print the job and fail the test. */
void test_job_expect(const test_job *job, ria_job_cause cause, int exit_code);

/** Whether FOLDER/name of the job is there, within a minute and a half; and whether its output has
 * such a line. */
void test_job_await_file(const test_job *job, const char *name);
bool test_job_said(const test_job *job, const char *words);

/** The `ria` of this build. */
const char *test_ria(void);

#endif
