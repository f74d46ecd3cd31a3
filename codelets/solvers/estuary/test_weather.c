/* Weather in the estuary's program: fields, kernels and knots of a case, keys of a cyclone, and
 * messages about a track that does not fit. */
#include <math.h>
#include "test_estuary.h"

#define HEAD                                                                                       \
  "time: {start: 2021-01-01, end: 1 h}\n"                                                          \
  "grid: {extent: [0 m, 0 m, 200 km, 100 km], cells: [20, 10]}\n"                                  \
  "bathymetry: {shape: {kind: flat, elevation: -40 m}}\n"
#define TRACK_HEAD "time,x [km],y [km],pressure,radius,wind [kt]\n"
#define TRACK      TRACK_HEAD "2021-01-01T00:00,50,20,960,20,80\n2021-01-01T02:00,90,60,970,25,70\n"

static int set_up(void **state) {
  const int code = case_setup(state);
  write_text(((case_fixture *)*state)->folder, "track.csv", TRACK);
  return code;
}

static void fields_follow_from_the_case(void **state) {
  estuary_case c = estuary_of(*state, HEAD, "weather: {track: track.csv}\n");
  int nstate = -1, nstatic = -1;
  assert_int_equal(c.status, RIA_SUCCESS);
  assert_int_equal(c.model.nstatic, 2 + 9); /* a share, and 4 parts of two records */
  assert_int_equal(c.model.sources, 1);
  assert_string_equal(c.model.source[0].kernel->name, "water_weather");
  assert_null(c.model.source[0].kind); /* it adds no water */
  c.solver->more(&c.f->the_case, &nstate, &nstatic);
  assert_int_equal(nstatic, 9);
  forget(&c);
}

/* The eye moves at 7.9 m/s, so it needs 255 s for a tenth of 20 km: a frame every 128 s. The
 * weight of odd frames has its corners there, which are knots of the forcing. */
static void frames_follow_the_eye(void **state) {
  enum { ODD = 3 };
  estuary_case c = estuary_of(*state, HEAD, "weather: {track: track.csv}\n");
  double values[32], time = 0;
  assert_true(c.model.forcings <= 32);
  for (int frame = 1; frame < 5; frame++) {
    time = c.model.moments.next(c.model.context, time);
    assert_true(time == 128 * frame);
    assert_true(fmod(time, c.model.forcing_interval) == 0);
    c.model.forcing(c.model.context, time, values);
    assert_true(values[ODD] == frame % 2);
    c.model.forcing(c.model.context, time + 32, values);
    assert_true(values[ODD] == (frame % 2 ? 0.75 : 0.25));
  }
  forget(&c);
}

static void tracks_that_do_not_fit(void **state) {
  static const struct {
    const char *track, *part;
  } bad[] = {
      {"time,x,y,pressure,radius\n", "one of wind (m/s) and b"},
      {"time,x,y,pressure,radius,gusts\n", "there is no column 'gusts'"},
      {"time,x,y,pressure [m],radius,b\n", "the column 'pressure' is in 'm'"},
      {"time,lon,lat,pressure,radius,b\n2021-01-01,1,2,960,20,1.5\n", "expected 'grid.crs'"},
      {TRACK_HEAD "2021-01-01,50,20,960,20,80\n", "expected two lines or more"},
      {TRACK_HEAD "2021-01-01,50,20,960,20,80\n2021-01-01T00:30,50,20,960,20,80\n",
       "that cover the run"},
      {TRACK_HEAD "2021-01-01,50,20,96000,20,80\n2021-01-02,50,20,96000,20,80\n",
       "expected a lower pressure in the eye"},
      {TRACK_HEAD "2021-01-01,50,20,960,20,8\n2021-01-02,50,20,960,20,8\n", "Holland's B is"},
      {TRACK_HEAD "2021-01-02,50,20,960,20,80\n2021-01-01,50,20,960,20,80\n",
       "a time after that of the line before"}};
  for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
    write_text(((case_fixture *)*state)->folder, "bad.csv", bad[i].track);
    ria_terrain terrain = {0};
    read_text(*state, HEAD "weather: {track: bad.csv}\n");
    assert_valid(*state);
    assert_int_not_equal(ria_terrain_load(&((case_fixture *)*state)->the_case, &terrain),
                         RIA_SUCCESS);
    if (!strstr(ria_status_detail(), bad[i].part))
      fail_msg("'%s' does not say '%s'", ria_status_detail(), bad[i].part);
    ria_terrain_destroy(&terrain);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test_setup_teardown(fields_follow_from_the_case, set_up, case_teardown),
      cmocka_unit_test_setup_teardown(frames_follow_the_eye, set_up, case_teardown),
      cmocka_unit_test_setup_teardown(tracks_that_do_not_fit, set_up, case_teardown)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
