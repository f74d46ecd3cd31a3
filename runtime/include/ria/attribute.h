/** \file
 * A named text or list of numbers that a file stores as metadata of its data.
 */
#ifndef RIA_ATTRIBUTE_H
#define RIA_ATTRIBUTE_H

#ifdef __cplusplus
extern "C" {
#endif

/** Texts are borrowed. */
typedef struct {
  const char *name;
  const char *text; /**< NULL: numbers */
  int count;
  double number[2];
} ria_attribute;

#ifdef __cplusplus
}
#endif
#endif
