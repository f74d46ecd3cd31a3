/* CSV tables: whatever the bytes, each row has a text in each column and columns are found by
 * name, or an error names the file. */
#include "target.h"
#include "ria/csv_table.h"

static void run(const char *data, size_t size) {
  ria_csv_table table;
  target_write("table.csv", data, size);
  if (ria_csv_table_read("table.csv", &table) != RIA_SUCCESS) {
    target_expect(strstr(ria_status_detail(), "table.csv") != NULL,
                  "an error does not name the file");
    return;
  }
  size_t bytes = strlen(table.about);
  target_expect(table.columns > 0, "a table without columns");
  for (int c = 0; c < table.columns; c++) {
    int found = ria_csv_table_column(&table, table.column[c]);
    target_expect(found >= 0 && found <= c, "a column is not found");
    for (int r = 0; r < table.rows; r++)
      bytes += strlen(ria_csv_table_cell(&table, r, c));
  }
  /* Latin-1 becomes UTF-8. */
  target_expect(bytes <= 2 * size, "more text than the file has");
  ria_csv_table_destroy(&table);
}

FUZZ_TARGET(NULL, run, 2048)
