#include "program_builder.h"
#include "ria/number.h"
#include "ria/registry.h"
#include <ctype.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

__attribute__((format(printf, 2, 3))) static void fail(program_builder *b, const char *format,
                                                       ...) {
  char sentence[256];
  va_list arguments;
  va_start(arguments, format);
  ria_vsnprintf(sentence, sizeof sentence, format, arguments);
  va_end(arguments);
  if (!b->status)
    b->status = ria_fail(RIA_ERROR_INTERNAL, "%s", sentence);
}

/* ---- names ---- */

static int find(const program_builder *b, const char *name) {
  for (int n = 0; n < b->names; n++)
    if (!strcmp(b->name[n].name, name))
      return b->name[n].field;
  return -1;
}

static int stem_of(const char *name) {
  int length = (int)strlen(name);
  while (length > 0 && isdigit((unsigned char)name[length - 1]))
    length--;
  return length;
}

/* Whether a pair renames `name`; if so, writes the new name to `other`. */
static bool renames(const builder_pair *pair, const char *name, size_t room, char *other) {
  const int stem = stem_of(name);
  const bool whole = !strcmp(pair->of_kernel, name);
  if (!whole && (!name[stem] || strlen(pair->of_kernel) != (size_t)stem ||
                 strncmp(pair->of_kernel, name, (size_t)stem)))
    return false;
  snprintf(other, room, "%s%s", pair->of_model, whole ? "" : name + stem);
  return true;
}

static void name_in_model(const builder_pair *renamed, const char *name, size_t room, char *other) {
  snprintf(other, room, "%s", name);
  for (const builder_pair *pair = renamed; pair && pair->of_kernel; pair++)
    if (renames(pair, name, room, other))
      return;
}

/* ---- fields ---- */

static void call(program_builder *b, const char *name, int field) {
  if (b->names == BUILDER_NAMES)
    fail(b, "a program has more than %d names of fields", BUILDER_NAMES);
  else if (find(b, name) >= 0)
    fail(b, "a program has two fields '%s'", name);
  if (b->status)
    return;
  builder_name *n = &b->name[b->names++];
  if ((size_t)snprintf(n->name, sizeof n->name, "%s", name) >= sizeof n->name)
    fail(b, "the name '%s' of a field is too long", name);
  n->field = field;
}

void builder_called(program_builder *b, builder_place place, const char *name,
                    const ria_quantity *quantity) {
  call(b, name, b->fields);
  if (b->status)
    return;
  b->quantity[b->fields] = *quantity;
  b->place[b->fields++] = place;
}

void builder_field(program_builder *b, builder_place place, const ria_quantity *quantity) {
  builder_called(b, place, quantity->name, quantity);
}

static void add_numbered(program_builder *b, builder_place place, const char *name, int count,
                         const ria_quantity *quantity, int stride) {
  for (int i = 0; i < count; i++) {
    char numbered[32];
    snprintf(numbered, sizeof numbered, "%s%d", name, i);
    builder_called(b, place, numbered, &quantity[stride * i]);
  }
}

void builder_numbered(program_builder *b, builder_place place, const char *name, int count,
                      const ria_quantity *quantities) {
  add_numbered(b, place, name, count, quantities, 1);
}

void builder_alike(program_builder *b, builder_place place, const char *name, int count,
                   const ria_quantity *quantity) {
  add_numbered(b, place, name, count, quantity, 0);
}

int builder_fields(const program_builder *b, builder_place place) {
  int count = 0;
  for (int f = 0; f < b->fields; f++)
    count += b->place[f] == place;
  return count;
}

static const ria_kernel *find_kernel(program_builder *b, const char *name) {
  const ria_kernel *kernel = ria_kernel_find(name);
  if (!kernel)
    fail(b, "the kernel %s is not in this build", name);
  return kernel;
}

void builder_outputs_of(program_builder *b, builder_place place, const char *name) {
  const ria_kernel *kernel = find_kernel(b, name);
  for (int f = 0; kernel && f < kernel->nstate; f++)
    if (kernel->writes[f / 64] >> f % 64 & 1)
      builder_field(b, place, &kernel->state[f]);
}

static int existing(program_builder *b, const char *name) {
  const int field = find(b, name);
  if (field < 0)
    fail(b, "the model has no field '%s'", name);
  return field;
}

void builder_also_numbered(program_builder *b, const char *name, int base, int count,
                           const char *first) {
  const int field = existing(b, first);
  for (int i = 0; i < count; i++) {
    char numbered[32];
    snprintf(numbered, sizeof numbered, "%s%d", name, base + i);
    call(b, numbered, field + i);
  }
}

void builder_also(program_builder *b, const char *name, const char *same) {
  call(b, name, existing(b, same));
}

/* The fields of that name, or of all its numbers; returns their number. */
static int fields_called(program_builder *b, const char *name, int *field) {
  int count = 0, found;
  char numbered[32];
  *field = find(b, name);
  if (*field >= 0)
    return 1;
  for (;; field[count++] = found) {
    snprintf(numbered, sizeof numbered, "%s%d", name, count);
    found = find(b, numbered);
    if (found < 0)
      break;
  }
  if (!count)
    fail(b, "the model has no field '%s'", name);
  return count;
}

/* ---- scalars ---- */

int builder_find_scalar(const program_builder *b, const char *name) {
  for (int i = 0; i < b->program.scalars; i++)
    if (!strcmp(b->scalar[i].quantity.name, name))
      return i;
  return -1;
}

ria_program_scalar *builder_scalar(program_builder *b, const ria_quantity *quantity) {
  if (b->program.scalars == RIA_PROGRAM_SCALARS)
    fail(b, "a program has more than %d scalars", RIA_PROGRAM_SCALARS);
  if (b->status)
    return &b->scalar[0];
  ria_program_scalar *scalar = &b->scalar[b->program.scalars++];
  *scalar = (ria_program_scalar){.quantity = *quantity};
  return scalar;
}

int builder_scalar_number(program_builder *b, const char *name) {
  const int number = builder_find_scalar(b, name);
  if (number < 0)
    fail(b, "the program has no scalar '%s'", name);
  return number;
}

static void add_constant(program_builder *b, const builder_constant *constant) {
  if (b->constants == BUILDER_CONSTANTS)
    fail(b, "a program has more than %d constants", BUILDER_CONSTANTS);
  else
    b->constant[b->constants++] = *constant;
}

void builder_binding(program_builder *b, const char *name, ria_binding binding) {
  add_constant(b, &(builder_constant){.name = name, .binding = binding});
}

void builder_value(program_builder *b, const char *name, double value) {
  builder_binding(b, name, (ria_binding){.from = RIA_BIND_VALUE, .value = value});
}

void builder_of_blocks(program_builder *b, const char *name, const double *values) {
  add_constant(b, &(builder_constant){.name = name, .of_block = values});
}

static const builder_constant *find_constant(const program_builder *b, const char *name) {
  /* Stands for a missing scalar: builder_finish() checks for NaN. */
  static const builder_constant missing = {.binding = {.from = RIA_BIND_VALUE, .value = NAN}};
  for (int i = 0; i < b->constants; i++)
    if (!strcmp(b->constant[i].name, name))
      return &b->constant[i];
  return &missing;
}

static void bind_scalars(const program_builder *b, ria_op *op, const builder_pair *renamed) {
  for (int i = 0; i < op->kernel->nscalar; i++) {
    char name[64];
    name_in_model(renamed, op->kernel->scalar[i].name, sizeof name, name);
    const int scalar = builder_find_scalar(b, name);
    const builder_constant *constant = find_constant(b, name);
    op->bound[i] = 1 + scalar;
    if (scalar >= 0)
      continue;
    op->scalars[i] = constant->binding;
    op->of_block[i] = constant->of_block;
  }
}

/* ---- operations ---- */

static ria_op *add(program_builder *b, ria_op_kind kind) {
  if (b->program.ops == RIA_PROGRAM_OPS)
    fail(b, "a step has more than %d operations", RIA_PROGRAM_OPS);
  ria_op *op = b->status ? &b->nil : &b->op[b->program.ops++];
  *op = (ria_op){.kind = kind, .part = b->part};
  return op;
}

ria_op *builder_last(program_builder *b) {
  return b->status || !b->program.ops ? &b->nil : &b->op[b->program.ops - 1];
}

static void find_fields(program_builder *b, ria_op *op, const builder_pair *renamed) {
  const ria_kernel *kernel = op->kernel;
  for (int f = 0; f < kernel->nstate; f++) {
    char name[64];
    name_in_model(renamed, kernel->state[f].name, sizeof name, name);
    op->field[f] = find(b, name);
    if (op->field[f] < 0)
      fail(b, "the field '%s' of the kernel %s is '%s' here, and the model has no such field",
           kernel->state[f].name, kernel->name, name);
  }
}

/* Check that each pair renames something. */
static void check_pairs(program_builder *b, const ria_kernel *kernel, const builder_pair *renamed) {
  char other[64];
  for (const builder_pair *pair = renamed; pair && pair->of_kernel; pair++) {
    bool used = false;
    for (int f = 0; f < kernel->nstate; f++)
      used |= renames(pair, kernel->state[f].name, sizeof other, other);
    for (int i = 0; i < kernel->nscalar; i++)
      used |= renames(pair, kernel->scalar[i].name, sizeof other, other);
    if (!used)
      fail(b, "the kernel %s has no field or scalar '%s' to be replaced by '%s'", kernel->name,
           pair->of_kernel, pair->of_model);
  }
}

static ria_op *add_kernel(program_builder *b, ria_op_kind kind, const char *name,
                          const builder_pair *renamed) {
  const ria_kernel *kernel = find_kernel(b, name);
  ria_op *op = add(b, kind);
  if (b->status)
    return op;
  op->kernel = kernel;
  check_pairs(b, kernel, renamed);
  find_fields(b, op, renamed);
  bind_scalars(b, op, renamed);
  return op;
}

void builder_apply(program_builder *b, const char *kernel, const builder_pair *renamed) {
  add_kernel(b, RIA_OP_APPLY, kernel, renamed);
}

void builder_reduce(program_builder *b, const char *kernel, const builder_pair *renamed,
                    const char *result) {
  add_kernel(b, RIA_OP_REDUCE, kernel, renamed)->result = builder_scalar_number(b, result);
}

void builder_dot(program_builder *b, const char *one, const char *other, int run,
                 const char *result) {
  ria_op *op = add(b, RIA_OP_DOT);
  op->fields = fields_called(b, one, op->field);
  if (fields_called(b, other, op->field + op->fields) != op->fields)
    fail(b, "the vectors '%s' and '%s' have different numbers of fields", one, other);
  op->run = run;
  op->result = builder_scalar_number(b, result);
}

void builder_compute(program_builder *b, const char *name) {
  static const char next[] = "next_";
  ria_op *op = add_kernel(b, RIA_OP_COMPUTE, name, NULL);
  for (int i = 0; !b->status && i < op->kernel->nresult; i++) {
    const char *result = op->kernel->result[i].name;
    const bool is_next = !strncmp(result, next, sizeof next - 1);
    op->result_of[i] = builder_scalar_number(b, is_next ? result + sizeof next - 1 : result);
  }
}

void builder_operate(program_builder *b, const char *result, const char *one,
                     ria_scalar_operation operation, const char *other) {
  ria_op *op = add(b, RIA_OP_SCALAR);
  op->result = builder_scalar_number(b, result);
  op->a = builder_scalar_number(b, one);
  op->operation = operation;
  op->b = builder_scalar_number(b, other);
}

static int fields_of_names(program_builder *b, const char *const *names, int *field) {
  int count = 0;
  for (; *names; names++)
    count += fields_called(b, *names, field + count);
  return count;
}

void builder_exchange(program_builder *b, const char *const *names) {
  ria_op *op = add(b, RIA_OP_EXCHANGE);
  op->fields = fields_of_names(b, names, op->field);
}

void builder_multiply(program_builder *b, const ria_sparse *matrix, const char *const *from,
                      const char *const *to, bool plus) {
  ria_op *op = add(b, RIA_OP_SPMV);
  op->matrix = matrix;
  op->add = plus;
  op->fields = fields_of_names(b, from, op->field);
  if (fields_of_names(b, to, op->field + op->fields) != op->fields)
    fail(b, "a product of '%s' and a product '%s' have different numbers of fields", *from, *to);
}

void builder_loop(program_builder *b, const char *condition, int64_t most) {
  ria_op *op = add(b, RIA_OP_LOOP);
  op->condition = builder_scalar_number(b, condition);
  op->most = most;
}

void builder_end(program_builder *b) {
  add(b, RIA_OP_END);
}

/* ---- more of the last operation ---- */

static int scalar_of_last(program_builder *b, const char *name) {
  const ria_op *op = builder_last(b);
  const int i = op->kernel ? ria_kernel_scalar(op->kernel, name) : -1;
  if (!b->status && i < 0)
    fail(b, "the kernel %s has no scalar '%s'", op->kernel ? op->kernel->name : "", name);
  return b->status ? 0 : i;
}

void builder_bind(program_builder *b, const char *name, double value) {
  const int i = scalar_of_last(b, name);
  ria_op *op = builder_last(b);
  op->scalars[i] = (ria_binding){.from = RIA_BIND_VALUE, .value = value};
  op->of_block[i] = NULL;
}

void builder_bind_blocks(program_builder *b, const char *name, const double *values) {
  const int i = scalar_of_last(b, name);
  ria_op *op = builder_last(b);
  op->scalars[i] = (ria_binding){.from = RIA_BIND_VALUE};
  op->of_block[i] = values;
}

void builder_switch(program_builder *b, const char *name) {
  ria_op *op = builder_last(b);
  const int bit = op->kernel ? ria_kernel_switch(op->kernel, name) : -1;
  if (!b->status && bit < 0)
    fail(b, "the kernel %s has no switch '%s'", op->kernel ? op->kernel->name : "", name);
  if (!b->status)
    op->switches |= 1u << bit;
}

/* ---- places of fields ---- */

static int fields_of(const ria_op *op) {
  switch (op->kind) {
  case RIA_OP_APPLY:
  case RIA_OP_REDUCE:
    return op->kernel->nstate;
  case RIA_OP_EXCHANGE:
    return op->fields;
  case RIA_OP_SPMV:
  case RIA_OP_DOT:
    return 2 * op->fields;
  default:
    return 0;
  }
}

/* The lifetime of a field: the first and the last operation that use it. */
typedef struct {
  int first, last;
} life;

static void find_lives(const program_builder *b, life *lives) {
  for (int f = 0; f < b->fields; f++)
    lives[f] = (life){b->program.ops, -1};
  for (int n = 0; n < b->program.ops; n++)
    for (int i = 0; i < fields_of(&b->op[n]); i++) {
      life *l = &lives[b->op[n].field[i]];
      l->first = l->first < n ? l->first : n;
      l->last = n;
    }
}

/* The place of the most recently dead field: it is probably in a cache. */
static int free_place(const int *last, int from, int places, int first) {
  int best = -1;
  for (int p = from; p < places; p++)
    if (last[p] < first && (best < 0 || last[p] > last[best]))
      best = p;
  return best;
}

/* Sets place[] of work fields, and returns the number of places. */
static int pack(program_builder *b, int lasting, int *place) {
  life lives[BUILDER_NAMES];
  int last[BUILDER_NAMES], places = lasting;
  find_lives(b, lives);
  for (int n = 0; n < b->program.ops; n++)
    for (int f = 0; f < b->fields; f++) {
      if (b->place[f] != BUILDER_WORK || lives[f].first != n)
        continue;
      const int free = free_place(last, lasting, places, n);
      place[f] = free < 0 ? places++ : free;
      last[place[f]] = lives[f].last;
      if (free < 0)
        b->state[place[f]] = b->quantity[f];
    }
  return places;
}

/* Sets place[] of the fields of a kind, from place `next` on; returns the next free place. */
static int line_up(program_builder *b, builder_place kind, int next, int *place) {
  for (int f = 0; f < b->fields; f++)
    if (b->place[f] == kind) {
      if (kind <= BUILDER_WORK)
        b->state[next] = b->quantity[f];
      place[f] = next++;
    }
  return next;
}

/* Errors: as in the header. */
static void check_scalars(program_builder *b) {
  for (int n = 0; n < b->program.ops; n++) {
    const ria_op *op = &b->op[n];
    for (int i = 0; op->kernel && i < op->kernel->nscalar; i++)
      if (!op->bound[i] && !op->of_block[i] && isnan(op->scalars[i].value))
        fail(b, "the scalar '%s' of the kernel %s has no value", op->kernel->scalar[i].name,
             op->kernel->name);
  }
}

ria_status builder_finish(program_builder *b, bool packed) {
  int place[BUILDER_NAMES];
  check_scalars(b);
  if (b->status)
    return b->status;
  const int lasting = line_up(b, BUILDER_LASTING, 0, place);
  b->nstate = packed ? pack(b, lasting, place) : line_up(b, BUILDER_WORK, lasting, place);
  const int singles = line_up(b, BUILDER_STATIC, b->nstate, place);
  b->program.singles = line_up(b, BUILDER_SINGLE, singles, place) - singles;
  for (int n = 0; n < b->program.ops; n++)
    for (int i = 0; i < fields_of(&b->op[n]); i++)
      b->op[n].field[i] = place[b->op[n].field[i]];
  b->program.work = b->nstate - lasting;
  b->program.op = b->op;
  b->program.scalar = b->scalar;
  return RIA_SUCCESS;
}
