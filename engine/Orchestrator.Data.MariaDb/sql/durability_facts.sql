SELECT CASE WHEN EXISTS (
    SELECT 1 FROM information_schema.USER_PRIVILEGES WHERE PRIVILEGE_TYPE = 'SUPER'
      AND GRANTEE = concat('''', replace(CURRENT_USER(), '@', '''@'''), '''')) THEN 'true' ELSE 'false' END,
  CURRENT_USER(), CASE @@global.read_only WHEN 0 THEN 'false' ELSE 'true' END,
  coalesce(@@global.innodb_flush_method, ''), CASE @@global.log_bin WHEN 0 THEN 'false' ELSE 'true' END,
  CAST(@@global.sync_binlog AS CHAR), CAST(@@global.innodb_flush_log_at_timeout AS CHAR),
  coalesce((SELECT group_concat(DISTINCT ENGINE ORDER BY ENGINE SEPARATOR ', ') FROM information_schema.TABLES
    WHERE TABLE_SCHEMA = DATABASE() AND TABLE_TYPE IN ('BASE TABLE', 'SYSTEM VERSIONED') AND ENGINE <> 'InnoDB'), '')
