IF object_id(N'orchestrator.loads') IS NULL
CREATE TABLE orchestrator.loads (
  load_table    nvarchar(128) NOT NULL PRIMARY KEY,
  target_schema nvarchar(128) NOT NULL,
  target_name   nvarchar(128) NOT NULL,
  attempt       bigint NOT NULL
)
