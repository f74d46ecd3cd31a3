/* Arguments for shells, sbatch and srun: no part of a user's text may become a command. */
#include "tests.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>
#include "../../jobs/launcher/launcher.h"
#include "../../jobs/slurm/options.h"
#include "../../jobs/slurm/sbatch.h"
#include "../../jobs/slurm/token.h"

static const char *const nasty[] = {"plain",
                                    "",
                                    " ",
                                    "two words",
                                    "it's",
                                    "\"double\" and `back`",
                                    "$(touch pwned)",
                                    "${HOME} $HOME !! $$",
                                    "; touch pwned; #",
                                    "a\nb\n",
                                    "\ttab\r\nreturn\033[31m\001",
                                    "back\\slash \\n \\' \\\\",
                                    "~root",
                                    "-n",
                                    "--",
                                    "*?[a-z]{b,c}",
                                    "[0]=x",
                                    "Ría de Arousa, Cíes → ☂ 'ñ'\n",
                                    "latin1 \xed\xff",
                                    "a=b&&c||d<e>f|g",
                                    "end\\",
                                    "'",
                                    "'\n'",
                                    "$'x'",
                                    "%d %% %s",
                                    NULL};

static char *quoted(const char *word) {
  char *text = NULL;
  size_t size;
  FILE *stream = open_memstream(&text, &size);
  exec_quote(stream, word);
  fclose(stream);
  return text;
}

static void check_quote(const char *word, const char *expected) {
  char *text = quoted(word);
  assert_string_equal(text, expected);
  free(text);
}

static void test_quote(void **state) {
  (void)state;
  check_quote("plain-1.2/x=y:z", "plain-1.2/x=y:z");
  check_quote("", "''");
  check_quote("two words", "'two words'");
  check_quote("it's", "'it'\\''s'");
  check_quote("a\nb", "$'a\\nb'");
  check_quote("'\n\\", "$'\\'\\n\\\\'");
  check_quote("a\rb", "$'a\\015b'");
  check_quote("$(x)", "'$(x)'");
  check_quote("~", "'~'");
  check_quote("ñ", "'ñ'");
}

static void write_text(const char *path, const char *text) {
  FILE *file = fopen(path, "w");
  assert_non_null(file);
  assert_true(fputs(text, file) >= 0);
  assert_int_equal(fclose(file), 0);
}

static size_t read_bytes(const char *path, char *bytes, size_t room) {
  FILE *file = fopen(path, "r");
  assert_non_null(file);
  size_t length = fread(bytes, 1, room, file);
  fclose(file);
  return length;
}

static void run_bash(const char *script) {
  pid_t child = fork();
  if (child == 0) {
    execl("/bin/bash", "bash", script, (char *)NULL);
    _exit(127);
  }
  int code = -1;
  assert_int_equal(waitpid(child, &code, 0), child);
  assert_int_equal(code, 0);
}

/* bash runs the script of a job and gives its program the very words, and its environment too. */
static void test_script(void **state) {
  (void)state;
  char *folder = test_folder_create(), *script = NULL;
  char path[512], output[512], bytes[8192], expected[8192];
  exec_words command = {0}, environment = {0};
  size_t length = 0;
  snprintf(path, sizeof path, "%s/it's \"a\" $(touch pwned);\n job.sh", folder);
  snprintf(output, sizeof output, "%s/out put'\n$(touch pwned).txt", folder);
  assert_int_equal(chdir(folder), 0);
  /* printf prints each of its arguments with a NUL after it. */
  exec_words_add(&command, "/usr/bin/env");
  exec_words_add(&command, "printf");
  exec_words_add(&command, "%s\\0");
  exec_words_append(&command, nasty);
  for (int i = 0; nasty[i]; i++) {
    memcpy(expected + length, nasty[i], strlen(nasty[i]) + 1);
    length += strlen(nasty[i]) + 1;
    exec_words_format(&environment, "RIA_NASTY_%d=%s", i, nasty[i]);
  }
  const ria_job job = {.argv = (const char *const *)command.item,
                       .environment = (const char *const *)environment.item,
                       .output = output,
                       .markers = folder};
  assert_int_equal(slurm_sbatch_script(&script, &job, job.argv), RIA_SUCCESS);
  assert_null(strchr(script, '\r')); /* sbatch refuses scripts with them */
  write_text(path, script);
  run_bash(path);
  assert_int_equal(read_bytes(output, bytes, sizeof bytes), length);
  assert_memory_equal(bytes, expected, length);
  assert_int_equal(access("pwned", F_OK), -1);
  free(script);

  const char *const show[] = {"/usr/bin/env", "-0", NULL};
  snprintf(output, sizeof output, "%s/environment", folder);
  assert_int_equal(slurm_sbatch_script(&script, &job, show), RIA_SUCCESS);
  write_text(path, script);
  run_bash(path);
  length = read_bytes(output, bytes, sizeof bytes);
  for (int i = 0; i < environment.count; i++)
    assert_non_null(memmem(bytes, length, environment.item[i], strlen(environment.item[i]) + 1));
  assert_int_equal(access("pwned", F_OK), -1);
  free(script);
  exec_words_free(&command);
  exec_words_free(&environment);
  assert_int_equal(chdir("/"), 0);
  test_folder_remove(folder);
}

/* The script of an array finds the folder of its element, whatever it is called. */
static void test_array_script(void **state) {
  (void)state;
  char *folder = test_folder_create(), *script = NULL;
  char element[512], path[600], bytes[64];
  snprintf(element, sizeof element, "%s/it's $(touch pwned)\n2", folder);
  assert_int_equal(mkdir(element, 0777), 0);
  snprintf(path, sizeof path, "%s/job.sh", element);
  write_text(path, "echo this one >\"$(dirname \"$0\")\"/said\n");
  const char *const folders[] = {"/nowhere", "/nowhere", element, NULL};
  assert_int_equal(slurm_sbatch_array_script(&script, "na\nme; touch pwned", folders, folder),
                   RIA_SUCCESS);
  snprintf(path, sizeof path, "%s/array.sh", folder);
  write_text(path, script);
  assert_int_equal(chdir(folder), 0);
  setenv("SLURM_ARRAY_TASK_ID", "2", 1);
  run_bash(path);
  unsetenv("SLURM_ARRAY_TASK_ID");
  snprintf(path, sizeof path, "%s/said", element);
  assert_int_equal(read_bytes(path, bytes, sizeof bytes), 9);
  assert_int_equal(access("pwned", F_OK), -1);
  free(script);
  assert_int_equal(chdir("/"), 0);
  test_folder_remove(folder);
}

/* A bundle runs its folders' scripts one after another, also after failures, and forwards a signal
 * only to a task whose folder requests it. */
static void test_bundle_script(void **state) {
  (void)state;
  char *folder = test_folder_create(), *script = NULL;
  char path[600], bytes[200], task[4][512];
  const char *folders[5] = {NULL};
  assert_int_equal(chdir(folder), 0);
  for (int i = 0; i < 4; i++) {
    snprintf(task[i], sizeof task[i], "%s/it's $(touch pwned) %d", folder, i);
    folders[i] = task[i];
    assert_int_equal(mkdir(task[i], 0777), 0);
    snprintf(path, sizeof path, "%s/job.sh", task[i]);
    write_text(path, i == 2 ? "echo begin 2 >>said; trap 'echo asked >>said; exit 4' TERM\n"
                              "kill -USR2 $PPID; sleep 0.2; echo 15 >\"${0%/*}/signal\"\n"
                              "kill -USR2 $PPID; while :; do sleep 0.05; done\n"
                            : "echo other >>said; exit 3\n");
  }
  assert_int_equal(slurm_sbatch_bundle_script(&script, "na\nme; touch pwned", folders, 2, folder),
                   RIA_SUCCESS);
  write_text("bundle.sh", script);
  setenv("SLURM_ARRAY_TASK_ID", "1", 1);
  pid_t child = fork();
  if (child == 0)
    execl("/bin/bash", "bash", "bundle.sh", (char *)NULL);
  assert_int_equal(waitpid(child, NULL, 0), child);
  unsetenv("SLURM_ARRAY_TASK_ID");
  size_t length = read_bytes("said", bytes, sizeof bytes - 1);
  bytes[length] = '\0';
  assert_string_equal(bytes, "begin 2\nasked\nother\n");
  assert_int_equal(access("pwned", F_OK), -1);
  free(script);
  assert_int_equal(chdir("/"), 0);
  test_folder_remove(folder);
}

static char *joined(const exec_words *words) {
  char *text = NULL;
  size_t size;
  FILE *stream = open_memstream(&text, &size);
  exec_quote_all(stream, (const char *const *)words->item);
  fclose(stream);
  return text;
}

static void test_sbatch(void **state) {
  (void)state;
  const char *const argv[] = {"solve", NULL}, *const after[] = {"7", "8_2", NULL};
  const char *const options[] = {"--constraint=a b", NULL};
  exec_words words = {0};
  const ria_job job = {.name = "a b\nc.1.w",
                       .argv = argv,
                       .directory = "/d d",
                       .output = "/o",
                       .markers = "/m",
                       .resources = {.nodes = 2,
                                     .ranks = 8,
                                     .ranks_per_node = 4,
                                     .workers = 3,
                                     .gpus = 1,
                                     .memory = 1000000,
                                     .seconds = 61,
                                     .partition = "long",
                                     .account = "x",
                                     .qos = "q",
                                     .options = options},
                       .warning = 120,
                       .requeue = true,
                       .after = after};
  slurm_sbatch_call call = {
      .token = "ria:1", .array = "0-9%2", .folder = "/m/50%", .script = "/m/job.sh"};
  assert_int_equal(slurm_sbatch_words(&words, &job, &call), RIA_SUCCESS);
  char *text = joined(&words);
  assert_string_equal(
      text, "sbatch --parsable --job-name=a_b_c.1.w --comment=ria:1 '--chdir=/d d' "
            "--output=/m/50%%/slurm-%a.txt --open-mode=append --ntasks=8 --nodes=2 "
            "--ntasks-per-node=4 --cpus-per-task=3 --gpus-per-task=1 --mem=977K --time=2 "
            "--signal=B:USR1@120 --partition=long --account=x --qos=q --dependency=afterok:7:8_2 "
            "--kill-on-invalid-dep=yes --requeue --array=0-9%2 '--constraint=a b' /m/job.sh ria:1");
  free(text);
  exec_words_free(&words);
  call.array = NULL;
  call.folder = "/m\\n";
  assert_int_equal(slurm_sbatch_words(&words, &job, &call), RIA_ERROR_ARGUMENT);
  exec_words_free(&words);
}

/* The token goes into the name if the user's options set the comment, and the memory is by core. */
static void test_sbatch_with_comment(void **state) {
  (void)state;
  const char *const argv[] = {"solve", NULL}, *const options[] = {"--comm=project 7", NULL};
  exec_words words = {0};
  const ria_job job = {.name = "a|b.w",
                       .argv = argv,
                       .output = "/o",
                       .markers = "/m",
                       .resources = {.core_memory = 1 << 20, .options = options}};
  const slurm_sbatch_call call = {.token = "ria:1", .folder = "/m", .script = "/m/job.sh"};
  assert_int_equal(slurm_sbatch_words(&words, &job, &call), RIA_SUCCESS);
  char *text = joined(&words);
  assert_string_equal(text, "sbatch --parsable --job-name=a_b.w.ria:1 --comment=ria:1 "
                            "--output=/m/slurm.txt --open-mode=append --ntasks=1 "
                            "--mem-per-cpu=1024K --no-requeue '--comm=project 7' /m/job.sh ria:1");
  free(text);
  exec_words_free(&words);
}

typedef struct {
  char text[400];
} listed;

static void list_option(void *context, const slurm_sbatch_option *option, const char *value,
                        const char *word) {
  listed *l = context;
  size_t used = strlen(l->text);
  snprintf(l->text + used, sizeof l->text - used, "%s=%s ", option ? option->name : word,
           value ? value : "");
}

/* As getopt reads them. */
static void test_options(void **state) {
  (void)state;
  static const char *const words[] = {"--nodes=2",     "-n",          "4",     "-HQ",
                                      "-N3",           "-Hc8",        "--tim", "5",
                                      "--mem-per-c=3", "--exclusive", "user",  "--exclusive=user",
                                      "--ntasks-per",  "--foo=1",     "-Yn3",  "--"};
  listed l = {""};
  slurm_sbatch_options_read(words, sizeof words / sizeof *words, list_option, &l);
  assert_string_equal(l.text,
                      "nodes=2 ntasks=4 hold= quiet= nodes=3 hold= cpus-per-task=8 --tim= 5= "
                      "mem-per-cpu=3 exclusive= user= exclusive=user --ntasks-per= --foo=1=1 -Yn3= "
                      "--= ");
}

static void test_srun(void **state) {
  (void)state;
  const char *const argv[] = {"solve", NULL};
  ria_job job = {.name = "s", .argv = argv, .resources = {.nodes = 2, .ranks = 4, .workers = 2}};
  exec_words words = {0};
  slurm_srun_words(
      &words, &job, "pmix",
      (slurm_srun_place){.exact = true, .nodes = 4, .cores = 16, .memory = (int64_t)64 << 30});
  char *text = joined(&words);
  assert_string_equal(
      text,
      "srun --exact --mem-per-cpu=4194304K --job-name=s --ntasks=4 --nodes=2 "
      "--cpus-per-task=2 --mpi=pmix --export=ALL --input=none --kill-on-bad-exit=0 --wait=30");
  free(text);
  exec_words_free(&words);
  /* As few nodes as will do: here 5 ranks fit on each. */
  job.resources = (ria_resources){.ranks = 20, .workers = 3};
  slurm_srun_words(
      &words, &job, "",
      (slurm_srun_place){.exact = true, .nodes = 4, .cores = 16, .on = "node1,node2,node2"});
  text = joined(&words);
  assert_non_null(strstr(text, " --ntasks=20 --nodes=4 --cpus-per-task=3 "));
  assert_non_null(strstr(text, " --nodelist=node1,node2,node2 --distribution=arbitrary "));
  free(text);
  exec_words_free(&words);
  job.resources = (ria_resources){.memory = 1 << 20};
  slurm_srun_words(&words, &job, "pmix",
                   (slurm_srun_place){.exact = true, .nodes = 4, .cores = 16});
  text = joined(&words);
  assert_string_equal(text, "srun --exact --mem=1024K --job-name=s --ntasks=1 --nodes=1 "
                            "--mpi=pmix --export=ALL --input=none --kill-on-bad-exit=0 --wait=30");
  free(text);
  exec_words_free(&words);
}

static void test_names(void **state) {
  (void)state;
  char longest[512];
  exec_words words = {0};
  memset(longest, 'a', sizeof longest - 1);
  longest[sizeof longest - 1] = '\0';
  memcpy(longest + 199, "ñ", 2); /* the cut would go through it */
  slurm_sbatch_name(&words, "job-name", longest, "");
  assert_int_equal(strlen(words.item[0]), strlen("--job-name=") + 199);
  slurm_sbatch_name(&words, "job-name", "Ría de\tArousa\x7f", "");
  assert_string_equal(words.item[1], "--job-name=Ría_de_Arousa_");
  exec_words_free(&words);
}

static void refused(ria_job job, const char *words) {
  assert_int_equal(launcher_job_check(&job), RIA_ERROR_ARGUMENT);
  if (!strstr(ria_status_detail(), words))
    fail_msg("'%s' does not tell of '%s'", ria_status_detail(), words);
}

static void test_unsound_jobs(void **state) {
  (void)state;
  const char *const argv[] = {"true", NULL}, *const none[] = {NULL};
  const char *const spliced[] = {"X;touch pwned=1", NULL}, *const nameless[] = {"=1", NULL};
  const ria_job sound = {.argv = argv, .output = "/o", .markers = "/m"};
  assert_int_equal(launcher_job_check(&sound), RIA_SUCCESS);
  ria_job job = sound;
  job.argv = none;
  refused(job, "no command");
  job = sound;
  job.environment = spliced;
  refused(job, "environment");
  job.environment = nameless;
  refused(job, "environment");
  job = sound;
  job.output = "relative";
  refused(job, "absolute paths");
  job = sound;
  job.resources.memory = -1;
  refused(job, "negative");
}

static void test_tokens(void **state) {
  (void)state;
  char a[SLURM_TOKEN_SIZE], b[SLURM_TOKEN_SIZE];
  slurm_token_make("/study/tasks/a/attempt-1", "", a);
  slurm_token_make("/study/tasks/a/attempt-2", "", b);
  assert_int_equal(strlen(a), 20);
  assert_string_not_equal(a, b);
  /* The same folder again, of a study that was removed and made anew. */
  slurm_token_new("/study/tasks/a/attempt-1", b);
  assert_string_not_equal(a, b);
  slurm_token_new("/study/tasks/a/attempt-1", a);
  assert_string_not_equal(a, b);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_quote),        cmocka_unit_test(test_script),
      cmocka_unit_test(test_array_script), cmocka_unit_test(test_sbatch),
      cmocka_unit_test(test_srun),         cmocka_unit_test(test_names),
      cmocka_unit_test(test_unsound_jobs), cmocka_unit_test(test_tokens),
      cmocka_unit_test(test_options),      cmocka_unit_test(test_sbatch_with_comment),
      cmocka_unit_test(test_bundle_script)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
