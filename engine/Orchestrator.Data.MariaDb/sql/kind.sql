-- What a rollback leaves half done is no table to a load.
SELECT CASE
    WHEN TABLE_TYPE IN ('BASE TABLE', 'SYSTEM VERSIONED', 'TEMPORARY') THEN CASE
      WHEN coalesce(ENGINE, 'InnoDB') = 'InnoDB' THEN 'table'
      ELSE concat('table without the transactions of InnoDB (', ENGINE, ')')
    END
    ELSE lower(TABLE_TYPE)
  END
FROM information_schema.TABLES
WHERE TABLE_SCHEMA = DATABASE() AND TABLE_NAME = @name
  AND (@@lower_case_table_names > 0 OR BINARY TABLE_NAME = BINARY @name)
