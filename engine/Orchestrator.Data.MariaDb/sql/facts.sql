(SELECT 'LargestTable', TABLE_NAME, CAST(coalesce(DATA_LENGTH, 0) + coalesce(INDEX_LENGTH, 0) AS CHAR)
FROM information_schema.TABLES
WHERE TABLE_SCHEMA = DATABASE() AND TABLE_TYPE IN ('BASE TABLE', 'SYSTEM VERSIONED')
ORDER BY coalesce(DATA_LENGTH, 0) + coalesce(INDEX_LENGTH, 0) DESC
LIMIT 1)
UNION ALL
SELECT 'Relaxed', concat('innodb_flush_log_at_trx_commit = ', @@global.innodb_flush_log_at_trx_commit), '0'
FROM dual WHERE @@global.innodb_flush_log_at_trx_commit IN (0, 2)
