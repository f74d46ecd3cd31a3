/* A recursive-descent evaluator. Operands that are not needed are parsed too, with `live` off. */
#include "expression.h"
#include <ctype.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "ria/exact_math.h"
#include "ria/number.h"
#include "value.h"
#include "word.h"

typedef struct {
  const char *text, *end, *at;
  workflow_lookup lookup;
  void *context;
  expression_error *error;
  ria_status status;
  int depth;
  bool live;
} parser;

/* The value is empty while it is not known, or if it is not live. */
typedef struct {
  workflow_value value;
  bool known;
} operand;

static bool fail_at(parser *p, const char *where, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

static bool fail_at(parser *p, const char *where, const char *format, ...) {
  va_list arguments;
  p->status = RIA_ERROR_CASE;
  p->error->offset = (size_t)(where - p->text);
  va_start(arguments, format);
  ria_vsnprintf(p->error->text, sizeof p->error->text, format, arguments);
  va_end(arguments);
  return false;
}

static bool check(parser *p, ria_status status) {
  p->status = status;
  return status == RIA_SUCCESS;
}

static void skip_space(parser *p) {
  while (p->at < p->end && isspace((unsigned char)*p->at))
    p->at++;
}

static bool accept(parser *p, const char *sign) {
  skip_space(p);
  size_t length = strlen(sign);
  if ((size_t)(p->end - p->at) < length || memcmp(p->at, sign, length))
    return false;
  p->at += length;
  return true;
}

static bool accept_word(parser *p, const char *word) {
  skip_space(p);
  size_t length = strlen(word);
  if (workflow_word_length(p->at, p->end) != length || memcmp(p->at, word, length))
    return false;
  p->at += length;
  return true;
}

static bool parse_choice(parser *p, operand *result);

static bool set_truth(parser *p, operand *result, bool truth) {
  result->known = true;
  return check(p, value_set_text(&result->value, truth ? "true" : "false"));
}

static bool truth_of(parser *p, const operand *o, const char *where, bool *truth) {
  expression_error error;
  if (value_truth(&o->value, truth, &error) == RIA_SUCCESS)
    return true;
  return fail_at(p, where, "%s", error.text);
}

/* --- primaries --- */

static bool parse_number(parser *p, operand *result) {
  char digits[64];
  size_t length = 0;
  const char *start = p->at;
  while (p->at < p->end && length + 1 < sizeof digits &&
         (isdigit((unsigned char)*p->at) || *p->at == '.' || (strchr("eE", *p->at) && length) ||
          (strchr("+-", *p->at) && length && strchr("eE", digits[length - 1]))))
    digits[length++] = *p->at++;
  digits[length] = '\0';
  result->known = p->live;
  workflow_value value = {0};
  if (!check(p, value_set_plain(&value, digits)))
    return false;
  bool good = value.is_number;
  if (p->live)
    result->value = value;
  else
    value_clear(&value);
  return good || fail_at(p, start, "'%s' is not a number", digits);
}

static bool parse_text(parser *p, operand *result) {
  const char *start = p->at, *close = memchr(start + 1, *start, (size_t)(p->end - start - 1));
  if (!close)
    return fail_at(p, start, "this text is not closed by %c", *start);
  p->at = close + 1;
  result->known = p->live;
  if (!p->live)
    return true;
  char *copy = strndup(start + 1, (size_t)(close - start - 1));
  result->value.text = copy;
  return check(p, copy ? RIA_SUCCESS : ria_fail(RIA_ERROR_MEMORY, "no memory for a text"));
}

static bool look_up(parser *p, const char *name, const char *where, operand *result) {
  workflow_value found = {0};
  const char *hint = NULL;
  switch (p->lookup(p->context, name, &found, &hint)) {
  case NAME_KNOWN:
    result->known = true;
    return check(p, value_copy(&result->value, &found));
  case NAME_LATER:
    return true;
  default:
    if (!hint)
      hint = strchr(name, '-') ? "; a minus needs a space beside it" : "";
    return fail_at(p, where, "there is no '%.60s'%s", name, hint);
  }
}

typedef enum { MIN, MAX, FLOOR, CEIL, ROUND, ABS, SQRT, LOG2, FUNCTIONS } function;
static const char *const function_names[FUNCTIONS] = {
    [MIN] = "min",     [MAX] = "max", [FLOOR] = "floor", [CEIL] = "ceil",
    [ROUND] = "round", [ABS] = "abs", [SQRT] = "sqrt",   [LOG2] = "log2"};

static double apply(function f, double so_far, double x, bool first) {
  switch (f) {
  case MIN:
    return first || x < so_far ? x : so_far;
  case MAX:
    return first || x > so_far ? x : so_far;
  case FLOOR:
    return floor(x);
  case CEIL:
    return ceil(x);
  case ROUND:
    return round(x);
  case ABS:
    return fabs(x);
  case SQRT:
    return sqrt(x);
  default:
    return ria_log2(x);
  }
}

static bool set_number(parser *p, operand *result, double number, const char *unit,
                       const char *where) {
  if (!isfinite(number))
    return fail_at(p, where, "this is not a finite number");
  result->known = true;
  return check(p, quantity_write(&result->value, number, unit));
}

/* Combines one argument with the value so far. Its unit must be that of the first argument. */
static bool take_argument(parser *p, function f, operand *result, const char *where, int number) {
  operand argument = {0};
  if (!parse_choice(p, &argument))
    return value_clear(&argument.value), false;
  bool good = true;
  if (!argument.known) {
    value_clear(&result->value);
    result->known = false;
  } else if (number == 0 || result->known) {
    double x, before = 0;
    const char *unit, *unit_before;
    bool takes_unit = f != SQRT && f != LOG2;
    if (number && !quantity_read(&result->value, &before, &unit_before))
      good = fail_at(p, where, "'%.60s' is not a number", result->value.text);
    else if (!quantity_read(&argument.value, &x, &unit) || (*unit && !takes_unit))
      good = fail_at(p, where, "'%.60s' is not a number", argument.value.text);
    else if (number && strcmp(unit, unit_before))
      good = fail_at(p, where, "'%.60s' and '%.60s' have different units", result->value.text,
                     argument.value.text);
    else
      good = set_number(p, result, apply(f, before, x, number == 0), unit, where);
  }
  value_clear(&argument.value);
  return good;
}

static bool parse_function(parser *p, const char *name, operand *result) {
  int f = 0, arguments = 0;
  const char *start = p->at;
  while (f < FUNCTIONS && strcmp(function_names[f], name))
    f++;
  if (f == FUNCTIONS)
    return fail_at(
        p, start - strlen(name),
        "there is no function '%.40s'; there are min, max, floor, ceil, round, abs, sqrt "
        "and log2",
        name);
  accept(p, "(");
  do {
    if (!take_argument(p, (function)f, result, start, arguments))
      return false;
    arguments++;
  } while (accept(p, ","));
  if (!accept(p, ")"))
    return fail_at(p, p->at, "expected ')' or ','");
  if (f > MAX && arguments > 1)
    return fail_at(p, start, "%s takes one argument, not %d", name, arguments);
  return true;
}

static bool parse_name(parser *p, operand *result) {
  char name[WORKFLOW_NAME_BYTES];
  const char *start = p->at;
  size_t length = workflow_name_length(p->at, p->end);
  if (length >= sizeof name)
    return fail_at(p, start, "this name is longer than %d bytes", WORKFLOW_NAME_BYTES - 1);
  memcpy(name, start, length);
  name[length] = '\0';
  p->at += length;
  if (!strcmp(name, "true") || !strcmp(name, "false"))
    return p->live ? set_truth(p, result, *name == 't') : true;
  skip_space(p);
  if (p->at < p->end && *p->at == '(')
    return parse_function(p, name, result);
  return p->live ? look_up(p, name, start, result) : true;
}

static bool parse_primary(parser *p, operand *result) {
  skip_space(p);
  if (p->at == p->end)
    return fail_at(p, p->at, "a value is missing here");
  if (isdigit((unsigned char)*p->at) || *p->at == '.')
    return parse_number(p, result);
  if (*p->at == '\'' || *p->at == '"')
    return parse_text(p, result);
  if (workflow_name_length(p->at, p->end))
    return parse_name(p, result);
  const char *open = p->at;
  if (!accept(p, "("))
    return fail_at(p, p->at, "expected a number, a 'text' or a name");
  if (!parse_choice(p, result))
    return false;
  return accept(p, ")") || fail_at(p, open, "this parenthesis is not closed");
}

/* --- operators --- */

static bool negate(parser *p, operand *result, const char *where) {
  double x;
  const char *unit;
  if (!result->known)
    return true;
  if (!quantity_read(&result->value, &x, &unit))
    return fail_at(p, where, "'%.60s' is not a number", result->value.text);
  return set_number(p, result, -x, unit, where);
}

static bool parse_sign(parser *p, operand *result) {
  skip_space(p);
  const char *where = p->at;
  bool minus = false;
  while (p->at < p->end && (*p->at == '-' || *p->at == '+')) {
    minus ^= *p->at++ == '-';
    skip_space(p);
  }
  return parse_primary(p, result) && (!minus || negate(p, result, where));
}

static bool join(parser *p, operand *left, const operand *right) {
  char *text = NULL;
  if (asprintf(&text, "%s%s", left->value.text, right->value.text) < 0)
    return check(p, ria_fail(RIA_ERROR_MEMORY, "no memory for a text"));
  value_clear(&left->value);
  left->value.text = text;
  return true;
}

static bool calculate(parser *p, operand *left, char sign, const operand *right,
                      const char *where) {
  double a, b;
  const char *unit_a, *unit_b;
  bool numbers =
      quantity_read(&left->value, &a, &unit_a) && quantity_read(&right->value, &b, &unit_b);
  if (!numbers && sign == '+' && !left->value.is_number && !right->value.is_number)
    return join(p, left, right);
  if (!numbers)
    return fail_at(p, where, "'%.60s' %c '%.60s': these are not both numbers", left->value.text,
                   sign, right->value.text);
  bool same = !strcmp(unit_a, unit_b), plain = !*unit_b;
  if ((sign == '*' && *unit_a && *unit_b) || (sign == '/' && !same && !plain) ||
      (strchr("+-%", sign) && !same))
    return fail_at(p, where, "'%.60s' %c '%.60s': these units do not go together", left->value.text,
                   sign, right->value.text);
  if ((sign == '/' || sign == '%') && b == 0)
    return fail_at(p, where, "this divides by 0");
  const char *unit = sign == '/' && same ? "" : sign == '*' && !*unit_a ? unit_b : unit_a;
  double result = sign == '+'   ? a + b
                  : sign == '-' ? a - b
                  : sign == '*' ? a * b
                  : sign == '/' ? a / b
                                : fmod(a, b);
  return set_number(p, left, result, unit, where);
}

/* Returns the sign if one of `signs` comes next, else 0. */
static char accept_one(parser *p, const char *signs) {
  skip_space(p);
  return p->at < p->end && *p->at && strchr(signs, *p->at) ? *p->at++ : '\0';
}

static bool parse_chain(parser *p, const char *signs, bool (*part)(parser *, operand *),
                        operand *left) {
  if (!part(p, left))
    return false;
  for (;;) {
    char sign = accept_one(p, signs);
    const char *where = p->at - 1;
    if (!sign)
      return true;
    operand right = {0};
    bool good = part(p, &right);
    if (good && left->known && right.known) {
      good = calculate(p, left, sign, &right, where);
    } else {
      value_clear(&left->value);
      left->known = false;
    }
    value_clear(&right.value);
    if (!good)
      return false;
  }
}

static bool parse_product(parser *p, operand *result) {
  return parse_chain(p, "*/%", parse_sign, result);
}

static bool parse_sum(parser *p, operand *result) {
  return parse_chain(p, "+-", parse_product, result);
}

static bool compare(parser *p, operand *left, const char *sign, const operand *right,
                    const char *where) {
  double a = 0, b = 0;
  const char *unit_a, *unit_b;
  bool numbers = quantity_read(&left->value, &a, &unit_a) &&
                 quantity_read(&right->value, &b, &unit_b) && !strcmp(unit_a, unit_b);
  if (sign[1] == '=' && (*sign == '=' || *sign == '!')) {
    bool equal = numbers ? a == b : !strcmp(left->value.text, right->value.text);
    return set_truth(p, left, equal == (*sign == '='));
  }
  if (!numbers)
    return fail_at(p, where, "'%.60s' %s '%.60s': these are not both numbers of the same unit",
                   left->value.text, sign, right->value.text);
  bool holds = *sign == '<' ? (sign[1] ? a <= b : a < b) : (sign[1] ? a >= b : a > b);
  return set_truth(p, left, holds);
}

static bool parse_comparison(parser *p, operand *left) {
  static const char *const signs[] = {"<=", ">=", "==", "!=", "<", ">"};
  if (!parse_sum(p, left))
    return false;
  size_t i = 0;
  while (i < sizeof signs / sizeof *signs && !accept(p, signs[i]))
    i++;
  if (i == sizeof signs / sizeof *signs)
    return true;
  const char *where = p->at - strlen(signs[i]);
  operand right = {0};
  bool good = parse_sum(p, &right);
  if (good && left->known && right.known) {
    good = compare(p, left, signs[i], &right, where);
  } else {
    value_clear(&left->value);
    left->known = false;
  }
  value_clear(&right.value);
  return good;
}

static bool parse_not(parser *p, operand *result) {
  const char *where = p->at;
  bool odd = false, any = false;
  for (; accept_word(p, "not"); any = true)
    odd = !odd;
  bool truth = false;
  if (!parse_comparison(p, result))
    return false;
  if (!any || !result->known)
    return true;
  return truth_of(p, result, where, &truth) && set_truth(p, result, truth != odd);
}

/* `decides` is the value that decides the result: false for `and`, true for `or`. */
static bool parse_logic(parser *p, const char *word, bool decides,
                        bool (*part)(parser *, operand *), operand *left) {
  const bool live = p->live;
  const char *where = p->at;
  if (!part(p, left))
    return false;
  while (accept_word(p, word)) {
    bool truth = !decides;
    if (left->known && !truth_of(p, left, where, &truth))
      return false;
    bool decided = left->known && truth == decides;
    operand right = {0};
    p->live = live && !decided;
    bool good = part(p, &right);
    p->live = live;
    if (good && right.known)
      good = truth_of(p, &right, where, &truth);
    if (good && left->known && (decided || right.known)) {
      good = set_truth(p, left, truth);
    } else {
      value_clear(&left->value);
      left->known = false;
    }
    value_clear(&right.value);
    if (!good)
      return false;
  }
  return true;
}

static bool parse_and(parser *p, operand *result) {
  return parse_logic(p, "and", false, parse_not, result);
}

static bool parse_branch(parser *p, bool live, operand *branch) {
  const bool before = p->live;
  p->live = before && live;
  bool good = parse_choice(p, branch);
  p->live = before;
  return good;
}

static bool parse_either(parser *p, operand *result, const char *where) {
  bool truth = false, known = result->known;
  operand branch[2] = {0};
  if (known && !truth_of(p, result, where, &truth))
    return false;
  value_clear(&result->value);
  result->known = false;
  bool good =
      parse_branch(p, known && truth, &branch[0]) &&
      (accept(p, ":") || fail_at(p, p->at, "expected ':' and the value for the other case")) &&
      parse_branch(p, known && !truth, &branch[1]);
  if (good && known) {
    *result = branch[!truth];
    branch[!truth] = (operand){0};
  }
  value_clear(&branch[0].value);
  value_clear(&branch[1].value);
  return good;
}

static bool parse_choice(parser *p, operand *result) {
  const char *where = p->at;
  if (++p->depth > EXPRESSION_DEPTH)
    return fail_at(p, where, "this is nested deeper than %d levels", EXPRESSION_DEPTH);
  bool good = parse_logic(p, "or", true, parse_and, result) &&
              (!accept(p, "?") || parse_either(p, result, where));
  p->depth--;
  return good;
}

ria_status expression_evaluate(const char *text, size_t length, workflow_lookup lookup,
                               void *context, workflow_value *value, name_state *state,
                               expression_error *error) {
  parser p = {.text = text,
              .end = text + length,
              .at = text,
              .lookup = lookup,
              .context = context,
              .error = error,
              .live = true};
  operand result = {0};
  *value = (workflow_value){0};
  *state = NAME_LATER;
  *error = (expression_error){0};
  bool good = length <= EXPRESSION_BYTES
                  ? parse_choice(&p, &result)
                  : fail_at(&p, text, "this is longer than %d bytes", EXPRESSION_BYTES);
  skip_space(&p);
  if (good && p.at < p.end)
    good =
        fail_at(&p, p.at, "unexpected '%.*s'", p.end - p.at > 20 ? 20 : (int)(p.end - p.at), p.at);
  if (!good) {
    value_clear(&result.value);
    return p.status;
  }
  if (result.known) {
    *value = result.value;
    *state = NAME_KNOWN;
  }
  return RIA_SUCCESS;
}
