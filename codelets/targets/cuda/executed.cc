/* A device's functions behind the calling convention of a CPU. */
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

void ria_execute_boundary(ria_device_boundary_function function, const ria_boundary_args *args) {
  ria_device_boundary_args device = {};
  device.boundary = *args;
  must(function(&device));
}

void ria_execute_cells(ria_device_cells_function function, const ria_cells_args *args) {
  ria_device_cells_args device = {};
  device.cells = *args;
  must(function(&device));
}

void ria_execute_reduce(ria_device_reduce_function function, ria_reduce_args *args) {
  ria_device_reduce_args device = {};
  ria_device_extreme extreme = {};
  device.reduce = *args;
  device.extreme = &extreme;
  must(function(&device));
  args->found = ria_extreme_cell(&extreme, args->box, args->at);
  args->value = extreme.value;
}
