/** \file
 * How a workflow is read. Private to the files of this folder, and to plan/resource_check.c.
 *
 * One ria_yaml_memory holds everything that lives as long as the workflow: nodes, names, values,
 * points. Only the objects of the kinds are allocated one by one, because their schemas free them.
 */
#ifndef LANGUAGE_READER_H
#define LANGUAGE_READER_H

#include "ria/case_errors.h"
#include "ria/word_table.h"
#include "ria/yaml.h"
#include "step_kind.h"
#include "workflow.h"

enum { WORKFLOW_PATH = 256 };

/** A key's flag besides those of ria/schema.h: a QUANTITY whose unit must be written. */
enum { WORKFLOW_KEY_WITH_UNIT = 1 << 20 };

/** A parameter: any node. A list or mapping can only replace a whole value, not part of a text. */
typedef struct {
  const char *name;
  ria_yaml *raw;  /**< as written */
  ria_yaml *node; /**< resolved, if `state` is DONE */
  workflow_value value;
  enum { PARAMETER_RAW, PARAMETER_OPEN, PARAMETER_DONE, PARAMETER_BAD } state;
  bool is_set; /**< set by --set, which variants do not override */
} workflow_parameter;

/** The keys of a kind of step and those of every step, in one table. */
typedef struct {
  const workflow_step_kind *kind;
  ria_key *keys;
} step_schema;

struct workflow_memory {
  ria_yaml_memory yaml;
  ria_yaml_source *source; /**< [0] the file, then the --sets */
  int sources;
  ria_case_errors *errors; /**< where findings go; set while the workflow is read */
  bool failed;             /**< there were findings */
  void (*progress)(const char *step, int read, int points); /**< of the options */
  char path[WORKFLOW_PATH]; /**< the place that is being read: "steps.week.resources" */
  bool variants_failed;     /**< names may be missing; the stages that use them are skipped */
  ria_yaml *root;
  ria_word_table step_names, parameter_names;
  int parameters, parameter_room;
  workflow_parameter *parameter;
  size_t copied_nodes, filled_bytes; /**< what substitution has produced so far */
  bool expanded;                     /**< the limit on these was exceeded and reported */
  ria_yaml **step_node;              /**< [steps] the step's mapping; NULL: unreadable */
  ria_yaml *resources;               /**< `defaults: resources`, substituted; NULL: none */
  ria_yaml *environment;             /**< `defaults: environment`, likewise */
  int retries, without_gpu;          /**< from `defaults` */
  int modules;
  const char **module;
  int schemas;
  step_schema *schema;
  const workflow_step **order; /**< [steps] */
  char *text;                  /**< the file, owned */
};

/** Plain values of `defaults` and of a step, read against workflow_defaults_keys. */
typedef struct {
  int retries, modules, without_gpu;
  char **module;
} workflow_raw_defaults;

/** The names that are visible at a place. */
typedef struct {
  workflow_file *workflow;
  const workflow_named *swept; /**< the sweep's parameters; they hide the workflow's */
  int swept_count;
  bool results;            /**< whether `step.key` may be used here */
  workflow_lookup look_up; /**< looks up results; NULL: none is known yet */
  void *context;
  char hint[160];
} workflow_scope;

/** Add a key to the current path. Returns a mark for workflow_leave(). */
size_t workflow_enter(workflow_file *workflow, const char *key);
size_t workflow_enter_item(workflow_file *workflow, int index);
void workflow_leave(workflow_file *workflow, size_t mark);
/** Report a finding at the current path, and mark the node (may be NULL) as bad. */
void workflow_find_fault(workflow_file *workflow, ria_yaml *place, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
/** Report "expected WHAT, got ...". */
void workflow_expected(workflow_file *workflow, ria_yaml *node, const char *what);
/** Copy into the workflow's memory; NULL without memory. */
char *workflow_copy(workflow_file *workflow, const char *text);
void *workflow_allocate(workflow_file *workflow, size_t count, size_t bytes);
/** Move the text of a value into the workflow's memory; clears the value. */
workflow_value workflow_adopt(workflow_file *workflow, workflow_value *value);

/* --- stages of reading --- */
/** Check the form of the `#SBATCH` lines. */
void workflow_check_lines(workflow_file *workflow, const char *data, size_t length);
/** The base of relative paths. Owned by the caller; NULL without memory or folder. */
char *workflow_find_directory(const char *path, bool *is_spooled);
/** The folder of a file, absolute. Owned by the caller; NULL without memory or folder. */
char *workflow_find_files(const char *path);
/** Apply --set NAME=VALUE to keys that are not parameters. */
void workflow_apply_sets(workflow_file *workflow);
/** Resolve parameters, variants and --set; fills in workflow->parameter. */
void workflow_read_parameters(workflow_file *workflow);
/** Read name, study, mode and defaults; report unknown keys at the top level. */
void workflow_read_top(workflow_file *workflow, const workflow_options *options, bool is_spooled);
/** Read the steps' names, kinds, and the keys that every step has. */
void workflow_read_steps(workflow_file *workflow);
/** Resolve the needs, order the steps, report cycles. */
void workflow_link(workflow_file *workflow);
/** Expand sweeps into points, and read these against the kinds' schemas. */
void workflow_make_points(workflow_file *workflow);
/** Warn of parameters of sweeps that their steps do not use, after all points have been made. */
void workflow_warn_of_unused(workflow_file *workflow);
/** Make the points of one sweep: labels and parameters. False with findings. */
bool sweep_expand(workflow_file *workflow, workflow_step *step, ria_yaml *sweep);

/* --- names --- */
name_state scope_look_up(void *context, const char *name, workflow_value *value, const char **hint);
/** Copy a node with every `${...}` replaced. A scalar that needs a result that is not known yet is
 * copied as written and marked `pending`, and so is a list that holds one. Nodes with findings are
 * marked bad. `verbatim` (may be NULL): a table of keys; values of keys with RIA_KEY_VERBATIM are
 * copied without substitution. NULL without memory. */
ria_yaml *scope_substitute(workflow_scope *scope, const ria_yaml *node, const ria_key *verbatim);
/** Whether the node or one inside it is bad. */
bool yaml_has_bad(const ria_yaml *node);
/** Whether the node or one inside it is pending. */
bool yaml_has_pending(const ria_yaml *node);
/** A node with the place in the file of an offset into a scalar's text. */
ria_yaml *yaml_at_offset(ria_yaml_memory *memory, const ria_yaml *node, size_t offset);

/* --- schemas --- */
extern const ria_key workflow_keys[];           /**< of the file's top level */
extern const ria_key workflow_defaults_keys[];  /**< from `defaults` */
extern const ria_key step_keys[];               /**< of every step */
extern const ria_key workflow_resources_keys[]; /**< of `resources` */
/** The keys of a kind and of every step; NULL without memory. */
const ria_key *workflow_schema(workflow_file *workflow, const workflow_step_kind *kind);
/** Read `resources`; false with findings. */
bool workflow_read_resources(workflow_file *workflow, ria_yaml *map, ria_resources *resources);
/** Read `environment` of the defaults and of a step, as "KEY=value". False with findings. */
bool workflow_read_environment(workflow_file *workflow, const ria_yaml *defaults, ria_yaml *own,
                               int *count, char ***environment);

#endif
