-- A host that vanished frees its locks after a minute; one that waits is never cut off.
SELECT set_config(name, value, false)
FROM (VALUES ('tcp_keepalives_idle', '30'), ('tcp_keepalives_interval', '10'), ('tcp_keepalives_count', '3'),
             ('idle_session_timeout', '0')) AS wanted (name, value)
WHERE EXISTS (SELECT 1 FROM pg_settings s WHERE s.name = wanted.name)
