/** \file
 * Columns of the tables of a case's keys (ria/schema.h), for the struct member of a key. */
#ifndef CASE_MEMBERS_H
#define CASE_MEMBERS_H

#include "ria/schema.h"

#define CASE(member)             .offset = offsetof(ria_case, member), .size = sizeof(((ria_case *)0)->member)
#define CASE_COUNT(member, type) .count = offsetof(ria_case, member), .record = sizeof(type)
#define CASE_PRESENT(member)     .present = offsetof(ria_case, member)
#define OF(type, member)         .offset = offsetof(type, member), .size = sizeof(((type *)0)->member)
#define NAMES(member)            .names = offsetof(ria_case_names, member)
#define ABOVE_ZERO               RIA_KEY_ABOVE
#define NOT_NEGATIVE             RIA_KEY_LEAST
#define SHAPE(shapes)            .only = "shape", .only_for = shapes

/** Keys of a tracer, a river and a boundary: schema_water.c. */
extern const ria_key case_tracer_keys[], case_river_keys[], case_boundary_keys[];
/** Keys of a concentration of one of several tracers. */
extern const ria_key case_concentration_keys[];

#endif
