INSERT INTO orchestrator.run_samples (run, connection, taken_at, commits, flushes, log_bytes, wait_log_write,
    wait_lock, wait_latch, wait_io, wait_network, wait_cpu, wait_other)
VALUES (@p1, @p2, @p3, @p4, @p5, @p6, @p7, @p8, @p9, @p10, @p11, @p12, @p13)
