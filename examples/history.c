/* Reads the history of a run, and prints the minimum and the maximum of a field at each time.
 *
 *     history RUN/history.h5 FIELD
 */
#include <math.h>
#include <ria/history.h>
#include <stdio.h>
#include <stdlib.h>

/* NAN marks cells without a value, such as dry ones. */
static ria_status print_extremes(const ria_history_view *view, const char *field, float *values) {
  printf("%12s  %12s  %12s\n", "time, s", "minimum", "maximum");
  for (int64_t record = 0; record < view->records; record++) {
    float least = INFINITY, most = -INFINITY;
    RIA_TRY(ria_history_view_read(view, field, record, values));
    for (int64_t i = 0; i < view->nx * view->ny; i++) {
      least = values[i] < least ? values[i] : least;
      most = values[i] > most ? values[i] : most;
    }
    printf("%12.6g  %12.6g  %12.6g\n", view->time[record], least, most);
  }
  return RIA_SUCCESS;
}

static ria_status read_history(const char *path, const char *field) {
  ria_history_view view = {0};
  RIA_TRY(ria_history_view_open(path, &view));
  float *values = malloc((size_t)(view.nx * view.ny) * sizeof *values);
  const ria_status status = values ? print_extremes(&view, field, values)
                                   : ria_fail(RIA_ERROR_MEMORY, "no memory for a field");
  free(values);
  ria_history_view_close(&view);
  return status;
}

int main(int argc, char **argv) {
  if (argc != 3)
    return fprintf(stderr, "usage: history HISTORY.h5 FIELD\n"), 2;
  const ria_status status = read_history(argv[1], argv[2]);
  if (status != RIA_SUCCESS)
    fprintf(stderr, "history: %s: %s\n", ria_status_text(status), ria_status_detail());
  return status != RIA_SUCCESS;
}
