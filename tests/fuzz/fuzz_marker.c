/* Markers in a job's folder, and output of Slurm's daemons there: for any bytes, reports consist of
 * known words, and a marker that is written again reads back the same. The input holds the files,
 * one after the other, with lines "%%" between. */
#include <unistd.h>
#include "target.h"
#include "../../jobs/exec/marker.h"
#include "../../jobs/slurm/report.h"

static const char *const names[] = {"started", "asked", "ended", "submitted", "slurm.txt"};
enum { NAMES = sizeof names / sizeof *names };

static void check_report(const ria_job_report *report) {
  const char *cause = ria_job_cause_text(report->cause);
  target_expect(cause && *cause, "a cause without a name");
}

static void check_marker(const char *name) {
  exec_marker first, again;
  exec_marker_read(".", name, &first);
  if (!first.there)
    return;
  if (!first.process.pid) /* what a writer leaves out together with the process */
    memset(&first.process, 0, sizeof first.process);
  if (!first.job[0])
    first.restart = 0;
  if (first.index < 0)
    first.index = -1;
  target_expect(exec_marker_write(".", "copy", &first) == RIA_SUCCESS, "a marker is not written");
  exec_marker_read(".", "copy", &again);
  target_expect(again.there && first.time == again.time && first.code == again.code &&
                    first.signal == again.signal && first.cause == again.cause &&
                    first.memory == again.memory && first.limit == again.limit &&
                    first.index == again.index && first.restart == again.restart &&
                    first.daemons == again.daemons && first.withdrawn == again.withdrawn &&
                    first.process.pid == again.process.pid && !strcmp(first.job, again.job) &&
                    !strcmp(first.comment, again.comment),
                "a marker changes when it is read back");
}

static void run(const char *data, size_t size) {
  const char *at = data, *part;
  size_t length;
  for (int i = 0; i < NAMES; i++) {
    if (target_part(&at, data + size, &part, &length))
      target_write(names[i], part, length);
    else
      unlink(names[i]);
  }
  ria_job_report report = {0};
  exec_marker started;
  exec_marker_report(".", &report);
  check_report(&report);
  exec_marker_read(".", "started", &started);
  exec_marker_hint(".", &started);
  for (int cause = 0; cause < 3; cause++) {
    report = (ria_job_report){.state = RIA_JOB_ENDED,
                              .cause = cause ? RIA_CAUSE_PROGRAM : RIA_CAUSE_NONE,
                              .signal = cause == 2 ? 9 : 0};
    slurm_refine(".", "12_3", &report);
    check_report(&report);
  }
  for (int i = 0; i < NAMES; i++)
    check_marker(names[i]);
  exec_marker mine = {.index = -1, .job = "12_3", .restart = 2}, holder;
  bool won;
  if (exec_marker_claim(".", &mine, &holder, &won) == RIA_SUCCESS)
    target_expect(won || holder.there, "neither ours nor anybody's");
}

FUZZ_TARGET(NULL, run, 512)
