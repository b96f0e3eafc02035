CREATE TEMP VIEW run_samples AS
SELECT 0 AS run, '' AS connection, 0 AS taken_at, NULL AS commits, NULL AS flushes, NULL AS log_bytes,
       NULL AS wait_log_write, NULL AS wait_lock, NULL AS wait_latch, NULL AS wait_io, NULL AS wait_network,
       NULL AS wait_cpu, NULL AS wait_other
WHERE 0
