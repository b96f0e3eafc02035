SELECT (SELECT count(*) FROM orchestrator.markers WITH (NOLOCK) WHERE object_schema = @schema AND object_name = @name)
  - (SELECT count(*) FROM orchestrator.markers WITH (UPDLOCK, ROWLOCK, READPAST, READCOMMITTEDLOCK)
    WHERE object_schema = @schema AND object_name = @name)
