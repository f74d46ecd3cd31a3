/* Couples an estuary with a catchment by the Basic Model Interface: rain fills a linear reservoir,
 * whose outflow is the discharge of the estuary's river.
 *
 *     couple CASE.yaml
 *
 * couple.py is the same in Python, and prints the same numbers.
 */
#include <ria/bmi_ria.h>
#include <ria/status.h>
#include <stdio.h>

static const char river[] = "channel~toxa_exit_water_x-section__volume_flow_rate";
static const char level[] = "sea_water_surface__elevation";

enum { INTERVAL = 900, HOUR = 3600, DAY = 86400, UPPER_END = 3 * 60 + 59 }; /* s, s, s; a cell */

/* ---- the catchment ---- */

static const double area = 150e6;      /* m2 */
static const double residence = 18000; /* s: the outflow is the storage divided by it */

/* mm/h: a storm from the third to the ninth hour. */
static double rain_at(double time) {
  return time >= 3 * HOUR && time < 9 * HOUR ? 6 : 0;
}

/* The storage after an interval, m3, by an implicit step. */
static double catchment_step(double storage, double rain) {
  return (storage + rain / 1000 / HOUR * area * INTERVAL) / (1 + INTERVAL / residence);
}

/* ---- the coupling ---- */

static int print_row(Bmi *estuary, double time, double rain, double discharge) {
  double height;
  int cell = UPPER_END;
  if (estuary->get_value_at_indices(estuary, level, &height, &cell, 1))
    return BMI_FAILURE;
  printf("%6.0f s  rain %3.0f mm/h  discharge %8.3f m3/s  level %+.6f m\n", time, rain, discharge,
         height);
  return BMI_SUCCESS;
}

/* The discharge of an interval is set before the estuary computes the interval. */
static int couple(Bmi *estuary) {
  double storage = 5 * residence, brought = 0, time = 0;
  while (time < DAY) {
    const double rain = rain_at(time);
    storage = catchment_step(storage, rain);
    double discharge = storage / residence;
    if (estuary->set_value(estuary, river, &discharge) ||
        estuary->update_until(estuary, time + INTERVAL) ||
        estuary->get_current_time(estuary, &time))
      return BMI_FAILURE;
    brought += discharge * INTERVAL;
    if ((int)time % HOUR == 0 && print_row(estuary, time, rain, discharge))
      return BMI_FAILURE;
  }
  printf("the river brought %.1f m3\n", brought);
  return BMI_SUCCESS;
}

int main(int argc, char **argv) {
  Bmi estuary;
  if (argc != 2)
    return fprintf(stderr, "usage: couple CASE.yaml\n"), 2;
  register_bmi_ria(&estuary);
  int status = estuary.initialize(&estuary, argv[1]);
  if (status == BMI_SUCCESS)
    status = couple(&estuary);
  if (status != BMI_SUCCESS)
    fprintf(stderr, "couple: %s\n", ria_status_detail());
  if (estuary.data)
    estuary.finalize(&estuary);
  return status;
}
