/** \file
 * `ria info --machine`: the hardware and software of this machine, and their consequences for a
 * run.
 */
#ifndef MACHINE_REPORT_H
#define MACHINE_REPORT_H

#include <stdio.h>
#include "ria/gpus.h"
#include "ria/machine_facts.h"

enum { MACHINE_MEANINGS = 12, MACHINE_TEXT = 640 };

typedef struct {
  ria_cpu_facts cpu;
  ria_gpus gpus;
  ria_starpu_facts starpu;
  ria_mpi_facts mpi;
  char nvcc[16]; /**< version of the kernels' compiler; "" without CUDA */
  int meanings;
  char meaning[MACHINE_MEANINGS][MACHINE_TEXT]; /**< consequences for a run, as sentences */
} machine_report;

/** Examine the machine, and measure its GPUs. Starts MPI. */
ria_status machine_report_make(machine_report *report);
/** Print for people, in lines of at most 80 columns. */
void machine_report_print(const machine_report *report, FILE *out);
/** As JSON text; the caller frees it. NULL without memory. */
char *machine_report_json(const machine_report *report);

/* ---- meaning.c ---- */
/** Fill in the sentences from the rest of the report. */
void machine_report_conclude(machine_report *report);

/** Environment variables that affect the choice of workers; NULL at the end. */
extern const char *const machine_report_variables[];

#endif
