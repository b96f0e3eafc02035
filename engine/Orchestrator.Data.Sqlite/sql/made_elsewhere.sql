SELECT c.name FROM pragma_table_xinfo($table) AS c
WHERE c.pk > 0 OR c.dflt_value IS NOT NULL OR c.hidden > 1
UNION ALL
SELECT f."from" FROM pragma_foreign_key_list($table) AS f
