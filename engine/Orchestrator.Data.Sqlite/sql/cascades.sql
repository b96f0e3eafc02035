SELECT DISTINCT 'foreign key of ' || m.name FROM sqlite_master AS m, pragma_foreign_key_list(m.name) AS f
WHERE m.type = 'table' AND f."table" = $table COLLATE NOCASE AND f.on_delete NOT IN ('NO ACTION', 'RESTRICT')
ORDER BY 1
