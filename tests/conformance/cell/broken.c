/* Breaks the rule number argp. envp: address of 4096 bytes of main memory. 64 KiB before them are
 * 64 read-only bytes, whose address is in the first 8 bytes. */
#include <spu_intrinsics.h>
#include <spu_mfcio.h>
#include <malloc_align.h>
#include <free_align.h>
#include "rules.h"

static void wait_for(unsigned tag) {
  mfc_write_tag_mask(1u << tag);
  mfc_read_tag_status_all();
}

/* 64 bytes that have been written. */
static vec_float4 *numbers(void) {
  vec_float4 *at = (vec_float4 *)_malloc_align(64, 7);
  for (int n = 0; n < 4; n++)
    at[n] = spu_splats((float)n);
  return at;
}

static void transfers(unsigned long long rule, unsigned long long ea) {
  char *buffer = (char *)_malloc_align(32768, 7);
  if (rule == TRANSFER_SIZE)
    mfc_get(buffer, ea, 24, 0, 0, 0); /* TRANSFER_SIZE */
  if (rule == TRANSFER_EMPTY)
    mfc_get(buffer, ea, 0, 0, 0, 0); /* TRANSFER_EMPTY */
  if (rule == TRANSFER_LARGE)
    mfc_get(buffer, ea, 16400, 0, 0, 0); /* TRANSFER_LARGE */
  if (rule == LOCAL_ALIGNMENT)
    mfc_get(buffer + 8, ea, 16, 0, 0, 0); /* LOCAL_ALIGNMENT */
  if (rule == MAIN_ALIGNMENT)
    mfc_put(numbers(), ea + 4, 16, 0, 0, 0); /* MAIN_ALIGNMENT */
  if (rule == SMALL_ALIGNMENT)
    mfc_get(buffer + 4, ea + 8, 4, 0, 0, 0); /* SMALL_ALIGNMENT */
  if (rule == TAG_RANGE)
    mfc_get(buffer, ea, 16, 32, 0, 0); /* TAG_RANGE */
  for (int n = 0; rule == QUEUE_FULL && n < 17; n++)
    mfc_get(buffer + 16 * n, ea, 16, 0, 0, 0); /* QUEUE_FULL */
  if (rule == OUTSIDE_STORE)
    mfc_get(buffer + 300000, ea, 16, 0, 0, 0); /* OUTSIDE_STORE */
  if (rule == NOT_ALLOCATED)
    mfc_get(buffer + 32768, ea, 16, 0, 0, 0); /* NOT_ALLOCATED */
  if (rule == NOT_MAPPED)
    mfc_get(buffer, 0x7000000000ull, 16, 0, 0, 0); /* NOT_MAPPED */
  if (rule == BEYOND_REGION)
    mfc_get(buffer, ea + 4080, 32, 0, 0, 0); /* BEYOND_REGION */
  if (rule == READ_ONLY)
    mfc_put(numbers(), ea - 65536 - 128, 64, 0, 0, 0); /* READ_ONLY */
  if (rule == NOT_WAITED)
    mfc_get(buffer, ea, 64, 5, 0, 0); /* NOT_WAITED */
}

static void on_stack(unsigned long long ea) {
  vec_float4 here[4];
  mfc_get(here, ea, 64, 0, 0, 0); /* ON_STACK */
}

static void lists(unsigned long long rule, unsigned long long ea) {
  char *buffer = (char *)_malloc_align(64, 7);
  mfc_list_element_t *list = (mfc_list_element_t *)_malloc_align(2049 * sizeof *list, 7);
  for (int n = 0; n < 2049; n++) {
    list[n].notify = rule == LIST_STALL;
    list[n].reserved = 0;
    list[n].size = rule == LIST_ELEMENT ? 20 : 16;
    list[n].eal = mfc_ea2l(ea);
  }
  if (rule == LIST_LONG)
    mfc_getl(buffer, ea, list, 2049 * sizeof *list, 0, 0, 0); /* LIST_LONG */
  if (rule == LIST_SIZE)
    mfc_getl(buffer, ea, list, 12, 0, 0, 0); /* LIST_SIZE */
  if (rule == LIST_ALIGNMENT)
    mfc_getl(buffer, ea, (char *)list + 4, 16, 0, 0, 0); /* LIST_ALIGNMENT */
  if (rule == LIST_ELEMENT)
    mfc_getl(buffer, ea, list, 8, 0, 0, 0); /* LIST_ELEMENT */
  if (rule == LIST_STALL)
    mfc_getl(buffer, ea, list, 8, 0, 0, 0); /* LIST_STALL */
}

static void order(unsigned long long rule, unsigned long long ea) {
  vec_float4 *here = numbers();
  if (rule == UNORDERED_PUT) {
    mfc_get(here, ea, 64, 1, 0, 0);
    mfc_put(here, ea + 64, 64, 1, 0, 0); /* UNORDERED_PUT */
  }
  if (rule == UNORDERED_GET) {
    mfc_put(here, ea, 64, 0, 0, 0);
    mfc_get(here, ea + 64, 64, 0, 0, 0); /* UNORDERED_GET */
  }
  if (rule == FENCE_OF_OTHER_TAG) {
    mfc_put(here, ea, 64, 0, 0, 0);
    mfc_getf(here, ea + 64, 64, 1, 0, 0); /* FENCE_OF_OTHER_TAG */
  }
  if (rule == UNORDERED_MEMORY) {
    mfc_put(here, ea, 64, 2, 0, 0);
    mfc_put(numbers(), ea + 32, 64, 2, 0, 0); /* UNORDERED_MEMORY */
    wait_for(2);
  }
  if (rule == NO_TAG)
    mfc_read_tag_status_all(); /* NO_TAG */
  if (rule == NO_UPDATE)
    mfc_read_tag_status(); /* NO_UPDATE */
}

static void poison(unsigned long long rule, unsigned long long ea) {
  vec_float4 *here = (vec_float4 *)_malloc_align(64, 7);
  if (rule == PUT_UNWRITTEN) {
    here[0] = here[1] = spu_splats(1.0f);
    mfc_put(here, ea, 64, 0, 0, 0); /* PUT_UNWRITTEN */
  }
  if (rule == PUT_OF_POISON) { /* numbers are not checked, but results computed from them are */
    vec_float4 *result = numbers();
    mfc_get(here, ea, 64, 0, 0, 0);
    const unsigned *early = (const unsigned *)here;
    for (int n = 0; n < 16; n++)
      ((unsigned *)result)[n] = early[n];
    wait_for(0);
    mfc_put(result, ea, 64, 0, 0, 0); /* PUT_OF_POISON */
    wait_for(0);
  }
  if (rule == FREED_IN_FLIGHT) {
    mfc_get(here, ea, 64, 4, 0, 0);
    _free_align(here); /* FREED_IN_FLIGHT */
  }
  if (rule == FREED_TWICE) {
    _free_align(here);
    _free_align(here); /* FREED_TWICE */
  }
  if (rule == STORE_FULL)
    _malloc_align(253888, 7); /* STORE_FULL */
}

static void mailboxes(unsigned long long rule) {
  if (rule == MAILBOX_EMPTY)
    spu_read_in_mbox(); /* MAILBOX_EMPTY */
  for (int n = 0; rule == MAILBOX_FULL && n < 2; n++)
    spu_write_out_mbox(1);                              /* MAILBOX_FULL */
  while (rule == MAILBOX_POLLED && !spu_stat_in_mbox()) /* MAILBOX_POLLED */
    ;
  if (rule == SIGNAL_MISSING)
    spu_read_signal1(); /* SIGNAL_MISSING */
}

/* The block of numbers is the first: it begins after the code, at 0x1000. */
static void memory(unsigned long long rule, unsigned long long ea) {
  vec_float4 *here = numbers();
  vec_float4 sum = spu_splats(0.0f);
  if (rule == LOAD_IN_FLIGHT) {
    mfc_get(here, ea, 64, 0, 0, 0);
    sum = spu_add(sum, here[1]); /* LOAD_IN_FLIGHT */
  }
  if (rule == NUMBER_IN_FLIGHT) {
    mfc_get(here, ea, 64, 0, 0, 0);
    const float early = ((float *)here)[1]; /* NUMBER_IN_FLIGHT */
    sum = spu_splats(early);
  }
  if (rule == LOAD_ALIGNMENT)
    sum = spu_add(sum, *(vec_float4 *)((char *)here + 4)); /* LOAD_ALIGNMENT */
  if (rule == STORE_ALIGNMENT)
    *(vec_float4 *)((char *)here + 8) = spu_add(sum, sum); /* STORE_ALIGNMENT */
  if (rule == LOAD_OUTSIDE)
    sum = spu_add(sum, *(vec_float4 *)((char *)here + 300000)); /* LOAD_OUTSIDE */
  if (rule == STORE_OUTSIDE)
    *(vec_float4 *)((char *)here + 300000) = spu_add(sum, sum); /* STORE_OUTSIDE */
  if (rule == LOAD_BEYOND)
    sum = spu_add(sum, here[4]); /* LOAD_BEYOND */
  if (rule == STORE_TO_LEAVING) {
    mfc_put(here, ea, 64, 0, 0, 0);
    here[2] = spu_add(sum, sum); /* STORE_TO_LEAVING */
  }
  if (rule == STORE_TO_ARRIVING) {
    mfc_get(here, ea, 64, 0, 0, 0);
    here[2] = spu_add(sum, sum); /* STORE_TO_ARRIVING */
  }
  if (rule == SOURCE_CHANGED) {
    mfc_put(here, ea, 64, 0, 0, 0); /* SOURCE_CHANGED */
    ((char *)here)[3] = 1;
    wait_for(0);
  }
  if (rule == MEMORY_CHANGED) {     /* by the PPE, which then writes the mailbox */
    mfc_get(here, ea, 64, 0, 0, 0); /* MEMORY_CHANGED */
    spu_read_in_mbox();
    wait_for(0);
  }
  here[0] = sum;
}

static void unwritten(void) {
  vec_float4 *here = (vec_float4 *)_malloc_align(64, 7);
  const vec_float4 two = spu_add(here[0], here[0]); /* LOAD_UNWRITTEN */
  here[0] = two;
}

int main(unsigned long long spe, unsigned long long argp, unsigned long long envp) {
  (void)spe;
  if (argp <= READ_ONLY || argp == NOT_WAITED)
    transfers(argp, envp);
  if (argp == ON_STACK)
    on_stack(envp);
  if (argp >= LIST_LONG && argp <= LIST_STALL)
    lists(argp, envp);
  if (argp >= UNORDERED_PUT && argp <= NO_UPDATE)
    order(argp, envp);
  if (argp >= PUT_UNWRITTEN && argp <= FREED_TWICE)
    poison(argp, envp);
  if (argp >= MAILBOX_EMPTY && argp <= SIGNAL_MISSING)
    mailboxes(argp);
  if (argp == LOAD_UNWRITTEN)
    unwritten();
  else if (argp >= LOAD_IN_FLIGHT)
    memory(argp, envp);
  return 7;
}
