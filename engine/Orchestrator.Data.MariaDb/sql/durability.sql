SELECT CAST(@@global.innodb_flush_log_at_trx_commit AS CHAR)
