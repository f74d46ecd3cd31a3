/** \file
 * Functions shared by the test programs. */
#ifndef RIA_TESTS_H
#define RIA_TESTS_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

/** Creates an empty folder under $TMPDIR; test_folder_remove() removes it with its contents. */
char *test_folder_create(void);
void test_folder_remove(char *folder);

/** A cmocka tear down of a state from malloc() that begins with a `char *folder`: removes the
 * folder and frees the state. */
int test_folder_tear_down(void **state);

#endif
