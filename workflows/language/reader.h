/** \file
 * How a workflow is read. Private to the files of this folder, and to plan/resource_check.c.
 *
 * One ria_yaml_memory holds everything that lives as long as the workflow: nodes, names, values,
 * points. Only the objects of the kinds are allocated one by one, because their schemas free them.
 */
#ifndef RIA_LANGUAGE_READER_H
#define RIA_LANGUAGE_READER_H

#include "ria/case_errors.h"
#include "ria/word_table.h"
#include "ria/yaml.h"
#include "step_kind.h"
#include "workflow.h"

enum { RIA_WORKFLOW_PATH = 256 };

/** A parameter: any node. A list or mapping can only replace a whole value, not part of a text. */
typedef struct {
  const char *name;
  ria_yaml *raw;  /**< as written */
  ria_yaml *node; /**< resolved, if `state` is DONE */
  ria_value value;
  enum { RIA_PARAMETER_RAW, RIA_PARAMETER_OPEN, RIA_PARAMETER_DONE, RIA_PARAMETER_BAD } state;
  bool is_set; /**< set by --set, which variants do not override */
} ria_parameter;

/** The keys of a kind of step and those of every step, in one table. */
typedef struct {
  const ria_step_kind *kind;
  ria_key *keys;
} ria_step_schema;

struct ria_workflow_memory {
  ria_yaml_memory yaml;
  ria_yaml_source *source; /**< [0] the file, then the --sets */
  int sources;
  ria_case_errors *errors;      /**< where findings go; set while the workflow is read */
  bool failed;                  /**< there were findings */
  char path[RIA_WORKFLOW_PATH]; /**< the place that is being read: "steps.week.resources" */
  bool variants_failed;         /**< names may be missing; the stages that use them are skipped */
  ria_yaml *root;
  ria_word_table step_names, parameter_names;
  int parameters, parameter_room;
  ria_parameter *parameter;
  size_t copied_nodes, filled_bytes; /**< what substitution has produced so far */
  bool expanded;                     /**< the limit on these was exceeded and reported */
  ria_yaml **step_node;              /**< [steps] the step's mapping; NULL: unreadable */
  ria_yaml *resources;               /**< `defaults: resources`, substituted; NULL: none */
  ria_yaml *environment;             /**< `defaults: environment`, likewise */
  int retries, without_gpu;          /**< from `defaults` */
  int modules;
  const char **module;
  int schemas;
  ria_step_schema *schema;
  const ria_step **order; /**< [steps] */
  char *text;             /**< the file, owned */
};

/** Plain values of `defaults` and of a step, read against ria_defaults_keys. */
typedef struct {
  int retries, modules, without_gpu;
  char **module;
} ria_raw_defaults;

/** The names that are visible at a place. */
typedef struct {
  ria_workflow *workflow;
  const ria_named *swept; /**< the sweep's parameters; they hide the workflow's */
  int swept_count;
  bool results;       /**< whether `step.key` may be used here */
  ria_lookup look_up; /**< looks up results; NULL: none is known yet */
  void *context;
  char hint[160];
} ria_scope;

/** Add a key to the current path. Returns a mark for ria_workflow_leave(). */
size_t ria_workflow_enter(ria_workflow *workflow, const char *key);
size_t ria_workflow_enter_item(ria_workflow *workflow, int index);
void ria_workflow_leave(ria_workflow *workflow, size_t mark);
/** Report a finding at the current path, and mark the node (may be NULL) as bad. */
void ria_workflow_find_fault(ria_workflow *workflow, ria_yaml *place, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
/** Report "expected WHAT, got ...". */
void ria_workflow_expected(ria_workflow *workflow, ria_yaml *node, const char *what);
/** Copy into the workflow's memory; NULL without memory. */
char *ria_workflow_copy(ria_workflow *workflow, const char *text);
void *ria_workflow_allocate(ria_workflow *workflow, size_t count, size_t bytes);
/** Move the text of a value into the workflow's memory; clears the value. */
ria_value ria_workflow_adopt(ria_workflow *workflow, ria_value *value);

/* --- stages of reading --- */
/** Check the `#SBATCH` lines. */
void ria_workflow_check_lines(ria_workflow *workflow, const char *data, size_t length);
/** The base of relative paths. Owned by the caller; NULL without memory or folder. */
char *ria_workflow_find_directory(const char *path, bool *is_spooled);
/** The folder of a file, absolute. Owned by the caller; NULL without memory or folder. */
char *ria_workflow_find_files(const char *path);
/** Apply --set NAME=VALUE to keys that are not parameters. */
void ria_workflow_apply_sets(ria_workflow *workflow);
/** Resolve parameters, variants and --set; fills in workflow->parameter. */
void ria_workflow_read_parameters(ria_workflow *workflow);
/** Read name, study, mode and defaults; report unknown keys at the top level. */
void ria_workflow_read_top(ria_workflow *workflow, const ria_workflow_options *options,
                           bool is_spooled);
/** Read the steps' names, kinds, and the keys that every step has. */
void ria_workflow_read_steps(ria_workflow *workflow);
/** Resolve the needs, order the steps, report cycles. */
void ria_workflow_link(ria_workflow *workflow);
/** Expand sweeps into points, and read these against the kinds' schemas. */
void ria_workflow_make_points(ria_workflow *workflow);
/** Make the points of one sweep: labels and parameters. False with findings. */
bool ria_sweep_expand(ria_workflow *workflow, ria_step *step, ria_yaml *sweep);

/* --- names --- */
ria_name_state ria_scope_look_up(void *context, const char *name, ria_value *value,
                                 const char **hint);
/** Copy a node with every `${...}` replaced. A scalar that needs a result that is not known yet is
 * copied as written and marked `pending`, and so is a list that holds one. Nodes with findings are
 * marked bad. `verbatim` (may be NULL): a table of keys; values of keys with RIA_KEY_VERBATIM are
 * copied without substitution. NULL without memory. */
ria_yaml *ria_scope_substitute(ria_scope *scope, const ria_yaml *node, const ria_key *verbatim);
/** Whether the node or one inside it is bad. */
bool ria_yaml_has_bad(const ria_yaml *node);
/** Whether the node or one inside it is pending. */
bool ria_yaml_has_pending(const ria_yaml *node);
/** A node with the place in the file of an offset into a scalar's text. */
ria_yaml *ria_yaml_at_offset(ria_yaml_memory *memory, const ria_yaml *node, size_t offset);

/* --- schemas --- */
extern const ria_key ria_workflow_keys[];  /**< of the file's top level */
extern const ria_key ria_defaults_keys[];  /**< from `defaults` */
extern const ria_key ria_step_keys[];      /**< of every step */
extern const ria_key ria_resources_keys[]; /**< of `resources` */
/** The keys of a kind and of every step; NULL without memory. */
const ria_key *ria_workflow_schema(ria_workflow *workflow, const ria_step_kind *kind);
/** Read `resources`; false with findings. */
bool ria_workflow_read_resources(ria_workflow *workflow, ria_yaml *map, ria_resources *resources);
/** Read `environment` of the defaults and of a step, as "KEY=value". False with findings. */
bool ria_workflow_read_environment(ria_workflow *workflow, const ria_yaml *defaults, ria_yaml *own,
                                   int *count, char ***environment);

#endif
