SELECT (SELECT count(*) FROM orchestrator_markers WHERE object_schema = @schema AND object_name = @name)
  - (SELECT count(*) FROM (
    SELECT 1 FROM orchestrator_markers WHERE object_schema = @schema AND object_name = @name FOR UPDATE SKIP LOCKED
  ) AS taken)
