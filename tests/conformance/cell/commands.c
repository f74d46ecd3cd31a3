/* Uses every command and channel correctly. argp: 4096 bytes with the 4-byte numbers 0, 1, 2, ...;
 * envp: 4096 bytes to write. Returns the line of the first failed check. */
#include <spu_intrinsics.h>
#include <spu_mfcio.h>
#include <malloc_align.h>
#include <free_align.h>

#define EXPECT(condition)                                                                          \
  do                                                                                               \
    if (!(condition))                                                                              \
      return __LINE__;                                                                             \
  while (0)

static unsigned wait_for(unsigned tags) {
  mfc_write_tag_mask(tags);
  return mfc_read_tag_status_all();
}

static mfc_list_element_t element(unsigned long long ea, unsigned size) {
  mfc_list_element_t e = {0, 0, size & 0x7fff, mfc_ea2l(ea)};
  return e;
}

/* A gather, and a scatter: numbers 4-7, 100-111, 42-43, 9; each begins at a multiple of 16, the
 * small ones where they are modulo 16. */
static int lists(unsigned long long in, unsigned long long out) {
  unsigned *at = (unsigned *)_malloc_align(128, 7);
  mfc_list_element_t *list = (mfc_list_element_t *)_malloc_align(4 * sizeof *list, 7);
  list[0] = element(in + 16, 16);
  list[1] = element(in + 400, 48);
  list[2] = element(in + 168, 8);
  list[3] = element(in + 36, 4);
  mfc_getl(at, in, list, 4 * sizeof *list, 7, 0, 0);
  EXPECT(wait_for(1 << 7) == 1 << 7);
  for (unsigned n = 0; n < 16; n++)
    EXPECT(at[n] == (n < 4 ? 4 + n : 96 + n));
  EXPECT(at[18] == 42 && at[19] == 43 && at[21] == 9);
  list[0] = element(out + 64, 16);
  list[1] = element(out, 48);
  mfc_putl(at, out, list, 2 * sizeof *list, 7, 0, 0);
  wait_for(1 << 7);
  _free_align(list);
  _free_align(at);
  return 0;
}

static int order(unsigned long long in, unsigned long long out) {
  unsigned *at = (unsigned *)_malloc_align(1024, 7);
  /* Copy through the local store without a wait. */
  mfc_get(at, in + 1024, 64, 0, 0, 0);
  mfc_putf(at, out + 1024, 64, 0, 0, 0);
  mfc_getf(at, in + 2048, 64, 0, 0, 0);
  wait_for(1);
  EXPECT(at[0] == 512 && at[15] == 527);
  /* A barrier also orders the commands after it. */
  mfc_get(at, in, 64, 1, 0, 0);
  mfc_getb(at + 64, in + 64, 64, 1, 0, 0);
  mfc_put(at, out + 2048, 64, 1, 0, 0);
  wait_for(2);
  /* mfc_barrier also orders other tags. */
  mfc_get(at, in + 256, 64, 2, 0, 0);
  mfc_barrier(3);
  mfc_put(at, out + 3072, 64, 3, 0, 0);
  EXPECT(wait_for(1 << 2 | 1 << 3) == (1 << 2 | 1 << 3));
  _free_align(at);
  return 0;
}

static int tags(unsigned long long in) {
  char *at = (char *)_malloc_align(1024, 7);
  EXPECT(mfc_stat_cmd_queue() == 16);
  mfc_get(at, in, 16, 3, 0, 0);
  mfc_get(at + 16, in, 16, 4, 0, 0);
  mfc_get(at + 32, in, 16, 3, 0, 0);
  EXPECT(mfc_stat_cmd_queue() == 13);
  mfc_write_tag_mask(1 << 3 | 1 << 4);
  EXPECT(mfc_read_tag_mask() == (1 << 3 | 1 << 4));
  EXPECT(mfc_read_tag_status_immediate() == 0); /* one of three has ended */
  EXPECT(mfc_read_tag_status_any() == 1 << 4);
  EXPECT(mfc_stat_cmd_queue() == 15);
  EXPECT(mfc_stat_tag_status() == 0);
  EXPECT(mfc_read_tag_status_all() == (1 << 3 | 1 << 4));
  const unsigned first = mfc_multi_tag_reserve(30), last = mfc_tag_reserve();
  EXPECT(first == 0 && last == 30 && mfc_tag_reserve() == 31);
  EXPECT(mfc_tag_reserve() == MFC_TAG_INVALID && mfc_multi_tag_reserve(2) == MFC_TAG_INVALID);
  EXPECT(mfc_multi_tag_release(first, 30) == MFC_TAG_VALID);
  EXPECT(mfc_tag_release(5) == MFC_TAG_INVALID && mfc_tag_reserve() == 0);
  for (unsigned size = 1; size <= 8; size *= 2) {
    at[3] = at[4] = at[5] = 99;
    mfc_get(at + size, in + size, size, 6, 0, 0);
    wait_for(1 << 6);
    for (unsigned n = size; n < 2 * size; n++)
      EXPECT(at[n] == (n == 4 ? 1 : 0) || n >= 8);
  }
  _free_align(at);
  return 0;
}

static int channels(void) {
  EXPECT(spu_stat_out_mbox() == 1);
  unsigned sum = 0;
  for (int n = 0; n < 6; n++)
    sum += spu_read_in_mbox();
  spu_write_out_mbox(sum);
  spu_write_out_mbox(sum + 1); /* when the first has been read */
  spu_write_out_intr_mbox(77);
  while (!spu_stat_signal2())
    ;
  EXPECT(spu_read_signal2() == 6);
  EXPECT(spu_read_signal1() == 1);
  return 0;
}

int main(unsigned long long spe, unsigned long long argp, unsigned long long envp) {
  (void)spe;
  int line = lists(argp, envp);
  line = line ? line : order(argp, envp);
  line = line ? line : tags(argp);
  return line ? line : channels();
}
