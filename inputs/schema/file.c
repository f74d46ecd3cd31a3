/* Files that a case names, and the case's own text. */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include "reader.h"

uint64_t ria_case_fnv(uint64_t hash, const void *data, size_t length) {
  const unsigned char *p = data;
  for (size_t i = 0; i < length; i++)
    hash = (hash ^ p[i]) * UINT64_C(1099511628211);
  return hash;
}

/* Hash of a file's bytes. False with errno. */
static bool hash_file(const char *path, uint64_t *hash) {
  struct stat info;
  int file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK); /* a fifo must not hang us */
  if (file < 0)
    return false;
  char *block = malloc(RIA_CASE_BLOCK);
  ssize_t got = -1;
  if (!fstat(file, &info) && !S_ISREG(info.st_mode)) {
    errno = S_ISDIR(info.st_mode) ? EISDIR : EINVAL;
  } else if (block) {
    *hash = RIA_CASE_FNV_START;
    while ((got = read(file, block, RIA_CASE_BLOCK)) > 0)
      *hash = ria_case_fnv(*hash, block, (size_t)got);
  }
  int error = errno;
  free(block);
  close(file);
  errno = error;
  return got == 0;
}

/* Beside the file that names it, or in the other folder that its source has. */
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

const char *ria_case_read_file(ria_case_reader *reader, ria_yaml *node) {
  ria_text path = {0};
  find_path(node, &path);
  if (path.failed) {
    ria_text_destroy(&path);
    reader->memory.failed = true;
    return NULL;
  }
  if (!hash_file(path.data, &node->content)) {
    const char *reason = errno == EINVAL ? "it is not a regular file" : strerror(errno);
    ria_case_find(reader, node, "cannot read the file '%s': %s", path.data, reason);
    ria_text_destroy(&path);
    return NULL;
  }
  node->is_file = true;
  ria_case_canonical(reader, node, &path, true);
  return reader->memory.failed ? NULL : node->text;
}

static ria_status fail_to_read(const char *path, const char *reason) {
  return ria_fail(RIA_ERROR_IO, "cannot read '%s': %s", path, reason);
}

static ria_status load(FILE *file, const char *path, ria_text *text) {
  char block[8192];
  struct stat info;
  if (!fstat(fileno(file), &info) && S_ISDIR(info.st_mode))
    return fail_to_read(path, strerror(EISDIR));
  for (size_t got; (got = fread(block, 1, sizeof block, file)) > 0;) {
    ria_text_append(text, block, got);
    if (text->length > RIA_YAML_BYTES)
      return fail_to_read(path, "it is larger than 16 MiB; put long series into CSV files");
  }
  if (ferror(file))
    return fail_to_read(path, strerror(errno));
  return text->failed ? ria_fail(RIA_ERROR_MEMORY, "no memory to read '%s'", path) : RIA_SUCCESS;
}

ria_status ria_yaml_load(const char *path, char **data, size_t *length) {
  FILE *file = fopen(path, "re");
  if (!file)
    return fail_to_read(path, strerror(errno));
  ria_text text = {0};
  ria_status status = load(file, path, &text);
  fclose(file);
  if (status != RIA_SUCCESS) {
    ria_text_destroy(&text);
    return status;
  }
  *length = text.length;
  *data = ria_text_take(&text);
  return *data ? RIA_SUCCESS : ria_fail(RIA_ERROR_MEMORY, "no memory to read '%s'", path);
}
