/* Writes a tree as YAML text. */
#include <ctype.h>
#include <string.h>
#include "ria/yaml.h"

/* Whether a text needs no quotes anywhere, flow lists included: it has letters, digits and signs
 * without a meaning in YAML. Texts that another reader may read as a bool or null are quoted too.
 */
static bool is_plain(const char *text) {
  static const char *const words[] = {"null", "~",  "true", "false", "yes",
                                      "no",   "on", "off",  "y",     "n"};
  for (size_t i = 0; i < sizeof words / sizeof words[0]; i++)
    if (!strcasecmp(text, words[i]))
      return false;
  size_t length = strlen(text);
  if (!length || !(isalnum((unsigned char)text[0]) || text[0] == '/' ||
                   (text[0] == '-' && isdigit((unsigned char)text[1]))))
    return false;
  if (text[length - 1] == ' ' || text[length - 1] == ':')
    return false;
  for (const char *p = text; *p; p++) {
    if (*p == ' ' && (p[1] == '#' || p[1] == ' '))
      return false;
    if (*p == ':' && !isdigit((unsigned char)p[1]))
      return false;
    if (!isalnum((unsigned char)*p) && !strchr(" _./+-:()^", *p))
      return false;
  }
  return true;
}

/* Decode one character of UTF-8, which the parser has checked; returns its bytes. */
static int decode(const unsigned char *p, unsigned *code) {
  int bytes = p[0] < 0x80 ? 1 : p[0] < 0xe0 ? 2 : p[0] < 0xf0 ? 3 : 4;
  *code = bytes == 1 ? p[0] : p[0] & (0xffu >> (bytes + 1));
  for (int i = 1; i < bytes; i++) {
    if ((p[i] & 0xc0) != 0x80)
      return i; /* truncated: written unchanged */
    *code = *code << 6 | (p[i] & 0x3f);
  }
  return bytes;
}

static bool is_printable(unsigned code) {
  if (code < 0xa0)
    return code >= 0x20 && code < 0x7f;
  return code != 0x2028 && code != 0x2029 && code != 0xfeff && code != 0xfffe && code != 0xffff &&
         !(code >= 0xd800 && code < 0xe000);
}

static void write_scalar(ria_text *out, const ria_yaml *node) {
  if (ria_yaml_is_null(node)) {
    ria_text_add(out, "null");
    return;
  }
  if (is_plain(node->text) || !strcmp(node->text, "true") || !strcmp(node->text, "false")) {
    bool word = node->quoted && !is_plain(node->text);
    ria_text_add(out, word ? "\"%s\"" : "%s", node->text);
    return;
  }
  ria_text_add(out, "\"");
  const unsigned char *p = (const unsigned char *)node->text;
  while (*p) {
    unsigned code;
    int bytes = decode(p, &code);
    if (code == '"' || code == '\\')
      ria_text_add(out, "\\%c", (int)code);
    else if (is_printable(code))
      ria_text_append(out, (const char *)p, (size_t)bytes);
    else
      ria_text_add(out, code < 0x10000 ? "\\u%04X" : "\\U%08X", code);
    p += bytes;
  }
  ria_text_add(out, "\"");
}

static bool is_flow(const ria_yaml *node) {
  if (node->kind == RIA_YAML_SCALAR || !node->count)
    return true;
  for (int i = 0; i < node->count; i++)
    if (node->kind == RIA_YAML_MAP || node->value[i]->kind != RIA_YAML_SCALAR)
      return false;
  return true;
}

static void write_flow(ria_text *out, const ria_yaml *node) {
  if (node->kind == RIA_YAML_SCALAR) {
    write_scalar(out, node);
  } else if (node->kind == RIA_YAML_MAP) {
    ria_text_add(out, "{}");
  } else {
    ria_text_add(out, "[");
    for (int i = 0; i < node->count; i++) {
      if (i)
        ria_text_add(out, ", ");
      write_scalar(out, node->value[i]);
    }
    ria_text_add(out, "]");
  }
}

static void write_block(ria_text *out, const ria_yaml *node, int indent);

/* Write the value after "key:" or "-". The first key of a mapping in a list shares the dash's line.
 */
static void write_value(ria_text *out, const ria_yaml *value, int indent, bool after_dash) {
  if (is_flow(value)) {
    ria_text_add(out, " ");
    write_flow(out, value);
    ria_text_add(out, "\n");
  } else if (after_dash && value->kind == RIA_YAML_MAP) {
    ria_text_add(out, " ");
    write_block(out, value, indent);
  } else {
    ria_text_add(out, "\n%*s", indent, "");
    write_block(out, value, indent);
  }
}

/* The first line's indentation is already written. */
static void write_block(ria_text *out, const ria_yaml *node, int indent) {
  for (int i = 0; i < node->count; i++) {
    if (i)
      ria_text_add(out, "%*s", indent, "");
    if (node->kind == RIA_YAML_MAP) {
      write_scalar(out, node->key[i]);
      ria_text_add(out, ":");
    } else {
      ria_text_add(out, "-");
    }
    write_value(out, node->value[i], indent + 2, node->kind == RIA_YAML_LIST);
  }
}

void ria_yaml_write(ria_text *text, const ria_yaml *node) {
  if (!node) {
    text->failed = true;
  } else if (is_flow(node)) {
    write_flow(text, node);
    ria_text_add(text, "\n");
  } else {
    write_block(text, node, 0);
  }
}
