/** \file
 * A workflow: one YAML file with `steps:`, read and checked, with every sweep expanded.
 *
 * Reading has these stages. A finding stops only the stages that depend on it, so that all findings
 * are reported at once, each as "file:line:column: key: sentence":
 *   parse       the YAML tree, and mistakes in the `#SBATCH` lines
 *   structure   keys, step names, `needs` (also those that `${step.key}` implies), cycles
 *   parameters  the file's, then those that `variants` select, then --set
 *   sweep       each step into its points; without a sweep there is one
 *   substitute  `${...}` in a copy of the step's keys for each point
 *   read        the kind's own keys against its schema, then its check()
 * A `${step.key}` is known only after that step has run. Until then the node that holds it is
 * `pending`: the checks leave it out, and the point has no object. point_complete() reads the
 * point again when the results are there.
 */
#ifndef LANGUAGE_WORKFLOW_H
#define LANGUAGE_WORKFLOW_H

#include <stdbool.h>
#include <stddef.h>
#include "ria/case.h"
#include "ria/resources.h"
#include "ria/status.h"
#include "expression.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct ria_yaml ria_yaml;                     /* ria/yaml.h */
typedef struct workflow_step_kind workflow_step_kind; /* step_kind.h */
typedef struct workflow_file workflow_file;
typedef struct workflow_step workflow_step;
typedef struct workflow_point workflow_point;

enum {
  WORKFLOW_STEPS = 20000,  /**< at most */
  WORKFLOW_POINTS = 100000 /**< at most, in all steps together */
};

/** Where steps run, by `mode:` or --mode. */
typedef enum {
  MODE_AUTO,       /**< the allocation inside a Slurm job, else this machine */
  MODE_LOCAL,      /**< plain processes and mpirun on this machine */
  MODE_ALLOCATION, /**< srun inside the job that the engine runs in */
  MODE_JOBS        /**< each task as a job of its own */
} workflow_mode;
/** The words for `mode:`, by workflow_mode; NULL at the end. */
extern const char *const workflow_modes[];

/** A step at one point of its sweep. */
struct workflow_point {
  const workflow_step *step;
  int index;   /**< among the step's points */
  char *label; /**< "ranks=2,resolution=200m": unique in the step, valid as a file name; "" without
                  a sweep */
  int parameters; /**< the names that `${name}` can use here: the workflow's parameters, then the
                     sweep's */
  workflow_named *parameter;
  int swept;      /**< how many of the last parameters come from the sweep */
  ria_yaml *body; /**< the kind's own keys after substitution, with nodes that may be pending;
                     borrowed from the workflow */
  void *object;   /**< the kind's keys as its object; NULL while a result is missing */
  ria_resources resources; /**< the step's, with the workflow's defaults for what it leaves out */
  int environments;
  char **environment; /**< "KEY=value": the step's and the workflow's defaults. Pending ones are
                         missing until point_complete() */
  bool pending;       /**< it refers to a `${step.key}` that is not known yet */
};

/** Treatment of points that need a GPU, on a machine without one. */
typedef enum { WITHOUT_GPU_FAIL, WITHOUT_GPU_SKIP } workflow_without_gpu;

struct workflow_step {
  const workflow_file *workflow;
  int index; /**< in the file's order */
  const char *name;
  const workflow_step_kind *kind;
  int line, column; /**< of its name */
  int needs;
  const workflow_step *
      *need;   /**< without duplicates; those of `needs:` first, then the implied ones */
  int retries; /**< attempts after the first */
  workflow_without_gpu without_gpu;
  const char *when; /**< expression, or NULL: always */
  int modules;
  const char **module; /**< environment modules to load, in order */
  int points;
  workflow_point *point;
  int depth; /**< length of its longest chain of needs */
};

struct workflow_file {
  const char *path;      /**< as given */
  const char *directory; /**< absolute; the folder that ria was run in or the file was submitted
                            from: SLURM_SUBMIT_DIR if the file is Slurm's copy of a batch script,
                            else the current folder */
  const char *files; /**< absolute; the folder of the file itself. Files that it reads lie here, or
                        else below `directory` */
  const char *name;
  const char *title;
  const char *study; /**< folder, absolute */
  workflow_mode mode;
  int parameters; /**< the scalar ones, after variants and --set */
  workflow_named *parameter;
  int steps;
  workflow_step *step;      /**< in the file's order */
  int points;               /**< of all steps */
  ria_case_errors warnings; /**< valid, but probably mistakes */
  const char *text;         /**< the file's bytes, for the study's copy */
  size_t length;
  struct workflow_memory *memory; /**< private */
};

/** The command line's options. All borrowed for the call. */
typedef struct {
  int sets;
  const char *const *set; /**< "name=value" of a parameter, or "steps.week.retries=3" of any key */
  const char *study;      /**< NULL: the file's */
  const char *mode;       /**< NULL: the file's */
  const char *files;      /**< the original folder of a file that is a copy; NULL: the file's own */
  /** Progress: called after each point of a step; NULL: none. */
  void (*progress)(const char *step, int read, int points);
} workflow_options;

/** Read and check a workflow. Free `errors` with ria_case_errors_destroy() in any case, and
 * `*workflow` with workflow_destroy() after success (it is NULL otherwise). Opens only the
 * workflow's file and those that the kinds' keys name. Errors: RIA_ERROR_CASE (findings),
 * RIA_ERROR_IO (the file cannot be read; also reported as a finding without a place),
 * RIA_ERROR_MEMORY. */
ria_status workflow_read(const char *path, const workflow_options *options,
                         workflow_file **workflow, ria_case_errors *errors);
void workflow_destroy(workflow_file *workflow);

/** workflow_read() for `length` bytes in memory. `path` is where they would lie. */
ria_status workflow_read_data(const char *path, const char *data, size_t length,
                              const workflow_options *options, workflow_file **workflow,
                              ria_case_errors *errors);

/** Whether a file is a workflow: a YAML mapping with the key `steps`. A file that cannot be parsed
 * counts as one if a line starts with `steps:`. Errors: RIA_ERROR_IO, RIA_ERROR_MEMORY. */
ria_status workflow_is(const char *path, bool *is_workflow);
/** Whether a file is a case: it has keys of cases and no `steps`. Errors as above. */
ria_status workflow_is_case(const char *path, bool *is_case);

/** The step of that name, or NULL. The look-up takes constant time. */
const workflow_step *workflow_find(const workflow_file *workflow, const char *name);

/** The steps in an order in which each step comes after its needs: borrowed, [steps]. */
const workflow_step *const *workflow_order(const workflow_file *workflow);
/** Mark the steps that `step` needs, directly or not. mark[steps] must be all false. */
void step_mark_needs(const workflow_step *step, bool *mark);

/** Substitute, read and check a point again after results have become known. `lookup` is asked for
 * "step.key" only, because the point holds its parameters. If all results are known, the point is
 * no longer pending. Otherwise it stays unchanged, and RIA_ERROR_CASE names what is missing. Other
 * errors as for workflow_read(). Findings are added to `errors`. No other thread may use the
 * workflow meanwhile. */
ria_status point_complete(workflow_file *workflow, workflow_point *point, workflow_lookup lookup,
                          void *context, ria_case_errors *errors);

/** Whether the point's step should run, by its `when`. While a result is missing, `*state` is
 * NAME_LATER and `*run` is false. A result that a skipped step never gave is an error
 * (NAME_UNKNOWN from the look-up). Errors: RIA_ERROR_CASE, with the place in
 * ria_status_detail(); RIA_ERROR_MEMORY. */
ria_status point_when(const workflow_point *point, workflow_lookup lookup, void *context,
                      name_state *state, bool *run);

/** Report a finding of a kind's check() at one of the point's own keys: "" for the step as a whole,
 * "a.b" for a key of a map, a number for a list's item. printf-like. The point then fails its
 * check. */
void point_complain(const workflow_point *point, ria_case_errors *errors, const char *key,
                    const char *format, ...) __attribute__((format(printf, 4, 5)));

/** Check the `#SBATCH` lines, and further options of sbatch (ended by NULL; NULL: none), against
 * the existing options of sbatch and against the steps' memory. Adds to `errors`, and to the
 * workflow's warnings. Errors: RIA_ERROR_MEMORY. */
ria_status workflow_check_options(workflow_file *workflow, const char *const *options,
                                  ria_case_errors *errors);

/** Report a finding about a point's resources, placed at `resources:` of its step or of the
 * defaults. printf-like. */
void point_complain_resources(const workflow_point *point, ria_case_errors *errors,
                              const char *format, ...) __attribute__((format(printf, 3, 4)));

/** The working directory of the point's tasks, "STUDY/steps/STEP" or "STUDY/steps/STEP/LABEL".
 * Owned by the caller (free); NULL without memory. */
char *point_folder(const workflow_point *point);

/** A path as an absolute one: `path` itself, or below the workflow's directory. Owned by the caller
 * (free); NULL without memory. */
char *workflow_resolve(const workflow_file *workflow, const char *path);
/** An absolute path of a file to read: in the folder of the workflow's file, or if it does not
 * exist there, below the workflow's directory. */
char *workflow_resolve_file(const workflow_file *workflow, const char *path);

#ifdef __cplusplus
}
#endif
#endif
