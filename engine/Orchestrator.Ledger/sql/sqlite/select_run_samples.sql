SELECT connection, taken_at, commits, flushes, log_bytes, wait_log_write, wait_lock, wait_latch, wait_io, wait_network,
       wait_cpu, wait_other
FROM run_samples
WHERE run = ?1
ORDER BY connection, taken_at
