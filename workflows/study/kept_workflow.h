/** \file
 * The workflow of a study, read again as the engine ran it. */
#ifndef RIA_STUDY_KEPT_WORKFLOW_H
#define RIA_STUDY_KEPT_WORKFLOW_H

#include "study.h"
#include "language/workflow.h"

/** Remember the settings of a run (--set), for whoever reads its workflow again. */
ria_status study_workflow_store(ria_study *study, int sets, const char *const *set);

/** Read the study's copy of the workflow with those settings, from the folder where the engine ran;
 * the process moves there. Points whose results are there are completed. */
ria_status study_workflow_read(ria_study *study, ria_workflow **workflow);

#endif
