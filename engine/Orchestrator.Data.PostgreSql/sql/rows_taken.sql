SELECT CASE WHEN c.relkind IN ('r', 'p') AND current_setting('track_counts')::boolean
  THEN pg_stat_get_xact_tuples_inserted(c.oid) + coalesce((
    SELECT sum(pg_stat_get_xact_tuples_inserted(t.relid)) FROM pg_partition_tree(c.oid) AS t WHERE t.relid <> c.oid), 0)
  ELSE -1 END
FROM pg_class AS c JOIN pg_namespace AS n ON n.oid = c.relnamespace
WHERE n.nspname = @schema AND c.relname = @name
