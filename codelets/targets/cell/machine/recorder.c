/* Regions are identified by a hash of their instructions and of the results that these use. */
#include "recorder.h"
#include <stdlib.h>
#include <string.h>

enum { LINES = (256 << 10) / 16, LONGEST = 1 << 16 /* instructions of a region */, NONE = -1 };

typedef struct {
  uint16_t what, scalar;
  ria_spe_id from[3];
} raw;

struct ria_recorder {
  bool broken;
  ria_spe_id next;
  ria_spe_id stored[LINES], loaded[LINES];
  raw *raw; /* the last consecutive turns, and the current one */
  size_t raw_count, raw_room;
  size_t turn_from; /* start of the current one */
  int row;          /* number of consecutive turns before it in `raw` */
  int latest;       /* region of these turns */
  ria_region *regions;
  size_t region_count, region_room;
  int *index; /* of regions, by hash */
  size_t index_room;
  int *touched; /* regions of the stretch */
  size_t touched_count, touched_room;
  ria_event *events; /* stretches of the current phase */
  size_t event_count, event_room;
  ria_phase *phases;
  size_t phase_count, phase_room;
};

/* Room for one more; false if there is none. */
static bool grow(ria_recorder *r, void *array, size_t *room, size_t count, size_t bytes) {
  if (count < *room)
    return true;
  void *old, *larger;
  memcpy(&old, array, sizeof old);
  const size_t wanted = *room ? 2 * *room : 256;
  if (!(larger = realloc(old, wanted * bytes))) {
    r->broken = true;
    return false;
  }
  memcpy(array, &larger, sizeof larger);
  *room = wanted;
  return true;
}

ria_recorder *ria_recorder_create(void) {
  ria_recorder *r = calloc(1, sizeof *r);
  if (r) {
    r->next = 1;
    r->latest = NONE;
  }
  return r;
}

static void free_events(ria_event *events, size_t count) {
  for (size_t n = 0; n < count; n++)
    if (events[n].kind == RIA_EVENT_COMPUTE)
      free(events[n].u.compute.counts);
  free(events);
}

void ria_recorder_destroy(ria_recorder *r) {
  if (!r)
    return;
  for (size_t n = 0; n < r->region_count; n++)
    free(r->regions[n].sample);
  free(r->regions);
  free(r->raw);
  free(r->index);
  free(r->touched);
  for (size_t n = 0; n < r->phase_count; n++)
    free_events(r->phases[n].events, r->phases[n].count);
  free_events(r->events, r->event_count);
  free(r);
}

ria_spe_id ria_recorder_add(ria_recorder *r, ria_spe_instruction what, ria_spe_id a, ria_spe_id b,
                            ria_spe_id c, int scalar) {
  if (r->broken || !grow(r, &r->raw, &r->raw_room, r->raw_count, sizeof *r->raw))
    return 0;
  if (r->raw_count - r->turn_from == LONGEST)
    ria_recorder_end_region(r, false, 0, 0);
  r->raw[r->raw_count++] = (raw){(uint16_t)what, (uint16_t)scalar, {a, b, c}};
  return r->next++;
}

ria_spe_id ria_recorder_load(ria_recorder *r, size_t line) {
  return r->loaded[line] = ria_recorder_add(r, RIA_SPE_LQD, r->stored[line], 0, 0, 0);
}

void ria_recorder_store(ria_recorder *r, size_t line, ria_spe_id value) {
  r->stored[line] = ria_recorder_add(r, RIA_SPE_STQD, value, r->loaded[line], r->stored[line], 0);
}

/* --- Regions -----------------------------------------------------------------------------------
 */

static uint64_t mix(uint64_t hash, uint64_t value) {
  hash = (hash ^ value) * UINT64_C(0x9fb21c651e98df25);
  return hash ^ hash >> 32;
}

/* The key of a turn: results of earlier turns are not distinguished. */
static uint64_t hash_of(const raw *turn, size_t length, ria_spe_id base, bool loops) {
  uint64_t hash = mix(length, loops);
  for (size_t n = 0; n < length; n++) {
    hash = mix(hash, turn[n].what | (uint64_t)turn[n].scalar << 16);
    for (int k = 0; k < 3; k++)
      hash = mix(hash, turn[n].from[k] >= base ? turn[n].from[k] - base + 1 : 0);
  }
  return hash;
}

static bool rebuild_index(ria_recorder *r) {
  const size_t room = r->index_room ? 2 * r->index_room : 1024;
  int *index = malloc(room * sizeof *index);
  if (!index) {
    r->broken = true;
    return false;
  }
  for (size_t n = 0; n < room; n++)
    index[n] = NONE;
  for (size_t n = 0; n < r->region_count; n++) {
    size_t slot = r->regions[n].hash % room;
    while (index[slot] != NONE)
      slot = (slot + 1) % room;
    index[slot] = (int)n;
  }
  free(r->index);
  r->index = index;
  r->index_room = room;
  return true;
}

static int find_region(ria_recorder *r, uint64_t hash, size_t length, bool loops, const char *file,
                       int line) {
  if (2 * (r->region_count + 1) > r->index_room && !rebuild_index(r))
    return NONE;
  size_t slot = hash % r->index_room;
  for (; r->index[slot] != NONE; slot = (slot + 1) % r->index_room)
    if (r->regions[r->index[slot]].hash == hash)
      return r->index[slot];
  if (!grow(r, &r->regions, &r->region_room, r->region_count, sizeof *r->regions))
    return NONE;
  r->regions[r->region_count] =
      (ria_region){.hash = hash, .file = file, .line = line, .loops = loops, .length = (int)length};
  return r->index[slot] = (int)r->region_count++;
}

/* The consecutive turns become the region's sample if they are more than the present one. */
static void take_sample(ria_recorder *r, ria_region *region) {
  if (r->row <= region->sampled)
    return;
  const size_t count = (size_t)r->row * (size_t)region->length;
  ria_record *sample = realloc(region->sample, (count ? count : 1) * sizeof *sample);
  if (!sample) {
    r->broken = true;
    return;
  }
  const ria_spe_id base = r->next - r->raw_count;
  for (size_t n = 0; n < count; n++) {
    sample[n] = (ria_record){r->raw[n].what, r->raw[n].scalar, {0}};
    for (int k = 0; k < 3; k++)
      if (r->raw[n].from[k] >= base)
        sample[n].from[k] = (uint32_t)(r->raw[n].from[k] - base + 1);
  }
  region->sample = sample;
  region->sampled = r->row;
}

/* Discard `raw` before `from`. */
static void forget(ria_recorder *r, size_t from) {
  if (from && r->raw_count > from)
    memmove(r->raw, r->raw + from, (r->raw_count - from) * sizeof *r->raw);
  r->raw_count -= from;
  r->turn_from = r->raw_count;
}

void ria_recorder_end_region(ria_recorder *r, bool loops, const char *file, int line) {
  const size_t length = r->raw_count - r->turn_from;
  if (r->broken || !length)
    return;
  const ria_spe_id base = r->next - length;
  const uint64_t hash = hash_of(r->raw + r->turn_from, length, base, loops);
  const int found = find_region(r, hash, length, loops, file, line);
  if (found == NONE)
    return;
  ria_region *region = &r->regions[found];
  const bool again = found == r->latest;
  if (!again) {
    forget(r, r->turn_from);
    r->row = 0;
  }
  r->row++;
  r->latest = found;
  if (!region->stretch_turns) {
    if (!grow(r, &r->touched, &r->touched_room, r->touched_count, sizeof *r->touched))
      return;
    r->touched[r->touched_count++] = found;
  }
  region->stretch_turns++;
  region->stretch_runs += !again;
  region->turns++;
  region->runs += !again;
  take_sample(r, region);
  if (r->row == RIA_MOST_UNROLLED || !loops) {
    forget(r, r->raw_count);
    r->row = 0;
    if (!loops)
      r->latest = NONE;
  } else {
    r->turn_from = r->raw_count;
  }
}

/* --- Stretches ---------------------------------------------------------------------------------
 */

static void end_stretch(ria_recorder *r) {
  ria_recorder_end_region(r, false, 0, 0);
  r->latest = NONE;
  forget(r, r->raw_count);
  r->row = 0;
  if (!r->touched_count || !grow(r, &r->events, &r->event_room, r->event_count, sizeof *r->events))
    return;
  ria_count *counts = malloc(r->touched_count * sizeof *counts);
  if (!counts) {
    r->broken = true;
    return;
  }
  for (size_t n = 0; n < r->touched_count; n++) {
    ria_region *region = &r->regions[r->touched[n]];
    counts[n] = (ria_count){r->touched[n], region->stretch_turns, region->stretch_runs};
    region->stretch_turns = region->stretch_runs = 0;
  }
  r->events[r->event_count++] =
      (ria_event){.kind = RIA_EVENT_COMPUTE, .u.compute = {counts, r->touched_count}};
  r->touched_count = 0;
}

void ria_recorder_command(ria_recorder *r, unsigned tag, unsigned ordered, int elements,
                          size_t bytes) {
  /* Local address, both halves of the other, size, tag, command. */
  for (int n = 0; n < 6; n++)
    ria_recorder_add(r, RIA_SPE_WRCH, 0, 0, 0, 0);
  end_stretch(r);
  if (grow(r, &r->events, &r->event_room, r->event_count, sizeof *r->events))
    r->events[r->event_count++] =
        (ria_event){.kind = RIA_EVENT_COMMAND, .u.command = {tag, ordered, elements, bytes}};
}

void ria_recorder_wait(ria_recorder *r, unsigned tags) {
  end_stretch(r);
  if (grow(r, &r->events, &r->event_room, r->event_count, sizeof *r->events))
    r->events[r->event_count++] = (ria_event){.kind = RIA_EVENT_WAIT, .u.tags = tags};
}

/* --- Phases ------------------------------------------------------------------------------------
 */

static bool same_command(const ria_event *a, const ria_event *b) {
  return a->u.command.tag == b->u.command.tag && a->u.command.ordered == b->u.command.ordered &&
         a->u.command.elements == b->u.command.elements && a->u.command.bytes == b->u.command.bytes;
}

static bool same_event(const ria_event *a, const ria_event *b) {
  if (a->kind != b->kind)
    return false;
  return a->kind == RIA_EVENT_COMPUTE ||
         (a->kind == RIA_EVENT_WAIT ? a->u.tags == b->u.tags : same_command(a, b));
}

static uint64_t hash_of_events(const ria_event *events, size_t count) {
  uint64_t hash = count;
  for (size_t n = 0; n < count; n++) {
    const ria_event *e = &events[n];
    hash = mix(hash, e->kind);
    if (e->kind == RIA_EVENT_COMMAND)
      hash = mix(mix(mix(hash, e->u.command.tag), (uint64_t)e->u.command.elements),
                 e->u.command.bytes);
    else if (e->kind == RIA_EVENT_WAIT)
      hash = mix(hash, e->u.tags);
  }
  return hash;
}

static bool is_like(const ria_phase *phase, uint64_t hash, const ria_recorder *r) {
  if (phase->hash != hash || phase->count != r->event_count)
    return false;
  for (size_t n = 0; n < phase->count; n++)
    if (!same_event(&phase->events[n], &r->events[n]))
      return false;
  return true;
}

/* Adds the counts of a stretch to those of an equal one; false: no memory. */
static bool add_counts(ria_event *to, const ria_event *from) {
  for (size_t n = 0; n < from->u.compute.count; n++) {
    const ria_count *one = &from->u.compute.counts[n];
    size_t place = 0;
    while (place < to->u.compute.count && to->u.compute.counts[place].region != one->region)
      place++;
    if (place == to->u.compute.count) {
      ria_count *larger = realloc(to->u.compute.counts, (place + 1) * sizeof *larger);
      if (!larger)
        return false;
      larger[place] = (ria_count){.region = one->region};
      to->u.compute.counts = larger;
      to->u.compute.count++;
    }
    to->u.compute.counts[place].turns += one->turns;
    to->u.compute.counts[place].runs += one->runs;
  }
  return true;
}

int ria_recorder_phase(ria_recorder *r) {
  end_stretch(r);
  const uint64_t hash = hash_of_events(r->events, r->event_count);
  size_t place = 0;
  while (place < r->phase_count && !is_like(&r->phases[place], hash, r))
    place++;
  if (r->broken || (place == r->phase_count &&
                    !grow(r, &r->phases, &r->phase_room, r->phase_count, sizeof *r->phases)))
    return NONE;
  ria_phase *phase = &r->phases[place];
  if (place == r->phase_count) {
    *phase = (ria_phase){hash, r->events, r->event_count, 1};
    r->phase_count++;
    r->events = NULL;
    r->event_count = r->event_room = 0;
    return (int)place;
  }
  for (size_t n = 0; n < phase->count; n++)
    if (phase->events[n].kind == RIA_EVENT_COMPUTE &&
        !add_counts(&phase->events[n], &r->events[n])) {
      r->broken = true;
      return NONE;
    }
  phase->times++;
  for (size_t n = 0; n < r->event_count; n++)
    if (r->events[n].kind == RIA_EVENT_COMPUTE)
      free(r->events[n].u.compute.counts);
  r->event_count = 0;
  return (int)place;
}

bool ria_recorder_is_whole(const ria_recorder *r) {
  return !r->broken;
}

const ria_region *ria_recorder_regions(const ria_recorder *r, size_t *count) {
  *count = r->region_count;
  return r->regions;
}

const ria_phase *ria_recorder_phases(const ria_recorder *r, size_t *count) {
  *count = r->phase_count;
  return r->phases;
}
