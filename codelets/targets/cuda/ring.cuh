/* Rings of a line (line/ring.j2): nodes that a warp keeps in registers from the first step to the
 * last. It computes two phases of diamonds at once.
 *
 * While a diamond shrinks, its outer lanes become free one after the other; the diamonds of the
 * next phase, which straddle its ends, begin with these lanes. So the lanes are a ring: lane 31 is
 * next to lane 0. Half of the points go to the previous warp (at the start of an odd phase), or to
 * the next one (an even one), a few lanes at a time. The points received in their place belong to
 * the other side of the new diamond's middle. The new diamond grows by a lane at each end in a
 * turn, as the old one shrinks, some turns later: that is the time for points to arrive.
 *
 * Points are passed through device memory in words that contain the number of their phase and 32
 * bits of a number: no fence or flag is needed. */
#ifndef RIA_CUDA_RING_H
#define RIA_CUDA_RING_H

#include "line.cuh"
#include <limits.h>

namespace {

enum { RING_HALF = WARP / 2 };

struct ring_plan {
  struct line_cut cut;
  int even, odd; /* buffers of the result */
  unsigned long long *mail;
  ria_device_report *report; /* or NULL */
};

/* Lanes with points passed at once, of `reals` numbers each: as many as a warp can store in one
 * operation, or fewer if a turn has few tiers, and so more turns pass meanwhile. */
EITHER constexpr int lanes_of_batch(int reals, int tiers) {
  return tiers == 2 || reals > 8 ? (reals > 16 ? 1 : 2) : reals > 4 ? 4 : 8;
}

/* Turns by which a new diamond is behind the old one: the time in which a batch becomes complete
 * and then arrives. Measured on an H200; if lanes have many points other warps fill the time. */
EITHER constexpr int lag_of_rings(int lanes, int points) {
  return points < 16 ? lanes + 2 : lanes + 1;
}

/* Bytes of the mail: of even and odd phases, by nodes and batches, two words for a number. */
EITHER constexpr size_t bytes_of_mail(int nodes, int reals) {
  return 2 * static_cast<size_t>(nodes) * RING_HALF * static_cast<size_t>(reals) * 2 *
         sizeof(unsigned long long);
}

/* The position of a lane between the end of one phase and the start of the next. */
struct ring_role {
  int off;          /* lanes between it and the new middle */
  bool left, moves; /* side of the new middle, and so of the old one: right, or the low half */
};

EITHER struct ring_role role_in_ring(int lane, bool odd) {
  struct ring_role r = {};
  r.moves = lane < RING_HALF;
  r.off = r.moves == odd ? lane % RING_HALF : RING_HALF - 1 - lane % RING_HALF;
  r.left = r.moves != odd;
  return r;
}

/* The new points of a lane: all inside; at the flanks the new diamond has as many more as the old
 * one has fewer, each from its inner side. So the first points of a lane and its last ones depend
 * on one flank each, and those that are both, or neither, on both. */
struct ring_flanks {
  bool grows, shrinks; /* points that are both, and neither */
  bool first, last;
  int most; /* points that a tier may reach, or it is one after the last */
  bool begins, ends;
};

/* The same in all turns of a phase; a bit each. */
struct ring_turns {
  unsigned grows, shrinks, first, last;
};

EITHER constexpr unsigned from_bit(int n) {
  return n < 32 ? ~0u << n : 0;
}

EITHER struct ring_turns turns_of(const struct ring_role &r, int lag) {
  struct ring_turns t;
  t.grows = from_bit(r.off + lag) | ~from_bit(r.off);
  t.shrinks = from_bit(r.off + lag + 1) | ~from_bit(r.off + 1);
  t.first = r.left ? t.shrinks : t.grows, t.last = r.left ? t.grows : t.shrinks;
  return t;
}

/* The same in some turns only. */
EITHER struct ring_turns turns_among(const struct ring_turns &t, unsigned among) {
  return {t.grows & among, t.shrinks & among, t.first & among, t.last & among};
}

EITHER void set_ring(struct ring_flanks &f, const struct ring_turns &t, unsigned turn) {
  f.grows = t.grows & turn, f.shrinks = t.shrinks & turn;
  f.first = t.first & turn, f.last = t.last & turn;
}

/* `ends`: whether tiers may be past the last. */
template <int points, int reach, bool ends> DEVICE bool is_new(const struct ring_flanks &f, int i) {
  const bool last = i >= points - reach, first = i < reach;
  const bool here = last && first ? f.grows : last ? f.last : first ? f.first : f.shrinks;
  return ends ? here & (reach <= f.most) : here;
}

template <int points, int reach, bool> DEVICE bool is_new(const struct line_flanks &f, int i) {
  return f.within | (f.low & (i >= points - reach)) | (f.high & (i < reach));
}

/* Whether a lane interleaves the operations of points that become new at the same time, or
 * processes points one by one. Few interleaved points do not wait for each other; many need too
 * many registers. */
template <int points> EITHER constexpr bool is_interleaved() {
  return points <= 4;
}

/* Whether one of the new points is among these. */
template <int points, int reach, bool ends>
DEVICE bool any_new(const struct ring_flanks &f, const bool (&these)[points]) {
  bool both = false, neither = false, first = false, last = false;
  UNROLL for (int i = 0; i < points; i++) {
    const bool is_last = i >= points - reach, is_first = i < reach;
    both |= these[i] & is_last & is_first, neither |= these[i] & !is_last & !is_first;
    first |= these[i] & is_first & !is_last, last |= these[i] & is_last & !is_first;
  }
  const bool any = (both & f.grows) | (neither & f.shrinks) | (first & f.first) | (last & f.last);
  return ends ? any & (reach <= f.most) : any;
}

template <int points, int reach, bool>
DEVICE bool any_new(const struct line_flanks &f, const bool (&these)[points]) {
  bool all = false, first = false, last = false;
  UNROLL for (int i = 0; i < points; i++)
    all |= these[i], first |= these[i] & (i < reach), last |= these[i] & (i >= points - reach);
  return (all & f.within) | (last & f.low) | (first & f.high);
}

/* A number as two words with the phase's number, and back. */
DEVICE void store_number(unsigned long long *to, double value, unsigned tag) {
  const unsigned long long bits = static_cast<unsigned long long>(__double_as_longlong(value));
  const unsigned long long high = static_cast<unsigned long long>(tag) << 32;
  store_words(to, high | (bits & 0xffffffffu), high | bits >> 32);
}

DEVICE void store_number(unsigned long long *to, float value, unsigned tag) {
  const unsigned long long word =
      static_cast<unsigned long long>(tag) << 32 | static_cast<unsigned>(__float_as_int(value));
  store_words(to, word, word);
}

struct ring_words {
  unsigned long long low, high;
};

EITHER bool are_of(const struct ring_words &w, unsigned tag) {
  return ((static_cast<unsigned>(w.low >> 32) ^ tag) |
          (static_cast<unsigned>(w.high >> 32) ^ tag)) == 0;
}

DEVICE void number_of(const struct ring_words &w, double &value) {
  value = __longlong_as_double(static_cast<long long>((w.low & 0xffffffffu) | w.high << 32));
}

DEVICE void number_of(const struct ring_words &w, float &value) {
  value = __int_as_float(static_cast<int>(w.low & 0xffffffffu));
}

/* Numbers in the shared memory of a block of one warp. On a GPU their address is computed once;
 * otherwise before each use. The executor's version checks accesses. */
#ifdef __CUDA_ARCH__
template <typename real> struct ring_shelf {
  unsigned at; /* in shared memory, of the number 0 */

  DEVICE_MEMBER ring_shelf(unsigned char *memory, int)
      : at(static_cast<unsigned>(__cvta_generic_to_shared(memory))) {}
  DEVICE_MEMBER ring_shelf from(int i) const {
    ring_shelf later = *this;
    later.at += static_cast<unsigned>(i) * static_cast<unsigned>(sizeof(real));
    return later;
  }
  DEVICE_MEMBER void set(int i, double value) const {
    asm volatile("st.shared.f64 [%0], %1;" ::"r"(from(i).at), "d"(value) : "memory");
  }
  DEVICE_MEMBER void set(int i, float value) const {
    asm volatile("st.shared.f32 [%0], %1;" ::"r"(from(i).at), "f"(value) : "memory");
  }
  DEVICE_MEMBER void set_pair(int i, double a, double b) const {
    asm volatile("st.shared.v2.f64 [%0], {%1, %2};" ::"r"(from(i).at), "d"(a), "d"(b) : "memory");
  }
  DEVICE_MEMBER void set_pair(int i, float a, float b) const {
    asm volatile("st.shared.v2.f32 [%0], {%1, %2};" ::"r"(from(i).at), "f"(a), "f"(b) : "memory");
  }
  DEVICE_MEMBER void get(int i, double &value) const {
    asm volatile("ld.shared.f64 %0, [%1];" : "=d"(value) : "r"(from(i).at) : "memory");
  }
  DEVICE_MEMBER void get(int i, float &value) const {
    asm volatile("ld.shared.f32 %0, [%1];" : "=f"(value) : "r"(from(i).at) : "memory");
  }
  DEVICE_MEMBER void get_pair(int i, double &a, double &b) const {
    asm volatile("ld.shared.v2.f64 {%0, %1}, [%2];"
                 : "=d"(a), "=d"(b)
                 : "r"(from(i).at)
                 : "memory");
  }
  DEVICE_MEMBER void get_pair(int i, float &a, float &b) const {
    asm volatile("ld.shared.v2.f32 {%0, %1}, [%2];"
                 : "=f"(a), "=f"(b)
                 : "r"(from(i).at)
                 : "memory");
  }
};
#else
template <typename real> struct ring_shelf {
  shared_numbers<real> all;
  int first = 0;

  DEVICE_MEMBER ring_shelf(unsigned char *memory, int count) : all(memory, count) {}
  DEVICE_MEMBER ring_shelf from(int i) const {
    ring_shelf later = *this;
    later.first += i;
    return later;
  }
  DEVICE_MEMBER void set(int i, real value) {
    all.set(first + i, value);
  }
  DEVICE_MEMBER void set_pair(int i, real a, real b) {
    all.set(first + i, a), all.set(first + i + 1, b);
  }
  DEVICE_MEMBER void get(int i, real &value) {
    value = all.get(first + i);
  }
  DEVICE_MEMBER void get_pair(int i, real &a, real &b) {
    a = all.get(first + i), b = all.get(first + i + 1);
  }
};
#endif

/* All lanes of a block of one warp synchronise. The executor only counts barriers of blocks. */
DEVICE void meet_in_ring() {
#ifdef __CUDA_ARCH__
  __syncwarp();
#else
  __syncthreads();
#endif
}

/* Whether all lanes have received their data. In the executor each lane waits by itself, so that
 * it can report a wait for data that no thread will write. */
DEVICE bool all_in_ring(bool mine) {
#ifdef __CUDA_ARCH__
  return __all_sync(ALL_LANES, mine);
#else
  return mine;
#endif
}

} // namespace

#endif
