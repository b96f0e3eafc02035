CREATE TABLE IF NOT EXISTS orchestrator_columns (
  table_name  TEXT NOT NULL COLLATE NOCASE,
  ordinal     INTEGER NOT NULL,
  column_name TEXT NOT NULL,
  data_type   TEXT NOT NULL,
  nullable    INTEGER NOT NULL,
  PRIMARY KEY (table_name, ordinal)
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS orchestrator_loads (
  load_table TEXT NOT NULL PRIMARY KEY,
  target     TEXT NOT NULL COLLATE NOCASE,
  attempt    INTEGER NOT NULL
) WITHOUT ROWID;
