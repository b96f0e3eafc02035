WITH found AS (
  SELECT name, type FROM sqlite_master
  WHERE type IN ('table', 'view') AND sql NOT LIKE 'CREATE VIRTUAL %' AND name NOT LIKE 'sqlite\_%' ESCAPE '\'
    AND name NOT LIKE 'orchestrator\_%' ESCAPE '\'
)
SELECT f.name, f.type, '' AS name, '', '', '', 0 AS place FROM found AS f
UNION ALL
SELECT f.name, 'primary key', '', c.name, '', '', c.pk
FROM found AS f, pragma_table_info(f.name) AS c WHERE f.type = 'table' AND c.pk > 0
UNION ALL
SELECT f.name, 'unique key', i.name, c.name, '', '', c.seqno + 1
FROM found AS f, pragma_index_list(f.name) AS i, pragma_index_info(i.name) AS c
WHERE f.type = 'table' AND i."unique" = 1 AND i.origin <> 'pk' AND i.partial = 0 AND c.name IS NOT NULL
UNION ALL
SELECT f.name, 'foreign key',
  -- SQLite numbers them from the newest on: a name of columns stays when another one comes.
  (SELECT group_concat(c."from", ' ') FROM pragma_foreign_key_list(f.name) AS c WHERE c.id = k.id)
    || ' to ' || k."table", k."from", k."table", coalesce(k."to", ''), k.seq + 1
FROM found AS f, pragma_foreign_key_list(f.name) AS k WHERE f.type = 'table'
ORDER BY place
