/* Finding kernels by name. */
#include "tests.h"
#include <stdbool.h>
#include <string.h>
#include <ria/device_kernel.h>
#include <ria/registry.h>
#include <ria/solver.h>
#include <ria_cell/tile.h>

static void kernels_are_in_alphabetical_order(void **state) {
  (void)state;
  assert_non_null(ria_kernels[0]);
  for (int i = 0; ria_kernels[i + 1]; i++)
    assert_true(strcmp(ria_kernels[i]->name, ria_kernels[i + 1]->name) < 0);
}

static void each_kernel_is_whole(void **state) {
  (void)state;
  for (const ria_kernel *const *k = ria_kernels; *k; k++) {
    const ria_kernel *kernel = *k;
    assert_ptr_equal(ria_kernel_find(kernel->name), kernel);
    if (kernel->kind == RIA_KERNEL_SCALAR) {
      assert_true(kernel->compute && kernel->nresult > 0 && kernel->implementations == 0);
      continue;
    }
    assert_string_equal(kernel->implementation[0].target->name, "cpu");
    assert_string_equal(kernel->implementation[0].strategy, "reference");
    assert_memory_equal(&kernel->cost, &kernel->costs[0], sizeof kernel->cost);
    for (int s = 0; s < kernel->nscalar; s++)
      assert_int_equal(ria_kernel_scalar(kernel, kernel->scalar[s].name), s);
    for (int s = 0; s < kernel->nswitch; s++)
      assert_int_equal(ria_kernel_switch(kernel, kernel->switches[s].name), s);
    for (int i = 0; i < kernel->implementations; i++) {
      const ria_implementation *one = &kernel->implementation[i];
      for (int p = 0; p < RIA_PRECISIONS; p++) {
        const bool host = !strcmp(one->target->name, "cpu");
        const bool cell = !strcmp(one->target->name, "cell"); /* on the host, by SPEs */
        const bool device = !host && !cell && !ria_target_missing(one->target->name);
        const ria_device_functions *gpu = ria_device_functions_of(one, (ria_precision)p);
        const bool step = kernel->kind == RIA_KERNEL_FACE || kernel->kind == RIA_KERNEL_POINT;
        const bool boundary = kernel->kind == RIA_KERNEL_BOUNDARY;
        const bool cells = kernel->kind == RIA_KERNEL_CELLS;
        const bool reduce = kernel->kind == RIA_KERNEL_REDUCE;
        assert_int_equal(one->step[p] != NULL, (host || cell) && step);
        assert_int_equal(one->rate[p] != NULL, (host || cell) && kernel->has_rate);
        assert_int_equal(one->boundary[p] != NULL, host && boundary);
        assert_int_equal(one->cells[p] != NULL, host && cells);
        assert_int_equal(one->reduce[p] != NULL, host && reduce);
        assert_int_equal(gpu->step != NULL, device && step);
        assert_int_equal(gpu->rate != NULL, device && kernel->has_rate);
        assert_int_equal(gpu->boundary != NULL, device && boundary);
        assert_int_equal(gpu->cells != NULL, device && cells);
        assert_int_equal(gpu->reduce != NULL, device && reduce);
        assert_int_equal(ria_cell_stage_of(one, (ria_precision)p) != NULL, cell);
        assert_int_equal(gpu->shapes != NULL, !host && !cell && step);
        assert_int_equal(ria_implementation_on_host(one), host || cell);
        assert_int_equal(ria_implementation_on_device(one), device);
        for (const ria_shape *s = gpu->shapes; s && s->columns; s++)
          assert_true(s->columns > 0 && s->rows > 0 && s->warps > 0);
      }
    }
  }
}

static void unknown_names_are_not_found(void **state) {
  (void)state;
  const ria_kernel *kernel = ria_kernels[0];
  assert_null(ria_kernel_find("nothing"));
  assert_null(ria_kernel_implementation(kernel, "cpu", "nothing"));
  assert_null(ria_kernel_implementation(kernel, "nothing", NULL));
  assert_int_equal(ria_kernel_scalar(kernel, "nothing"), -1);
  assert_int_equal(ria_kernel_switch(kernel, "nothing"), -1);
}

static void the_last_strategy_is_the_default(void **state) {
  (void)state;
  for (const ria_kernel *const *k = ria_kernels; *k; k++) {
    const ria_implementation *last = NULL;
    if ((*k)->kind == RIA_KERNEL_SCALAR)
      continue;
    for (int i = 0; i < (*k)->implementations; i++)
      if (!strcmp((*k)->implementation[i].target->name, "cpu"))
        last = &(*k)->implementation[i];
    assert_ptr_equal(ria_kernel_implementation(*k, "cpu", NULL), last);
    assert_ptr_equal(ria_kernel_implementation(*k, "cpu", last->strategy), last);
  }
}

static bool in_list(const char *const *list, const char *name) {
  for (; *list; list++)
    if (!strcmp(*list, name))
      return true;
  return false;
}

/* A case may choose exactly the existing names. */
static void names_are_those_of_the_registry(void **state) {
  (void)state;
  int solvers = 0;
  for (; ria_solvers[solvers]; solvers++)
    assert_string_equal(ria_known_names.solvers[solvers], ria_solvers[solvers]->name);
  assert_null(ria_known_names.solvers[solvers]);
  assert_true(solvers > 0);
  for (const ria_kernel *const *k = ria_kernels; *k; k++)
    for (int i = 0; i < (*k)->implementations; i++)
      assert_true(in_list(ria_known_names.targets, (*k)->implementation[i].target->name));
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(kernels_are_in_alphabetical_order),
                                     cmocka_unit_test(each_kernel_is_whole),
                                     cmocka_unit_test(unknown_names_are_not_found),
                                     cmocka_unit_test(the_last_strategy_is_the_default),
                                     cmocka_unit_test(names_are_those_of_the_registry)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
