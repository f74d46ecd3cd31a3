#include "reason.h"
#include <stdbool.h>
#include <stddef.h>
#include <string.h>

/* Of `man squeue`, JOB REASON CODES, and of Slurm's words where it says more than a code. A name
 * stands for all reasons that begin so: the first that fits counts. */
static const struct {
  const char *name, *advice;
} reasons[] = {
    {"PartitionTimeLimit", "asks for more time than its partition allows; lower resources.time or "
                           "choose another partition"},
    {"PartitionNodeLimit",
     "asks for more nodes than its partition allows; lower resources.nodes or "
     "choose another partition"},
    {"PartitionDown", "its partition starts no jobs now; wait or choose another partition"},
    {"PartitionInactive", "its partition is closed; choose another one"},
    {"BadConstraints", "no node has all that it asks for; lower its resources or their options"},
    {"MaxMemPerLimit", "asks for more memory than its partition allows; lower resources.memory"},
    {"DependencyNeverSatisfied", "a job that it waits for has failed; `ria cancel`, then `ria "
                                 "retry`"},
    {"JobHeldUser", "held by its owner; `scontrol release` lets it go"},
    {"JobHeldAdmin", "held by an administrator; ask, or `ria cancel`"},
    {"launch failed requeued held", "its node could not start it; `scontrol release` tries again, "
                                    "`sinfo -R` tells of the node"},
    {"ReqNodeNotAvail", "its nodes are down, drained or reserved; `sinfo -R` says why"},
    {"Nodes required for job", "its nodes are down, drained or reserved; `sinfo -R` says why"},
    {"ReservationDeleted", "its reservation is gone; take it out of resources.options"},
    {"InvalidAccount", "its account is not valid; correct resources.account"},
    {"AccountNotAllowed", "its partition is not for its account; choose another of either"},
    {"InvalidQOS", "its QOS is not valid; correct resources.qos"},
    {"QOSNotAllowed", "its partition is not for its QOS; choose another of either"},
    {"QOSTimeLimit", "asks for more time than its QOS allows; lower resources.time"},
    {"AssocMaxJobsLimit", "as many jobs of yours run as may; it starts when one of them ends"},
    {"QOSMaxJobs", "as many jobs of yours run as may; it starts when one of them ends"},
    {"AssocGrp", "a limit of your account is reached; it starts when other jobs have ended"},
    {"QOSGrp", "a limit of its QOS is reached; it starts when other jobs have ended"},
};

static bool begins(const char *text, const char *with) {
  return !strncmp(text, with, strlen(with));
}

const char *ria_slurm_advice(const char *reason) {
  /* AssocMaxCpuPerJobLimit, QOSMaxWallDurationPerJobLimit, ...: no job's end makes room. */
  if (strstr(reason, "PerJobLimit") && begins(reason, "Assoc"))
    return "asks for more than your account allows a job; lower its resources";
  if (strstr(reason, "PerJobLimit") && begins(reason, "QOS"))
    return "asks for more than its QOS allows a job; lower its resources";
  for (size_t i = 0; i < sizeof reasons / sizeof *reasons; i++)
    if (begins(reason, reasons[i].name))
      return reasons[i].advice;
  return NULL;
}
