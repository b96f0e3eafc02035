-- What only a ledger in a file is asked, when it is copied, or read although it is older.

-- file/tables [sqlite]: The tables with their columns and the last number that each has given, in the order of their
-- making.
SELECT t.name,
       CASE WHEN t.sql LIKE '%AUTOINCREMENT%'
            THEN coalesce((SELECT max(seq) FROM sqlite_sequence s WHERE s.name = t.name), 0) END,
       c.name, c.type
FROM sqlite_master t
JOIN pragma_table_info(t.name) c
WHERE t.type = 'table' AND t.name NOT LIKE 'sqlite_%'
ORDER BY t.rowid, c.cid

-- file/columns [sqlite]: The columns of its tables, each with what it holds where nothing is said, as SQL.
SELECT t.name, c.name, coalesce(c.dflt_value, 'NULL')
FROM main.sqlite_master t
JOIN pragma_table_info(t.name, 'main') c
WHERE t.type = 'table' AND t.name NOT LIKE 'sqlite_%'
ORDER BY t.rowid, c.cid

-- file/forget_given [sqlite]: Forgets the last number that a table has given.
DELETE FROM sqlite_sequence WHERE name = ?1

-- file/note_given [sqlite]: Notes the last number that a table has given.
INSERT INTO sqlite_sequence (name, seq) VALUES (?1, ?2)
