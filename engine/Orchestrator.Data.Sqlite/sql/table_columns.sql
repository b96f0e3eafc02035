SELECT c.name, c.type, c."notnull", c.dflt_value, c.hidden
FROM pragma_table_xinfo($table) AS c
WHERE c.hidden <> 1
ORDER BY c.cid
