/* The threshold concentration of a tracer's arrival. */
#include <math.h>
#include "steps.h"
#include "ria/shape.h"
#include "units/units.h"

/* Default threshold as a share of the largest concentration. */
static const double share = 0.01;

/* The largest concentration of the first tracer that the case names. */
static double largest(const ria_case *c) {
  const int tracer = c->tracer.number;
  double most = ria_case_concentration_of(c, tracer, c->initial.concentration,
                                          c->initial.concentrations, c->initial.each);
  most += ria_start_concentration(&c->initial.shape);
  for (int i = 0; i < c->releases; i++)
    most = fmax(most, c->release[i].concentration);
  for (int i = 0; i < c->rivers; i++)
    most = fmax(most, ria_case_concentration_of(c, tracer, c->river[i].concentration,
                                                c->river[i].concentrations, c->river[i].each));
  for (int i = 0; i < c->boundaries; i++)
    most = fmax(most, ria_case_concentration_of(c, tracer, c->boundary[i].outside,
                                                c->boundary[i].concentrations,
                                                c->boundary[i].concentration));
  return most;
}

/* Insert in the schema's order, so that reading the case as run gives the same text. */
static void put_before_releases(ria_reader *reader, ria_yaml *tracer, ria_yaml *threshold) {
  ria_yaml *releases = ria_yaml_get(tracer, "releases");
  if (releases)
    ria_yaml_remove(tracer, "releases");
  ria_yaml_put_text(&reader->memory, tracer, "threshold", threshold);
  if (releases)
    ria_yaml_put_text(&reader->memory, tracer, "releases", releases);
}

/* Numerics spread traces of the tracer over the whole domain within hours, so a concentration just
 * above 0 is not an arrival. */
void case_finish_threshold(ria_reader *reader) {
  ria_case *c = reader->the_case;
  ria_yaml *tracer = case_tracer_node(reader, c->tracer.number);
  if (!tracer || !c->tracer.on || c->tracer.threshold > 0)
    return;
  c->tracer.threshold = share * largest(c);
  if (c->tracer.threshold > 0) {
    ria_text text = {0};
    units_write(&text, RIA_CONCENTRATION, c->tracer.threshold);
    ria_yaml *node = ria_yaml_scalar(&reader->memory, tracer, "");
    if (node)
      schema_reader_set_text(reader, node, &text, false);
    else
      ria_text_destroy(&text);
    put_before_releases(reader, tracer, node);
    return;
  }
  size_t mark = ria_reader_enter(reader, "tracers");
  ria_reader_enter_item(reader, c->tracer.number);
  ria_reader_warn(reader, tracer,
                  "arrivals are not reported, because the case names no concentration that a "
                  "threshold could follow from; expected one such as 'threshold: 0.01'");
  ria_reader_leave(reader, mark);
}
