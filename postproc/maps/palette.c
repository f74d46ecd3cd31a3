/* Anchors of published palettes, linear in between: viridis and cividis (CC0; van der Walt and
 * Smith; Nunez, Anderton and Renslow 2018), a diverging one from blue to red, one from yellow to
 * red and one of blues after ColorBrewer's RdBu, YlOrRd and Blues (Brewer, Apache-2.0). All keep
 * their order for the colour-blind. */
#include "palette.h"
#include "ria/number.h"
#include <math.h>

enum { ANCHORS = 11 };

static const maps_colour palettes[][ANCHORS] = {
    [MAPS_PALETTE_SIGNED] = {{5, 48, 97},
                             {33, 102, 172},
                             {67, 147, 195},
                             {146, 197, 222},
                             {209, 229, 240},
                             {247, 247, 247},
                             {253, 219, 199},
                             {244, 165, 130},
                             {214, 96, 77},
                             {178, 24, 43},
                             {103, 0, 31}},
    [MAPS_PALETTE_MAGNITUDE] = {{68, 1, 84},
                                {72, 36, 117},
                                {65, 68, 135},
                                {53, 95, 141},
                                {42, 120, 142},
                                {33, 145, 140},
                                {34, 168, 132},
                                {68, 191, 112},
                                {122, 209, 81},
                                {189, 223, 38},
                                {253, 231, 37}},
    [MAPS_PALETTE_TRACE] = {{255, 247, 188},
                            {255, 237, 160},
                            {254, 217, 118},
                            {254, 197, 96},
                            {254, 178, 76},
                            {253, 141, 60},
                            {252, 78, 42},
                            {227, 26, 28},
                            {189, 0, 38},
                            {128, 0, 38},
                            {84, 0, 30}},
    [MAPS_PALETTE_TIME] = {{253, 234, 69},
                           {229, 211, 83},
                           {203, 186, 105},
                           {179, 165, 117},
                           {156, 146, 122},
                           {138, 134, 122},
                           {120, 119, 122},
                           {99, 104, 118},
                           {72, 87, 110},
                           {38, 69, 110},
                           {0, 34, 78}},
    [MAPS_PALETTE_DEPTH] = {{247, 251, 255},
                            {222, 235, 247},
                            {198, 219, 239},
                            {158, 202, 225},
                            {130, 186, 219},
                            {107, 174, 214},
                            {66, 146, 198},
                            {33, 113, 181},
                            {8, 81, 156},
                            {8, 65, 130},
                            {8, 48, 107}},
};

const maps_colour maps_colour_hidden = {214, 230, 241}, maps_colour_flat = {226, 208, 168},
                  maps_colour_land = {184, 184, 180};

static uint8_t between(uint8_t a, uint8_t b, double part) {
  return (uint8_t)lrint(a + part * ((double)b - a));
}

maps_colour maps_style_colour(const map_style *style, double value) {
  if (value < style->hide_below)
    return maps_colour_hidden;
  double low = style->low, high = style->high;
  if (style->logarithmic) {
    low = log(low);
    high = log(high);
    value = log(value > style->low ? value : style->low);
  }
  double at = (value - low) / (high - low);
  at = (at > 1 ? 1 : at > 0 ? at : 0) * (ANCHORS - 1);
  int first = (int)at < ANCHORS - 1 ? (int)at : ANCHORS - 2;
  const maps_colour *c = &palettes[style->palette][first];
  double part = at - first;
  return (maps_colour){between(c[0].r, c[1].r, part), between(c[0].g, c[1].g, part),
                       between(c[0].b, c[1].b, part)};
}

void maps_style_script(const map_style *style, FILE *script) {
  const maps_colour *c = palettes[style->palette];
  fputs("set palette defined (", script);
  for (int i = 0; i < ANCHORS; i++)
    fprintf(script, "%s%d '#%02x%02x%02x'", i ? ", " : "", i, c[i].r, c[i].g, c[i].b);
  ria_fprintf(script, ")\nset cbrange [%.10g:%.10g]\n", style->low, style->high);
  if (style->logarithmic)
    fputs("set logscale cb\n", script);
}
