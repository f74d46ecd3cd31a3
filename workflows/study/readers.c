/* Programs that keep the study's file open, such as a database browser or a notebook.
 *
 * With SQLite's rollback journal, a reader that has not finished its query keeps the engine
 * waiting. With a write-ahead log it reads the version that it began with, and the engine
 * continues. The log's index lies in shared memory, which hosts do not share: on a network file
 * system, or where this host exports its file systems, the study keeps the rollback journal, and
 * the engine waits for readers. */
#include <linux/magic.h>
#include <stdio.h>
#include <string.h>
#include <sys/vfs.h>
#include <unistd.h>
#include "sql.h"

static const long xfs_magic = 0x58465342, zfs_magic = 0x2fc12fc1;

static bool is_of_this_host(const char *folder) {
  static const long local[] = {EXT4_SUPER_MAGIC, BTRFS_SUPER_MAGIC, F2FS_SUPER_MAGIC,
                               TMPFS_MAGIC,      RAMFS_MAGIC,       OVERLAYFS_SUPER_MAGIC};
  struct statfs info;
  if (statfs(folder, &info))
    return false;
  bool is = info.f_type == xfs_magic || info.f_type == zfs_magic;
  for (size_t i = 0; i < sizeof local / sizeof *local; i++)
    is |= info.f_type == local[i];
  return is;
}

/* An NFS server lists what it exports there. */
static bool host_exports(void) {
  char line[256];
  FILE *exports = fopen("/proc/fs/nfsd/exports", "re");
  bool any = false;
  while (exports && !any && fgets(line, sizeof line, exports))
    any = *line != '#' && *line != '\n';
  if (exports)
    fclose(exports);
  return any;
}

/* If a reader prevents the change, the journal mode stays, and the next engine tries again. */
void study_choose_journal(study_store *study) {
  const bool own = is_of_this_host(study->folder) && !host_exports();
  sqlite3_busy_timeout(study->db, 1000);
  sqlite3_exec(study->db, own ? "PRAGMA journal_mode = WAL" : "PRAGMA journal_mode = DELETE", NULL,
               NULL, NULL);
  sqlite3_busy_timeout(study->db, STUDY_PATIENCE_MS);
}

/* A folder that may not be written to has no place for the log's index. The file alone can be read
 * if it has no log: the last engine ended well. */
int study_open_unchanged(const char *path, sqlite3 **db) {
  char *log = sqlite3_mprintf("%s-wal", path), *name = sqlite3_mprintf("file:%s?immutable=1", path);
  const bool whole = log && name && access(log, F_OK) && !strpbrk(path, "?#%");
  const int code =
      whole ? sqlite3_open_v2(name, db,
                              SQLITE_OPEN_READONLY | SQLITE_OPEN_URI | SQLITE_OPEN_NOMUTEX, NULL)
            : SQLITE_CANTOPEN;
  sqlite3_free(log);
  sqlite3_free(name);
  return code;
}
