/* Wraps a device's functions in the calling convention of a CPU. */
#include <ria/executed.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void must(int error) {
  if (!error)
    return;
  fprintf(stderr, "a kernel failed in the executor with error %d: %s\n", error,
          ria_executor_fault());
  abort();
}

void ria_execute_step(ria_device_step_function function, ria_shape shape, ria_step_args *args) {
  ria_device_report report = {};
  ria_device_step_args device = {};
  device.step = *args;
  device.report = &report;
  device.shape = shape;
  must(function(&device));
  memcpy(&args->rate_max, &report.rate, sizeof args->rate_max);
  args->bad = report.bad;
}

/* Scalars as a program stores them: in another order, and with wrong values on the host. */
namespace {
struct scalars_of_program {
  enum { APART = 3 };
  double value[APART * RIA_MAX_SCALARS], wrong[RIA_MAX_SCALARS];
  int bound[RIA_MAX_SCALARS], on;
  ria_device_given given;

  scalars_of_program(const double *scalars, int count) : value(), wrong(), bound(), on(1), given() {
    for (int i = 0; i < count; i++) {
      const int place = APART * (count - 1 - i);
      value[place] = scalars[i];
      wrong[i] = 1e30;
      bound[i] = 1 + place;
    }
    given.value = value;
    given.bound = bound;
    given.on = &on;
  }
};

/* In every second call. */
bool takes_turn() {
  static thread_local unsigned turn;
  return turn++ % 2;
}
} // namespace

void ria_execute_point(ria_device_step_function function, ria_shape shape, int scalars,
                       ria_step_args *args) {
  const scalars_of_program program(args->scalars, scalars);
  ria_device_report report = {};
  ria_device_step_args device = {};
  device.step = *args;
  device.report = &report;
  device.shape = shape;
  if (args->steps < 2 && takes_turn()) {
    device.step.scalars = program.wrong;
    device.given = &program.given;
  }
  must(function(&device));
  memcpy(&args->rate_max, &report.rate, sizeof args->rate_max);
  args->bad = report.bad;
}

void ria_execute_boundary(ria_device_boundary_function function, const ria_boundary_args *args) {
  ria_device_boundary_args device = {};
  device.boundary = *args;
  device.rows = 1;
  if (takes_turn()) { /* the same cells as rows of one cell */
    device.rows = args->count;
    device.boundary.count = 1;
    device.next_row = args->along;
  }
  must(function(&device));
}

void ria_execute_cells(ria_device_cells_function function, const ria_cells_args *args) {
  ria_device_cells_args device = {};
  device.cells = *args;
  must(function(&device));
}

void ria_execute_reduce(ria_device_reduce_function function, int scalars, ria_reduce_args *args) {
  const scalars_of_program program(args->scalars, scalars);
  ria_device_reduce_args device = {};
  ria_device_extreme extreme = {};
  device.reduce = *args;
  device.extreme = &extreme;
  if (takes_turn()) {
    device.reduce.scalars = program.wrong;
    device.given = &program.given;
  }
  must(function(&device));
  args->found = ria_extreme_cell(&extreme, args->box, args->at);
  args->value = extreme.value;
}
