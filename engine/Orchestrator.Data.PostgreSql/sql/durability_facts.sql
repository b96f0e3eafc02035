SELECT pg_has_role(d.datdba, 'USAGE')::text, pg_get_userbyid(d.datdba), pg_is_in_recovery()::text,
  current_setting('fsync'), current_setting('synchronous_standby_names'),
  (SELECT reset_val FROM pg_settings WHERE name = 'synchronous_commit'),
  coalesce((SELECT substr(t.text, length('synchronous_commit=') + 1)
    FROM pg_db_role_setting AS s JOIN pg_roles AS r ON r.oid = s.setrole AND r.rolname = session_user
    CROSS JOIN LATERAL unnest(s.setconfig) AS t (text)
    WHERE s.setdatabase IN (0, d.oid) AND t.text LIKE 'synchronous\_commit=%'
    ORDER BY s.setdatabase = 0
    LIMIT 1), '')
FROM pg_database AS d
WHERE d.datname = current_database()
