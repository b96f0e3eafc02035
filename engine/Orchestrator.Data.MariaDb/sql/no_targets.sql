-- The kind is that of kind.sql.
SELECT TABLE_NAME, concat('table without the transactions of InnoDB (', ENGINE, ')')
FROM information_schema.TABLES
WHERE TABLE_SCHEMA = DATABASE() AND TABLE_TYPE IN ('BASE TABLE', 'SYSTEM VERSIONED')
  AND coalesce(ENGINE, 'InnoDB') <> 'InnoDB' AND TABLE_NAME NOT LIKE 'orchestrator\_%'
ORDER BY 1
