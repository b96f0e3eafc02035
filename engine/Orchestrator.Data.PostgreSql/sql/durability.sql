SELECT coalesce((SELECT substr(t.text, length('synchronous_commit=') + 1)
  FROM pg_db_role_setting AS s CROSS JOIN LATERAL unnest(s.setconfig) AS t (text)
  WHERE s.setdatabase = d.oid AND s.setrole = 0 AND t.text LIKE 'synchronous\_commit=%'), '')
FROM pg_database AS d
WHERE d.datname = current_database()
