WITH keys AS (
  SELECT i.seq, i.name AS index_name, c.name, i.origin = 'pk' AS is_primary, c.seqno
  FROM pragma_index_list($table) AS i, pragma_index_info(i.name) AS c
  WHERE i."unique" = 1
  UNION ALL
  -- What is another name of the row number has no index.
  SELECT -1, NULL, c.name, 1, 0 FROM pragma_table_info($table) AS c
  WHERE c.pk > 0 AND NOT EXISTS (SELECT 1 FROM pragma_index_list($table) AS i WHERE i.origin = 'pk')
), followed AS (
  SELECT f."to" AS name FROM sqlite_master AS m, pragma_foreign_key_list(m.name) AS f
  WHERE m.type = 'table' AND f."table" = $table COLLATE NOCASE AND f.on_update = 'CASCADE'
)
SELECT k.seq, k.name,
  -- Rows that follow a value into NULL follow it no further.
  k.is_primary OR EXISTS (
    SELECT 1 FROM keys AS o JOIN followed AS f ON f.name = o.name COLLATE NOCASE WHERE o.seq = k.seq),
  coalesce(
  -- Told of no key alone: to take values out of the way of one that needs it not costs time and no more. With IGNORE
  -- they would stay there, which who writes them counts.
  (SELECT m.sql LIKE '%ON%CONFLICT%ROLLBACK%' OR m.sql LIKE '%ON%CONFLICT%REPLACE%'
     OR m.sql LIKE '%ON%CONFLICT%IGNORE%'
   FROM sqlite_master AS m WHERE m.type = 'table' AND m.name = $table COLLATE NOCASE), 0),
  -- What it computes, and which rows it is of, its text alone tells.
  coalesce((SELECT m.sql FROM sqlite_master AS m WHERE m.type = 'index' AND m.name = k.index_name), '')
FROM keys AS k
ORDER BY k.seq, k.seqno
