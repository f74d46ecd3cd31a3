/** \file
 * Private: threads that move particles while the caller continues.
 */
#ifndef PARTICLES_CREW_H
#define PARTICLES_CREW_H

#include "ria/particles.h"

typedef struct particles_crew particles_crew;

/** Start the threads; NULL if none can be started. */
particles_crew *particles_crew_create(ria_particles *particles, int threads);
/** Stop the threads after they have finished their work. NULL is fine. */
void particles_crew_destroy(particles_crew *crew);
/** Start to read the currents and to move all particles to their time; the currents' arrays must
 * stay valid until particles_crew_wait() returns. */
void particles_crew_begin(particles_crew *crew, const ria_currents *currents);
/** Wait until all particles have moved. */
void particles_crew_wait(particles_crew *crew);

#endif
