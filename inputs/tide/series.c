/* The value of a series at a time. */
#include <stdlib.h>
#include "ria/tide.h"

double ria_series_value(const ria_series *series, double t) {
  if (series->count <= 0)
    return 0;
  int low = 0, high = series->count - 1;
  if (!(t > series->time[low]) || high == 0)
    return series->value[low];
  if (t >= series->time[high])
    return series->value[high];
  while (high - low > 1) { /* time[low] <= t < time[high] */
    int middle = low + (high - low) / 2;
    if (series->time[middle] <= t)
      low = middle;
    else
      high = middle;
  }
  double part = (t - series->time[low]) / (series->time[high] - series->time[low]);
  return series->value[low] + part * (series->value[high] - series->value[low]);
}

void ria_series_destroy(ria_series *series) {
  if (!series)
    return;
  free(series->time);
  free(series->value);
  *series = (ria_series){0};
}
