/* `#SBATCH` lines against sinfo's output: for any bytes, a script can start, or an option of an
 * existing line is reported as unavailable. The input is a script; after a line "%%" sinfo's text,
 * else that of a small cluster. */
#include "target.h"
#include "../../jobs/launcher/launcher.h"
#include "ria/sbatch_lines.h"

static const char cluster[] = "debug*|up|4|16|64000|1:00:00|(null)\n"
                              "long|up|100+|48+|192000|7-00:00:00|gpu:a100:4(S:0-1)\n"
                              "down|drain|2|4|1|infinite|gpu:1\n";

static char *text_of(const char *data, size_t size) {
  char *text = malloc(size + 1);
  target_expect(text != NULL, "no memory");
  memcpy(text, data, size);
  text[size] = '\0';
  return text;
}

static int lines_of(const char *script, size_t length) {
  int lines = 1;
  for (size_t i = 0; i < length; i++)
    lines += script[i] == '\n';
  return lines;
}

static void take(void *context, const char *name, const char *value, const char *word, int line) {
  (void)value;
  target_expect(word && line >= 0 && line <= *(int *)context, "an option that is not there");
  target_expect(!name || *name, "an option without a name");
}

static void run(const char *data, size_t size) {
  static const char *const options[] = {"--time=10", "-N", "2", NULL};
  const char *at = data, *script = data, *said;
  size_t length = 0, said_length;
  ria_launcher *launcher;
  target_part(&at, data + size, &script, &length);
  if (!target_part(&at, data + size, &said, &said_length)) {
    said = cluster;
    said_length = sizeof cluster - 1;
  }
  target_expect(ria_launcher_create(&launcher, RIA_LAUNCHER_JOBS,
                                    &(ria_launcher_options){.offline = true}) == RIA_SUCCESS,
                "no launcher");
  launcher->partitions = text_of(said, said_length);
  ria_sbatch_lines_exist(script, length);
  int lines = lines_of(script, length);
  char *value;
  target_expect(!ria_sbatch_lines_list(script, length, options, take, &lines), "no list");
  target_expect(!ria_sbatch_lines_value(script, length, options, "nodes", &value) && value,
                "an option is lost");
  free(value);
  for (int i = 0; i < 2; i++) {
    int line = 0;
    ria_status status = ria_sbatch_lines_check(launcher, script, length, i ? options : NULL, &line);
    target_expect(status == RIA_SUCCESS || *ria_status_detail(), "an error without a reason");
    target_expect(line >= 0 && line <= lines_of(script, length), "a line that is not there");
  }
  ria_launcher_destroy(launcher);
}

FUZZ_TARGET(NULL, run, 2048)
