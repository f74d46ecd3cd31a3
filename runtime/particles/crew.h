/** \file
 * Private: threads that move particles while their caller does something else.
 */
#ifndef PARTICLES_CREW_H
#define PARTICLES_CREW_H

#include "ria/particles.h"

typedef struct particles_crew particles_crew;

/** NULL if no thread can be had. */
particles_crew *particles_crew_create(ria_particles *particles, int threads);
/** After what they do has ended. NULL is fine. */
void particles_crew_destroy(particles_crew *crew);
/** Begin to take the currents and to move all particles to their time; the currents' arrays stay as
 * they are until particles_crew_wait() returns. */
void particles_crew_begin(particles_crew *crew, const ria_currents *currents);
/** Until all have moved. */
void particles_crew_wait(particles_crew *crew);

#endif
