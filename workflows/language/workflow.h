/** \file
 * A workflow: what one YAML file with `steps:` says, checked, with every sweep expanded.
 *
 * Reading goes through these stages; a finding never stops the ones that do not depend on it, so
 * that all are told at once, each as "file:line:column: key: sentence":
 *   parse       the YAML tree, and the traps of `#SBATCH` lines
 *   structure   keys, step names, `needs` (those that `${step.key}` implies too), cycles
 *   parameters  the file's, then what `variants` select, then --set
 *   sweep       each step into its points; without a sweep there is one
 *   substitute  `${...}` in a copy of the step's keys for each point
 *   read        the kind's own keys against its schema, then its check()
 * A `${step.key}` is known only when that step has run: until then the node that holds it is
 * `pending`, it is left out of the checks, and the point has no object. ria_point_complete() makes
 * up for this once the results are there.
 */
#ifndef RIA_LANGUAGE_WORKFLOW_H
#define RIA_LANGUAGE_WORKFLOW_H

#include <stdbool.h>
#include <stddef.h>
#include "ria/case.h"
#include "expression.h"
#include "ria/resources.h"
#include "ria/status.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct ria_yaml ria_yaml;           /* ria/yaml.h */
typedef struct ria_step_kind ria_step_kind; /* step_kind.h */
typedef struct ria_workflow ria_workflow;
typedef struct ria_step ria_step;
typedef struct ria_point ria_point;

enum {
  RIA_WORKFLOW_STEPS = 20000,  /**< most steps */
  RIA_WORKFLOW_POINTS = 100000 /**< most points of all steps together */
};

/** Where steps run: chosen by `mode:` or --mode. */
typedef enum {
  RIA_MODE_AUTO,       /**< allocation inside a Slurm job, else local */
  RIA_MODE_LOCAL,      /**< plain processes and mpirun on this machine */
  RIA_MODE_ALLOCATION, /**< srun inside the job that the engine runs in */
  RIA_MODE_JOBS        /**< each task as a job of its own */
} ria_workflow_mode;
/** The words for `mode:`, by ria_workflow_mode; NULL at the end. */
extern const char *const ria_workflow_modes[];

/** What a step is at one point of its sweep. */
struct ria_point {
  const ria_step *step;
  int index;      /**< among the step's points */
  char *label;    /**< "ranks=2,resolution=200m", unique in the step and fit for a file name; ""
                       without a sweep */
  int parameters; /**< all that `${name}` finds here: the workflow's, then the sweep's own */
  ria_named *parameter;
  int swept;      /**< the last `swept` of the parameters are the sweep's */
  ria_yaml *body; /**< the kind's own keys, substituted; may hold pending nodes. Borrowed from the
                       workflow */
  void *object;   /**< the kind's own keys, read; NULL while a result is missing */
  ria_resources resources; /**< the step's over the workflow's defaults */
  int environments;
  char **environment; /**< "KEY=value", the step's over the workflow's defaults; pending ones are
                           missing until ria_point_complete() */
  bool pending;       /**< a `${step.key}` is not known yet */
};

/** What becomes of points that need a GPU, on a machine without one. */
typedef enum { RIA_WITHOUT_GPU_FAIL, RIA_WITHOUT_GPU_SKIP } ria_without_gpu;

struct ria_step {
  const ria_workflow *workflow;
  int index; /**< in the file's order */
  const char *name;
  const ria_step_kind *kind;
  int line, column; /**< of its name */
  int needs;
  const ria_step **need; /**< no step twice; those of `needs:` first, then those implied */
  int retries;           /**< attempts after the first */
  ria_without_gpu without_gpu;
  const char *when; /**< expression, or NULL: always */
  int modules;
  const char **module; /**< environment modules to load, in order */
  int points;
  ria_point *point;
  int depth; /**< steps before it on the longest chain of needs */
};

struct ria_workflow {
  const char *path; /**< as given */
  const char
      *directory;    /**< absolute; the folder that it is run or submitted from: SLURM_SUBMIT_DIR
                          where the file is Slurm's copy of a batch script, else the current folder */
  const char *files; /**< absolute; the folder of the file itself: files that it reads lie here, or
                          else below `directory` */
  const char *name;
  const char *title;
  const char *study; /**< folder, absolute */
  ria_workflow_mode mode;
  int parameters; /**< scalar ones, as they count: after variants and --set */
  ria_named *parameter;
  int steps;
  ria_step *step;   /**< in the file's order */
  int points;       /**< of all steps */
  const char *text; /**< the file's bytes, for the study's copy */
  size_t length;
  struct ria_workflow_memory *memory; /**< private */
};

/** What the command line says. All borrowed for the call. */
typedef struct {
  int sets;
  const char *const *set; /**< "name=value" of a parameter, or "steps.week.retries=3" of any key */
  const char *study;      /**< NULL: the file's */
  const char *mode;       /**< NULL: the file's */
  const char *files;      /**< folder of the file, where it is a copy; NULL: the file's own */
} ria_workflow_options;

/** Read and check a workflow. `errors` must be freed by ria_case_errors_destroy() in any case,
 * `*workflow` by ria_workflow_destroy() after success (NULL otherwise). Opens no files but the
 * workflow's and those that the kinds' keys name. Errors: RIA_ERROR_CASE (findings),
 * RIA_ERROR_IO (the file cannot be read; then also as a finding without a place),
 * RIA_ERROR_MEMORY. */
ria_status ria_workflow_read(const char *path, const ria_workflow_options *options,
                             ria_workflow **workflow, ria_case_errors *errors);
void ria_workflow_destroy(ria_workflow *workflow);

/** ria_workflow_read() of `length` bytes in memory; `path` says where they would lie. */
ria_status ria_workflow_read_data(const char *path, const char *data, size_t length,
                                  const ria_workflow_options *options, ria_workflow **workflow,
                                  ria_case_errors *errors);

/** Whether a file is a workflow: a YAML mapping with the key `steps`. A file that cannot be parsed
 * counts as one if a line starts with `steps:`. Errors: RIA_ERROR_IO, RIA_ERROR_MEMORY. */
ria_status ria_workflow_is(const char *path, bool *is_workflow);
/** Whether a file is a case: it has keys of cases and no `steps`. Errors as above. */
ria_status ria_workflow_is_case(const char *path, bool *is_case);

/** The step of that name, or NULL. Takes a time that does not depend on their number. */
const ria_step *ria_workflow_find(const ria_workflow *workflow, const char *name);

/** The steps in an order in which each comes after what it needs: borrowed, [steps]. */
const ria_step *const *ria_workflow_order(const ria_workflow *workflow);
/** Mark the steps that `step` needs, directly or not. mark[steps] must be all false. */
void ria_step_mark_needs(const ria_step *step, bool *mark);

/** Substitute, read and check a point again now that results are known. `lookup` is asked for
 * "step.key" only; parameters are the point's. The point is pending no more if all were known;
 * otherwise it stays as it was and RIA_ERROR_CASE tells what is still missing. Errors as those of
 * ria_workflow_read(); findings are added to `errors`. The workflow must not be used by another
 * thread meanwhile. */
ria_status ria_point_complete(ria_workflow *workflow, ria_point *point, ria_lookup lookup,
                              void *context, ria_case_errors *errors);

/** Whether the point's step is to run, by its `when`. `*state` is RIA_NAME_LATER (and `*run` false)
 * while a result is missing. A result that a skipped step never gave is an error of the look-up's
 * (RIA_NAME_UNKNOWN). Errors: RIA_ERROR_CASE, with the place in ria_status_detail();
 * RIA_ERROR_MEMORY. */
ria_status ria_point_when(const ria_point *point, ria_lookup lookup, void *context,
                          ria_name_state *state, bool *run);

/** Note a finding of a kind's check() at one of the point's own keys ("" for the step as a whole;
 * "a.b" for keys of a map, numbers for items of a list). printf-like. Also makes the point's
 * check fail. */
void ria_point_complain(const ria_point *point, ria_case_errors *errors, const char *key,
                        const char *format, ...) __attribute__((format(printf, 4, 5)));

/** Note a finding about a point's resources, at `resources:` of its step or of the defaults.
 * printf-like. */
void ria_point_complain_resources(const ria_point *point, ria_case_errors *errors,
                                  const char *format, ...) __attribute__((format(printf, 3, 4)));

/** The folder in which the point leaves what it makes, "STUDY/steps/STEP" or
 * "STUDY/steps/STEP/LABEL": the working directory of its tasks. Owned by the caller (free); NULL
 * without memory. */
char *ria_point_folder(const ria_point *point);

/** A path of the file, absolute: `path` itself, or below the workflow's directory. Owned by the
 * caller (free); NULL without memory. */
char *ria_workflow_resolve(const ria_workflow *workflow, const char *path);
/** The same for a file that is read: beside the workflow's own file, or where there is none of that
 * name, below the workflow's directory. */
char *ria_workflow_resolve_file(const ria_workflow *workflow, const char *path);

#ifdef __cplusplus
}
#endif
#endif
