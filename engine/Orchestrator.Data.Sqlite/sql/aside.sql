SELECT type, name, sql FROM sqlite_master
WHERE tbl_name = $table COLLATE NOCASE AND sql IS NOT NULL
  AND (type = 'trigger' AND $triggers OR type = 'index' AND $indexes AND sql NOT LIKE 'CREATE UNIQUE %')
ORDER BY type DESC, name
