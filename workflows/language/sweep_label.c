/* "ranks=2,resolution=200m": what a person reads and a file system takes. */
#include "sweep_label.h"

#include <ctype.h>
#include <string.h>
#include "reader.h"

enum { LABEL_BYTES = 100 };

static void add_value(ria_text *text, const char *value) {
  for (const unsigned char *p = (const unsigned char *)value; *p; p++) {
    char c = (char)*p;
    if (isalnum(*p) || *p >= 0x80 || strchr("._+-", c))
      ria_text_append(text, &c, 1);
    else if (c != ' ')
      ria_text_append(text, "_", 1);
  }
}

static void write_label(ria_text *text, const ria_point *point) {
  const ria_named *own = point->parameter + point->parameters - point->swept;
  for (int i = 0; i < point->swept; i++) {
    ria_text_add(text, "%s%s=", i ? "," : "", own[i].name);
    add_value(text, own[i].value.text);
  }
}

/* Cut where a character starts. */
static void cut(ria_text *text) {
  if (text->failed || text->length <= LABEL_BYTES)
    return;
  text->length = LABEL_BYTES;
  while (text->length && ((unsigned char)text->data[text->length] & 0xc0) == 0x80)
    text->length--;
  text->data[text->length] = '\0';
}

static char *take(ria_workflow *workflow, ria_text *text) {
  char *label = text->failed || !text->data
                    ? NULL
                    : ria_yaml_copy_text(&workflow->memory->yaml, text->data, text->length);
  workflow->memory->yaml.failed |= !label;
  ria_text_destroy(text);
  return label;
}

/* A label that is cut, or that another point has too, ends in the point's number. */
static char *label_of(ria_workflow *workflow, const ria_point *point, bool numbered) {
  ria_text text = {0};
  ria_text_append(&text, "", 0);
  write_label(&text, point);
  if (numbered || text.length > LABEL_BYTES) {
    cut(&text);
    ria_text_add(&text, ",%d", point->index);
  }
  return take(workflow, &text);
}

bool ria_sweep_label(ria_workflow *workflow, ria_step *step) {
  ria_word_table taken = {0};
  bool good = true;
  for (int i = 0; i < step->points && good; i++) {
    ria_point *point = &step->point[i];
    point->label = label_of(workflow, point, false);
    good = point->label != NULL;
    if (good && ria_word_table_find(&taken, point->label) >= 0)
      good = (point->label = label_of(workflow, point, true)) != NULL;
    good = good && ria_word_table_put(&taken, point->label, i);
  }
  ria_word_table_destroy(&taken);
  return good;
}
