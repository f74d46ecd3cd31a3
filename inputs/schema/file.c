/* Files named in a case. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "reader.h"
#include "ria/durable.h"

/* Hash a file's bytes. False with errno. */
static bool hash_file(const char *path, uint64_t *hash) {
  int file = ria_open_regular(path, NULL);
  if (file < 0)
    return false;
  enum { BLOCK = 64 << 10 };
  char *block = malloc(BLOCK);
  ssize_t got = -1;
  if (block) {
    *hash = RIA_FNV_START;
    while ((got = read(file, block, BLOCK)) > 0)
      *hash = ria_fnv(*hash, block, (size_t)got);
  }
  int error = errno;
  free(block);
  close(file);
  errno = error;
  return got == 0;
}

/* Look in the folder of the file that names it, then in the source's second folder. */
static void find_path(const ria_yaml *node, ria_text *path) {
  const ria_yaml_source *source = node->text[0] != '/' ? node->source : NULL;
  if (source)
    ria_text_add(path, "%s/", source->directory);
  ria_text_add(path, "%s", node->text);
  if (!source || !source->otherwise || path->failed || !access(path->data, F_OK))
    return;
  ria_text other = {0};
  ria_text_add(&other, "%s/%s", source->otherwise, node->text);
  if (!other.failed && !access(other.data, F_OK)) {
    ria_text_destroy(path);
    *path = other;
  } else {
    path->failed |= other.failed;
    ria_text_destroy(&other);
  }
}

const char *schema_reader_read_file(ria_reader *reader, ria_yaml *node) {
  ria_text path = {0};
  find_path(node, &path);
  if (path.failed) {
    ria_text_destroy(&path);
    reader->memory.failed = true;
    return NULL;
  }
  if (!hash_file(path.data, &node->content)) {
    const char *reason = errno == EINVAL ? "it is not a regular file" : strerror(errno);
    ria_reader_reject(reader, node, "cannot read the file '%s': %s", path.data, reason);
    ria_text_destroy(&path);
    return NULL;
  }
  node->is_file = true;
  schema_reader_set_text(reader, node, &path, true);
  return reader->memory.failed ? NULL : node->text;
}
