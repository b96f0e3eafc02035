SELECT i.seq, c.name
FROM pragma_index_list($table) AS i, pragma_index_info(i.name) AS c
WHERE i."unique" = 1 AND i.origin <> 'pk' AND c.name IS NOT NULL
ORDER BY i.seq, c.seqno
