SELECT t.name,
       CASE WHEN t.sql LIKE '%AUTOINCREMENT%'
            THEN coalesce((SELECT max(seq) FROM sqlite_sequence s WHERE s.name = t.name), 0) END,
       c.name, c.type
FROM sqlite_master t
JOIN pragma_table_info(t.name) c
WHERE t.type = 'table' AND t.name NOT LIKE 'sqlite_%'
ORDER BY t.rowid, c.cid
