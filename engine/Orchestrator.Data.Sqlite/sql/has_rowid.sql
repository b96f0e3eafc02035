-- A column of that name would be taken for it.
SELECT count(*) FROM pragma_table_list
WHERE schema = 'main' AND name = $table COLLATE NOCASE AND wr = 0
  AND NOT EXISTS (SELECT 1 FROM pragma_table_xinfo($table) WHERE name = 'rowid' COLLATE NOCASE)
