SELECT type || ' ' || name FROM sqlite_master
WHERE type IN ('index', 'trigger') AND tbl_name = $table COLLATE NOCASE
UNION ALL
SELECT 'foreign key of ' || m.name FROM sqlite_master AS m, pragma_foreign_key_list(m.name) AS f
WHERE m.type = 'table' AND (m.name = $table COLLATE NOCASE OR f."table" = $table COLLATE NOCASE)
