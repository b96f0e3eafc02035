-- The server tells nobody what a role may do, but for what its columns say of them: what else a user has by a role is
-- taken for given, and a statement that is refused says so.
WITH who AS (
  SELECT concat('''', replace(CURRENT_USER(), '@', '''@'''), '''') AS grantee
), given AS (
  SELECT p.PRIVILEGE_TYPE AS word, NULL AS name FROM information_schema.USER_PRIVILEGES AS p
  JOIN who AS w ON w.grantee = p.GRANTEE
  UNION SELECT p.PRIVILEGE_TYPE, NULL FROM information_schema.SCHEMA_PRIVILEGES AS p
  JOIN who AS w ON w.grantee = p.GRANTEE WHERE DATABASE() LIKE p.TABLE_SCHEMA
  UNION SELECT p.PRIVILEGE_TYPE, p.TABLE_NAME FROM information_schema.TABLE_PRIVILEGES AS p
  JOIN who AS w ON w.grantee = p.GRANTEE WHERE p.TABLE_SCHEMA = DATABASE()
  UNION SELECT k.word, c.TABLE_NAME FROM information_schema.COLUMNS AS c
  JOIN (SELECT 'SELECT' AS word UNION ALL SELECT 'INSERT' UNION ALL SELECT 'UPDATE' UNION ALL SELECT 'REFERENCES') AS k
    ON find_in_set(k.word, upper(c.PRIVILEGES)) > 0
  WHERE c.TABLE_SCHEMA = DATABASE()
  UNION SELECT k.word, NULL FROM information_schema.ENABLED_ROLES AS r
  JOIN (SELECT 'DELETE' AS word UNION ALL SELECT 'CREATE' UNION ALL SELECT 'ALTER' UNION ALL SELECT 'DROP') AS k
  WHERE r.ROLE_NAME IS NOT NULL
), kinds AS (
  SELECT 'Select' AS kind, 'SELECT' AS word UNION ALL SELECT 'Insert', 'INSERT' UNION ALL SELECT 'Update', 'UPDATE'
  UNION ALL SELECT 'Delete', 'DELETE' UNION ALL SELECT 'KeepIdentity', 'INSERT' UNION ALL SELECT 'Alter', 'ALTER'
  UNION ALL SELECT 'References', 'REFERENCES' UNION ALL SELECT 'Own', 'DROP'
)
SELECT '', '', 'CreateTable' FROM dual WHERE EXISTS (SELECT 1 FROM given WHERE word = 'CREATE' AND name IS NULL)
UNION ALL
SELECT '', '', 'SetDurability' FROM dual WHERE EXISTS (SELECT 1 FROM given WHERE word = 'SUPER')
UNION ALL
SELECT DISTINCT '', t.TABLE_NAME, k.kind
FROM information_schema.TABLES AS t
CROSS JOIN kinds AS k
JOIN given AS g ON g.word = k.word AND (g.name IS NULL OR BINARY g.name = BINARY t.TABLE_NAME
  -- Rights are kept in small letters then, and tables perhaps as they were written.
  OR @@lower_case_table_names > 0 AND lower(g.name) = lower(t.TABLE_NAME))
WHERE t.TABLE_SCHEMA = DATABASE()
