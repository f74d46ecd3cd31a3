/* Builds the program of a model by name: fields, scalars, and operations one after another.
 *
 * A kernel's field is the model's field of the same name, and a scalar of a kernel the program's
 * scalar of that name or else a constant. For a general kernel, pairs rename its fields: {"u", "p"}
 * passes p for the kernel's u, and for numbered fields {"r", "b"} passes b0, b1, ... for r0, r1,
 * ...
 *
 * builder_finish() returns the first mistake: RIA_ERROR_INTERNAL, with the kernel and both names.
 * Operations added after it have no effect. */
#ifndef RIA_PROGRAM_BUILDER_H
#define RIA_PROGRAM_BUILDER_H

#include "ria/program.h"

enum { BUILDER_NAMES = 512, BUILDER_CONSTANTS = 32 };

/* The name of a field or a scalar in the kernel, and its name in the model. */
typedef struct {
  const char *of_kernel, *of_model;
} builder_pair;
#define RENAMED(...) ((const builder_pair[]){__VA_ARGS__, {NULL, NULL}})

/* Names of fields; a name without a number stands for all numbered fields: "p" for p0, p1, ... */
#define NAMES(...) ((const char *const[]){__VA_ARGS__, NULL})

/* Where a field is stored. The values of WORK fields do not last from step to step; SINGLES are
 * floats. */
typedef enum { BUILDER_LASTING, BUILDER_WORK, BUILDER_STATIC, BUILDER_SINGLE } builder_place;

typedef struct {
  char name[16];
  int field; /* index in `place` */
} builder_name;

typedef struct {
  const char *name;
  ria_binding binding;
  const double *of_block; /* [blocks], or NULL */
} builder_constant;

typedef struct {
  ria_status status;
  int fields;
  builder_place place[BUILDER_NAMES];
  ria_quantity quantity[BUILDER_NAMES];
  int names;
  builder_name name[BUILDER_NAMES];
  int constants;
  builder_constant constant[BUILDER_CONSTANTS];
  int part;   /* ria_op.part of the operations added next */
  ria_op nil; /* returned by builder_last() after a mistake */
  ria_op op[RIA_PROGRAM_OPS];
  ria_program_scalar scalar[RIA_PROGRAM_SCALARS];
  /* Valid after builder_finish(): the fields of the model's state in their order, and the
   * program. Work fields follow the lasting ones. */
  int nstate;
  ria_quantity state[BUILDER_NAMES];
  ria_program program;
} program_builder;

/* ---- fields; add all of them before the first operation ---- */

/* A field named like its quantity. */
void builder_field(program_builder *b, builder_place place, const ria_quantity *quantity);
/* A field with another name than its quantity. */
void builder_called(program_builder *b, builder_place place, const char *name,
                    const ria_quantity *quantity);
/* Fields called `name` with the numbers from 0 on; each has its own quantity, or all have the
 * same. */
void builder_numbered(program_builder *b, builder_place place, const char *name, int count,
                      const ria_quantity *quantities);
void builder_alike(program_builder *b, builder_place place, const char *name, int count,
                   const ria_quantity *quantity);
/* Fields like those that a kernel writes, with the kernel's names. */
void builder_outputs_of(program_builder *b, builder_place place, const char *kernel);
/* Aliases: `name` with the numbers from `base` on, for `count` fields from `first` on. */
void builder_also_numbered(program_builder *b, const char *name, int base, int count,
                           const char *first);
void builder_also(program_builder *b, const char *name, const char *same);
/* Number of fields of a kind. */
int builder_fields(const program_builder *b, builder_place place);

/* ---- scalars ---- */

/* Returns the scalar, so that the caller can set its initial value and its use. */
ria_program_scalar *builder_scalar(program_builder *b, const ria_quantity *quantity);
/* The number of a scalar, or -1; builder_scalar_number() records a mistake instead. */
int builder_find_scalar(const program_builder *b, const char *name);
int builder_scalar_number(program_builder *b, const char *name);
/* Binds scalars of kernels to a constant wherever no other value is bound; or to a constant for
 * each block. */
void builder_value(program_builder *b, const char *name, double value);
void builder_binding(program_builder *b, const char *name, ria_binding binding);
void builder_of_blocks(program_builder *b, const char *name, const double *values);

/* ---- operations; `renamed` may be NULL ---- */

void builder_apply(program_builder *b, const char *kernel, const builder_pair *renamed);
void builder_reduce(program_builder *b, const char *kernel, const builder_pair *renamed,
                    const char *result);
/* RIA_OP_DOT of two vectors. */
void builder_dot(program_builder *b, const char *one, const char *other, int run,
                 const char *result);
/* A SCALAR kernel. A result next_x is the new value of x. */
void builder_compute(program_builder *b, const char *kernel);
void builder_operate(program_builder *b, const char *result, const char *one,
                     ria_scalar_operation operation, const char *other);
void builder_exchange(program_builder *b, const char *const *names);
/* RIA_OP_SPMV: `from` and `to` have the same number of fields. */
void builder_multiply(program_builder *b, const ria_sparse *matrix, const char *const *from,
                      const char *const *to, bool add);
void builder_loop(program_builder *b, const char *condition, int64_t most);
void builder_end(program_builder *b);

/* The last operation, so that the caller can set further members. */
ria_op *builder_last(program_builder *b);
/* Scalars and a switch of its kernel. */
void builder_bind(program_builder *b, const char *name, double value);
void builder_bind_blocks(program_builder *b, const char *name, const double *values);
void builder_switch(program_builder *b, const char *name);

/* Checks that every scalar of a kernel has a value, and makes b->state and b->program. With
 * `packed`, work fields with disjoint lifetimes (from the first to the last operation that uses
 * them) share memory, and unused work fields get none. */
ria_status builder_finish(program_builder *b, bool packed);

#endif
