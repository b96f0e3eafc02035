WITH found AS (
  SELECT name FROM sqlite_master
  WHERE type = 'table' AND sql NOT LIKE 'CREATE VIRTUAL %' AND name NOT LIKE 'sqlite\_%' ESCAPE '\'
    AND name NOT LIKE 'orchestrator\_%' ESCAPE '\'
)
SELECT '', f.name, 'table', '', '', 0 AS place FROM found AS f
UNION ALL
SELECT '', f.name, 'key', '', c.name, c.pk FROM found AS f, pragma_table_info(f.name) AS c WHERE c.pk > 0
UNION ALL
SELECT '', f.name, 'reference', '', k."table", 0 FROM found AS f, pragma_foreign_key_list(f.name) AS k
ORDER BY place
