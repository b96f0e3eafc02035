-- What a planner goes by, as far as it can be told without a lock; the size to a power of two, as it always grows.
SELECT c.oid::bigint,
       concat_ws(' ', c.xmin, c.relfilenode, c.relpages, c.reltuples, c.relallvisible,
                 pg_stat_get_last_analyze_time(c.oid), pg_stat_get_last_autoanalyze_time(c.oid),
                 floor(log(2.0, (1 + greatest(pg_stat_get_live_tuples(c.oid), 0))::numeric)),
                 (SELECT string_agg(i.indexrelid::text, ',' ORDER BY i.indexrelid)
                  FROM pg_index AS i
                  WHERE i.indrelid = c.oid AND i.indisvalid))
FROM pg_class AS c
WHERE c.oid = ANY (@oids::oid[])
