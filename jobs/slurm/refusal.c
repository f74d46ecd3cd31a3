#include "refusal.h"
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

enum { KILLED = 126 }; /* from this exit code on, the code is the shell's or a signal's */

/* Phrases of sbatch, slurmctld and site plug-ins; the first match counts; case is ignored. A
 * refusal without such a phrase is permanent. */
static const struct {
  const char *words;
  ria_refusal kind;
} known[] = {
    /* QOSMaxSubmitJobPerUserLimit, AssocMaxSubmitJobLimit, QOSGrpSubmitJobsLimit, ... */
    {"SubmitJob", RIA_REFUSAL_LIMIT},
    {"max submitted job", RIA_REFUSAL_LIMIT},
    {"maximum number of jobs", RIA_REFUSAL_LIMIT},
    {"maximum job count", RIA_REFUSAL_LIMIT},
    {"MaxJobCount", RIA_REFUSAL_LIMIT},
    {"too many jobs", RIA_REFUSAL_LIMIT},
    {"submit limit exceeded", RIA_REFUSAL_LIMIT},
    {"job queue full", RIA_REFUSAL_LIMIT},
    {"unable to accept job", RIA_REFUSAL_LIMIT},
    {"Unable to create job record", RIA_REFUSAL_LIMIT},
    {"submission failed: Resource temporarily unavailable", RIA_REFUSAL_LIMIT},
    /* Refuses arrays, their size, or the number of their elements. */
    {"job array", RIA_REFUSAL_ARRAY},
    {"arrays", RIA_REFUSAL_ARRAY},
    {"array size", RIA_REFUSAL_ARRAY},
    {"array task", RIA_REFUSAL_ARRAY},
    {"--array", RIA_REFUSAL_ARRAY},
    {"MaxArraySize", RIA_REFUSAL_ARRAY},
    {"max_array_tasks", RIA_REFUSAL_ARRAY},
    /* The controller, or a service that it needs, does not answer. */
    {"Unable to contact slurm controller", RIA_REFUSAL_SILENT},
    {"Socket timed out", RIA_REFUSAL_SILENT},
    {"Zero Bytes were transmitted", RIA_REFUSAL_SILENT},
    {"temporarily unable to", RIA_REFUSAL_SILENT},
    {"Resource temporarily unavailable", RIA_REFUSAL_SILENT},
    {"in standby mode", RIA_REFUSAL_SILENT},
    {"Connection refused", RIA_REFUSAL_SILENT},
    {"Connection timed out", RIA_REFUSAL_SILENT},
    {"Connection reset", RIA_REFUSAL_SILENT},
    {"connection failure", RIA_REFUSAL_SILENT},
    {"Transport endpoint is not connected", RIA_REFUSAL_SILENT},
    {"No route to host", RIA_REFUSAL_SILENT},
    {"Unable to connect to database", RIA_REFUSAL_SILENT},
    {"Problem talking to database", RIA_REFUSAL_SILENT},
    {"slurmdbd is down", RIA_REFUSAL_SILENT},
    {"Munge encode failed", RIA_REFUSAL_SILENT},
    {"Cannot allocate memory", RIA_REFUSAL_SILENT},  /* on the login node */
    {"gives no answer in time", RIA_REFUSAL_SILENT}, /* our own patience */
};

/* The oldest Slurms name no limit, but say that the limit may be one of submissions. */
static bool is_old_limit(const char *complaint) {
  return strstr(complaint, "(job submit limit") && !strstr(complaint, "QOSM") &&
         !strstr(complaint, "QOSG") && !strstr(complaint, "Assoc");
}

ria_refusal slurm_refusal(const char *complaint, bool array) {
  const char *code = strstr(complaint, "(exit code "), *words = strstr(complaint, "): ");
  for (size_t i = 0; i < sizeof known / sizeof *known; i++)
    if ((known[i].kind != RIA_REFUSAL_ARRAY || array) && strcasestr(complaint, known[i].words))
      return known[i].kind;
  if (is_old_limit(complaint))
    return RIA_REFUSAL_LIMIT;
  bool answered = code && strtol(code + strlen("(exit code "), NULL, 10) < KILLED;
  return answered && words && words[3] ? RIA_REFUSAL_PERMANENT : RIA_REFUSAL_UNKNOWN;
}
