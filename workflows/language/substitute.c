/* Expressions inside texts, `${...}`; and words and names. */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "ria/text.h"
#include "expression.h"
#include "word.h"

static bool starts_word(unsigned char c) {
  return isalpha(c) || c == '_' || c >= 0x80;
}

size_t workflow_word_length(const char *text, const char *end) {
  if (text >= end || !starts_word((unsigned char)*text))
    return 0;
  const char *p = text + 1;
  while (p < end && (starts_word((unsigned char)*p) || isdigit((unsigned char)*p) || *p == '-'))
    p++;
  while (p[-1] == '-')
    p--;
  return (size_t)(p - text);
}

size_t workflow_name_length(const char *text, const char *end) {
  size_t length = workflow_word_length(text, end);
  while (length && text + length < end && text[length] == '.') {
    size_t more = workflow_word_length(text + length + 1, end);
    if (!more)
      break;
    length += 1 + more;
  }
  return length;
}

bool workflow_is_word(const char *text) {
  size_t length = strlen(text);
  return length && workflow_word_length(text, text + length) == length;
}

bool workflow_is_keyword(const char *name) {
  static const char *const words[] = {"and", "or", "not", "true", "false"};
  for (size_t i = 0; i < sizeof words / sizeof *words; i++)
    if (!strcmp(name, words[i]))
      return true;
  return false;
}

/* The end of the token at `p`; the token is not a name. */
static const char *skip_token(const char *p, const char *end) {
  if (*p == '\'' || *p == '"') {
    const char *close = memchr(p + 1, *p, (size_t)(end - p - 1));
    return close ? close + 1 : end;
  }
  if (isdigit((unsigned char)*p) || *p == '.') { /* the e of 1e5 is not a name */
    while (p < end && (isalnum((unsigned char)*p) || *p == '.'))
      p++;
    return p;
  }
  return p + 1;
}

void expression_names(const char *text, size_t length,
                      void (*visit)(void *context, const char *name, size_t offset),
                      void *context) {
  const char *end = text + length;
  for (const char *p = text; p < end;) {
    size_t bytes = workflow_name_length(p, end);
    if (!bytes) {
      p = skip_token(p, end);
      continue;
    }
    const char *behind = p + bytes;
    while (behind < end && isspace((unsigned char)*behind))
      behind++;
    char name[WORKFLOW_NAME_BYTES];
    if (bytes < sizeof name) {
      memcpy(name, p, bytes);
      name[bytes] = '\0';
      if (!workflow_is_keyword(name) && !(behind < end && *behind == '('))
        visit(context, name, (size_t)(p - text));
    }
    p += bytes;
  }
}

long expression_length(const char *text) {
  char quote = '\0';
  for (const char *p = text; *p; p++) {
    if (quote)
      quote = *p == quote ? '\0' : quote;
    else if (*p == '\'' || *p == '"')
      quote = *p;
    else if (*p == '}')
      return (long)(p - text);
  }
  return -1;
}

/* Evaluates the expression after "${" at `start`; `*end` is after its '}'. */
static ria_status evaluate_at(const char *text, const char *start, workflow_lookup lookup,
                              void *context, workflow_value *value, name_state *state,
                              expression_error *error, const char **end) {
  long length = expression_length(start);
  if (length < 0) {
    *error = (expression_error){.offset = (size_t)(start - 2 - text),
                                .text = "this '${' is not closed by '}'; a plain '${' is "
                                        "written '$${'"};
    return RIA_ERROR_CASE;
  }
  *end = start + length + 1;
  ria_status status =
      expression_evaluate(start, (size_t)length, lookup, context, value, state, error);
  error->offset += (size_t)(start - text);
  return status;
}

/* Whether the text is a single expression, which keeps the type of its value. */
static bool is_alone(const char *text) {
  long length = strncmp(text, "${", 2) ? -1 : expression_length(text + 2);
  return length >= 0 && !text[length + 3];
}

static ria_status substitute_parts(const char *text, workflow_lookup lookup, void *context,
                                   ria_text *out, name_state *state, expression_error *error) {
  *state = NAME_KNOWN;
  for (const char *p = text; *p;) {
    const char *dollar = strstr(p, "${");
    if (!dollar) {
      ria_text_append(out, p, strlen(p));
      break;
    }
    if (dollar > p && dollar[-1] == '$') {
      ria_text_append(out, p, (size_t)(dollar - 1 - p));
      ria_text_add(out, "${");
      p = dollar + 2;
      continue;
    }
    ria_text_append(out, p, (size_t)(dollar - p));
    workflow_value part;
    name_state known;
    RIA_TRY(evaluate_at(text, dollar + 2, lookup, context, &part, &known, error, &p));
    if (known == NAME_KNOWN)
      ria_text_append(out, part.text, strlen(part.text));
    else
      *state = NAME_LATER;
    value_clear(&part);
    if (out->length > EXPRESSION_TEXT) {
      error->offset = (size_t)(dollar - text);
      snprintf(error->text, sizeof error->text,
               "after substitution of its `${...}` this text is longer than 1 MiB; shorten the "
               "substituted values");
      return RIA_ERROR_CASE;
    }
  }
  return out->failed ? ria_fail(RIA_ERROR_MEMORY, "no memory for a text") : RIA_SUCCESS;
}

ria_status expression_substitute(const char *text, workflow_lookup lookup, void *context,
                                 workflow_value *value, name_state *state,
                                 expression_error *error) {
  *value = (workflow_value){0};
  *state = NAME_KNOWN;
  *error = (expression_error){0};
  if (is_alone(text)) {
    const char *end;
    return evaluate_at(text, text + 2, lookup, context, value, state, error, &end);
  }
  ria_text out = {0};
  ria_text_append(&out, "", 0);
  ria_status status = substitute_parts(text, lookup, context, &out, state, error);
  if (status == RIA_SUCCESS && *state == NAME_KNOWN) {
    value->text = ria_text_take(&out);
    if (!value->text)
      status = ria_fail(RIA_ERROR_MEMORY, "no memory for a text");
  }
  ria_text_destroy(&out);
  return status;
}
