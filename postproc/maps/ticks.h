/* Numbers on axes and colour bars. Private to postproc/maps. */
#ifndef MAPS_TICKS_H
#define MAPS_TICKS_H

enum { MAPS_TICKS = 24, MAPS_TICK_SIZE = 32 };

typedef struct {
  int count;
  struct {
    double at;
    char text[MAPS_TICK_SIZE];
  } tick[MAPS_TICKS];
  char factor[MAPS_TICK_SIZE]; /* factor of the texts, such as "x 10^6" in Unicode; "": none */
} maps_ticks;

/* Round numbers from `low` to `high`, at most `most` of them (2 to MAPS_TICKS). Very large or small
 * ones share a power of ten. */
void maps_ticks_linear(double low, double high, int most, maps_ticks *ticks);
/* The same on a logarithmic axis: powers of ten; if there are fewer than three, also 2 and 5 times
 * these. `low` > 0 is always one. */
void maps_ticks_logarithmic(double low, double high, int most, maps_ticks *ticks);

/* The largest 1, 2, 2.5 or 5 times a power of ten that fits at least `parts` times into `range`. */
double maps_nice_step(double range, int parts);
/* The smallest 1, 2, 2.5 or 5 times a power of ten that is not below `value` (> 0). */
double maps_nice_above(double value);
/* Move the ends outwards to multiples of a round step; the original range has at most `parts`
 * steps. */
void maps_nice_range(double *low, double *high, int parts);

#endif
