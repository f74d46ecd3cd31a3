#include "names.h"
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const struct {
  const char *own, *standard;
} standard[] = {
    {"h", "sea_water__depth"},
    {"level", "sea_water_surface__elevation"},
    {"u", "sea_water_flow__x_component_of_velocity"},
    {"v", "sea_water_flow__y_component_of_velocity"},
    {"speed", "sea_water_flow__speed"},
    {"direction", "sea_water_flow__azimuth_angle_of_velocity"},
    {"qx", "sea_water_flow__depth_integral_of_x_component_of_velocity"},
    {"qy", "sea_water_flow__depth_integral_of_y_component_of_velocity"},
};

/* A name in the form used for an object's part. */
static void to_word(const char *name, char *word, size_t size) {
  size_t n = 0;
  for (; name[n] && n + 1 < size; n++)
    word[n] = isalnum((unsigned char)name[n]) ? (char)tolower((unsigned char)name[n]) : '-';
  word[n] = 0;
}

/* For a tracer: "concentration" for the first one, "concentration_NAME" for the others. */
static char *name_tracer(const ria_case *c, const char *own) {
  static const struct {
    const char *own, *quantity;
  } of[] = {{"concentration", "concentration"}, {"hc", "depth_integral_of_concentration"}};
  for (size_t i = 0; i < sizeof of / sizeof *of; i++) {
    char word[RIA_TRACER_WORD + 16], *name = NULL;
    const size_t length = strlen(of[i].own);
    const bool first = !strcmp(own, of[i].own);
    if (!first && (strncmp(own, of[i].own, length) || own[length] != '_'))
      continue;
    to_word(!first           ? own + length + 1
            : c->tracer.name ? c->tracer.name
                             : "tracer",
            word, sizeof word);
    return asprintf(&name, "sea_water_%s__%s", word, of[i].quantity) < 0 ? NULL : name;
  }
  return strdup(own);
}

char *bmi_name_variable(const ria_stepper *s, int variable) {
  const char *own = ria_stepper_variable_at(s, variable)->name;
  const ria_case *c = ria_stepper_case(s);
  if (!c->natural) /* other quantities may have the same letters */
    return strdup(own);
  for (size_t i = 0; i < sizeof standard / sizeof *standard; i++)
    if (!strcmp(own, standard[i].own))
      return strdup(standard[i].standard);
  return name_tracer(c, own);
}

char *bmi_name_bed(void) {
  return strdup("sea_bottom_surface__elevation");
}

char *bmi_name_river(const ria_stepper *s, int river) {
  char word[256], other[256], number[16] = "", *name = NULL;
  to_word(ria_stepper_river(s, river), word, sizeof word);
  for (int i = 0; i < river; i++) {
    to_word(ria_stepper_river(s, i), other, sizeof other);
    if (!strcmp(word, other))
      snprintf(number, sizeof number, "-%d", river + 1);
  }
  return asprintf(&name, "channel~%s%s_exit_water_x-section__volume_flow_rate", word, number) < 0
             ? NULL
             : name;
}
