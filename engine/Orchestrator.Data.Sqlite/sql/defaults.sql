-- A key of one INTEGER is the number of the row, unless the table keeps an index for it.
SELECT c.name
FROM pragma_table_xinfo($table) AS c
WHERE c.hidden = 0 AND (c.dflt_value IS NOT NULL AND upper(c.dflt_value) <> 'NULL'
  OR c.pk = 1 AND upper(c.type) = 'INTEGER'
    AND NOT EXISTS (SELECT 1 FROM pragma_table_xinfo($table) AS o WHERE o.pk > 1)
    AND NOT EXISTS (SELECT 1 FROM pragma_index_list($table) AS i WHERE i.origin = 'pk'))
