/** \file
 * Checks of a written page: valid HTML without external resources. */
#ifndef RIA_TESTS_PAGE_FIXTURE_H
#define RIA_TESTS_PAGE_FIXTURE_H

#include "tests.h"
#include <ctype.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* All of a file; the caller frees it. */
static char *page_read(const char *path) {
  FILE *file = fopen(path, "r");
  if (!file)
    fail_msg("%s is missing", path);
  fseek(file, 0, SEEK_END);
  long size = ftell(file);
  rewind(file);
  char *text = malloc((size_t)size + 1);
  assert_int_equal(fread(text, 1, (size_t)size, file), size);
  text[size] = '\0';
  fclose(file);
  return text;
}

static inline bool page_is_void(const char *tag) {
  static const char *const names[] = {"meta", "img", "br", "hr", "link", "input"};
  for (size_t i = 0; i < sizeof names / sizeof *names; i++)
    if (!strcmp(tag, names[i]))
      return true;
  return false;
}

/* Reads a tag at '<'; returns where it ends. Attribute values stand in double quotes. */
static const char *page_tag(const char *at, char name[32], bool *closes, bool *empty) {
  size_t n = 0;
  *closes = at[1] == '/';
  at += *closes ? 2 : 1;
  for (; isalnum((unsigned char)*at) && n < 31; at++)
    name[n++] = *at;
  name[n] = '\0';
  if (!n)
    fail_msg("a stray '<' before '%.40s'", at);
  while (*at && *at != '>') {
    if (*at == '<')
      fail_msg("a '<' within the tag %s", name);
    if (*at == '"')
      at = strchr(at + 1, '"');
    assert_non_null(at);
    at++;
  }
  *empty = at[-1] == '/' || page_is_void(name);
  return at + 1;
}

/* Every tag that opens closes, in order, and every '&' begins an entity. */
static inline void page_check_sound(const char *page) {
  enum { DEEP = 64 };
  char open[DEEP][32], name[32];
  int depth = 0;
  const char *doctype = "<!DOCTYPE html>\n";
  assert_memory_equal(page, doctype, strlen(doctype));
  for (const char *at = page + strlen(doctype); *at;) {
    bool closes, empty;
    if (*at == '&' && !strchr(at, ';'))
      fail_msg("a bare '&' at '%.20s'", at);
    if (*at != '<') {
      at++;
      continue;
    }
    at = page_tag(at, name, &closes, &empty);
    if (!closes && !strcmp(name, "style")) {
      at = strstr(at, "</style>") + strlen("</style>");
      continue;
    }
    if (closes) {
      assert_true(depth > 0);
      if (strcmp(open[--depth], name))
        fail_msg("</%s> closes <%s>", name, open[depth]);
    } else if (!empty) {
      assert_true(depth < DEEP);
      strcpy(open[depth++], name);
    }
  }
  assert_int_equal(depth, 0);
}

/* The page loads no external resource and runs no script. */
static inline void page_check_alone(const char *page) {
  assert_null(strcasestr(page, "<script"));
  assert_null(strcasestr(page, "javascript:"));
  assert_null(strcasestr(page, "<link"));
  assert_null(strcasestr(page, "@import"));
  for (const char *at = page; (at = strstr(at, "src=\"")); at++)
    assert_memory_equal(at + 5, "data:", 5);
  for (const char *at = page; (at = strstr(at, "href=\"")); at++)
    assert_int_equal(at[6], '#');
  for (const char *at = page; (at = strstr(at, "url(")); at++)
    assert_int_equal(at[4], '#');
  /* Attributes of events would run something: " onload=". */
  for (const char *at = page; (at = strstr(at, " on")); at++) {
    const char *end = at + 3;
    while (islower((unsigned char)*end))
      end++;
    const char *before = at;
    while (before > page && *before != '<' && *before != '>')
      before--;
    assert_false(*end == '=' && *before == '<');
  }
}

/* Every "#id" in a link exists exactly once. */
static inline void page_check_links(const char *page) {
  for (const char *at = page; (at = strstr(at, "href=\"#")); at++) {
    char *id = NULL;
    const char *name = at + 7;
    assert_true(asprintf(&id, "id=\"%.*s\"", (int)strcspn(name, "\""), name) > 0);
    const char *first = strstr(page, id);
    if (!first || strstr(first + 1, id))
      fail_msg("%s is not there, or more than once", id);
    free(id);
  }
}

static inline void page_check(const char *page) {
  page_check_sound(page);
  page_check_alone(page);
  page_check_links(page);
}

#endif
