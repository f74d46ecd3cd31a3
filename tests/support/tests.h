/** \file
 * What the test programs share. */
#ifndef RIA_TESTS_H
#define RIA_TESTS_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

/** A new empty folder under $TMPDIR, removed with all it holds by test_folder_remove(). */
char *test_folder_create(void);
void test_folder_remove(char *folder);

/** A cmocka tear down of a state from malloc() that begins with a `char *folder`: removes the
 * folder and frees the state. */
int test_folder_tear_down(void **state);

#endif
