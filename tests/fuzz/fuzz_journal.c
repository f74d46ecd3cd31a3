/* The journal of a history: whatever its bytes, the file is put back and the journal is gone, or
 * the journal is said to be damaged and the file stays as it is. An input "own..." changes a
 * journal that ria wrote; "old..." makes it one of version 1, which has no checksum. */
#include <sys/stat.h>
#include <unistd.h>
#include "target.h"
#include "../../postproc/history/journal.h"

static char content[512];

static void prepare(void) {
  for (size_t i = 0; i < sizeof content; i++)
    content[i] = (char)('a' + i % 23);
}

/* The first two bytes select the journal's contents; then three bytes for each changed byte: its
 * position and value. */
static void own_journal(bool old, const char *data, size_t size) {
  static const char version_1[] = "ria journal 1";
  int lock;
  ria_byte_range range[2] = {{0, 1 + (unsigned char)data[0]}, {300, 1 + (unsigned char)data[1]}};
  target_expect(history_journal_begin("history.h5", 2, range, &lock) == RIA_SUCCESS, "no journal");
  close(lock);
  FILE *file = fopen("history.h5.journal", "r+e");
  target_expect(file != NULL, "no journal to change");
  if (old)
    fputs(version_1, file);
  for (size_t i = 2; i + 3 <= size; i += 3) {
    fseek(file, (unsigned char)data[i] | (unsigned char)data[i + 1] << 8, SEEK_SET);
    fputc(data[i + 2], file);
  }
  fclose(file);
}

static bool is_unchanged(void) {
  char now[sizeof content + 1];
  FILE *file = fopen("history.h5", "re");
  target_expect(file != NULL, "the file is gone");
  size_t size = fread(now, 1, sizeof now, file);
  fclose(file);
  return size == sizeof content && !memcmp(now, content, sizeof content);
}

static void run(const char *data, size_t size) {
  struct stat info;
  bool damaged = false, old = size > 5 && !memcmp(data, "old", 3);
  target_write("history.h5", content, sizeof content);
  unlink("history.h5.journal");
  if (old || (size > 5 && !memcmp(data, "own", 3)))
    own_journal(old, data + 3, size - 3);
  else
    target_write("history.h5.journal", data, size);
  if (history_journal_recover("history.h5", &damaged) != RIA_SUCCESS)
    target_expect(strstr(ria_status_detail(), "history.h5") != NULL,
                  "an error does not name the file");
  else if (damaged)
    target_expect(is_unchanged(), "a damaged journal changed the file");
  else
    target_expect(access("history.h5.journal", F_OK) != 0, "a journal stays");
  target_expect(!stat("history.h5", &info), "the file is gone");
  target_expect(info.st_size <= 1 << 20, "the file grew out of a small journal");
}

FUZZ_TARGET(prepare, run, 512)
