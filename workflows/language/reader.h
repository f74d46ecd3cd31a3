/** \file
 * How a workflow is read. Private to the files of this folder.
 *
 * Everything that lives as long as the workflow lies in one ria_yaml_memory: nodes, names, values,
 * points. Only the objects of the kinds are allocated one by one, for they are freed by their
 * schemas.
 */
#ifndef RIA_LANGUAGE_READER_H
#define RIA_LANGUAGE_READER_H

#include "ria/case_errors.h"
#include "step_kind.h"
#include "ria/word_table.h"
#include "workflow.h"
#include "ria/yaml.h"

enum { RIA_WORKFLOW_PATH = 256 };

/** A parameter: any node; what is not a scalar can only stand alone. */
typedef struct {
  const char *name;
  ria_yaml *raw;  /**< as written */
  ria_yaml *node; /**< resolved, if `state` is DONE */
  ria_value value;
  enum { RIA_PARAMETER_RAW, RIA_PARAMETER_OPEN, RIA_PARAMETER_DONE, RIA_PARAMETER_BAD } state;
  bool is_set; /**< by --set: variants leave it alone */
} ria_parameter;

/** The keys of a kind of step with those that every step has, as one table. */
typedef struct {
  const ria_step_kind *kind;
  ria_key *keys;
} ria_step_schema;

struct ria_workflow_memory {
  ria_yaml_memory yaml;
  ria_yaml_source *source; /**< [0] the file, then the --sets */
  int sources;
  ria_case_errors *errors;      /**< while findings are made */
  bool failed;                  /**< findings were made */
  char path[RIA_WORKFLOW_PATH]; /**< of what is being read: "steps.week.resources" */
  bool variants_failed;         /**< names may be missing because of that */
  ria_yaml *root;
  ria_word_table step_names, parameter_names;
  int parameters, parameter_room;
  ria_parameter *parameter;
  size_t copied_nodes, filled_bytes; /**< that `${...}` stood for so far */
  bool expanded;                     /**< these are too many, which has been told */
  ria_yaml **step_node;              /**< [steps] the step's mapping; NULL: none that can be read */
  ria_yaml *resources;               /**< `defaults: resources`, substituted; NULL: none */
  ria_yaml *environment;             /**< `defaults: environment`, likewise */
  int retries, without_gpu;          /**< of `defaults` */
  int modules;
  const char **module;
  int schemas;
  ria_step_schema *schema;
  const ria_step **order; /**< [steps] */
  char *text;             /**< the file, owned */
};

/** What `defaults` and a step say in plain values; read against ria_defaults_keys. */
typedef struct {
  int retries, modules, without_gpu;
  char **module;
} ria_raw_defaults;

/** What names mean at some place. */
typedef struct {
  ria_workflow *workflow;
  const ria_named *swept; /**< the sweep's parameters, before the workflow's */
  int swept_count;
  bool results;       /**< whether `step.key` may be used here */
  ria_lookup look_up; /**< of results; NULL: none is known yet */
  void *context;
  char hint[160];
} ria_scope;

/** Enter a key and leave it again with what entering gave. */
size_t ria_workflow_enter(ria_workflow *workflow, const char *key);
size_t ria_workflow_enter_item(ria_workflow *workflow, int index);
void ria_workflow_leave(ria_workflow *workflow, size_t mark);
/** Note a finding about the current path; marks the node (may be NULL) as bad. */
void ria_workflow_find_fault(ria_workflow *workflow, ria_yaml *place, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
/** Note "expected WHAT, got ...". */
void ria_workflow_expected(ria_workflow *workflow, ria_yaml *node, const char *what);
/** Copies into the workflow's memory; NULL without memory. */
char *ria_workflow_copy(ria_workflow *workflow, const char *text);
void *ria_workflow_allocate(ria_workflow *workflow, size_t count, size_t bytes);
/** Make the texts of a value (destroyed) the workflow's. */
ria_value ria_workflow_adopt(ria_workflow *workflow, ria_value *value);

/* --- stages --- */
/** The traps of the `#SBATCH` lines. */
void ria_workflow_check_lines(ria_workflow *workflow, const char *data, size_t length);
/** Where relative paths start. Owned by the caller; NULL without memory or folder. */
char *ria_workflow_find_directory(const char *path, bool *is_spooled);
/** The folder of a file, absolute. Owned by the caller; NULL without memory or folder. */
char *ria_workflow_find_files(const char *path);
/** --set NAME=VALUE of keys that are no parameters. */
void ria_workflow_apply_sets(ria_workflow *workflow);
/** Parameters, variants and --set; fills in workflow->parameter. */
void ria_workflow_read_parameters(ria_workflow *workflow);
/** name, study, mode and defaults; the top's unknown keys. */
void ria_workflow_read_top(ria_workflow *workflow, const ria_workflow_options *options,
                           bool is_spooled);
/** Names, kinds and the keys that every step has. */
void ria_workflow_read_steps(ria_workflow *workflow);
/** Needs, their order, cycles. */
void ria_workflow_link(ria_workflow *workflow);
/** Sweeps into points, and these read against the kinds' schemas. */
void ria_workflow_make_points(ria_workflow *workflow);
/** The points of one sweep: labels and parameters. False with findings. */
bool ria_sweep_expand(ria_workflow *workflow, ria_step *step, ria_yaml *sweep);

/* --- names --- */
ria_name_state ria_scope_look_up(void *context, const char *name, ria_value *value,
                                 const char **hint);
/** A copy of a node with every `${...}` replaced; scalars that need a result that is not known yet,
 * and lists with such, are `pending` and as written. Marks what has findings as bad. `verbatim`
 * (may be NULL): a table whose keys with RIA_KEY_VERBATIM are only copied. NULL without memory. */
ria_yaml *ria_scope_substitute(ria_scope *scope, const ria_yaml *node, const ria_key *verbatim);
/** Whether the node or one below it is bad. */
bool ria_yaml_has_bad(const ria_yaml *node);
/** Whether the node or one below it is pending. */
bool ria_yaml_has_pending(const ria_yaml *node);
/** Where in the file an offset into a scalar's text lies: a node with that place. */
ria_yaml *ria_yaml_at_offset(ria_yaml_memory *memory, const ria_yaml *node, size_t offset);

/* --- schemas --- */
extern const ria_key ria_workflow_keys[];  /**< the top's */
extern const ria_key ria_defaults_keys[];  /**< of `defaults` */
extern const ria_key ria_step_keys[];      /**< that every step has */
extern const ria_key ria_resources_keys[]; /**< of `resources` */
/** Keys of a kind with those of every step; NULL without memory. */
const ria_key *ria_workflow_schema(ria_workflow *workflow, const ria_step_kind *kind);
/** Read `resources`; false with findings. */
bool ria_workflow_read_resources(ria_workflow *workflow, ria_yaml *map, ria_resources *resources);
/** `environment` of the defaults and of a step, as "KEY=value". False with findings. */
bool ria_workflow_read_environment(ria_workflow *workflow, const ria_yaml *defaults, ria_yaml *own,
                                   int *count, char ***environment);

#endif
