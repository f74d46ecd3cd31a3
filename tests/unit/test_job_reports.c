/* Output of Slurm's programs, and its interpretation. In test_squeue and test_sacct the lines come
 * from Slurm 22.05.8 (the cluster of tests/slurm), except a few marked ones; test_causes covers the
 * states of its manual, not all of which occur on a small cluster. */
#include "tests.h"
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "../../jobs/exec/hint.h"
#include "../../jobs/launcher/launcher.h"
#include "../../jobs/exec/marker.h"
#include "../../jobs/slurm/client.h"
#include "../../jobs/slurm/refusal.h"
#include "../../jobs/slurm/report.h"
#include "../../jobs/slurm/text.h"

static ria_job_report squeue(const char *text) {
  char line[512];
  slurm_record record;
  ria_job_report report;
  snprintf(line, sizeof line, "%s", text);
  if (!slurm_squeue_line(line, &record))
    fail_msg("no record: %s", text);
  slurm_report(&record, &report);
  return report;
}

static ria_job_report sacct(const char *text) {
  char line[512];
  slurm_record record;
  ria_job_report report;
  snprintf(line, sizeof line, "%s", text);
  if (!slurm_sacct_line(line, &record))
    fail_msg("no record: %s", text);
  slurm_report(&record, &report);
  return report;
}

static void test_squeue(void **state) {
  (void)state;
  ria_job_report r = squeue("8_0|PENDING|1795255255|1795255855||name|(null)|BeginTime|/m/job.sh");
  assert_int_equal(r.state, RIA_JOB_WAITING);
  assert_int_equal(r.expected_start, 1795255255);
  assert_string_equal(r.reason, "BeginTime");
  r = squeue("1|RUNNING|1795255272|1795255332|node1|name|ria:0123|None|/m/job.sh");
  assert_int_equal(r.state, RIA_JOB_RUNNING);
  assert_int_equal(r.started, 1795255272);
  assert_int_equal(r.expected_end, 1795255332);
  assert_string_equal(r.nodes, "node1");
  assert_string_equal(r.reason, "");
  r = squeue("1|TIMEOUT|1795255272|1795255361|node1|name|ria:0123|TimeLimit|/m/job.sh");
  assert_int_equal(r.cause, RIA_CAUSE_TIME_LIMIT);
  r = squeue("4|NODE_FAIL|1795255272|1795255303|node2|name|(null)|NodeDown|/m/job.sh");
  assert_int_equal(r.state, RIA_JOB_ENDED);
  assert_int_equal(r.cause, RIA_CAUSE_NODE);
  assert_int_equal(r.ended, 1795255303);
  /* Slurm gave it up; and somebody else did, while it waited. */
  r = squeue("5|CANCELLED|N/A|1795254257||name|(null)|DependencyNeverSatisfied|/m/job.sh");
  assert_int_equal(r.cause, RIA_CAUSE_DEPENDENCY);
  r = squeue("2|CANCELLED|1795255275|1795255275||name|(null)|Dependency|/m/job.sh");
  assert_int_equal(r.cause, RIA_CAUSE_CANCELLED);
  assert_int_equal(r.started, 0);
  /* Made up: several nodes, and a path with a bar. */
  r = squeue("12_3|PENDING|N/A|N/A|node[1-3,7]|name|(null)|ReqNodeNotAvail, "
             "UnavailableNodes:node7|/m/a|b.sh");
  assert_string_equal(r.nodes, "node[1-3,7]");
  assert_string_equal(r.reason,
                      "ReqNodeNotAvail, UnavailableNodes:node7: its nodes are down, drained or "
                      "reserved; `sinfo -R` says why");
}

static void test_reasons(void **state) {
  (void)state;
  ria_job_report r = squeue("12|PENDING|N/A|N/A||name|(null)|PartitionTimeLimit|/m/job.sh");
  assert_string_equal(r.reason,
                      "PartitionTimeLimit: asks for more time than its partition allows; lower "
                      "resources.time or choose another partition");
  static const char *const stuck[] = {"PartitionNodeLimit",
                                      "BadConstraints",
                                      "DependencyNeverSatisfied",
                                      "JobHeldUser",
                                      "JobHeldAdmin",
                                      "launch failed requeued held",
                                      "AssocMaxJobsLimit",
                                      "AssocMaxWallDurationPerJobLimit",
                                      "QOSMaxCpuPerJobLimit",
                                      "QOSMaxJobsPerUserLimit",
                                      "AssocGrpCpuLimit",
                                      "ReqNodeNotAvail, UnavailableNodes:node[1-2]"};
  for (size_t i = 0; i < sizeof stuck / sizeof *stuck; i++)
    assert_non_null(slurm_advice(stuck[i]));
  assert_ptr_not_equal(slurm_advice("AssocMaxJobsLimit"), slurm_advice("AssocMaxJobsPerJobLimit"));
  static const char *const passing[] = {"Resources", "Priority", "Dependency", "BeginTime", "None"};
  for (size_t i = 0; i < sizeof passing / sizeof *passing; i++)
    assert_null(slurm_advice(passing[i]));
  r = squeue("12|PENDING|N/A|N/A||name|(null)|Priority|/m/job.sh");
  assert_string_equal(r.reason, "Priority");
  /* A job that has ended does not wait. */
  r = squeue("12|CANCELLED|N/A|N/A||name|(null)|JobHeldUser|/m/job.sh");
  assert_string_equal(r.reason, "JobHeldUser");
}

static void test_causes(void **state) {
  (void)state;
  static const struct {
    const char *line;
    ria_job_state state;
    ria_job_cause cause;
  } known[] = {
      {"1|COMPLETED|1|2|n|name|c|None|/m/job.sh", RIA_JOB_ENDED, RIA_CAUSE_NONE},
      {"1|FAILED|1|2|n|name|c|NonZeroExitCode|/m/job.sh", RIA_JOB_ENDED, RIA_CAUSE_PROGRAM},
      {"1|TIMEOUT|1|2|n|name|c|TimeLimit|/m/job.sh", RIA_JOB_ENDED, RIA_CAUSE_TIME_LIMIT},
      {"1|DEADLINE|1|2|n|name|c|DeadLine|/m/job.sh", RIA_JOB_ENDED, RIA_CAUSE_TIME_LIMIT},
      {"1|OUT_OF_MEMORY|1|2|n|name|c|OutOfMemory|/m/job.sh", RIA_JOB_ENDED, RIA_CAUSE_MEMORY},
      {"1|NODE_FAIL|1|2|n|name|c|NodeDown|/m/job.sh", RIA_JOB_ENDED, RIA_CAUSE_NODE},
      {"1|BOOT_FAIL|1|2|n|name|c|None|/m/job.sh", RIA_JOB_ENDED, RIA_CAUSE_NODE},
      {"1|PREEMPTED|1|2|n|name|c|None|/m/job.sh", RIA_JOB_ENDED, RIA_CAUSE_PREEMPTED},
      {"1|CANCELLED|1|2|n|name|c|None|/m/job.sh", RIA_JOB_ENDED, RIA_CAUSE_CANCELLED},
      {"1|CANCELLED|1|2||name|c|DependencyNeverSatisfied|/m/job.sh", RIA_JOB_ENDED,
       RIA_CAUSE_DEPENDENCY},
      {"1|COMPLETING|1|2|n|name|c|None|/m/job.sh", RIA_JOB_RUNNING, RIA_CAUSE_NONE},
      {"1|SUSPENDED|1|2|n|name|c|None|/m/job.sh", RIA_JOB_RUNNING, RIA_CAUSE_NONE},
      {"1|CONFIGURING|1|2|n|name|c|None|/m/job.sh", RIA_JOB_WAITING, RIA_CAUSE_NONE},
      {"1|REQUEUE_HOLD|N/A|N/A||name|c|JobHeldUser|/m/job.sh", RIA_JOB_WAITING, RIA_CAUSE_NONE},
      {"1|SOMETHING_NEW|1|2|n|name|c|None|/m/job.sh", RIA_JOB_RUNNING, RIA_CAUSE_NONE},
  };
  for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
    ria_job_report r = squeue(known[i].line);
    if (r.state != known[i].state || r.cause != known[i].cause)
      fail_msg("%s: %s, %s", known[i].line, ria_job_state_text(r.state),
               ria_job_cause_text(r.cause));
  }
}

static void test_sacct(void **state) {
  (void)state;
  static const struct {
    const char *line;
    ria_job_cause cause;
    int exit_code, signal;
  } known[] = {
      {"2|COMPLETED|0:0|1795255141|1795255141||node1|None", RIA_CAUSE_NONE, 0, 0},
      {"3|FAILED|3:0|1795255141|1795255141||node1|None", RIA_CAUSE_PROGRAM, 3, 0},
      {"4|FAILED|0:9|1795255141|1795255141||node1|None", RIA_CAUSE_PROGRAM, 137, 9},
      {"1|TIMEOUT|0:0|1795255141|1795255230||node1|None", RIA_CAUSE_TIME_LIMIT, 0, 0},
      {"9|NODE_FAIL|0:0|1795255141|1795255168||node3|None", RIA_CAUSE_NODE, 0, 0},
      {"6|CANCELLED by 0|0:0|1795255141|1795255142||node2|None", RIA_CAUSE_CANCELLED, 0, 0},
      {"10_1|FAILED|1:0|1795255141|1795255141||node2|None", RIA_CAUSE_PROGRAM, 1, 0},
      {"10_3|CANCELLED by 0|0:0|1795255142|1795255142||node2|JobArrayTaskLimit",
       RIA_CAUSE_CANCELLED, 0, 0},
      /* Jobs whose dependency failed; and a waiting job that was cancelled. */
      {"8|CANCELLED|0:0|None|1795255142||None assigned|Dependency", RIA_CAUSE_DEPENDENCY, 0, 0},
      {"9_[0-3]|CANCELLED|0:0|None|1795254257||None assigned|Dependency", RIA_CAUSE_DEPENDENCY, 0,
       0},
      {"7|CANCELLED by 0|0:0|1795255142|1795255142||None assigned|Dependency", RIA_CAUSE_CANCELLED,
       0, 0},
      /* After a life that waited for its begin. */
      {"10|FAILED|7:0|1795254266|1795254266||node1|BeginTime", RIA_CAUSE_PROGRAM, 7, 0},
      /* Made up: with control groups, which the cluster of the tests has not. */
      {"12|OUT_OF_MEMORY|0:125|1795255141|1795255142||node1|None", RIA_CAUSE_MEMORY, 253, 125},
  };
  for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
    ria_job_report r = sacct(known[i].line);
    if (r.state != RIA_JOB_ENDED || r.cause != known[i].cause ||
        r.exit_code != known[i].exit_code || r.signal != known[i].signal)
      fail_msg("%s: %s, %s, %d, %d", known[i].line, ria_job_state_text(r.state),
               ria_job_cause_text(r.cause), r.exit_code, r.signal);
    assert_string_equal(r.reason, known[i].cause == RIA_CAUSE_DEPENDENCY ? r.reason : "");
  }
  ria_job_report r = sacct("7|CANCELLED by 0|0:0|1795255142|1795255142||None assigned|Dependency");
  assert_true(r.started == 0 && r.ended == 1795255142);
  assert_string_equal(r.nodes, "");
  r = sacct("9|NODE_FAIL|0:0|1795255141|1795255168||node3|None");
  assert_true(r.started == 1795255141 && r.ended == 1795255168);
  assert_string_equal(r.nodes, "node3");
  r = sacct("5.batch|CANCELLED by 0|0:9|1795255141|1795255142|354360K|node2|");
  assert_int_equal(r.memory, 354360 << 10);
  r = sacct("12|RUNNING|0:0|1795254256|Unknown||node1|None");
  assert_int_equal(r.state, RIA_JOB_RUNNING);
  assert_true(r.started == 1795254256 && r.expected_end == 0);
  /* Made up from the line of a job that is requeued after each start. */
  assert_int_equal(sacct("16|REQUEUED|0:0|1795254107|1795254107||node1|BeginTime").state,
                   RIA_JOB_WAITING);
}

/* Elements that ended before they were started share a record. */
static void test_elements(void **state) {
  (void)state;
  assert_true(slurm_holds("7_[0-6%2]", "7_0"));
  assert_true(slurm_holds("7_[0-6%2]", "7_6"));
  assert_false(slurm_holds("7_[0-6%2]", "7_7"));
  assert_true(slurm_holds("6_[4,6%2]", "6_6"));
  assert_false(slurm_holds("6_[4,6%2]", "6_5"));
  assert_false(slurm_holds("6_[4,6%2]", "6_2"));
  assert_true(slurm_holds("9_[1-9:4,20]", "9_5"));
  assert_false(slurm_holds("9_[1-9:4,20]", "9_6"));
  assert_true(slurm_holds("9_[1-9:4,20]", "9_20"));
  assert_false(slurm_holds("9_[0-3]", "19_1"));
  assert_false(slurm_holds("19_[0-3]", "9_1"));
  assert_false(slurm_holds("9_[0-3]", "9"));
  assert_false(slurm_holds("9_1", "9_1")); /* one's own, not a shared one */
  assert_false(slurm_holds("9_[", "9_1"));
  assert_false(slurm_holds("9_[1-9:0]", "9_5"));
}

static void test_no_records(void **state) {
  (void)state;
  static const char *const lines[] = {"",     "slurm_load_jobs error: x", "|||||||||",  "12",
                                      "12|x", "JOBID|STATE|a|b|c|d|e|f",  "1|2|3|4|5|6"};
  for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
    char line[128];
    slurm_record record;
    snprintf(line, sizeof line, "%s", lines[i]);
    assert_false(slurm_squeue_line(line, &record));
    snprintf(line, sizeof line, "%s", lines[i]);
    assert_false(slurm_sacct_line(line, &record));
  }
}

static void test_scontrol(void **state) {
  (void)state;
  static const char record[] =
      "JobId=15 ArrayJobId=8 JobName=EndTime=5 JobState=FAILED Requeue=1 Restarts=0 "
      "TimeLimit=00:10:00 StartTime=1795244747 EndTime=1795244748 TRES=cpu=1,mem=512M,node=1\n";
  char value[64];
  assert_true(slurm_scontrol_value(record, "EndTime", value, sizeof value));
  assert_string_equal(value, "1795244748");
  assert_true(slurm_scontrol_value(record, "TRES", value, sizeof value));
  assert_string_equal(value, "cpu=1,mem=512M,node=1");
  assert_false(slurm_scontrol_value(record, "Time", value, sizeof value));
  assert_string_equal(value, "");
}

static void test_numbers(void **state) {
  (void)state;
  assert_int_equal(slurm_duration("10"), 600);
  assert_int_equal(slurm_duration("10:30"), 630);
  assert_int_equal(slurm_duration("1:00:00"), 3600);
  assert_int_equal(slurm_duration("2-03:00:01"), 2 * 86400 + 3 * 3600 + 1);
  assert_int_equal(slurm_duration("7-00"), 7 * 86400);
  assert_int_equal(slurm_duration("infinite"), 0);
  assert_int_equal(slurm_duration("UNLIMITED"), 0);
  assert_int_equal(slurm_duration("n/a"), -1);
  assert_int_equal(slurm_duration("1:2:3:4"), -1);
  assert_int_equal(slurm_bytes("512M", 1), 512 << 20);
  assert_int_equal(slurm_bytes("1.5G", 1), (int64_t)3 << 29);
  assert_int_equal(slurm_bytes("2048+", 1 << 20), (int64_t)1 << 31);
  assert_int_equal(slurm_bytes("", 1), -1);
  assert_int_equal(slurm_bytes("nan", 1), -1);
  assert_int_equal(slurm_bytes("inf", 1 << 20), -1);
  assert_int_equal(slurm_bytes("99999999P", 1), -1);
  assert_int_equal(slurm_duration("99999999999999999999"), -1);
  assert_int_equal(slurm_duration("9999999999-00"), -1);
  assert_int_equal(slurm_duration("106751991167301-00:00:00"), -1);
  assert_int_equal(slurm_duration("-5"), -1);
  assert_true(slurm_duration("999999999-999999999:999999999:999999999") > 0);
  assert_int_equal(slurm_time("1795244748"), 1795244748);
  assert_int_equal(slurm_time("N/A"), 0);
  assert_int_equal(slurm_time("2026-11-21T07:00:00"), 0);
  assert_int_equal(slurm_gpus("(null)"), 0);
  assert_int_equal(slurm_gpus("gpu:4"), 4);
  assert_int_equal(slurm_gpus("gpu:a100:4(S:0-1),nic:2,gpu:t4:1"), 5);
  assert_int_equal(slurm_smallest("4(x3),2,16"), 2);
  assert_int_equal(slurm_smallest(""), 0);
}

static void test_submitted(void **state) {
  (void)state;
  char id[RIA_JOB_ID_SIZE];
  assert_int_equal(slurm_submitted("1234\n", id, sizeof id), RIA_SUCCESS);
  assert_string_equal(id, "1234");
  assert_int_equal(slurm_submitted("77;cluster\n", id, sizeof id), RIA_SUCCESS);
  assert_string_equal(id, "77;cluster");
  static const struct {
    const char *output, *id; /* id "": there is none */
  } known[] = {
      {"", ""},
      {"Submitted batch job 1\n", ""},
      {"3 jobs are in front of yours\n812\n", "812"},
      {"812\n--> Verifying...OK (0 left)\n\n", "812"},
      {"7\n812\n", "812"},
      {"  812;green  \r\n", "812;green"},
      {"812;\n", ""},
      {"812;two clusters\n", ""},
      {"-812\n8.12\n", ""},
      {"9999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999"
       "9"
       "9999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999"
       "9"
       "99999999999\n5\n",
       "5"},
  };
  for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
    ria_status status = slurm_submitted(known[i].output, id, sizeof id);
    assert_int_equal(status, *known[i].id ? RIA_SUCCESS : RIA_ERROR_FORMAT);
    assert_string_equal(id, known[i].id);
  }
}

/* A record is a job's only if it carries the token, and ids of other clusters are told apart. */
static void test_tokens(void **state) {
  (void)state;
  static const char token[] = "ria:0123456789abcdef";
  static const struct {
    const char *line;
    bool carries;
  } known[] = {
      {"4|RUNNING|1|2|n|work.flow|ria:0123456789abcdef|None|/m/job.sh", true},
      {"4|RUNNING|1|2|n|work.flow.ria:0123456789abcdef|theirs|None|/m/job.sh", true},
      {"4|RUNNING|1|2|n|work.flow|theirs|None|/m/a|b/job.sh ria:0123456789abcdef", true},
      {"4|RUNNING|1|2|n|work.flow|site=a|ria:0123456789abcdef|None|/m/job.sh",
       true}, /* the site added words */
      {"4|RUNNING|1|2|n|work.flow|ria:0123456789abcdee|None|/m/job.sh", false},
      {"4|RUNNING|1|2|n|work.flow|(null)|None|/m/job.sh", false},
  };
  for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
    char line[200];
    slurm_record record;
    snprintf(line, sizeof line, "%s", known[i].line);
    assert_true(slurm_squeue_line(line, &record));
    assert_int_equal(slurm_carries(&record, token), known[i].carries);
    assert_false(slurm_carries(&record, ""));
  }
  char line[] = "2|FAILED|3:0|1|2||node1|None|sbatch --comment=ria:0123456789abcdef '|' job.sh";
  slurm_record record;
  assert_true(slurm_sacct_line(line, &record));
  assert_true(slurm_carries(&record, token));
  assert_true(slurm_same_job("12_3;green", "12_3"));
  assert_false(slurm_same_job("12_3", "12_31"));
  assert_false(slurm_same_job("", ""));
  assert_string_equal(slurm_cluster("12_3;green"), "green");
  assert_string_equal(slurm_cluster("12"), "");
}

static void test_refusals(void **state) {
  (void)state;
  static const struct {
    const char *words;
    ria_refusal kind, of_array;
  } known[] = {
      {"sbatch: error: AssocMaxSubmitJobLimit;sbatch: error: Batch job submission failed: Job "
       "violates accounting/QOS policy (job submit limit, user's size and/or time limits)",
       RIA_REFUSAL_LIMIT, RIA_REFUSAL_LIMIT},
      {"sbatch: error: QOSMaxSubmitJobPerAccountLimit", RIA_REFUSAL_LIMIT, RIA_REFUSAL_LIMIT},
      {"sbatch: error: QOSGrpSubmitJobsLimit", RIA_REFUSAL_LIMIT, RIA_REFUSAL_LIMIT},
      {"sbatch: error: Slurm temporarily unable to accept job, sleeping and retrying",
       RIA_REFUSAL_LIMIT, RIA_REFUSAL_LIMIT},
      {"sbatch: error: Slurm job queue full, sleeping and retrying", RIA_REFUSAL_LIMIT,
       RIA_REFUSAL_LIMIT},
      {"You have Too Many Jobs in the queue", RIA_REFUSAL_LIMIT, RIA_REFUSAL_LIMIT},
      {"sbatch: error: Batch job submission failed: Job violates accounting/QOS policy (job submit "
       "limit, user's size and/or time limits)",
       RIA_REFUSAL_LIMIT, RIA_REFUSAL_LIMIT},
      {"sbatch: error: QOSMaxWallDurationPerJobLimit;sbatch: error: Batch job submission failed: "
       "Job violates accounting/QOS policy (job submit limit, user's size and/or time limits)",
       RIA_REFUSAL_PERMANENT, RIA_REFUSAL_PERMANENT},
      {"sbatch: error: Batch job submission failed: Invalid job array specification",
       RIA_REFUSAL_PERMANENT, RIA_REFUSAL_ARRAY},
      {"job arrays are not allowed here", RIA_REFUSAL_PERMANENT, RIA_REFUSAL_ARRAY},
      {"sbatch: error: Unable to open file /home/x/array.sh", RIA_REFUSAL_PERMANENT,
       RIA_REFUSAL_PERMANENT},
      {"sbatch: error: Batch job submission failed: Socket timed out on send/recv operation",
       RIA_REFUSAL_SILENT, RIA_REFUSAL_SILENT},
      {"sbatch: error: Batch job submission failed: Unable to contact slurm controller (connect "
       "failure)",
       RIA_REFUSAL_SILENT, RIA_REFUSAL_SILENT},
      {"sbatch: error: invalid partition specified: mian", RIA_REFUSAL_PERMANENT,
       RIA_REFUSAL_PERMANENT},
      {"sbatch: fatal: --mem, --mem-per-cpu, and --mem-per-gpu are mutually exclusive.",
       RIA_REFUSAL_PERMANENT, RIA_REFUSAL_PERMANENT},
      {"a plug-in's own words", RIA_REFUSAL_PERMANENT, RIA_REFUSAL_PERMANENT},
  };
  for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
    char text[600];
    snprintf(text, sizeof text, "sbatch failed (exit code 1): %s", known[i].words);
    if (slurm_refusal(text, false) != known[i].kind ||
        slurm_refusal(text, true) != known[i].of_array)
      fail_msg("%s: %d, %d", text, slurm_refusal(text, false), slurm_refusal(text, true));
  }
  assert_int_equal(slurm_refusal("sbatch failed (exit code 1)", false), RIA_REFUSAL_UNKNOWN);
  assert_int_equal(slurm_refusal("sbatch failed (exit code 137): Killed", false),
                   RIA_REFUSAL_UNKNOWN);
  assert_int_equal(slurm_refusal("sbatch gives no answer in time", false), RIA_REFUSAL_SILENT);
}

static void test_hints(void **state) {
  (void)state;
  assert_int_equal(exec_hint_in_line("slurmstepd: error: Detected 1 oom_kill event in StepId=4.0."),
                   RIA_CAUSE_MEMORY);
  assert_int_equal(exec_hint_in_line("slurmstepd: error: *** JOB 1 ON node1 CANCELLED AT "
                                     "2026-11-21T07:00:00 DUE TO TIME LIMIT ***"),
                   RIA_CAUSE_TIME_LIMIT);
  assert_int_equal(exec_hint_in_line("slurmstepd-node1: error: Exceeded job memory limit; Step 4.0 "
                                     "exceeded memory limit (9 > 3), being killed"),
                   RIA_CAUSE_MEMORY);
  assert_int_equal(exec_hint_in_line("slurmstepd said: error: DUE TO TIME LIMIT"), RIA_CAUSE_NONE);
  assert_int_equal(exec_hint_in_line("srun: error: Node failure on node3"), RIA_CAUSE_NODE);
  assert_int_equal(exec_hint_in_line("srun: error: node1: task 0: Exited with exit code 3"),
                   RIA_CAUSE_NONE);
  assert_int_equal(exec_hint_in_line("the program says DUE TO TIME LIMIT"), RIA_CAUSE_NONE);
}

static void test_markers(void **state) {
  (void)state;
  char *folder = test_folder_create(), deep[512];
  exec_marker written = {.index = 3,
                         .restart = 2,
                         .time = 100,
                         .limit = 50,
                         .memory = 7,
                         .code = 4,
                         .signal = 5,
                         .cause = RIA_CAUSE_TIME_LIMIT,
                         .daemons = 9},
              read;
  snprintf(deep, sizeof deep, "%s/a/b c/d", folder);
  assert_int_equal(exec_marker_folder(deep), RIA_SUCCESS);
  assert_int_equal(exec_marker_folder(deep), RIA_SUCCESS);
  assert_int_equal(exec_process_find(&written.process, getpid()), RIA_SUCCESS);
  strcpy(written.job, "12_3");
  strcpy(written.comment, "ria:0123");
  assert_int_equal(exec_marker_write(deep, "ended", &written), RIA_SUCCESS);
  exec_marker_read(deep, "ended", &read);
  assert_true(read.there);
  written.there = true;
  assert_memory_equal(&read.process, &written.process, sizeof read.process);
  assert_string_equal(read.job, "12_3");
  assert_string_equal(read.comment, "ria:0123");
  assert_true(read.index == 3 && read.restart == 2 && read.time == 100 && read.limit == 50 &&
              read.memory == 7 && read.code == 4 && read.signal == 5 && read.daemons == 9 &&
              read.cause == RIA_CAUSE_TIME_LIMIT);
  exec_marker_read(deep, "started", &read);
  assert_false(read.there);
  assert_int_equal(exec_marker_write("/nonexistent", "ended", &written), RIA_ERROR_IO);
  test_folder_remove(folder);
}

/* Only the markers still know the job. */
static void test_forgotten(void **state) {
  (void)state;
  char *folder = test_folder_create();
  exec_marker started = {.index = -1, .time = 1000, .limit = 600};
  exec_marker asked = {.index = -1, .time = 1550, .signal = SIGTERM};
  ria_job_report report = {0};
  exec_marker_report(folder, &report);
  assert_int_equal(report.state, RIA_JOB_LOST);
  assert_int_equal(report.cause, RIA_CAUSE_UNKNOWN);
  assert_int_equal(exec_marker_write(folder, "started", &started), RIA_SUCCESS);
  exec_marker_report(folder, &report);
  assert_int_equal(report.cause, RIA_CAUSE_UNKNOWN);
  /* A signal 50 s before the time limit is the time limit's, one 300 s before is not. */
  assert_int_equal(exec_marker_write(folder, "asked", &asked), RIA_SUCCESS);
  exec_marker_report(folder, &report);
  assert_int_equal(report.cause, RIA_CAUSE_TIME_LIMIT);
  asked.time = 1300;
  assert_int_equal(exec_marker_write(folder, "asked", &asked), RIA_SUCCESS);
  exec_marker_report(folder, &report);
  assert_int_equal(report.state, RIA_JOB_LOST);
  assert_int_equal(report.cause, RIA_CAUSE_UNKNOWN);
  test_folder_remove(folder);
}

static ria_job_report refined(const char *folder, ria_job_cause cause, int signal) {
  ria_job_report report = {.state = RIA_JOB_ENDED, .cause = cause, .signal = signal};
  slurm_refine(folder, "12", &report);
  return report;
}

static void test_refine(void **state) {
  (void)state;
  char *folder = test_folder_create(), path[512];
  exec_marker marker = {.index = -1, .job = "12", .code = 3, .cause = RIA_CAUSE_PROGRAM};
  /* Without markers only Slurm's records count. */
  assert_int_equal(refined(folder, RIA_CAUSE_PROGRAM, SIGKILL).cause, RIA_CAUSE_SIGNAL);
  /* Never started. */
  assert_int_equal(exec_marker_write(folder, "submitted", &marker), RIA_SUCCESS);
  assert_int_equal(refined(folder, RIA_CAUSE_PROGRAM, 0).cause, RIA_CAUSE_LAUNCH);
  assert_int_equal(exec_marker_write(folder, "started", &marker), RIA_SUCCESS);
  /* Started, and the wrapper itself was killed. */
  ria_job_report report = refined(folder, RIA_CAUSE_PROGRAM, SIGKILL);
  assert_int_equal(report.cause, RIA_CAUSE_SIGNAL);
  assert_int_equal(report.exit_code, 137);
  /* Slurm's daemons say why. */
  snprintf(path, sizeof path, "%s/slurm.txt", folder);
  FILE *file = fopen(path, "w");
  fputs("slurmstepd: error: StepId=12.batch exceeded memory limit (9 > 3), being killed\n", file);
  fclose(file);
  assert_int_equal(refined(folder, RIA_CAUSE_PROGRAM, SIGKILL).cause, RIA_CAUSE_MEMORY);
  assert_int_equal(refined(folder, RIA_CAUSE_TIME_LIMIT, 0).cause, RIA_CAUSE_TIME_LIMIT);
  /* But not of the time before a requeue. */
  marker.daemons = 1000;
  assert_int_equal(exec_marker_write(folder, "started", &marker), RIA_SUCCESS);
  assert_int_equal(refined(folder, RIA_CAUSE_PROGRAM, SIGKILL).cause, RIA_CAUSE_SIGNAL);
  /* The wrapper could note how it ended. */
  assert_int_equal(exec_marker_write(folder, "ended", &marker), RIA_SUCCESS);
  report = refined(folder, RIA_CAUSE_PROGRAM, 0);
  assert_int_equal(report.cause, RIA_CAUSE_PROGRAM);
  assert_int_equal(report.exit_code, 3);
  assert_int_equal(refined(folder, RIA_CAUSE_CANCELLED, 0).cause, RIA_CAUSE_CANCELLED);
  /* A marker of another job in the same folder counts for nothing. */
  strcpy(marker.job, "11");
  assert_int_equal(exec_marker_write(folder, "ended", &marker), RIA_SUCCESS);
  assert_int_equal(refined(folder, RIA_CAUSE_PROGRAM, SIGKILL).cause, RIA_CAUSE_SIGNAL);
  test_folder_remove(folder);
}

static void test_interval(void **state) {
  (void)state;
  assert_true(slurm_interval(0.01, 0, false) == 2);
  assert_true(slurm_interval(1.5, 2, false) == 15);
  assert_true(slurm_interval(60, 2, false) == 120);
  assert_true(slurm_interval(60, 4, true) == 8);
  assert_true(slurm_interval(60, 100, true) == 120);
}

static void test_process(void **state) {
  (void)state;
  exec_process self, back;
  char text[RIA_JOB_ID_SIZE];
  assert_int_equal(exec_process_find(&self, getpid()), RIA_SUCCESS);
  assert_int_equal(exec_process_look(&self), EXEC_PROCESS_ALIVE);
  exec_process_write(&self, text, sizeof text);
  assert_true(exec_process_read(&back, text));
  assert_int_equal(exec_process_look(&back), EXEC_PROCESS_ALIVE);
  back.start++; /* another process with the same number */
  assert_int_equal(exec_process_look(&back), EXEC_PROCESS_GONE);
  back = self;
  strcpy(back.host, "elsewhere");
  assert_int_equal(exec_process_look(&back), EXEC_PROCESS_ELSEWHERE);
  back = self;
  memcpy(back.boot, "ffffffff", 8); /* before the machine restarted */
  assert_int_equal(exec_process_look(&back), EXEC_PROCESS_GONE);
  static const char *const none[] = {"", "12", "12_3", "1.2.3@", "-1.2.00000000@h", "1.2.00@h x"};
  for (size_t i = 0; i < sizeof none / sizeof *none; i++)
    assert_false(exec_process_read(&back, none[i]));
}

static void test_capacity(void **state) {
  (void)state;
  const ria_capacity c = {
      .nodes = 4, .cores = 16, .gpus = 2, .memory = (int64_t)32 << 30, .seconds = 3600};
  static const struct {
    ria_resources r;
    const char *words; /* NULL: fits */
  } asked[] = {
      {{0}, NULL},
      {{.ranks = 64}, NULL},
      {{.ranks = 65}, "65 cores"},
      {{.nodes = 4, .ranks = 8, .workers = 8}, NULL},
      {{.nodes = 5}, "5 nodes"},
      {{.nodes = 2, .ranks = 8, .workers = 8}, "32 cores of a node"},
      {{.ranks = 4, .ranks_per_node = 2, .workers = 9}, "18 cores"},
      {{.nodes = 1, .ranks = 2, .gpus = 1}, NULL},
      {{.nodes = 1, .ranks = 3, .gpus = 1}, "3 GPUs"},
      {{.memory = (int64_t)33 << 30}, "33 GiB of memory"},
      {{.core_memory = (int64_t)2 << 30, .workers = 16}, NULL},
      {{.nodes = 2, .ranks = 8, .workers = 3, .core_memory = (int64_t)3 << 30}, "36 GiB of memory"},
      {{.seconds = 3601}, "60 minutes"},
  };
  for (size_t i = 0; i < sizeof asked / sizeof *asked; i++) {
    ria_status status = launcher_capacity_check(&c, &asked[i].r, "partition p has");
    assert_int_equal(status, asked[i].words ? RIA_ERROR_UNSUPPORTED : RIA_SUCCESS);
    if (asked[i].words && !strstr(ria_status_detail(), asked[i].words))
      fail_msg("'%s' does not tell of '%s'", ria_status_detail(), asked[i].words);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_squeue),    cmocka_unit_test(test_reasons),
      cmocka_unit_test(test_causes),    cmocka_unit_test(test_sacct),
      cmocka_unit_test(test_elements),  cmocka_unit_test(test_no_records),
      cmocka_unit_test(test_scontrol),  cmocka_unit_test(test_numbers),
      cmocka_unit_test(test_submitted), cmocka_unit_test(test_tokens),
      cmocka_unit_test(test_refusals),  cmocka_unit_test(test_hints),
      cmocka_unit_test(test_markers),   cmocka_unit_test(test_forgotten),
      cmocka_unit_test(test_refine),    cmocka_unit_test(test_interval),
      cmocka_unit_test(test_process),   cmocka_unit_test(test_capacity)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
