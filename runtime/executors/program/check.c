/* Checks a program for errors. */
#include "ria/program.h"

static ria_status wrong(int number, const char *what) {
  return ria_fail(RIA_ERROR_ARGUMENT, "operation %d of the program: %s", number, what);
}

static bool is_field(int field, int fields) {
  return field >= 0 && field < fields;
}

static bool sees_beside(const ria_reach *reach) {
  bool sees = false;
  for (int a = 0; a < RIA_AXES; a++)
    sees |= reach->low[a] || reach->high[a];
  return sees;
}

/* The fields of a model. */
typedef struct {
  int nstate, nstatic, singles;
  int reals;                 /* the first ones of nstate; singles lie in the memory of the others */
  const ria_storage *stored; /* [nstatic], or NULL */
} fields_of_model;

static bool is_written(int field, const fields_of_model *m) {
  return is_field(field, m->reals) || is_field(field - m->nstate - m->nstatic, m->singles);
}

static bool is_read(int field, const fields_of_model *m) {
  return is_written(field, m) || is_field(field - m->nstate, m->nstatic);
}

static ria_storage stored_as(int field, const fields_of_model *m) {
  if (field >= m->nstate + m->nstatic)
    return RIA_STORED_SINGLE;
  return field >= m->nstate && m->stored ? m->stored[field - m->nstate] : RIA_STORED_REAL;
}

static ria_status check_stored(const ria_op *op, int number, int f, const fields_of_model *m) {
  const ria_storage seen = ria_kernel_storage(op->kernel, f);
  const ria_storage stored = stored_as(op->field[f], m);
  return seen == stored
             ? RIA_SUCCESS
             : ria_fail(RIA_ERROR_ARGUMENT,
                        "operation %d of the program: the kernel %s has '%s' as %s, and the model "
                        "stores field %d as %s",
                        number, op->kernel->name, op->kernel->state[f].name, ria_storage_name(seen),
                        op->field[f], ria_storage_name(stored));
}

static ria_status check_kernel(const ria_op *op, int number, const fields_of_model *m) {
  const ria_kernel *k = op->kernel;
  const bool apply = op->kind == RIA_OP_APPLY;
  if (!k || k->kind != (apply ? RIA_KERNEL_POINT : RIA_KERNEL_REDUCE))
    return wrong(number, apply ? "expected a POINT kernel" : "expected a REDUCE kernel");
  for (int f = 0; f < k->nstate; f++) {
    const bool written = apply && ria_kernel_writes(k, f);
    if (!(written ? is_written : is_read)(op->field[f], m))
      return wrong(number, written ? "it writes a field that is not in the model's state"
                                   : "it reads a field that the model does not have");
    if (written && ria_kernel_reads(k, f) && sees_beside(&k->sees[f]))
      return wrong(number, "its kernel looks at neighbours of a field that it writes");
    RIA_TRY(check_stored(op, number, f, m));
  }
  if (k->nstatic)
    return wrong(number, "its kernel has static fields; give them as fields that it reads");
  return RIA_SUCCESS;
}

static ria_status check_bound(const ria_program *p, const ria_op *op, int number) {
  for (int s = 0; s < op->kernel->nscalar; s++)
    if (op->bound[s] < 0 || op->bound[s] > p->scalars)
      return wrong(number, "a scalar of its kernel is bound to one that the program does not have");
  return RIA_SUCCESS;
}

static ria_status check_compute(const ria_program *p, const ria_op *op, int number) {
  const ria_kernel *k = op->kernel;
  if (!k || k->kind != RIA_KERNEL_SCALAR || !k->compute)
    return wrong(number, "expected a SCALAR kernel");
  if (k->nscalar > RIA_MAX_SCALARS || k->nresult < 1 || k->nresult > RIA_MAX_SCALARS)
    return wrong(number, "its kernel has no result, or too many numbers");
  for (int r = 0; r < k->nresult; r++) {
    if (op->result_of[r] < 0 || op->result_of[r] >= p->scalars)
      return wrong(number, "it sets a scalar that the program does not have");
    for (int other = 0; other < r; other++)
      if (op->result_of[other] == op->result_of[r])
        return wrong(number, "two results of its kernel are one scalar");
  }
  for (int s = 0; s < k->nscalar; s++)
    if (!op->bound[s] && (op->scalars[s].from != RIA_BIND_VALUE || op->of_block[s]))
      return wrong(
          number, "the scalars of its kernel must be bound to scalars of the program or to values");
  return check_bound(p, op, number);
}

static ria_status check_exchange(const ria_op *op, int number, int reals) {
  if (op->fields < 1 || op->fields > RIA_MAX_OPERANDS)
    return wrong(number, "it exchanges no field, or too many");
  for (int f = 0; f < op->fields; f++)
    if (!is_field(op->field[f], reals))
      return wrong(number, "it exchanges a field that is not one of reals in the model's state");
  return RIA_SUCCESS;
}

static ria_status check_product(const ria_op *op, int number, int reals) {
  if (!op->matrix || !op->matrix->rows)
    return wrong(number, "it names a matrix that the program does not have");
  if (op->fields < 1 || op->fields > RIA_SPARSE_FIELDS)
    return wrong(number, "it multiplies no field, or too many");
  for (int f = 0; f < 2 * op->fields; f++)
    if (!is_field(op->field[f], reals))
      return wrong(number, "it multiplies fields that are not all of reals in the model's state");
  if (op->tick < 0 || op->tick > RIA_STEP_TICKS || (op->matrix->rings && op->add))
    return wrong(
        number, "a matrix of rings needs a tick within the step, and cannot add to present values");
  if (op->matrix->sides && !op->matrix->rings)
    return wrong(number, "only a matrix of rings can fill ghost cells");
  for (int f = 0; f < op->fields && !op->matrix->rings; f++)
    for (int t = 0; t < op->fields; t++)
      if (op->field[f] == op->field[op->fields + t])
        return wrong(number, "it writes a field that it multiplies");
  return RIA_SUCCESS;
}

bool ria_program_has_aside(const ria_program *p) {
  bool has = false;
  for (int i = 0; i < p->ops; i++)
    has |= p->op[i].aside != RIA_NOT_ASIDE;
  return has;
}

static ria_status check_aside(const ria_op *op, int number, int reals) {
  if (op->kind != RIA_OP_APPLY || op->patches || op->kernel->has_check || !number)
    return wrong(number, "an operation aside must be an APPLY to all cells, of a kernel without "
                         "CHECK, and not the first operation");
  for (int f = 0; f < op->kernel->nstate; f++)
    if (op->field[f] >= reals)
      return wrong(number, "an operation aside may use only fields of reals of the model's state");
  return RIA_SUCCESS;
}

static ria_status check_dot(const ria_op *op, int number, const fields_of_model *m) {
  if (op->fields < 1 || 2 * op->fields > RIA_MAX_OPERANDS || op->run < 1)
    return wrong(number, "it multiplies no field, or too many, or adds up runs of no product");
  for (int f = 0; f < 2 * op->fields; f++)
    if (!is_field(op->field[f], m->reals))
      return wrong(number, "it multiplies fields that are not all of reals in the model's state");
  return RIA_SUCCESS;
}

static ria_status check_op(const ria_program *p, int number, const fields_of_model *m) {
  const ria_op *op = &p->op[number];
  const bool sets =
      op->kind == RIA_OP_REDUCE || op->kind == RIA_OP_DOT || op->kind == RIA_OP_SCALAR;
  if (sets && (op->result < 0 || op->result >= p->scalars))
    return wrong(number, "it sets a scalar that the program does not have");
  if (op->part < 0 || op->part > p->parts)
    return wrong(number, "it belongs to a part that the program does not have");
  switch (op->kind) {
  case RIA_OP_APPLY:
  case RIA_OP_REDUCE:
    RIA_TRY(check_kernel(op, number, m));
    if (op->aside)
      RIA_TRY(check_aside(op, number, m->reals));
    return check_bound(p, op, number);
  case RIA_OP_COMPUTE:
    return check_compute(p, op, number);
  case RIA_OP_SPMV:
    return check_product(op, number, m->reals);
  case RIA_OP_DOT:
    return check_dot(op, number, m);
  case RIA_OP_EXCHANGE:
    return check_exchange(op, number, m->reals);
  case RIA_OP_SCALAR:
    return op->a >= 0 && op->a < p->scalars && op->b >= 0 && op->b < p->scalars
               ? RIA_SUCCESS
               : wrong(number, "it reads a scalar that the program does not have");
  case RIA_OP_LOOP:
    if (op->condition < 0 || op->condition >= p->scalars || op->most < 1)
      return wrong(number, "a loop needs a scalar as its condition, and at least one iteration");
    return RIA_SUCCESS;
  default:
    return RIA_SUCCESS;
  }
}

/* Check that LOOP and END match. */
static ria_status check_loops(const ria_program *p) {
  int loops = 0, depth = 0;
  for (int i = 0; i < p->ops; i++) {
    const bool begins = p->op[i].kind == RIA_OP_LOOP;
    loops += begins;
    depth += begins - (p->op[i].kind == RIA_OP_END);
    if (depth < 0)
      return wrong(i, "there is no loop to end");
    if (loops > RIA_PROGRAM_LOOPS || depth > RIA_PROGRAM_DEPTH)
      return ria_fail(RIA_ERROR_ARGUMENT,
                      "operation %d of the program: a program may have at most %d loops, nested at "
                      "most %d deep",
                      i, RIA_PROGRAM_LOOPS, RIA_PROGRAM_DEPTH);
  }
  return depth ? wrong(p->ops - 1, "a loop has no end") : RIA_SUCCESS;
}

ria_status ria_program_check(const ria_program *p, int nstate, int nstatic,
                             const ria_storage *stored, ria_precision precision) {
  const int room = ria_program_singles_room(p->singles, precision);
  const fields_of_model model = {.nstate = nstate,
                                 .nstatic = nstatic,
                                 .singles = p->singles,
                                 .reals = nstate - room,
                                 .stored = stored};
  if (p->ops < 1 || p->ops > RIA_PROGRAM_OPS || p->scalars < 0 ||
      p->scalars > RIA_PROGRAM_SCALARS || p->work < 0 || p->work >= nstate)
    return ria_fail(RIA_ERROR_ARGUMENT,
                    "a program must have 1 to %d operations and at most %d scalars, and the state "
                    "a field that is not a work field",
                    RIA_PROGRAM_OPS, RIA_PROGRAM_SCALARS);
  if (nstate + nstatic + p->singles > RIA_MAX_OPERANDS)
    return ria_fail(RIA_ERROR_ARGUMENT,
                    "a model of %d fields; with a program it may have at most %d",
                    nstate + nstatic + p->singles, RIA_MAX_OPERANDS);
  if (p->singles < 0 || room > p->work)
    return ria_fail(RIA_ERROR_ARGUMENT,
                    "%d fields of floats need the memory of %d work fields; the program has %d",
                    p->singles, room, p->work);
  if (nstate - p->work > RIA_MAX_FIELDS)
    return ria_fail(RIA_ERROR_ARGUMENT, "%d fields of the state last; at most %d may",
                    nstate - p->work, RIA_MAX_FIELDS);
  int lasting = 0;
  for (int i = 0; i < p->scalars; i++)
    lasting += p->scalar[i].lasts;
  if (lasting > RIA_PROGRAM_LASTING || p->end < 0 || p->end > p->scalars)
    return ria_fail(RIA_ERROR_ARGUMENT,
                    "a program has at most %d scalars that last, and the scalar that ends the run "
                    "must be its own",
                    RIA_PROGRAM_LASTING);
  if (p->failed < 0 || p->failed > p->scalars)
    return ria_fail(RIA_ERROR_ARGUMENT,
                    "the scalar that marks a failed step must be one of the program's");
  if (p->step < 0 || p->step > p->scalars || p->limit < 0 || p->limit > p->scalars ||
      (p->limit && !p->step))
    return ria_fail(RIA_ERROR_ARGUMENT,
                    "the length of a program's step, and the limit of that length, must be scalars "
                    "of the program; a limit needs a length");
  if (p->parts < 0 || p->parts > RIA_PROGRAM_PARTS)
    return ria_fail(RIA_ERROR_ARGUMENT, "a program has at most %d parts", RIA_PROGRAM_PARTS);
  for (int i = 0; i < p->ops; i++)
    RIA_TRY(check_op(p, i, &model));
  return check_loops(p);
}
