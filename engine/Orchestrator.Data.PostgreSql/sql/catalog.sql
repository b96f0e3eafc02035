CREATE TABLE IF NOT EXISTS orchestrator.loads (
  load_table    text NOT NULL PRIMARY KEY,
  target_schema text NOT NULL,
  target_name   text NOT NULL,
  attempt       bigint NOT NULL
)
