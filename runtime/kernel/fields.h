/** \file
 * Where a kernel finds its fields: the model's, by their names. */
#ifndef KERNEL_FIELDS_H
#define KERNEL_FIELDS_H

#include "ria/simulation.h"

/** Numbers among the model's fields. */
typedef struct {
  int nstate, nstatic;          /**< of the kernel */
  int state[RIA_MAX_FIELDS];    /**< [nstate] */
  int statics[RIA_MAX_STATICS]; /**< [nstatic] */
  int carried;                  /**< state fields of the model that the kernel does not write: */
  int carry[RIA_MAX_FIELDS];    /**< [carried] which */
} kernel_fields;

/** Where a tracker's kernel finds its fields. */
typedef struct {
  kernel_fields own;               /**< numbers of tracked fields, or of the state's; */
  bool is_tracked[RIA_MAX_FIELDS]; /**< [own.nstate] which */
} tracker_fields;

/** Where the kernel of a rider, or of a side or source of one, finds its fields: its statics are
 * numbers of the model's statics, or of its state. */
typedef struct {
  kernel_fields own;
  bool of_state[RIA_MAX_STATICS]; /**< [own.nstatic] which are of the state */
  bool handed;                    /**< some of these are handed on by the stage */
} rider_fields;

/** Find the fields of a kernel of a rider. `names`: ria_rider.field. Errors: RIA_ERROR_ARGUMENT. */
ria_status rider_fields_find(const ria_model *model, const ria_kernel *kernel,
                             const char *const *names, rider_fields *fields);

/** Pointers to what a rider's kernel reads and writes: `from` and `to` are the model's fields in
 * the buffers that the stage reads and writes. */
void rider_fields_point(const rider_fields *fields, const ria_model *model, void *const *from,
                        void *const *to, void *const *statics, const void **src, void **dst,
                        const void **fixed);

/** Find the fields of a tracker. Errors: RIA_ERROR_ARGUMENT (a name that the model has not, another
 * unit, stored otherwise; a kernel that trackers cannot have). */
ria_status tracker_fields_find(const ria_model *model, const ria_tracker *tracker,
                               tracker_fields *fields);

/** Find the fields of a kernel of a stage, a side or a source. `names`: ria_source.field,
 * or NULL. Errors: RIA_ERROR_ARGUMENT (a name that the model has not, another unit, stored
 * otherwise).
 */
ria_status kernel_fields_find(const ria_model *model, const ria_kernel *kernel,
                              const char *const *names, kernel_fields *fields);

/** Whether the fields of `one` are the first of the state, and the first statics, of `other`. */
bool kernel_fields_prefix(const kernel_fields *one, const kernel_fields *other);

/** Whether `one` finds the state at the places where `other` does, and the first statics of it. */
bool kernel_fields_begin(const kernel_fields *one, const kernel_fields *other);

/** Whether both find the same fields at the same places. */
bool kernel_fields_same(const kernel_fields *one, const kernel_fields *other);

/** Whether the kernel has all fields of the model, in the model's order, and writes its state. */
bool kernel_fields_straight(const kernel_fields *fields, const ria_model *model);

/** Pointers to the model's fields -> those to the kernel's. */
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
