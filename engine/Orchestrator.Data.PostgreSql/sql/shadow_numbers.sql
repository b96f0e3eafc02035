SELECT count(setval(l.oid::regclass, pg_sequence_last_value(s.oid)))
FROM pg_class AS t
JOIN pg_namespace AS n ON n.oid = t.relnamespace
JOIN pg_attribute AS a ON a.attrelid = t.oid AND a.attidentity <> ''
JOIN pg_class AS s ON s.oid = pg_get_serial_sequence(format('%I.%I', n.nspname, t.relname), a.attname)::regclass
JOIN pg_class AS l
  ON l.oid = pg_get_serial_sequence(format('%I.%I', @load_schema::text, @load::text), a.attname)::regclass
WHERE n.nspname = @schema AND t.relname = @name AND pg_sequence_last_value(s.oid) IS NOT NULL
