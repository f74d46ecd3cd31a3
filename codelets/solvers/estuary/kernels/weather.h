/* Wind and air pressure over the water: each is stored in two sets of static fields, one for an
 * even and one for an odd record, and interpolated linearly in time between them. */
#define WEATHER_STATE                \
  STATE(FIELD(h, "m", "water depth") \
        VECTOR(q, "m2/s", "discharge per unit width"))

#define WEATHER_WIND                                        \
  STATICS(VECTOR(even_wind, "m/s", "wind of the even record") \
          VECTOR(odd_wind, "m/s", "wind of the odd record"))

#define WEATHER_PRESSURE                                                                              \
  STATICS(VECTOR(even_push, "m/s2", "gradient of the pressure over water density, of the even record") \
          VECTOR(odd_push, "m/s2", "the same of the odd record"))

SCALAR(dt, "s", "time step")
SCALAR(dry, "m", "depth at and below which water does not move")
SCALAR(odd, "1", "share of the odd record: 0 at the time of the even one")

static real at_time(real even_value, real odd_value) { return fma(odd, odd_value - even_value, even_value); }
