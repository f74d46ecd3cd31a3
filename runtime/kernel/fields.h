/** \file
 * Finds a kernel's fields among the model's, by name.
 */
#ifndef KERNEL_FIELDS_H
#define KERNEL_FIELDS_H

#include "ria/simulation.h"

/** Indices of the kernel's fields among the model's. */
typedef struct {
  int nstate, nstatic;          /**< numbers of fields of the kernel */
  int state[RIA_MAX_FIELDS];    /**< [nstate] */
  int statics[RIA_MAX_STATICS]; /**< [nstatic] */
  int carried; /**< number of the model's state fields that the kernel does not write: */
  int carry[RIA_MAX_FIELDS]; /**< [carried] their indices */
} kernel_fields;

/** Indices of the fields of a tracker's kernel. */
typedef struct {
  kernel_fields own;               /**< indices of tracked fields, or of state fields; */
  bool is_tracked[RIA_MAX_FIELDS]; /**< [own.nstate] whether it is a state field */
} tracker_fields;

/** Indices of the fields of a rider's kernel, or of its side's or source's kernel: statics are
 * indices into the model's statics, or into its state. */
typedef struct {
  kernel_fields own;
  bool of_state[RIA_MAX_STATICS]; /**< [own.nstatic] whether it is a state field */
  bool handed;                    /**< at least one of these is handed on by the stage */
} rider_fields;

/** Find the fields of a kernel of a rider. `names`: ria_rider.field. Errors: RIA_ERROR_ARGUMENT. */
ria_status rider_fields_find(const ria_model *model, const ria_kernel *kernel,
                             const char *const *names, rider_fields *fields);

/** Pointers to the fields that a rider's kernel reads and writes: `from` and `to` are the model's
 * fields in the buffers that the stage reads and writes. */
void rider_fields_point(const rider_fields *fields, const ria_model *model, void *const *from,
                        void *const *to, void *const *statics, const void **src, void **dst,
                        const void **fixed);

/** Find the fields of a tracker. Errors: RIA_ERROR_ARGUMENT (a name that the model lacks, another
 * unit or element type; a kernel that cannot be a tracker). */
ria_status tracker_fields_find(const ria_model *model, const ria_tracker *tracker,
                               tracker_fields *fields);

/** Find the fields of a kernel of a stage, a side or a source. `names`: ria_source.field, or NULL.
 * Errors: RIA_ERROR_ARGUMENT (a name that the model lacks, another unit or element type). */
ria_status kernel_fields_find(const ria_model *model, const ria_kernel *kernel,
                              const char *const *names, kernel_fields *fields);

/** Whether the fields of `one` are the first state fields and the first statics of `other`. */
bool kernel_fields_prefix(const kernel_fields *one, const kernel_fields *other);

/** Whether `one` has the same indices as `other` for the state and for its first statics. */
bool kernel_fields_begin(const kernel_fields *one, const kernel_fields *other);

/** Whether both have the same fields with the same indices. */
bool kernel_fields_same(const kernel_fields *one, const kernel_fields *other);

/** Whether the kernel has all fields of the model, in the model's order, and writes its state. */
bool kernel_fields_straight(const kernel_fields *fields, const ria_model *model);

/** Convert pointers to the model's fields to pointers to the kernel's. */
static inline void kernel_fields_state(const kernel_fields *fields, void *const *model,
                                       void **kernel) {
  for (int f = 0; f < fields->nstate; f++)
    kernel[f] = model[fields->state[f]];
}
static inline void kernel_fields_statics(const kernel_fields *fields, void *const *model,
                                         const void **kernel) {
  for (int f = 0; f < fields->nstatic; f++)
    kernel[f] = model[fields->statics[f]];
}

#endif
