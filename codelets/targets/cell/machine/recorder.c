/* Regions are found again by a hash of their instructions and of which results these use. */
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
  raw *raw; /* the last turns in a row, and the one under way */
  size_t raw_count, raw_room;
  size_t turn_from; /* where the one under way begins */
  int row;          /* turns in a row before it that `raw` holds */
  int latest;       /* region of those */
  ria_region *regions;
  size_t region_count, region_room;
  int *index; /* of regions, by hash */
  size_t index_room;
  int *touched; /* regions of the stretch */
  size_t touched_count, touched_room;
  ria_event *events;
  size_t event_count, event_room;
  ria_count *counts;
  size_t count_count, count_room;
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

void ria_recorder_destroy(ria_recorder *r) {
  if (!r)
    return;
  for (size_t n = 0; n < r->region_count; n++)
    free(r->regions[n].sample);
  free(r->regions);
  free(r->raw);
  free(r->index);
  free(r->touched);
  free(r->events);
  free(r->counts);
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

/* What a turn is known by: what came before it is only that. */
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

/* The turns in a row become the region's sample if they are more than it has. */
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

/* Keep none of what is in `raw` but what comes from `from` on. */
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
  const size_t first = r->count_count;
  for (size_t n = 0; n < r->touched_count; n++) {
    if (!grow(r, &r->counts, &r->count_room, r->count_count, sizeof *r->counts))
      return;
    ria_region *region = &r->regions[r->touched[n]];
    r->counts[r->count_count++] =
        (ria_count){r->touched[n], region->stretch_turns, region->stretch_runs};
    region->stretch_turns = region->stretch_runs = 0;
  }
  r->touched_count = 0;
  if (r->count_count == first ||
      !grow(r, &r->events, &r->event_room, r->event_count, sizeof *r->events))
    return;
  r->events[r->event_count++] =
      (ria_event){.kind = RIA_EVENT_COMPUTE, .u.compute = {first, r->count_count - first}};
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

void ria_recorder_phase(ria_recorder *r) {
  end_stretch(r);
  if (grow(r, &r->events, &r->event_room, r->event_count, sizeof *r->events))
    r->events[r->event_count++] = (ria_event){.kind = RIA_EVENT_PHASE};
}

bool ria_recorder_is_whole(const ria_recorder *r) {
  return !r->broken;
}

const ria_region *ria_recorder_regions(const ria_recorder *r, size_t *count) {
  *count = r->region_count;
  return r->regions;
}

const ria_event *ria_recorder_events(const ria_recorder *r, size_t *count) {
  *count = r->event_count;
  return r->events;
}

const ria_count *ria_recorder_counts(const ria_recorder *r) {
  return r->counts;
}
