/* The tracked fields of an estuary: largest values, and times of arrival and of flooding; and the
 * variables that the files of a run show. */
#include "../water.h"
#include "estuary.h"
#include <math.h>
#include <string.h>
#include "ria/registry.h"

/* A tracked quantity of a case: a kernel, and its fields. */
typedef struct {
  const char *kernel;
  int fields;
  ria_tracked field[3];
  bool counts_all; /* cells count if deeper than `dry`, whatever maxima.above is */
} following;

static const double none = -(double)INFINITY, never = (double)INFINITY;

#define LARGEST "concentration_max"
#define ARRIVED "arrival"
#define TIME_OF(name, what)                                                                        \
  { {name "_max_time", "s", "when " what " was largest"}, (double)INFINITY }
#define PEAK(name, unit, what)                                                                     \
  .kernel = "water_peak_" name, .fields = 2,                                                       \
  .field = {{{name "_max", unit, "largest " what " so far"}, -(double)INFINITY},                   \
            TIME_OF(name, what)}

static const following
    arrival_of_tracer =
        {.kernel = "water_arrival",
         .fields = 2,
         .field = {{{LARGEST, "1", "largest concentration so far"}, -(double)INFINITY},
                   {{ARRIVED, "s", "when the concentration first reached the threshold"},
                    (double)INFINITY}},
         .counts_all = true},
    peak_of_tracer = {.kernel = "water_peak_arrival",
                      .fields = 3,
                      .field = {{{LARGEST, "1", "largest concentration so far"}, -(double)INFINITY},
                                {{ARRIVED, "s",
                                  "when the concentration first reached the threshold"},
                                 (double)INFINITY},
                                TIME_OF("concentration", "the concentration")},
                      .counts_all = true},
    flood = {.kernel = "water_flooded",
             .fields = 2,
             .field = {{{"flood_arrival", "s", "when the water first came"}, (double)INFINITY},
                       {{"flood_duration", "s", "how long the water stood"}, 0}},
             .counts_all = true};

/* Indexed by estuary_peak; the level follows from the depth. */
static const following peaks[ESTUARY_PEAKS] = {
    [ESTUARY_PEAK_DEPTH] = {PEAK("depth", "m", "depth"), .counts_all = true},
    [ESTUARY_PEAK_SPEED] = {PEAK("speed", "m/s", "speed")},
    [ESTUARY_PEAK_FLUX] = {PEAK("flux", "m2/s", "discharge per unit width")},
    [ESTUARY_PEAK_HAZARD] = {PEAK("hazard", "m2/s", "hazard")}};

/* Only the history shows them. Time-tiled runs cannot track: their cells reach the same time only
 * at the end of a window. */
static bool tracks(const ria_case *c) {
  return c->output.history && c->scheme != RIA_TILING_SWEPT;
}

static bool asks(const ria_case *c, estuary_peak peak) {
  const estuary_case *own = c->own;
  return own && own->maxima.on && own->maxima.asked >> peak & 1 && strcmp(c->target, "cell") != 0;
}

static bool asks_flood(const ria_case *c) {
  const estuary_case *own = c->own;
  return own && own->maxima.on && (own->maxima.has_arrival || own->maxima.has_duration) &&
         strcmp(c->target, "cell") != 0;
}

/* The tracked quantities of a case, in the order of the tracked fields. Those of a rider have
 * other names. */
typedef struct {
  following of;
  int rider; /* -1: none */
} followed;

static void add(followed list[ESTUARY_FOLLOWED], int *count, const following *of) {
  list[(*count)++] = (followed){*of, -1};
}

static void add_riders(const ria_case *c, followed list[ESTUARY_FOLLOWED], int *count) {
  int number[ESTUARY_RIDERS];
  const int riders = estuary_list_riders(c, number);
  for (int i = 0; i < riders; i++) {
    const ria_case_tracer *tracer = &c->each_tracer[number[i]];
    list[(*count)++] =
        (followed){{.kernel = "water_peak_tracer",
                    .fields = 2,
                    .field = {{{tracer->peak, "1", "largest concentration so far"}, none},
                              {{tracer->peak_time, "s", "when it was largest"}, never}},
                    .counts_all = true},
                   i};
  }
}

static int list_followed(const ria_case *c, followed list[ESTUARY_FOLLOWED]) {
  int count = 0;
  if (!tracks(c))
    return 0;
  if (c->tracer.on)
    add(list, &count, asks(c, ESTUARY_PEAK_CONCENTRATION) ? &peak_of_tracer : &arrival_of_tracer);
  for (int p = 0; p < ESTUARY_PEAKS; p++)
    if (peaks[p].kernel &&
        (asks(c, (estuary_peak)p) || (p == ESTUARY_PEAK_DEPTH && asks(c, ESTUARY_PEAK_LEVEL))))
      add(list, &count, &peaks[p]);
  if (asks_flood(c))
    add(list, &count, &flood);
  if (asks(c, ESTUARY_PEAK_CONCENTRATION))
    add_riders(c, list, &count);
  return count;
}

int estuary_tracked(const ria_case *c, ria_tracked field[RIA_MAX_TRACKED]) {
  followed list[ESTUARY_FOLLOWED];
  const int count = list_followed(c, list);
  int fields = 0;
  for (int i = 0; i < count; i++)
    for (int f = 0; f < list[i].of.fields; f++)
      field[fields++] = list[i].of.field[f];
  return fields + estuary_mean_fields(c, field + fields);
}

/* A depth above `dry`, or no value. */
static double depth_if(bool given, double depth) {
  return given ? depth : never;
}

static void bind(const estuary *e, const followed *one, ria_tracker *tracker) {
  const ria_case *c = e->the_case;
  const estuary_case *own = e->own;
  const double above = own->maxima.has_above ? fmax(own->maxima.above, c->dry) : c->dry;
  const struct {
    const char *name;
    double value;
  } known[] = {{"dry", c->dry},
               {"least", one->of.counts_all ? c->dry : above},
               {"threshold", c->tracer.threshold > 0 ? c->tracer.threshold : never},
               {"arrives", depth_if(own->maxima.has_arrival, own->maxima.arrival)},
               {"lasts", depth_if(own->maxima.has_duration, own->maxima.duration)}};
  recipe_bind(tracker->kernel, tracker->scalars, "time", (ria_binding){.from = RIA_BIND_TIME});
  for (size_t i = 0; i < sizeof known / sizeof *known; i++)
    if (ria_kernel_scalar(tracker->kernel, known[i].name) >= 0)
      recipe_bind_value(tracker->kernel, tracker->scalars, known[i].name, known[i].value);
  if (one->rider < 0)
    return;
  const ria_case_tracer *rider = &c->each_tracer[e->rider_tracer[one->rider]];
  tracker->field[0] = rider->peak;
  tracker->field[1] = rider->peak_time;
  tracker->field[2] = rider->content;
}

ria_status estuary_track(estuary *e) {
  followed list[ESTUARY_FOLLOWED];
  e->trackers = list_followed(e->the_case, list);
  e->ntracked = estuary_tracked(e->the_case, e->tracked);
  for (int i = 0; i < e->trackers; i++) {
    e->tracker[i] = (ria_tracker){.kernel = ria_kernel_find(list[i].of.kernel)};
    if (!e->tracker[i].kernel)
      return ria_fail(RIA_ERROR_INTERNAL, "the kernel %s is not in this build", list[i].of.kernel);
    bind(e, &list[i], &e->tracker[i]);
  }
  return estuary_average(e);
}

void estuary_fill_tracked(const estuary *e, ria_model *model) {
  model->trackers = e->trackers;
  model->tracker = e->tracker;
  model->ntracked = e->ntracked;
  model->tracked = e->tracked;
  model->windows = estuary_windows(e->the_case);
}

static double unknown(const double *state, const double *statics, const double *parameter) {
  (void)state, (void)statics, (void)parameter;
  return NAN;
}

/* The sum of a state field over the domain: an amount of water or tracer that left, or a
 * shortfall. */
static void count(const ria_case *c, ria_conserved *of, const char *field, ria_counted counted) {
  counted.field = estuary_state_field(c, field);
  if (counted.field >= 0 && of->field >= 0)
    of->counted[of->counts++] = counted;
}

static void count_lines(const ria_case *c, ria_conserved *of, const char *field) {
  estuary_count_lines(c, estuary_state_field(c, field), of);
}

static const char *const rare_water[] = {"rain", "intake", NULL}, *const rare_tracer[] = {"intake",
                                                                                          NULL};

/* Fields of some cases only. */
static void show_more(const ria_case *c, ria_shown *shown) {
  const int infiltrated = estuary_state_field(c, "infiltrated");
  shown->conserved[0].rare = rare_water;
  shown->conserved[1].rare = rare_tracer;
  count(c, &shown->conserved[0], "infiltrated",
        (ria_counted){.key = "infiltrated", .row = "infiltrated", .sign = -1});
  count(c, &shown->conserved[0], "shortfall",
        (ria_counted){.key = "shortfall",
                      .row = "shortfall of intakes",
                      .sign = 1,
                      .kind = "intake",
                      .net = "taken_out"});
  count(c, &shown->conserved[1], "infiltrated_tracer",
        (ria_counted){.key = "infiltrated", .row = "infiltrated", .sign = -1});
  count(c, &shown->conserved[1], "taken_tracer",
        (ria_counted){.key = "taken_out", .row = "tracer taken out", .sign = -1});
  count(c, &shown->conserved[0], "piped",
        (ria_counted){.key = "piped", .row = "in culverts and pumps", .sign = -1});
  count(c, &shown->conserved[1], "piped_tracer",
        (ria_counted){.key = "piped", .row = "in culverts and pumps", .sign = -1});
  count_lines(c, &shown->conserved[0], "line_water");
  count_lines(c, &shown->conserved[1], "line_tracer");
  const int more = estuary_lasting_state(c);
  ria_tracked tracked[RIA_MAX_TRACKED];
  if (more || estuary_tracked(c, tracked))
    shown->fields = WATER_FIELDS + more;
  const estuary_case *own = c->own;
  if (own && own->rain.on) /* a flood by rain is judged by its depth; levels cover all the ground */
    shown->variable[0].picture =
        (ria_picture){.title = "Water depth", .label = "Depth", .scale = RIA_SCALE_DEPTH};
  if (infiltrated >= 0)
    shown->variable[shown->variables++] =
        (ria_variable){.name = "infiltrated",
                       .unit = "m",
                       .what = "water that has infiltrated since the start",
                       .where = RIA_SHOWN_IN_HISTORY,
                       .picture = {.title = "Infiltrated water", .label = "Infiltrated"},
                       .field = infiltrated};
}

/* ---- variables of tracked fields ---- */

double estuary_level_of_depth(double depth, const double *statics, double time) {
  (void)time;
  return depth - statics[0];
}

/* As computed by water_flooded.c. */
static double duration_of(double own, const double *statics, double time) {
  (void)statics;
  const double duration = own < 0 ? own + (time + 1) : own;
  return duration > 0 ? duration : NAN;
}

/* The variable of a tracked field; absent without tracking. */
static void show(const ria_case *c, const char *field, ria_variable variable, ria_shown *shown) {
  ria_tracked tracked[RIA_MAX_TRACKED];
  const int count = estuary_tracked(c, tracked);
  variable.where = RIA_SHOWN_IN_HISTORY;
  variable.value = unknown;
  for (int f = 0; f < count; f++)
    if (!strcmp(tracked[f].quantity.name, field)) {
      variable.field = shown->fields + f;
      variable.value = NULL;
    }
  shown->variable[shown->variables++] = variable;
}

static void show_time(const ria_case *c, const char *field, const char *title, const char *what,
                      ria_shown *shown) {
  show(c, field,
       (ria_variable){.name = field,
                      .unit = "s",
                      .what = what,
                      .over_time = "maximum",
                      .picture = {.title = title, .label = "Time", .once = true}},
       shown);
}

static const struct {
  const char *field, *name, *unit, *what, *time, *title, *what_time; /* time NULL: the time belongs
                                                                        to another variable */
  ria_picture picture;
  double (*follow)(double own, const double *statics, double time);
} shows[ESTUARY_PEAKS] = {
    [ESTUARY_PEAK_LEVEL] = {"depth_max",
                            "level_max",
                            "m",
                            "highest water level since the start",
                            "depth_max_time",
                            "Time of the largest depth",
                            "time from the start until the water was deepest",
                            {.title = "Highest water level",
                             .label = "Highest water level",
                             .scale = RIA_SCALE_SIGNED},
                            estuary_level_of_depth},
    [ESTUARY_PEAK_DEPTH] = {"depth_max",
                            "depth_max",
                            "m",
                            "largest depth since the start",
                            NULL,
                            NULL,
                            NULL,
                            {.title = "Largest depth", .label = "Depth", .scale = RIA_SCALE_DEPTH},
                            NULL},
    [ESTUARY_PEAK_SPEED] = {"speed_max",
                            "speed_max",
                            "m/s",
                            "largest speed since the start",
                            "speed_max_time",
                            "Time of the largest speed",
                            "time from the start until the water was fastest",
                            {.title = "Largest speed",
                             .label = "Speed",
                             .scale = RIA_SCALE_MAGNITUDE},
                            NULL},
    [ESTUARY_PEAK_FLUX] = {"flux_max",
                           "flux_max",
                           "m2/s",
                           "largest depth times speed since the start",
                           "flux_max_time",
                           "Time of the largest depth times speed",
                           "time from the start until depth times speed was largest",
                           {.title = "Largest depth times speed",
                            .label = "Depth times speed",
                            .scale = RIA_SCALE_MAGNITUDE},
                           NULL},
    [ESTUARY_PEAK_HAZARD] = {"hazard_max",
                             "hazard_max",
                             "m2/s",
                             "largest hazard, depth times (speed + 0.5 m/s), since the start",
                             "hazard_max_time",
                             "Time of the largest hazard",
                             "time from the start until the hazard was largest",
                             {.title = "Largest hazard",
                              .label = "Depth times (speed + 0.5 m/s)",
                              .scale = RIA_SCALE_MAGNITUDE},
                             NULL}};

static void show_peaks(const ria_case *c, ria_shown *shown) {
  for (int p = 0; p < ESTUARY_PEAKS; p++) {
    if (!shows[p].field || !asks(c, (estuary_peak)p))
      continue;
    ria_variable v = {.name = shows[p].name,
                      .unit = shows[p].unit,
                      .what = shows[p].what,
                      .picture = shows[p].picture,
                      .follow = shows[p].follow,
                      .over_time = "maximum"};
    v.picture.once = true;
    show(c, shows[p].field, v, shown);
    const bool shared = p == ESTUARY_PEAK_DEPTH && !asks(c, ESTUARY_PEAK_LEVEL);
    const int timed = shared ? ESTUARY_PEAK_LEVEL : p;
    if (shows[timed].time)
      show_time(c, shows[timed].time, shows[timed].title, shows[timed].what_time, shown);
  }
}

static void show_flood(const ria_case *c, ria_shown *shown) {
  const estuary_case *own = c->own;
  if (asks_flood(c) && own->maxima.has_arrival)
    show(c, "flood_arrival",
         (ria_variable){
             .name = "flood_arrival",
             .unit = "s",
             .what = "time from the start until the water came",
             .over_time = "minimum",
             .picture = {.title = "Arrival of the water", .label = "Arrival", .once = true}},
         shown);
  if (asks_flood(c) && own->maxima.has_duration)
    show(c, "flood_duration",
         (ria_variable){
             .name = "flood_duration",
             .unit = "s",
             .what = "time for which the water has stood",
             .over_time = "sum",
             .follow = duration_of,
             .picture = {.title = "Duration of flooding", .label = "Duration", .once = true}},
         shown);
}

static void show_riders(const ria_case *c, ria_shown *shown) {
  int number[ESTUARY_RIDERS];
  const int riders = estuary_list_riders(c, number);
  for (int i = 0; i < riders && asks(c, ESTUARY_PEAK_CONCENTRATION); i++) {
    const ria_case_tracer *tracer = &c->each_tracer[number[i]];
    show(c, tracer->peak,
         (ria_variable){.name = tracer->peak,
                        .unit = tracer->age    ? "s"
                                : tracer->unit ? tracer->unit
                                               : "1",
                        .what = "largest since the start",
                        .over_time = "maximum",
                        .picture = {.title = tracer->age ? "Largest age" : tracer->peak,
                                    .label = tracer->age ? "Age" : "Concentration",
                                    .scale = RIA_SCALE_MAGNITUDE,
                                    .once = true}},
         shown);
    show_time(c, tracer->peak_time, tracer->age ? "Time of the largest age" : tracer->peak_time,
              "time from the start until it was largest", shown);
  }
}

/* A history has the tracer's variables with any time tiling, so that a run can be continued with
 * another one. */
static void show_tracer(const ria_case *c, ria_shown *shown) {
  shown->peak = LARGEST;
  show(c, LARGEST,
       (ria_variable){.name = LARGEST,
                      .unit = c->tracer.unit ? c->tracer.unit : "1",
                      .what = "largest concentration of the tracer since the start"},
       shown);
  if (c->tracer.threshold > 0) {
    shown->arrived = ARRIVED;
    show(c, ARRIVED,
         (ria_variable){.name = ARRIVED,
                        .unit = "s",
                        .what = "time from the start until the tracer reached the threshold"},
         shown);
  }
  if (asks(c, ESTUARY_PEAK_CONCENTRATION))
    show_time(c, "concentration_max_time", "Time of the largest concentration",
              "time from the start until it was largest", shown);
}

static void show_tracked(const ria_case *c, ria_shown *shown) {
  ria_tracked tracked[RIA_MAX_TRACKED];
  shown->tracked = estuary_tracked(c, tracked);
  if (c->tracer.on)
    show_tracer(c, shown);
  show_peaks(c, shown);
  show_flood(c, shown);
  show_riders(c, shown);
  estuary_show_means(c, shown->tracked - estuary_mean_fields(c, tracked), shown);
}

void estuary_show(const ria_case *c, const ria_terrain *terrain, ria_shown *shown) {
  water_show(c, terrain, shown);
  estuary_show_roughness(c, terrain, shown);
  estuary_show_mixing(c, terrain, shown);
  estuary_show_dams(c, terrain, shown);
  estuary_show_pipes(c, terrain, shown);
  estuary_show_lines(c, terrain, shown);
  estuary_show_sections(c, terrain, shown);
  estuary_show_fields(c, terrain, shown);
  show_more(c, shown);
  estuary_show_riders(c, shown);
  show_tracked(c, shown);
}
