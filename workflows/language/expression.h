/** \file
 * Expressions: what stands between `${` and `}` in a workflow, and behind `when:`.
 *
 *   expression = choice
 *   choice     = or ['?' choice ':' choice]
 *   or         = and {'or' and}
 *   and        = not {'and' not}
 *   not        = ['not'] comparison
 *   comparison = sum [('<' | '<=' | '>' | '>=' | '==' | '!=') sum]
 *   sum        = product {('+' | '-') product}
 *   product    = sign {('*' | '/' | '%') sign}
 *   sign       = {'-' | '+'} primary
 *   primary    = number | 'text' | "text" | 'true' | 'false' | name | function '(' arguments ')'
 *              | '(' choice ')'
 *   name       = word {'.' word}       parameters; step.key, a result
 *
 * A word starts with a letter, '_' or a character beyond ASCII, followed by these, digits and
 * dashes: a minus between names needs a space beside it (`a - b`; `a-b` is one name). Functions:
 * min(a, ...), max(a, ...), floor, ceil, round, abs, sqrt, log2 of one number.
 *
 * Arithmetic is that of doubles. A comparison gives the text "true" or "false"; `and`, `or`, `not`
 * and `?:` take these, or a number (0 is false). Texts may be compared with == and != only, and +
 * joins two of them. Numbers with a unit ("100 m") may be multiplied and divided by a number and
 * keep the unit; two of the same unit may be added, subtracted, compared, and divided by each
 * other. Operands that `and`, `or` and `?:` skip must be well-formed, but their names are not
 * looked up.
 */
#ifndef LANGUAGE_EXPRESSION_H
#define LANGUAGE_EXPRESSION_H

#include <stdbool.h>
#include <stddef.h>
#include "value.h"

#ifdef __cplusplus
extern "C" {
#endif

/** Result of looking up a name. */
typedef enum {
  NAME_KNOWN,
  NAME_LATER,  /**< a result that does not exist yet */
  NAME_UNKNOWN /**< no such name, or its value cannot be used in an expression */
} name_state;

/** Looks up a name. For NAME_KNOWN it sets `value`, borrowed from the context. For
 * NAME_UNKNOWN it may set `*hint` to a sentence, borrowed likewise ("; did you mean 'ranks'?").
 */
typedef name_state (*workflow_lookup)(void *context, const char *name, workflow_value *value,
                                      const char **hint);

enum {
  EXPRESSION_BYTES = 4096,  /**< longest expression */
  EXPRESSION_DEPTH = 64,    /**< deepest nesting of parentheses, choices and signs */
  EXPRESSION_TEXT = 1 << 20 /**< longest text after substitution, bytes */
};

/** Evaluate an expression of `length` bytes. On success either `*state` is NAME_KNOWN and
 * `value` is set (free it with value_clear()), or a needed name is not known yet: `*state` is
 * NAME_LATER and `value` is empty. Errors: RIA_ERROR_CASE (`error` says what and where),
 * RIA_ERROR_MEMORY. Depends only on `text` and `lookup`. */
ria_status expression_evaluate(const char *text, size_t length, workflow_lookup lookup,
                               void *context, workflow_value *value, name_state *state,
                               expression_error *error);

/** Call `visit` for each name in an expression, with its offset from the start, also for names that
 * evaluation would skip. Stops at the first syntax error. */
void expression_names(const char *text, size_t length,
                      void (*visit)(void *context, const char *name, size_t offset), void *context);

/** Replace each `${...}` in a text by its value; `$${` stands for `${`. A text that is a single
 * `${...}` keeps the type of its value; any other text gives a text. `state` and errors as above;
 * offsets count from the start of `text`. */
ria_status expression_substitute(const char *text, workflow_lookup lookup, void *context,
                                 workflow_value *value, name_state *state, expression_error *error);

/** Length of the expression after `${`, that is from `text` up to its '}'. A '}' in quotes does not
 * end it. Negative if the end is missing. */
long expression_length(const char *text);

#ifdef __cplusplus
}
#endif
#endif
