/* study.sqlite: whatever it holds, a study is shown, listed and reported, or refused with a reason.
 * An input that begins as a file of SQLite does is the file; any other is SQL that changes a small
 * study, with SQLite's checks of its tables off. */
#include <sqlite3.h>
#include <unistd.h>
#include "target.h"
#include "../../workflows/study/study.h"
#include "../../workflows/steps/report/study_report.h"
#include "../../workflows/view/view.h"

static const char seed[] =
    "INSERT INTO fact VALUES('name','week'),('title','A week'),('state','running'),"
    "('mode','jobs'),('workflow','/home/ana/week.yaml'),('began','1780000000');"
    "INSERT INTO owner VALUES(1,'host','boot-1',4711,99,'12',0,1780000000,1780000100);"
    "INSERT INTO step VALUES('run','case',0,'',4,''),('sweep','shell',1,'run',3,''),"
    "('plot','plot',2,'run sweep',0,'waits');"
    "INSERT INTO task VALUES('run','run','',0,4,'','0123456789abcdef',1,4,4,0,60,1,0,0,0,1,1,''),"
    "('sweep/n=1','sweep','n=1',1,3,'run','0123456789abcdef',1,1,1,1,0,2,1,0,0,0.5,0.5,'at'),"
    "('sweep/n=2','sweep','n=2',2,5,'run','0123456789abcdef',1,1,1,1,0,1,1,0,0,0,-1,'failed'),"
    "('plot','plot','',3,0,'sweep/n=1','0123456789abcdef',1,0,1,0,0,0,0,0,0,0,-1,'');"
    "INSERT INTO attempt VALUES('run',1,'13','tasks/run/attempt-1','none','',0,0,1780000000,"
    "1780000010,1780000070,4,1234567,'node1',''),"
    "('sweep/n=1',1,'14','tasks/sweep/n=1/attempt-1','time limit','',0,15,1780000080,1780000090,"
    "1780000100,1,0,'node2',''),"
    "('sweep/n=1',2,'15','tasks/sweep/n=1/attempt-2','','',0,0,1780000110,1780000120,0,1,0,"
    "'node2',''),"
    "('sweep/n=2',1,'16','tasks/sweep/n=2/attempt-1','program','',2,0,1780000110,1780000120,"
    "1780000130,1,0,'node3','died');"
    "INSERT INTO result(step,task,key,is_number,value,text) VALUES('run','','mass',1,0.5,''),"
    "('sweep','sweep/n=1','note',0,0,'fine');"
    "INSERT INTO event(time,subject,what) VALUES(1780000000,'run','submitted');"
    "INSERT INTO request(verb,subject) VALUES('cancel','sweep');";

/* Only rows may change, because tables, other files and settings of SQLite are not part of a
 * study's data. */
static int only_rows(void *context, int action, const char *first, const char *second,
                     const char *base, const char *trigger) {
  (void)context, (void)second, (void)base, (void)trigger;
  switch (action) {
  case SQLITE_INSERT:
  case SQLITE_UPDATE:
  case SQLITE_DELETE:
    return strncmp(first, "sqlite_", 7) ? SQLITE_OK : SQLITE_DENY;
  case SQLITE_SELECT:
  case SQLITE_READ:
    return SQLITE_OK;
  case SQLITE_FUNCTION:
    return second && (strstr(second, "blob") || !strcmp(second, "printf") ||
                      !strcmp(second, "load_extension") || !strcmp(second, "format"))
               ? SQLITE_DENY
               : SQLITE_OK;
  default:
    return SQLITE_DENY;
  }
}

static int give_up(void *context) {
  (void)context;
  return 1;
}

static void change(const char *sql, bool ours) {
  sqlite3 *db;
  target_expect(sqlite3_open("study/study.sqlite", &db) == SQLITE_OK, "no SQLite");
  sqlite3_exec(db, "PRAGMA synchronous = OFF; PRAGMA ignore_check_constraints = ON", NULL, NULL,
               NULL);
  if (!ours) {
    sqlite3_set_authorizer(db, only_rows, NULL);
    sqlite3_progress_handler(db, 20000, give_up, NULL);
  }
  int code = sqlite3_exec(db, sql, NULL, NULL, NULL);
  target_expect(code == SQLITE_OK || !ours, sqlite3_errmsg(db));
  sqlite3_close(db);
}

static void prepare(void) {
  study_store *study;
  unsetenv("SLURM_JOB_ID");
  target_expect(study_open("study", STUDY_CREATE, &study) == RIA_SUCCESS, "no study");
  study_close(study);
  change(seed, true);
  target_copy("study/study.sqlite", "own.sqlite");
}

static void use_view(study_store *study) {
  static const view_style styles[] = {
      {.width = 80, .most = 2, .steps = 2, .utf8 = true}, {.width = 7, .colour = true}, {0}};
  view_tree view;
  if (view_read(study, &view) != RIA_SUCCESS)
    return;
  for (int s = 0; s < 3; s++) {
    ria_text text = {0};
    view_draw(&view, &styles[s], &text);
    ria_text_destroy(&text);
  }
  json_t *json = view_json(&view);
  json_decref(json);
  view_exit_code(&view);
  view_destroy(&view);
}

static void use_lists(study_store *study) {
  study_requests requests;
  study_events events;
  study_results results;
  if (study_list_requests(study, &requests) == RIA_SUCCESS)
    study_requests_destroy(&requests);
  if (study_list_events(study, 0, 10, &events) == RIA_SUCCESS)
    study_events_destroy(&events);
  if (study_list_results(study, "run", "", &results) == RIA_SUCCESS)
    study_results_destroy(&results);
}

static void run(const char *data, size_t size) {
  static const char magic[] = "SQLite format 3";
  unlink("study/study.sqlite-journal");
  unlink("study/study.sqlite-wal");
  unlink("study/study.sqlite-shm");
  if (size >= sizeof magic && !memcmp(data, magic, sizeof magic)) {
    target_write("study/study.sqlite", data, size);
  } else {
    char *sql = malloc(size + 1);
    target_expect(sql != NULL, "no memory");
    memcpy(sql, data, size);
    sql[size] = '\0';
    target_copy("own.sqlite", "study/study.sqlite");
    change(sql, false);
    free(sql);
  }
  study_store *study;
  if (study_open("study", STUDY_READ, &study) != RIA_SUCCESS) {
    target_expect(strstr(ria_status_detail(), "study") != NULL, "an error does not name the study");
    return;
  }
  use_view(study);
  use_lists(study);
  study_report_write(study, NULL);
  study_close(study);
}

FUZZ_TARGET(prepare, run, 64)
